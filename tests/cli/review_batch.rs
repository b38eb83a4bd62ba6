//! `review --batch`, run through the real program.

use std::fs;

use crate::support::folder::Folder;
use crate::support::json_schema::Schema;
use crate::support::program;
use serde_json::Value;

/// A game in which black misses a win.
const MISSED: &str = "(;GM[4]SZ[15]RU[freestyle]PB[Anna]PW[\"B, C\"]DT[2026-01-02];B[hh];W[ig];B[ih];\
                      W[jg];B[jh];W[hf];B[aa];W[kh];B[kg])";
/// A game that white wins.
const WON: &str = "(;GM[4]SZ[15]RU[renju]PB[\"B, C\"]PW[Anna];B[hh];W[aa];B[oa];W[ab];B[oc];W[ac];B[oe];\
                   W[ad];B[og];W[ae])";

/// A folder with games and two files that cannot be reviewed.
fn games() -> Folder {
    let folder = Folder::new();
    folder.write("a.sgf", MISSED);
    folder.write("b.sgf", format!("{WON}\n{MISSED}\n(;GM[4]SZ[15])"));
    folder.write("c.sgf", "(;GM[4]SZ[15];B[hh];W[hh])");
    folder.write("d.psq", "nothing of the kind");
    folder
}

/// What the program prints about the games of a folder.
fn printed(folder: &Folder, args: &[&str]) -> String {
    let root = folder.root().to_str().expect("UTF-8");
    let fixed = ["review", "--batch", root, "--nodes", "500"];
    program::printed(&[&fixed[..], args].concat(), "")
}

/// The document of `--json`, checked against the schema.
fn document(folder: &Folder, args: &[&str]) -> Value {
    let text = printed(folder, &[args, &["--json"]].concat());
    let document = serde_json::from_str(&text).expect("JSON");
    let schema = Schema::in_help(&program::printed(&["help", "json"], ""));
    if let Err(error) = schema.check(&document) {
        panic!("{error}\n{text}");
    }
    document
}

#[test]
fn every_game_has_a_row() {
    let folder = games();
    let document = document(&folder, &[]);
    assert_eq!(document["games"], 5);
    assert_eq!(document["complete"], true);
    let rows = document["reviews"].as_array().expect("rows");
    assert_eq!(rows.len(), 5);
    let first = &rows[0];
    assert_eq!(first["moves"], 9);
    assert_eq!(first["date"], "2026-01-02");
    assert_eq!(first["first_missed_win"]["number"], 7);
    assert_eq!(first["first_missed_win"]["move"], "a15");
    assert_eq!(first["black_moves"]["graded"], 5);
    let won = &rows[1];
    assert_eq!(
        (&won["result"], &won["rule"]),
        (&"white".into(), &"renju".into())
    );
    assert!(won["ending"].as_str().unwrap().contains("white wins with"));
    // The same game in another file has the same review.
    for field in ["black_moves", "white_moves", "worst", "first_mistake"] {
        assert_eq!(rows[2][field], first[field], "{field}");
    }
    for (row, error) in [(&rows[3], "no moves to review"), (&rows[4], "line 1")] {
        assert!(row["error"].as_str().unwrap().contains(error), "{row}");
    }
    let players = document["players"].as_array().expect("players");
    let anna = players
        .iter()
        .find(|player| player["name"] == "Anna")
        .expect("a player");
    assert_eq!((&anna["games"], &anna["won"]), (&3.into(), &1.into()));
}

/// The single review of a game says the same.
#[test]
fn a_row_tells_what_the_review_of_the_game_tells() {
    let folder = games();
    let rows = document(&folder, &[]);
    let path = folder.path("a.sgf");
    let single = program::printed(&["review", "--nodes", "500", "--json", &path], "");
    let single: Value = serde_json::from_str(&single).expect("JSON");
    let row = &rows["reviews"][0];
    assert_eq!(row["black_moves"]["accuracy"], single["accuracy"]["black"]);
    assert_eq!(row["white_moves"]["accuracy"], single["accuracy"]["white"]);
    let missed = single["reviewed"].as_array().unwrap().iter();
    let missed = missed.filter(|moved| moved["grade"] == "missed win" && moved["side"] == "black");
    assert_eq!(row["black_moves"]["missed_wins"], missed.count());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = games();
    let one = printed(&folder, &["--json", "--threads", "1"]);
    assert_eq!(printed(&folder, &["--json", "--threads", "3"]), one);
}

#[test]
fn the_table_has_a_line_for_each_game() {
    let folder = games();
    let other = Folder::new();
    let csv = other.path("t.csv");
    let text = printed(&folder, &["--csv", &csv]);
    assert!(text.starts_with("3 games in 3 files reviewed, "), "{text}");
    assert!(text.contains("Anna"), "{text}");
    let table = other.read("t.csv");
    assert_eq!(table, printed(&folder, &["--csv", "-"]));
    let lines: Vec<&str> = table.split("\r\n").collect();
    assert_eq!(lines.len(), 7, "{table}");
    assert!(lines[0].starts_with("file,game,event,date,black,white,"));
    assert!(
        lines[1].contains(",Anna,\"\"\"B, C\"\"\",freestyle,15,15,9,"),
        "{table}"
    );
    let root = folder.root().to_str().expect("UTF-8");
    let again = program::run(&["review", "--batch", root, "--csv", &csv], "");
    assert_eq!(again.status.code(), Some(1));
    assert_eq!(other.read("t.csv"), table);
}

#[test]
fn a_run_goes_on_from_its_results() {
    let folder = games();
    let other = Folder::new();
    let results = other.path("r.jsonl");
    let args = ["--json", "--results", &results];
    let whole = printed(&folder, &args);
    let lines = other.read("r.jsonl");
    assert_eq!(lines.lines().count(), 6);
    let schema = Schema::in_help(&program::printed(&["help", "json"], ""));
    for line in lines.lines().skip(1) {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let review = &line["result"]["review"];
        if !review.is_null() {
            schema.check(review).expect("a review");
        }
    }
    // As if the program had been killed within the last line.
    fs::write(&results, &lines[..lines.len() - 10]).expect("written");
    assert_eq!(printed(&folder, &args), whole);
    assert_eq!(other.read("r.jsonl").lines().count(), 6);
    let root = folder.root().to_str().expect("UTF-8");
    let changed = [
        "review",
        "--batch",
        root,
        "--nodes",
        "501",
        "--results",
        &results,
    ];
    let error = program::refused(&changed, "");
    let expected = "it was made with --nodes 500, not 501";
    assert!(error.contains(expected), "{error}");
    let timed = [
        "review",
        "--batch",
        root,
        "--time",
        "500ms",
        "--results",
        &results,
    ];
    let error = program::refused(&timed, "");
    let expected = "it was made with --nodes 500; without --time";
    assert!(error.contains(expected), "{error}");
    // A file with other content is left alone.
    let text = other.write("notes.txt", "mine\n");
    let error = program::refused(&["review", "--batch", root, "--results", &text], "");
    assert!(error.contains("not a results file"), "{error}");
    assert_eq!(other.read("notes.txt"), "mine\n");
}

#[test]
fn corrections_of_a_record_need_no_other_review() {
    let folder = Folder::new();
    let other = Folder::new();
    let results = other.path("r.jsonl");
    let reviewed = |black: &str, result: &str, last: &str, times: [u8; 4]| {
        let headers = format!("GM[4]SZ[15]RU[freestyle]PB[{black}]RE[{result}]");
        folder.write("a.sgf", format!("(;{headers};B[hh];W[ig];B[ih];W[{last}])"));
        let [a, b, c, d] = times;
        let moves = format!("8,8,{a}\n9,7,{b}\n9,8,{c}\n8,7,{d}\n");
        folder.write("b.psq", format!("Piskvorky 15x15, 11:11, 0\n{moves}-1\n"));
        let document = document(&folder, &["--results", &results]);
        (document, other.read("r.jsonl").lines().count())
    };
    let (old, lines) = reviewed("Old", "B+R", "hg", [0, 0, 5, 7]);
    assert_eq!(lines, 3);
    assert_eq!(old["reviews"][0]["black"], "Old");
    let (new, lines) = reviewed("New", "W+R", "hg", [0, 0, 6, 8]);
    assert_eq!(lines, 3, "nothing is reviewed again");
    let row = &new["reviews"][0];
    assert_eq!(
        (&row["black"], &row["result"]),
        (&"New".into(), &"white".into())
    );
    assert_eq!(row["ending"], "white won, by resignation");
    assert_eq!(row["black_moves"], old["reviews"][0]["black_moves"]);
    assert_eq!(new["players"][0]["name"], "New");
    assert_eq!(new["players"][0]["lost"], 1);
    // Times tell which moves are graded.
    assert_eq!(new["reviews"][1]["black_moves"]["graded"], 1);
    let (timed, lines) = reviewed("New", "W+R", "hg", [3, 2, 6, 8]);
    assert_eq!(lines, 4);
    assert_eq!(timed["reviews"][1]["black_moves"]["graded"], 2);
    let (_, lines) = reviewed("New", "W+R", "jh", [3, 2, 6, 8]);
    assert_eq!(lines, 5, "another game");
}
