//! Encodings of text. The bytes of comments are kept as they are. Only names that are shown
//! and text formats other than SGF are decoded.
//!
//! In the double-byte encodings of East Asia, the second byte of a character may be a
//! backslash or a bracket, which mean something in SGF. [`Encoding::char_len`] tells them apart.

/// An encoding of text in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, which includes ASCII.
    #[default]
    Utf8,
    /// Shift_JIS, for Japanese.
    ShiftJis,
    /// GBK and its superset GB18030, for Chinese.
    Gbk,
    /// Big5, for Chinese.
    Big5,
    /// EUC-JP, for Japanese.
    EucJp,
    /// EUC-KR, for Korean.
    EucKr,
    /// An encoding with one byte for each character, such as Latin-1, or an unknown encoding.
    SingleByte,
}

impl Encoding {
    /// The encodings besides UTF-8 that are guessed if a text does not state its own.
    pub const GUESSES: [Encoding; 5] = [
        Encoding::ShiftJis,
        Encoding::Gbk,
        Encoding::Big5,
        Encoding::EucJp,
        Encoding::EucKr,
    ];

    /// The encoding of this name in any spelling, such as `Shift_JIS`, `sjis` or `CP936`;
    /// [`Encoding::SingleByte`] for other names.
    pub fn from_name(name: &str) -> Encoding {
        let letters = |c: &char| c.is_ascii_alphanumeric();
        let name: String = name.to_lowercase().chars().filter(letters).collect();
        match name.as_str() {
            "utf8" | "ascii" | "usascii" | "utf16" => Encoding::Utf8,
            "shiftjis" | "sjis" | "xsjis" | "cp932" | "windows31j" | "ms932" => Encoding::ShiftJis,
            "gb2312" | "gbk" | "gb18030" | "gb" | "cp936" | "xgbk" | "euccn" => Encoding::Gbk,
            "big5" | "cp950" | "big5hkscs" | "xxbig5" => Encoding::Big5,
            "eucjp" | "xeucjp" | "euc" | "ujis" => Encoding::EucJp,
            "euckr" | "cp949" | "ksc5601" | "ksc56011987" | "uhc" => Encoding::EucKr,
            _ => Encoding::SingleByte,
        }
    }

    /// The name in a file, such as `Shift_JIS`; [`Encoding::SingleByte`] is `ISO-8859-1`, in
    /// which every byte is a character.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::ShiftJis => "Shift_JIS",
            Encoding::Gbk => "GBK",
            Encoding::Big5 => "Big5",
            Encoding::EucJp => "EUC-JP",
            Encoding::EucKr => "EUC-KR",
            Encoding::SingleByte => "ISO-8859-1",
        }
    }

    /// The number of bytes of the first character of `bytes`, which are not empty. A byte that
    /// begins no character counts as one.
    pub fn char_len(self, bytes: &[u8]) -> usize {
        let lead = bytes[0];
        if lead < 0x80 {
            return 1;
        }
        let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
        let high = |byte: u8| byte >= 0xa1 && byte != 0xff;
        let trail = |byte: u8| (0x40..=0xfe).contains(&byte) && byte != 0x7f;
        let is_pair = match self {
            Encoding::ShiftJis => {
                matches!(lead, 0x81..=0x9f | 0xe0..=0xfc) && trail(at(1)) && at(1) <= 0xfc
            }
            Encoding::Gbk if lead == 0x80 || lead == 0xff => false,
            Encoding::Gbk if at(1).is_ascii_digit() => {
                let is_four = matches!(at(2), 0x81..=0xfe) && at(3).is_ascii_digit();
                return if is_four { 4 } else { 1 };
            }
            Encoding::Gbk => trail(at(1)),
            Encoding::Big5 => {
                matches!(lead, 0x81..=0xfe) && matches!(at(1), 0x40..=0x7e | 0xa1..=0xfe)
            }
            Encoding::EucJp if lead == 0x8f => {
                return if high(at(1)) && high(at(2)) { 3 } else { 1 };
            }
            Encoding::EucJp => (lead == 0x8e || high(lead)) && high(at(1)),
            Encoding::EucKr => {
                matches!(lead, 0x81..=0xfe)
                    && matches!(at(1), 0x41..=0x5a | 0x61..=0x7a | 0x81..=0xfe)
            }
            // In UTF-8, no byte of a longer character is an ASCII character.
            Encoding::Utf8 | Encoding::SingleByte => false,
        };
        if is_pair { 2 } else { 1 }
    }

    /// True if the bytes are whole characters, so that the byte after them is not read as part of
    /// the last.
    pub fn is_whole(self, bytes: &[u8]) -> bool {
        if matches!(self, Encoding::Utf8) {
            return std::str::from_utf8(bytes).is_ok();
        }
        let mut at = 0;
        while at < bytes.len() {
            let length = self.char_len(&bytes[at..]);
            let is_single = |byte: u8| match self {
                Encoding::SingleByte => true,
                Encoding::ShiftJis => byte < 0x80 || (0xa1..=0xdf).contains(&byte),
                _ => byte < 0x80,
            };
            if length == 1 && !is_single(bytes[at]) {
                return false;
            }
            at += length;
        }
        true
    }

    /// The text, with replacement characters for what cannot be decoded.
    pub fn decode(self, bytes: &[u8]) -> String {
        match self {
            Encoding::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            _ => match std::str::from_utf8(bytes) {
                Ok(text) => text.to_string(),
                Err(_) => self.decode_old(bytes).0,
            },
        }
    }

    /// The text in an old encoding, and whether all of it could be decoded.
    fn decode_old(self, bytes: &[u8]) -> (String, bool) {
        let encoding = match self {
            Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::ShiftJis => encoding_rs::SHIFT_JIS,
            Encoding::Gbk => encoding_rs::GB18030,
            Encoding::Big5 => encoding_rs::BIG5,
            Encoding::EucJp => encoding_rs::EUC_JP,
            Encoding::EucKr => encoding_rs::EUC_KR,
            Encoding::SingleByte => encoding_rs::WINDOWS_1252,
        };
        let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
        (text.into_owned(), !has_errors)
    }

    /// The most likely encoding of bytes that do not state it.
    pub fn guess(bytes: &[u8]) -> Encoding {
        if std::str::from_utf8(bytes).is_ok() {
            return Encoding::Utf8;
        }
        let sample = &bytes[..bytes.len().min(SAMPLE)];
        let mut best = (0, Encoding::SingleByte);
        for encoding in Encoding::GUESSES {
            let score = encoding.score(sample);
            if score > best.0 {
                best = (score, encoding);
            }
        }
        best.1
    }

    /// A score for how much `bytes` look like common text in this encoding: frequent characters
    /// raise it, and bytes that are no character lower it.
    fn score(self, bytes: &[u8]) -> i64 {
        let mut score = 0;
        let mut at = 0;
        while at < bytes.len() {
            let length = self.char_len(&bytes[at..]);
            let lead = bytes[at];
            score += match (self, length) {
                (_, 1) if lead < 0x80 => 0,
                (Encoding::ShiftJis, 1) if matches!(lead, 0xa1..=0xdf) => 0,
                (_, 1) => -8,
                // Kana are in every Japanese text.
                (Encoding::ShiftJis, _) => match lead {
                    0x82 | 0x83 => 4,
                    0x81 | 0x88..=0x97 => 2,
                    _ => 1,
                },
                (Encoding::EucJp, _) => match lead {
                    0xa4 | 0xa5 => 4,
                    0xa1 | 0xb0..=0xcf => 2,
                    _ => 0,
                },
                // The characters of the first level are the frequent ones.
                (Encoding::Gbk, _) => match (lead, bytes[at + 1]) {
                    (0xb0..=0xd7, 0xa1..) => 3,
                    (0xa1 | 0xa3, 0xa1..) => 2,
                    _ => 0,
                },
                (Encoding::Big5, _) => match lead {
                    0xa4..=0xc6 => 2,
                    0xa1 | 0xa2 => 1,
                    _ => 0,
                },
                (Encoding::EucKr, _) => match (lead, bytes[at + 1]) {
                    (0xb0..=0xc8, 0xa1..) => 2,
                    _ => -1,
                },
                _ => 0,
            };
            at += length;
        }
        score
    }
}

/// The number of bytes from which the encoding is guessed.
const SAMPLE: usize = 1 << 16;

/// A text file after decoding.
pub struct Decoded {
    /// The text in UTF-8.
    pub text: String,
    /// The encoding, if it had to be guessed.
    pub guessed: Option<Encoding>,
}

/// The text of a file in UTF-8, in UTF-16 with a byte order mark, or in the old encoding that is
/// most likely. `None` if the bytes are not text.
pub fn decode_file(bytes: &[u8]) -> Option<Decoded> {
    if let Some(text) = utf16(bytes) {
        return Some(Decoded {
            text,
            guessed: None,
        });
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let text = text.trim_start_matches('\u{feff}').to_string();
        return Some(Decoded {
            text,
            guessed: None,
        });
    }
    if bytes.contains(&0) {
        return None;
    }
    let encoding = Encoding::guess(bytes);
    let (text, is_whole) = encoding.decode_old(bytes);
    (is_whole && encoding != Encoding::SingleByte).then_some(Decoded {
        text,
        guessed: Some(encoding),
    })
}

/// The text of a file in UTF-16 with a byte order mark.
pub fn utf16(bytes: &[u8]) -> Option<String> {
    let (of, rest): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xff, 0xfe, rest @ ..] => (u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => (u16::from_be_bytes, rest),
        _ => return None,
    };
    let units = rest.chunks_exact(2).map(|pair| of([pair[0], pair[1]]));
    let text = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
    Some(text.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_bytes_are_part_of_their_character() {
        for (encoding, bytes, length) in [
            (Encoding::ShiftJis, &b"\x94\x5c]"[..], 2),
            (Encoding::ShiftJis, b"\xb1]", 1),
            (Encoding::Gbk, b"\x81\x5d]", 2),
            (Encoding::Gbk, b"\x81\x30\x81\x30", 4),
            (Encoding::Gbk, b"\x81", 1),
            (Encoding::Big5, b"\xa5\x5c]", 2),
            (Encoding::EucJp, b"\xa4\xa2]", 2),
            (Encoding::EucJp, b"\x8f\xa4\xa2", 3),
            (Encoding::EucKr, b"\xb0\xa1]", 2),
            (Encoding::Utf8, b"\xe9\x80\xa3", 1),
            (Encoding::SingleByte, b"\x81\x5d", 1),
        ] {
            assert_eq!(encoding.char_len(bytes), length, "{encoding:?} {bytes:x?}");
        }
    }

    #[test]
    fn names_have_many_spellings() {
        for (name, encoding) in [
            ("utf-8", Encoding::Utf8),
            ("Shift_JIS", Encoding::ShiftJis),
            ("x-sjis", Encoding::ShiftJis),
            ("GB2312", Encoding::Gbk),
            ("BIG5", Encoding::Big5),
            ("EUC-JP", Encoding::EucJp),
            ("euc-kr", Encoding::EucKr),
            ("ISO-8859-1", Encoding::SingleByte),
            ("", Encoding::SingleByte),
        ] {
            assert_eq!(Encoding::from_name(name), encoding, "{name}");
        }
        for encoding in Encoding::GUESSES {
            assert_eq!(Encoding::from_name(encoding.name()), encoding);
        }
    }

    #[test]
    fn old_encodings_are_guessed() {
        for (name, text, encoding) in [
            (
                "shift_jis",
                "これは良い手です。白の勝ち",
                Encoding::ShiftJis,
            ),
            ("gbk", "这是一步好棋，白棋必胜", Encoding::Gbk),
            ("big5", "這是一步好棋，白棋必勝", Encoding::Big5),
            ("euc-jp", "これは良い手です。白の勝ち", Encoding::EucJp),
        ] {
            let to = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
            let (bytes, ..) = to.encode(text);
            assert_eq!(Encoding::guess(&bytes), encoding);
            assert_eq!(encoding.decode(&bytes), text);
            assert_eq!(decode_file(&bytes).unwrap().text, text);
        }
        assert!(decode_file(b"\x00\x9d\x80").is_none());
        assert_eq!(utf16(b"\xff\xfeh\x008\x00").as_deref(), Some("h8"));
        assert_eq!(utf16(b"\xfe\xff\x00h\x008").as_deref(), Some("h8"));
    }
}
