//! Values as people type and read them: sides, times, sizes, numbers of threads, scores.

use std::time::Duration;

use crate::cli::options::positive;
use crate::engine::{Foul, useful_threads};
use crate::types::score::{self, MATE};
use crate::types::{BoardSize, Color, Score};

/// The longest time that can be given, in seconds.
const LONGEST_TIME: f64 = 86_400.0;

/// The score whose odds are e to 1.
const UNIT: f64 = 200.0;

/// What `--rule` expects.
pub const EXPECTED_RULE: &str = "freestyle, standard, renju, caro or caro-exact";
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

/// Reads a number of threads from 1. A number greater than that of threads
/// that can run at the same time is reduced to it.
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

/// The symbol of a side's stones on a drawn board.
pub fn side_symbol(side: Color) -> char {
    match side {
        Color::Black => 'x',
        Color::White => 'o',
    }
}

/// A number with its unit, such as `1 ply` or `3 plies`.
pub fn counted(number: usize, one: &str, several: &str) -> String {
    let unit = if number == 1 { one } else { several };
    format!("{number} {unit}")
}

/// The description of a foul.
pub fn foul_text(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "more than five in a row (overline)",
        Foul::DoubleFour => "two fours at once (double four)",
        Foul::DoubleThree => "two open threes at once (double three)",
    }
}

/// The points that a side with this score may expect from the game: 1 for a win, 0.5
/// for a draw, 0 for a loss.
///
/// This defines the unit of scores: a score of 200 is a win chance of 1 / (1 + 1/e).
pub fn win_chance(value: Score) -> f64 {
    if score::is_win(value) {
        1.0
    } else if score::is_loss(value) {
        0.0
    } else {
        1.0 / (1.0 + (-f64::from(value) / UNIT).exp())
    }
}

/// A score from the view of `side`, such as `-37 for white` or
/// `+M5, white wins in 5 plies`.
pub fn score_text(value: Score, side: Color) -> String {
    let number = score::display(value);
    let (winner, plies) = if score::is_win(value) {
        (side, MATE - value)
    } else if score::is_loss(value) {
        (!side, MATE + value)
    } else {
        return format!("{number} for {}", side.name());
    };
    let plies = counted(plies.unsigned_abs() as usize, "ply", "plies");
    format!("{number}, {} wins in {plies}", winner.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{mate_in, mated_in};

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
    fn win_chances_follow_the_unit_of_scores() {
        let near = |value, chance: f64| (win_chance(value) - chance).abs() < 0.001;
        assert!(near(0, 0.5) && near(200, 0.731) && near(-200, 0.269));
        assert!(near(20_000, 1.0) && near(-20_000, 0.0));
        let mates = [mate_in(1), mate_in(225), mated_in(2), mated_in(224)];
        assert_eq!(mates.map(win_chance), [1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn mate_scores_name_the_winner() {
        let text = |value| score_text(value, Color::White);
        assert_eq!(text(mate_in(5)), "+M5, white wins in 5 plies");
        assert_eq!(text(mate_in(1)), "+M1, white wins in 1 ply");
        assert_eq!(text(mated_in(4)), "-M4, black wins in 4 plies");
        assert_eq!(text(-37), "-37 for white");
    }
}
