//! Studies without a server.

use super::edit::SetUp;
use super::*;
use crate::board::notation::parse_moves;

/// A study of a text.
fn study(text: &str) -> Study {
    Study::read(text.as_bytes(), Rule::Freestyle).unwrap()
}

/// A point by its name.
fn point(name: &str) -> Point {
    parse_moves(name, BoardSize::square(15).unwrap()).unwrap()[0]
}

/// The names of the line that is shown.
fn line(study: &Study) -> Vec<String> {
    let told = study.json();
    let moves = told["line"].as_array().unwrap();
    let name = |played: &Value| played["name"].as_str().unwrap().to_string();
    moves.iter().map(name).collect()
}

/// The index of the move with this number in the line.
fn node(study: &Study, number: usize) -> usize {
    study.line_nodes()[number].index()
}

#[test]
fn a_move_inside_a_game_begins_a_branch_that_stays() {
    let mut study = study("h8 h9 i8 i9 j8");
    study.go(node(&study, 2)).unwrap();
    study.play(point("g7")).unwrap();
    assert_eq!(line(&study), ["h8", "h9", "g7"]);
    study.go(node(&study, 2)).unwrap();
    study.play(point("i8")).unwrap();
    assert_eq!(line(&study), ["h8", "h9", "i8", "i9", "j8"]);
    let told = study.json();
    assert_eq!(told["line"][2]["branches"].as_array().unwrap().len(), 2);
    let saved = study.save("sgf").unwrap();
    let again = Study::read(&saved.bytes, Rule::Renju).unwrap();
    assert_eq!((again.rule, again.tree().len()), (Rule::Freestyle, 7));
}

#[test]
fn branches_are_promoted_and_deleted() {
    let mut study = study("h8 h9 i8");
    let version = study.version();
    study.go(node(&study, 1)).unwrap();
    study.play(point("g7")).unwrap();
    study.comment("a comment – with a dash").unwrap();
    study.promote();
    assert!(study.version() > version, "pages know other numbers");
    assert_eq!(line(&study), ["h8", "g7"]);
    let comment = study.json()["comment"].as_str().map(str::to_string);
    assert_eq!(comment.as_deref(), Some("a comment – with a dash"));
    study.delete().unwrap();
    assert_eq!(line(&study), ["h8", "h9", "i8"]);
    study.go(0).unwrap();
    assert!(study.delete().is_err());
    assert!(study.go(99).is_err());
}

#[test]
fn what_is_not_legal_is_refused() {
    let mut study = study("# rule: renju\nf8 a1 g8 o15 h10 a15 h9 o1");
    assert_eq!(study.rule, Rule::Renju);
    assert!(study.play(point("h8")).unwrap_err().contains("forbidden"));
    assert!(study.play(point("a1")).is_err());
    assert!(study.play(Point::new(15, 0)).is_err());
    assert_eq!(study.place().numbers.len(), 8);
    assert!(Study::read(b"no game at all", Rule::Renju).is_err());
}

#[test]
fn stones_are_set_up_before_the_first_move() {
    let mut study = Study::new(BoardSize::square(9).unwrap(), Rule::Standard);
    for (x, stone) in [(1, SetUp::Black), (2, SetUp::White), (3, SetUp::Black)] {
        study.set_up(Point::new(x, 4), stone).unwrap();
    }
    assert_eq!(study.place().side, Color::White);
    study.turn().unwrap();
    assert_eq!(study.place().side, Color::Black);
    study.set_up(Point::new(2, 4), SetUp::Empty).unwrap();
    study.play(Point::new(5, 5)).unwrap();
    assert!(study.set_up(Point::new(0, 0), SetUp::Black).is_err());
    assert_eq!(study.place().game.stones().len(), 3);
}

#[test]
fn every_format_is_saved() {
    let study = study("h8 h9 i8 i9 j8");
    for format in ["sgf", "lib", "psq", "txt"] {
        let saved = study.save(format).unwrap();
        let again = Study::read(&saved.bytes, Rule::Freestyle).unwrap();
        assert_eq!(line(&again), line(&study), "{format}");
    }
    let picture = study.save("svg").unwrap().bytes;
    assert!(picture.starts_with(b"<svg"));
    assert!(study.save("exe").is_err());
}
