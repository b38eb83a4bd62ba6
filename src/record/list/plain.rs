//! Rewrites lists for [`notation`], character for character.

use super::sides;
use crate::board::notation;
use crate::board::work::count_work;
use crate::record::GameResult;
use crate::types::{BoardSize, Color};

/// Characters between and after moves, besides those that [`notation`] knows.
const SEPARATORS: &str = "_/→⇒➔➡>|·•—–~!?‼⁇⁈⁉*\u{3000}";
/// Results at the end of a list. Black, who begins, has the first number.
const RESULTS: [(&str, GameResult); 6] = [
    ("1-0", GameResult::Win(Color::Black)),
    ("0-1", GameResult::Win(Color::White)),
    ("1/2-1/2", GameResult::Draw),
    ("0.5-0.5", GameResult::Draw),
    ("½-½", GameResult::Draw),
    ("0.5:0.5", GameResult::Draw),
];

/// A rewritten list.
pub struct Plain {
    pub text: String,
    /// The sides named in the list, each with its byte offset in `text`.
    pub sides: Vec<(usize, Color)>,
    pub result: Option<GameResult>,
}

/// Rewrites a list for [`notation`]: each character is kept or replaced by one other.
pub fn plain(text: &str) -> Plain {
    let mut chars: Vec<char> = text.chars().map(half_width).collect();
    count_work(chars.len());
    keep_moves_of_addresses(&mut chars);
    let result = take_result(&mut chars);
    let pairs_only = are_pairs(text);
    let mut marks = Vec::new();
    for at in 0..chars.len() {
        let before = at.checked_sub(1).map_or(' ', |at| chars[at]);
        let after = chars.get(at + 1).copied().unwrap_or(' ');
        let is_between_digits = before.is_ascii_digit() && after.is_ascii_digit();
        let c = chars[at];
        chars[at] = match c {
            '、' => ',',
            ':' if is_between_digits => ',',
            '-' if is_between_digits && !is_named(&chars, at) => ',',
            '-' if before.is_ascii_alphanumeric() && after.is_ascii_alphabetic() => ' ',
            '-' if before.is_whitespace() && after.is_whitespace() => ' ',
            ' ' | '\t' if pairs_only && before.is_ascii_digit() => ',',
            _ if SEPARATORS.contains(c) => ' ',
            _ => match sides::of_mark(c) {
                Some(side) => mark(&mut marks, at, side),
                None => c,
            },
        };
    }
    for (at, _) in &marks {
        take_filler(&mut chars, at + 1);
    }
    take_words(&mut chars, &mut marks);
    marks.sort_by_key(|(at, _)| *at);
    // Character offsets become byte offsets.
    let mut plain = String::with_capacity(text.len());
    let mut sides = Vec::with_capacity(marks.len());
    let mut marks = marks.into_iter().peekable();
    for (at, c) in chars.into_iter().enumerate() {
        while let Some((_, side)) = marks.next_if(|(mark, _)| *mark == at) {
            sides.push((plain.len(), side));
        }
        plain.push(c);
    }
    Plain {
        text: plain,
        sides,
        result,
    }
}

/// Records a side and replaces its name by a blank.
fn mark(marks: &mut Vec<(usize, Color)>, at: usize, side: Color) -> char {
    marks.push((at, side));
    ' '
}

/// A full-width character as its ASCII counterpart.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// True if the digits before `at` follow a letter, as in `h8-`.
fn is_named(chars: &[char], at: usize) -> bool {
    let digits = chars[..at].iter().rev().take_while(|c| c.is_ascii_digit());
    let start = at - digits.count();
    start > 0 && chars[start - 1].is_ascii_alphabetic()
}

/// Replaces the words for the sides, such as `Black:` or `white stones =`, and records them.
fn take_words(chars: &mut [char], marks: &mut Vec<(usize, Color)>) {
    let mut at = 0;
    while at < chars.len() {
        let end = word_end(chars, at);
        if end == at {
            at += 1;
            continue;
        }
        let follows_digit = at > 0 && chars[at - 1].is_ascii_digit();
        let is_column = chars.get(end).is_some_and(char::is_ascii_digit);
        let side = sides::of_word(&chars[at..end]);
        if let Some(side) = side.filter(|_| !is_column && !follows_digit) {
            marks.push((at, side));
            chars[at..end].fill(' ');
            take_filler(chars, end);
        }
        at = end;
    }
}

/// The end of the word that begins at `at`.
fn word_end(chars: &[char], at: usize) -> usize {
    let letters = chars[at..].iter().take_while(|c| c.is_alphabetic());
    at + letters.count()
}

/// Replaces what may follow the name of a side: a word such as `stones`, and a colon.
fn take_filler(chars: &mut [char], from: usize) {
    let skip = |chars: &[char], at: usize| {
        let skipped = chars[at..].iter().take_while(|c| " \t()[]".contains(**c));
        at + skipped.count()
    };
    let start = skip(chars, from);
    let end = word_end(chars, start);
    let is_filler = sides::is_filler(&chars[start..end]);
    let colon = if is_filler { skip(chars, end) } else { start };
    let has_colon = matches!(chars.get(colon), Some(':' | '='))
        || (colon == from && chars.get(colon) == Some(&'.'));
    if is_filler {
        chars[start..end].fill(' ');
    }
    if has_colon {
        chars[colon] = ' ';
    }
}

/// Replaces the result at the end, and returns it.
fn take_result(chars: &mut [char]) -> Option<GameResult> {
    let end = chars.len() - chars.iter().rev().take_while(|c| c.is_whitespace()).count();
    let word = chars[..end].iter().rev().take_while(|c| !c.is_whitespace());
    let start = end - word.count();
    let word: String = chars[start..end].iter().take(LONGEST_RESULT).collect();
    let found = RESULTS.into_iter().find(|(name, _)| *name == word);
    // A list that is only `1-0` may be a point.
    let has_name = chars[..start].iter().any(char::is_ascii_alphabetic);
    let (_, result) = found.filter(|_| has_name)?;
    chars[start..end].fill(' ');
    Some(result)
}

/// More characters than a result has.
const LONGEST_RESULT: usize = 8;

/// Replaces URLs except for the moves at their end.
fn keep_moves_of_addresses(chars: &mut [char]) {
    let mut start = 0;
    while start < chars.len() {
        let word = chars[start..].iter().take_while(|c| !c.is_whitespace());
        let end = start + word.count();
        let word: String = chars[start..end].iter().collect();
        if word.contains("://") || word.starts_with("www.") {
            let is_end = |c: &char| "/#?=&".contains(*c);
            let mut ends: Vec<usize> = (start..end).filter(|at| is_end(&chars[*at])).collect();
            ends.push(end);
            let begins = std::iter::once(start).chain(ends.iter().map(|end| end + 1));
            let parts: Vec<(usize, usize)> = begins.zip(ends.iter().copied()).collect();
            let are_moves = |(from, to): &(usize, usize)| {
                let part: String = chars[*from..*to].iter().collect();
                notation::parse_moves(&part, largest()).is_ok_and(|moves| !moves.is_empty())
            };
            let kept = parts
                .into_iter()
                .rev()
                .find(are_moves)
                .unwrap_or((end, end));
            chars[start..kept.0].fill(' ');
            chars[kept.1..end].fill(' ');
        }
        start = end + 1;
    }
}

fn largest() -> BoardSize {
    BoardSize::square(BoardSize::MAX.into()).expect("a side within the limits")
}

/// True if each line consists of two numbers, the column and the row of a move.
fn are_pairs(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_pair = |line: &str| {
        let mut words = line
            .split_whitespace()
            .map(|word| word.parse::<u8>().is_ok());
        (words.next(), words.next(), words.next()) == (Some(true), Some(true), None)
    };
    let first = lines.next().is_some_and(is_pair);
    first && lines.all(is_pair)
}
