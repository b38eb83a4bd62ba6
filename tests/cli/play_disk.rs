//! Games that `play` cannot save.
#![cfg(target_os = "linux")]

use crate::support::folder::Folder;
use crate::support::program;

/// On a full disk no partial file is left, and an existing game is kept.
#[test]
fn a_full_disk_leaves_no_part_of_a_game() {
    let folder = Folder::new();
    // No file may have any bytes.
    let line = format!(
        "trap '' XFSZ; ulimit -f 0; exec '{}' play --players 2 --overwrite --save '{}'",
        program::file(),
        folder.path("game.txt")
    );
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
