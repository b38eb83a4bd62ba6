//! Forbidden points: the command `fouls`, drawn boards and pictures.

use crate::support::folder::Folder;
use crate::support::program;
use crate::support::text::{elements, find_field};

/// Black to move has a double three at h8.
const DOUBLE_THREE: &str = "f8 a1 g8 o15 h10 a15 h9 o1";
/// Black has an overline at h8 and a double four at h4.
const TWO: &str = "e8 a1 f8 a3 g8 a5 i8 o1 j8 o3 e4 d4 f4 a9 g4 o9 h3 h7 h5 a11 h6 o11";

/// The number of `+` on the drawn board.
fn drawn(text: &str) -> usize {
    let rows = text
        .lines()
        .filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|row| row.matches('+').count()).sum()
}

/// The number of crosses in a picture.
fn crosses(svg: &str) -> usize {
    elements(svg, "", "forbidden").len()
}

#[test]
fn forbidden_points_are_listed_with_their_kinds() {
    let text = program::printed(&["fouls", "--moves", DOUBLE_THREE], "");
    assert_eq!(find_field(&text, "forbidden"), Some("h8"), "{text}");
    let double_three = "two open threes at once (double three)";
    assert_eq!(find_field(&text, "h8"), Some(double_three), "{text}");
    assert_eq!(drawn(&text), 1, "{text}");
    let text = program::printed(&["fouls", "--moves", TWO], "");
    assert_eq!(find_field(&text, "forbidden"), Some("h8, h4"), "{text}");
    let overline = "more than five in a row (overline)";
    assert_eq!(find_field(&text, "h8"), Some(overline), "{text}");
    let double_four = "two fours at once (double four)";
    assert_eq!(find_field(&text, "h4"), Some(double_four), "{text}");
    assert_eq!(drawn(&text), 2, "{text}");
}

#[test]
fn other_positions_have_no_forbidden_points() {
    let text = program::printed(&["fouls", "--moves", "h8 i9"], "");
    assert_eq!(find_field(&text, "forbidden"), Some("none"), "{text}");
    let text = program::printed(&["fouls", "--rule", "freestyle", "--moves", TWO], "");
    let none = "none; the rule has no fouls";
    assert_eq!(find_field(&text, "forbidden"), Some(none), "{text}");
    assert_eq!(drawn(&text), 0, "{text}");
    let five = "h8 i9 h9 i10 h10 i11 h11 i13 h12";
    let text = program::printed(&["fouls", "--moves", five], "");
    assert_eq!(find_field(&text, "result"), Some("black wins"), "{text}");
}

#[test]
fn boards_and_pictures_show_fouls_when_black_is_to_move() {
    let white = format!("{DOUBLE_THREE} o3");
    for (rule, moves, expected) in [
        ("renju", DOUBLE_THREE, 1),
        ("renju", &white, 0),
        ("standard", DOUBLE_THREE, 0),
    ] {
        let position = ["--rule", rule, "--moves", moves];
        for command in [
            &["analyze", "--depth", "1"][..],
            &["solve", "--nodes", "100"],
        ] {
            let text = program::printed(&[command, &position].concat(), "");
            assert_eq!(drawn(&text), expected, "{text}");
            assert_eq!(text.contains("+ forbidden"), expected > 0, "{text}");
        }
        let svg = program::printed(
            &[&["analyze", "--depth", "1", "--svg", "-"][..], &position].concat(),
            "",
        );
        assert_eq!(crosses(&svg), expected, "{rule}");
        let folder = Folder::new();
        let script = format!("save {}\nquit\n", folder.path("fouls.svg"));
        let play = ["play", "--no-save", "--players", "2"];
        let text = program::printed(&[&play[..], &position].concat(), script);
        assert_eq!(drawn(&text), expected, "{text}");
        assert_eq!(crosses(&folder.read("fouls.svg")), expected, "{rule}");
    }
    let svg = program::printed(&["fouls", "--svg", "-", "--moves", TWO], "");
    assert_eq!(crosses(&svg), 2, "{svg}");
    assert!(svg.contains("renju: forbidden: h8, h4"), "{svg}");
}

#[test]
fn the_symbols_are_explained_within_the_width() {
    let position = ["--rule", "renju", "--moves", DOUBLE_THREE];
    for (columns, lines) in [
        (
            "80",
            "x black, o white, + forbidden, * best move, [ ] last stone\n",
        ),
        (
            "40",
            "x black, o white, + forbidden,\n* best move, [ ] last stone\n",
        ),
    ] {
        let mut command = program::command();
        command.args(["analyze", "--depth", "1"]).args(position);
        command.env("COLUMNS", columns);
        let text = program::printed_by(command, "");
        assert!(text.contains(lines), "{text}");
    }
}

#[test]
fn a_drawn_board_with_fouls_is_read_again() {
    let text = program::printed(&["fouls", "--moves", TWO], "");
    let board: String = text
        .lines()
        .take(16)
        .map(|line| format!("{line}\n"))
        .collect();
    let again = program::printed(&["fouls"], board);
    assert_eq!(find_field(&again, "forbidden"), Some("h8, h4"), "{again}");
}

#[test]
fn wrong_arguments_are_refused() {
    for args in [
        &["fouls", "--time", "1"][..],
        &["fouls", "--side", "black"],
        &["fouls", "no/such/file"],
    ] {
        let error = program::refused(args, "");
        assert!(error.contains(args[1]), "{error}");
    }
}
