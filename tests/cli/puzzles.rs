//! `puzzles`, run through the real program.

use std::fs;

use crate::support::folder::Folder;
use crate::support::json_schema::Schema;
use crate::support::program;
use goshawk::board::notation::point_names;
use goshawk::record::{Collection, Given};
use goshawk::report::puzzles::read::{is_puzzles, read};
use goshawk::types::Color;
use serde_json::{Value, json};

/// Three games with a puzzle each: two by fours and one by threats, whose win ends with a puzzle by
/// fours.
const GAMES: &str = "tests/records/puzzles.sgf";

/// What the program prints about these games with a small node limit.
fn printed(args: &[&str]) -> String {
    let fixed = ["puzzles", "--nodes", "20000"];
    program::printed(&[&fixed[..], args].concat(), "")
}

/// The document of `--json`, checked against the schema.
fn document(args: &[&str]) -> Value {
    let text = printed(&[args, &["--json"]].concat());
    let document = serde_json::from_str(&text).expect("JSON");
    let schema = Schema::in_help(&program::printed(&["help", "json"], ""));
    if let Err(error) = schema.check(&document) {
        panic!("{error}\n{text}");
    }
    document
}

/// The games mirrored left to right, with other names.
fn mirrored(text: &str) -> String {
    let mut mirrored = String::new();
    let mut rest = text;
    while let Some(at) = rest.find([';']) {
        let (before, from) = rest.split_at(at + 1);
        mirrored.push_str(before);
        rest = from;
        let mut chars = rest.chars();
        let is_move = matches!(chars.next(), Some('B' | 'W')) && chars.next() == Some('[');
        if is_move {
            let column = rest.as_bytes()[2];
            let image = b'a' + (14 - (column - b'a'));
            mirrored.push_str(&rest[..2]);
            mirrored.push(char::from(image));
            rest = &rest[3..];
        }
    }
    mirrored.push_str(rest);
    mirrored
}

#[test]
fn puzzles_are_found_with_their_solutions() {
    let document = document(&[GAMES]);
    let puzzles = document["puzzles"].as_array().expect("a list");
    let found: Vec<(&str, &Value)> = puzzles
        .iter()
        .map(|puzzle| (puzzle["kind"].as_str().unwrap(), &puzzle["solution"]))
        .collect();
    let expected = [
        ("vcf", &json!([12, 6])),
        ("vcf", &json!([9, 8])),
        ("vct", &json!([10, 8])),
    ];
    assert_eq!(found, expected);
    assert_eq!(document["games"], 3);
    assert_eq!(document["complete"], true);
    assert_eq!(puzzles[0]["source"]["game"], 2);
    assert_eq!(puzzles[0]["source"]["move"], 57);
    for puzzle in puzzles {
        let stones =
            puzzle["black"].as_array().unwrap().len() + puzzle["white"].as_array().unwrap().len();
        assert_eq!(
            stones + 1,
            puzzle["source"]["move"].as_u64().unwrap() as usize
        );
        assert_eq!(puzzle["proof"][0]["move"], puzzle["solution"]);
        assert_eq!(
            puzzle["line"].as_array().unwrap().len(),
            puzzle["difficulty"]["plies"].as_u64().unwrap() as usize
        );
    }
}

/// `solve` finds the same first move, and no win after any of the others.
#[test]
fn the_solver_of_one_position_agrees() {
    let text = printed(&[GAMES, "--kind", "vcf", "--json"]);
    let puzzles = read(text.as_bytes()).expect("puzzles").puzzles;
    assert_eq!(puzzles.len(), 3);
    for puzzle in puzzles {
        let moves: Vec<String> = puzzle
            .moves
            .iter()
            .map(|at| format!("{},{}", at.x, at.y))
            .collect();
        let solve = |more: &[String]| -> Value {
            let moves = [&moves[..], more].concat().join(" ");
            let answer = program::printed(
                &[
                    "solve", "--vcf", "--json", "--nodes", "1000000", "--moves", &moves,
                ],
                "",
            );
            serde_json::from_str(&answer).expect("JSON")
        };
        let found = solve(&[]);
        assert_eq!(found["answer"]["moves"][0], json!(puzzle.solution));
        assert_eq!(found["answer"]["mate"], puzzle.difficulty.plies);
        for other in &puzzle.others {
            // The only stop of the four makes no five, so that white has one reply.
            let four = format!("{},{}", other.x, other.y);
            let after = solve(&[four.clone(), "pass".to_string()]);
            let five = &after["answer"]["moves"][0];
            let stop = format!("{},{}", five[0], five[1]);
            let answer = solve(&[four, stop]);
            assert_eq!(answer["answer"]["verdict"], "none", "{other:?}");
        }
    }
}

#[test]
fn symmetric_positions_are_one_puzzle() {
    let folder = Folder::new();
    let text = fs::read_to_string(GAMES).expect("the games");
    folder.write("a.sgf", &text);
    folder.write("c.sgf", mirrored(&text));
    let root = folder.root().to_str().expect("UTF-8");
    let both = document(&[root, "--kind", "vcf", "--threads", "2"]);
    assert_eq!(both["games"], 6);
    assert_eq!(both["puzzles"].as_array().unwrap().len(), 3);
    let one = document(&[&folder.path("c.sgf"), "--kind", "vcf"]);
    for (one, other) in one["puzzles"]
        .as_array()
        .unwrap()
        .iter()
        .zip(both["puzzles"].as_array().unwrap())
    {
        assert_eq!(one["id"], other["id"]);
        assert_ne!(one["solution"], other["solution"]);
    }
}

#[test]
fn limits_leave_puzzles_out() {
    let count = |args: &[&str]| {
        let document = document(&[&[GAMES], args].concat());
        document["puzzles"].as_array().unwrap().len()
    };
    assert_eq!(count(&["--kind", "vct"]), 1);
    assert_eq!(count(&["--min-moves", "4"]), 2);
    assert_eq!(count(&["--min-moves", "13"]), 0);
    // The first game has a puzzle, so that the others are not needed.
    assert_eq!(count(&["--max", "1"]), 1);
    // In renju the first moves of these games are the same, but black's fours may be forbidden.
    let renju = document(&[GAMES, "--rule", "renju"]);
    assert!(
        renju["puzzles"]
            .as_array()
            .unwrap()
            .iter()
            .all(|puzzle| puzzle["rule"] == "renju")
    );
}

#[test]
fn the_text_has_the_solutions_at_the_end() {
    let text = printed(&[GAMES]);
    let (questions, solutions) = text.split_once("\nSolutions\n").expect("solutions");
    assert!(questions.starts_with("3 puzzles in "), "{questions}");
    assert!(
        questions.contains("   1. black to move wins by fours alone (VCF) in 3 moves; "),
        "{questions}"
    );
    assert!(questions.contains("game 2, move 57, b - a"), "{questions}");
    assert!(!questions.contains("m9"), "{questions}");
    assert!(solutions.contains("   1. m9 m11 "), "{solutions}");
    // What is not excluded is said: a quiet move may win where only one four does.
    let marked = solutions
        .lines()
        .filter(|line| line.ends_with(" *"))
        .count();
    let document = document(&[GAMES]);
    let puzzles = document["puzzles"].as_array().expect("a list").iter();
    let fours = puzzles.filter(|puzzle| puzzle["unique_among"] == "fours");
    assert_eq!(marked, fours.count());
    let legend = "   *  The first move is the only four that wins; a quiet move may win too.";
    assert_eq!(solutions.contains(legend), marked > 0);
}

#[test]
fn files_hold_the_puzzles_and_their_solutions() {
    let folder = Folder::new();
    let (sgf, sheet) = (folder.path("p.sgf"), folder.path("p.html"));
    let text = printed(&[GAMES, "--sgf", &sgf, "--sheet", &sheet]);
    assert!(text.starts_with("3 puzzles"));
    let bytes = fs::read(&sgf).expect("the file");
    let collection = Collection::read(&bytes, &Given::default()).expect("games");
    assert_eq!(collection.games.len(), 3);
    for (tree, first) in collection.games.iter().zip(["m9", "j7", "k7"]) {
        let record = collection.main_line(tree).expect("a game");
        let line: Vec<_> = record.moves.iter().map(|played| played.point).collect();
        let names = point_names(&line, record.size());
        assert!(names.starts_with(first), "{names}");
        assert_eq!(line.len() % 2, 1, "{names}");
        assert_eq!(record.moves[0].color, Color::Black);
        assert!(record.start.occupied().next().is_some());
    }
    // The win against every reply that may help.
    assert!(collection.games[2].moves_in_branches() > 50);
    let page = fs::read_to_string(&sheet).expect("the sheet");
    let body = &page[page.find("<body>").expect("a body")..page.len() - "</html>\n".len()];
    let body = body.replace("<br>", "<br/>");
    let document = roxmltree::Document::parse(&body).expect("well-formed");
    let figures = document
        .descendants()
        .filter(|node| node.has_tag_name("figure"));
    assert_eq!(figures.count(), 6);
    let (questions, solutions) = page.split_once("<h2>Solutions").expect("solutions");
    assert_eq!(solutions.matches("The only ").count(), 3);
    assert!(
        !questions.contains("class=\"line\""),
        "a solution among the questions"
    );
    // Existing files are kept.
    let output = program::run(&["puzzles", GAMES, "--sgf", &sgf], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--overwrite"));
}

#[test]
fn a_run_goes_on_from_its_results() {
    let folder = Folder::new();
    let results = folder.path("r.jsonl");
    let args = [GAMES, "--json", "--results", &results];
    let whole = printed(&args);
    let lines = fs::read_to_string(&results).expect("results");
    assert_eq!(lines.lines().count(), 4);
    // As if the program had been killed within the last line.
    fs::write(&results, &lines[..lines.len() - 10]).expect("written");
    assert_eq!(printed(&args), whole);
    let again = fs::read_to_string(&results).expect("results");
    assert_eq!(again.lines().count(), 4);
    let changed = ["puzzles", GAMES, "--nodes", "30000", "--results", &results];
    let error = program::refused(&changed, "");
    let expected = "it was made with --nodes 20000, not 30000";
    assert!(error.contains(expected), "{error}");
    let error = program::refused(&["review", "--batch", GAMES, "--results", &results], "");
    assert!(error.contains("it has results of `puzzles`"), "{error}");
    assert_eq!(fs::read_to_string(&results).expect("results"), again);
}

#[test]
fn corrections_of_a_record_need_no_other_search() {
    let folder = Folder::new();
    let games = fs::read_to_string(GAMES).expect("the games");
    let path = folder.write("a.sgf", &games);
    let results = folder.path("r.jsonl");
    let args = [&*path, "--kind", "vcf", "--results", &results];
    let old = document(&args);
    let lines = fs::read_to_string(&results).expect("results");
    folder.write("a.sgf", games.replace("PB[", "PB[New "));
    let new = document(&args);
    for (old, new) in old["puzzles"]
        .as_array()
        .unwrap()
        .iter()
        .zip(new["puzzles"].as_array().unwrap())
    {
        let name = format!("New {}", old["source"]["black"].as_str().unwrap());
        assert_eq!(new["source"]["black"], name.as_str());
        assert_eq!(new["source"]["move"], old["source"]["move"]);
    }
    assert_eq!(fs::read_to_string(&results).expect("results"), lines);
}

#[test]
fn games_that_cannot_be_read_are_named() {
    let folder = Folder::new();
    folder.write("a.sgf", fs::read_to_string(GAMES).expect("the games"));
    folder.write("b.sgf", "(;GM[4]SZ[15];B[hh];W[hh])");
    folder.write("c.psq", "nothing of the kind");
    let root = folder.root().to_str().expect("UTF-8");
    let output = program::run(&["puzzles", root, "--nodes", "20000", "--kind", "vcf"], "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(
        errors.contains("c.psq: ") && errors.contains("b.sgf, game 1: "),
        "{errors}"
    );
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("3 puzzles"));
    assert!(program::refused(&["puzzles", "no-such-file"], "").contains("no-such-file"));
}

#[test]
fn documents_are_read_again() {
    let text = printed(&[GAMES, "--kind", "vcf", "--json"]);
    assert!(is_puzzles(text.as_bytes()));
    let found = read(text.as_bytes()).expect("a document");
    assert_eq!(found.puzzles.len(), 3);
    let puzzle = &found.puzzles[0];
    assert_eq!(puzzle.game().expect("a position").ply(), puzzle.moves.len());
    assert_eq!(
        puzzle.question(),
        "black to move wins by fours alone (VCF) in 3 moves"
    );
    assert_eq!(puzzle.line.len(), 5);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut value = value.clone();
        change(&mut value);
        let read = read(value.to_string().as_bytes());
        read.expect_err("an error").to_string()
    };
    for (change, expected) in [
        (
            &(|v: &mut Value| v["command"] = json!("games")) as &dyn Fn(&mut Value),
            "`games`",
        ),
        (&|v: &mut Value| v["puzzles"] = json!([]), "no puzzles"),
        (
            &|v: &mut Value| v["puzzles"][1]["rule"] = json!("chess"),
            "puzzles[1].rule: unknown variant `chess`",
        ),
        (
            &|v: &mut Value| v["puzzles"][0]["width"] = json!(3),
            "puzzle 1: there is no board",
        ),
        (
            &|v: &mut Value| v["puzzles"][0]["black"][0] = json!([15, 0]),
            "puzzle 1: a stone",
        ),
        (
            &|v: &mut Value| v["puzzles"][0]["solution"] = json!([0, 0]),
            "its line does not begin",
        ),
        (
            &|v: &mut Value| v["puzzles"][0]["line"][1] = v["puzzles"][0]["line"][0].clone(),
            "line cannot",
        ),
        (
            &|v: &mut Value| v["puzzles"][0]["proof"][0]["replies"][0]["node"] = json!(0),
            "not a tree",
        ),
        (
            &|v: &mut Value| v["puzzles"][0]["proof"][0]["replies"][0]["node"] = json!(99),
            "not a tree",
        ),
        (
            &|v: &mut Value| v["puzzles"][0]["others"][0] = v["puzzles"][0]["black"][0].clone(),
            "on a stone",
        ),
        (
            &|v: &mut Value| v["puzzles"][0]["kind"] = json!("mate"),
            "puzzles[0].kind",
        ),
    ] {
        let error = changed(change);
        assert!(error.contains(expected), "{error}");
    }
    assert!(!is_puzzles(b"(;GM[4])") && read(b"(;GM[4])").is_err());
}
