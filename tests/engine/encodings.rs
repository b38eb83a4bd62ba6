//! SGF in many encodings: what is stated is obeyed, and no move is lost.

use goshawk::random::Random;
use goshawk::record::tree::{Action, NodeId, Tree};
use goshawk::record::{Collection, Format, Given, Note};
use goshawk::types::{Color, Point};

/// The names by which files state an encoding, the name of its tables, and its characters. Those
/// of the double-byte encodings have second bytes that are brackets and backslashes.
const ENCODINGS: [(&[&str], &str, &str); 9] = [
    (&["UTF-8", "utf8"], "utf-8", "é連Ж表ő€"),
    (
        &["Shift_JIS", "sjis", "cp932"],
        "shift_jis",
        "あ表能ソゾ構予十白黒勝ｱ",
    ),
    (&["GBK", "gb2312", "CP936"], "gbk", "白黑胜乚乗俓猑的是棋一"),
    (&["Big5", "BIG5", "cp950"], "big5", "功許蓋育么白黑勝的是棋"),
    (
        &["Windows-1251", "cp1251", "windows1251"],
        "windows-1251",
        "абвгдежзэюяАБЭЮЯё№",
    ),
    (
        &["Windows-1252", "CP1252"],
        "windows-1252",
        "éàüßñøÀÉ€–“”™ÿ",
    ),
    (&["KOI8-R", "koi8-r"], "koi8-r", "абвгдежзэюяАБЭЮЯё"),
    (
        &["ISO-8859-15", "iso-8859-15", "Latin-9"],
        "iso-8859-15",
        "éàüßñøÀÉ€œŸ",
    ),
    (&["Windows-1250", "CP1250"], "windows-1250", "říšťýžčŘÍŠŤ€–"),
];
/// Pieces of texts in ASCII; brackets and backslashes are escaped in the file.
const ASCII: [&str; 10] = ["a", " ", "]", "\\", "];", "[1]", "(;", ")", ":", "ok; "];

/// A file and what is in it.
struct Sample {
    bytes: Vec<u8>,
    /// The moves in the order of the file, each with its depth, and the text of its comment.
    moves: Vec<(usize, Point, String)>,
}

/// A random text with a character beyond ASCII.
fn text(characters: &[char], random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(6) {
        match random.below(3) {
            0 => text.push_str(ASCII[random.below(ASCII.len())]),
            _ => text.push(characters[random.below(characters.len())]),
        }
    }
    text.push(characters[random.below(characters.len())]);
    text
}

/// The bytes of a text in a value, as the format has them: characters are encoded one by one, and
/// only the characters `]` and `\` are escaped.
fn value(text: &str, encoding: &'static encoding_rs::Encoding) -> Vec<u8> {
    let mut bytes = Vec::new();
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            bytes.push(b'\\');
        }
        let text = c.to_string();
        let (encoded, _, has_errors) = encoding.encode(&text);
        assert!(!has_errors, "{c} in {}", encoding.name());
        bytes.extend_from_slice(&encoded);
    }
    bytes
}

/// A random tree in SGF that states this name, or none.
fn sample(
    name: Option<&str>,
    encoding: &'static encoding_rs::Encoding,
    characters: &[char],
    random: &mut Random,
) -> Sample {
    let mut bytes = b"(;GM[4]FF[4]".to_vec();
    if let Some(name) = name {
        bytes.extend_from_slice(format!("CA[{name}]").as_bytes());
    }
    bytes.extend_from_slice(b"SZ[15]");
    let mut sample = Sample {
        bytes,
        moves: Vec::new(),
    };
    let stem = 1 + random.below(4);
    let branches = random.below(3);
    let mut column = 0;
    let mut line = |sample: &mut Sample, from: usize, length: usize, random: &mut Random| {
        for depth in from..from + length {
            let point = Point::new(column % 15, column / 15);
            column += 1;
            let side = if depth % 2 == 0 { 'B' } else { 'W' };
            let letter = |at: u8| char::from(b'a' + at);
            let text = text(characters, random);
            let played = format!(";{side}[{}{}]C[", letter(point.x), letter(point.y));
            sample.bytes.extend_from_slice(played.as_bytes());
            sample.bytes.extend(value(&text, encoding));
            sample.bytes.push(b']');
            sample.moves.push((depth + 1, point, text));
        }
    };
    line(&mut sample, 0, stem, random);
    for _ in 0..branches {
        sample.bytes.push(b'(');
        let length = 1 + random.below(3);
        line(&mut sample, stem, length, random);
        sample.bytes.push(b')');
    }
    sample.bytes.extend_from_slice(b")\n");
    sample
}

/// The moves of a tree in order, each with its depth, and its comment.
fn moves(tree: &Tree) -> Vec<(usize, Point, String)> {
    let played = |(node, depth): (NodeId, usize)| match tree.action(node) {
        Action::Play(_, point) => Some((depth, point, tree.comment(node).unwrap_or_default())),
        _ => None,
    };
    tree.walk().filter_map(played).collect()
}

fn read(bytes: &[u8]) -> Collection {
    let read = Collection::read(bytes, &Given::default());
    read.unwrap_or_else(|error| panic!("{error}: {}", bytes.escape_ascii()))
}

/// The value of CA in a file.
fn charset(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let (_, rest) = text.split_once("CA[").expect("CA");
    rest.split(']').next().unwrap_or_default().to_string()
}

#[test]
fn moves_are_read_in_every_encoding() {
    let mut random = Random::new(63);
    let places = |moves: &[(usize, Point, String)]| -> Vec<(usize, Point)> {
        moves
            .iter()
            .map(|(depth, point, _)| (*depth, *point))
            .collect()
    };
    for number in 0..1500 {
        let (names, label, characters) = ENCODINGS[number % ENCODINGS.len()];
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("an encoding");
        let characters: Vec<char> = characters.chars().collect();
        let is_stated = random.below(2) == 0;
        let name = is_stated.then(|| names[random.below(names.len())]);
        let sample = sample(name, encoding, &characters, &mut random);
        let shown = || format!("{label}: {}", sample.bytes.escape_ascii());
        let is_utf8 = std::str::from_utf8(&sample.bytes).is_ok();
        let is_single = encoding.is_single_byte();
        if !is_stated && !is_single {
            // Read right, or with a note.
            match Collection::read(&sample.bytes, &Given::default()) {
                Ok(read) => {
                    let is_right = moves(&read.games[0]) == sample.moves;
                    let has_note = !read.games[0].notes.is_empty() || !read.notes.is_empty();
                    assert!(is_right || has_note || is_utf8, "{}", shown());
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
            continue;
        }
        let games = read(&sample.bytes);
        assert_eq!(games.games.len(), 1, "{}", shown());
        let tree = &games.games[0];
        assert_eq!(places(&moves(tree)), places(&sample.moves), "{}", shown());
        if is_stated {
            assert_eq!(moves(tree), sample.moves, "{}", shown());
            assert!(tree.notes.is_empty(), "{:?}: {}", tree.notes, shown());
        } else {
            let is_guess = |note: &Note| matches!(note, Note::EncodingGuessed(_));
            assert!(is_utf8 || tree.notes.iter().any(is_guess), "{}", shown());
        }
        // What is written states the encoding that its bytes have.
        let written = games.write(Format::Sgf).expect("SGF");
        if let Some(name) = name.filter(|_| encoding != encoding_rs::UTF_8) {
            assert_eq!(charset(&written), name, "{}", shown());
        }
        let again = read(&written);
        assert_eq!(moves(&again.games[0]), moves(tree), "{}", shown());
        assert_eq!(again.write(Format::Sgf).expect("SGF"), written);
        for (_, _, text) in sample.moves.iter().filter(|_| is_stated) {
            let value = value(text, encoding);
            // The writer separates a bracket and a semicolon.
            let is_there = written.windows(value.len()).any(|part| part == value);
            assert!(is_there || text.contains("];"), "{text} in {}", shown());
        }
    }
}

#[test]
fn what_is_stated_is_obeyed() {
    let sgf = |charset: &str, rest: &[u8]| {
        let head = format!("(;GM[4]FF[4]{charset}SZ[15];B[hh]");
        [head.as_bytes(), rest].concat()
    };
    let game = |bytes: &[u8]| read(bytes).games.remove(0);
    let cyrillic = b"(;W[ig]C[\xd7\xe0\xf9](;B[jf]))(;W[hg];B[aa]))";
    let tree = game(&sgf("CA[Windows-1251]", cyrillic));
    assert_eq!((tree.moves(), tree.moves_in_branches()), (5, 2));
    let first = tree.main_line().nth(1).expect("a move");
    assert_eq!(tree.comment(first).as_deref(), Some("Чащ"));
    let quotes = b"C[5 \x80 \x96 \x93ok\x94 .];W[ig])";
    for (stated, written) in [
        ("Windows-1252", "Windows-1252"),
        ("macintosh", "macintosh"),
        ("ISO-8859-15", "ISO-8859-15"),
        ("CP437", "CP437"),
        // In Latin-1 the bytes are control characters.
        ("iso-8859-1", "windows-1252"),
    ] {
        let bytes = sgf(&format!("CA[{stated}]"), quotes);
        let games = read(&bytes);
        let again = games.write(Format::Sgf).expect("SGF");
        assert_eq!(charset(&again), written);
        assert!(
            again.windows(7).any(|part| part == b"\x93ok\x94 .]"),
            "{stated}"
        );
    }
    let latin = game(&sgf("", b";W[ig]C[jou\xe9])"));
    assert_eq!(latin.moves(), 2);
    // The encoding is stated after a text whose last byte is a backslash.
    let tree = game(b"(;GM[4]C[\x94\\]CA[Shift_JIS]SZ[15];B[hh];W[ig])");
    assert_eq!(
        (tree.moves(), tree.comment(NodeId::ROOT).as_deref()),
        (2, Some("能"))
    );
    // Where nothing is stated, brackets that do not close as single bytes decide.
    let tree = game(b"(;GM[4]SZ[15];B[hh](;W[ig]C[\x94\\])(;W[hg]C[\x89\xc2\x94\\]))");
    assert_eq!(tree.moves(), 3);
    assert!(tree.notes.contains(&Note::EncodingGuessed(tree.encoding)));
    // A statement that cannot be true is not obeyed in silence.
    let text = "二子相連不如飛五手";
    let bytes = sgf("CA[GBK]", format!("C[{text}];W[ig])").as_bytes());
    let tree = game(&bytes);
    assert_eq!(tree.notes, [Note::EncodingContradicts("GBK".to_string())]);
    // A character that is cut off at the end of a comment takes no move with it.
    let games = read(&sgf("CA[GBK]", b"C[\xb0\xd7\x81];W[ig])"));
    let written = games.write(Format::Sgf).expect("SGF");
    assert_eq!(charset(&written), "GBK");
    assert_eq!(read(&written).games, games.games);
    assert_eq!(games.games[0].moves(), 2);
    assert!(!games.games[0].notes.is_empty());
}

#[test]
fn names_in_old_encodings_are_kept() {
    let given = Given::default();
    let psq = b"Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n9,7,0\r\nJi\xf8\xed \x8a\x9dastn\xfd\r\n\
                V\xe1clav Dvo\xf8\xe1k\r\n-1\r\n0,Freestyle\r\n";
    let games = Collection::read(psq, &given).expect("a game");
    let names = games.games[0].headers.players.clone();
    let name = |side: Color| names[side.index()].as_deref();
    assert_eq!(name(Color::Black), Some("Jiří Šťastný"));
    assert_eq!(name(Color::White), Some("Václav Dvořák"));
    assert!(!games.notes.is_empty());
    for format in [Format::Sgf, Format::Psq] {
        let text = String::from_utf8(games.write(format).expect("a file")).expect("UTF-8");
        assert!(text.contains("Jiří Šťastný"), "{text}");
    }
    let list = b"# Ren\xe9 - M\xfcller\n1. h8 2. i9 3. j10\n";
    let games = Collection::read(list, &given).expect("a list");
    assert_eq!((games.games[0].moves(), games.notes.len()), (3, 1));
    // The first byte is that of a library without a header.
    let side = b"x to move\n# Ren\xe9\n1. h8 2. i9\n";
    let games = Collection::read(side, &given).expect("a list");
    assert_eq!(
        (games.games[0].format, games.games[0].moves()),
        (Format::Moves, 2)
    );
    let rif = b"<?xml version=\"1.0\" encoding=\"windows-1251\"?><database>\
                <player id=\"1\" name=\"\xc8\xe2\xe0\xed\"/>\
                <game black=\"1\"><move>h8</move></game></database>";
    let games = Collection::read(rif, &given).expect("a database");
    let black = games.games[0].headers.players[Color::Black.index()].as_deref();
    assert_eq!((black, games.notes.len()), (Some("Иван"), 0));
}
