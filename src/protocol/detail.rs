//! The `INFO` lines about a search that Yixin-Board can ask for.

use std::fmt::{self, Display, Formatter};

use super::text::write_points;
use crate::engine::Report;
use crate::types::{Point, Score, score};

/// One `INFO` line about a search. A principal variation takes several lines.
#[derive(Clone, Debug, PartialEq)]
pub enum Detail {
    /// The number of the variation, from 0.
    Pv(usize),
    /// The number of variations.
    NumPv(usize),
    /// The depth in plies.
    Depth(u32),
    /// The score for the side to move.
    Eval(Score),
    /// The same score as a winning probability, 0 to 1.
    WinRate(Score),
    /// The moves of the variation, at least one.
    BestLine(Vec<Point>),
    /// The variation is complete.
    PvDone,
}

/// The details of an iteration, best variation first; empty if it has no principal variation.
pub fn details(report: &Report) -> Vec<Detail> {
    let others = report.others.iter();
    let others = others.map(|line| (line.score, line.depth, &line.pv));
    let lines: Vec<_> = [(report.score, report.depth, &report.pv)]
        .into_iter()
        .chain(others)
        .filter(|(_, _, pv)| !pv.is_empty())
        .collect();
    let count = lines.len();
    let numbered = lines.into_iter().enumerate();
    numbered
        .flat_map(|(number, (score, depth, pv))| {
            [
                Detail::Pv(number),
                Detail::NumPv(count),
                Detail::Depth(depth),
                Detail::Eval(score),
                Detail::WinRate(score),
                Detail::BestLine(pv.clone()),
                Detail::PvDone,
            ]
        })
        .collect()
}

impl Display for Detail {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Detail::Pv(number) => write!(f, "PV {number}"),
            Detail::NumPv(count) => write!(f, "NUMPV {count}"),
            Detail::Depth(plies) => write!(f, "DEPTH {plies}"),
            Detail::Eval(score) => write!(f, "EVAL {}", score::display(*score)),
            Detail::WinRate(score) => write!(f, "WINRATE {:.4}", win_rate(*score)),
            Detail::BestLine(points) => {
                f.write_str("BESTLINE ")?;
                write_points(f, points)
            }
            Detail::PvDone => f.write_str("PV DONE"),
        }
    }
}

/// The winning probability at a score.
fn win_rate(score: Score) -> f64 {
    /// The scale of the logistic curve to which the evaluation is fitted.
    const SCALE: f64 = 200.0;
    if score::is_mate(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score) / SCALE).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variation;

    fn lines(report: &Report) -> Vec<String> {
        details(report).iter().map(Detail::to_string).collect()
    }

    fn report() -> Report {
        Report {
            depth: 8,
            score: score::mate_in(5),
            pv: vec![Point::new(7, 7), Point::new(10, 3)],
            ..Report::default()
        }
    }

    #[test]
    fn a_variation_has_all_its_lines_and_each_has_a_value() {
        let expected = [
            "PV 0",
            "NUMPV 1",
            "DEPTH 8",
            "EVAL +M5",
            "WINRATE 1.0000",
            "BESTLINE 7,7 10,3",
            "PV DONE",
        ];
        assert_eq!(lines(&report()), expected);
        assert_eq!(details(&Report::default()), []);
    }

    #[test]
    fn variations_are_numbered() {
        let second = Variation {
            score: -20,
            depth: 7,
            pv: vec![Point::new(8, 8)],
        };
        let lines = lines(&Report {
            others: vec![second],
            ..report()
        });
        assert_eq!(lines.len(), 14);
        let firsts = [&lines[0], &lines[1], &lines[7], &lines[8], &lines[10]];
        assert_eq!(firsts, ["PV 0", "NUMPV 2", "PV 1", "NUMPV 2", "EVAL -20"]);
        assert_eq!(lines[12], "BESTLINE 8,8");
    }

    #[test]
    fn an_even_score_is_an_even_chance() {
        assert_eq!(Detail::WinRate(0).to_string(), "WINRATE 0.5000");
        assert!(win_rate(100) > 0.5 && win_rate(-100) < 0.5);
    }
}
