//! What the results of pairs say about strength: Elo with its interval, and a sequential test.
//!
//! Both games of a pair begin with the same opening, so their results depend on each other. The
//! pair, not the game, is the independent observation: it brings 0, 1/2, 1, 3/2 or 2 points, and
//! the counts of these five outcomes (the pentanomial) are all that is needed.

/// The 97.5 % quantile of the normal distribution, for intervals of 95 %.
const Z95: f64 = 1.959_963_984_540_054;
/// The probability of each wrong verdict of a sequential test.
const ERROR: f64 = 0.05;
/// A count of zero is replaced by this in the likelihood ratio.
const TINY_COUNT: f64 = 1e-3;
/// Halvings of an interval, after which it is as narrow as a number can tell.
const HALVINGS: usize = 200;

/// The outcomes of a pair as points of a game on average.
const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The outcomes of a game.
const GAME_SCORES: [f64; 3] = [0.0, 0.5, 1.0];

/// The half points of player A in both games of a pair: 0, 1 or 2 each.
pub type PairPoints = [u8; 2];

/// The results of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pairs by the half points of A, from 0 to 4.
    pub pairs: [u64; 5],
    /// Games by the half points of A, from 0 to 2: lost, drawn, won.
    pub games: [u64; 3],
    /// Pairs in which the same colour won both games.
    pub split: u64,
}

/// A difference of strength in Elo with its interval of 95 %. Ends may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The points of a game on average.
    pub score: f64,
    /// The difference that this score stands for.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Counts {
    /// Counts a pair.
    pub fn add(&mut self, pair: PairPoints) {
        let [first, second] = pair.map(usize::from);
        self.pairs[first + second] += 1;
        self.games[first] += 1;
        self.games[second] += 1;
        self.split += u64::from(first + second == 2 && first != second);
    }

    /// The number of pairs.
    pub fn total(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The difference in strength; `None` without pairs.
    ///
    /// If all pairs have brought equally many points, they show no spread. Single games stand in
    /// for them, and if these are equal as well, the interval of Wilson.
    pub fn estimate(&self) -> Option<Estimate> {
        let total = self.total() as f64;
        if total == 0.0 {
            return None;
        }
        let (score, mut error) = mean_and_error(&PAIR_SCORES, &self.pairs);
        if error == 0.0 {
            error = mean_and_error(&GAME_SCORES, &self.games).1;
        }
        let (low, high) = if error > 0.0 {
            (score - Z95 * error, score + Z95 * error)
        } else {
            wilson(score, 2.0 * total)
        };
        Some(Estimate {
            score,
            elo: elo_of_score(score),
            low: elo_of_score(low),
            high: elo_of_score(high),
        })
    }
}

/// The mean of observations and its standard error, which is 0 for fewer than two.
fn mean_and_error(scores: &[f64], counts: &[u64]) -> (f64, f64) {
    let total: u64 = counts.iter().sum();
    let total = total as f64;
    let sum = |of: &dyn Fn(f64) -> f64| {
        let terms = scores.iter().zip(counts);
        terms
            .map(|(score, count)| of(*score) * *count as f64)
            .sum::<f64>()
    };
    let mean = sum(&|score| score) / total;
    if total < 2.0 {
        return (mean, 0.0);
    }
    let variance = sum(&|score| (score - mean).powi(2)) / (total - 1.0);
    (mean, (variance / total).sqrt())
}

/// An interval for a probability that is sensible if all observations are equal.
// CITE: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
fn wilson(mean: f64, total: f64) -> (f64, f64) {
    let square = Z95 * Z95;
    let width = 1.0 + square / total;
    let centre = (mean + square / (2.0 * total)) / width;
    let spread = mean * (1.0 - mean) / total + square / (4.0 * total * total);
    let half = Z95 * spread.sqrt() / width;
    (centre - half, centre + half)
}

/// The Elo difference with this expected score.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    // Not -400, so that the difference of equal players is not -0.
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score with this Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The bounds of a sequential test in Elo: is the difference `low`, or is it `high`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The hypothesis that the change is not better than this.
    low: f64,
    /// The hypothesis that it is at least as good as this.
    high: f64,
}

/// What a sequential test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The test decided for the lower bound.
    Low,
    /// The test decided for the upper bound.
    High,
}

impl Sprt {
    /// A test; `None` unless the bounds are numbers in this order, at most 400 from 0.
    pub fn new(low: f64, high: f64) -> Option<Sprt> {
        let sane = |bound: f64| (-400.0..=400.0).contains(&bound);
        (sane(low) && sane(high) && low < high).then_some(Sprt { low, high })
    }

    /// The bounds.
    pub fn bounds(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// The log likelihood ratio at which the upper bound is accepted. At its negative, the lower
    /// one is.
    pub fn limit() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The verdict at this log likelihood ratio, if there is one.
    pub fn verdict(ratio: f64) -> Option<Verdict> {
        match ratio {
            ratio if ratio >= Sprt::limit() => Some(Verdict::High),
            ratio if ratio <= -Sprt::limit() => Some(Verdict::Low),
            _ => None,
        }
    }

    /// The generalised log likelihood ratio of the upper bound to the lower one: each is judged by
    /// the distribution of outcomes with its mean that is nearest to the observed one.
    // CITE: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value
    // of a distribution", and the match runner fishtest, which uses it.
    pub fn ratio(&self, counts: &Counts) -> f64 {
        if counts.total() == 0 {
            return 0.0;
        }
        let observed = counts.pairs.map(|count| (count as f64).max(TINY_COUNT));
        let total: f64 = observed.iter().sum();
        let shares = observed.map(|count| count / total);
        let [low, high] = self
            .bounds()
            .map(|elo| nearest_with_mean(&shares, score_of_elo(elo)));
        let terms = observed.iter().zip(low.iter().zip(&high));
        terms
            .map(|(count, (low, high))| count * (high / low).ln())
            .sum()
    }
}

/// The distribution with this mean under which the observed shares are most likely. It has the form
/// `share / (1 + t (score - mean))`, where `t` makes the mean right.
fn nearest_with_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let [mut low, mut high] = [-1.0 / (1.0 - mean), 1.0 / mean];
    let slope = |t: f64| -> f64 {
        let terms = PAIR_SCORES.iter().zip(shares);
        terms
            .map(|(score, share)| share * (score - mean) / (1.0 + t * (score - mean)))
            .sum()
    };
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = (low + high) / 2.0;
    std::array::from_fn(|at| shares[at] / (1.0 + t * (PAIR_SCORES[at] - mean)))
}

/// A sequential test that follows the results of a match, pair by pair.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    sprt: Option<Sprt>,
    counts: Counts,
    ratio: f64,
    verdict: Option<Verdict>,
}

impl Sequence {
    /// No results yet. Without a test, there will be no verdict.
    pub fn new(sprt: Option<Sprt>) -> Sequence {
        Sequence {
            sprt,
            ..Sequence::default()
        }
    }

    /// Counts the next pair, unless there is a verdict already.
    pub fn add(&mut self, pair: PairPoints) {
        if self.verdict.is_some() {
            return;
        }
        self.counts.add(pair);
        if let Some(sprt) = &self.sprt {
            self.ratio = sprt.ratio(&self.counts);
            self.verdict = Sprt::verdict(self.ratio);
        }
    }

    /// The pairs counted.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The log likelihood ratio; 0 without a test.
    pub fn ratio(&self) -> f64 {
        self.ratio
    }

    /// The test.
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// The verdict of the test, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }
}
