//! What the fits of `scripts/` read, taken from recorded games.
//!
//! **Evaluation.** A file of records, one a position, little-endian and unpadded:
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | result for the side to move: 0 loss, 1 draw, 2 win |
//! | 1 | side to move: 0 white, 1 black |
//! | 2 | value of the search for the side to move, signed |
//! | 2 | number `n` of features |
//! | 3 n | feature number (2 bytes) and how often it occurs (1 byte) |
//!
//! Features `0..4096` are the combos that empty points have for the side to
//! move, `4096..8192` those for its opponent; from 8192 on, whether any point is
//! of a class, 16 for the side to move and 16 for its opponent; from 8224 on, the
//! pairs of classes that empty points have for both players; from 8480 on, the
//! threat mask.
//!
//! **Order.** A record for each position in which nothing forced:
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | side to move: 0 white, 1 black |
//! | 2 | number `n` of candidates |
//! | 6 n | each candidate's combo for the side to move and for its opponent (2 bytes each), its distance from the opponent's last stone and from the own last (1 byte each, at most 7); the move that was chosen comes first |

use std::io::{self, Read, Write};

use super::record::Record;
use crate::board::geometry::with_cells;
use crate::board::{Geometry, PointSet};
use crate::eval::fitted::threat_mask;
use crate::eval::order::DISTANCES;
use crate::movegen::{self, Situation, situation};
use crate::pattern::Class;
use crate::pattern::merge::{CLASS_PAIRS, Combo, pair_index};
use crate::position::Position;
use crate::types::{Color, Score, Square};

/// What to take from the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What the evaluation is fitted to.
    Evaluation,
    /// What the move order is fitted to.
    Order,
}

/// First of the features by both players' classes.
const PAIRS: usize = 2 * Combo::TABLE + 32;

/// Distances are told up to this, which holds for all beyond.
const FAR: usize = DISTANCES - 1;

/// Reads games and writes the features of their positions; tells how many
/// positions there were.
pub fn extract(kind: Kind, games: &mut dyn Read, out: &mut dyn Write) -> io::Result<u64> {
    let mut written = 0;
    while let Some(record) = Record::read(games)? {
        written += with_cells!(record.size, |CELLS| extract_sized::<CELLS>(
            kind, &record, out
        )?);
    }
    Ok(written)
}

fn extract_sized<const CELLS: usize>(
    kind: Kind,
    record: &Record,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let mut position = Position::<CELLS>::new(record.size, record.rule, Color::Black, &[]);
    let squares: Vec<Square> = record
        .moves
        .iter()
        .map(|(p, _)| Geometry::<CELLS>::square(*p))
        .collect();
    let mut written = 0;
    for (ply, &(_, value)) in record.moves.iter().enumerate() {
        if !position.board().is_empty(squares[ply]) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a stone on a stone",
            ));
        }
        if ply >= record.opening {
            written += u64::from(match kind {
                Kind::Evaluation => write_position(&position, value, record.winner, out)?,
                Kind::Order => write_choice(&mut position, &squares[..=ply], out)?,
            });
        }
        position.make(squares[ply]);
    }
    Ok(written)
}

/// Writes what the evaluation sees, unless it is never asked about the position.
fn write_position<const CELLS: usize>(
    position: &Position<CELLS>,
    value: Score,
    winner: Option<Color>,
    out: &mut dyn Write,
) -> io::Result<bool> {
    if !matches!(situation(position), Situation::Free | Situation::MustAnswer) {
        return Ok(false);
    }
    let (us, them) = (position.side(), !position.side());
    let mut counts = vec![0u8; 2 * Combo::TABLE];
    let empty: &PointSet<CELLS> = position.empty();
    for square in empty.iter() {
        let patterns = position.patterns(square);
        for (role, color) in [(0, us), (1, them)] {
            let slot = &mut counts[role * Combo::TABLE + patterns.combo(color).index()];
            *slot = slot.saturating_add(1);
        }
    }
    let mut features: Vec<(u16, u8)> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(number, count)| (number as u16, *count))
        .collect();
    for (role, color) in [(0, us), (1, them)] {
        for class in Class::ALL {
            if position.count(color, class) > 0 {
                features.push(((2 * Combo::TABLE + role * 16 + class.index()) as u16, 1));
            }
        }
    }
    let mut pairs = [0u8; CLASS_PAIRS];
    for square in empty.iter() {
        let patterns = position.patterns(square);
        let pair = pair_index(patterns.class(us), patterns.class(them));
        pairs[pair] = pairs[pair].saturating_add(1);
    }
    for (pair, count) in pairs.iter().enumerate() {
        if *count > 0 {
            features.push(((PAIRS + pair) as u16, *count));
        }
    }
    let mask = threat_mask(position.layers().counts(), us);
    features.push(((PAIRS + CLASS_PAIRS + mask) as u16, 1));
    let result: u8 = match winner {
        Some(color) if color == us => 2,
        Some(_) => 0,
        None => 1,
    };
    out.write_all(&[result, us as u8])?;
    out.write_all(&(value as i16).to_le_bytes())?;
    out.write_all(&(features.len() as u16).to_le_bytes())?;
    for (number, count) in &features {
        out.write_all(&number.to_le_bytes())?;
        out.write_all(&[*count])?;
    }
    Ok(true)
}

/// Writes the candidates of a position in which nothing forced, the chosen
/// move, the last of `line`, first.
fn write_choice<const CELLS: usize>(
    position: &mut Position<CELLS>,
    line: &[Square],
    out: &mut dyn Write,
) -> io::Result<bool> {
    let Some((&chosen, before)) = line.split_last() else {
        return Ok(false);
    };
    let us = position.side();
    let candidates = position.candidates();
    if situation(position) != Situation::Free || !candidates.contains(chosen) {
        return Ok(false);
    }
    let mut squares = vec![chosen];
    squares.extend(candidates.iter().filter(|square| *square != chosen));
    squares.retain(|square| movegen::is_legal(position, us, *square));
    let last = |back: usize| before.len().checked_sub(back).map(|at| before[at]);
    out.write_all(&[us as u8])?;
    out.write_all(&(squares.len() as u16).to_le_bytes())?;
    for square in squares {
        let patterns = position.patterns(square);
        for color in [us, !us] {
            out.write_all(&(patterns.combo(color).index() as u16).to_le_bytes())?;
        }
        for other in [last(1), last(2)] {
            let distance = other.map_or(FAR, |other| Geometry::<CELLS>::distance(square, other));
            out.write_all(&[distance.min(FAR) as u8])?;
        }
    }
    Ok(true)
}
