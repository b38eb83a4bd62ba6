//! Encodings of text. The bytes of comments are kept as they are. Only names that are shown
//! and text formats other than SGF are decoded.
//!
//! In the double-byte encodings of East Asia, the second byte of a character may be a
//! backslash or a bracket, which mean something in SGF. [`Encoding::char_len`] tells them apart.

use std::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// An encoding of text in which the ASCII characters are single bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

/// How bytes beyond ASCII form characters of several bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pairs {
    /// They do not, or no byte of a longer character is an ASCII character, as in UTF-8.
    None,
    ShiftJis,
    Gbk,
    Big5,
    EucJp,
    EucKr,
}

impl Encoding {
    /// UTF-8, which includes ASCII.
    pub const UTF_8: Encoding = Encoding(&encoding_rs::UTF_8_INIT);
    /// Shift_JIS, for Japanese.
    pub const SHIFT_JIS: Encoding = Encoding(&encoding_rs::SHIFT_JIS_INIT);
    /// GBK, for Chinese.
    pub const GBK: Encoding = Encoding(&encoding_rs::GBK_INIT);
    /// Big5, for Chinese.
    pub const BIG5: Encoding = Encoding(&encoding_rs::BIG5_INIT);
    /// Windows-1252, the superset of Latin-1 in which every byte is a character.
    pub const WINDOWS_1252: Encoding = Encoding(&encoding_rs::WINDOWS_1252_INIT);

    /// The encodings in which the second byte of a character may be a bracket or a backslash.
    pub const WITH_BRACKETS: [Encoding; 3] = [Encoding::SHIFT_JIS, Encoding::GBK, Encoding::BIG5];

    /// The encoding of this name in any spelling, such as `Shift_JIS`, `sjis`, `CP936` or
    /// `Windows-1251`.
    ///
    /// Text in UTF-16 or ISO-2022-JP, where ASCII characters are not single bytes, is decoded
    /// before anything in it is read, so that these names stand for UTF-8.
    pub fn named(name: &str) -> Option<Encoding> {
        let name = name.trim().to_ascii_lowercase();
        let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let label = match letters.as_str() {
            "utf8" | "ascii" | "usascii" | "utf16" | "iso2022jp" => "utf-8",
            "shiftjis" | "sjis" | "xsjis" | "cp932" | "windows31j" | "ms932" => "shift_jis",
            "gb2312" | "gbk" | "gb" | "cp936" | "xgbk" | "euccn" => "gbk",
            "big5" | "cp950" | "big5hkscs" | "xxbig5" => "big5",
            "eucjp" | "xeucjp" | "euc" | "ujis" => "euc-jp",
            "euckr" | "cp949" | "ksc5601" | "ksc56011987" | "uhc" => "euc-kr",
            "latin7" => "iso-8859-13",
            "latin8" => "iso-8859-14",
            "latin9" => "iso-8859-15",
            "latin10" => "iso-8859-16",
            "macroman" | "xmacroman" => "macintosh",
            "maccyrillic" => "x-mac-cyrillic",
            _ => name.as_str(),
        };
        let known = |label: &str| encoding_rs::Encoding::for_label_no_replacement(label.as_bytes());
        // The names of families in other spellings, such as `windows1251` and `Latin-1`.
        let in_family = || {
            let families = [
                ("windows", "windows-"),
                ("win", "windows-"),
                ("cp", "windows-"),
                ("iso8859", "iso-8859-"),
                ("latin", "latin"),
                ("koi8", "koi8-"),
                ("ibm", "ibm"),
                ("cp", "ibm"),
                ("dos", "ibm"),
            ];
            families.into_iter().find_map(|(begin, label)| {
                known(&format!("{label}{}", letters.strip_prefix(begin)?))
            })
        };
        // Of an encoding that is only read, this is UTF-8.
        let of_text = |encoding: &'static encoding_rs::Encoding| {
            if encoding.is_ascii_compatible() {
                Encoding(encoding)
            } else {
                Encoding::UTF_8
            }
        };
        known(label).or_else(in_family).map(of_text)
    }

    /// The name in a file, such as `Shift_JIS`.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// True if some characters have several bytes that are to be read together.
    pub fn has_pairs(self) -> bool {
        self.pairs() != Pairs::None
    }

    /// True if every character is one byte.
    pub fn is_single_byte(self) -> bool {
        self.0.is_single_byte()
    }

    fn pairs(self) -> Pairs {
        let of = [
            (encoding_rs::SHIFT_JIS, Pairs::ShiftJis),
            (encoding_rs::GBK, Pairs::Gbk),
            (encoding_rs::GB18030, Pairs::Gbk),
            (encoding_rs::BIG5, Pairs::Big5),
            (encoding_rs::EUC_JP, Pairs::EucJp),
            (encoding_rs::EUC_KR, Pairs::EucKr),
        ];
        let found = of.into_iter().find(|(encoding, _)| *encoding == self.0);
        found.map_or(Pairs::None, |(_, pairs)| pairs)
    }

    /// The number of bytes of the first character of `bytes`, which are not empty. A byte that
    /// begins no character counts as one, and so does each byte in UTF-8.
    pub fn char_len(self, bytes: &[u8]) -> usize {
        let lead = bytes[0];
        if lead < 0x80 {
            return 1;
        }
        let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
        let high = |byte: u8| byte >= 0xa1 && byte != 0xff;
        let trail = |byte: u8| (0x40..=0xfe).contains(&byte) && byte != 0x7f;
        let is_pair = match self.pairs() {
            Pairs::ShiftJis => {
                matches!(lead, 0x81..=0x9f | 0xe0..=0xfc) && trail(at(1)) && at(1) <= 0xfc
            }
            Pairs::Gbk if lead == 0x80 || lead == 0xff => false,
            Pairs::Gbk if at(1).is_ascii_digit() => {
                let is_four = matches!(at(2), 0x81..=0xfe) && at(3).is_ascii_digit();
                return if is_four { 4 } else { 1 };
            }
            Pairs::Gbk => trail(at(1)),
            Pairs::Big5 => {
                matches!(lead, 0x81..=0xfe) && matches!(at(1), 0x40..=0x7e | 0xa1..=0xfe)
            }
            Pairs::EucJp if lead == 0x8f => {
                return if high(at(1)) && high(at(2)) { 3 } else { 1 };
            }
            Pairs::EucJp => (lead == 0x8e || high(lead)) && high(at(1)),
            Pairs::EucKr => {
                matches!(lead, 0x81..=0xfe)
                    && matches!(at(1), 0x41..=0x5a | 0x61..=0x7a | 0x81..=0xfe)
            }
            Pairs::None => false,
        };
        if is_pair { 2 } else { 1 }
    }

    /// True if a text ends within a character, so that a bracket after it would be read as its
    /// second byte.
    pub fn is_cut(self, text: &[u8]) -> bool {
        if text.last().is_none_or(u8::is_ascii) || !self.has_pairs() {
            return false;
        }
        let mut at = 0;
        let mut length = 0;
        while at < text.len() {
            length = self.char_len(&text[at..]);
            at += length;
        }
        length == 1 && self.joins(text[text.len() - 1], b']')
    }

    /// True if the two bytes are a character.
    pub fn joins(self, lead: u8, trail: u8) -> bool {
        lead >= 0x80 && self.char_len(&[lead, trail]) == 2
    }

    /// The text, with replacement characters for what cannot be decoded.
    pub fn decode(self, bytes: &[u8]) -> String {
        let (text, _) = self.0.decode_without_bom_handling(bytes);
        text.into_owned()
    }

    /// True if every byte is part of a character.
    pub fn is_valid(self, bytes: &[u8]) -> bool {
        let decoded = self
            .0
            .decode_without_bom_handling_and_without_replacement(bytes);
        bytes.is_ascii() || decoded.is_some()
    }

    /// The most likely encoding of bytes that do not state it: UTF-8 if all or nearly all of them
    /// are, or else the one in which they are the most plausible text.
    pub fn guess(bytes: &[u8]) -> Encoding {
        let (characters, errors) = utf8_characters(bytes);
        if errors == 0 || characters > LIKELY_UTF_8 * errors {
            return Encoding::UTF_8;
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        let mut room = SAMPLE;
        let lines = bytes.split(|byte| *byte == b'\n');
        for line in lines.filter(|line| !line.is_ascii()) {
            let line = &line[..line.len().min(room)];
            detector.feed(line, false);
            detector.feed(b"\n", false);
            room -= line.len();
            if room == 0 {
                break;
            }
        }
        detector.feed(b"", true);
        Encoding(detector.guess(None, Utf8Detection::Deny))
    }
}

impl Default for Encoding {
    fn default() -> Encoding {
        Encoding::UTF_8
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The number of bytes from which the encoding is guessed.
const SAMPLE: usize = 1 << 16;
/// As many characters beyond ASCII for each error show that the text is UTF-8.
const LIKELY_UTF_8: usize = 4;
/// As many characters beyond ASCII without an error show that the text is UTF-8, whatever it
/// states. In other encodings a few characters may look like UTF-8.
const CERTAIN_UTF_8: usize = 8;

/// The number of characters beyond ASCII in UTF-8, and of sequences of bytes that are not UTF-8.
fn utf8_characters(bytes: &[u8]) -> (usize, usize) {
    let mut found = (0, 0);
    for chunk in bytes.utf8_chunks() {
        let beyond = |text: &str| text.chars().filter(|c| !c.is_ascii()).count();
        found.0 += beyond(chunk.valid());
        found.1 += usize::from(!chunk.invalid().is_empty());
    }
    found
}

/// True if the bytes are UTF-8 beyond doubt.
pub fn is_certainly_utf8(bytes: &[u8]) -> bool {
    let (characters, errors) = utf8_characters(bytes);
    errors == 0 && characters >= CERTAIN_UTF_8
}

/// A text file after decoding.
pub struct Decoded {
    /// The text in UTF-8.
    pub text: String,
    /// The encoding that it had.
    pub encoding: Encoding,
    /// The encoding was guessed.
    pub is_guess: bool,
    /// Some bytes were no characters.
    pub is_damaged: bool,
}

/// The text of a file in the encoding that it states, or else in the most likely one.
pub fn decode_file(bytes: &[u8]) -> Decoded {
    if let Some(text) = wide(bytes) {
        return Decoded {
            text,
            encoding: Encoding::UTF_8,
            is_guess: false,
            is_damaged: false,
        };
    }
    let stated = xml_encoding(bytes).filter(|_| !is_certainly_utf8(bytes));
    let encoding = stated.unwrap_or_else(|| Encoding::guess(bytes));
    Decoded {
        text: encoding
            .decode(bytes)
            .trim_start_matches('\u{feff}')
            .to_string(),
        encoding,
        is_guess: stated.is_none() && encoding != Encoding::UTF_8,
        is_damaged: !encoding.is_valid(bytes),
    }
}

/// True if the bytes are not text in any encoding: not UTF-8, with control characters.
pub fn is_binary(bytes: &[u8]) -> bool {
    // Old files end with the character 0x1a.
    let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    let mut controls = bytes.iter().filter(|byte| is_control(byte));
    controls.any(|byte| !matches!(byte, 0x0b | 0x1a)) && std::str::from_utf8(bytes).is_err()
}

/// The encoding that an XML declaration at the beginning states.
fn xml_encoding(bytes: &[u8]) -> Option<Encoding> {
    let declaration = bytes.trim_ascii_start().strip_prefix(b"<?xml")?;
    let end = declaration.windows(2).position(|two| two == b"?>")?;
    let declaration = std::str::from_utf8(&declaration[..end]).ok()?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| "\"'".contains(*c))?;
    let (name, _) = value[1..].split_once(quote)?;
    Encoding::named(name)
}

/// The text of a file in which ASCII characters are not single bytes: in UTF-16 with a byte order
/// mark, or in ISO-2022-JP.
pub fn wide(bytes: &[u8]) -> Option<String> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Some(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Some(utf16(rest, u16::from_be_bytes)),
        _ => {
            // Escape sequences switch between ASCII and characters of two bytes.
            let is_switch = |three: &[u8]| matches!(three, b"\x1b$B" | b"\x1b$@");
            let is_japanese = bytes.is_ascii() && bytes.windows(3).any(is_switch);
            let decoder = encoding_rs::ISO_2022_JP;
            is_japanese
                .then(|| decoder.decode_without_bom_handling_and_without_replacement(bytes))?
                .map(|text| text.into_owned())
        }
    }
}

/// The text in UTF-16 with this order of the bytes.
fn utf16(bytes: &[u8], of: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| of([pair[0], pair[1]]));
    let text = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
    text.collect()
}

#[cfg(test)]
mod tests;
