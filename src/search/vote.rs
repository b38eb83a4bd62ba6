//! The vote of a team on the move to play.
//!
//! Each helper votes for the best move of its last finished iteration, the main worker for
//! the move that it would play. Threads search differently, and one may have finished a
//! deeper iteration than the main worker when time is up.
// CITE: Stockfish, ThreadPool::get_best_thread.

use super::{Report, Worker, params};
use crate::types::score::is_mate;
use crate::types::{Score, Square};

/// The result of a worker's last finished iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The best move.
    pub best: Square,
    /// Its value.
    pub score: Score,
    /// The depth of the iteration in plies, from 1.
    pub depth: u32,
}

impl Verdict {
    /// The verdict in one word, from the lowest bits: value and move, 16 bits each, and
    /// depth, 32 bits.
    pub fn pack(self) -> u64 {
        let score = u64::from(self.score as i16 as u16);
        score | u64::from(self.best.0) << 16 | u64::from(self.depth) << 32
    }

    /// The verdict in a word; `None` if the depth is 0.
    pub fn unpack(word: u64) -> Option<Verdict> {
        let depth = (word >> 32) as u32;
        (depth > 0).then(|| Verdict {
            best: Square((word >> 16) as u16),
            score: Score::from(word as i16),
            depth,
        })
    }
}

/// The verdict of the deepest iteration for the move with the most votes; the first of
/// equal ones. A vote weighs more the greater its depth and its value are.
fn elected(verdicts: &[Verdict]) -> Option<Verdict> {
    let least = verdicts.iter().map(|verdict| verdict.score).min()?;
    let weight = |verdict: &Verdict| params::vote_weight(verdict.score - least, verdict.depth);
    let votes = |best: Square| -> i64 {
        let same = verdicts.iter().filter(|verdict| verdict.best == best);
        same.map(weight).sum()
    };
    // `max_by_key` takes the last of equal ones.
    let by_votes = verdicts.iter().rev();
    by_votes
        .max_by_key(|verdict| (votes(verdict.best), verdict.depth))
        .copied()
}

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// If the team elects another move than the best of the main worker, puts it and its
    /// verdict in the report. A proved result is not voted on, nor are several variations.
    pub(super) fn hold_vote(&mut self, last: &mut Report) {
        let Some(main) = self.root.moves.first().map(|best| best.square) else {
            return;
        };
        if last.depth == 0 || is_mate(last.score) || self.options.multipv > 1 {
            return;
        }
        let mut verdicts = vec![Verdict {
            best: main,
            score: last.score,
            depth: last.depth,
        }];
        // A shallower iteration knows less, however high its value is.
        let of_helpers = self.stopper.helper_verdicts();
        let known = of_helpers.filter(|verdict| verdict.depth >= last.depth);
        verdicts.extend(known);
        let Some(elected) = elected(&verdicts).filter(|elected| elected.best != main) else {
            return;
        };
        let mut moves = self.root.moves.iter();
        if let Some(rank) = moves.position(|root_move| root_move.square == elected.best) {
            self.root.moves[..=rank].rotate_right(1);
            last.depth = elected.depth;
            last.score = elected.score;
            last.is_lower_bound = false;
            last.pv = self.unfinished_variation();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Geometry;
    use crate::search::testing::{middle_game, with_leader, with_worker};
    use crate::search::{Limits, Team};
    use crate::types::score::mate_in;

    fn verdict(best: u16, score: Score, depth: u32) -> Verdict {
        Verdict {
            best: Square(best),
            score,
            depth,
        }
    }

    #[test]
    fn a_word_holds_a_verdict() {
        for score in [-mate_in(4), -300, 0, 17, mate_in(3)] {
            let verdict = verdict(1000, score, 200);
            assert_eq!(Verdict::unpack(verdict.pack()), Some(verdict));
        }
        assert_eq!(Verdict::unpack(0), None);
    }

    #[test]
    fn depth_value_and_number_of_votes_decide() {
        let winner = |verdicts: &[Verdict]| elected(verdicts).map(|verdict| verdict.best.0);
        assert_eq!(winner(&[]), None);
        // Equal votes: the first, which is the main worker's.
        assert_eq!(winner(&[verdict(1, 0, 9), verdict(2, 0, 9)]), Some(1));
        assert_eq!(winner(&[verdict(1, 0, 9), verdict(2, 0, 10)]), Some(2));
        assert_eq!(winner(&[verdict(1, 0, 9), verdict(2, 5, 9)]), Some(2));
        let win = verdict(3, mate_in(9), 5);
        let (one, two) = (verdict(1, 5, 9), verdict(2, 0, 9));
        assert_eq!(winner(&[one, two, two]), Some(2));
        assert_eq!(winner(&[one, two, two, win]), Some(3));
        let deeper = verdict(2, -1, 10);
        assert_eq!(elected(&[two, deeper]), Some(deeper));
    }

    #[test]
    fn the_report_has_the_move_that_the_team_elects() {
        let start = middle_game();
        let limits = Limits {
            depth: Some(4),
            ..Limits::default()
        };
        let alone = with_worker(&start, &limits, |worker| worker.think(&mut |_| {}));
        let other = with_worker(&start, &limits, |worker| {
            worker.prepare_root();
            let mut squares = worker.root.moves.iter().map(|root_move| root_move.square);
            squares.find(|square| Some(*square) != alone.0)
        });
        let other = other.expect("another move");
        // The main worker never finds this score, so it must come from the vote.
        let vote = |score, depth| {
            let team = Team::new(1);
            let best = other;
            team.set_verdict(0, Verdict { best, score, depth });
            with_leader(&start, &limits, &team, |worker| worker.think(&mut |_| {}))
        };
        let (best, report) = vote(2000, 4);
        assert_eq!((best, report.score, report.depth), (Some(other), 2000, 4));
        assert_eq!(report.pv.first(), Some(&Geometry::<256>::point(other)));
        // Too low a value, less depth, or a depth beyond the limit.
        for (score, depth) in [(-2000, 4), (2000, 3), (2000, 5)] {
            let (best, report) = vote(score, depth);
            assert_eq!((best, report.score), (alone.0, alone.1.score));
        }
    }
}
