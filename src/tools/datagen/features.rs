//! Extracts the input of the fit scripts in `scripts/` from recorded games.
//!
//! A feature file starts with one line of text, `goshawk features VERSION MODEL HASH RULE`,
//! where HASH is the hash of the vocabulary ([`vocabulary::hash`]). All games have the same rule.
//! Records follow, one for each position, little-endian and unpadded.
//!
//! **Model `evaluation`.** A record for each position that a search would evaluate:
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | result for the side to move: 0 loss, 1 draw, 2 win |
//! | 1 | side to move: 0 white, 1 black |
//! | 2 | value of the search for the side to move, signed |
//! | 2 | number `n` of features |
//! | 3 n | number of the feature (2 bytes) and how often it occurs, at most 255 (1 byte) |
//!
//! [`SECTIONS`] lists the ranges of feature numbers, by the section of the weight file
//! that weighs them.
//!
//! **Model `order`.** A record for each position without a forced reply in which the move
//! that was played is a candidate:
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | side to move: 0 white, 1 black |
//! | 2 | number `n` of candidates |
//! | 6 n | for each candidate its combo for the side to move and for its opponent (2 bytes each), its distance from the opponent's last stone and from the side's own last stone (1 byte each, at most 7); the move that was played comes first |

use std::io::{self, Read, Write};

use super::record::Record;
use crate::board::geometry::with_cells;
use crate::board::{Geometry, PointSet};
use crate::eval::threat_mask::{THREAT_MASKS, threat_mask};
use crate::eval::vocabulary;
use crate::eval::weight_file::Model;
use crate::movegen::{self, Situation, situation};
use crate::ordering::fitted::DISTANCES;
use crate::pattern::Class;
use crate::pattern::merge::{CLASS_PAIRS, Combo, pair_index};
use crate::position::Position;
use crate::types::{Color, Rule, Score, Square};

/// Version of the format of feature files.
pub const FORMAT: u32 = 1;

/// Combos of empty points for the side to move.
const MINE: usize = 0;
/// Combos of empty points for the opponent.
const THEIRS: usize = MINE + Combo::TABLE;
/// Classes of which the side to move has a point.
const MINE_HAS: usize = THEIRS + Combo::TABLE;
/// Classes of which the opponent has a point.
const THEIRS_HAS: usize = MINE_HAS + Class::COUNT;
/// Pairs of the classes of an empty point for both players.
const PAIRS: usize = THEIRS_HAS + Class::COUNT;
/// The threat mask.
const THREATS: usize = PAIRS + CLASS_PAIRS;
/// Number of features of the evaluation.
pub const FEATURES: usize = THREATS + THREAT_MASKS;

/// The first feature of each section of the evaluation's weight file. A section's
/// values belong to consecutive features. The section `constant` has none.
pub const SECTIONS: [(&str, usize); 6] = [
    ("mine", MINE),
    ("theirs", THEIRS),
    ("mine_has", MINE_HAS),
    ("theirs_has", THEIRS_HAS),
    ("pairs", PAIRS),
    ("threats", THREATS),
];

/// The largest distance in a feature file; greater distances count as this one.
const FAR: usize = DISTANCES - 1;

/// The first line of a feature file, without its line break.
pub fn header(model: Model, rule: Rule) -> String {
    let (model, hash, rule) = (model.name(), vocabulary::hash(), rule.name());
    format!("goshawk features {FORMAT} {model} {hash} {rule}")
}

/// Reads recorded games and writes a feature file. Returns the number of positions
/// written.
///
/// # Errors
/// If reading or writing fails, or if the games are invalid, missing, or of several rules.
pub fn extract(model: Model, games: &mut dyn Read, out: &mut dyn Write) -> io::Result<u64> {
    let mut written = 0;
    let mut rule = None;
    while let Some(record) = Record::read(games)? {
        if rule.is_none() {
            writeln!(out, "{}", header(model, record.rule))?;
        }
        if *rule.get_or_insert(record.rule) != record.rule {
            return Err(invalid("the games are of several rules"));
        }
        written += with_cells!(record.size, |CELLS| extract_sized::<CELLS>(
            model, &record, out
        )?);
    }
    match rule {
        Some(_) => Ok(written),
        None => Err(invalid("the file holds no games")),
    }
}

/// An error about the recorded games.
fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Writes the features of the positions of one game.
fn extract_sized<const CELLS: usize>(
    model: Model,
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
            return Err(invalid("a recorded move is on an occupied point"));
        }
        if ply >= record.opening {
            written += u64::from(match model {
                Model::Evaluation => write_position(&mut position, value, record.winner, out)?,
                Model::Order => write_choice(&mut position, &squares[..=ply], out)?,
            });
        }
        position.make(squares[ply]);
    }
    Ok(written)
}

/// Writes the features of a position, unless a search would not evaluate it because a
/// move is forced or wins. Returns whether it wrote a record.
fn write_position<const CELLS: usize>(
    position: &mut Position<CELLS>,
    value: Score,
    winner: Option<Color>,
    out: &mut dyn Write,
) -> io::Result<bool> {
    if !matches!(situation(position), Situation::Free | Situation::MustAnswer) {
        return Ok(false);
    }
    let (us, them) = (position.side(), !position.side());
    let mut counts = vec![0u8; FEATURES];
    let mut count = |feature: usize| counts[feature] = counts[feature].saturating_add(1);
    let empty: &PointSet<CELLS> = position.empty();
    for square in empty.iter() {
        let patterns = position.patterns(square);
        count(MINE + patterns.combo(us).index());
        count(THEIRS + patterns.combo(them).index());
        count(PAIRS + pair_index(patterns.class(us), patterns.class(them)));
    }
    for class in Class::ALL {
        if position.count(us, class) > 0 {
            count(MINE_HAS + class.index());
        }
        if position.count(them, class) > 0 {
            count(THEIRS_HAS + class.index());
        }
    }
    count(THREATS + threat_mask(position.layers().counts(), us));
    let features: Vec<(u16, u8)> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(number, count)| (number as u16, *count))
        .collect();
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

/// Writes the candidates of a position without a forced reply, first the move that was
/// played, the last of `line`. Returns whether it wrote a record.
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
