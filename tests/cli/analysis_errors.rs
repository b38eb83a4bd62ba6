//! Wrong requests to `analysis`: each is answered, names its field, and changes nothing else.

use serde_json::{Value, json};

use crate::support::json_schema::Schema;
use crate::support::program;
use crate::support::stream::{Session, answer, answers};

#[test]
fn errors_name_the_field() {
    for (rest, field) in [
        (r#""action": "analyze""#, "moves"),
        (r#""action": "analyze", "moves": "h8 h8""#, "moves"),
        (r#""action": "analyze", "moves": [[7, 99]]"#, "moves"),
        (r#""action": "analyze", "moves": {"x": 1}"#, "moves"),
        (r#""action": "analyze", "moves": "h8", "nodes": 0"#, "nodes"),
        (
            r#""action": "analyze", "moves": "h8", "nodes": -1"#,
            "nodes",
        ),
        (
            r#""action": "analyze", "moves": "h8", "nodes": 1.5"#,
            "nodes",
        ),
        (
            r#""action": "analyze", "moves": "h8", "nodes": 1e3"#,
            "nodes",
        ),
        (
            r#""action": "analyze", "moves": "h8", "nodes": "5""#,
            "nodes",
        ),
        (
            r#""action": "analyze", "moves": "h8", "nodes": 99999999999999999999999"#,
            "nodes",
        ),
        (
            r#""action": "analyze", "moves": "h8", "depth": 4294967296"#,
            "depth",
        ),
        (r#""action": "analyze", "moves": "h8", "time": 0"#, "time"),
        (
            r#""action": "analyze", "moves": "h8", "time": 1e999"#,
            "time",
        ),
        (
            r#""action": "analyze", "moves": "h8", "time": 86401"#,
            "time",
        ),
        (
            r#""action": "analyze", "moves": "h8", "multipv": 100"#,
            "multipv",
        ),
        (
            r#""action": "analyze", "moves": "h8", "report_every": -1"#,
            "report_every",
        ),
        (
            r#""action": "analyze", "moves": "h8", "turns": [2]"#,
            "turns",
        ),
        (
            r#""action": "analyze", "moves": "h8", "turns": []"#,
            "turns",
        ),
        (
            r#""action": "analyze", "moves": "h8", "turns": [1, 1]"#,
            "turns",
        ),
        (
            r#""action": "analyze", "moves": "h8", "turns": [1], "side": "black""#,
            "side",
        ),
        (
            r#""action": "analyze", "moves": "h8", "priority": 1.5"#,
            "priority",
        ),
        (
            r#""action": "analyze", "moves": "h8", "priority": 2147483648"#,
            "priority",
        ),
        (
            r#""action": "analyze", "moves": "h8", "exclude": ["z99"]"#,
            "exclude",
        ),
        (
            r#""action": "analyze", "moves": "h8", "no_stone_limit": 1"#,
            "no_stone_limit",
        ),
        (r#""action": "analyze", "moves": "h8", "size": 32"#, "size"),
        (
            r#""action": "analyze", "position": "h8", "moves": "h8""#,
            "moves",
        ),
        (r#""action": "analyze", "position": "nothing""#, "position"),
        (
            r#""action": "analyze", "position": "xxxxx\nooooo\n.....\n.....\n.....""#,
            "position",
        ),
        (
            r#""action": "analyze", "moves": "h8", "moves": "i9""#,
            "moves",
        ),
        (r#""action": "solve", "moves": "h8", "kind": "win""#, "kind"),
        (r#""action": "solve", "moves": "h8", "full": true"#, "full"),
        (r#""action": "review", "moves": """#, "moves"),
        (r#""action": "review", "black": "h8""#, "black"),
        (
            r#""action": "review", "moves": "h8", "opening": -1"#,
            "opening",
        ),
        (r#""action": "terminate""#, "ids"),
        (r#""action": "terminate", "ids": "x""#, "ids"),
        (r#""action": "terminate", "ids": [[]]"#, "ids"),
        (r#""action": "terminate", "ids": [], "all": true"#, "ids"),
        (r#""action": "chess""#, "action"),
        (r#""moves": "h8""#, "action"),
    ] {
        let found = answer(&format!("{{\"id\": 7, {rest}}}"));
        assert_eq!(found["error"]["field"], field, "{rest}: {found}");
        assert!(
            !found["error"]["message"]
                .as_str()
                .expect("a text")
                .is_empty()
        );
        assert_eq!(found["final"], true, "{rest}");
        assert_eq!(found["id"], 7, "{rest}");
    }
}

#[test]
fn errors_of_whole_lines_have_the_id() {
    let deep = format!("\"moves\": {}{}", "[".repeat(40), "]".repeat(40));
    let fields = |count: usize| {
        let names = (0..count).map(|number| format!("\"{number}\": 1"));
        names.collect::<Vec<_>>().join(", ")
    };
    for (rest, part, field) in [
        (r#""moves": "h8", "moves": "h8""#, "twice", json!("moves")),
        (&deep, "nested more than 32", json!("moves")),
        (&fields(99), "needs one of", json!("action")),
        (&fields(100), "at most 100 fields", Value::Null),
        (&fields(5000), "at most 100 fields", Value::Null),
    ] {
        for id in ["7", "\"x\""] {
            for found in [
                answer(&format!("{{\"id\": {id}, {rest}}}")),
                answer(&format!("{{{rest}, \"id\": {id}}}")),
            ] {
                assert_eq!(found["id"].to_string(), id, "{found}");
                assert_eq!(found["final"], true, "{found}");
                let message = found["error"]["message"].as_str().expect("a text");
                assert!(message.contains(part), "{message}");
                assert_eq!(found["error"]["field"], field, "{found}");
            }
        }
        for id in ["", "\"id\": true, ", "\"id\": 1, \"id\": 1, "] {
            let found = answer(&format!("{{{id}{rest}}}"));
            assert!(found.get("id").is_none() && found["final"] == true);
        }
    }
}

#[test]
fn lines_without_a_name_are_answered_without_one() {
    let long_id = format!(
        "{{\"id\": \"{}\", \"action\": \"version\"}}",
        "x".repeat(300)
    );
    for (line, part) in [
        ("{", "not valid JSON"),
        ("[]", "a JSON object"),
        ("null", "a JSON object"),
        ("quit", "a JSON object"),
        ("{\"id\": 1} {}", "not valid JSON"),
        ("{\"id\": NaN, \"action\": \"version\"}", "not valid JSON"),
        (
            "{\"id\": 1, \"action\": \"version\", \"x\": \"\0\"}",
            "not valid JSON",
        ),
        ("{'id': 1}", "not valid JSON"),
        ("{\"action\": \"version\"}", "needs an id"),
        ("{\"id\": null, \"action\": \"version\"}", "needs an id"),
        (
            "{\"id\": true, \"action\": \"version\"}",
            "a string or a number",
        ),
        (
            "{\"id\": [1], \"action\": \"version\"}",
            "a string or a number",
        ),
        (&long_id, "longer than 256 bytes"),
        (
            "{\"id\": 1, \"action\": \"version\", \"id\": 1}",
            "given twice",
        ),
    ] {
        let found = answer(line);
        let message = found["error"]["message"].as_str().expect("a text");
        assert!(message.contains(part), "{line}: {message}");
        assert!(
            found.get("id").is_none() && found["final"] == true,
            "{line}"
        );
    }
}

#[test]
fn errors_say_what_was_expected() {
    for (rest, field, message) in [
        (
            r#""moves": ["h8", "h8"]"#,
            "moves",
            "move 2: the point is already taken",
        ),
        (
            r#""moves": "h8", "nodes": 1e3"#,
            "nodes",
            "expected a whole number of nodes from 1, of at most 64 bits",
        ),
        (
            r#""moves": "h8", "turns": [1.0]"#,
            "turns",
            "expected a list of whole numbers from 0 to 1, which is the number of moves",
        ),
        (
            r#""moves": "h8", "exclude": ["h8", "z8"]"#,
            "exclude",
            "point 2 `z8`: not on the 15x15 board",
        ),
        (
            r#""position": {"width": 7, "height": 9}"#,
            "position",
            "JSON without a position: `moves`, `black` or `white` is needed",
        ),
        (
            r#""position": {"width": 7, "height": 9, "moves": [[6, 8], [7, 8]]}"#,
            "position",
            "`moves`, move 2 `[7,8]`: not on the 7x9 board",
        ),
        (
            r#""position": "h8 i9", "game": 2"#,
            "game",
            "there is no game 2: the position has 1 game",
        ),
    ] {
        let found = answer(&format!("{{\"id\": 1, \"action\": \"analyze\", {rest}}}"));
        let expected = json!({"field": field, "message": message});
        assert_eq!(found["error"], expected, "{rest}");
    }
}

#[test]
fn bytes_of_all_kinds_are_answered() {
    let version = |id: u32| format!("{{\"id\": {id}, \"action\": \"version\"}}");
    let mut input = b"\xef\xbb\xbf".to_vec();
    input.extend(version(1).as_bytes());
    input.extend(b"\r\n\n   \r\n\t\n{\"id\": \"\xff\"}\n");
    input.extend(format!("{{\"id\": 2, \"pad\": \"{}\"}}\n", "x".repeat(1 << 20)).as_bytes());
    input.extend("{".repeat(3 << 20).as_bytes());
    input.extend(format!("\r\n{}", version(3)).as_bytes());
    let answers = answers(&["--threads", "1"], input);
    let shown: Vec<(Value, bool)> = answers
        .iter()
        .map(|answer| (answer["id"].clone(), answer.get("error").is_some()))
        .collect();
    let none = (Value::Null, true);
    let expected = [
        (json!(1), false),
        none.clone(),
        none.clone(),
        none,
        (json!(3), false),
    ];
    assert_eq!(shown, expected);
    let message = |at: usize| answers[at]["error"]["message"].as_str().expect("a text");
    assert!(message(1).contains("UTF-8 at byte 9"), "{}", message(1));
    assert!(message(2).contains("longer than 1048576"), "{}", message(2));
}

#[test]
fn ids_are_given_back_as_they_came() {
    for id in [
        "1.0",
        "-0",
        "1e400",
        "123456789012345678901234567890",
        "\"\\u0041\\n\"",
        "\"\"",
    ] {
        let line = format!("{{\"id\":{id},\"action\":\"version\"}}");
        let text = program::printed(&["analysis", "--threads", "1"], &line);
        assert!(text.starts_with(&format!("{{\"id\":{id},")), "{text}");
    }
}

#[test]
fn unused_fields_are_named_in_a_warning() {
    let schema = Schema::in_help(&program::printed(&["help", "json"], ""));
    let line = r#"{"id": 1, "action": "solve", "moves": "h8", "nodes": 100, "depth": 3,
        "maxvisits": 5, "kind": null}"#;
    let found = answers(&["--threads", "1"], line.replace('\n', " "));
    assert_eq!(found.len(), 2);
    schema.check(&found[0]).expect("a warning");
    assert_eq!(found[0]["warning"]["fields"], json!(["depth", "maxvisits"]));
    assert_eq!(
        (&found[0]["final"], &found[1]["final"]),
        (&json!(false), &json!(true))
    );
    let wrong = answers(
        &["--threads", "1"],
        r#"{"id": 1, "action": "analyze", "move": "h8"}"#,
    );
    assert_eq!(wrong[0]["warning"]["fields"], json!(["move"]));
    assert_eq!(wrong[1]["error"]["field"], "moves");
}

#[test]
fn an_id_can_be_used_again_after_its_answer() {
    let mut session = Session::start(&["--threads", "1"]);
    session.send(r#"{"id": "a", "action": "analyze", "moves": "h8", "time": 600}"#);
    for line in [
        r#"{"id": "a", "action": "analyze", "moves": "h8"}"#,
        r#"{"id": "\u0061", "action": "version"}"#,
        r#"{"id": "a", "action": "chess"}"#,
    ] {
        session.send(line);
        let refused = session.next();
        assert_eq!(refused["final"], false, "{refused}");
        assert!(refused.get("error").is_some(), "{refused}");
    }
    session.send(r#"{"id": "b", "action": "terminate", "ids": ["a"]}"#);
    session.until(&json!("a"));
    session.send(r#"{"id": "a", "action": "analyze", "moves": "h8", "nodes": 50}"#);
    let answers = session.end();
    let last = answers.last().expect("an answer");
    assert_eq!(
        (&last["id"], &last["terminated"]),
        (&json!("a"), &json!(false))
    );
}
