//! Trees with branches, comments, stones that are set up, and passes, written and read back.

use goshawk::board::diagram::Cell;
use goshawk::record::encoding::Encoding;
use goshawk::record::tree::{Action, NodeId, Tree};
use goshawk::record::{Collection, Format, Given, default_size};
use goshawk::types::{Color, Point};
use proptest::prelude::*;

/// Pieces of comments in each encoding. Some characters have a backslash or a bracket as their
/// second byte.
const PIECES: [(Encoding, [&[u8]; 6]); 4] = [
    (
        Encoding::UTF_8,
        [
            "連珠".as_bytes(),
            "é\\".as_bytes(),
            b"];W[ig]",
            b"a]b[c",
            b"(;)",
            b"\\",
        ],
    ),
    (
        Encoding::SHIFT_JIS,
        [
            b"\x94\\",
            b"\x83\x5d;W[ig]",
            b"\x82\xa0\\]",
            b"x]",
            b";B[hh]",
            b"\xb1\xb2",
        ],
    ),
    (
        Encoding::GBK,
        [
            b"\x81]",
            b"\x81];W[ig]",
            b"\xb0\xd7\\",
            b"\x81\\];B[hh]",
            b"[1]",
            b"\x81\x30\x81\x30",
        ],
    ),
    (
        Encoding::BIG5,
        [
            b"\xa5\\",
            b"\xa5\\];W[ig]",
            b"\xb3\\",
            b"text: a",
            b"]",
            b"\xa4\xa4\xa4\xe5",
        ],
    ),
];

/// A tree that a library can hold: on 15x15, the sides take turns. Each number adds a node.
fn tree(encoding: usize, setup: &[(u8, u8)], nodes: &[(u16, u16, u16)]) -> Tree {
    let (encoding, pieces) = PIECES[encoding % PIECES.len()];
    let mut tree = Tree::new(default_size());
    tree.encoding = encoding;
    let mut stones: Vec<(Point, Cell)> = Vec::new();
    for (at, (x, y)) in setup.iter().enumerate() {
        let point = Point::new(x % 15, y % 15);
        if stones.iter().all(|(other, _)| *other != point) {
            let color = if at % 3 == 0 {
                Color::White
            } else {
                Color::Black
            };
            stones.push((point, Cell::Stone(color)));
        }
    }
    // Black stones first, row by row.
    stones.sort_by_key(|(point, cell)| {
        let is_white = *cell == Cell::Stone(Color::White);
        (is_white, point.y, point.x)
    });
    let count = |color| {
        stones
            .iter()
            .filter(|(_, cell)| *cell == Cell::Stone(color))
            .count()
    };
    let white_begins = count(Color::Black) > count(Color::White);
    if !stones.is_empty() {
        tree.details_mut(NodeId::ROOT).setup = stones;
    }
    let mut all = vec![(NodeId::ROOT, 0)];
    for (parent, what, said) in nodes {
        let (parent, depth) = all[usize::from(*parent) % all.len()];
        let is_black = (depth % 2 == 0) != white_begins;
        let color = if is_black { Color::Black } else { Color::White };
        let point = Point::new((what % 15) as u8, (what / 15 % 15) as u8);
        let action = match what % 11 {
            0 => Action::Pass(color),
            _ => Action::Play(color, point),
        };
        let node = tree.add(parent, action);
        all.push((node, depth + 1));
        let has = |bit: u16| said >> bit & 1 == 1;
        let piece = |bit: u16| pieces[usize::from(said >> bit) % pieces.len()];
        if has(0) {
            let comment = [piece(4), piece(7), piece(10)].concat();
            tree.details_mut(node).comment = Some(comment);
        }
        if has(1) {
            // In the order of RenLib, and each point once.
            let point = Point::new((said % 15) as u8, (said / 15 % 15) as u8);
            tree.details_mut(node).labels = vec![(point, piece(5).to_vec())];
        }
        if has(2) {
            tree.details_mut(node).is_marked = true;
        }
        if said % 16 == 8 {
            tree.details_mut(node).is_start = true;
        }
    }
    tree
}

fn trees() -> impl Strategy<Value = Tree> {
    let setup = prop::collection::vec(any::<(u8, u8)>(), 0..6);
    let nodes = prop::collection::vec(any::<(u16, u16, u16)>(), 1..60);
    (any::<usize>(), setup, nodes)
        .prop_map(|(encoding, setup, nodes)| tree(encoding, &setup, &nodes))
}

/// The only game of a file that is written in a format and read back.
fn again(tree: &Tree, format: Format) -> (Tree, Vec<u8>) {
    let collection = Collection::of(vec![tree.clone()]);
    let bytes = collection.write(format).expect("the format holds it");
    let read = Collection::read(&bytes, &Given::default());
    let shown = String::from_utf8_lossy(&bytes);
    let read = read.unwrap_or_else(|error| panic!("{error}:\n{shown}"));
    let [game] = &read.games[..] else {
        panic!("{} games in {shown}", read.games.len());
    };
    (game.clone(), bytes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn trees_are_read_as_they_were_written(tree in trees()) {
        for format in [Format::Sgf, Format::RenLib] {
            let (read, bytes) = again(&tree, format);
            let text = String::from_utf8_lossy(&bytes);
            prop_assert!(read == tree, "{}:\n{}", format.name(), text);
            // What was read is written back unchanged.
            let (_, second) = again(&read, format);
            prop_assert_eq!(&second, &bytes);
            let (other, _) = again(&read, Format::Sgf);
            prop_assert!(other == tree, "{} and SGF:\n{}", format.name(), text);
        }
    }

    #[test]
    fn damaged_files_are_read_or_refused(
        tree in trees(),
        at: prop::sample::Index,
        with in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        for format in [Format::Sgf, Format::RenLib] {
            let bytes = Collection::of(vec![tree.clone()]).write(format).expect("it is held");
            let (before, after) = bytes.split_at(at.index(bytes.len()));
            let given = Given::default();
            let _ = Collection::read(before, &given);
            let _ = Collection::read(&[before, &with, after].concat(), &given);
            let cut = after.get(1..).unwrap_or_default();
            let _ = Collection::read(&[before, &with, cut].concat(), &given);
        }
    }
}

#[test]
fn a_comment_of_two_lines_is_divided_as_renlib_does() {
    let read = |bytes: &[u8]| Collection::read(bytes, &Given::default()).expect("a record");
    let sgf = read(b"(;GM[4]SZ[15];B[hh]C[one\ntwo\nthree])");
    let library = sgf.write(Format::RenLib).expect("a library");
    let comment = b"one\x08two\nthree\0";
    assert!(library.windows(comment.len()).any(|part| part == comment));
    let back = read(&library).write(Format::Sgf).expect("SGF");
    let text = String::from_utf8(back).expect("UTF-8");
    assert!(text.contains("C[one\ntwo\nthree]"), "{text}");
}

#[test]
fn large_and_deep_files_take_linear_time() {
    let nodes = 400_000;
    let line: String = (0..nodes)
        .map(|at| format!("(;B[hh]C[comment {at}]XX[a][b])\n"))
        .collect();
    let text = format!("(;GM[4]SZ[15]\n{line})");
    assert!(text.len() > 10_000_000);
    let read = Collection::read(text.as_bytes(), &Given::default()).expect("SGF");
    assert_eq!(read.games[0].len(), nodes + 1);
    // A library of nodes of two bytes.
    let mut library = b"\xffRenLib\xff\x03\x04".to_vec();
    library.resize(20, 0xff);
    library.extend([0, 0]);
    library.extend([0x78, 0x80].repeat(1_000_000));
    library.extend([0x79, 0x40]);
    let deep = Collection::read(&library, &Given::default()).unwrap_err();
    assert!(deep.to_string().contains("longer than 4,096"), "{deep}");
    let mut wide = library[..22].to_vec();
    wide.extend([0x78, 0xc0].repeat(5_000_000));
    let read = Collection::read(&wide, &Given::default()).expect("a library");
    assert_eq!(read.games[0].len(), 5_000_001);
    drop(read);
    // With sixteen times the input, work that grows with its square takes 256 times as long. The
    // shortest of several runs counts, because other programs may delay some of them.
    let time = |properties: usize| {
        let properties = "XX[a]\nRU[renju]".repeat(properties);
        let text = format!("(;GM[4]SZ[15]{properties};B[hh])");
        let times = (0..5).map(|_| {
            let start = std::time::Instant::now();
            Collection::read(text.as_bytes(), &Given::default()).expect("SGF");
            start.elapsed()
        });
        times.min().expect("several runs")
    };
    let [small, large] = [6_250, 100_000].map(time);
    assert!(large < 64 * small, "{small:?}, then {large:?}");
    let deep = "(;B[hh]".repeat(100_000);
    let error = Collection::read(deep.as_bytes(), &Given::default()).unwrap_err();
    assert!(error.to_string().contains("longer than 4,096"), "{error}");
    let text = format!("(;C[{}])", "a".repeat(2_000_000));
    let error = Collection::read(text.as_bytes(), &Given::default()).unwrap_err();
    assert!(error.to_string().contains("a text is longer"), "{error}");
}
