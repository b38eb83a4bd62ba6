//! Full proofs of `solve`, checked by `scripts/check-proof`, which shares no code with the program.
//! Without Python 3 the tests do nothing, unless the variable `CI` is set.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::solve::{diagram, problems};
use crate::support::folder::Folder;
use crate::support::program;
use crate::support::text::{elements, field};
use serde_json::{Value, json};

/// Positions with wins under every rule.
const WINS: [&str; 4] = [
    // An open three.
    "h8 a1 i8 c1 j8 e1",
    // A five.
    "h8 a1 i8 c1 j8 e1 k8 g8",
    // White, to move, has an open three.
    "a1 h8 c1 i8 e1 j8 o15",
    // Two crossing open twos.
    "h8 a1 i8 o1 j9 a15 j10 o15",
];
/// Black wins by threes, under the first three rules.
const THREES: &str = "h10 e8 g8 g11 g10 f6 i7 e7";
/// The rules.
const RULES: [&str; 5] = ["freestyle", "standard", "renju", "caro", "caro-exact"];

/// The exit status and the output of the script for these texts. `None` if there is no Python 3.
///
/// # Panics
/// If there is no Python 3 although `CI` is set.
pub fn checked(texts: &[&str]) -> Option<(i32, String)> {
    let folder = Folder::new();
    let names = (0..texts.len()).map(|at| format!("{at}.json"));
    let files = names
        .zip(texts)
        .map(|(name, text)| folder.write(&name, text));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check-proof");
    let mut command = Command::new("python3");
    command.args(["-B".as_ref(), script.as_os_str()]);
    let Ok(output) = command.args(files).output() else {
        assert!(std::env::var_os("CI").is_none(), "python3 is missing");
        println!("python3 is missing, no proof is checked");
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{errors}");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    Some((output.status.code().expect("an exit status"), printed))
}

/// Checks that the script accepts all of these proofs.
fn assert_all_hold(proofs: &[String]) {
    let texts: Vec<&str> = proofs.iter().map(String::as_str).collect();
    let Some((status, printed)) = checked(&texts) else {
        return;
    };
    assert_eq!(status, 0, "{printed}");
    assert_eq!(printed.matches(" holds: ").count(), proofs.len());
}

/// The proof that the program prints.
fn proof(options: &[&str]) -> String {
    let always = ["solve", "--proof", "-", "--nodes", "20000000"];
    program::printed(&[&always, options].concat(), "")
}

/// Checks that the script refuses a damaged proof with these words.
pub fn assert_refused(proof: &Value, words: &str) {
    let Some((status, printed)) = checked(&[&proof.to_string()]) else {
        return;
    };
    assert_eq!(status, 1, "{words}: {printed}");
    assert!(printed.contains(words), "{words}: {printed}");
}

#[test]
fn full_proofs_hold_under_every_rule() {
    let options = RULES
        .into_iter()
        .flat_map(|rule| WINS.map(|moves| (rule, moves)));
    let threes = RULES[..3].iter().map(|rule| (*rule, THREES));
    let proofs: Vec<String> = options
        .chain(threes)
        .map(|(rule, moves)| proof(&["--full", "--rule", rule, "--moves", moves]))
        .collect();
    assert_all_hold(&proofs);
}

#[test]
fn proofs_on_other_boards_hold() {
    let board = "\
..........%.........
....................
.....xx.............
.......x............
....o..x............
..........o.........
";
    for rule in RULES {
        let args = [
            "solve", "--full", "--proof", "-", "--nodes", "20000000", "--rule", rule, "--side", "x",
        ];
        let text = program::printed(&args, board);
        let Some((status, printed)) = checked(&[&text]) else {
            return;
        };
        assert_eq!(status, 0, "{rule}: {printed}");
    }
}

/// The full proof of a problem that the search solves, and the document of `--json`.
fn proof_of(problem: &Value) -> (String, Value) {
    let folder = Folder::new();
    let path = folder.path("proof.json");
    let side = problem["side"].as_str().expect("a side");
    let args = [
        "solve", "--json", "--full", "--proof", &path, "--nodes", "400000", "--rule", "renju",
        "--side", side,
    ];
    let printed = program::printed(&args, diagram(problem));
    let proof = fs::read_to_string(path).expect("the proof");
    (proof, serde_json::from_str(&printed).expect("JSON"))
}

#[test]
fn wins_that_the_search_finds_have_full_proofs() {
    let mut proofs = Vec::new();
    for problem in problems("forced_win.jsonl") {
        let (proof, document) = proof_of(&problem);
        let answer = &document["answer"];
        assert_eq!(answer["verdict"], "win", "{problem}");
        assert_eq!(answer["kind"], problem["kind"], "{problem}");
        assert!(proof.len() < 200_000, "{} bytes: {problem}", proof.len());
        proofs.push(proof);
    }
    assert_all_hold(&proofs);
}

#[test]
fn damaged_proofs_of_wins_by_force_are_refused() {
    let problems = problems("forced_win.jsonl");
    let problem = problems.iter().find(|problem| problem["kind"] == "forced");
    let (proof, _) = proof_of(problem.expect("a problem"));
    let whole: Value = serde_json::from_str(&proof).expect("JSON");
    let mut by_threats = whole.clone();
    by_threats["kind"] = json!("vct");
    assert_refused(&by_threats, "the last move is no threat");
    let mut by_fours = whole.clone();
    by_fours["proof"]["threat"] = json!("vcf");
    assert_refused(&by_fours, "the last move is not a four");
    let mut no_threat = whole.clone();
    let root = no_threat["proof"].as_object_mut().expect("an object");
    root.remove("otherwise");
    assert_refused(&no_threat, "has no answer");
    // After f9, which makes no four by itself, the threat meets a four of white's in its fourth
    // move only.
    let mut no_reply = whole.clone();
    let replies = no_reply["proof"]["replies"].as_array_mut();
    replies
        .expect("replies")
        .retain(|reply| reply["move"] != json!([5, 6]));
    assert_refused(&no_reply, "white wins with i12");
    let mut no_replies = whole;
    no_replies["proof"]["replies"] = json!([]);
    assert_refused(&no_replies, "flaw: ");
}

#[test]
fn results_of_games_are_checked() {
    let five = "h8 i9 h9 i10 h10 i11 h11 i13 h12";
    let foul = "f8 a1 g8 o15 h10 a15 h9 o1 h8";
    for (rule, moves, words) in [
        ("standard", five, "black has won"),
        ("renju", foul, "white has won by a foul"),
    ] {
        let text = proof(&["--rule", rule, "--moves", moves]);
        let Some((status, printed)) = checked(&[&text]) else {
            return;
        };
        assert_eq!(status, 0, "{printed}");
        assert!(printed.contains(words), "{printed}");
        let mut wrong: Value = serde_json::from_str(&text).expect("JSON");
        wrong["rule"] = json!("caro");
        wrong["winner"] = json!("white");
        assert_refused(&wrong, "flaw: ");
    }
}

#[test]
fn damaged_proofs_are_refused_with_the_reason() {
    let moves = "h8 a1 i8 o1 j9 a15 j10 o15";
    let text = proof(&["--full", "--rule", "renju", "--moves", "h8 a1 i8 c1 j8 e1"]);
    let three: Value = serde_json::from_str(&text).expect("JSON");
    let text = proof(&["--full", "--moves", moves]);
    let twos: Value = serde_json::from_str(&text).expect("JSON");
    let damaged = |proof: &Value, damage: &dyn Fn(&mut Value)| {
        let mut damaged = proof.clone();
        damage(&mut damaged);
        damaged
    };
    let no_defence = damaged(&twos, &|proof| {
        let replies = &mut proof["proof"]["replies"][0]["answer"]["replies"];
        replies.as_array_mut().expect("replies").clear();
    });
    assert_refused(&no_defence, "is not on an empty point");
    let other_point = damaged(&twos, &|proof| proof["proof"]["move"] = json!([0, 7]));
    assert_refused(&other_point, "flaw: black's");
    let other_side = damaged(&twos, &|proof| proof["side"] = json!("white"));
    assert_refused(&other_side, "flaw: white's");
    let early_five = damaged(&twos, &|proof| {
        let place = proof["proof"]["move"].clone();
        proof["proof"] = json!({"move": place, "then": "five"});
    });
    assert_refused(&early_five, "does not complete a winning row");
    let foul = damaged(&three, &|proof| {
        proof["black"] = json!([[7, 7], [8, 7], [9, 7], [5, 3], [5, 4], [3, 5], [4, 5]]);
        proof["proof"]["move"] = json!([5, 5]);
    });
    assert_refused(&foul, "black's f10 is a foul, a double three");
    let occupied = damaged(&three, &|proof| proof["proof"]["move"] = json!([7, 7]));
    assert_refused(&occupied, "h8 is not on an empty point");
    let no_others = damaged(&three, &|proof| {
        let root = proof["proof"].as_object_mut().expect("an object");
        root.remove("otherwise");
    });
    assert_refused(&no_others, "has no answer");
    let no_limit = damaged(&three, &|proof| proof["stone_limit"] = json!(225));
    assert_refused(&no_limit, "\"stone_limit\" is missing or wrong");
    let short = damaged(&twos, &|proof| proof["plies"] = json!(3));
    assert_refused(&short, "the win takes up to 5 plies, not 3");
    // White's fours are far from all moves of the threat.
    let far = "h8 a1 i8 b1 j9 c1 j10 o1";
    let three: Value = serde_json::from_str(&proof(&["--full", "--moves", far])).expect("JSON");
    let no_fours = damaged(&three, &|proof| {
        let replies = proof["proof"]["replies"].as_array_mut();
        let fours = [json!([3, 14]), json!([4, 14])];
        replies
            .expect("replies")
            .retain(|reply| !fours.contains(&reply["move"]));
    });
    assert_refused(&no_fours, "white wins with");
    let compact: Value = serde_json::from_str(&proof(&["--moves", moves])).expect("JSON");
    assert_refused(
        &compact,
        "has no answer; is the proof of `solve` without --full?",
    );
    let Some((status, printed)) = checked(&[&text[..text.len() / 2]]) else {
        return;
    };
    assert_eq!(
        (status, printed.contains("not JSON")),
        (1, true),
        "{printed}"
    );
}

#[test]
fn without_a_proof_nothing_is_printed() {
    let output = program::run(&["solve", "--proof", "-", "--moves", "h8", "--vcf"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "pbrain-goshawk: no proof: no VCF for white\n");
}

#[test]
fn a_full_proof_answers_every_reply() {
    let text = proof(&["--full", "--moves", "h8 a1 i8 o1 j9 a15 j10 o15"]);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let mut nodes = vec![&document["proof"]];
    let mut at = 0;
    while at < nodes.len() {
        let node = nodes[at];
        at += 1;
        if node["then"] == "five" {
            continue;
        }
        assert!(node["otherwise"].is_object(), "{node}");
        nodes.push(&node["otherwise"]);
        let replies = node["replies"].as_array().expect("replies");
        nodes.extend(replies.iter().map(|reply| &reply["answer"]));
    }
    assert!(nodes.len() > 10);
}

#[test]
fn malformed_documents_get_an_answer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/check-proof");
    let malformed = [
        ("lone-surrogate.json", "the rule \"\\ud800\" is unknown"),
        ("winner-list.json", "the winner is neither black nor white"),
    ];
    for (name, words) in malformed {
        let text = fs::read_to_string(folder.join(name)).expect("a readable file");
        let Some((status, printed)) = checked(&[&text]) else {
            return;
        };
        assert_eq!(status, 1, "{name}: {printed}");
        assert!(printed.contains(words), "{name}: {printed}");
    }
}

/// White makes a four at g6. It leaves d3 alone, which completes it and is forbidden to black.
const LAST_POINT: &str = "\
x o x x x o o
x x x o x x .
x x o o o o x
o o x x o x o
o x o . o o x
x o o x x o x
o x o o x x o
";

#[test]
fn a_four_that_leaves_only_a_forbidden_point_wins() {
    let args = ["--rule", "renju", "--side", "white"];
    let text = program::printed(&[&["solve"], &args[..]].concat(), LAST_POINT);
    assert_eq!(field(&text, "verdict"), "white wins by VCF");
    assert_eq!(
        field(&text, "length"),
        "2 moves (3 plies), the shortest VCF"
    );
    let explained = ["analyze", "--explain", "--nodes", "100"];
    let text = program::printed(&[&explained, &args[..]].concat(), LAST_POINT);
    assert!(text.contains("wins by force"), "{text}");
    let svg = program::printed(&[&["solve", "--svg", "-"], &args[..]].concat(), LAST_POINT);
    assert_eq!(elements(&svg, "circle", "line").len(), 1, "{svg}");
    let full = ["solve", "--full", "--proof", "-"];
    let text = program::printed(&[&full, &args[..]].concat(), LAST_POINT);
    let Some((status, printed)) = checked(&[&text]) else {
        return;
    };
    assert_eq!(status, 0, "{printed}");
    // Black's stop would be legal without fouls.
    let text = program::printed(&["solve", "--side", "white"], LAST_POINT);
    assert!(field(&text, "verdict").starts_with("no VCF"), "{text}");
}
