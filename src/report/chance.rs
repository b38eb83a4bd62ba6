//! Win chances, which tell people what scores mean.

use crate::types::{Color, Score, score};

/// The score at which the odds are e to 1.
const UNIT: f64 = 200.0;

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

/// The win chance of black from a score for `side`.
pub fn black_chance(side: Color, value: Score) -> f64 {
    match side {
        Color::Black => win_chance(value),
        Color::White => 1.0 - win_chance(value),
    }
}

/// The win chance in percent: 1 to 99 unless the game is decided.
pub fn win_percent(value: Score) -> u8 {
    let rounded = (win_chance(value) * 100.0).round() as u8;
    if score::is_mate(value) {
        rounded
    } else {
        rounded.clamp(1, 99)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{mate_in, mated_in};

    #[test]
    fn win_chances_follow_the_unit_of_scores() {
        let near = |value, chance: f64| (win_chance(value) - chance).abs() < 0.001;
        assert!(near(0, 0.5) && near(200, 0.731) && near(-200, 0.269));
        assert!(near(20_000, 1.0) && near(-20_000, 0.0));
        let mates = [mate_in(1), mate_in(225), mated_in(2), mated_in(224)];
        assert_eq!(mates.map(win_chance), [1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn only_decided_games_are_won_for_certain() {
        let values = [
            mate_in(5),
            20_000,
            2000,
            200,
            0,
            -2000,
            -20_000,
            mated_in(4),
        ];
        assert_eq!(values.map(win_percent), [100, 99, 99, 73, 50, 1, 1, 0]);
    }
}
