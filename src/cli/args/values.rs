//! Values that people type: sides, times, sizes, numbers of threads.

use std::str::FromStr;
use std::time::Duration;

use crate::engine::useful_threads;
use crate::types::BoardSize;

/// The longest time that can be given, in seconds.
const LONGEST_TIME: f64 = 86_400.0;

/// What `--side` expects.
pub const EXPECTED_SIDE: &str = "black, white, x or o";
/// What `--time` expects.
pub const EXPECTED_TIME: &str = "a time such as 5, 0.5 or 500ms (at most a day)";
/// What `--size` expects.
pub const EXPECTED_SIZE: &str = "a size such as 15 or 20x15, sides from 5 to 31";
/// What `--threads` expects.
pub const EXPECTED_THREADS: &str = "a number of threads from 1";

/// What `--memory` expects.
pub const EXPECTED_MEMORY: &str = "a number of megabytes from 1";

/// Reads a time: `5`, `0.5`, `5s` or `500ms`.
pub fn parse_time(text: &str) -> Option<Duration> {
    let text = text.trim().to_lowercase();
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').unwrap_or(&text), 1.0),
    };
    let seconds = number.trim().parse::<f64>().ok()? * unit;
    (seconds > 0.0 && seconds <= LONGEST_TIME).then(|| Duration::from_secs_f64(seconds))
}

/// Reads a board size: `15` or `20x15`.
pub fn parse_size(text: &str) -> Option<BoardSize> {
    let text = text.to_lowercase();
    let (width, height) = text.split_once('x').unwrap_or((&text, &text));
    BoardSize::new(width.trim().parse().ok()?, height.trim().parse().ok()?)
}

/// Reads a number of threads from 1, reduced to the number that can run at the same time.
pub fn parse_threads(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // A number with too many digits to parse is reduced as well.
    let threads = text.parse().unwrap_or(usize::MAX);
    (is_number && threads > 0).then(|| threads.min(useful_threads()))
}

/// Reads a number of megabytes from 1. Returns bytes, [`u64::MAX`] if there are more.
pub fn parse_memory(text: &str) -> Option<u64> {
    positive::<u64>(text).map(|megabytes| megabytes.saturating_mul(1 << 20))
}

/// Reads a number greater than 0.
pub fn positive<T: FromStr + PartialOrd + Default>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number| *number > T::default())
}

/// The words as alternatives: `black, white or blocked`.
pub fn one_of(words: &[&str]) -> String {
    joined(words, "or")
}

/// The words in a list, with `and` or `or` before the last.
pub fn joined(words: &[&str], conjunction: &str) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => {
            format!("{} {conjunction} {last}", others.join(", "))
        }
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_optional_units() {
        let ms = |text| parse_time(text).map(|time| time.as_millis());
        assert_eq!(ms("5"), Some(5000));
        assert_eq!(ms("0.25s"), Some(250));
        assert_eq!(ms("500ms"), Some(500));
        for text in ["", "never", "-1", "0", "nan", "1e9", "5m"] {
            assert_eq!(ms(text), None, "{text}");
        }
    }

    #[test]
    fn sizes_are_squares_or_rectangles() {
        assert_eq!(parse_size("15"), BoardSize::new(15, 15));
        assert_eq!(parse_size("20X15"), BoardSize::new(20, 15));
        for text in ["", "4", "15x99", "x", "15x"] {
            assert_eq!(parse_size(text), None, "{text}");
        }
    }

    #[test]
    fn threads_are_limited_to_those_that_can_run() {
        assert_eq!(parse_threads("1"), Some(1));
        assert_eq!(
            parse_threads("99999999999999999999999"),
            Some(useful_threads())
        );
        for text in ["", "0", "-1", "two", "1.5"] {
            assert_eq!(parse_threads(text), None, "{text}");
        }
    }

    #[test]
    fn memory_is_given_in_megabytes() {
        assert_eq!(parse_memory("350"), Some(crate::engine::DEFAULT_MEMORY));
        assert_eq!(parse_memory("18446744073709551615"), Some(u64::MAX));
        for text in ["", "0", "-1", "1.5", "1G", "99999999999999999999999"] {
            assert_eq!(parse_memory(text), None, "{text}");
        }
    }

    #[test]
    fn alternatives_are_listed() {
        assert_eq!(one_of(&["a", "b", "c"]), "a, b or c");
        assert_eq!(one_of(&["a", "b"]), "a or b");
        assert_eq!(one_of(&["a"]), "a");
    }
}
