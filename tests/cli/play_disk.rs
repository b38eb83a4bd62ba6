//! Games that `play` cannot save.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::program;

/// On a full disk no part of a game is left, and an existing game is kept.
#[test]
fn a_full_disk_leaves_no_part_of_a_game() {
    let name = format!("play-full-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a writable folder");
    let file = folder.join("game.txt");
    // No file may have any bytes.
    let line = format!(
        "trap '' XFSZ; ulimit -f 0; exec '{}' play --players 2 --overwrite --save '{}'",
        program::FILE,
        file.display()
    );
    let plain = line.replace(" --overwrite", "");
    for (line, left) in [(&plain, 0), (&line, 1)] {
        if left == 1 {
            fs::write(&file, "h8").expect("a writable folder");
        }
        let text = program::output(Command::new("sh").args(["-c", line]), b"h8\ni9\nmoves\n");
        assert_eq!(text.matches("Cannot save the game").count(), 1, "{text}");
        assert!(text.contains("2 moves: h8 i9"), "{text}");
        let files = fs::read_dir(&folder).expect("a readable folder");
        assert_eq!(files.count(), left, "{text}");
    }
    assert_eq!(fs::read_to_string(&file).expect("a game"), "h8");
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}
