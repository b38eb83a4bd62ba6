//! Notes on what is assumed when a file is read, and the choice of a game.

use crate::support::folder::Folder;
use crate::support::program::{printed, refused, run};

/// Two games; the first has a branch and a comment.
const GAMES: &str = "(;GM[4]SZ[15]RU[renju]RE[B+]PB[Anna]PW[Ben];B[hh]C[centre]\n\
                     (;W[ig];B[jf])(;W[ii]))\n\
                     (;GM[4]SZ[15]RU[renju]RE[W+];B[hh];W[hg])\n";

/// The notes of a run.
fn notes(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn the_games_of_a_file_are_listed_and_chosen() {
    let folder = Folder::new();
    let games = folder.write("games.sgf", GAMES);
    for command in ["analyze", "solve", "review", "fouls"] {
        assert_eq!(
            printed(&[command, "--list", &games], ""),
            "1: Anna - Ben, 4 moves, black won, renju\n2: ? - ?, 2 moves, white won, renju\n"
        );
    }
    assert_eq!(
        notes(&["fouls", &games], ""),
        "note: the file has 2 games; this is game 1; --game N takes another\n\
         note: 1 move outside the main line is left out\n"
    );
    assert_eq!(notes(&["fouls", "--game", "2", &games], ""), "");
    let second = printed(&["fouls", "--game", "2", &games], "");
    assert!(second.contains("[o]"), "{second}");
    let error = refused(&["fouls", "--game", "3", &games], "");
    assert!(error.contains("there is no game 3"), "{error}");
    let error = refused(&["fouls", "--game", "2", "--moves", "h8"], "");
    assert!(error.contains("`--game` and `--moves`"), "{error}");
}

#[test]
fn a_larger_board_for_moves_that_were_typed_is_noted() {
    let large = "note: the size of the board is not stated; 19x19 is assumed\n";
    for command in ["fouls", "analyze"] {
        let told = |moves: &[&str]| {
            let limit = if command == "analyze" {
                &["--nodes", "10"][..]
            } else {
                &[]
            };
            notes(&[&[command], limit, moves].concat(), "")
        };
        assert!(told(&["--moves", "h16"]).contains(large), "{command}");
        assert!(
            !told(&["--moves", "h15"]).contains("size of the board"),
            "{command}"
        );
        assert!(
            !told(&["--size", "19", "--moves", "h16"]).contains("size"),
            "{command}"
        );
    }
}

#[test]
fn each_assumption_is_noted_on_standard_error_or_in_the_document() {
    let sgf = "a game\n(;GM[1]QPR[aa];B[hh];W[ig])";
    let analyze = ["analyze", "--nodes", "100"];
    let printed = notes(&analyze, sgf);
    for part in [
        "the rule is not stated; freestyle is assumed",
        "15x15 is assumed",
        "GM[1] is Go",
        "text was ignored: `a game`",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert!(
        printed.lines().all(|line| line.starts_with("note: ")),
        "{printed}"
    );
    let output = run(&[&analyze[..], &["--json"]].concat(), sgf);
    assert!(output.stderr.is_empty());
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let in_document = document["notes"].as_array().expect("notes");
    assert_eq!(in_document.len(), printed.lines().count());
    assert_eq!(
        notes(&[&analyze[..], &["--moves", "h8 i9"]].concat(), ""),
        ""
    );
    let fouls = notes(&["fouls"], "# size: 15\nh8 i9\n");
    assert_eq!(fouls, "note: the rule is not stated; renju is assumed\n");
}

#[test]
fn a_game_with_a_pass_can_arise() {
    let analyzed = printed(&["analyze", "--nodes", "100"], "h8 pass j10");
    assert!(!analyzed.contains("cannot arise"), "{analyzed}");
    assert!(analyzed.contains("renju"), "{analyzed}");
}

#[test]
fn a_result_that_the_board_contradicts_is_noted() {
    let won = "(;GM[4]SZ[15]RU[renju]RE[W+];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea];B[kh];W[ga];B[lh])";
    let expected = "note: the record says white won, but on the board black won\n";
    for args in [&["analyze"][..], &["fouls"], &["review", "--nodes", "100"]] {
        let output = run(args, won);
        let errors = String::from_utf8(output.stderr).expect("UTF-8");
        let notes: String = errors
            .lines()
            .filter(|line| line.starts_with("note: "))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(notes, expected, "{args:?}");
    }
}

#[test]
fn fields_of_json_that_mean_nothing_are_noted() {
    let printed = |fields: &str| {
        let input = format!(r#"{{"moves": "h8i9", "size": 15, "rule": "renju", {fields}}}"#);
        notes(&["fouls"], &input)
    };
    assert_eq!(printed(r#""side": "black", "winner": "draw""#), "");
    for (fields, note) in [
        (r#""side": 1"#, "note: `side` is 1; it is read as black\n"),
        (r#""side": 0"#, "note: `side` is not read: 0\n"),
        (r#""side": "red""#, "note: `side` is not read: \"red\"\n"),
        (r#""winner": 2"#, "note: `winner` is not read: 2\n"),
        (
            r#""blocked": "all""#,
            "note: `blocked` is not read: \"all\"\n",
        ),
        (r#""width": "15""#, "note: `width` is not read: \"15\"\n"),
    ] {
        assert_eq!(printed(fields), note);
    }
    let rule = notes(
        &["fouls"],
        r#"{"moves": "h8", "size": 15, "rule": ["renju"]}"#,
    );
    assert!(rule.contains("`rule` is not read: [\"renju\"]"), "{rule}");
}
