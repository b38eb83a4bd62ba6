//! The contest form of `analyze`: a board of 19x19 answered by the bare move.

mod support;

use support::program;

/// Standard output of `analyze` with these arguments and this input.
fn analyzed(args: &[&str], input: &str) -> String {
    let output = program::run(&[&["analyze"][..], args].concat(), input.as_bytes());
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{args:?}"
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A board of 19x19 with stones given as `H9`, rows from the top, in the contest form.
fn contest(side: &str, black: &[&str], white: &[&str]) -> String {
    let mut rows = vec![vec!['.'; 19]; 19];
    for (stones, symbol) in [(black, '1'), (white, '2')] {
        for stone in stones {
            let (column, row) = contest_point(stone);
            rows[row][column] = symbol;
        }
    }
    let rows: Vec<String> = rows.iter().map(String::from_iter).collect();
    format!("{side}\n{}\n", rows.join("\n"))
}

/// Column and row from 0 of a move in the contest form.
fn contest_point(text: &str) -> (usize, usize) {
    let letter = text.bytes().next().expect("a letter");
    let row: usize = text[1..].parse().expect("a row");
    assert!(
        (b'A'..=b'S').contains(&letter) && (1..=19).contains(&row),
        "{text}"
    );
    (usize::from(letter - b'A'), row - 1)
}

/// The answer to a position in the contest form: exactly one line with a move.
fn contest_answer(input: &str) -> String {
    let text = analyzed(&["--time", "300ms"], input);
    let answer = text.strip_suffix('\n').expect("a whole line").to_string();
    contest_point(&answer);
    answer
}

#[test]
fn the_contest_form_is_answered_by_the_bare_move() {
    let stones: (&[&str], &[&str]) = (&["J10", "K10"], &["J11"]);
    for side in ["1", "2", "x", "white", "1 to move"] {
        let answer = contest_answer(&contest(side, stones.0, stones.1));
        assert!(!stones.0.contains(&answer.as_str()) && !stones.1.contains(&answer.as_str()));
    }
    let text = analyzed(&["--contest", "--time", "300ms", "--moves", "h8 i9"], "");
    assert_eq!(text.lines().count(), 1);
    contest_point(text.trim_end());
    let bare = analyzed(&["--contest", "--depth", "2", "--moves", "h8 i9"], "");
    assert_eq!(bare.lines().count(), 1, "no iterations are printed");
}

/// The shapes of a four.
#[test]
fn the_engine_completes_its_own_four() {
    for (stones, completions) in [
        (["H9", "I9", "J9", "K9"], &["G9", "L9"][..]),
        (["G6", "H6", "I6", "K6"], &["J6"]),
        (["G9", "H9", "J9", "K9"], &["I9"]),
        (["G12", "I12", "J12", "K12"], &["H12"]),
    ] {
        let others = ["A1", "S1", "A19", "S19"];
        for (side, black, white) in [("1", stones, others), ("2", others, stones)] {
            let answer = contest_answer(&contest(side, &black, &white));
            assert!(
                completions.contains(&answer.as_str()),
                "{stones:?}: {answer}"
            );
        }
    }
}

#[test]
fn the_engine_blocks_a_four() {
    let four = ["H9", "I9", "J9", "K9"];
    let input = contest("2", &four, &["G9", "A1", "S19"]);
    assert_eq!(contest_answer(&input), "L9");
    let input = contest("1", &["G9", "A1", "S19", "D4"], &four);
    assert_eq!(contest_answer(&input), "L9");
}
