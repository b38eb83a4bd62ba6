//! Names of points and lists of moves, parsed and written.

use super::*;
use proptest::prelude::*;

fn board(width: i64, height: i64) -> BoardSize {
    BoardSize::new(width, height).unwrap()
}

fn error(text: &str) -> String {
    parse_moves(text, board(15, 15)).unwrap_err().to_string()
}

#[test]
fn columns_include_i_and_rows_start_at_the_bottom() {
    let size = board(15, 15);
    assert_eq!(point_name(Point::new(7, 7), size), "h8");
    assert_eq!(point_name(Point::new(8, 0), size), "i15");
    assert_eq!(point_name(Point::new(0, 14), size), "a1");
    assert_eq!(point_name(Point::new(30, 0), board(31, 5)), "ae5");
    assert_eq!(contest_name(Point::new(7, 8)), "H, 9");
    assert_eq!(contest_name(Point::new(18, 18)), "S, 19");
}

#[test]
fn lists_of_moves_are_parsed_in_all_forms() {
    let size = board(15, 15);
    let moves = vec![Point::new(7, 7), Point::new(8, 6), Point::new(9, 5)];
    for text in [
        "h8 i9 j10",
        "h8i9j10",
        "H8,I9;J10\n",
        "7,7 8,6 9,5",
        " 7, 7\r\n8 ,6\n 9,5 ",
        "7,7,8,6,9,5",
        "h8 8,6 J10",
        "1. h8 2. i9 3. j10",
        "1.h8 i9\n2.j10",
        "1) h8 2) i9 3) 9,5",
        "1 h8 2 i9 3 j10",
        "1. h8 1... i9 2. j10",
        "(7,7), (8,6), (9,5)",
        "[[7, 7], [8, 6], [9, 5]]",
        "[\"h8\", \"i9\", \"j10\"]",
    ] {
        assert_eq!(parse_moves(text, size), Ok(moves.clone()), "{text:?}");
    }
    assert_eq!(parse_moves(" \n", size), Ok(vec![]));
    assert_eq!(point_names(&moves, size), "h8 i9 j10");
}

#[test]
fn errors_name_the_place() {
    assert_eq!(
        error("h8 i9 j99"),
        "move 3 `j99` (line 1, character 7): not on the 15x15 board"
    );
    assert_eq!(
        error("h8\ni9 h8"),
        "move 3 `h8` (line 2, character 4): the point is already taken"
    );
    assert_eq!(
        error("1. h8 3. i9"),
        "move 2 `3.` (line 1, character 7): the number does not continue the list"
    );
    for text in [
        "1.",
        "h",
        "8",
        "7,",
        "?",
        "h 8",
        "é8",
        "7;7",
        "abcdefgh1",
        "h99999",
    ] {
        let what = error(text);
        assert!(what.contains("not a point"), "{text}: {what}");
    }
    assert!(error("a0").contains("not on the"), "rows start at 1");
    assert!(error("15,0").contains("not on the"));
    let size = board(15, 15);
    assert!(parse_point("h8 i9", size).is_err() && parse_point("", size).is_err());
}

#[test]
fn lists_of_moves_differ_from_diagrams() {
    for moves in [
        "h8", "h8i9", " H10 ", "7,7", "7 ,7", "aa3", "1. h8", "1.7,7", "2 h8", "[[7,7]",
    ] {
        assert!(looks_like_moves(moves), "{moves}");
    }
    for other in [
        "", ". . .", "xo...", "15 . . x", "a b c", "1", "black", ".....", "1.x..", "1. . x",
    ] {
        assert!(!looks_like_moves(other), "{other}");
    }
}

proptest! {
    #[test]
    fn names_parse_back(w in 5i64..=31, h in 5i64..=31, x in 0u8..31, y in 0u8..31, upper: bool) {
        let size = board(w, h);
        let point = Point::new(x % size.width(), y % size.height());
        let name = point_name(point, size);
        let name = if upper { name.to_uppercase() } else { name };
        prop_assert_eq!(parse_point(&name, size), Ok(point));
        let protocol = format!("{},{}", point.x, point.y);
        prop_assert_eq!(parse_point(&protocol, size), Ok(point));
    }

    #[test]
    fn any_text_is_parsed_or_rejected(text in "[a-j0-9, ;\\n.é-]{0,30}") {
        let _ = parse_moves(&text, board(15, 15));
    }
}
