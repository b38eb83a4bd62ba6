//! The `MESSAGE` lines about a search.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use super::text::{PointStyle, write_names};
use crate::engine::{Report, Variation};
use crate::types::{Point, Score, score};

/// The number of moves of a principal variation shown in a line.
const MAX_PV_SHOWN: usize = 16;

/// The best variation of a search, or one of several as a line of output.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchLine {
    /// The depth of the iteration, in plies.
    depth: u32,
    /// The deepest ply visited.
    seldepth: u32,
    /// The number of the variation, from 1, if there are several.
    number: Option<usize>,
    /// The value for the side to move.
    score: Score,
    /// The nodes of the search so far.
    nodes: u64,
    /// The time of the search so far.
    elapsed: Duration,
    /// The moves.
    pv: Vec<Point>,
    /// How they are named.
    style: PointStyle,
}

impl SearchLine {
    /// The best variation of a report, and the others as well if they `are_wanted`.
    pub fn of_report(report: &Report, style: PointStyle, are_wanted: bool) -> Vec<SearchLine> {
        let others: &[_] = if are_wanted { &report.others } else { &[] };
        let best = SearchLine {
            depth: report.depth,
            // A result without a search has visited no ply.
            seldepth: report.seldepth.max(report.depth),
            number: (!others.is_empty()).then_some(1),
            score: report.score,
            nodes: report.nodes,
            elapsed: report.elapsed,
            pv: report.pv.clone(),
            style,
        };
        let other = |(line, number): (&Variation, usize)| SearchLine {
            depth: line.depth,
            number: Some(number),
            score: line.score,
            pv: line.pv.clone(),
            ..best.clone()
        };
        let others: Vec<_> = others.iter().zip(2..).map(other).collect();
        [vec![best], others].concat()
    }
}

/// Writes `depth 8-14 ev 35 n 1.0K n/ms 10 tm 100 pv H8 I9`: depth and deepest ply, score,
/// nodes, nodes per millisecond, time in milliseconds, and moves. If there are several
/// variations, `multipv` and the number of this one come before the score. Clients parse this
/// form, which is that of Rapfi, so it must not change.
impl Display for SearchLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "depth {}-{}", self.depth, self.seldepth)?;
        if let Some(number) = self.number {
            write!(f, " multipv {number}")?;
        }
        let micros = self.elapsed.as_micros().max(1);
        let speed = u128::from(self.nodes) * 1000 / micros;
        write!(
            f,
            " ev {} n {} n/ms {speed} tm {} pv ",
            score::display(self.score),
            abbreviated(self.nodes),
            self.elapsed.as_millis(),
        )?;
        match &self.pv[..] {
            [] => f.write_str("(NONE)"),
            pv => write_names(f, &pv[..pv.len().min(MAX_PV_SHOWN)], self.style),
        }
    }
}

/// A number with at most one digit after the point and a suffix: 999, 1.5K, 2.0M, 3.0G.
fn abbreviated(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{:.1}K", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1}M", number as f64 / 1e6),
        _ => format!("{:.1}G", number as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        Report {
            depth: 8,
            seldepth: 14,
            score: score::mate_in(5),
            is_lower_bound: false,
            nodes: 1000,
            elapsed: Duration::from_millis(100),
            hashfull: 25,
            pv: vec![Point::new(7, 7), Point::new(10, 3)],
            others: vec![Variation {
                score: -20,
                depth: 7,
                pv: vec![Point::new(8, 8)],
            }],
        }
    }

    fn lines(report: &Report, style: PointStyle, are_wanted: bool) -> Vec<String> {
        let lines = SearchLine::of_report(report, style, are_wanted);
        lines.iter().map(SearchLine::to_string).collect()
    }

    #[test]
    fn a_report_is_a_message_line_that_clients_parse() {
        let expected = "depth 8-14 ev +M5 n 1.0K n/ms 10 tm 100 pv H8 K4";
        assert_eq!(lines(&report(), PointStyle::Protocol, false), [expected]);
        // Point 10,3 of Yixin-Board is on row 10 from the top and column 3, counted from 0.
        let yixin = &lines(&report(), PointStyle::YixinBoard(13), false)[0];
        assert!(yixin.ends_with(" pv H6 D3"), "{yixin}");
        let empty = Report::default();
        let expected = "depth 0-0 ev 0 n 0 n/ms 0 tm 0 pv (NONE)";
        assert_eq!(lines(&empty, PointStyle::Protocol, true), [expected]);
    }

    #[test]
    fn several_lines_are_numbered() {
        let expected = [
            "depth 8-14 multipv 1 ev +M5 n 1.0K n/ms 10 tm 100 pv H8 K4",
            "depth 7-14 multipv 2 ev -20 n 1.0K n/ms 10 tm 100 pv I9",
        ];
        assert_eq!(lines(&report(), PointStyle::Protocol, true), expected);
    }

    #[test]
    fn large_numbers_are_abbreviated() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1.0K"),
            (2_345_678, "2.3M"),
            (7_000_000_000, "7.0G"),
        ] {
            assert_eq!(abbreviated(number), text);
        }
    }
}
