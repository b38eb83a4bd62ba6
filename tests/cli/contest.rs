//! The contest interface: `Black` or `White` with a 19x19 board on standard input.

use std::process::Output;
use std::time::{Duration, Instant};

use crate::support::program;

/// A board with stones given as `H9`, rows from the top.
fn board(black: &[&str], white: &[&str]) -> String {
    let mut rows = vec![vec!['.'; 19]; 19];
    for (stones, symbol) in [(black, '1'), (white, '0')] {
        for stone in stones {
            let letter = stone.bytes().next().expect("a letter");
            let row: usize = stone[1..].parse().expect("a row");
            rows[row - 1][usize::from(letter - b'A')] = symbol;
        }
    }
    rows.iter()
        .map(|row| String::from_iter(row) + "\n")
        .collect()
}

/// Runs the program for a side with a time limit.
fn run(side: &str, input: &str) -> Output {
    program::run(&[side, "--time", "300ms"], input.as_bytes())
}

/// The move as `H9`; the answer must be a single line `H, 9`.
fn answer(output: &Output) -> String {
    assert!(output.status.success() && output.stderr.is_empty());
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.strip_suffix('\n').expect("a whole line");
    let (column, row) = line.split_once(", ").expect("a comma and a space");
    assert!(column.len() == 1 && ("A"..="S").contains(&column), "{line}");
    let number: u32 = row.parse().expect("a row");
    assert!(
        (1..=19).contains(&number) && number.to_string() == row,
        "{line}"
    );
    format!("{column}{row}")
}

#[test]
fn the_first_move_is_the_centre() {
    let output = program::run(&["Black"], board(&[], &[]).as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "J, 10\n");
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn a_move_takes_the_time_that_is_given_or_less_than_a_second() {
    let input = board(&["J10", "K10", "J12"], &["J11", "K11", "H10"]);
    let time = |args: &[&str]| {
        let started = Instant::now();
        answer(&program::run(args, input.as_bytes()));
        started.elapsed()
    };
    let default = time(&["Black"]);
    let long = time(&["Black", "--time", "5s"]);
    assert!(default < long, "{default:?}, then {long:?}");
    assert!(long > Duration::from_secs(3), "the time is used: {long:?}");
}

#[test]
fn the_engine_completes_its_own_four() {
    for (stones, completions) in [
        (["H9", "I9", "J9", "K9"], &["G9", "L9"][..]),
        (["G6", "H6", "I6", "K6"], &["J6"]),
        (["G9", "H9", "J9", "K9"], &["I9"]),
        (["G12", "I12", "J12", "K12"], &["H12"]),
        (["S16", "S17", "S18", "S19"], &["S15"]),
    ] {
        let others = ["A1", "S1", "A19", "D3"];
        let black = answer(&run("Black", &board(&stones, &others)));
        assert!(completions.contains(&black.as_str()), "{stones:?}: {black}");
        let white = answer(&run("White", &board(&others, &stones)));
        assert!(completions.contains(&white.as_str()), "{stones:?}: {white}");
    }
}

#[test]
fn the_engine_blocks_a_four() {
    let four = ["H9", "I9", "J9", "K9"];
    let input = board(&four, &["G9", "A1", "S19"]);
    assert_eq!(answer(&run("White", &input)), "L9");
    let input = board(&["G9", "A1", "S19", "D4"], &four);
    assert_eq!(answer(&run("Black", &input)), "L9");
}

#[test]
fn a_bad_board_is_one_line_of_error() {
    let empty = board(&[], &[]);
    let rows = |count: usize| "...................\n".repeat(count);
    for (input, words) in [
        (String::new(), "19 lines were expected, not 0"),
        (rows(18), "19 lines were expected, not 18"),
        (rows(20), "19 lines were expected, not 20"),
        (format!("1\n{empty}"), "19 lines were expected, not 20"),
        (
            empty.replacen("....\n", "...\n", 1),
            "line 1: 19 points were expected, not 18",
        ),
        (
            rows(2) + "...2...............\n" + &rows(16),
            "line 3: `2` is not `.`, `1` (black) or `0` (white)",
        ),
        (
            rows(18) + "..\x1b................\n",
            "line 19: `\\u{1b}` is not `.`",
        ),
        (
            board(&["A1", "B1", "C1", "D1", "E1"], &[]),
            "the game is over: there is a winning row",
        ),
        ("10101010101\n".repeat(19), "line 1: 19 points"),
    ] {
        for side in ["Black", "White"] {
            let error = program::refused(&[side], input.as_str());
            assert!(error.contains(words), "{words}: {error}");
        }
    }
    program::refused(&["Black", "board.txt"], empty.as_str());
    program::refused(&["White"], b"\xff\xfe");
}

#[test]
fn analyze_treats_a_board_of_19_like_any_other() {
    let input = board(&["J10"], &["J11"]).replace('0', "2");
    let args = ["analyze", "--depth", "2", "--multipv", "2"];
    for side in ["1\n", "white\n"] {
        let output = program::run(&args, (side.to_string() + &input).as_bytes());
        let text = String::from_utf8_lossy(&output.stdout);
        for words in ["# depth 2", "best move:", "best lines:", "19 . ."] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    let output = program::run(&["analyze", "--contest"], input.as_bytes());
    assert_eq!(output.status.code(), Some(2));
}
