//! Forbidden points: the command `fouls`, drawn boards and pictures.

use crate::support::program;

/// Black to move has a double three at h8.
const DOUBLE_THREE: &str = "f8 a1 g8 o15 h10 a15 h9 o1";
/// Black has an overline at h8 and a double four at h4.
const TWO: &str = "e8 a1 f8 a3 g8 a5 i8 o1 j8 o3 e4 d4 f4 a9 g4 o9 h3 h7 h5 a11 h6 o11";

fn printed(args: &[&str], input: &str) -> String {
    let output = program::run(args, input.as_bytes());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The value of a line `name: value`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let line = |line: &'a str| line.strip_prefix(name)?.strip_prefix(':');
    text.lines().find_map(line).map(str::trim)
}

/// The number of `+` on the drawn board.
fn drawn(text: &str) -> usize {
    let rows = text
        .lines()
        .filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|row| row.matches('+').count()).sum()
}

/// The number of crosses in a picture.
fn crosses(svg: &str) -> usize {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let nodes = document.descendants();
    nodes
        .filter(|node| node.attribute("class") == Some("forbidden"))
        .count()
}

#[test]
fn forbidden_points_are_listed_with_their_kinds() {
    let text = printed(&["fouls", "--moves", DOUBLE_THREE], "");
    assert_eq!(field(&text, "forbidden"), Some("h8"), "{text}");
    let double_three = "two open threes at once (double three)";
    assert_eq!(field(&text, "h8"), Some(double_three), "{text}");
    assert_eq!(drawn(&text), 1, "{text}");
    let text = printed(&["fouls", "--moves", TWO], "");
    assert_eq!(field(&text, "forbidden"), Some("h8, h4"), "{text}");
    let overline = "more than five in a row (overline)";
    assert_eq!(field(&text, "h8"), Some(overline), "{text}");
    let double_four = "two fours at once (double four)";
    assert_eq!(field(&text, "h4"), Some(double_four), "{text}");
    assert_eq!(drawn(&text), 2, "{text}");
}

#[test]
fn other_positions_have_no_forbidden_points() {
    let text = printed(&["fouls", "--moves", "h8 i9"], "");
    assert_eq!(field(&text, "forbidden"), Some("none"), "{text}");
    let text = printed(&["fouls", "--rule", "freestyle", "--moves", TWO], "");
    let none = "none; the rule has no fouls";
    assert_eq!(field(&text, "forbidden"), Some(none), "{text}");
    assert_eq!(drawn(&text), 0, "{text}");
    let five = "h8 i9 h9 i10 h10 i11 h11 i13 h12";
    let text = printed(&["fouls", "--moves", five], "");
    assert_eq!(field(&text, "result"), Some("black wins"), "{text}");
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
            let text = printed(&[command, &position].concat(), "");
            assert_eq!(drawn(&text), expected, "{text}");
            assert_eq!(text.contains("+ forbidden"), expected > 0, "{text}");
        }
        let svg = printed(
            &[&["analyze", "--depth", "1", "--svg", "-"][..], &position].concat(),
            "",
        );
        assert_eq!(crosses(&svg), expected, "{rule}");
        let file = format!("fouls-{}-{rule}-{expected}.svg", std::process::id());
        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
        let script = format!("save {}\nquit\n", file.display());
        let play = ["play", "--no-save", "--players", "2"];
        let text = printed(&[&play[..], &position].concat(), &script);
        assert_eq!(drawn(&text), expected, "{text}");
        let svg = std::fs::read_to_string(&file).expect("the picture");
        std::fs::remove_file(&file).expect("the file can be removed");
        assert_eq!(crosses(&svg), expected, "{rule}");
    }
    let svg = printed(&["fouls", "--svg", "-", "--moves", TWO], "");
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
        let output = std::process::Command::new(program::FILE)
            .args(["analyze", "--depth", "1"])
            .args(position)
            .env("COLUMNS", columns)
            .output()
            .expect("the program runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains(lines), "{text}");
    }
}

#[test]
fn a_drawn_board_with_fouls_is_read_again() {
    let text = printed(&["fouls", "--moves", TWO], "");
    let board: String = text
        .lines()
        .take(16)
        .map(|line| format!("{line}\n"))
        .collect();
    let again = printed(&["fouls"], &board);
    assert_eq!(field(&again, "forbidden"), Some("h8, h4"), "{again}");
}

#[test]
fn wrong_arguments_are_refused() {
    for args in [
        &["fouls", "--time", "1"][..],
        &["fouls", "--side", "black"],
        &["fouls", "no/such/file"],
    ] {
        let output = program::run(args, b"");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(args[1]), "{error}");
    }
}
