//! Errors in lists of games and in JSON name what is wrong, and where.

use super::error;

#[test]
fn of_a_list_over_several_lines_the_place_is_named() {
    for (text, message) in [
        // One list over several lines.
        ("h8 i9\nj10 z99\n", "move 4 `z99` (line 2, character 5)"),
        ("1. h8 i9\n2. j10 h8\n", "move 4 `h8` (line 2, character 8)"),
        (
            "h8 i9\nj10 g7 j10\nk11 h8",
            "move 5 `j10` (line 2, character 8)",
        ),
    ] {
        let found = error(text);
        assert!(found.starts_with(message), "{text}: {found}");
    }
}

#[test]
fn errors_in_json_name_the_game_the_field_and_the_entry() {
    for (text, message) in [
        (
            r#"{"moves": [[7, 7], [17, 3]]}"#,
            "`moves`, move 2 `[17,3]`: not on the 15x15 board",
        ),
        (
            r#"{"moves": [{"x": 7, "y": 7}, {"x": 7, "y": -1}]}"#,
            r#"`moves`, move 2 `{"x":7,"y":-1}`: not on the 15x15 board"#,
        ),
        (
            "[{\"moves\": [\"h8\", \"pass\", \"z99\"]},\n{\"moves\": [\"z98\"]}]",
            "game 1: `moves`, move 3 `z99`: not on the 15x15 board",
        ),
        (
            r#"{"moves": "h8 i9 h8"}"#,
            "`moves`, move 3 `h8`: the point is already taken",
        ),
        (
            r#"{"moves": ["h8", [8, 6], [7, 7]]}"#,
            "`moves`, move 3 `h8`: the point is already taken",
        ),
        (
            r#"{"black": ["h8"], "white": ["i9", "h8"]}"#,
            "`white`, point 2 `h8`: the point is already taken",
        ),
        (
            r#"{"moves": "h8", "blocked": [[7, 7]]}"#,
            "`blocked`, point 1 `h8`: the point is already taken",
        ),
        (
            r#"{"games": [{"moves": "h8", "width": 4, "height": 9}]}"#,
            "each side of the board must have 5 to 31 points",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn json_without_a_position_says_what_is_missing() {
    let missing = "JSON without a position: `moves`, `black` or `white` is needed";
    for (text, message) in [
        (r#"{"command": "x"}"#, missing),
        ("{}", missing),
        (r#"{"width": 7, "height": 9}"#, missing),
        (r#"[{"command": "x"}, {"rule": "renju"}]"#, missing),
        (
            r#"{"moves": [[7.5, 7]]}"#,
            "`moves`: expected points such as [7, 7] or \"h8\"",
        ),
        (
            r#"{"moves": [[7, 7]"#,
            "line 1, character 17: not valid JSON: EOF while parsing a list",
        ),
        (
            "{\"é\": 1, \"moves\": [[7, 7]],}",
            "line 1, character 28: not valid JSON: trailing comma",
        ),
        (
            "{\"moves\": \"h8\"}\n{\"moves\": \"h8\"}\n",
            "line 2, character 1: not valid JSON: trailing characters",
        ),
        (
            "[\n  {\"moves\": \"h8\"},\n  {\"moves\": \"h8\" \"x\"}\n]",
            "line 3, character 18: not valid JSON: expected `,` or `}`",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
    // Lists of moves and boards may be JSON or look like it.
    for text in ["[[7, 7], [7, 7]]", "[\"h8\", \"h8\"]", "{h8, h8}"] {
        assert!(!error(text).contains("JSON"), "{text}");
    }
}
