//! Records in each format, with its peculiarities.

use crate::board::diagram::Cell;
use crate::types::Rule;

use super::*;

mod conventions;
mod errors;
mod linear;
mod opening;
mod results;
mod unread;

fn parsed(text: &str) -> Record {
    Record::parse(text, &Given::default()).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

fn error(text: &str) -> String {
    Record::parse(text, &Given::default())
        .unwrap_err()
        .to_string()
}

fn board(side: usize) -> String {
    format!("{}\n", ".".repeat(side)).repeat(side)
}

#[test]
fn old_and_new_files_of_piskvork_are_read() {
    let old = parsed("Piskvorky 20x18, 0:11, 0\n10,9,0\n11,10,2500\n");
    assert_eq!(
        (old.format, old.size()),
        (Format::Psq, BoardSize::new(20, 18).unwrap())
    );
    assert_eq!(old.moves[1].point, Point::new(10, 9));
    assert_eq!(old.moves[1].time, Some(Duration::from_millis(2500)));
    assert_eq!(
        (old.rule, old.result, old.players),
        (None, None, [None, None])
    );

    let new =
        "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,8,15\r\nA.zip\r\nB 2.zip\r\n-1\r\n2,Renju_1\r\n";
    let new = parsed(new);
    assert_eq!(
        (new.rule, new.side_to_move()),
        (Some(Rule::Renju), Color::Black)
    );
    assert_eq!(new.result, Some(GameResult::Win(Color::White)));
    assert_eq!(new.players[Color::Black.index()].as_deref(), Some("A.zip"));

    let second_begins = parsed("Piskvorky 15x15, 11:11, 1\n8,8\nA\nB\n0\n1,Freestyle15");
    assert_eq!(
        second_begins.players[Color::White.index()].as_deref(),
        Some("A")
    );
    assert_eq!(second_begins.result, Some(GameResult::Win(Color::White)));
    assert_eq!(second_begins.rule, Some(Rule::Freestyle));
}

#[test]
fn errors_in_files_of_piskvork_name_the_line() {
    for (text, message) in [
        ("Piskvorky 15", "line 1, character 1: expected a header"),
        ("Piskvorky 15x99, 0:0, 0", "line 1, character 1: each side"),
        (
            "Piskvorky 15x15, 0:0, 0\n8,8,0\n16,8,0",
            "line 3, character 1: not on the 15x15",
        ),
        (
            "Piskvorky 15x15, 0:0, 0\n0,8,0",
            "line 2, character 1: not on",
        ),
        (
            "Piskvorky 15x15, 0:0, 0\n-9223372036854775808,8",
            "line 2, character 1: not on",
        ),
        (
            "Piskvorky 15x15, 0:0, 0\n\n8,8,0\n8,8,0",
            "line 4, character 1: the point is already taken",
        ),
        (
            "Piskvorky 15x15, 0:0, 0\n8,8,zero",
            "line 2, character 1: expected a move",
        ),
        (
            "Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\n9,9,0",
            "line 4, character 1: expected a move",
        ),
    ] {
        assert!(error(text).starts_with(message), "{text}: {}", error(text));
    }
}

#[test]
fn the_main_line_of_sgf_is_read() {
    let text = "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[Renju]PB[A \\] b]PW[Rēn]RE[W+R]\nC[a (;comment)]\n\
                ;B[hh]BL[12.5];W[ig](;B[jh]C[main])(;B[gg];W[aa]))(;GM[4])";
    let record = parsed(text);
    let points: Vec<Point> = record.moves.iter().map(|played| played.point).collect();
    assert_eq!(
        points,
        [Point::new(7, 7), Point::new(8, 6), Point::new(9, 7)]
    );
    assert_eq!(
        (record.rule, record.side_to_move()),
        (Some(Rule::Renju), Color::White)
    );
    assert_eq!(record.result, Some(GameResult::Win(Color::White)));
    assert_eq!(
        record.players[Color::Black.index()].as_deref(),
        Some("A ] b")
    );
    let set_up = parsed("( ;GM[4]SZ[19:15]AB[aa][cc:ed]AW[bb]PL[W]RU[1]RE[Draw]; W[sa])");
    assert_eq!(set_up.start.count(Cell::Stone(Color::Black)), 7);
    assert_eq!((set_up.moves.len(), set_up.turns()), (1, None));
    assert_eq!(
        (set_up.size(), set_up.rule),
        (BoardSize::new(19, 15).unwrap(), Some(Rule::Standard))
    );
    assert_eq!(set_up.result, Some(GameResult::Draw));
    let without_semicolons = parsed("(SZ[15]RU[renju]\n;B[hh](W[ig])(W[ii]))");
    assert_eq!(without_semicolons.moves.len(), 2);
    let large = parsed("(;SZ[31];B[aA];W[tt])");
    assert_eq!(large.moves[0].point, Point::new(0, 26));
    assert_eq!(large.moves.len(), 2, "tt is a point of large boards");
    let passed = parsed("(;SZ[15];Black[h8];W[tt];B[i9];W[])");
    assert_eq!((passed.moves.len(), passed.turns()), (2, None));
    assert_eq!(passed.moves[1].point, Point::new(8, 6));
    assert_eq!(passed.side_to_move(), Color::Black);
}

#[test]
fn errors_in_sgf_name_the_place() {
    for (text, message) in [
        (
            "(;SZ[15]\n;B[hh];W[hh])",
            "line 2, character 10: the point is already taken",
        ),
        (
            "(;SZ[15];B[pp])",
            "line 1, character 12: not on the 15x15 board",
        ),
        ("(;SZ[40])", "line 1, character 6: each side"),
        ("(;SZ[x])", "line 1, character 6: expected a size"),
        (
            "(;SZ[15]\nSZ[19])",
            "line 2, character 4: SZ[19] contradicts SZ[15] in line 1",
        ),
        (
            "(;RU[Renju]RU[Freestyle])",
            "line 1, character 15: RU[Freestyle] contradicts",
        ),
        (
            "(;PL[W];B[hh])",
            "line 1, character 11: the other side is to move",
        ),
        ("(;B[hh]", "line 1, character 8: expected `)`"),
        ("(;B[hh", "line 1, character 4: expected `]`"),
        ("(;[hh])", "line 1, character 3: expected a property"),
        ("(;B[?!])", "line 1, character 5: expected a point"),
        ("(;SZ[15]AB[aa:zz])", "line 1, character 12: not on"),
    ] {
        assert!(error(text).starts_with(message), "{text}: {}", error(text));
    }
}

#[test]
fn lines_of_the_protocol_are_read() {
    let record =
        parsed("START 20\nINFO timeout_turn 100\nINFO rule 1\nBOARD\n7,7,2\n8,8,1\n7,8,2\nDONE\n");
    assert_eq!(
        (record.size(), record.rule),
        (BoardSize::square(20).unwrap(), Some(Rule::Standard))
    );
    let turns = vec![Point::new(7, 7), Point::new(8, 8), Point::new(7, 8)];
    assert_eq!(
        (record.turns(), record.side),
        (Some(turns), Some(Color::White))
    );
    let bare = parsed("7,7,1\n8,8,2\n0,0,3\n7, 8, 1");
    assert_eq!(bare.start.count(Cell::Blocked), 1);
    assert_eq!(bare.start.get(Point::new(7, 7)), Cell::Stone(Color::Black));
    assert_eq!(bare.side_to_move(), Color::White);
    assert_eq!(parsed("BOARD\nDONE").side_to_move(), Color::Black);
    for (text, rule) in [
        ("START 15\nINFO rule 6\nBOARD\nDONE", Some(Rule::Renju)),
        ("INFO rule 3\nBOARD\nDONE", Some(Rule::Standard)),
        ("INFO rule 2\nBOARD\nDONE", Some(Rule::Freestyle)),
        ("INFO rule 2\nYXBOARD\nDONE", Some(Rule::Renju)),
        ("START 15 15\nINFO rule 2\nBOARD\nDONE", Some(Rule::Renju)),
        ("INFO rule 77\nBOARD\nDONE", None),
        ("INFO rule 4\nINFO rule 77\nBOARD\nDONE", Some(Rule::Renju)),
        ("INFO max_node 4\nBOARD\nDONE", None),
    ] {
        assert_eq!(parsed(text).rule, rule, "{text}");
    }
    assert!(error("RECTSTART 20 15\nBOARD\nDONE").contains("expected a size"));
    let size = parsed("START 20 15\nBOARD\nDONE").size();
    assert_eq!((size.width(), size.height()), (15, 20));
    for (text, message) in [
        ("BOARD\n7,7,1\n", "line 2, character 1: expected DONE"),
        ("START 15\n", "line 1, character 1: expected BOARD"),
        ("START 99\nBOARD\nDONE", "line 1, character 1: each side"),
        (
            "BOARD\n7,7\nDONE",
            "line 2, character 1: expected a line such as",
        ),
        (
            "7,7,1\n8,8,4",
            "line 2, character 1: expected a line such as",
        ),
        (
            "7,7,1\n7,7,2",
            "line 2, character 1: the point is already taken",
        ),
        (
            "7,7,1\n7,-1,2",
            "line 2, character 1: not on the 15x15 board",
        ),
    ] {
        assert!(error(text).starts_with(message), "{text}: {}", error(text));
    }
}

#[test]
fn comments_and_the_first_line_tell_about_lists_and_boards() {
    let record = parsed("# Goshawk\n# rule: renju\n# size: 20x12\n1. h8 2. i9 3. j10\n");
    assert_eq!((record.rule, record.moves.len()), (Some(Rule::Renju), 3));
    assert_eq!(record.size(), BoardSize::new(20, 12).unwrap());
    assert_eq!(parsed("white to move\nh8").side, Some(Color::White));
    assert_eq!(
        error("\nblack to move\nh8"),
        "line 2, character 1: white is to move after move 1"
    );
    assert!(error("# rule: chess\nh8").starts_with("line 1, character 1: expected the name"));
    assert!(error("# size: 4\nh8").starts_with("line 1, character 1: expected a size"));
    assert_eq!(
        parsed(&format!("x\n{}", board(19))).side,
        Some(Color::Black)
    );
    let digits = "0,0,0,0,0\n".repeat(4) + "0,0,1,2,0\n";
    assert_eq!(parsed(&digits).format, Format::Diagram);
    assert_eq!(parsed("[[7,7],[8,6]]").moves.len(), 2);
    let array = parsed(
        "[['','','X','',''],['','','','',''],['','','','',''],['','','','',''],['','','','','']]",
    );
    assert_eq!(array.side_to_move(), Color::White);
    assert_eq!(error(" \n# words\n"), "contains neither a board nor moves");
}

#[test]
fn what_is_given_takes_precedence() {
    let given = Given {
        size: BoardSize::square(20),
        side: Some(Color::Black),
        ..Given::default()
    };
    for text in [
        "Piskvorky 15x15, 0:0, 0\n8,8,0",
        "(;SZ[15];B[hh])",
        "START 15\nBOARD\n7,7,2\nDONE",
        "black to move\n7,7",
    ] {
        let record = Record::parse(text, &given).unwrap();
        assert_eq!(record.size(), given.size.unwrap(), "{text}");
        assert_eq!(record.moves[0].point, Point::new(7, 7), "{text}");
    }
}

#[test]
fn only_limits_of_a_move_are_read() {
    let limit = |text: &str| parsed(&format!("(;GM[4]SZ[15]OT[{text}])")).move_limit;
    assert_eq!(limit("2 s a move"), Some(Duration::from_secs(2)));
    for text in [
        "5x30 byo-yomi",
        "-1 s a move",
        "0 s a move",
        "nan s a move",
        "1e99 s a move",
    ] {
        assert_eq!(limit(text), None, "{text}");
    }
}

#[test]
fn written_records_are_read_back() {
    let text = "# rule: renju\n# size: 27x20\n# black: A\n# white: B ]\n# time: 0.5 s a move\n\
                # result: white by resignation\n# program: P\n1. h8 i9\n2. aa20\n";
    let record = parsed(text);
    assert_eq!(record.write(Format::Moves).as_deref(), Some(text));
    for format in [Format::Psq, Format::Sgf, Format::Moves] {
        let written = record.write(format).unwrap();
        let mut again = parsed(&written);
        let lost = format == Format::Psq;
        assert_eq!(again.move_limit.is_none(), lost);
        assert_eq!(
            (again.won_by.is_some(), again.program.is_some()),
            (!lost, !lost)
        );
        again.move_limit = record.move_limit;
        again.won_by = record.won_by;
        again.program = record.program.clone();
        let times = again.moves.iter_mut();
        times.for_each(|played| played.time = None);
        again.format = record.format;
        assert_eq!(again, record, "{written}");
    }
    let mut timed = record;
    timed.moves[0].time = Some(Duration::from_millis(1500));
    assert_eq!(
        parsed(&timed.write(Format::Psq).unwrap()).moves[0].time,
        timed.moves[0].time
    );
    let list = timed.write(Format::Moves).unwrap();
    assert!(
        list.contains("# The times of the moves are not part"),
        "{list}"
    );
    let set_up = parsed("(;SZ[15]AB[hh][hi]AW[aa]PL[W];W[ab];B[];PL[W])");
    assert_eq!(parsed(&set_up.write(Format::Sgf).unwrap()), set_up);
    assert_eq!(
        (set_up.write(Format::Psq), set_up.write(Format::Moves)),
        (None, None)
    );
    let blocked = parsed("7,7,1\n0,0,3");
    assert_eq!(
        blocked.write(Format::Sgf),
        None,
        "blocked points cannot be written"
    );
}

#[test]
fn variations_stand_beside_the_moves_of_the_main_line() {
    let record = parsed("h8 i9 j10");
    let said = |comment: &str, variation: &[(u8, u8)]| Annotation {
        comment: comment.to_string(),
        variation: variation.iter().map(|(x, y)| Point::new(*x, *y)).collect(),
    };
    let annotations = Annotations {
        game: String::new(),
        moves: vec![
            said("", &[]),
            said("a ]", &[(0, 1), (1, 0)]),
            said("", &[(0, 0)]),
        ],
    };
    let text = record.sgf(&annotations).unwrap();
    let tree = ";B[hh]\n(;W[ig]C[a \\]]\n(;B[jf])\n(;B[aa]))\n(;W[ab];B[ba]))\n";
    assert_eq!(text, format!("(;FF[4]GM[4]CA[UTF-8]SZ[15]\n{tree}"));
    assert_eq!(parsed(&text).turns(), record.turns());
}

#[test]
fn a_pass_between_moves_names_renju() {
    let rule = |text: &str| {
        let record = Record::parse(text, &Given::default()).unwrap();
        (record.rule, record.notes.contains(&Note::RulePasses))
    };
    for text in ["h8 pass j10", "(;GM[4]SZ[15];B[hh];W[];B[jf])"] {
        assert_eq!(rule(text), (Some(Rule::Renju), true), "{text}");
    }
    for text in ["h8 i9 pass", "(;GM[4]SZ[15];B[hh];W[ig];B[])"] {
        assert_eq!(rule(text), (None, false), "{text}");
    }
    let listed = Record::parse("h8 pass j10", &Given::default()).unwrap();
    let sgf = listed.write(Format::Sgf).unwrap();
    assert!(sgf.contains(";B[hh];W[];B[jf]"), "{sgf}");
    let stated = "(;GM[4]SZ[15]RU[freestyle];B[hh];W[];B[jf])";
    assert_eq!(rule(stated), (Some(Rule::Freestyle), false));
}

#[test]
fn names_lose_control_and_direction_characters() {
    let name = "\u{202e}An\u{2067}na\u{7} B\u{200f}";
    let rif = format!(
        "<database><player id=\"1\" name=\"{}\"/><game black=\"1\"><move>h8</move></game></database>",
        name.replace('\u{7}', "&#x9;")
    );
    for text in [
        format!("(;GM[4]SZ[15]PB[{name}];B[hh])"),
        format!("Piskvorky 15x15, 0:0, 0\n8,8,0\n{name}\nx\n-1\n"),
        format!("# black: {name}\nh8"),
        rif,
    ] {
        let black = parsed(&text).players[Color::Black.index()].clone();
        assert_eq!(black.as_deref(), Some("Anna  B"), "{text}");
    }
    let joined = parsed("(;GM[4]SZ[15]PB[a\u{200d}b];B[hh])");
    assert_eq!(
        joined.players[Color::Black.index()].as_deref(),
        Some("a\u{200d}b")
    );
}
