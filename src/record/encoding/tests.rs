//! Names, guesses and characters of encodings.

use super::*;

/// The encoding of a name that is known.
fn of(name: &str) -> Encoding {
    Encoding::named(name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn second_bytes_are_part_of_their_character() {
    for (encoding, bytes, length) in [
        ("Shift_JIS", &b"\x94\x5c]"[..], 2),
        ("Shift_JIS", b"\xb1]", 1),
        ("GBK", b"\x81\x5d]", 2),
        ("GBK", b"\x81\x30\x81\x30", 4),
        ("gb18030", b"\x81\x30\x81\x30", 4),
        ("GBK", b"\x81", 1),
        ("Big5", b"\xa5\x5c]", 2),
        ("EUC-JP", b"\xa4\xa2]", 2),
        ("EUC-JP", b"\x8f\xa4\xa2", 3),
        ("EUC-KR", b"\xb0\xa1]", 2),
        ("UTF-8", b"\xe9\x80\xa3", 1),
        ("windows-1251", b"\x81\x5d", 1),
    ] {
        assert_eq!(
            of(encoding).char_len(bytes),
            length,
            "{encoding} {bytes:x?}"
        );
    }
}

#[test]
fn names_have_many_spellings() {
    for (name, encoding) in [
        ("utf-8", "UTF-8"),
        ("US-ASCII", "UTF-8"),
        ("UTF-16", "UTF-8"),
        ("UTF-16LE", "UTF-8"),
        ("ISO-2022-JP", "UTF-8"),
        ("Shift_JIS", "Shift_JIS"),
        ("x-sjis", "Shift_JIS"),
        ("GB2312", "GBK"),
        ("GB18030", "gb18030"),
        ("BIG5", "Big5"),
        ("EUC-JP", "EUC-JP"),
        ("euc-kr", "EUC-KR"),
        ("ISO-8859-1", "windows-1252"),
        ("iso-8859-1", "windows-1252"),
        ("ISO8859-1", "windows-1252"),
        ("Latin-1", "windows-1252"),
        ("latin2", "ISO-8859-2"),
        ("ISO-8859-15", "ISO-8859-15"),
        ("Latin-9", "ISO-8859-15"),
        (" Windows-1251 ", "windows-1251"),
        ("windows1251", "windows-1251"),
        ("WIN-1251", "windows-1251"),
        ("CP1250", "windows-1250"),
        ("cp-1250", "windows-1250"),
        ("CP866", "IBM866"),
        ("KOI8-R", "KOI8-R"),
        ("koi8r", "KOI8-R"),
        ("KOI8-U", "KOI8-U"),
        ("macintosh", "macintosh"),
        ("MacRoman", "macintosh"),
    ] {
        assert_eq!(of(name).name(), encoding, "{name}");
    }
    for name in ["", "CP437", "x", "hz-gb-2312"] {
        assert_eq!(Encoding::named(name), None, "{name}");
    }
}

#[test]
fn old_encodings_are_guessed() {
    for (name, text) in [
        ("shift_jis", "これは良い手です。白の勝ち"),
        ("gbk", "这是一步好棋，白棋必胜"),
        ("big5", "這是一步好棋，白棋必勝"),
        ("euc-jp", "これは良い手です。白の勝ち"),
        ("euc-kr", "이것은 좋은 수입니다"),
        ("windows-1251", "Это хороший ход, белые выигрывают"),
        ("koi8-r", "Это хороший ход, белые выигрывают"),
        ("windows-1252", "René « très joli » – Müller"),
        ("windows-1250", "Jiří Šťastný\nVáclav Dvořák"),
    ] {
        let (bytes, ..) = of(name).0.encode(text);
        let decoded = decode_file(&bytes);
        assert_eq!(decoded.text, text);
        assert!(decoded.is_guess && !decoded.is_damaged, "{name}");
    }
    assert!(is_binary(b"\x00\x9d\x80"));
    assert!(!is_binary(b"\xe9\r\n\x1a"));
}

#[test]
fn damaged_utf8_stays_utf8() {
    let decoded = decode_file("日本語の長いコメント\u{0}".as_bytes());
    assert_eq!(
        (decoded.encoding, decoded.is_damaged),
        (Encoding::UTF_8, false)
    );
    let bytes = [&"日本語の長いコメント".as_bytes()[1..], b"x"].concat();
    let decoded = decode_file(&bytes);
    assert_eq!(
        (decoded.encoding, decoded.is_damaged),
        (Encoding::UTF_8, true)
    );
    assert!(
        decoded.text.ends_with("本語の長いコメントx"),
        "{}",
        decoded.text
    );
}

#[test]
fn text_without_single_bytes_is_decoded() {
    assert_eq!(wide(b"\xff\xfeh\x008\x00").as_deref(), Some("h8"));
    assert_eq!(wide(b"\xfe\xff\x00h\x008").as_deref(), Some("h8"));
    assert_eq!(wide(b"C[\x1b$BI=\x1b(B]").as_deref(), Some("C[表]"));
    assert_eq!(wide("C[表]".as_bytes()), None);
}

#[test]
fn the_encoding_that_xml_states_is_obeyed() {
    for (declaration, name) in [
        (
            "<?xml version=\"1.0\" encoding=\"windows-1251\"?>",
            "\u{419}",
        ),
        ("\n<?xml version='1.0' encoding = 'KOI8-R' ?>", "\u{438}"),
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>", "\u{c9}"),
    ] {
        let bytes = [declaration.as_bytes(), b"\xc9"].concat();
        let decoded = decode_file(&bytes);
        assert!(decoded.text.ends_with(name), "{}", decoded.text);
        assert!(!decoded.is_guess);
    }
}

#[test]
fn texts_that_end_within_a_character_are_known() {
    for (name, text, is_cut) in [
        ("GBK", &b"\x81"[..], true),
        ("GBK", b"\xb0\xd7\x81", true),
        ("GBK", b"\x81\x81", false),
        ("Shift_JIS", b"\xb1", false),
        ("EUC-KR", b"\xb0", false),
        ("UTF-8", b"\xe9", false),
        ("windows-1251", b"\x81", false),
    ] {
        assert_eq!(of(name).is_cut(text), is_cut, "{name} {text:x?}");
    }
}
