//! Studies without an application.

use super::edit::SetUp;
use super::*;
use crate::board::notation::parse_moves;
use crate::play::record::record;
use crate::play::scores::Scores;
use crate::play::seats::Seats;
use crate::record::tree::Action;
use crate::solve::Proof;
use crate::strength::Level;
use crate::threat::vct::{Defence, Threat};
use serde_json::json;

/// A study of a text.
fn study(text: &str) -> Study {
    Study::read(text.as_bytes(), Rule::Freestyle).unwrap()
}

/// A point by its name.
fn point(name: &str) -> Point {
    parse_moves(name, BoardSize::square(15).unwrap()).unwrap()[0]
}

/// The names of the variation that is shown.
fn variation(study: &Study) -> Vec<String> {
    let told = study.json();
    let moves = told["variation"].as_array().unwrap();
    let name = |played: &Value| played["name"].as_str().unwrap().to_string();
    moves.iter().map(name).collect()
}

/// The index of the move with this number in the variation.
fn node(study: &Study, number: usize) -> usize {
    study.variation_nodes()[number].index()
}

#[test]
fn a_move_inside_a_game_begins_a_branch_that_stays() {
    let mut study = study("h8 h9 i8 i9 j8");
    study.go(node(&study, 2)).unwrap();
    study.play(point("g7")).unwrap();
    assert_eq!(variation(&study), ["h8", "h9", "g7"]);
    study.go(node(&study, 2)).unwrap();
    study.play(point("i8")).unwrap();
    assert_eq!(variation(&study), ["h8", "h9", "i8", "i9", "j8"]);
    let before = study.variation_nodes()[2];
    assert_eq!(study.tree().children(before).count(), 2);
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
    assert_eq!(variation(&study), ["h8", "g7"]);
    let comment = study.json()["comment"].as_str().map(str::to_string);
    assert_eq!(comment.as_deref(), Some("a comment – with a dash"));
    study.delete().unwrap();
    assert_eq!(variation(&study), ["h8", "h9", "i8"]);
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

/// A game of renju whose ninth move is a double three, with two more moves.
const FOUL: &str = "# rule: renju\nf8 a1 g8 o15 h10 a15 h9 o1 h8 b1 c3";

#[test]
fn a_foul_in_a_game_ends_it() {
    let mut study = study(FOUL);
    let told = study.json();
    assert_eq!(
        told["status"],
        "White wins by black's foul h8, two open threes at once (double three)."
    );
    assert_eq!(
        told["variation"].as_array().unwrap().len(),
        11,
        "all moves are shown"
    );
    study.go(node(&study, 8)).unwrap();
    assert_eq!(study.json()["status"], "Black to move.");
    study.go(node(&study, 9)).unwrap();
    let told = study.json();
    assert_eq!(
        told["forbidden"],
        json!([[7, 7, "two open threes at once (double three)"]])
    );
    assert_eq!((&told["row"], &told["toMove"]), (&json!([]), &Value::Null));
    assert!(study.play(point("d4")).is_err());
}

#[test]
fn a_foul_after_a_five_is_no_foul() {
    let study = study("# rule: renju\nf8 a1 g8 a2 h10 a3 h9 a4 c3 a5 h8");
    assert_eq!(study.json()["status"], "White wins with a5 a4 a3 a2 a1.");
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
    let mut study = study("h8 h9 i8 i9 j8");
    for format in ["sgf", "lib", "psq", "txt"] {
        let saved = study.save(format).unwrap();
        let again = Study::read(&saved.bytes, Rule::Freestyle).unwrap();
        assert_eq!(variation(&again), variation(&study), "{format}");
    }
    let picture = study.save("svg").unwrap().bytes;
    assert!(picture.starts_with(b"<svg"));
    assert!(study.save("exe").is_err());
}

#[test]
fn saving_one_game_of_a_file_keeps_the_changes_of_another_unsaved() {
    let mut study = study("(;GM[4]SZ[15];B[hh];W[hg])(;GM[4]SZ[15];B[hh];W[ig])");
    assert_eq!(study.unsaved(), None);
    study.comment("a comment").unwrap();
    study.choose(2).unwrap();
    study.save("sgf").unwrap();
    assert_eq!(study.unsaved(), Some("changes"));
    study.choose(1).unwrap();
    study.save("sgf").unwrap();
    assert_eq!(study.unsaved(), None);
}

#[test]
fn the_side_to_move_and_the_rule_are_changes() {
    let mut empty = Study::new(BoardSize::square(9).unwrap(), Rule::Standard);
    empty.set_rule(Rule::Renju);
    assert_eq!(empty.unsaved(), None, "an empty board has nothing to save");
    empty.turn().unwrap();
    assert_eq!(empty.unsaved(), Some("changes"));
    let mut game = study("h8 h9 i8");
    game.set_rule(game.rule);
    assert_eq!(game.unsaved(), None);
    game.set_rule(Rule::Renju);
    assert_eq!(game.unsaved(), Some("changes"));
}

#[test]
fn the_same_game_brings_its_result_along() {
    let mut taken = study("(;GM[4]SZ[15];B[hh];W[hg])");
    taken.go(0).unwrap();
    taken.comment("a comment").unwrap();
    let over = study("(;GM[4]SZ[15]RE[B+R];B[hh];W[hg])");
    assert!(taken.keep(&over));
    let saved = taken.save("sgf").unwrap().bytes;
    let saved = String::from_utf8(saved).unwrap();
    assert!(saved.contains("RE[B+R]"), "{saved}");
    assert!(saved.contains("C[a comment]"), "{saved}");
    let going_on = study("(;GM[4]SZ[15];B[hh];W[hg])");
    assert!(taken.keep(&going_on));
    assert_eq!(taken.tree().headers.result, None);
    assert!(!taken.keep(&study("(;GM[4]SZ[15];B[hh];W[hi])")));
}

#[test]
fn blocked_points_are_studied_but_not_saved_as_sgf() {
    let mut game = Game::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
    game.put(point("h8"), Stone::Blocked).unwrap();
    for (name, color) in [("h9", Color::Black), ("i9", Color::White)] {
        game.put(point(name), Stone::Of(color)).unwrap();
    }
    let seats = Seats::new(Color::Black, Level::default());
    let record = record(&game, &[None; 3], None, &seats);
    let mut study = Study::of_record(&record, game.rule());
    let told = study.json();
    assert_eq!(
        (&told["blocked"], variation(&study).len()),
        (&json!([[7, 7]]), 2)
    );
    assert!(study.play(point("h8")).is_err());
    study.play(point("h7")).unwrap();
    assert!(study.save("sgf").unwrap_err().contains("blocked points"));
    assert!(study.save("svg").is_ok());
}

#[test]
fn threats_of_both_sides_are_shown_on_request() {
    let mut study = study("h8 a1 i8 a2 j8 a3");
    assert_eq!(study.json()["threats"], Value::Null);
    study.shows_threats = true;
    let told = study.json()["threats"].clone();
    assert_eq!(told[0]["texts"], json!(["open four at g8, k8"]));
    assert_eq!(told[0]["points"], json!([[6, 7, 4], [10, 7, 4]]));
    assert_eq!(
        (&told[1]["side"], &told[1]["texts"]),
        (&json!("white"), &json!([]))
    );
}

#[test]
fn a_reply_outside_a_proof_is_noticed() {
    let mut study = study("h8 a1 i8 a3 j8 a5");
    let five = Proof {
        at: point("f8"),
        defence: None,
    };
    let proof = Proof {
        at: point("g8"),
        defence: Some(Defence {
            threat: Threat::Five,
            replies: vec![(point("k8"), five)],
            otherwise: None,
        }),
    };
    assert!(study.add_proof(&proof));
    assert_eq!(variation(&study)[6..], ["g8", "k8", "f8"]);
    study.play(point("g8")).unwrap();
    assert!(!study.leaves_proof);
    study.play(point("k8")).unwrap();
    assert!(!study.leaves_proof);
    study.go(node(&study, 7)).unwrap();
    study.play(point("c3")).unwrap();
    assert!(study.leaves_proof);
}

/// Two puzzles. In the first, black wins with m9, and m11 fails.
const PUZZLES: &[u8] = include_bytes!("../../../tests/records/puzzles.json");

#[test]
fn a_puzzle_hides_its_solution_until_it_is_found() {
    let mut study = Study::read(PUZZLES, Rule::Renju).unwrap();
    let told = study.json();
    assert_eq!(told["drill"]["count"], 2);
    assert_eq!(told["drill"]["isOpen"], true);
    assert_eq!(
        (&told["toMove"], &told["variation"]),
        (&json!("black"), &json!([]))
    );
    assert!(study.save("sgf").is_ok_and(|saved| {
        let text = String::from_utf8_lossy(&saved.bytes).into_owned();
        !text.contains(";B[mg]") && !text.contains("winning")
    }));
    assert!(study.try_move(point("h8")).is_err(), "there is a stone");
    assert_eq!(study.try_move(point("m11")), Ok(Tried::Open));
    let refuted = Judged {
        reply: Some(point("m9")),
        score: 0,
        line: Vec::new(),
    };
    study.judge(point("m11"), &refuted);
    let drill = &study.json()["drill"];
    assert_eq!(
        (&drill["isOpen"], &drill["missed"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(drill["verdict"]["moves"], json!([[12, 4], [12, 6]]));
    let text = drill["verdict"]["text"].as_str().unwrap();
    assert_eq!(
        text,
        "Wrong: no forced win was found after m11. White answers m9 (win chance 50 %)."
    );
    assert_eq!(study.try_move(point("m9")), Ok(Tried::Known));
    assert_eq!(variation(&study), ["m9", "m11"], "the reply is played");
    assert!(study.hides_solution());
    assert_eq!(study.try_move(point("k11")), Ok(Tried::Known));
    assert_eq!(study.try_move(point("n8")), Ok(Tried::Known));
    let told = study.json();
    assert!(!study.hides_solution());
    assert_eq!(variation(&study), ["m9", "m11", "k11", "i13", "n8"]);
    assert_eq!(told["at"], told["variation"][4]["id"]);
    // The first answer counts.
    let drill = &told["drill"];
    assert_eq!((&drill["solved"], &drill["missed"]), (&json!(0), &json!(1)));
    assert_eq!(study.take_answers().len(), 1);
    assert!(study.try_move(point("m9")).is_err() && study.reveal().is_err());
    // A reply that the proof does not contain is answered by the solver.
    study.go(1).unwrap();
    study.play(point("a1")).unwrap();
    assert!(study.leaves_proof);
}

/// Solves the first puzzle of the file.
fn solve_first(study: &mut Study) {
    for name in ["m9", "k11", "n8"] {
        assert_eq!(study.try_move(point(name)), Ok(Tried::Known));
    }
}

#[test]
fn puzzles_are_counted_and_recalled() {
    let mut study = Study::read(PUZZLES, Rule::Renju).unwrap();
    solve_first(&mut study);
    study.choose(2).unwrap();
    assert!(variation(&study).is_empty() && study.json()["drill"]["verdict"].is_null());
    study.reveal().unwrap();
    let drill = &study.json()["drill"];
    assert_eq!((&drill["solved"], &drill["missed"]), (&json!(1), &json!(1)));
    study.choose(1).unwrap();
    assert_eq!((study.at(), variation(&study).len()), (0, 5));
    let mut scores = Scores::default();
    let answers = study.take_answers();
    assert_eq!(answers.len(), 2);
    assert!(scores.note(&answers[0].0, answers[0].1));
    let mut study = Study::read(PUZZLES, Rule::Renju).unwrap();
    study.recall(&scores);
    let drill = &study.json()["drill"];
    assert_eq!((&drill["solved"], &drill["number"]), (&json!(1), &json!(2)));
    assert!(Study::read(b"{\"command\":\"puzzles\"}", Rule::Renju).is_err());
}

#[test]
fn another_move_that_wins_is_as_good_but_not_the_first() {
    let begun = || {
        let mut study = Study::read(PUZZLES, Rule::Renju).unwrap();
        study.try_move(point("m9")).unwrap();
        assert_eq!(study.try_move(point("a1")), Ok(Tried::Open));
        assert_eq!(study.json()["drill"]["missed"], 0, "it is not judged yet");
        study
    };
    let won = Judged {
        reply: Some(point("a2")),
        score: 5 - crate::types::score::MATE,
        line: vec![point("k11"), point("i13"), point("n8")],
    };
    let mut study = begun();
    study.judge(point("b1"), &won);
    assert_eq!(variation(&study).len(), 2, "that move was not tried");
    study.judge(point("a1"), &won);
    assert_eq!(variation(&study), ["m9", "m11", "a1", "a2"]);
    let told = study.json()["drill"]["verdict"]["text"].clone();
    assert_eq!(told, "That wins too: a1. White answers a2. Go on.");
    study.try_move(point("k11")).unwrap();
    study.go(1).unwrap();
    assert_eq!(
        study.try_move(point("n8")),
        Ok(Tried::Known),
        "it leads back"
    );
    assert!(study.hides_solution());
    study.try_move(point("n8")).unwrap();
    assert_eq!(study.json()["drill"]["solved"], 1);
    let mut study = begun();
    study.judge(point("a1"), &Judged { score: 0, ..won });
    assert_eq!(study.json()["drill"]["missed"], 1);
    assert!(study.hides_solution());
}

/// What pages are told of the node with this name.
fn told_of(study: &Study, name: &str) -> Value {
    let outline = study.outline();
    let mut nodes = outline["nodes"].as_array().unwrap().iter();
    nodes.find(|node| node["name"] == name).unwrap().clone()
}

#[test]
fn pages_are_told_the_whole_tree() {
    let mut study = study("(;SZ[15];B[hh];W[hg]BM[2]C[too low](;B[ig])(;B[gf]))");
    study.go(node(&study, 1)).unwrap();
    study.note_chance(0.714);
    let outline = study.outline();
    assert_eq!(outline["nodes"].as_array().unwrap().len(), 5);
    assert!(!study.json()["notes"].to_string().contains("left out"));
    assert_eq!(outline["isWhole"], true);
    let [first, second, other] = ["h8", "h9", "g10"].map(|name| told_of(&study, name));
    assert_eq!(
        (&first["chance"], &first["point"]),
        (&json!(71.0), &json!([7, 7]))
    );
    assert_eq!(
        (&second["glyph"], &second["comment"]),
        (&json!("??"), &json!("too low"))
    );
    assert_eq!(other["parent"], second["id"]);
    assert_eq!(other.get("glyph"), None);
}

#[test]
fn of_a_large_tree_pages_are_told_what_is_near() {
    let mut study = study("h8 h9");
    let last = study.at;
    let size = study.tree().size();
    for point in (0..40).flat_map(|_| size.points()) {
        study.games[0].add(last, Action::Play(Color::Black, point));
    }
    let outline = study.outline();
    let nodes = outline["nodes"].as_array().unwrap();
    assert_eq!((nodes.len(), &outline["isWhole"]), (3000, &json!(false)));
    assert_eq!(nodes[2]["name"], "h9");
}

#[test]
fn moves_are_marked_and_the_marks_are_saved() {
    let mut study = study("h8 h9");
    study.mark("?!").unwrap();
    assert_eq!(told_of(&study, "h9")["glyph"], "?!");
    let saved = study.save("sgf").unwrap();
    let again = Study::read(&saved.bytes, Rule::Renju).unwrap();
    assert_eq!(told_of(&again, "h9")["glyph"], "?!");
    study.mark("").unwrap();
    assert_eq!(told_of(&study, "h9").get("glyph"), None);
    assert!(study.mark("?!?").is_err());
    study.go(0).unwrap();
    assert!(study.mark("!").is_err());
}

#[test]
fn what_was_deleted_comes_back() {
    let mut study = study("h8 h9 i8 i9");
    study.go(node(&study, 3)).unwrap();
    study.note_chance(0.25);
    assert!(study.restore().is_err(), "nothing was deleted");
    study.delete().unwrap();
    assert_eq!(
        (study.removed(), variation(&study).len()),
        (Some(2), 2),
        "two moves are gone"
    );
    let version = study.version();
    study.restore().unwrap();
    assert_eq!(variation(&study), ["h8", "h9", "i8", "i9"]);
    assert_eq!(study.at(), node(&study, 3));
    assert_eq!(told_of(&study, "i8")["chance"], json!(25.0));
    assert!(study.version() > version && study.removed().is_none());
    study.delete().unwrap();
    study.play(point("a1")).unwrap();
    assert!(study.restore().is_err(), "it would undo a1");
    assert_eq!(variation(&study), ["h8", "h9", "a1"]);
}

#[test]
fn a_proof_is_walked_by_either_side() {
    let mut study = study("h8 a1 i8 a3 j8 a5");
    let five = |name: &str| Proof {
        at: point(name),
        defence: None,
    };
    let proof = Proof {
        at: point("g8"),
        defence: Some(Defence {
            threat: Threat::Five,
            replies: vec![(point("k8"), five("f8")), (point("f8"), five("k8"))],
            otherwise: None,
        }),
    };
    study.add_proof(&proof);
    study.walk(Some("VCF"), 2);
    let told = study.json()["proof"].clone();
    assert_eq!(
        (&told["winner"], &told["moves"], &told["isReply"]),
        (&json!("black"), &json!(2), &json!(false))
    );
    assert_eq!(
        (&told["next"][0]["name"], &told["next"][0]["left"]),
        (&json!("g8"), &json!(1)),
        "after g8, one more move makes the five"
    );
    assert_eq!(told["steps"][1]["name"], "k8");
    study.play(point("g8")).unwrap();
    let told = study.json()["proof"].clone();
    assert_eq!(told["threat"], "Threatens a five.");
    let replies = told["next"].as_array().unwrap();
    let replies: Vec<[&str; 2]> = replies
        .iter()
        .map(|reply| ["name", "answer"].map(|key| reply[key].as_str().unwrap()))
        .collect();
    assert_eq!(replies, [["f8", "k8"], ["k8", "f8"]]);
    study.go(node(&study, 5)).unwrap();
    assert_eq!(study.json()["proof"], Value::Null, "before the proof");
}

#[test]
fn a_win_by_fours_is_a_threat() {
    let moves = "k13 l14 m12 j12 m11 l12 j10 i11 g9 h10 i9 i10 j9 l10 m9 h9 g8 f8 h8";
    let mut study = study(&format!("# rule: renju\n{moves}"));
    study.shows_threats = true;
    let white = study.json()["threats"][1].clone();
    let texts = white["texts"].as_array().unwrap();
    let last = texts.last().unwrap().as_str().unwrap();
    assert_eq!(last, "VCF from l13, 5 fours");
    let line = white["line"].as_array().unwrap();
    let points = white["points"].as_array().unwrap();
    let begins = |point: &Value| point[0] == line[0][0] && point[1] == line[0][1];
    assert!(line.len() >= 5 && points.iter().any(begins));
}

#[test]
fn only_what_changes_the_game_is_unsaved() {
    let mut study = study("h8 h9 i8 i9");
    study.go(2).unwrap();
    study.comment("good").unwrap();
    study.mark("!").unwrap();
    study.save("sgf").unwrap();
    assert_eq!(study.unsaved(), None);
    study.comment(" good ").unwrap();
    study.mark("!").unwrap();
    study.promote();
    study.set_rule(Rule::Freestyle);
    study.play(point("i8")).unwrap();
    assert_eq!(study.unsaved(), None, "everything is as it was");
    study.delete().unwrap();
    assert_eq!(study.unsaved(), Some("changes"));
    study.restore().unwrap();
    assert_eq!(study.unsaved(), None, "what was deleted is back");
    study.comment("bad").unwrap();
    study.delete().unwrap();
    study.restore().unwrap();
    assert_eq!(study.unsaved(), Some("changes"), "the comment is not saved");
    let mut study = Study::new(crate::types::BoardSize::square(15).unwrap(), Rule::Renju);
    study.set_up(point("h8"), SetUp::Empty).unwrap();
    assert_eq!(study.unsaved(), None);
}
