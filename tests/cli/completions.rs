//! The shell scripts that complete commands and options.
#![cfg(unix)]

use std::process::Command;

use crate::support::folder::Folder;
use crate::support::program;

/// What bash offers for the last of these words.
fn offered(words: &[&str]) -> Vec<String> {
    let folder = Folder::new();
    let script = folder.write("script", program::printed(&["completions", "bash"], ""));
    folder.write("game one.psq", "");
    std::fs::create_dir(folder.path("pictures")).expect("a writable folder");
    let typed: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let [.., last] = typed.as_slice() else {
        panic!("words");
    };
    let before = typed
        .len()
        .checked_sub(2)
        .map_or("pbrain-goshawk", |at| &typed[at]);
    // Options of the completion can only be set while a shell completes.
    let line = format!(
        "compopt() {{ :; }}; source '{script}'; COMP_WORDS=(pbrain-goshawk {}); COMP_CWORD={}; \
         _pbrain_goshawk pbrain-goshawk {last} {before}; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        typed.join(" "),
        words.len()
    );
    let mut bash = Command::new("bash");
    bash.args(["-c", &line]).current_dir(folder.path(""));
    let text = program::printed_by(bash, "");
    text.lines()
        .filter(|line| !line.is_empty())
        .map(String::from)
        .collect()
}

#[test]
fn bash_completes_commands_options_and_values() {
    assert_eq!(offered(&["analyz"]), ["analyze"]);
    assert_eq!(offered(&["analyze", "--mu"]), ["--multipv"]);
    assert_eq!(
        offered(&["solve", "--rule", "caro"]),
        ["caro", "caro-exact"]
    );
    assert_eq!(offered(&["solve", "--rule", "=", "re"]), ["renju"]);
    assert_eq!(offered(&["solve", "--side", ""]), ["black", "white"]);
    assert_eq!(offered(&["play", "--level", "1"]), ["1", "10"]);
    assert_eq!(offered(&["convert", "--to", "s"]), ["sgf", "sav"]);
    assert_eq!(offered(&["review", "--sgf", "game"]), ["game one.psq"]);
    assert_eq!(offered(&["completions", "f"]), ["fish"]);
    assert_eq!(offered(&["analyze", "--nodes", ""]), Vec::<String>::new());
    assert!(offered(&["play", "-"]).contains(&"--opening".to_string()));
    assert_eq!(offered(&["play", "--opening", "t"]), ["taraguchi-10"]);
    assert!(offered(&["help", "pr"]).contains(&"protocol".to_string()));
    assert!(
        !offered(&[""]).contains(&"bench".to_string()),
        "it is the developer's"
    );
    let script = program::printed(&["completions", "bash"], "");
    // Bash completes names of files where the script offers nothing.
    assert!(script.contains(
        "complete -F _pbrain_goshawk -o nosort -o bashdefault -o default pbrain-goshawk\n"
    ));
    let (_, pictures) = script.split_once("--pictures)").expect("the option");
    let (pictures, _) = pictures.split_once(";;").expect("its end");
    assert!(pictures.contains("compopt -o plusdirs"), "{pictures}");
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = program::printed(&["completions", shell], "");
        for word in ["analyze", "multipv", "pictures"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let error = program::refused(&["completions", "tcsh"], "");
    assert!(error.contains("`tcsh` is not bash, elvish"), "{error}");
    program::refused(&["completions"], "");
}
