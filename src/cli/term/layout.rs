//! Fits lines of text to a width in columns.

use std::time::Duration;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Width of a bar without its brackets.
const BAR: usize = 20;
/// The smallest width of a bar that is worth drawing.
const MIN_BAR: usize = 5;
/// The columns of the brackets of a bar and of the blank before it.
const BRACKETS: usize = 3;
/// The width of the names before `field` values.
const NAME: usize = 11;

/// The columns that a text takes: two for each Chinese, Japanese or Korean character.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// The longest beginning of a text that takes at most `width` columns.
pub fn fitting(text: &str, width: usize) -> &str {
    let mut taken = 0;
    let too_wide = text.char_indices().find(|(_, c)| {
        taken += c.width().unwrap_or(0);
        taken > width
    });
    too_wide.map_or(text, |(end, _)| &text[..end])
}

/// A line `name: text`. If it is wider than `width`, it continues below the text.
pub fn field_lines(name: &str, text: &str, width: usize) -> String {
    hanging(&format!("{:<NAME$}{text}", format!("{name}:")), NAME, width)
}

/// A line, broken between words if it is wider than `width`. Continuation lines are indented
/// by `indent` columns; its first characters, as many, are ASCII.
pub fn hanging(line: &str, indent: usize, width: usize) -> String {
    let (lead, rest) = match line.char_indices().nth(indent) {
        Some((at, _)) if columns(line) > width => line.split_at(at),
        _ => return format!("{line}\n"),
    };
    let parts = wrapped(rest, width.saturating_sub(indent).max(NAME));
    let leads = std::iter::once(lead).chain(std::iter::repeat(""));
    let lines = parts.iter().zip(leads);
    lines
        .map(|(part, lead)| format!("{lead:<indent$}{part}\n"))
        .collect()
}

/// Breaks a text between words into lines of at most `width` columns. A longer word has its own
/// line.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// The beginning of a line, of at most `width` columns. It ends between two words if it can.
pub fn cut(line: &str, width: usize) -> &str {
    let whole = fitting(line, width);
    if whole == line {
        return line;
    }
    match whole.trim_end().rfind(' ') {
        _ if line[whole.len()..].starts_with(' ') || whole.ends_with(' ') => whole.trim_end(),
        // A line that begins with one long word.
        None => whole,
        Some(at) if line[..at].trim().is_empty() => whole,
        Some(at) => line[..at].trim_end(),
    }
}

/// A line such as `1.2 s of 5 s [####......]  Enter: stop` of at most `width` columns: the time
/// used, the limit and a bar if there is a limit, and a hint. The bar fills the remaining columns.
pub fn time_used(elapsed: Duration, limit: Option<Duration>, hint: &str, width: usize) -> String {
    let seconds = elapsed.as_secs_f64();
    let gap = if hint.is_empty() { "" } else { "  " };
    let Some(limit) = limit.map(|limit| limit.as_secs_f64()) else {
        return format!("{seconds:.1} s{gap}{hint}");
    };
    let text = format!("{seconds:.1} s of {limit} s");
    let room = width.saturating_sub(text.len() + gap.len() + hint.len() + BRACKETS);
    match room.min(BAR) {
        0..MIN_BAR => format!("{text}{gap}{hint}"),
        room => format!("{text} {}{gap}{hint}", bar(seconds, limit, room)),
    }
}

/// A bar of `width` characters, of which the share `part` of `whole` is full.
pub fn bar(part: f64, whole: f64, width: usize) -> String {
    let full = (part / whole * width as f64) as usize;
    let full = full.min(width);
    format!("[{}{}]", "#".repeat(full), ".".repeat(width - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_fields_are_broken() {
        assert_eq!(field_lines("time", "a  b", 15), "time:      a  b\n");
        let broken = "variation: h8 i9 j10\n           k11\n";
        assert_eq!(field_lines("variation", "h8 i9 j10 k11", 20), broken);
        assert!(field_lines("note", "h8 i9 j10 k11", usize::MAX).ends_with("j10 k11\n"));
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("a bc  def g", 4), ["a bc", "def", "g"]);
        assert_eq!(wrapped("abcdef g", 4), ["abcdef", "g"]);
        assert_eq!(wrapped("", 4), Vec::<String>::new());
    }

    #[test]
    fn long_lines_are_cut_between_words() {
        assert_eq!(cut("h8 i9 j10", 9), "h8 i9 j10");
        assert_eq!(cut("h8 i9 j10", 8), "h8 i9");
        assert_eq!(cut("h8 i9 j10", 6), "h8 i9");
        assert_eq!(cut("h8 i9 j10", 5), "h8 i9");
        assert_eq!(cut("●●●●", 3), "●●●");
        assert_eq!(cut("五子棋", 5), "五子");
        assert_eq!(cut("  abcdef", 4), "  ab");
        assert_eq!(cut("abc", 0), "");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(columns("五子棋 ab"), 9);
        assert_eq!(fitting("五子棋", 4), "五子");
        assert_eq!(fitting("五子棋", 6), "五子棋");
        assert_eq!(wrapped("五子棋 比赛 ab", 11), ["五子棋 比赛", "ab"]);
        assert_eq!(wrapped("五子棋 比赛 ab", 10), ["五子棋", "比赛 ab"]);
        let broken = "event:     五子棋 比赛\n           ab\n";
        assert_eq!(field_lines("event", "五子棋 比赛 ab", 22), broken);
    }

    #[test]
    fn bars_are_full_at_the_end() {
        assert_eq!(bar(1.0, 4.0, 8), "[##......]");
        assert_eq!(bar(9.0, 4.0, 3), "[###]");
        assert_eq!(bar(0.0, 4.0, 2), "[..]");
    }

    #[test]
    fn the_bar_of_the_time_has_the_room_that_is_left() {
        let second = Duration::from_secs(1);
        let used = |limit, width| time_used(second, limit, "Enter: stop", width);
        assert_eq!(used(None, 80), "1.0 s  Enter: stop");
        let limit = Some(4 * second);
        let wide = "1.0 s of 4 s [#####...............]  Enter: stop";
        assert_eq!(used(limit, 80), wide);
        assert_eq!(used(limit, 39), "1.0 s of 4 s [##.........]  Enter: stop");
        assert_eq!(used(limit, 30), "1.0 s of 4 s  Enter: stop");
        assert_eq!(time_used(9 * second, limit, "", 20), "9.0 s of 4 s [#####]");
    }
}
