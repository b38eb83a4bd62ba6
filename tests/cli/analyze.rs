//! The command `analyze`, run through the real program.

use std::path::Path;

use crate::support::folder::Folder;
use crate::support::program;
use crate::support::text::{elements, field, picture};

/// Short, but sufficient for all test positions.
const QUICK: [&str; 2] = ["--nodes", "20000"];

/// The result of `analyze` without the lines of the iterations.
fn analyzed(args: &[&str], input: &str) -> String {
    let limit: &[&str] = if args.contains(&"--nodes") {
        &[]
    } else {
        &QUICK
    };
    let text = program::printed(&[&["analyze"][..], limit, args].concat(), input);
    let result = text.lines().filter(|line| !line.starts_with('#'));
    result.map(|line| format!("{line}\n")).collect()
}

fn best_move(text: &str) -> &str {
    let best = field(text, "best move");
    best.split(' ').next().unwrap_or(best)
}

/// Checks that the board and all fields are printed.
fn assert_complete(text: &str, size: usize) {
    assert!(
        text.lines()
            .nth(size)
            .is_some_and(|line| line.trim_start().starts_with("a b c"))
    );
    assert_eq!(
        text.matches('*').count(),
        2,
        "one on the board, one in the legend:\n{text}"
    );
    for name in [
        "to move",
        "rule",
        "best move",
        "value",
        "depth",
        "nodes",
        "time",
        "variation",
    ] {
        assert!(!field(text, name).is_empty(), "{name}:\n{text}");
    }
    let best = best_move(text);
    assert!(
        field(text, "variation").split(' ').next() == Some(best),
        "{text}"
    );
}

#[test]
fn moves_on_the_command_line_are_analyzed() {
    let text = analyzed(&["--moves", "h8 i9 j10"], "");
    assert_complete(&text, 15);
    assert_eq!(field(&text, "opening"), "I1 Chosei");
    assert_eq!(field(&text, "to move"), "white");
    assert!(
        text.contains("[x]"),
        "the last stone is in brackets:\n{text}"
    );
    let text = analyzed(&["--moves", "", "--size", "20x15", "--rule", "renju"], "");
    assert_complete(&text, 15);
    assert_eq!(
        (field(&text, "to move"), field(&text, "rule")),
        ("black", "renju")
    );
}

#[test]
fn a_board_or_moves_are_read_from_a_pipe_or_a_file() {
    let board = "\n# two stones\n".to_string() + &". . . . . . .\n".repeat(6) + ". . x o . . .\n";
    let text = analyzed(&[], &board);
    assert_complete(&text, 7);
    assert_eq!(field(&text, "to move"), "black");
    assert_eq!(
        field(&analyzed(&["--side", "o"], &board), "to move"),
        "white"
    );

    let text = analyzed(&["-"], "7,7 8,8\n9,9");
    assert_complete(&text, 15);
    assert_eq!(field(&text, "to move"), "white");

    let folder = Folder::new();
    let text = analyzed(&[&folder.write("board.txt", &board)], "");
    assert_complete(&text, 7);
}

#[test]
fn the_printed_board_can_be_analyzed_again() {
    let text = analyzed(&["--moves", "h8 i9 j10 g7"], "");
    let board: Vec<&str> = text.lines().take(16).collect();
    let again = analyzed(&[], &board.join("\n"));
    assert_eq!(field(&again, "to move"), "black");
    assert_eq!(again.matches(" x").count() + again.matches("[x").count(), 2);
}

#[test]
fn depth_and_node_limits_end_the_search() {
    for limit in [["--depth", "2"], ["--nodes", "200"]] {
        let text = analyzed(&[&limit[..], &["--moves", "h8 i9"]].concat(), "");
        assert_complete(&text, 15);
    }
}

#[test]
fn iterations_are_printed_as_comments_before_the_board() {
    let text = program::printed(
        &[
            "analyze",
            "--depth",
            "3",
            "--multipv",
            "2",
            "--moves",
            "h8 i9",
        ],
        "",
    );
    let comments: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with('#'))
        .collect();
    assert_eq!(comments.len(), 6, "{text}");
    assert!(comments[4].starts_with("# depth 3 score ") && comments[4].contains(" line 1 "));
    assert!(comments[5].contains(" line 2 "), "{text}");
    assert!(!text.contains('\x1b'), "no escape codes on a pipe");
    let rest: Vec<&str> = text.lines().skip(6).collect();
    assert!(rest.iter().all(|line| !line.starts_with('#')), "{text}");
}

#[test]
fn multipv_prints_that_many_lines_after_an_unfinished_iteration() {
    for nodes in ["1000", "3000", "8000", "20000"] {
        let args = ["--multipv", "3", "--nodes", nodes];
        let text = analyzed(&[&args[..], &["--moves", "h8 i9 j10 g7 a1"]].concat(), "");
        let (_, lines) = text.split_once("best lines:\n").expect("the lines");
        let lines: Vec<&str> = lines
            .lines()
            .take_while(|line| line.contains(". "))
            .collect();
        assert!(lines.iter().all(|line| line.contains(" (depth ")), "{text}");
        assert_eq!(lines.len(), 3, "{text}");
        let values: Vec<i32> = lines
            .iter()
            .filter_map(|line| line.split_whitespace().nth(1)?.parse().ok())
            .collect();
        assert!(values.is_sorted_by(|one, other| one >= other), "{text}");
    }
}

#[test]
fn multipv_prints_that_many_lines() {
    let text = analyzed(&["--multipv", "3", "--moves", "h8 a1 i8 a3 j8 o15"], "");
    assert_complete(&text, 15);
    let lines: Vec<&str> = text
        .lines()
        .skip_while(|line| *line != "best lines:")
        .skip(1)
        .take_while(|line| line.contains(" (depth "))
        .collect();
    assert_eq!(lines.len(), 3, "{text}");
    let firsts: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.split_whitespace().nth(4))
        .collect();
    assert!(
        lines[0].starts_with(" 1.") && lines[0].contains("+M3"),
        "{text}"
    );
    assert!(
        lines[1].starts_with(" 2.") && lines[1].contains("+M3"),
        "{text}"
    );
    assert!(
        firsts[..2].contains(&"g8") && firsts[..2].contains(&"k8"),
        "{text}"
    );
    assert!(!["g8", "k8"].contains(&firsts[2]), "{text}");
    assert!(!analyzed(&["--moves", "h8 i9"], "").contains("best lines"));
}

#[test]
fn a_picture_shows_the_moves_and_the_variation() {
    let folder = Folder::new();
    let path = folder.path("position.svg");
    let text = analyzed(&["--svg", &path, "--moves", "h8 a1 i8 a3 j8 o15"], "");
    let svg = folder.read("position.svg");
    assert_eq!(elements(&svg, "circle", "stone").len(), 6);
    let mut numbers = elements(&svg, "text", "stone");
    numbers.sort();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6"]);
    let line = field(&text, "variation").split(' ').count();
    assert_eq!(elements(&svg, "circle", "line").len(), line);
    let numbers = elements(&svg, "text", "line");
    assert_eq!(numbers[0], "7", "the numbers continue");

    // A drawn board has no order of moves.
    let board = "x....\n.o...\n.....\n.....\n.....\n....%\n";
    analyzed(&["--overwrite", "--svg", &path], board);
    let svg = folder.read("position.svg");
    assert_eq!(elements(&svg, "circle", "stone").len(), 2);
    assert!(elements(&svg, "text", "stone").is_empty());

    // The device can be opened, so only writing fails.
    let args = [
        "analyze",
        "--depth",
        "1",
        "--svg",
        "/dev/full",
        "--moves",
        "h8",
    ];
    let output = program::run(&args, "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/dev/full"));
    assert!(!output.stdout.is_empty(), "the result is printed anyway");
}

#[test]
fn a_picture_can_be_printed() {
    let svg = program::printed(
        &["analyze", "--depth", "2", "--svg", "-", "--moves", "h8"],
        "",
    );
    assert!(picture(&svg).root_element().has_tag_name("svg"));
    assert!(!Path::new("-").exists());
}

#[test]
fn wrong_input_is_refused_with_one_line() {
    let analyze =
        |args: &[&str], input: &str| program::refused(&[&["analyze"][..], args].concat(), input);
    assert!(analyze(&["--fast"], "").contains("--fast"));
    assert!(analyze(&["--time", "soon"], "").contains("--time"));
    assert!(analyze(&["--rule"], "").contains("--rule"));
    assert!(analyze(&["no/such/file"], "").contains("no/such/file"));
    assert!(analyze(&[], "").contains("standard input"));
    assert!(analyze(&["--moves", "h8 z99"], "").contains("z99"));
    let board = ".....\n".repeat(4) + "..q..\n";
    assert!(analyze(&[], &board).contains("line 5"));
    assert!(analyze(&[], &"xoxox\n".repeat(5)).contains("cannot arise"));
    assert!(analyze(&["--size", "15"], &".....\n".repeat(5)).contains("5x5"));
}

#[test]
fn unknown_arguments_start_the_engine() {
    for args in [&["--force-utf8"][..], &["--force-utf8", "analyze"], &[""]] {
        let text = program::printed(args, "");
        assert_eq!(text, "", "{args:?}");
    }
}

#[test]
fn words_that_are_no_commands_are_errors() {
    for (args, meant) in [
        (
            &["anaylze", "--moves", "h8"][..],
            "`anaylze`; did you mean `analyze`?",
        ),
        (&["Review"], "`Review`; did you mean `review`?"),
        (&["game.psq"], "`game.psq`; see"),
        (&["x", "--force-utf8"], "`x`; see"),
    ] {
        let error = program::refused(args, "START 15\n");
        let expected = format!("there is no command {meant}");
        assert!(error.contains(&expected), "{args:?}: {error}");
    }
    assert!(program::refused(&["help", "anaylze"], "").contains("did you mean `analyze`?"));
}

#[test]
fn another_spelling_is_understood() {
    let text = program::printed(&["analyse", "--nodes", "100", "--moves", "h8"], "");
    assert!(text.contains("best move:"), "{text}");
    assert!(program::printed(&["help", "analyse"], "").contains("pbrain-goshawk analyze"));
}

#[test]
fn errors_name_the_help_of_their_command() {
    for (args, topic) in [
        (&["analyze", "--fast"][..], "analyze"),
        (&["solve", "--proof"], "solve"),
        (&["review", "--svg", "--json"], "review"),
        (&["Black", "board.txt"], "Black"),
        (&["features", "order"], "features"),
    ] {
        let error = program::refused(args, "");
        let help = format!("; see `pbrain-goshawk help {topic}`\n");
        assert!(error.ends_with(&help), "{args:?}: {error}");
    }
}

#[test]
fn moves_in_place_of_a_file_are_pointed_out() {
    let error = program::refused(&["analyze", "h8 i9 j10"], "");
    assert!(error.contains("--moves \"h8 i9 j10\""), "{error}");
    let error = program::refused(&["solve", "board.txt"], "");
    assert!(!error.contains("--moves"), "{error}");
}

#[test]
fn the_example_position_is_won() {
    let text = analyzed(&["tests/boards/four-three.txt"], "");
    assert_eq!(best_move(&text), "h8", "{text}");
    assert!(
        field(&text, "value").contains("black wins in 5 plies"),
        "{text}"
    );
}

#[test]
fn a_mate_score_names_the_winner() {
    // Black has an open three and is to move.
    let text = analyzed(&["--moves", "h8 a1 i8 a3 j8 o15"], "");
    assert!(
        field(&text, "value").contains("black wins in 3 plies"),
        "{text}"
    );
    assert!(["g8", "k8"].contains(&best_move(&text)), "{text}");
    // White cannot block an open four.
    let text = analyzed(&["--moves", "h8 a1 i8 a3 j8 o15 k8"], "");
    assert!(
        field(&text, "value").contains("black wins in 2 plies"),
        "{text}"
    );
}

#[test]
fn black_does_not_play_a_foul_in_renju() {
    // Without the rule, the double three at h8 would win.
    let moves = "f8 a1 g8 o15 h10 a15 h9 o1";
    let text = analyzed(&["--rule", "renju", "--moves", moves], "");
    assert_ne!(best_move(&text), "h8", "{text}");
}
