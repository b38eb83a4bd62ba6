//! Keys of positions that are equal up to symmetry.

use super::record::{GameRecord, Ply, Sample};
use crate::board::symmetry::Symmetry;
use crate::board::{Geometry, zobrist};
use crate::engine::LARGE;
use crate::types::{BoardSize, Color, Rule};

/// The key of the position after these plies. It is the same for all symmetric positions and for
/// all orders of the plies. The side to move, the rule and the board size are part of it.
pub fn canonical_key(size: BoardSize, rule: Rule, plies: &[Ply]) -> u64 {
    let side = super::record::side_after(plies.len());
    let symmetries = Symmetry::all().filter(|symmetry| symmetry.fits(size));
    let keys = symmetries.map(|symmetry| {
        let mut color = Color::Black;
        let mut key = zobrist::game(size, rule, side);
        for ply in plies {
            if let Some(point) = ply {
                let square = Geometry::<LARGE>::square(symmetry.image(*point, size));
                key ^= zobrist::stone(color, square);
            }
            color = !color;
        }
        key
    });
    keys.min().expect("the identity fits every board")
}

/// The canonical key of a sample.
pub fn sample_key(rule: Rule, game: &GameRecord, sample: &Sample) -> u64 {
    let plies = game.plies[..sample.game_plies].iter();
    let line: Vec<Ply> = plies.chain(&sample.search_plies).copied().collect();
    canonical_key(game.size, rule, &line)
}
