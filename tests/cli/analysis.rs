//! The command `analysis`: each action, and answers that equal those of the commands.

use serde_json::{Value, json};

use crate::support::json_schema::Schema;
use crate::support::program;
use crate::support::stream::{answer, answers};

/// The requests in the help.
fn session() -> Vec<String> {
    let help = program::printed(&["help", "analysis"], "");
    let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
    let requests = lines.filter(|line| line.starts_with("{\"id\": "));
    requests.map(str::to_string).collect()
}

/// A document without the time that the search took.
fn without_time(mut document: Value) -> Value {
    for part in ["search", "answer"] {
        if let Some(fields) = document[part].as_object_mut() {
            fields.remove("time").expect("a time");
        }
    }
    document
}

/// The document that a command prints.
fn printed(args: &[&str]) -> Value {
    let text = program::printed(&[args, &["--json"]].concat(), "");
    without_time(serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn the_session_of_the_help_runs_and_follows_the_schema() {
    let schema = Schema::in_help(&program::printed(&["help", "json"], ""));
    let requests = session();
    assert_eq!(requests.len(), 10);
    for request in &requests {
        let request = serde_json::from_str(request).expect("JSON");
        schema
            .check_as("request", &request)
            .unwrap_or_else(|error| panic!("{request}: {error}"));
    }
    let answers = answers(&[], requests.join("\n"));
    let mut last = Vec::new();
    for answer in &answers {
        if let Err(error) = schema.check(answer) {
            panic!("{answer}: {error}");
        }
        assert_eq!(answer["final"], true, "{answer}");
        last.push((answer["id"].to_string(), answer["turn"].as_u64()));
    }
    last.sort();
    let turns = [Some(0), Some(1), Some(2)].map(|turn| ("3".to_string(), turn));
    let others = ["\"x\"", "1", "10", "2", "4", "5", "6", "7", "9"];
    let mut expected: Vec<_> = others.map(|id| (id.to_string(), None)).into();
    expected.extend(turns);
    expected.sort();
    assert_eq!(last, expected);
    let of = |id: Value| {
        answers
            .iter()
            .find(|answer| answer["id"] == id)
            .expect("an answer")
    };
    let error = &of(json!(10))["error"];
    let help = program::printed(&["help", "analysis"], "").replace("\n  ", " ");
    assert!(
        help.contains(
            &error
                .to_string()
                .replace("{\"field\":\"moves\",", "{")
                .replace('}', "")
        )
    );
    assert_eq!(error["field"], "moves");
    assert_eq!(of(json!("x"))["terminated"], true);
    assert_eq!(of(json!(5))["proof"]["plies"], 3);
    assert_eq!(of(json!(6))["document"]["fouls"][0]["kind"], "double-three");
    assert!(of(json!(6))["view"].is_null());
    assert_eq!(of(json!(7))["view"], "side that moved");
    let explanation = of(json!(4))["explanation"].as_array().expect("a list");
    assert!(explanation.iter().any(|row| row["about"] == "why"));
    assert!(explanation.iter().any(|row| row["about"] == "second"));
}

#[test]
fn answers_equal_those_of_the_commands() {
    let positions = [
        ("h8 i9 i8 j9", "freestyle"),
        ("h8 i9 j10 g7 h7 i8 h9", "renju"),
        ("h8 a1 i8 o1 j9 a15 j10 o15", "caro"),
        ("h8 i9 h9 i10 h10 i11 h11 i13 h12", "standard"),
        ("", "renju"),
    ];
    let mut requests = Vec::new();
    let mut expected = Vec::new();
    // Twice, so that what was searched before differs.
    for (moves, rule) in positions.iter().chain(&positions) {
        let moves_arg = format!("--moves={moves}");
        let common = ["--rule", rule, &moves_arg];
        for (nodes, lines) in [(300, "1"), (5000, "3")] {
            requests.push(json!({"action": "analyze", "moves": moves, "rule": rule,
                "nodes": nodes, "multipv": lines.parse::<u8>().expect("a number")}));
            let nodes = nodes.to_string();
            let args = ["analyze", "--nodes", &nodes, "--multipv", lines];
            expected.push(printed(&[&args[..], &common].concat()));
        }
        requests.push(json!({"action": "solve", "moves": moves, "rule": rule, "nodes": 20000}));
        expected.push(printed(
            &[&["solve", "--nodes", "20000"], &common[..]].concat(),
        ));
        if !moves.is_empty() {
            requests.push(json!({"action": "review", "moves": moves, "rule": rule, "nodes": 200}));
            expected.push(printed(
                &[&["review", "--nodes", "200"], &common[..]].concat(),
            ));
        }
    }
    let lines: Vec<String> = (0..)
        .zip(&mut requests)
        .map(|(id, request)| {
            request["id"] = json!(id);
            request.to_string()
        })
        .collect();
    for threads in ["1", "2"] {
        // As much for each search as the commands have.
        let memory = (350 * threads.parse::<u32>().expect("a number")).to_string();
        let args = ["--threads", threads, "--memory", &memory];
        let answers = answers(&args, lines.join("\n"));
        assert_eq!(answers.len(), expected.len());
        for answer in answers {
            let id = answer["id"].as_u64().expect("a number") as usize;
            let document = without_time(answer["document"].clone());
            assert_eq!(document, expected[id], "{}", lines[id]);
        }
    }
}

#[test]
fn turns_are_the_positions_of_a_game() {
    let game = json!({"id": "game", "action": "analyze", "moves": "h8 i9 i8 j9", "nodes": 500,
        "turns": [4, 0, 2]});
    let answers = answers(&["--threads", "1"], game.to_string());
    let turns: Vec<_> = answers
        .iter()
        .map(|answer| answer["turn"].as_u64())
        .collect();
    assert_eq!(turns, [Some(4), Some(0), Some(2)]);
    for (answer, moves) in answers.iter().zip(["h8 i9 i8 j9", "", "h8 i9"]) {
        let moves = format!("--moves={moves}");
        let expected = printed(&["analyze", "--nodes", "500", &moves]);
        assert_eq!(without_time(answer["document"].clone()), expected);
    }
}

#[test]
fn a_document_is_a_position() {
    let board = "x....\n.%...\n..%..\n....o\n.....\n";
    for first in [
        json!({"moves": "h8 i9 i8", "size": "15x17", "rule": "renju"}),
        json!({"position": board, "side": "white"}),
        json!({"black": "a1 b1", "white": "c3", "blocked": [[0, 0]], "size": 7}),
    ] {
        let mut request = first.clone();
        (request["id"], request["action"], request["nodes"]) =
            (json!(1), json!("analyze"), json!(200));
        let document = answer(&request.to_string())["document"].clone();
        let again = json!({"id": 2, "action": "analyze", "position": document, "nodes": 200});
        let other = answer(&again.to_string())["document"].clone();
        for field in [
            "rule", "width", "height", "side", "black", "white", "blocked", "moves",
        ] {
            assert_eq!(document[field], other[field], "{field} of {first}");
        }
        assert_eq!(document["search"]["lines"], other["search"]["lines"]);
    }
}

#[test]
fn excluded_points_are_not_played() {
    let line = r#"{"id": 1, "action": "analyze", "moves": "h8 a1 i8 c1 j8 e1", "nodes": 500,
        "exclude": ["g8", [10, 7]]}"#;
    let document = answer(&line.replace('\n', " "))["document"].clone();
    let best = &document["search"]["best"];
    assert!(best.is_array() && *best != json!([6, 7]) && *best != json!([10, 7]));
}

#[test]
fn options_of_the_solver_are_used() {
    let three = "h8 a1 i8 o1 j9 a15 j10 o15";
    let found = |more: &str| {
        answer(&format!(
            r#"{{"id": 1, "action": "solve", "moves": "{three}", "nodes": 50000{more}}}"#
        ))
    };
    assert_eq!(found("")["document"]["answer"]["kind"], "vct");
    assert!(found("").get("proof").is_none());
    let only_fours = found(r#", "kind": "vcf", "proof": true"#);
    assert_eq!(only_fours["document"]["answer"]["verdict"], "none");
    assert_eq!(only_fours.get("proof"), Some(&Value::Null));
    let (short, full) = (
        found(r#", "proof": true"#),
        found(r#", "proof": true, "full": true"#),
    );
    assert!(full["proof"].to_string().len() > short["proof"].to_string().len());
    assert_eq!(short["proof"]["kind"], "vct");
}
