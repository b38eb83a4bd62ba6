//! Libraries of RenLib, written by a simple writer in this file and read back.

use crate::support::folder::Folder;
use crate::support::program;
use goshawk::record::{Given, Record, RecordError};
use goshawk::types::{Color, Point};
use proptest::prelude::*;

/// The code of a pass, and of the root.
const PASS: u8 = 0;

/// A node of a library.
#[derive(Clone, Debug, Default)]
struct Node {
    /// The column from 1, plus 16 times the row from 0 at the top.
    code: u8,
    /// The node is a text on the board without a move.
    is_label: bool,
    /// A comment as versions before 3 wrote it.
    old_comment: Option<String>,
    comment: Option<String>,
    board_text: Option<String>,
    branches: Vec<Node>,
}

impl Node {
    fn new(code: u8) -> Node {
        Node {
            code,
            ..Node::default()
        }
    }

    /// Appends the node and its branches.
    fn write(&self, has_sibling: bool, out: &mut Vec<u8>) {
        let flags = [
            (has_sibling, 0x80),
            (self.branches.is_empty(), 0x40),
            (self.old_comment.is_some(), 0x20),
            (self.comment.is_some(), 0x08),
            (self.is_label, 0x02),
            (self.board_text.is_some(), 0x01),
        ];
        let set = flags.iter().filter(|(is_set, _)| *is_set);
        out.extend([self.code, set.map(|(_, flag)| flag).sum::<u8>()]);
        if self.board_text.is_some() {
            out.extend([0, 1]);
        }
        if let Some(text) = &self.old_comment {
            let mut bytes = text.clone().into_bytes();
            *bytes.last_mut().expect("a text") |= 0x80;
            push_even(&bytes, out);
        }
        for text in [&self.comment, &self.board_text].into_iter().flatten() {
            push_even(format!("{text}\0").as_bytes(), out);
        }
        for (index, branch) in self.branches.iter().enumerate() {
            branch.write(index + 1 < self.branches.len(), out);
        }
    }
}

/// Appends a text, padded to an even number of bytes.
fn push_even(text: &[u8], out: &mut Vec<u8>) {
    out.extend(text);
    if text.len() % 2 == 1 {
        out.push(0);
    }
}

/// The header of a version.
fn header(version: [u8; 2]) -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff".to_vec();
    bytes.extend(version);
    bytes.extend([0xff; 10]);
    bytes
}

/// A file with this tree. In version 3.0 it begins with the first move, in later versions with a
/// root.
fn library(first: &Node, version: [u8; 2]) -> Vec<u8> {
    let mut bytes = header(version);
    if version[1] > 0 {
        // RenLib never marks the root as a leaf.
        bytes.extend([0, 0]);
    }
    first.write(false, &mut bytes);
    bytes
}

/// The code of a point.
fn code(point: Point) -> u8 {
    16 * point.y + point.x + 1
}

/// The tree whose main line is `moves`. A byte for each move selects what is added to it.
fn tree(moves: &[u8], adornments: &[u8]) -> Node {
    let (Some((first, moves)), Some((adornment, adornments))) =
        (moves.split_first(), adornments.split_first())
    else {
        panic!("as many adornments as moves");
    };
    let has = |bit: u8| adornment >> bit & 1 == 1;
    let text = |bit: u8, text: &str| has(bit).then(|| text.to_string());
    let mut node = Node {
        old_comment: text(0, "old"),
        comment: text(1, "a comment\u{8}of two lines").filter(|_| !has(0)),
        board_text: text(2, "A"),
        ..Node::new(*first)
    };
    if has(3) {
        let mut label = Node {
            is_label: true,
            board_text: Some("label".to_string()),
            ..Node::new(0x11)
        };
        if has(4) {
            let branches = vec![Node::new(0x12), tree(&[0x13, 0x14], &[6, 7])];
            label.branches = vec![Node {
                branches,
                ..Node::new(0x15)
            }];
        }
        node.branches.push(label);
    }
    if !moves.is_empty() {
        node.branches.push(tree(moves, adornments));
    }
    if has(5) && !moves.is_empty() {
        let other = tree(&[0xe1, 0xe2, 0xe3], &[1, 2, 0]);
        node.branches.extend([other, Node::new(0xe4)]);
    }
    node
}

fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    Record::read(bytes, &Given::default())
}

/// Some points in any order, each with a byte that selects what is added to it.
fn lines() -> impl Strategy<Value = (Vec<Point>, Vec<u8>)> {
    let points: Vec<Point> = (0..15)
        .flat_map(|y| (0..15).map(move |x| Point::new(x, y)))
        .collect();
    prop::sample::subsequence(points, 1..=30)
        .prop_shuffle()
        .prop_flat_map(|line| {
            let length = line.len();
            (Just(line), prop::collection::vec(any::<u8>(), length))
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_main_line_is_read((line, adornments) in lines(), minor in 0u8..=4) {
        let codes: Vec<u8> = line.iter().copied().map(code).collect();
        let bytes = library(&tree(&codes, &adornments), [3, minor]);
        let record = read(&bytes).unwrap();
        prop_assert_eq!(record.size(), goshawk::record::default_size());
        prop_assert_eq!((record.rule, record.turns()), (None, Some(line)));
    }

    #[test]
    fn a_truncated_library_is_refused_or_read_up_to_there(
        (line, adornments) in lines(),
        at: prop::sample::Index,
    ) {
        let codes: Vec<u8> = line.iter().copied().map(code).collect();
        let bytes = library(&tree(&codes, &adornments), [3, 4]);
        match read(&bytes[..8 + at.index(bytes.len() - 8)]) {
            Ok(record) => {
                let turns = record.turns().expect("no passes");
                prop_assert!(line.starts_with(&turns), "{:?}", turns);
            }
            Err(error) => prop_assert!(matches!(error, RecordError::AtByte(..)), "{}", error),
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(tail in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&[header([3, 0]), tail.clone()].concat());
        let _ = read(&[&b"\xffRenLib\xff"[..], &tail].concat());
    }
}

#[test]
fn the_corners_of_the_board_are_where_renlib_has_them() {
    // a15, o15, a1 and o1, each a move with a single branch.
    let record = read(&[&header([3, 0])[..], b"\x01\0\x0f\0\xe1\0\xef\x40"].concat()).unwrap();
    let corners = [(0, 0), (14, 0), (0, 14), (14, 14)].map(|(x, y)| Point::new(x, y));
    assert_eq!(record.turns(), Some(corners.to_vec()));
}

#[test]
fn a_pass_changes_the_side_to_move() {
    let passes = |codes: &[u8]| {
        let adornments = vec![0; codes.len()];
        read(&library(&tree(codes, &adornments), [3, 4])).unwrap()
    };
    let record = passes(&[0x78, PASS, 0x79]);
    let colors: Vec<Color> = record.moves.iter().map(|played| played.color).collect();
    assert_eq!(colors, [Color::Black, Color::Black]);
    assert_eq!(record.side_to_move(), Color::White);
    assert_eq!(passes(&[0x78, PASS]).side_to_move(), Color::Black);
    assert_eq!(passes(&[PASS]).side_to_move(), Color::White);
}

#[test]
fn damage_is_named_with_its_place() {
    let version = |major, minor| [&header([major, minor])[..], b"\x78\x40"].concat();
    let nodes = |nodes: &[u8]| [&header([3, 4])[..], nodes].concat();
    for (bytes, message) in [
        (
            header([3, 4])[..9].to_vec(),
            "byte offset 9: expected the rest of the header",
        ),
        (header([3, 4]), "byte offset 20: expected moves"),
        (
            version(3, 5),
            "byte offset 8: expected a version of RenLib up to 3.4",
        ),
        (
            version(4, 0),
            "byte offset 8: expected a version of RenLib up to 3.4",
        ),
        (nodes(b"\x78"), "byte offset 21: expected the second byte"),
        (
            nodes(b"\x78\0\x79"),
            "byte offset 23: expected the second byte",
        ),
        (
            nodes(b"\x78\0\xf1\x40"),
            "byte offset 22: not on the 15x15 board",
        ),
        (
            nodes(b"\x78\0\x10\x40"),
            "byte offset 22: not on the 15x15 board",
        ),
        (
            nodes(b"\x78\0\x78\x40"),
            "byte offset 22: the point is already taken",
        ),
        (
            nodes(b"\x78\x01\0"),
            "byte offset 23: expected two more bytes",
        ),
        (
            nodes(b"\x78\x08text"),
            "byte offset 26: expected the end of the comment",
        ),
        (
            nodes(b"\x78\x28text\0\0"),
            "byte offset 28: expected the end of the comment",
        ),
        (
            nodes(b"\x78\x08text\0"),
            "byte offset 27: expected the end of the comment",
        ),
        (
            nodes(b"\x78\x01\0\x01A"),
            "byte offset 25: expected the end of the text",
        ),
    ] {
        let error = read(&bytes).unwrap_err().to_string();
        assert!(error.starts_with(message), "{bytes:x?}: {error}");
    }
}

/// The library of h8 i9 j10 i8 j8 j9 h10 with comments and branches.
fn game() -> Vec<u8> {
    let moves = [0x78, 0x69, 0x5a, 0x79, 0x7a, 0x6a, 0x58];
    library(&tree(&moves, &[0x2b, 0, 0x24, 0x38, 1, 2, 8]), [3, 4])
}

#[test]
fn every_command_reads_libraries() {
    let folder = Folder::new();
    let file = folder.write("game.lib", game());
    let moves = "h8 i9 j10 i8 j8 j9 h10";
    for args in [
        &["analyze", "--nodes", "200"][..],
        &[
            "analyze", "--rule", "renju", "--side", "black", "--nodes", "200",
        ],
        &["solve", "--nodes", "200"],
        &["fouls"],
        &["review", "--nodes", "200"],
        &["play", "--no-save", "--players", "2"],
    ] {
        // From the file, and the same moves as a list.
        let shown = |game: &[&str]| {
            let text = program::printed(&[args, game].concat(), "moves\n");
            let is_timed = |line: &&str| line.starts_with("time:") || line.contains(" time ");
            let lines = text.lines().filter(|line| !is_timed(line));
            lines.collect::<Vec<_>>().join("\n")
        };
        assert_eq!(shown(&[&file]), shown(&["--moves", moves]), "{args:?}");
    }
    // A library is binary on standard input as well.
    let text = program::printed(&["analyze", "--nodes", "200", "-"], game());
    assert!(text.contains("to move:   white"), "{text}");
}

#[test]
fn a_damaged_library_gives_one_line() {
    let folder = Folder::new();
    let file = folder.write("game.lib", &game()[..31]);
    for command in ["analyze", "solve", "review", "play", "fouls"] {
        let errors = program::refused(&[command, &file], "");
        assert!(errors.contains(&file), "{errors}");
        assert!(errors.contains("byte offset "), "{errors}");
    }
    let errors = program::refused(&["Black"], game());
    assert!(errors.contains("not UTF-8 text"), "{errors}");
}
