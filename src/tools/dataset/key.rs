//! Keys of positions that are equal up to symmetry.

use super::record::{GameRecord, Ply, Sample, side_after};
use crate::board::symmetry::SymmetricKeys;
use crate::board::zobrist;
use crate::types::{BoardSize, Color, Rule};

/// The key of the position after these plies. It is the same for all symmetric positions and for
/// all orders of the plies. The side to move, the rule and the board size are part of it.
pub fn canonical_key(size: BoardSize, rule: Rule, plies: &[Ply]) -> u64 {
    let mut keys = SymmetricKeys::new(size);
    let mut color = Color::Black;
    for ply in plies {
        if let Some(point) = ply {
            keys.stone(color, *point);
        }
        color = !color;
    }
    keys.least() ^ zobrist::game(size, rule, side_after(plies.len()))
}

/// The canonical key of a sample.
pub fn sample_key(rule: Rule, game: &GameRecord, sample: &Sample) -> u64 {
    let plies = game.plies[..sample.game_plies].iter();
    let line: Vec<Ply> = plies.chain(&sample.search_plies).copied().collect();
    canonical_key(game.size, rule, &line)
}
