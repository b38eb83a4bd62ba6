//! Grades and accuracy.
//!
//! Win chances and losses are shares from 0 to 1; people read them in percent.

/// The loss from which a move is no longer one of the best.
const GOOD: f64 = 0.01;
/// The loss from which a move is an inaccuracy.
pub const INACCURACY: f64 = 0.05;
/// The loss from which a move is a mistake.
pub const MISTAKE: f64 = 0.10;
/// The loss from which a move is a blunder.
pub const BLUNDER: f64 = 0.20;
/// The noise of losses: nineteen of twenty differ by less between searches of 200,000 and of 400,000
/// nodes.
pub const NOISE: f64 = 0.035;
/// The loss that halves the accuracy of a move.
pub const HALF: f64 = 0.10;

/// The grade of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// The best move found, or one as good.
    Best,
    /// It loses little.
    Good,
    /// It loses [`INACCURACY`] or more.
    Inaccuracy,
    /// It loses [`MISTAKE`] or more.
    Mistake,
    /// It loses [`BLUNDER`] or more.
    Blunder,
    /// It misses a proved win and loses [`INACCURACY`] or more.
    MissedWin,
}

impl Grade {
    /// Every grade, best first.
    pub const ALL: [Grade; 6] = [
        Grade::Best,
        Grade::Good,
        Grade::Inaccuracy,
        Grade::Mistake,
        Grade::Blunder,
        Grade::MissedWin,
    ];

    /// The grade of a move that loses this share of the win chance. `is_best`: it is the
    /// best move found. `had_win`: another move was proved to win.
    pub fn of(loss: f64, is_best: bool, had_win: bool) -> Grade {
        match loss {
            _ if is_best || loss < GOOD => Grade::Best,
            _ if loss < INACCURACY => Grade::Good,
            _ if had_win => Grade::MissedWin,
            _ if loss < MISTAKE => Grade::Inaccuracy,
            _ if loss < BLUNDER => Grade::Mistake,
            _ => Grade::Blunder,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
            Grade::MissedWin => "missed win",
        }
    }

    /// The name for several moves.
    pub fn plural(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracies",
            Grade::Mistake => "mistakes",
            Grade::Blunder => "blunders",
            Grade::MissedWin => "missed wins",
        }
    }

    /// True for grades that need a reason.
    pub fn is_bad(self) -> bool {
        !matches!(self, Grade::Best | Grade::Good)
    }
}

/// The accuracy in percent of moves with these losses; `None` if there are no moves. It is the mean
/// over the moves of 100, halved for every [`HALF`] that the move loses.
pub fn accuracy(losses: impl Iterator<Item = f64>) -> Option<f64> {
    let of_moves: Vec<f64> = losses.map(|loss| 100.0 * (-loss / HALF).exp2()).collect();
    let sum: f64 = of_moves.iter().sum();
    (!of_moves.is_empty()).then(|| sum / of_moves.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_follow_the_thresholds() {
        for (loss, grade) in [
            (0.0, Grade::Best),
            (0.009, Grade::Best),
            (0.011, Grade::Good),
            (0.049, Grade::Good),
            (0.051, Grade::Inaccuracy),
            (0.099, Grade::Inaccuracy),
            (0.101, Grade::Mistake),
            (0.201, Grade::Blunder),
            (1.0, Grade::Blunder),
        ] {
            assert_eq!(Grade::of(loss, false, false), grade, "{loss}");
        }
        assert_eq!(Grade::of(0.5, true, true), Grade::Best);
        assert_eq!(Grade::of(0.06, false, true), Grade::MissedWin);
        assert_eq!(Grade::of(0.04, false, true), Grade::Good);
    }

    #[test]
    fn accuracy_halves_with_every_tenth() {
        let of = |losses: &[f64]| accuracy(losses.iter().copied());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[0.0, 0.0]), Some(100.0));
        assert_eq!(of(&[0.1]), Some(50.0));
        assert_eq!(of(&[0.0, 0.2]), Some(62.5));
    }
}
