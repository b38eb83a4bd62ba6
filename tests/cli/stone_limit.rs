//! Games of renju on 15x15 end as a draw at 200 stones. No command counts a later win unless
//! `--no-stone-limit` is given.

use crate::proofs::{assert_refused, checked};
use crate::support::program;
use crate::support::text::field;
use serde_json::{Value, json};

/// 156 stones, black to move. The shortest VCF fills the board: it takes 69 plies, but the game
/// ends after 44.
const LONG_VCF: &str = include_str!("../../src/search/testing/long-vcf.txt");
/// Thirteen full rows of a board, which are 195 stones without a five, an empty row and this one.
fn nearly_full(last_row: &str) -> String {
    let cell = |row: usize, column: usize| match (column / 2 + row) % 2 {
        0 => 'x',
        _ => 'o',
    };
    let full = |row| (0..15).map(|column| cell(row, column)).collect::<String>() + "\n";
    let rows: String = (0..13).map(full).collect();
    format!("{rows}{:.<15}\n{last_row:.<15}\n", "")
}

/// The length of the win or loss that `analyze` finds, or null.
fn mate(board: &str, options: &[&str]) -> Value {
    let args = ["analyze", "--rule", "renju", "--depth", "4", "--json"];
    let text = program::printed(&[&args[..], options].concat(), board);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    document["search"]["mate"].clone()
}

#[test]
fn no_win_or_loss_is_claimed_that_comes_after_the_draw() {
    for (row, side, plies) in [("...oooo", "black", -2), ("....ooo", "white", 3)] {
        let board = nearly_full(row);
        assert_eq!(mate(&board, &["--side", side]), Value::Null, "{board}");
        let unlimited = mate(&board, &["--side", side, "--no-stone-limit"]);
        assert_eq!(unlimited, plies, "{board}");
    }
}

#[test]
fn solve_tells_of_a_win_that_comes_after_the_draw() {
    let args = [
        "solve", "--vcf", "--rule", "renju", "--side", "black", "--nodes", "20000000",
    ];
    let text = program::printed(&args, LONG_VCF);
    assert_eq!(field(&text, "verdict"), "no VCF for black");
    assert!(field(&text, "note").contains("at most 69 plies, but the game is drawn at 200"));
    let text = program::printed(&[&args[..], &["--json"]].concat(), LONG_VCF);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["answer"]["too_long"]["mate"], 69);
    let text = program::printed(&[&args[..], &["--no-stone-limit"]].concat(), LONG_VCF);
    assert_eq!(field(&text, "verdict"), "black wins by VCF");
    let three = nearly_full("....ooo");
    let args = [
        "solve", "--rule", "renju", "--side", "white", "--nodes", "1000000",
    ];
    let text = program::printed(&args, &three);
    assert!(field(&text, "verdict").starts_with("no VCF"), "{text}");
}

#[test]
fn threats_that_come_after_the_draw_are_not_explained_as_wins() {
    let args = [
        "analyze",
        "--rule",
        "renju",
        "--side",
        "white",
        "--depth",
        "2",
        "--explain",
    ];
    let three = nearly_full("....ooo");
    let text = program::printed(&args, &three);
    assert!(!text.contains("wins"), "{text}");
}

#[test]
fn proofs_keep_to_the_limit_or_say_that_they_ignore_it() {
    let args = [
        "solve", "--rule", "renju", "--side", "white", "--full", "--proof", "-",
    ];
    let args = [&args[..], &["--no-stone-limit"]].concat();
    let text = program::printed(&args, nearly_full("....ooo"));
    let Some((status, printed)) = checked(&[&text]) else {
        return;
    };
    assert_eq!(status, 0, "{printed}");
    assert!(
        printed.contains("after the draw at 200 stones"),
        "{printed}"
    );
    let mut proof: Value = serde_json::from_str(&text).expect("JSON");
    proof["stone_limit"] = json!(200);
    assert_refused(
        &proof,
        "the win takes up to 3 plies, but the game is drawn after 2",
    );
}
