//! Openings from labelled data: quiet, even positions after a few plies of self-play games.
//!
//! Each position is either for tuning or for confirming what tuning has found, by a hash that is
//! the same for all symmetric positions.

use std::io;
use std::path::Path;

use rustc_hash::FxHashSet;

use super::mix;
use super::openings::{Opening, check, key};
use crate::tools::dataset::{GameRecord, Reader, Sample};
use crate::types::{BoardSize, Point, Rule, Score};

/// The plies of an opening.
const PLIES: std::ops::RangeInclusive<usize> = 3..=9;
/// One opening in this many is for confirming.
const CONFIRM_PART: u64 = 4;

/// The openings found in data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    /// Three quarters: for tuning.
    pub tune: Vec<Opening>,
    /// One quarter: for confirming.
    pub confirm: Vec<Opening>,
}

/// Collects openings from the files of `datagen`.
pub struct Selection {
    rule: Rule,
    size: BoardSize,
    limit: Score,
    keys: FxHashSet<u64>,
    selected: Selected,
}

impl Selection {
    /// An empty selection of openings for a rule and a board, whose values lie within ±`limit`.
    pub fn new(rule: Rule, size: BoardSize, limit: Score) -> Selection {
        Selection {
            rule,
            size,
            limit,
            keys: FxHashSet::default(),
            selected: Selected::default(),
        }
    }

    /// Adds the openings of a file: at most one of each game, and none that there is already.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is of another rule.
    pub fn add(&mut self, path: &Path) -> io::Result<()> {
        let mut reader = Reader::open(path)?;
        let rule = reader.header().rule;
        if rule != self.rule {
            let text = format!("data of {}, not of {}", rule.name(), self.rule.name());
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        while let Some(game) = reader.next_game()? {
            self.add_game(&game);
        }
        Ok(())
    }

    /// Adds the first position of a game that fits.
    pub fn add_game(&mut self, game: &GameRecord) {
        if game.size != self.size {
            return;
        }
        let fits = |sample: &&Sample| {
            sample.search_plies.is_empty()
                && !sample.must_answer
                && PLIES.contains(&sample.game_plies)
                && sample.game_plies >= game.opening
                && Score::from(sample.value).abs() <= self.limit
        };
        let Some(sample) = game.samples.iter().find(fits) else {
            return;
        };
        let plies = game.plies[..sample.game_plies].iter().copied();
        let Some(opening) = plies.collect::<Option<Vec<Point>>>() else {
            return;
        };
        let key = key(&opening, self.size, self.rule);
        if check(&opening, self.size, self.rule).is_err() || !self.keys.insert(key) {
            return;
        }
        // The key is mixed, because what is drawn from the files may depend on its low bits.
        match mix(key).is_multiple_of(CONFIRM_PART) {
            true => self.selected.confirm.push(opening),
            false => self.selected.tune.push(opening),
        }
    }

    /// What has been selected.
    pub fn finish(self) -> Selected {
        self.selected
    }
}
