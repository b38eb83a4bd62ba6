//! The documents of `--json`, checked against the schema that `help json` prints.

use crate::support::folder::Folder;
use crate::support::json_schema::Schema;
use crate::support::program;
use serde_json::{Value, json};

/// The rules.
const RULES: [&str; 5] = ["freestyle", "standard", "renju", "caro", "caro-exact"];
/// Inputs of all kinds: arguments and standard input.
const POSITIONS: [(&str, &str); 12] = [
    ("--moves=", ""),
    ("--moves=h8", ""),
    ("--moves=h8i9j10 --size 19", ""),
    ("--moves=a1b2c3 --size 5x31", ""),
    ("--moves=h8a1i8c1j8e1", ""),
    ("--moves=h8a1i8c1j8e1k8g1 --side white", ""),
    ("--moves=h8a1i8o1j9a15j10o15", ""),
    ("--moves=h8i9h9i10h10i11h11i13h12", ""),
    ("--moves=h8i9h9i10h10i11h11i13h12a1", ""),
    ("tests/boards/four-three.txt", ""),
    ("", "xxoox\nooxxo\nxxoox\nooxxo\nxxoox\n"),
    ("", "x....\n.%...\n..%..\n....o\n.....\n"),
];
/// Black has two crossing open twos; h8 makes two open threes.
const DOUBLE_THREE: &str = "--moves=f8a1g8o15h10a15h9o1";

fn schema() -> Schema {
    Schema::in_help(&program::printed(&["help", "json"], ""))
}

/// Standard output of a run that must succeed.
fn printed(args: &str, input: &str) -> String {
    let args: Vec<&str> = args.split_whitespace().collect();
    program::printed(&args, input)
}

/// The document that a command prints, after a check against the schema.
fn document(args: &str, input: &str) -> Value {
    let text = printed(&format!("{args} --json"), input);
    assert_eq!(text.lines().count(), 1, "{text}");
    let document = serde_json::from_str(&text).expect("JSON");
    if let Err(error) = schema().check(&document) {
        panic!("{args}: {error}\n{text}");
    }
    document
}

#[test]
fn every_document_follows_the_schema() {
    for rule in RULES {
        for (args, input) in POSITIONS {
            let args = format!("--rule {rule} {args}");
            let analysis = document(&format!("analyze --nodes 500 --multipv 3 {args}"), input);
            let answer = document(&format!("solve --nodes 2000 {args}"), input);
            let is_over = !analysis["result"].is_null();
            assert_eq!(analysis["search"].is_null(), is_over, "{args}");
            assert_eq!(answer["answer"].is_null(), is_over, "{args}");
            assert_eq!(analysis["rule"], rule);
            for field in ["black", "white", "moves", "side", "note", "result", "fouls"] {
                assert_eq!(analysis[field], answer[field], "{args}: {field}");
            }
        }
    }
}

#[test]
fn an_analysis_tells_what_the_text_tells() {
    let args = "analyze --depth 5 --multipv 2 --moves=h8i9h9";
    let text = printed(args, "");
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|line| line.split_whitespace().next())
            .expect("a field")
    };
    let document = document(args, "");
    let search = &document["search"];
    let shown = text.lines().find_map(|line| line.strip_prefix("value:"));
    let (_, shown) = shown.expect("a value").rsplit_once(' ').expect("a score");
    assert_eq!(search["value"].to_string(), shown.trim_start_matches('+'));
    assert_eq!(search["nodes"].to_string(), value("nodes:"));
    assert_eq!(search["depth"], 5);
    let lines = search["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["value"], search["value"]);
    assert_eq!(lines[0]["moves"][0], search["best"]);
    let value = search["value"].as_f64().expect("a number");
    let chance = search["win_chance"].as_f64().expect("a number");
    assert!((chance - 1.0 / (1.0 + (-value / 200.0).exp())).abs() < 0.001);
    assert_eq!(document["moves"], json!([[7, 7], [8, 6], [7, 6]]));
    assert_eq!(
        document["opening"],
        json!({"code": "I6", "name": "Ungetsu"})
    );
    assert_eq!(document["side"], "white");
}

#[test]
fn forced_ends_have_a_distance_and_no_value() {
    let win = &document("analyze --depth 5 --moves=h8a1i8c1j8e1", "")["search"];
    assert_eq!((&win["mate"], &win["value"]), (&json!(3), &Value::Null));
    assert_eq!(win["win_chance"].as_f64(), Some(1.0));
    let loss = &document("analyze --depth 5 --moves=h8a1i8c1j8e1k8", "")["search"];
    assert_eq!((&loss["mate"], &loss["value"]), (&json!(-2), &Value::Null));
    assert_eq!(loss["win_chance"].as_f64(), Some(0.0));
}

#[test]
fn fouls_and_results_are_told() {
    let document = |args: &str| document(args, "");
    let open = document(&format!("analyze --depth 1 --rule renju {DOUBLE_THREE}"));
    let foul = json!([{"point": [7, 7], "kind": "double-three"}]);
    assert_eq!(open["fouls"], foul);
    let over = document(&format!("analyze --rule renju {DOUBLE_THREE}h8"));
    let result = json!({"winner": "white", "foul": "double-three", "points": [[7, 7]]});
    assert_eq!(over["result"], result);
    let five = document("solve --moves=h8i9h9i10h10i11h11i13h12");
    let row: Vec<Value> = (3..8).map(|y| json!([7, y])).collect();
    let result = json!({"winner": "black", "foul": null, "points": row});
    assert_eq!(five["result"], result);
    let late = document("analyze --moves=h8i9h9i10h10i11h11i13h12a1");
    assert!(
        late["note"]
            .as_str()
            .expect("a note")
            .starts_with("cannot arise")
    );
}

#[test]
fn the_solver_answers() {
    let answer = |args: &str| document(&format!("solve {args}"), "")["answer"].clone();
    let vct = answer("--moves=h8a1i8o1j9a15j10o15");
    assert_eq!(
        (&vct["verdict"], &vct["kind"]),
        (&json!("win"), &json!("vct"))
    );
    assert_eq!(vct["excluded"], json!(["vcf"]));
    assert_eq!(
        (&vct["win_chance"], &vct["has_proof"]),
        (&json!(1), &json!(true))
    );
    assert!(
        vct["moves"]
            .as_array()
            .is_some_and(|moves| !moves.is_empty())
    );
    assert!(vct["mate"].as_u64().is_some_and(|plies| plies >= 5));
    let none = answer("--moves=h8 --vcf");
    assert_eq!(
        (&none["verdict"], &none["mate"]),
        (&json!("none"), &Value::Null)
    );
    let cut = answer("--nodes 1 --moves=h8i9j8k8h10g9f7j6e5");
    assert_eq!(cut["verdict"], "undecided");
}

#[test]
fn reviews_follow_the_schema() {
    let foul = format!("{DOUBLE_THREE}h8");
    for rule in RULES {
        for (args, input, moves) in [
            ("--moves=h8i9i8j9j8h10a1", "", 7),
            ("--moves=h8i9h9i10h10i11h11i13h12a1", "", 9),
            (foul.as_str(), "", 9),
            ("tests/records/renju.sgf", "", 7),
            ("--opening 2 tests/records/tavern.psq", "", 7),
            (
                "",
                "(;GM[4]SZ[15]AB[hh][ih]AW[hi];W[ii];B[jh];W[];B[kh])",
                4,
            ),
        ] {
            let args = format!("review --nodes 300 --rule {rule} {args}");
            let review = document(&args, input);
            let reviewed = review["reviewed"].as_array().expect("moves");
            assert_eq!(reviewed.len(), moves, "{args}");
            assert_eq!(review["complete"], true);
            let graded = |side: &str| {
                let own = |item: &&Value| item["side"] == side && !item["grade"].is_null();
                reviewed.iter().any(|item| own(&item))
            };
            for side in ["black", "white"] {
                assert_eq!(review["accuracy"][side].is_number(), graded(side), "{args}");
            }
        }
    }
}

#[test]
fn a_review_tells_what_the_text_tells() {
    let args = "review --nodes 3000 --moves=h8i9i8j9j8h10a1";
    let text = printed(args, "");
    let review = document(args, "");
    let missed = &review["reviewed"][6];
    assert_eq!(missed["grade"], "missed win");
    assert_eq!(
        (&missed["move"], &missed["number"]),
        (&json!([0, 14]), &json!(7))
    );
    assert_eq!(
        (&missed["before"]["mate"], &missed["side"]),
        (&json!(3), &json!("black"))
    );
    let reason = missed["reasons"][0].as_str().expect("a reason");
    assert!(
        reason.starts_with("Missed a win: ") && text.contains(reason),
        "{reason}"
    );
    assert!(!missed["better"].as_array().expect("a line").is_empty());
    let decisive = review["decisive"].as_array().expect("numbers");
    assert!(decisive.contains(&json!(7)) && text.contains("decisive:  7 black a1"));
    let accuracy = review["accuracy"]["black"].as_f64().expect("a number");
    assert!(
        text.contains(&format!("accuracy:  black {accuracy:.0} %")),
        "{text}"
    );
    assert_eq!(review["moves"].as_array().map(Vec::len), Some(7));
    assert_eq!(review["side"], "white");
}

#[test]
fn a_proof_is_written_beside_the_document() {
    let folder = Folder::new();
    let path = folder.path("proof.json");
    let document = document(&format!("solve --moves=h8a1i8c1j8e1 --proof {path}"), "");
    assert_eq!(document["answer"]["has_proof"], true);
    let proof: Value = serde_json::from_str(&folder.read("proof.json")).expect("JSON");
    assert_eq!(proof["plies"], document["answer"]["mate"]);
}

#[test]
fn wrong_documents_are_refused() {
    let good = document("analyze --depth 2 --moves=h8i9", "");
    let schema = schema();
    let refused = |pointer: &str, value: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).expect("a field") = value;
        schema.check(&bad).expect_err(pointer)
    };
    for (pointer, value) in [
        ("/rule", json!("chess")),
        ("/width", json!(4)),
        ("/black/0", json!([7])),
        ("/black/0/0", json!(31)),
        ("/black/0/0", json!(0.5)),
        ("/note", json!(1)),
        ("/command", json!("solve")),
        ("/search/win_chance", json!(1.5)),
        ("/search/lines/0/moves", json!({})),
        ("/search/best", json!("h8")),
        ("/result", json!({"winner": "black"})),
    ] {
        let error = refused(pointer, value);
        assert!(error.contains("oneOf"), "{pointer}: {error}");
    }
    let mut more = good.clone();
    more["search"]["extra"] = json!(1);
    assert!(schema.check(&more).is_err());
    let mut fewer = good.clone();
    fewer.as_object_mut().expect("an object").remove("fouls");
    assert!(schema.check(&fewer).is_err());
}
