//! The command `solve`, run through the real program.

use std::fs;
use std::process::Output;

use crate::support::folder::Folder;
use crate::support::program;
use crate::support::text::{elements, field, picture};
use serde_json::Value;

/// A limit that no clock adds to, and that is more than the positions need.
const LIMIT: [&str; 3] = ["solve", "--nodes", "20000000"];

fn solve(args: &[&str]) -> Output {
    program::run(&[&LIMIT, args].concat(), b"")
}

fn printed(args: &[&str]) -> String {
    program::printed(&[&LIMIT, args].concat(), "")
}

/// Black has two crossing open twos; one move makes two open threes.
const TWO_TWOS: &str = "h8 a1 i8 o1 j9 a15 j10 o15";
/// Black has an open three.
const THREE: &str = "h8 a1 i8 c1 j8 e1";

#[test]
fn a_vcf_is_found() {
    let text = printed(&["--moves", THREE]);
    assert_eq!(field(&text, "verdict"), "black wins by VCF");
    assert_eq!(
        field(&text, "length"),
        "2 moves (3 plies), the shortest VCF"
    );
    assert!(!field(&text, "main line").is_empty() && !field(&text, "nodes").is_empty());
    assert!(field(&text, "time").ends_with(" s"));
}

#[test]
fn a_five_is_one_ply() {
    let text = printed(&["--moves", "h8 a1 i8 c1 j8 e1 k8 g8"]);
    assert_eq!(field(&text, "length"), "1 move (1 ply), the shortest VCF");
    assert_eq!(field(&text, "main line"), "l8");
}

/// Black, to move, wins by twelve fours in renju. It is easy to find thirteen.
const IDLE_FOUR: &str = "\
. . . . . . . . . . . . . . .
. . . . . . . . o . . x . . .
. . . . x . o x . . . . . . .
. . . . . . . x . . o . . . .
. . . . . . . o x . . o . . .
. . . . . . x x o . x . . . .
. . . . . o . o o x . o . . .
. . . . . . . x x o . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
";

/// What a command prints for a board in renju, black to move.
fn printed_for(board: &str, args: &[&str]) -> String {
    let args = [args, &["--rule", "renju", "--side", "black"]].concat();
    let output = program::run(&args, board.as_bytes());
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_vcf_has_no_idle_fours() {
    let text = printed_for(IDLE_FOUR, &LIMIT);
    assert_eq!(
        field(&text, "length"),
        "13 moves (25 plies), the shortest VCF"
    );
    assert_eq!(field(&text, "main line").split(' ').count(), 23);
    let json = |args: &[&str]| -> Value {
        serde_json::from_str(&printed_for(IDLE_FOUR, args)).expect("JSON")
    };
    let answer = &json(&[&LIMIT[..], &["--json", "--shortest"]].concat())["answer"];
    assert_eq!(
        (&answer["mate"], &answer["least_mate"]),
        (&25.into(), &25.into())
    );
    let line = &json(&["analyze", "--json", "--nodes", "100000"])["search"]["lines"][0];
    assert_eq!(line["mate"], 25);
    assert_eq!(line["moves"].as_array().map(Vec::len), Some(23));
}

#[test]
fn a_length_that_may_not_be_the_shortest_says_so() {
    let text = printed_for(IDLE_FOUR, &["solve", "--shortest", "--nodes", "400"]);
    let length = field(&text, "length");
    let (most, least) = length
        .split_once("; no VCF has fewer than ")
        .expect("a bound");
    let plies = |text: &str| -> u32 {
        let (_, plies) = text.split_once('(').expect("plies");
        plies
            .split(' ')
            .next()
            .and_then(|n| n.parse().ok())
            .expect("a number")
    };
    assert!(most.starts_with("at most "), "{length}");
    assert!(
        plies(most) >= 25 && (5..=25).contains(&plies(least)),
        "{length}"
    );
}

/// Black, to move, wins by threats in renju, with the double four as the seventh move.
const SEVEN_THREATS: &str = "\
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . o . . . . . .
. . . . . . . x . . . . . . .
. . . . . . o x x . . . . . .
. . . . . x x x o o . . . . .
. . . . x o o o o x . . . . .
. . . o . o x x . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
";

#[test]
fn a_vct_is_shortened() {
    // The first win has 21 plies.
    let args = ["solve", "--nodes", "5000000"];
    let text = printed_for(SEVEN_THREATS, &args);
    assert_eq!(
        field(&text, "length"),
        "8 moves (15 plies), no shorter VCT found"
    );
    let shortest = printed_for(
        SEVEN_THREATS,
        &[&args[..], &["--shortest", "--json"]].concat(),
    );
    let json: Value = serde_json::from_str(&shortest).expect("JSON");
    let answer = &json["answer"];
    assert_eq!(
        (&answer["mate"], &answer["least_mate"]),
        (&15.into(), &15.into())
    );
    let text = printed_for(SEVEN_THREATS, &["solve", "--nodes", "120000"]);
    assert!(
        field(&text, "length").contains("; no VCT found with fewer than "),
        "{text}"
    );
}

#[test]
fn a_vct_is_found_and_proved() {
    let folder = Folder::new();
    let path = &folder.path("proof.json");
    let text = printed(&["--moves", TWO_TWOS, "--proof", path]);
    assert_eq!(field(&text, "verdict"), "black wins by VCT");
    assert_eq!(field(&text, "proof"), format!("written to {path}"));
    let json: Value = serde_json::from_str(&folder.read("proof.json")).expect("JSON");
    assert_eq!(
        (&json["rule"], &json["side"]),
        (&"freestyle".into(), &"black".into())
    );
    assert_eq!(json["black"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["proof"]["threat"], "open-four");
    assert!(json["proof"]["replies"].is_array());
    let plies = json["plies"].as_u64().expect("a number");
    assert!(field(&text, "length").contains(&format!("({plies} plies)")));
}

#[test]
fn a_position_without_a_win_is_not_an_error() {
    let text = printed(&["--moves", "h8", "--vcf"]);
    assert_eq!(field(&text, "verdict"), "no VCF for white");
    let text = printed(&["--moves", TWO_TWOS, "--vcf", "--proof", "unused"]);
    assert_eq!(field(&text, "verdict"), "no VCF for black");
    assert_eq!(field(&text, "proof"), "none, not written");
}

#[test]
fn a_proof_that_cannot_be_written_is_an_error_after_the_result() {
    let output = solve(&["--moves", THREE, "--proof", "/dev/full"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("/dev/full: cannot write"), "{error}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(field(&text, "verdict"), "black wins by VCF");
    assert!(!text.contains("proof:"), "nothing is written: {text}");
}

#[test]
fn unknown_options_are_refused() {
    assert!(program::refused(&["solve", "--fast"], "").contains("`--fast`"));
}

/// Black wins by threes in nine plies.
const THREES: &str = "h10 e8 g8 g11 g10 f6 i7 e7";

#[test]
fn a_tree_shows_the_main_defences() {
    let text = printed(&["--tree", "--moves", THREES]);
    let (_, tree) = text.split_once("\n\ni10, ").expect("a tree");
    assert!(
        tree.starts_with("threatens an open four\n  f10: i8, "),
        "{tree}"
    );
    assert!(
        tree.contains("\n    i9, i11, i6: h9 threatens an open four and wins\n"),
        "{tree}"
    );
    assert!(
        tree.contains("\n  any other move: an open four\n"),
        "{tree}"
    );
    let text = printed(&["--tree", "tests/boards/four-three.txt"]);
    assert!(text.contains("\nh8 (i8) h11 wins\n"), "{text}");
    let text = printed(&["--tree", "--moves", "h8 a1 i8 c1 j8 e1 k8 g8"]);
    assert!(text.contains("\nl8 five\n"), "{text}");
    let text = printed(&["--tree", "--moves", "h8"]);
    assert!(!text.contains("any other move"), "no win, no tree: {text}");
}

#[test]
fn a_tree_is_as_wide_as_the_terminal_and_of_limited_length() {
    let problems = std::fs::read_to_string("tests/positions/vct_win.jsonl").expect("the set");
    let mut cut = 0;
    for line in problems.lines().take(12) {
        let problem: Value = serde_json::from_str(line).expect("JSON");
        let board = diagram(&problem);
        let side = problem["side"].as_str().expect("a side");
        for columns in [40, 80] {
            let mut command = program::command();
            command.args(LIMIT);
            command.args(["--tree", "--rule", "renju", "--side", side]);
            command.env("COLUMNS", columns.to_string());
            let text = program::printed_by(command, board.as_str());
            let (_, tree) = text.split_once("\n\n").expect("a board");
            let (_, tree) = tree.split_once("\n\n").expect("a tree");
            let lines: Vec<&str> = tree.lines().collect();
            assert!(lines.len() < 100, "{text}");
            let widest = lines.iter().map(|line| line.chars().count()).max();
            assert!(widest <= Some(columns), "{columns} columns:\n{tree}");
            cut += usize::from(tree.contains("wins in "));
        }
    }
    assert!(cut > 0, "some trees are too deep to be shown");
}

/// The board of a problem, as rows of text.
pub fn diagram(problem: &Value) -> String {
    let size = problem["size"].as_u64().expect("a size") as usize;
    let mut rows = vec![vec!["."; size]; size];
    for (color, mark) in [("black", "x"), ("white", "o")] {
        for point in problem[color].as_array().expect("points") {
            let at = |index: usize| point[index].as_u64().expect("a number") as usize;
            rows[at(1)][at(0)] = mark;
        }
    }
    rows.iter().map(|row| row.concat() + "\n").collect()
}

/// The problems of a set.
pub fn problems(name: &str) -> Vec<Value> {
    let path = format!("tests/positions/{name}");
    let text = fs::read_to_string(path).expect("the set");
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("JSON")
}

#[test]
fn a_win_by_force_is_told_apart() {
    let problems = problems("forced_win.jsonl");
    let problem = problems.iter().find(|problem| problem["kind"] == "forced");
    let board = diagram(problem.expect("a problem"));
    let args = ["solve", "--nodes", "400000", "--tree"];
    let text = printed_for(&board, &args);
    assert_eq!(field(&text, "verdict"), "black wins by force");
    assert_eq!(field(&text, "length"), "at most 10 moves (19 plies)");
    let (_, tree) = text.split_once("\n\ne6, ").expect("a tree");
    assert!(tree.starts_with("threatens a longer win\n  "), "{tree}");
    // The threat is shown, not only named.
    let (_, otherwise) = tree.rsplit_once("\n  any other move: ").expect("others");
    assert!(otherwise.contains(", threatens "), "{otherwise}");
    assert!(text.lines().count() < 100, "{text}");
    let only = printed_for(&board, &["solve", "--nodes", "400000", "--vct"]);
    assert!(!field(&only, "verdict").contains("wins"), "{only}");
}

#[test]
fn a_picture_shows_the_moves_up_to_the_five() {
    for (rule, moves, stones) in [
        ("freestyle", THREES, 9),
        ("standard", TWO_TWOS, 5),
        ("renju", THREE, 3),
        ("caro", "h8 a1 i8 c1 j8 e1 k8 g8", 1),
        ("caro-exact", THREE, 3),
    ] {
        let svg = printed(&["--svg", "-", "--rule", rule, "--moves", moves]);
        let circles = |class| elements(&svg, "circle", class).len();
        assert_eq!(circles("line"), stones, "{rule} {moves}");
        assert_eq!(circles("row"), 5, "{rule} {moves}");
        assert!(svg.contains("black wins by "), "{svg}");
    }
    let svg = printed(&["--svg", "-", "--moves", "h8"]);
    assert!(svg.contains("no VCF, no VCT found for white") && !svg.contains("\"row\""));
    let svg = printed(&["--svg", "-", "--moves", "h8i9h9i10h10i11h11i13h12"]);
    assert!(
        svg.contains("black wins with ") && svg.contains("\"row\""),
        "{svg}"
    );
}

#[test]
fn every_file_is_written_even_if_one_cannot_be() {
    let folder = Folder::new();
    let path = &folder.path("win.json");
    let output = solve(&["--moves", THREE, "--svg", "/dev/full", "--proof", path]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains("/dev/full: cannot write"), "{error}");
    assert_eq!(folder.files(), ["win.json"]);
}

#[test]
fn a_file_is_written_beside_what_replaces_the_text() {
    let folder = Folder::new();
    let path = folder.path("out");
    let path = path.as_str();
    let won = "h8i9h9i10h10i11h11i13h12";
    for moves in [THREE, won] {
        for [printed_as, written_as] in [["--svg", "--proof"], ["--proof", "--svg"]] {
            let args = [printed_as, "-", written_as, path, "--moves", moves];
            let text = printed(&args);
            let written = folder.read("out");
            fs::remove_file(path).expect("the file can be removed");
            let (svg, proof) = match printed_as {
                "--svg" => (text, written),
                _ => (written, text),
            };
            picture(&svg);
            serde_json::from_str::<Value>(&proof).expect("JSON");
        }
    }
    // The picture is written even if there is no proof to print.
    let output = solve(&["--proof", "-", "--svg", path, "--moves", "h8"]);
    assert_eq!(output.status.code(), Some(1));
    fs::remove_file(path).expect("the picture");
    // The picture is printed even if there is no proof to write.
    let output = solve(&["--svg", "-", "--proof", path, "--moves", "h8"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.starts_with(b"<svg") && folder.files().is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no proof: "));
}
