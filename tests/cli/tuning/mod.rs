//! `even-openings`, `match` and `spsa`. Each run of the program has its parameters for itself, so
//! these tests can change them.
#![cfg(unix)]

mod matches;
mod openings;
mod spsa;

use std::fs;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::support::folder::Folder;
use crate::support::program::{self, printed, refused};

/// Openings on a small board.
const OPENINGS: &str = "\
# size 11
5,5 5,4 7,6
4,4 6,6 5,7
5,5 6,6 4,7 6,4
3,5 5,3 5,5
6,5 4,4 6,7 7,4
5,5 3,4 6,3
";

/// The number of these openings.
const COUNT: usize = 6;

/// A folder with a file of openings.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("openings.txt", OPENINGS);
    folder
}

/// The arguments of a command that runs in a folder with this state.
fn arguments(folder: &Folder, command: &str, state: &str, more: &[&str]) -> Vec<String> {
    let (openings, state) = (folder.path("openings.txt"), folder.path(state));
    let fixed = [command, "--openings", &openings, "--state", &state];
    fixed
        .iter()
        .chain(more)
        .map(|text| text.to_string())
        .collect()
}

/// Runs such a command.
fn command(folder: &Folder, command: &str, state: &str, more: &[&str]) -> String {
    let args = arguments(folder, command, state, more);
    printed(&args.iter().map(String::as_str).collect::<Vec<_>>(), "")
}

/// The error of such a command, which is refused.
fn refused_command(folder: &Folder, command: &str, state: &str, more: &[&str]) -> String {
    let args = arguments(folder, command, state, more);
    refused(&args.iter().map(String::as_str).collect::<Vec<_>>(), "")
}

/// The games of a match, in the order of their numbers.
fn games(folder: &Folder, state: &str) -> Vec<Value> {
    let text = folder.read(&format!("{state}.games"));
    let games = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let mut games: Vec<Value> = games.collect();
    games.sort_by_key(|game| game["game"].as_u64());
    games
}

/// The results in a state.
fn results(folder: &Folder, state: &str) -> Value {
    let state: Value = serde_json::from_str(&folder.read(state)).expect("JSON");
    state["results"].clone()
}

/// Starts such a command and does not wait for it.
fn started(folder: &Folder, command: &str, state: &str, more: &[&str]) -> Child {
    let mut process = program::command();
    process.args(arguments(folder, command, state, more));
    process.stdin(Stdio::null()).stdout(Stdio::null());
    process.stderr(Stdio::null());
    process.spawn().expect("the program starts")
}

/// Waits until a state has begun a number of pairs, or its process has ended.
fn wait_until_begun(folder: &Folder, state: &str, pairs: u64, process: &mut Child) {
    loop {
        let text = fs::read_to_string(folder.root().join(state)).unwrap_or_default();
        let document: Value = serde_json::from_str(&text).unwrap_or_default();
        let has_ended = process.try_wait().expect("its state").is_some();
        if has_ended || document["begun"].as_u64() >= Some(pairs) {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_state_refuses_other_arguments() {
    let folder = folder();
    folder.write("other.txt", OPENINGS.replace("5,5 3,4 6,3", "5,5 3,4 6,2"));
    let short = ["--pairs", "1", "--nodes", "20"];
    command(&folder, "match", "match", &short);
    let tuned = ["lmr_pv=20", "razor_base=2"];
    command(&folder, "spsa", "spsa", &[&short[..], &tuned].concat());
    let states = ["match", "spsa"].map(|state| folder.read(state));
    let other = folder.path("other.txt");
    for (change, name) in [
        (&["--nodes", "21"][..], "nodes"),
        (&["--seed", "2"], "seed"),
        (&["--rule", "standard"], "rule"),
        (&["--openings", &other], "openings"),
    ] {
        let options = [&short[..], change].concat();
        let error = refused_command(&folder, "match", "match", &options);
        assert!(error.contains(&format!("a run with {name}:")), "{error}");
        let error = refused_command(&folder, "spsa", "spsa", &[&options[..], &tuned].concat());
        assert!(error.contains(&format!("a run with {name}:")), "{error}");
    }
    for (change, name) in [
        (&["--new", "lmr_pv=1"][..], "new: defaults, not lmr_pv=1"),
        (
            &["--old", "tolerance=off"],
            "old: defaults, not tolerance=off",
        ),
        (&["--sprt", "0,5"], "sprt: no, not 0 to 5"),
    ] {
        let error = refused_command(&folder, "match", "match", &[&short[..], change].concat());
        assert!(error.contains(name), "{error}");
    }
    for (change, name) in [
        (&["lmr_pv=20"][..], "tuned"),
        (&["lmr_pv=20", "razor_base=3"], "tuned"),
        (&["lmr_pv=20", "razor_base=2", "--pairs", "2"], "pairs"),
        (&["lmr_pv=20", "razor_base=2", "--rate", "0.1"], "rate"),
        (
            &["lmr_pv=20", "razor_base=2", "--start", "lmr_cut=1"],
            "start",
        ),
    ] {
        let error = refused_command(&folder, "spsa", "spsa", &[&short[..], change].concat());
        assert!(error.contains(&format!("a run with {name}:")), "{error}");
    }
    let error = refused_command(&folder, "match", "spsa", &short);
    assert!(error.contains("the state of"), "{error}");
    let error = refused_command(&folder, "match", "openings.txt", &short);
    assert!(error.contains("not the state of such a run"), "{error}");
    assert_eq!(folder.read("openings.txt"), OPENINGS);
    assert!(!folder.files().contains(&"openings.txt.lock".to_string()));
    assert_eq!(["match", "spsa"].map(|state| folder.read(state)), states);
}

#[test]
fn settings_and_openings_that_cannot_be_played_are_errors() {
    let folder = folder();
    let network = format!("network={}", folder.path("openings.txt"));
    let missing = format!("network={}", folder.path("none"));
    for (setting, error) in [
        (
            "lmr_pv=401",
            "--new: `lmr_pv`: `401` is not a number from 0 to 400",
        ),
        ("lmr_pv", "--new: `lmr_pv` is not NAME=VALUE"),
        ("fast=1", "--new: there is no parameter or step `fast`"),
        (&network, "not a usable network"),
        (&missing, "none: "),
    ] {
        let text = refused_command(&folder, "match", "state", &["--new", setting]);
        assert!(text.contains(error), "{text}");
    }
    let text = refused_command(&folder, "match", "state", &["--pairs", "7"]);
    assert!(text.contains("there are 6 openings for 7 pairs"), "{text}");
    let text = refused_command(&folder, "match", "state", &["--size", "15"]);
    assert!(
        text.contains("line 1: the openings are for another size"),
        "{text}"
    );
    for (word, error) in [
        ("lmr_pv=0", "greater than 0 and at most 400"),
        ("lmr_pv=401", "greater than 0 and at most 400"),
        ("lmr_pv=x", "greater than 0 and at most 400"),
        ("null_move=1", "there is no parameter `null_move`"),
        ("lmr_pv", "`lmr_pv` is not NAME=STEP"),
    ] {
        let text = refused_command(&folder, "spsa", "state", &[word]);
        assert!(text.contains(error), "{text}");
    }
    let text = refused_command(&folder, "spsa", "state", &["lmr_pv=1", "lmr_pv=2"]);
    assert!(text.contains("`lmr_pv` is given twice"), "{text}");
    let mut process = program::command();
    process.args(arguments(&folder, "match", "state", &[]));
    process.env("GOSHAWK_TUNE", "lmr_pv=1");
    let output = program::run_command(process, "");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains("GOSHAWK_TUNE: it has no effect here"),
        "{text}"
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(folder.files(), ["openings.txt"]);
}
