//! `review`, run through the real program.

use std::fs;
use std::process::Output;

use crate::support::folder::Folder;
use crate::support::program;
use crate::support::text::{elements, find_field, picture};

/// A game of renju with several mistakes.
const GAME: &str = "h8 i9 j8 i8 i7 j7 g9 k6 h10 j6 h9 h11 f9 e9 i10";

fn run(args: &[&str], input: &str) -> Output {
    let fixed = ["review", "--nodes", "3000"];
    program::run(&[&fixed[..], args].concat(), input.as_bytes())
}

/// The result without the lines of progress.
fn reviewed(args: &[&str]) -> String {
    reviewed_from(args, "")
}

/// The same with this input.
fn reviewed_from(args: &[&str], input: &str) -> String {
    let fixed = ["review", "--nodes", "3000"];
    result(&program::printed(&[&fixed[..], args].concat(), input))
}

/// Standard output without the lines of progress.
fn result(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The line of a move and the lines of its reasons, joined by blanks.
fn about(text: &str, number: usize) -> String {
    let start = format!("{number:>3}. ");
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&start));
    let first = lines
        .next()
        .unwrap_or_else(|| panic!("no move {number} in\n{text}"));
    let rest = lines.take_while(|line| line.starts_with("     ") && !line.starts_with(&start));
    let lines = std::iter::once(first).chain(rest);
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

#[test]
fn mistakes_are_named_with_their_reasons() {
    for (moves, number, expected) in [
        (
            "h8 i9 i8 j9 j8 h10 a1",
            7,
            "missed win ! Missed a win: open four at ",
        ),
        (
            "a8 a7 a9 h8 a10 h9 a11 o1",
            8,
            "! Does not stop black's five at a12. Better: a12 (",
        ),
        (
            "h8 i9 i8 j9 j8 a1",
            6,
            "! Does not stop black's open four at ",
        ),
        (
            "a8 h8 a9 h9 a10 i9 a11 a12 o1",
            9,
            "missed win ! Missed a win: five at a7.",
        ),
    ] {
        let text = reviewed(&["--moves", moves]);
        let shown = about(&text, number);
        assert!(shown.contains(expected), "{shown}\n{text}");
    }
    // k8 would stop a four-three too.
    let text = reviewed(&["--moves", "h8 i9 k10 h10 k11 g6 i8 j9 j8 g8"]);
    let wrong = "Blocks the wrong end of the row and allows black's four-three at k8. Better: k8";
    assert!(about(&text, 10).contains(wrong), "{text}");
    let text = reviewed(&["--rule", "renju", "--moves", GAME]);
    for (number, expected) in [
        (8, "Does not stop black's open four at f10."),
        (9, "Missed a win: open four at f10."),
        (13, "Missed a win: four-three at h6, then "),
        (14, "Overlooks black's four-three at h6."),
    ] {
        let shown = about(&text, number);
        assert!(shown.contains(expected), "{shown}");
    }
    assert!(about(&text, 11).ends_with("best"), "{text}");
}

#[test]
fn forced_wins_are_told_once_with_their_moves() {
    let text = reviewed(&["--moves", "h10 e8 g8 g11 g10 f6 i7 e7 a1"]);
    let line = "black's forced win (VCT): i10 f10 i8 i9 h9, in 5 moves.";
    assert!(about(&text, 8).contains(line), "{text}");
    let missed = about(&text, 9);
    assert!(missed.contains("Missed a forced win (VCT): i10 f10 i8 i9 h9, in 5 moves."));
    assert_eq!(missed.matches("i10").count(), 1, "{missed}");
    let terms = find_field(&text, "terms").expect("an explanation of VCT");
    assert!(terms.starts_with("VCT: a win by "), "{terms}");
    let mut found = 0;
    for number in 1..=9 {
        let about = about(&text, number);
        let better = about.split_once("Better: ").map(|(_, better)| better);
        if let Some((best, rest)) = better.and_then(|better| better.split_once(' ')) {
            found += 1;
            let mut words = rest.split(|c: char| !c.is_ascii_alphanumeric());
            assert!(!words.any(|word| word == best), "{about}");
        }
    }
    assert!(found > 0, "{text}");
}

/// The number of moves that a review calls decisive.
fn decisive_moves(text: &str) -> usize {
    let lines = text.lines();
    lines.filter(|line| line.starts_with("decisive:")).count()
}

#[test]
fn the_summary_counts_grades_and_names_decisive_moves() {
    let text = reviewed(&["--rule", "renju", "--moves", GAME]);
    let accuracy = find_field(&text, "accuracy").expect("an accuracy");
    assert!(accuracy.starts_with("black ") && accuracy.contains(" %, white "));
    let graded = |side| -> usize {
        let counts = find_field(&text, side).expect("grades").split(", ");
        let number = |count: &str| count.split(' ').next().unwrap().parse::<usize>();
        counts.map(|count| number(count).expect("a number")).sum()
    };
    assert_eq!((graded("black"), graded("white")), (8, 7));
    assert!((2..=5).contains(&decisive_moves(&text)), "{text}");
    assert!(
        text.contains("9 black h10, 100 % to 0 %, missed win"),
        "{text}"
    );
}

#[test]
fn reviews_are_repeatable_and_fit_the_terminal() {
    let args = [
        "review", "--nodes", "1000", "--rule", "renju", "--moves", GAME,
    ];
    let shown = |columns: &str| {
        let mut command = program::command();
        command.args(args).env("COLUMNS", columns);
        result(&program::printed_by(command, ""))
    };
    for columns in ["80", "40"] {
        let text = shown(columns);
        let width: usize = columns.parse().unwrap();
        for line in text.lines() {
            assert!(line.chars().count() <= width, "{line}");
        }
        assert_eq!(text, shown(columns), "{columns}");
    }
}

#[test]
fn progress_is_printed_as_comments() {
    let output = run(&["--moves", "h8 i9 j10"], "");
    let text = String::from_utf8_lossy(&output.stdout);
    let progress: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with('#'))
        .collect();
    assert_eq!(progress.len(), 3, "{text}");
    assert!(
        progress[0].starts_with("# 3 black j10, "),
        "from the last move on: {text}"
    );
    assert!(progress[2].starts_with("# 1 black h8, "), "{text}");
}

#[test]
fn finished_games_end_with_their_result() {
    let five = "h8 i9 h9 i10 h10 i11 h11 i13 h12";
    let text = reviewed(&["--moves", five]);
    assert_eq!(
        find_field(&text, "result"),
        Some("black wins with h12 h11 h10 h9 h8")
    );
    assert!(about(&text, 9).contains("100 %  100 %  best"), "{text}");
    assert!(
        about(&text, 6).contains("Does not stop black's open four at "),
        "{text}"
    );
    let text = reviewed(&["--moves", &format!("{five} a1 a2")]);
    let note = "cannot arise: the game ended with move 9, but 2 moves follow";
    assert_eq!(find_field(&text, "note"), Some(note), "{text}");
    assert_eq!(find_field(&text, "moves"), Some("9"));
    let foul = "f8 a1 g8 o15 h10 a15 h9 o1 h8";
    let text = reviewed(&["--rule", "renju", "--moves", foul]);
    let shown = about(&text, 9);
    assert!(shown.contains("   0 %"), "{shown}");
    assert!(
        shown.contains("Forbidden: two open threes at once (double three)."),
        "{shown}"
    );
    // The last move fills the board.
    let draw = "(;GM[4]SZ[5]AB[aa][ba][ea][cb][db][ac][bc][ec][cd][dd][ae][be]\
                AW[ca][da][ab][bb][eb][cc][dc][ad][bd][ed][ce][de];B[ee])";
    let text = reviewed_from(&[], draw);
    assert_eq!(find_field(&text, "result"), Some("draw"), "{text}");
    assert!(about(&text, 1).contains("50 %   50 %  best"), "{text}");
}

#[test]
fn every_kind_of_record_is_reviewed() {
    for (file, moves) in [
        ("tavern.psq", "7"),
        ("tournament.psq", ""),
        ("renju.sgf", "7"),
        ("forum.txt", ""),
    ] {
        let path = format!("tests/records/{file}");
        let text = reviewed(&["--nodes", "300", &path]);
        let shown = find_field(&text, "moves").expect("a number of moves");
        assert!(moves.is_empty() || shown == moves, "{file}: {text}");
        let rows = text
            .lines()
            .filter(|line| line.contains(". x ") || line.contains(". o "));
        assert_eq!(rows.count().to_string(), shown, "{file}: {text}");
    }
    let text = reviewed(&["--nodes", "300", "tests/records/renju.sgf"]);
    assert_eq!(find_field(&text, "rule"), Some("renju"));
    assert!(text.contains("Lindqvist [2 dan]"), "{text}");
    for rule in ["standard", "caro", "caro-exact"] {
        let text = reviewed(&["--rule", rule, "--nodes", "300", "--moves", GAME]);
        assert_eq!(find_field(&text, "rule"), Some(rule));
    }
}

#[test]
fn passes_set_up_stones_and_openings_are_understood() {
    let game = "(;GM[4]SZ[15]AB[hh][ih]AW[hi];W[ii];B[jh];W[];B[kh])";
    let text = reviewed_from(&[], game);
    assert!(about(&text, 3).contains("o pass"), "{text}");
    assert!(
        about(&text, 3).contains("Does not stop black's open four at "),
        "{text}"
    );
    assert_eq!(find_field(&text, "moves"), Some("4"));
    let text = reviewed(&["--opening", "3", "--moves", "h8 a1 o15 i9"]);
    for number in 1..=3 {
        assert!(about(&text, number).ends_with("opening"), "{text}");
    }
    assert!(!about(&text, 4).ends_with("opening"), "{text}");
    assert_eq!(
        find_field(&text, "black"),
        None,
        "no move of black's is graded: {text}"
    );
}

#[test]
fn the_graph_shows_the_win_chance() {
    let folder = Folder::new();
    let path = &folder.path("graph.svg");
    reviewed(&["--rule", "renju", "--svg", path, "--moves", GAME]);
    let svg = folder.read("graph.svg");
    let document = picture(&svg);
    let of = |class: &str| -> Vec<_> {
        let nodes = document.descendants();
        nodes
            .filter(|node| node.attribute("class") == Some(class))
            .collect()
    };
    let line = of("chance")[0].attribute("points").expect("points");
    let heights: Vec<f64> = line
        .split(' ')
        .map(|point| {
            point
                .split_once(',')
                .expect("x,y")
                .1
                .parse()
                .expect("a number")
        })
        .collect();
    assert_eq!(heights.len(), 16);
    // Black has won after move 8, white after move 9.
    assert!(heights[8] < heights[0] && heights[0] < heights[9], "{line}");
    let texts = document.descendants().filter_map(|node| node.text());
    assert!(texts.into_iter().any(|text| text.contains("accuracy ")));
    let names: Vec<_> = of("moment").iter().filter_map(|node| node.text()).collect();
    assert!(names.contains(&"9. h10"), "{names:?}");
    let errors = of("mistake").len() + of("blunder").len();
    assert!(errors > 0 && !of("missed-win").is_empty());
    let printed = run(&["--svg", "-", "--moves", "h8 i9 j10"], "");
    let svg = String::from_utf8(printed.stdout).expect("UTF-8");
    picture(&svg);
}

#[test]
fn decisive_moves_are_drawn_on_request() {
    let folder = Folder::new();
    let path = &folder.path("pictures");
    let text = reviewed(&["--rule", "renju", "--pictures", path, "--moves", GAME]);
    let svg = folder.read("pictures/move-009.svg");
    let pictures = fs::read_dir(path).expect("the folder").count();
    assert_eq!(pictures, decisive_moves(&text));
    assert_eq!(elements(&svg, "circle", "stone").len(), 8);
    assert_eq!(elements(&svg, "circle", "played").len(), 1);
    assert!(!elements(&svg, "circle", "line").is_empty(), "{svg}");
}

#[test]
fn the_game_is_written_with_comments_and_variations() {
    let folder = Folder::new();
    let path = &folder.path("game.sgf");
    reviewed(&["--rule", "renju", "--sgf", path, "--moves", GAME]);
    let sgf = folder.read("game.sgf");
    let printed = reviewed(&["--rule", "renju", "--sgf", "-", "--moves", GAME]);
    assert!(printed.starts_with("(;FF[4]GM[4]"), "{printed}");
    assert!(!std::path::Path::new("-").exists());
    assert!(
        sgf.contains("RU[renju]") && sgf.contains("C[accuracy: black "),
        "{sgf}"
    );
    let mistake = ";B[hf]C[9 black h10, 100 % to 0 %, missed win\nMissed a win: open four at f10.";
    assert!(sgf.contains(mistake), "{sgf}");
    // The open four at f10 is a variation beside the move, after the main line.
    let branches = sgf.lines().skip(1).filter(|line| line.starts_with("(;"));
    let (played, better): (Vec<&str>, Vec<&str>) = branches.partition(|line| line.contains("C["));
    assert!(played.iter().any(|line| line.starts_with("(;B[hf]")));
    assert!(better.iter().any(|line| line.starts_with("(;B[ff]")));
    assert!(
        played.len() == better.len() && sgf.ends_with("))\n"),
        "{sgf}"
    );
    // The file is a game again.
    let again = reviewed(&["--nodes", "300", path]);
    assert_eq!(find_field(&again, "rule"), Some("renju"));
    assert_eq!(find_field(&again, "moves"), Some("15"));
}

#[test]
fn wrong_input_is_refused_with_one_line() {
    for (args, input, part) in [
        (&["--moves", ""][..], "", "no moves"),
        (&[], ".....\n.....\n..x..\n.....\n.....\n", "no moves"),
        (&["no/such/game.psq"], "", "no/such/game.psq"),
        (&["--moves", "h8 h8"], "", "h8"),
        (&["--grade", "x"], "", "--grade"),
        (
            &[],
            "(;GM[4]SZ[15]AB[aa][ba][ca][da][ea];W[hh])",
            "the game is over before move 1",
        ),
    ] {
        let error = program::refused(&[&["review"], args].concat(), input);
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn the_result_comes_before_errors_about_files() {
    for option in ["--svg", "--sgf"] {
        // It can be opened, so only writing fails.
        let path = "/dev/full";
        let output = run(&[option, path, "--moves", "h8 i9"], "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(path), "{error}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(find_field(&text, "accuracy").is_some(), "{option}");
    }
    let output = run(&["--pictures", "/dev/null/none", "--moves", "h8 i9"], "");
    assert_eq!(
        (output.status.code(), &output.stdout[..]),
        (Some(1), &b""[..])
    );
}
