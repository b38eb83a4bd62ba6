//! Games that cannot be written to the end because the disk is full.
#![cfg(target_os = "linux")]

use crate::support::folder::Folder;
use crate::support::program;

/// A shell command that runs the program where files may have this number of blocks of 512 bytes.
fn limited(blocks: u32, arguments: &str) -> String {
    let program = program::file();
    format!("trap '' XFSZ; ulimit -f {blocks}; exec '{program}' {arguments}")
}

/// `play` leaves no partial file, and keeps an existing game.
#[test]
fn a_full_disk_leaves_no_part_of_a_game() {
    let folder = Folder::new();
    let file = folder.path("game.txt");
    let line = limited(0, &format!("play --players 2 --overwrite --save '{file}'"));
    let plain = line.replace(" --overwrite", "");
    for (line, left) in [(&plain, 0), (&line, 1)] {
        if left == 1 {
            folder.write("game.txt", "h8");
        }
        let text = program::printed_by(program::shell(line), "h8\ni9\nmoves\n");
        assert_eq!(text.matches("Cannot save the game").count(), 1, "{text}");
        assert!(text.contains("2 moves: h8 i9"), "{text}");
        assert_eq!(folder.files().len(), left, "{text}");
    }
    assert_eq!(folder.read("game.txt"), "h8");
}
