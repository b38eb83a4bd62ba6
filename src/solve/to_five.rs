//! The main line of a proof, continued to the five.

use crate::board::{Cell, Geometry};
use crate::position::Position;
use crate::rules;
use crate::threat::VctSolver;
use crate::threat::vcf::StopCheck;
use crate::threat::vct::{Attack, Defence};
use crate::types::{Point, Square};

/// The moves of both sides under the longest defence up to the five. Where nothing helps,
/// the defender plays on the nearest point. `None` if the defender has no legal reply, if the full
/// proof of the end is too large, or if `stop` returns true.
pub fn variation_to_five<const CELLS: usize>(
    solver: &mut VctSolver,
    position: &Position<CELLS>,
    proof: &Attack,
    stop: StopCheck<'_>,
) -> Option<Vec<Point>> {
    let mut board = position.clone();
    let mut variation = Vec::new();
    let mut attack = proof;
    while let Some((reply, answer)) = attack.defence.as_ref().and_then(Defence::longest) {
        for square in [attack.at, *reply] {
            variation.push(square);
            board.make(square);
        }
        attack = answer;
    }
    let end = solver.full_proof(&board, attack, stop)?;
    let mut attack = &end;
    loop {
        variation.push(attack.at);
        board.make(attack.at);
        let Some(defence) = &attack.defence else {
            break;
        };
        let (reply, answer) = match (defence.longest(), &defence.otherwise) {
            (Some((reply, answer)), _) => (*reply, answer),
            (None, Some(otherwise)) => {
                let reply = nearest(&mut board, attack.at, otherwise.at)?;
                (reply, &**otherwise)
            }
            (None, None) => return None,
        };
        variation.push(reply);
        board.make(reply);
        attack = answer;
    }
    Some(
        variation
            .into_iter()
            .map(Geometry::<CELLS>::point)
            .collect(),
    )
}

/// The empty point nearest to `last` where the side to move may play, except `five`.
fn nearest<const CELLS: usize>(
    board: &mut Position<CELLS>,
    last: Square,
    five: Square,
) -> Option<Square> {
    let side = board.side();
    let empty = *board.empty();
    debug_assert!(board.board().at(last) != Cell::Empty);
    let legal = empty
        .iter()
        .filter(|square| *square != five && rules::is_legal(board, side, *square));
    legal.min_by_key(|square| Geometry::<CELLS>::distance(last, *square))
}
