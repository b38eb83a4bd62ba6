//! Elo, its interval and the sequential test, against plain twins.

use goshawk::tools::tuning::statistics::{
    Counts, PairPoints, Sequence, Sprt, Verdict, elo_of_score, score_of_elo,
};

use crate::twin::random::Random;

/// Every way in which a pair can end.
const PAIRS: [PairPoints; 9] = [
    [0, 0],
    [0, 1],
    [1, 0],
    [0, 2],
    [2, 0],
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
];

/// The Elo difference with an expected score, by bisection.
fn slow_elo(score: f64) -> f64 {
    let (mut low, mut high) = (-5000.0, 5000.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if 1.0 / (1.0 + 10_f64.powf(-middle / 400.0)) < score {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// The Elo difference with its interval from the list of all pairs. The variance is half the mean
/// square of the difference between two of them.
fn slow_estimate(pairs: &[PairPoints]) -> [f64; 3] {
    let scores: Vec<f64> = pairs
        .iter()
        .map(|[first, second]| f64::from(first + second) / 4.0)
        .collect();
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let mut squares = 0.0;
    for one in &scores {
        for other in &scores {
            squares += (one - other).powi(2);
        }
    }
    let variance = squares / 2.0 / (count * (count - 1.0));
    let half = 1.959_963_985 * (variance / count).sqrt();
    [mean, mean - half, mean + half].map(slow_elo)
}

/// The log of the greatest likelihood of the pairs under a mean, up to a constant: the minimum of a
/// convex function, found by comparing values.
fn slow_likelihood(counts: &[u64; 5], mean: f64) -> f64 {
    let value = |t: f64| -> f64 {
        let terms = counts.iter().enumerate().map(|(at, count)| {
            let count = (*count as f64).max(1e-3);
            -count * (1.0 + t * (at as f64 / 4.0 - mean)).ln()
        });
        terms.sum()
    };
    let [mut low, mut high] = [-1.0 / (1.0 - mean), 1.0 / mean];
    for _ in 0..300 {
        let third = (high - low) / 3.0;
        if value(low + third) < value(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    value((low + high) / 2.0)
}

fn counts(pairs: &[PairPoints]) -> Counts {
    let mut counts = Counts::default();
    pairs.iter().for_each(|pair| counts.add(*pair));
    counts
}

/// Lists of pairs of every length and kind.
fn lists() -> Vec<Vec<PairPoints>> {
    let mut random = Random::new(1);
    let list = |number: usize| {
        let kinds: Vec<PairPoints> = (0..2 + number % 5).map(|_| random.pick(&PAIRS)).collect();
        let length = 2 + random.below(120);
        (0..length).map(|_| random.pick(&kinds)).collect()
    };
    (0..200).map(list).collect()
}

#[test]
fn elo_and_interval_equal_those_of_the_list_of_pairs() {
    let mut compared = 0;
    for pairs in lists() {
        let counts = counts(&pairs);
        assert_eq!(counts.total(), pairs.len() as u64);
        let found = counts.estimate().expect("pairs");
        let sums: Vec<u8> = pairs.iter().map(|[first, second]| first + second).collect();
        if sums.iter().all(|sum| *sum == sums[0]) {
            continue;
        }
        for (found, expected) in [found.elo, found.low, found.high]
            .into_iter()
            .zip(slow_estimate(&pairs))
        {
            // The twin knows no infinity.
            let limit = 0.02 + 1e-4 * expected.abs();
            assert!(
                (found.clamp(-5000.0, 5000.0) - expected).abs() < limit,
                "{found} {expected}: {pairs:?}"
            );
        }
        compared += 1;
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn estimates_equal_those_of_the_match_runner() {
    // From its `stats.py`.
    for (pairs, elo, low, high) in [
        ([196, 13, 721, 19, 251], 16.805_8, 4.720_8, 28.931_6),
        ([3, 1, 10, 0, 6], 43.657_8, -61.642_5, 157.906_1),
    ] {
        let found = Counts {
            pairs,
            ..Counts::default()
        };
        let found = found.estimate().expect("pairs");
        for (found, expected) in [(found.elo, elo), (found.low, low), (found.high, high)] {
            assert!((found - expected).abs() < 1e-3, "{found} {expected}");
        }
    }
}

#[test]
fn without_a_difference_between_pairs_the_interval_is_that_of_the_games() {
    let estimate = |pairs: &[PairPoints]| counts(pairs).estimate().expect("pairs");
    // Split pairs: 20 games, half of them won.
    let split = estimate(&[[0, 2]; 10]);
    assert_eq!((split.score, split.elo), (0.5, 0.0));
    let half = 1.96 * (0.25 * 20.0 / 19.0 / 20.0_f64).sqrt();
    assert!((split.high - slow_elo(0.5 + half)).abs() < 0.1, "{split:?}");
    assert!((split.low + split.high).abs() < 1e-9, "{split:?}");
    // Only wins: the difference is infinite, its lower end is not.
    let won = estimate(&[[2, 2]; 10]);
    assert_eq!((won.elo, won.high), (f64::INFINITY, f64::INFINITY));
    assert!((100.0..400.0).contains(&won.low), "{won:?}");
    let lost = estimate(&[[0, 0]; 10]);
    assert!((lost.high + won.low).abs() < 1e-9, "{lost:?}");
    assert_eq!(Counts::default().estimate(), None);
    assert!(estimate(&[[2, 2]]).low < won.low);
}

#[test]
fn the_likelihood_ratio_equals_that_of_a_plain_search_for_the_maximum() {
    for bounds in [[0.0, 5.0], [-5.0, 0.0], [0.0, 15.0], [-300.0, 200.0]] {
        let sprt = Sprt::new(bounds[0], bounds[1]).expect("bounds");
        for pairs in lists() {
            let counts = counts(&pairs);
            let [low, high] = bounds.map(|elo| slow_likelihood(&counts.pairs, score_of_elo(elo)));
            let (found, expected) = (sprt.ratio(&counts), high - low);
            let limit = 1e-6 * (1.0 + expected.abs());
            assert!(
                (found - expected).abs() < limit,
                "{found} {expected}: {pairs:?}"
            );
        }
    }
    let sprt = Sprt::new(0.0, 5.0).expect("bounds");
    assert_eq!(sprt.ratio(&Counts::default()), 0.0);
}

#[test]
fn scores_and_elo_are_inverse() {
    for elo in [-400.0, -12.5, 0.0, 3.0, 250.0] {
        assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
    }
    assert!(elo_of_score(0.5).is_sign_positive());
    assert_eq!(elo_of_score(1.0), f64::INFINITY);
    assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
}

#[test]
fn a_sequence_stops_counting_at_its_verdict() {
    let sprt = Sprt::new(0.0, 100.0);
    for (kind, verdict) in [([2, 2], Verdict::High), ([0, 0], Verdict::Low)] {
        let mut sequence = Sequence::new(sprt);
        sequence.add([0, 2]);
        let mut decided = None;
        for pair in 0..200 {
            sequence.add(kind);
            if decided.is_none() && sequence.verdict().is_some() {
                decided = Some(pair + 2);
            }
        }
        assert_eq!(sequence.verdict(), Some(verdict));
        assert_eq!(Some(sequence.counts().total()), decided);
        assert!(sequence.ratio().abs() >= Sprt::limit());
    }
    let mut endless = Sequence::new(None);
    (0..200).for_each(|_| endless.add([2, 2]));
    assert_eq!((endless.counts().total(), endless.verdict()), (200, None));
    for bounds in [
        [5.0, 0.0],
        [0.0, 0.0],
        [f64::NAN, 1.0],
        [0.0, f64::INFINITY],
        [-401.0, 0.0],
    ] {
        assert_eq!(Sprt::new(bounds[0], bounds[1]), None, "{bounds:?}");
    }
}
