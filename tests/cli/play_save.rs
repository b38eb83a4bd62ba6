//! The command `save` of a game.

use std::fs;

use crate::play_files::{Folder, played};

#[test]
fn save_replaces_only_what_it_has_written_in_this_game() {
    let folder = Folder::new("replaced");
    let [one, two, other] = ["one.txt", "two.txt", "other.txt"].map(|name| folder.path(name));
    fs::write(&other, "of somebody else").expect("a writable folder");
    let script = [
        "h8".to_string(),
        format!("save {one}"),
        format!("save {two}"),
        "i9".to_string(),
        format!("save {one}"),
        format!("save {other}"),
    ];
    let script: Vec<&str> = script.iter().map(String::as_str).collect();
    let text = played(&["--no-save", "--players", "2"], &script);
    assert_eq!(text.matches(&format!("Saved to {one}.")).count(), 2);
    assert!(text.contains("other.txt already exists"), "{text}");
    assert!(folder.read("one.txt").contains("1. h8 i9"));
    assert!(!folder.read("two.txt").contains("i9"));
    assert_eq!(folder.read("other.txt"), "of somebody else");
    assert_eq!(folder.files(), ["one.txt", "other.txt", "two.txt"]);
}
