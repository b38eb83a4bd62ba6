//! Extracts the input of the fit scripts in `scripts/` from training data.
//!
//! A feature file starts with one line of text, `goshawk features VERSION MODEL HASH RULE`,
//! where HASH is the hash of the vocabulary ([`vocabulary::hash`]). Records follow, one for each
//! sample, little-endian and unpadded.
//!
//! **Model `evaluation`.** A record for each position that a search would evaluate:
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | result for the side to move: 0 loss, 1 draw, 2 win, 3 unknown: a position inside a search, or before a random move |
//! | 1 | side to move: 0 white, 1 black |
//! | 2 | value of the search for the side to move, signed |
//! | 2 | number `n` of features |
//! | 3 n | number of the feature (2 bytes) and how often it occurs, at most 255 (1 byte) |
//!
//! [`SECTIONS`] lists the ranges of feature numbers, by the section of the weight file
//! that weighs them.
//!
//! **Model `order`.** A record for each position without a forced reply in which the move
//! that the search chose is a candidate:
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | side to move: 0 white, 1 black |
//! | 2 | number `n` of candidates |
//! | 6 n | for each candidate its combo for the side to move and for its opponent (2 bytes each), its distances from the last two stones, the latest first (1 byte each, at most 7); the move that the search chose comes first |

use std::io::{self, Read, Write};

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
use crate::tools::dataset::player::play;
use crate::tools::dataset::{GameRecord, Reader};
use crate::types::{Color, Rule, Square};

/// Version of the format of feature files.
pub const FORMAT: u32 = 2;
/// In place of a result.
const UNKNOWN: u8 = 3;

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

/// Reads training data and writes a feature file. Returns the number of positions written.
///
/// # Errors
/// If reading or writing fails, or if the data are damaged or hold no game.
pub fn extract<R: Read>(
    model: Model,
    data: &mut Reader<R>,
    out: &mut dyn Write,
) -> Result<u64, ExtractError> {
    let rule = data.header().rule;
    writeln!(out, "{}", header(model, rule)).map_err(ExtractError::Write)?;
    let (mut games, mut written) = (0, 0);
    while let Some(game) = data.next_game().map_err(ExtractError::Read)? {
        games += 1;
        written += with_cells!(game.size, |CELLS| extract_game::<CELLS>(
            model, rule, &game, out
        ))
        .map_err(ExtractError::Write)?;
    }
    match games {
        0 => Err(ExtractError::Read(io::Error::new(
            io::ErrorKind::InvalidData,
            "the file holds no games",
        ))),
        _ => Ok(written),
    }
}

/// Why features cannot be extracted.
#[derive(Debug)]
pub enum ExtractError {
    /// The data cannot be read.
    Read(io::Error),
    /// The features cannot be written.
    Write(io::Error),
}

/// Writes the features of the samples of one game.
fn extract_game<const CELLS: usize>(
    model: Model,
    rule: Rule,
    game: &GameRecord,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let played_on = own_moves_from(game);
    let mut written = 0;
    for sample in &game.samples {
        let mut position = Position::<CELLS>::new(game.size, rule, Color::Black, &[]);
        play(&mut position, &game.plies[..sample.game_plies]);
        play(&mut position, &sample.search_plies);
        let is_of_game = sample.search_plies.is_empty() && sample.game_plies >= played_on;
        let result = is_of_game.then_some(game.winner);
        let is_written = match model {
            Model::Evaluation => write_position(&mut position, sample.value, result, out)?,
            Model::Order => {
                write_choice(&mut position, Geometry::<CELLS>::square(sample.best), out)?
            }
        };
        written += u64::from(is_written);
    }
    Ok(written)
}

/// The number of plies after which all moves of the game were chosen by its searches. The result
/// says nothing about positions before a random move.
fn own_moves_from(game: &GameRecord) -> usize {
    let of_game = game.samples.iter().filter(|s| s.search_plies.is_empty());
    let deviations = of_game.filter(|sample| {
        let played = game.plies.get(sample.game_plies);
        played.is_some_and(|ply| *ply != Some(sample.best))
    });
    deviations.map(|s| s.game_plies + 1).max().unwrap_or(0)
}

/// Writes the features of a position, unless a search would not evaluate it because a
/// move is forced or wins. Returns whether it wrote a record.
fn write_position<const CELLS: usize>(
    position: &mut Position<CELLS>,
    value: i16,
    result: Option<Option<Color>>,
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
    let result: u8 = match result {
        Some(Some(color)) if color == us => 2,
        Some(Some(_)) => 0,
        Some(None) => 1,
        None => UNKNOWN,
    };
    out.write_all(&[result, us as u8])?;
    out.write_all(&value.to_le_bytes())?;
    out.write_all(&(features.len() as u16).to_le_bytes())?;
    for (number, count) in &features {
        out.write_all(&number.to_le_bytes())?;
        out.write_all(&[*count])?;
    }
    Ok(true)
}

/// Writes the candidates of a position without a forced reply, first the move that the search
/// chose. Returns whether it wrote a record.
fn write_choice<const CELLS: usize>(
    position: &mut Position<CELLS>,
    chosen: Square,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let us = position.side();
    let candidates = position.candidates();
    if situation(position) != Situation::Free || !candidates.contains(chosen) {
        return Ok(false);
    }
    let mut squares = vec![chosen];
    squares.extend(candidates.iter().filter(|square| *square != chosen));
    squares.retain(|square| movegen::is_legal(position, us, *square));
    let last = position.last_two_stones();
    out.write_all(&[us as u8])?;
    out.write_all(&(squares.len() as u16).to_le_bytes())?;
    for square in squares {
        let patterns = position.patterns(square);
        for color in [us, !us] {
            out.write_all(&(patterns.combo(color).index() as u16).to_le_bytes())?;
        }
        for other in last {
            let distance = other.map_or(FAR, |other| Geometry::<CELLS>::distance(square, other));
            out.write_all(&[distance.min(FAR) as u8])?;
        }
    }
    Ok(true)
}
