//! Idle fours: those of a VCF without which the others still win.

use crate::board::Cell;
use crate::movegen;
use crate::rules::{self, ThreatBoard};
use crate::types::Square;

/// The variation of a VCF without its idle fours, and its length in plies; `None` if it has
/// none. No four of `variation` has two stops.
pub fn without_idle_fours<const CELLS: usize, B: ThreatBoard<CELLS>>(
    board: &mut B,
    variation: &[Square],
) -> Option<(Vec<Square>, usize)> {
    let mut shortest = with_one_four_less(board, variation)?;
    while let Some(shorter) = with_one_four_less(board, &shortest.0) {
        shortest = shorter;
    }
    Some(shortest)
}

/// The variation without one of its fours, up to where the others win, and the plies of that
/// win; `None` if all fours are needed.
fn with_one_four_less<const CELLS: usize, B: ThreatBoard<CELLS>>(
    board: &mut B,
    variation: &[Square],
) -> Option<(Vec<Square>, usize)> {
    // A four can be idle because all that it prepares is, so the last is removed first.
    (0..variation.len() / 2).rev().find_map(|at| {
        let mut shorter = variation.to_vec();
        shorter.drain(2 * at..2 * at + 2);
        let (length, plies) = winning_part(board, &shorter)?;
        shorter.truncate(length);
        Some((shorter, plies))
    })
}

/// The number of moves of a variation that win by fours for the side to move, and the plies of
/// that win; `None` if the variation does not win.
fn winning_part<const CELLS: usize, B: ThreatBoard<CELLS>>(
    board: &mut B,
    variation: &[Square],
) -> Option<(usize, usize)> {
    let us = board.side();
    let (first, rest) = variation.split_first()?;
    if board.cell(*first) != Cell::Empty {
        return None;
    }
    let is_four = match board.five(!us) {
        Some(_) => stopping_fours(board).contains(first),
        None => movegen::makes_four(board, us, *first) && rules::is_legal(board, us, *first),
    };
    if !is_four {
        return None;
    }
    board.make(*first);
    let stops = legal_stops(board);
    let part = match (&stops[..], rest.split_first()) {
        ([], _) => Some((1, 3)),
        ([stop], Some((reply, rest))) if stop == reply => {
            board.make(*stop);
            let part = winning_part(board, rest);
            board.undo();
            part.map(|(length, plies)| (length + 2, plies + 2))
        }
        _ => None,
    };
    board.undo();
    part
}

/// The legal points that stop the five that the opponent of the side to move threatens.
pub fn legal_stops<const CELLS: usize, B: ThreatBoard<CELLS>>(board: &mut B) -> Vec<Square> {
    let side = board.side();
    let mut stops = Vec::new();
    movegen::stops(board, &mut stops);
    stops.retain(|stop| rules::is_legal(board, side, *stop));
    stops
}

/// Those of them that make a four.
pub fn stopping_fours<const CELLS: usize, B: ThreatBoard<CELLS>>(board: &mut B) -> Vec<Square> {
    let side = board.side();
    let mut fours = legal_stops(board);
    fours.retain(|stop| movegen::makes_four(board, side, *stop));
    fours
}
