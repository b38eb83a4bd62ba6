//! Games that are over and positions that cannot arise, shown by the real program.

use crate::support::folder::Folder;
use crate::support::program;
use crate::support::text::{elements, find_field, picture};
use serde_json::Value;

/// Black's last move, h12, completes h8 to h12.
const FIVE: &str = "h8 i9 h9 i10 h10 i11 h11 i13 h12";
/// Fouls of black: the moves up to the foul at h8 and its description.
const FOULS: [(&str, &str); 3] = [
    (
        "f8 a1 g8 o15 h10 a15 h9 o1 h8",
        "two open threes at once (double three)",
    ),
    (
        "e8 d8 f8 a3 g8 o1 h9 h7 h10 o3 h11 o5 a1 o9 h8",
        "two fours at once (double four)",
    ),
    (
        "e8 a1 f8 a3 g8 a5 i8 o1 j8 o3 h8",
        "more than five in a row (overline)",
    ),
];

/// A board with these rows at the top and empty rows below, 10 wide and high.
fn board(rows: &[&str]) -> String {
    let empty = "..........";
    let rows = (0..10).map(|y| rows.get(y).copied().unwrap_or(empty));
    rows.map(|row| format!("{row}\n")).collect()
}

/// Checks that nothing was searched.
fn assert_not_searched(text: &str) {
    for name in ["to move", "best move", "value", "nodes", "verdict"] {
        assert_eq!(find_field(text, name), None, "{text}");
    }
    assert!(!text.contains('#'), "no iterations: {text}");
}

#[test]
fn a_five_ends_the_game() {
    for command in ["analyze", "solve"] {
        let text = program::printed(&[command, "--moves", FIVE], "");
        assert_eq!(find_field(&text, "result"), Some("black wins"), "{text}");
        assert_eq!(find_field(&text, "row"), Some("h12 h11 h10 h9 h8"));
        assert_eq!(find_field(&text, "note"), None, "{text}");
        assert_not_searched(&text);
        let white = board(&["ooooo.....", "xx.xx.....", "x.........", ".........."]);
        let text = program::printed(&[command], &white);
        assert_eq!(find_field(&text, "result"), Some("white wins"), "{text}");
        assert_eq!(find_field(&text, "row"), Some("a10 b10 c10 d10 e10"));
        assert_eq!(find_field(&text, "note"), None, "{text}");
    }
    let text = program::printed(
        &["play", "--no-save", "--moves", FIVE],
        "hint\nundo\nmoves\n",
    );
    assert!(text.contains("(x) win"), "{text}");
    assert!(text.contains("with h12 h11 h10 h9 h8."), "{text}");
    assert!(text.contains("The game is over."), "{text}");
}

#[test]
fn rows_count_by_the_rule() {
    let six = board(&["xxxxxx....", "oo.oo.....", "o........."]);
    for (rule, result) in [
        ("freestyle", Some("black wins")),
        ("standard", None),
        ("renju", Some("white wins")),
        ("caro", Some("black wins")),
        ("caro-exact", None),
    ] {
        let args = ["analyze", "--depth", "2", "--rule", rule];
        let text = program::printed(&args, &six);
        assert_eq!(find_field(&text, "result"), result, "{rule}: {text}");
        assert_eq!(
            find_field(&text, "value").is_none(),
            result.is_some(),
            "{rule}"
        );
    }
    let text = program::printed(&["solve", "--rule", "renju"], &six);
    let foul = "a10 b10 c10 d10 e10 f10, more than five in a row (overline)";
    assert_eq!(find_field(&text, "foul"), Some(foul), "{text}");
    // One stone completes a five and an overline: the five counts.
    let column = "x.......oo";
    let both = board(&["xxxxxx....", column, column, column, column]);
    let text = program::printed(&["analyze", "--rule", "renju"], &both);
    assert_eq!(find_field(&text, "result"), Some("black wins"), "{text}");
    assert_eq!(find_field(&text, "row"), Some("a10 a9 a8 a7 a6"), "{text}");
}

#[test]
fn a_foul_ends_a_game_of_renju() {
    for (moves, words) in FOULS {
        for command in ["analyze", "solve"] {
            let text = program::printed(&[command, "--rule", "renju", "--moves", moves], "");
            assert_eq!(find_field(&text, "result"), Some("white wins"), "{text}");
            let foul = find_field(&text, "foul").expect("a foul");
            assert_eq!(foul, format!("h8, {words}"));
            assert_not_searched(&text);
        }
        let text = program::printed(
            &["play", "--no-save", "--rule", "renju", "--moves", moves],
            "hint\n",
        );
        let end = format!("(o) win: h8 is forbidden to black, {words}.");
        assert!(text.contains(&end), "{text}");
        assert!(text.contains("The game is over."), "{text}");
        let white = ["play", "--no-save", "--rule", "renju", "--side", "black"];
        let text = program::printed(&[&white[..], &["--moves", moves]].concat(), "undo\n");
        assert!(text.contains("Goshawk (o) wins: h8"), "{text}");
        assert!(text.contains("Taken back: h8."), "{text}");
    }
}

#[test]
fn a_full_board_is_a_draw() {
    let full = "xxoox\nooxxo\nxxoox\nooxxo\nxxoox\n";
    for command in ["analyze", "solve"] {
        let text = program::printed(&[command], full);
        assert_eq!(find_field(&text, "result"), Some("draw"), "{text}");
        assert_not_searched(&text);
    }
}

#[test]
fn moves_after_the_end_are_noted() {
    for command in ["analyze", "solve"] {
        let text = program::printed(&[command, "--moves", &format!("{FIVE} a1 a2")], "");
        assert_eq!(find_field(&text, "result"), Some("black wins"), "{text}");
        let note = "cannot arise: the game ended with move 9, but 2 moves follow";
        assert_eq!(find_field(&text, "note"), Some(note), "{text}");
    }
}

#[test]
fn two_results_on_one_board_are_an_error() {
    let both = board(&["xxxxx.....", "ooooo....."]);
    let six = board(&["xxxxxx....", "xxxxx....."]);
    let apart = board(&["xxxxxx....", "..........", "xxxxx....."]);
    for (rule, input) in [("freestyle", &both), ("renju", &apart), ("caro", &both)] {
        for command in ["analyze", "solve"] {
            let output = program::run(&[command, "--rule", rule], input.as_bytes());
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{error}");
            assert!(output.stdout.is_empty() && error.lines().count() == 1);
            assert!(error.contains("cannot arise: black has a10 b10"), "{error}");
        }
    }
    // The same side has won in any case.
    let text = program::printed(&["analyze"], &six);
    assert_eq!(find_field(&text, "result"), Some("black wins"), "{text}");
}

#[test]
fn wrong_numbers_of_stones_are_noted() {
    let five = board(&["xxxxx....."]);
    let text = program::printed(&["analyze"], &five);
    assert_eq!(find_field(&text, "result"), Some("black wins"), "{text}");
    let note = "cannot arise: black has 5 stones and white 0";
    assert_eq!(find_field(&text, "note"), Some(note), "{text}");
    // Such a position can be searched.
    let three = board(&["..........", ".xxx......"]);
    for (command, name) in [("analyze", "value"), ("solve", "verdict")] {
        let limit = ["--nodes", "500"];
        let text = program::printed(&[&[command][..], &limit].concat(), &three);
        let note = "cannot arise: black has 3 stones and white 0, with white to move";
        assert_eq!(find_field(&text, "note"), Some(note), "{text}");
        assert!(find_field(&text, name).is_some(), "{text}");
        let args = [command, "--nodes", "500", "--moves", "h8"];
        assert_eq!(find_field(&program::printed(&args, ""), "note"), None);
        let text = program::printed(&[&args[..], &["--side", "black"]].concat(), "");
        let note = "cannot arise: black has 1 stone and white 0, with black to move";
        assert_eq!(find_field(&text, "note"), Some(note), "{text}");
    }
}

/// The text of the picture and the number of points marked in it.
fn drawn(svg: &str) -> (String, usize) {
    let document = picture(svg);
    let title = document.descendants().find(|n| n.has_tag_name("title"));
    let title = title.and_then(|node| node.text()).unwrap_or_default();
    (title.to_string(), elements(svg, "", "row").len())
}

#[test]
fn pictures_show_the_result() {
    let svg = program::printed(&["analyze", "--svg", "-", "--moves", FIVE], "");
    let won = "freestyle: black wins with h12 h11 h10 h9 h8";
    assert_eq!(drawn(&svg), (won.to_string(), 5));
    let (moves, words) = FOULS[0];
    let args = ["analyze", "--svg", "-", "--rule", "renju", "--moves", moves];
    let lost = format!("renju: white wins by black's foul h8, {words}");
    assert_eq!(drawn(&program::printed(&args, "")), (lost, 1));
    let folder = Folder::new();
    let save = format!("save {}\n", folder.path("won.svg"));
    program::printed(&["play", "--no-save", "--moves", FIVE], save);
    let svg = folder.read("won.svg");
    let won = "freestyle, 9 moves: black wins with h12 h11 h10 h9 h8";
    assert_eq!(drawn(&svg), (won.to_string(), 5));
}

#[test]
fn the_result_takes_the_place_of_a_proof() {
    let folder = Folder::new();
    let path = &folder.path("result.json");
    let solved = |args: &[&str]| -> Value {
        let text = program::printed(
            &[&["solve", "--overwrite", "--proof", path], args].concat(),
            "",
        );
        let written = format!("written to {path}");
        assert_eq!(find_field(&text, "proof"), Some(written.as_str()), "{text}");
        serde_json::from_str(&folder.read("result.json")).expect("JSON")
    };
    let json = solved(&["--moves", FIVE]);
    assert_eq!(json["winner"], "black");
    assert_eq!(json["row"][0], serde_json::json!([7, 3]));
    assert_eq!(json["black"].as_array().map(Vec::len), Some(5));
    let json = solved(&["--rule", "renju", "--moves", FOULS[1].0]);
    assert_eq!(
        (&json["winner"], &json["foul"]),
        (&"white".into(), &"double-four".into())
    );
    assert_eq!(json["points"], serde_json::json!([[7, 7]]));
}

#[test]
fn rows_that_do_not_win_are_named() {
    let six = board(&["xxxxxx....", "oo.oo.....", "o........."]);
    let blocked = board(&["oxxxxxo...", "oo.oo.....", ".........."]);
    let longer = "a10 b10 c10 d10 e10 f10, longer than five: no win for black";
    let closed = "b10 c10 d10 e10 f10, blocked at both ends: no win for black";
    for (rule, input, words) in [
        ("standard", &six, Some(longer)),
        ("caro-exact", &six, Some(longer)),
        ("caro", &blocked, Some(closed)),
        ("caro-exact", &blocked, Some(closed)),
        ("standard", &board(&["xxxx......"]), None),
    ] {
        for options in [&["analyze", "--depth", "1"][..], &["solve", "--vcf"]] {
            let text = program::printed(&[options, &["--rule", rule]].concat(), input);
            assert_eq!(find_field(&text, "row"), words, "{rule}: {text}");
            assert_eq!(find_field(&text, "result"), None, "{rule}: {text}");
        }
    }
}
