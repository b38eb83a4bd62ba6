//! Records, boards and lists as programs and people write them, from users' reports. The files are
//! in `tests/corpus/record`.

use std::path::Path;

use goshawk::board::diagram::Cell;
use goshawk::board::notation::point_name;
use goshawk::record::{Collection, Given, Note, Record, RecordError};
use goshawk::types::Color;

/// The file, the rule, the size, the side to move, and the stones of black and white.
const CASES: [(&str, &str, &str, &str, &str, &str); 40] = [
    (
        "d01-property-with-digit.sgf",
        "renju",
        "15x15",
        "white",
        "h8 j10 i11 j9",
        "h9 i9 k9",
    ),
    ("d02-ru-cjk.sgf", "renju", "15x15", "white", "h8 j10", "i9"),
    ("d02-ru-rif.sgf", "renju", "15x15", "white", "h8 j10", "i9"),
    (
        "d03-big5.sgf",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d03-gbk-5d.sgf",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d03-sjis-one-lost.sgf",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d04-bracket-paren.sgf",
        "freestyle",
        "15x15",
        "black",
        "h8",
        "i9",
    ),
    ("d04-bracket.sgf", "freestyle", "15x15", "black", "h8", "i9"),
    ("d05-gm11.sgf", "freestyle", "15x15", "black", "h8", "i9"),
    (
        "d06-text-before.sgf",
        "freestyle",
        "15x15",
        "black",
        "h8",
        "i9",
    ),
    ("d07-utf16.psq", "freestyle", "15x15", "black", "h8", "i9"),
    (
        "d08-two-games.sgf",
        "renju",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d09-headerless.lib",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d10-yixin.sav",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d11-yixin.pos",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d12-bars-border-stone.txt",
        "freestyle",
        "15x15",
        "black",
        "a8",
        "i9",
    ),
    (
        "d12-bars.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d13-markdown.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d13-ruler.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d14-psq-name.psq",
        "freestyle",
        "15x15",
        "black",
        "h8",
        "i9",
    ),
    (
        "d15-moves-annotated.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d15-moves-cjk-comma.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d15-moves-colon.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d15-moves-hyphen.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d15-moves-result.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d15-moves-slash.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d15-moves-spaces.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d15-moves-underscore.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d15-moves-url.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d16-offset-opening.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d17-json-own.json",
        "renju",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d17-json-stones.json",
        "renju",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    ("d18-alphazero.txt", "freestyle", "8x8", "black", "d5", "e4"),
    (
        "d18-emoji.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d18-numbers.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    (
        "d18-text-around.txt",
        "freestyle",
        "15x15",
        "black",
        "h8",
        "i9",
    ),
    ("d19-pass.txt", "renju", "15x15", "white", "h8 j10", ""),
    (
        "d20-renjunet.rif",
        "renju",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
    ("d21-pgn.txt", "freestyle", "15x15", "white", "h8 j10", "i9"),
    (
        "d22-protocol-log.txt",
        "freestyle",
        "15x15",
        "white",
        "h8 j10",
        "i9",
    ),
];

/// The bytes of a file.
fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/record");
    std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The record in a file.
fn record(name: &str) -> Result<Record, RecordError> {
    Record::read(&file(name), &Given::default())
}

/// The names of the stones of a side, in order.
fn stones(record: &Record, side: Color) -> Vec<String> {
    let board = record.board();
    let own = board
        .occupied()
        .filter(|(_, cell)| *cell == Cell::Stone(side));
    let mut names: Vec<String> = own
        .map(|(point, _)| point_name(point, record.size()))
        .collect();
    names.sort();
    names
}

#[test]
fn files_of_users_are_read_as_they_are_meant() {
    for (name, rule, size, side, black, white) in CASES {
        let record = record(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let found = record.rule.unwrap_or_default().name();
        assert_eq!(found, rule, "{name}");
        let found = format!("{}x{}", record.size().width(), record.size().height());
        assert_eq!(found, size, "{name}");
        assert_eq!(record.side_to_move().name(), side, "{name}");
        for (side, expected) in [(Color::Black, black), (Color::White, white)] {
            let mut expected: Vec<&str> = expected.split_whitespace().collect();
            expected.sort();
            assert_eq!(stones(&record, side), expected, "{name}");
        }
    }
}

#[test]
fn nothing_is_assumed_in_silence() {
    let notes = |name: &str| record(name).expect("a record").notes;
    let has = |name: &str, note: Note| {
        let notes = notes(name);
        assert!(notes.contains(&note), "{name}: {notes:?}");
    };
    has("d08-two-games.sgf", Note::OneOfGames { taken: 1, games: 2 });
    has("d05-gm11.sgf", Note::OtherGame("11".to_string()));
    has("d15-moves-spaces.txt", Note::RuleNotStated);
    has("d16-offset-opening.txt", Note::Offsets);
    let before = Note::TextIgnored("Exported by some tool".to_string());
    has("d06-text-before.sgf", before);
    let given = Given {
        game: Some(2),
        ..Given::default()
    };
    let collection = Collection::read(&file("d08-two-games.sgf"), &given).expect("two games");
    let second = collection.record(&given).expect("the second");
    assert_eq!(second.moves.len(), 2);
    let third = Given {
        game: Some(3),
        ..Given::default()
    };
    let error = collection.record(&third).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no game 3: the file has 2 games"
    );
    let read = |text: &str| {
        Record::parse(text, &Given::default())
            .expect("a record")
            .notes
    };
    assert!(read("(;SZ[15]RU[Chess];B[hh])").contains(&Note::RuleUnknown("Chess".to_string())));
    let unread = Note::PointsNotRead {
        name: "QPR".to_string(),
        value: "hh,hg".to_string(),
    };
    assert!(read("(;SZ[15]QPR[hh,hg];B[ii])").contains(&unread));
    let branches = "(;SZ[15];B[hh](;W[ig])(;W[ii];B[jj]))";
    assert!(read(branches).contains(&Note::BranchesLeftOut(2)));
    assert_eq!(read("(;GM[4]SZ[15]RU[renju];B[hh])"), []);
}

#[test]
fn names_and_wrong_lines_in_files_of_piskvork_are_told_from_moves() {
    let named = record("d14-psq-name.psq").expect("a game");
    let black = named.players[Color::Black.index()].as_deref();
    assert_eq!((named.moves.len(), black), (2, Some("1,2")));
    let error = record("d14-psq-first-line.psq").unwrap_err().to_string();
    assert!(error.starts_with("line 2"), "{error}");
}
