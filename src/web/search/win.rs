//! Forced wins with their proofs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::engine::{Game, position_of};
use crate::position::Position;
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::vcf::MAX_FOURS;
use crate::threat::vct::{Attack, Threat};
use crate::threat::{
    SHORTEN_BUDGET, ShortestVcfSolver, VcfResult, VcfSolver, VcfWin, VctResult, VctSolver,
};
use crate::types::{Color, Point};

/// The nodes of the search for a win by fours, before that for a win by threats begins.
const VCF_NODES: u64 = 4_000_000;
/// Entries of the solver's table, which take 24 MiB.
const ENTRIES: usize = 1 << 20;

/// What the solvers have found.
pub enum Win {
    /// A win with its proof.
    Proved {
        /// `VCF` or `VCT`.
        kind: &'static str,
        /// Its length in plies, the five included.
        plies: usize,
        /// The proof.
        proof: ProofMove,
    },
    /// There is no win by continuous fours or threats.
    None,
    /// The search has ended without a result.
    Unknown,
}

/// A winning move of a proof, and the winning answer to each reply that may help.
pub struct ProofMove {
    /// The move.
    pub point: Point,
    /// What follows a reply that is not in the list, in words; `None` if the move makes five.
    pub threat: Option<&'static str>,
    /// The replies with their answers.
    pub replies: Vec<(Point, ProofMove)>,
}

/// Looks for a forced win of `side`, until `stop` is set or the time is over.
pub fn find_win(game: &Game, side: Color, limit: Duration, stop: &AtomicBool) -> Win {
    let end = Instant::now() + limit;
    let is_over = || stop.load(Ordering::Relaxed) || Instant::now() >= end;
    with_cells!(game.size(), |CELLS| {
        let position = position_of::<CELLS>(game, side);
        by_fours(&position, &is_over).unwrap_or_else(|| by_threats(&position, &is_over))
    })
}

/// A win by fours; `None` if there is none or the search was not completed.
fn by_fours<const CELLS: usize>(
    position: &Position<CELLS>,
    is_over: &dyn Fn() -> bool,
) -> Option<Win> {
    let mut reader = LineReader::new(position.rule());
    let mut board = LineBoard::new(position, &mut reader);
    let mut solver = VcfSolver::default();
    let VcfResult::Win(plies) = solver.solve(&mut board, MAX_FOURS, VCF_NODES, is_over) else {
        return None;
    };
    let found = VcfWin::found(&solver, plies);
    let win = ShortestVcfSolver::default().shorten(&mut board, found, SHORTEN_BUDGET, is_over);
    let proof = Attack::by_fours(&mut board, &win.tree)?;
    Some(proved::<CELLS>("VCF", &proof))
}

/// A win by threats.
fn by_threats<const CELLS: usize>(position: &Position<CELLS>, is_over: &dyn Fn() -> bool) -> Win {
    let mut solver = VctSolver::with_entries(ENTRIES);
    match solver.solve(position, u64::MAX, is_over) {
        VctResult::Win(_) => match solver.proof(position, is_over) {
            Some(proof) => proved::<CELLS>("VCT", &proof),
            None => Win::Unknown,
        },
        VctResult::None => Win::None,
        VctResult::Unknown => Win::Unknown,
    }
}

/// A win with its proof.
fn proved<const CELLS: usize>(kind: &'static str, proof: &Attack) -> Win {
    Win::Proved {
        kind,
        plies: proof.plies(),
        proof: proof_move::<CELLS>(proof),
    }
}

/// A part of a proof on points.
fn proof_move<const CELLS: usize>(attack: &Attack) -> ProofMove {
    let replies = attack.defence.iter().flat_map(|defence| &defence.replies);
    let replies = replies.map(|(reply, answer)| {
        let answer = proof_move::<CELLS>(answer);
        (Geometry::<CELLS>::point(*reply), answer)
    });
    let threat = attack.defence.as_ref().map(|defence| match defence.threat {
        Threat::Five => "Threatens a five.",
        Threat::OpenFour => "Threatens an open four.",
        Threat::Vcf(_) => "Threatens a win by fours.",
    });
    ProofMove {
        point: Geometry::<CELLS>::point(attack.square),
        threat,
        replies: replies.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_moves;
    use crate::engine::{Stone, on_search_stack};
    use crate::types::{BoardSize, Rule};

    fn win(moves: &str) -> Win {
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::new(size, Rule::Freestyle);
        for point in parse_moves(moves, size).unwrap() {
            game.put(point, Stone::Of(game.side_to_move())).unwrap();
        }
        let never = AtomicBool::new(false);
        let find = || find_win(&game, game.side_to_move(), Duration::from_secs(20), &never);
        on_search_stack(find).unwrap()
    }

    #[test]
    fn wins_are_proved_and_their_absence_too() {
        let Win::Proved { kind, plies, proof } = win("h8 a1 i8 a3 j8 a5") else {
            panic!("an open three wins");
        };
        assert_eq!((kind, plies), ("VCF", 3));
        assert_eq!(proof.threat, Some("Threatens a five."));
        let threes = win("h8 a1 i8 o1 j10 a15 j11 o15");
        assert!(matches!(threes, Win::Proved { kind: "VCT", .. }));
        assert!(matches!(win("h8 i9"), Win::None));
    }
}
