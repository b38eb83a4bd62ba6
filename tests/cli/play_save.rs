//! The command `save` during a game.

use crate::play_files::played;
use crate::support::folder::Folder;

#[test]
fn save_replaces_only_what_it_has_written_in_this_game() {
    let folder = Folder::new();
    let [one, two] = ["one.txt", "two.txt"].map(|name| folder.path(name));
    let other = folder.write("other.txt", "of somebody else");
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
