//! Conventions that a word or a header states, and boards and lists in unusual wrappers.

use super::*;
use crate::board::notation::point_name;

/// The size, the side to move, and the names of the stones of both sides.
fn read(text: &str) -> String {
    let record = parsed(text);
    let board = record.board();
    let stones = |color| {
        let own = board
            .occupied()
            .filter(|(_, cell)| *cell == Cell::Stone(color));
        let mut names: Vec<String> = own
            .map(|(point, _)| point_name(point, record.size()))
            .collect();
        names.sort();
        names.join(" ")
    };
    let (width, height) = (record.size().width(), record.size().height());
    let side = record.side_to_move().name();
    format!(
        "{width}x{height} {side} | {} | {}",
        stones(Color::Black),
        stones(Color::White)
    )
}

/// Checks that all texts are read alike.
fn all(expected: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn a_side_before_several_moves_holds_for_all() {
    all(
        "15x15 black | g7 h8 j10 | i10 i9 k11",
        &[
            "Black: h8, j10, g7\nWhite: i9, i10, k11",
            "White: i9, i10, k11\nBlack: h8, j10, g7",
            "B: h8 j10 g7; W: i9 i10 k11",
            "X = h8 j10 g7 / O = i9 i10 k11",
            "black stones: h8 j10 g7, white stones: i9 i10 k11",
            "- **Black** (X): h8, j10, g7\n- **White** (O): i9, i10, k11\n",
            "Black : h8j10g7\nWhite : i9i10k11",
            "black h8 j10 g7 white i9 i10 k11",
            "Schwarz: h8, j10, g7\nWeiß: i9, i10, k11",
            "Noirs : h8, j10, g7\nBlancs : i9, i10, k11",
            "Černý: h8, j10, g7\nBílý: i9, i10, k11",
            "Чёрные: h8, j10, g7\nБелые: i9, i10, k11",
            "黑：h8，j10，g7\n白：i9，i10，k11",
            "黒番: h8、j10、g7\n白番: i9、i10、k11",
            "黑棋: h8 j10 g7 白棋: i9 i10 k11",
            "● h8 j10 g7\n○ i9 i10 k11",
            "Black: 7,7 9,5 6,8\nWhite: 8,6 8,5 10,4",
            "Black: h8, j10\nWhite: i9, i10, k11\nBlack: g7",
        ],
    );
    all(
        "15x15 white | h8 j10 | i9",
        &["Black: h8, j10\nWhite: i9", "White: i9; Black: h8 j10"],
    );
    all(
        "15x15 white | h8 j10 | i9",
        &["h8 i9 j10", "B h8 W i9 B j10", "Black 1. h8 2. i9 3. j10"],
    );
    // The names of single moves leave the rest to the turns.
    all("15x15 black | h8 j10 | g7 i9", &["B h8 W i9 B j10 g7"]);
    all(
        "15x15 black | h8 j10 | i9",
        &[
            "black to move\nBlack: h8, j10\nWhite: i9",
            "Black: h8, j10\nWhite: i9\nBlack to move and win",
        ],
    );
    assert!(error("Black: h8, j10\nWhite: i9, h8").contains("`h8` (line 2, character 12)"));
}

#[test]
fn rows_from_below_are_those_of_the_other_piskvork() {
    all(
        "15x15 white | g9 i7 | h8",
        &[
            "Piskvorky 15x15 , 0 - 0\n6,9,0\n7,8,1\n8,7,0\n",
            "piskvorky 15x15, 2 - 1\r\n6,9,0\r\n7,8,1\r\n8,7,0\r\n",
            "Piskvorky 15x15,0-0\n6, 9, 0\n7, 8, 1\n8, 7, 0",
        ],
    );
    all(
        "20x18 black | a18 | t1",
        &["Piskvorky 20x18 , 0 - 0\n0,18,0\n19,1,1\n"],
    );
    let is_noted = |note: &Note| matches!(note, Note::Coordinates(_));
    assert!(
        parsed("Piskvorky 15x15 , 0 - 0\n6,9,0\n")
            .notes
            .iter()
            .any(is_noted)
    );
    for (line, message) in [
        ("15,1,0", "not on the 15x15 board"),
        ("0,0,0", "not on the 15x15 board"),
        ("0,16,0", "not on the 15x15 board"),
        ("0,1,2", "expected a column from 0"),
        ("0,1", "expected a column from 0"),
    ] {
        let error = error(&format!("Piskvorky 15x15 , 0 - 0\n{line}\n"));
        assert!(
            error.starts_with("line 2") && error.contains(message),
            "{line}: {error}"
        );
    }
}

#[test]
fn small_boards_may_be_corners_of_the_usual_one() {
    all(
        "6x6 black | b3 b4 c5 | c3 d4",
        &[
            r#"{"size": 6, "side": 1, "blackStones": "B13B12C14", "whiteStones": "C12D13"}"#,
            r#"{"puzzles": [{"size": 6, "black": ["B13", "B12", "C14"], "white": "C12 D13", "side": "black"}]}"#,
            r#"{"size": 6, "side": 1, "blackStones": "B4B3C5", "whiteStones": "C3D4"}"#,
        ],
    );
    all(
        "9x12 white | a12 | ",
        &[r#"{"width": 9, "height": 12, "moves": "A15"}"#],
    );
    let notes = |text: &str| {
        let record = parsed(text);
        record
            .notes
            .iter()
            .filter(|note| matches!(note, Note::Coordinates(_)))
            .count()
    };
    assert_eq!(notes(r#"{"size": 6, "moves": "B13"}"#), 1);
    assert_eq!(notes(r#"{"size": 6, "moves": "B3"}"#), 0);
    for text in [
        r#"{"size": 6, "moves": "B3 B13"}"#,
        r#"{"size": 6, "moves": "G13"}"#,
        r#"{"size": 16, "moves": "B17"}"#,
    ] {
        assert!(error(text).contains("not on the"), "{text}");
    }
}

#[test]
fn moves_and_trees_of_web_pages_are_read() {
    all(
        "15x15 white | h8 j10 | i9",
        &[
            r#"[{"x":7,"y":7},{"x":8,"y":6},{"x":9,"y":5}]"#,
            r#"[{"col":7,"row":7},{"col":8,"row":6},{"col":9,"row":5}]"#,
            r#"[{"x":7,"y":7,"player":1},{"x":8,"y":6,"player":2},{"x":9,"y":5,"player":1}]"#,
            r#"[{"x":7,"y":7,"color":0},{"x":8,"y":6,"color":1},{"x":9,"y":5,"color":0}]"#,
            r#"{"moves":[{"x":8,"y":6,"color":"white"},{"x":7,"y":7,"color":"black"},
                {"x":9,"y":5,"color":"black"}],"side":2}"#,
            r#"{"history":[{"point":"h8"},{"point":[8,6]},{"move":"j10"}]}"#,
        ],
    );
    let tree = r#"{"version": 1, "rootId": "r", "metadata": {"title": "t", "black": "A",
        "white": "B", "rule": "renju", "boardSize": 19}, "nodes": {
        "r": {"id": "r", "parentId": null, "children": ["a"], "move": null, "comment": "begin"},
        "b": {"id": "b", "parentId": "a", "children": [],
              "move": {"row": 10, "col": 8, "player": "white"}, "comment": ""},
        "c": {"id": "c", "parentId": "a", "children": [],
              "move": {"row": 8, "col": 8, "player": "white"}},
        "a": {"id": "a", "parentId": "r", "children": ["b", "c"],
              "move": {"row": 9, "col": 9, "player": "black"}}}}"#;
    assert_eq!(read(tree), "19x19 black | j10 | i9");
    let collection = Collection::read(tree.as_bytes(), &Given::default()).unwrap();
    let game = &collection.games[0];
    assert_eq!((game.moves(), game.moves_in_branches()), (3, 1));
    assert_eq!(game.headers.rule, Some(Rule::Renju));
    assert_eq!(
        game.headers.players[Color::Black.index()].as_deref(),
        Some("A")
    );
    assert_eq!(game.comment(tree::NodeId::ROOT).as_deref(), Some("begin"));
    all(
        "15x15 black | h8 | i9",
        &[
            r#"{"nodes": [{"id": 1, "parent": null}, {"id": 2, "parent": 1, "x": 7, "y": 7},
                {"id": 3, "parent": 2, "x": 8, "y": 6}]}"#,
            r#"{"root": {"children": [{"move": "h8", "children": [{"move": [8, 6]}]}]}, "size": 15}"#,
            r#"[{"rootId": 1, "nodes": {"1": {"children": [2], "move": "h8"},
                "2": {"children": [], "move": "i9"}}}]"#,
        ],
    );
    for (text, message) in [
        (
            r#"{"rootId": "r", "nodes": {"r": {"children": ["x"]}}}"#,
            "there is no node `x`",
        ),
        (
            r#"{"rootId": "r", "nodes": {"r": {"children": ["r"]}}}"#,
            "a node occurs twice",
        ),
        (
            r#"{"rootId": "x", "nodes": {"r": {"children": []}}}"#,
            "there is no first node",
        ),
        (
            r#"{"rootId": "r", "nodes": {"r": {"children": [], "move": {"row": 15, "col": 0}}}}"#,
            "not on the 15x15 board",
        ),
    ] {
        assert!(error(text).contains(message), "{text}: {}", error(text));
    }
}

#[test]
fn commands_of_gtp_are_a_game() {
    all(
        "15x15 white | h8 j10 | i9",
        &[
            "boardsize 15\nclear_board\nplay B H8\nplay W J9\nplay B K10\n",
            "1 boardsize 15\n2 clear_board\n3 komi 0\n4 play black h8\n5 play white j9\n6 play b k10",
            "boardsize 15\r\n=\r\n\r\nplay B H8\r\n=\r\n\r\ngenmove W\r\n= J9\r\n\r\ngenmove b\n=6 K10",
            "clear_board\nboardsize 15\nplay B H8\nplay W J9\nplay B A1\nundo\nplay B K10\nquit\n",
            // A column I shows that none is skipped.
            "boardsize 15\nplay B H8\nplay W I9\nplay B J10\n",
        ],
    );
    all(
        "19x19 black | q16 | d4",
        &["# a test\nboardsize 19\nplay b R16\nplay w D4\n"],
    );
    assert!(error("boardsize 15\nplay B Q8\n").contains("line 2, character 1: not on the 15x15"));
    assert!(error("boardsize 15\nplay B\n").contains("line 2, character 1: expected a side"));
    assert!(error("boardsize 3\nplay B A1\n").contains("line 1, character 1: each side"));
}

#[test]
fn sgf_begins_anywhere_and_empty_lists_set_nothing() {
    all(
        "15x15 black | h8 | i9",
        &[
            "Game 7: (;GM[4]SZ[15];B[hh];W[ig])",
            "see [1] \"(;GM[4]SZ[15];B[hh];W[ig])\" there",
            "<pre>(;B[hh];W[ig])</pre>",
            "sgf=( ;\nGM[4]SZ[15]AE[]AB[]AW[ ]PL[]GM[];B[hh];W[ig])",
            "(;GM[4]SZ[]SZ[15];B[hh]AE[];W[ig])",
        ],
    );
    let titled = Collection::read(b"1: (;B[hh])\n2: (;B[hh];W[ig])\n", &Given::default());
    assert_eq!(titled.unwrap().games.len(), 2);
    // What follows a stray bracket is not a game, and neither is a face.
    let stray = Collection::read(b"(;B[hh]);W[ig](;B[jj])", &Given::default());
    assert_eq!(stray.unwrap().games.len(), 1);
    assert_eq!(parsed("h8 i9 # good (;-)").moves.len(), 2);
    assert_eq!(parsed("# black: A (;B[aa])\nh8 i9\n").moves.len(), 2);
    let json = r#"{"moves": "h8 i9", "note": "(;B[aa])"}"#;
    assert_eq!(parsed(json).moves.len(), 2);
    assert!(error("(;SZ[15]AB[aa:])").contains("expected a point"));
}

/// The rows of a board of 9x9 with black on e5 and white on f6, in these marks.
fn rows(empty: &str, black: &str, white: &str, gap: &str) -> Vec<String> {
    let row = |y: usize| {
        let mark = |x: usize| match (x, y) {
            (4, 4) => black,
            (5, 3) => white,
            _ => empty,
        };
        (0..9).map(mark).collect::<Vec<_>>().join(gap)
    };
    (0..9).map(row).collect()
}

#[test]
fn boards_in_unusual_wrappers_are_read() {
    let expected = "9x9 black | e5 | f6";
    for (empty, black, white) in [
        ("⬜", "🔴", "🔵"),
        ("⬛", "🔴", "🟡"),
        ("🟩", "⚫", "⚪"),
        ("🟨", "⬛", "⬜"),
        ("⬜", "🟥", "🟦"),
        ("□", "●", "○"),
        ("⬜️", "❌", "⭕"),
        (".", "🔴", "🔵"),
        ("➕", "⚫", "🔴"),
        ("·", "■", "□"),
    ] {
        for gap in ["", " "] {
            let text = rows(empty, black, white, gap).join("\n");
            assert_eq!(read(&text), expected, "{text}");
        }
    }
    for (before, after) in [
        ("\"", "\\n\""),
        ("    \"", "\\n\" +"),
        ("L\"", "\\r\\n\""),
        ("'", "\\n'"),
        ("s += \"", "\\n\";"),
        ("\"", "\\n\" \\"),
        ("// ", ""),
        ("> ", ""),
        ("", "\\"),
    ] {
        for gap in ["", " "] {
            let line = |row: &String| format!("{before}{row}{after}\n");
            let text: String = rows("_", "X", "O", gap).iter().map(line).collect();
            assert_eq!(read(&text), expected, "{text}");
        }
    }
    for (empty, gap) in [
        (".", ""),
        ("0", ""),
        ("-", "/"),
        ("_", " "),
        ("+", ","),
        ("0", "\\n"),
    ] {
        let text = rows(empty, "1", "2", "").join(gap);
        let text = match gap {
            "\\n" => format!("{{\"board\": \"{text}\"}}"),
            _ => text,
        };
        assert_eq!(read(&text), expected, "{text}");
    }
    let flat = rows("0", "1", "2", ",").join(",");
    assert_eq!(read(&flat), expected, "{flat}");
    let boards = format!("{0}\n\n{0}\n", rows(".", "x", "o", "").concat());
    assert_eq!(
        Collection::read(boards.as_bytes(), &Given::default())
            .unwrap()
            .games
            .len(),
        2
    );
    let more = rows("⬜", "🔴", "🔵", "")
        .join("\n")
        .replacen('⬜', "🔵", 1);
    assert_eq!(
        read(&more),
        "9x9 white | a9 f6 | e5",
        "black has more stones"
    );
    let note = Note::Reader("`🔵` is read as black and `🔴` is read as white".to_string());
    assert!(parsed(&more).notes.contains(&note));
    let third = more.replacen('⬜', "🟢", 1);
    assert!(error(&third).contains("is neither a stone nor an empty point"));
    let two_squares = rows("⬜", "⬛", "⬛", "").join("\n");
    assert!(error(&two_squares).contains("`⬛` is neither"));
}

#[test]
fn bars_may_stand_before_or_after_each_point() {
    for (before, between, after) in [
        ("|", "|", "|"),
        ("|", "|", ""),
        ("", "|", "|"),
        ("", "|", ""),
        ("│ ", " │ ", " "),
        (" 1| ", " | ", ""),
    ] {
        let row = |row: String| format!("{before}{}{after}\n", row.replace('/', between));
        let text: String = rows(" ", "X", "O", "/").into_iter().map(row).collect();
        let text = if before.starts_with(" 1") {
            let lines = (1..=9).rev().zip(text.lines());
            lines
                .map(|(n, line)| line.replacen('1', &n.to_string(), 1) + "\n")
                .collect()
        } else {
            text
        };
        assert_eq!(read(&text), "9x9 black | e5 | f6", "{text}");
    }
    // A stone beyond the last bar settles a board that is not square.
    let wide: String = (0..7)
        .map(|y| {
            format!(
                "|X|O{}|{}\n",
                "| ".repeat(6),
                if y == 3 { "X" } else { " " }
            )
        })
        .collect();
    assert_eq!(read(&wide).split(' ').next(), Some("9x7"), "{wide}");
}
