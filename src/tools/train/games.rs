//! The games of data files, and those of their positions that a network is trained on.

use std::fs;
use std::io::{self, BufReader};
use std::path::PathBuf;

use rustc_hash::FxHashSet;

use super::targets::{Outcome, outcomes};
use crate::movegen::{Situation, situation};
use crate::position::Position;
use crate::tools::dataset::player::play;
use crate::tools::dataset::{self, GameRecord, Reader, Sample};
use crate::types::{Color, Rule};

/// The games of several files at once. The next game is of the file of which the smallest part has
/// been read, so that the kinds of data are mixed in the same proportion everywhere.
pub struct Games {
    files: Vec<Source>,
}

/// A file that is being read.
struct Source {
    path: PathBuf,
    reader: Reader<BufReader<fs::File>>,
    /// Its size in bytes.
    size: u64,
}

impl Games {
    /// Opens the files.
    ///
    /// # Errors
    /// If a file cannot be read or is of another rule.
    pub fn open(paths: &[PathBuf], rule: Rule) -> io::Result<Games> {
        let open = |path: &PathBuf| -> io::Result<Source> {
            let reader = Reader::open(path)?;
            let found = reader.header().rule;
            if found != rule {
                let message = format!("data for {}, expected {}", found.name(), rule.name());
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            Ok(Source {
                path: path.clone(),
                reader,
                size: fs::metadata(path)?.len(),
            })
        };
        let files = paths.iter().map(|path| {
            open(path).map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", path.display()))
            })
        });
        Ok(Games {
            files: files.collect::<io::Result<_>>()?,
        })
    }

    /// The next game; `None` after the last one of the last file.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn next_game(&mut self) -> io::Result<Option<GameRecord>> {
        // Compares the fractions complete / size without rounding.
        let part = |file: &Source| (u128::from(file.reader.complete()), u128::from(file.size));
        while let Some(least) = (0..self.files.len()).min_by(|a, b| {
            let [(a, of_a), (b, of_b)] = [*a, *b].map(|at| part(&self.files[at]));
            (a * of_b).cmp(&(b * of_a))
        }) {
            let file = &mut self.files[least];
            let game = file.reader.next_game().map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", file.path.display()))
            })?;
            match game {
                Some(game) => return Ok(Some(game)),
                None => self.files.remove(least),
            };
        }
        Ok(None)
    }
}

/// One pass over games: chooses the positions to train on and replays them.
pub struct Pass<'a> {
    rule: Rule,
    /// See [`Targets`](super::Targets).
    lambda: f32,
    /// The canonical keys of positions that are left out.
    held_out: Option<&'a FxHashSet<u64>>,
    /// Those of the positions seen.
    seen: FxHashSet<u64>,
}

impl<'a> Pass<'a> {
    /// A pass that leaves out the positions with these [canonical
    /// keys](dataset::key::canonical_key), and all but the first of equal ones.
    pub fn new(rule: Rule, lambda: f32, held_out: Option<&'a FxHashSet<u64>>) -> Self {
        Pass {
            rule,
            lambda,
            held_out,
            seen: FxHashSet::default(),
        }
    }

    /// The canonical keys of the positions seen.
    pub fn into_keys(self) -> FxHashSet<u64> {
        self.seen
    }

    /// Calls `each` with the positions of a game that are used: the position, its sample, and its
    /// outcome if it is a position of the game.
    pub fn positions<const CELLS: usize>(
        &mut self,
        game: &GameRecord,
        mut each: impl FnMut(&mut Position<CELLS>, &Sample, Option<Outcome>),
    ) {
        let mut position = Position::<CELLS>::new(game.size, self.rule, Color::Black, &[]);
        for (sample, outcome) in game.samples.iter().zip(outcomes(game, self.lambda)) {
            let key = dataset::key::sample_key(self.rule, game, sample);
            let is_held_out = self.held_out.is_some_and(|keys| keys.contains(&key));
            if is_held_out || !self.seen.insert(key) {
                continue;
            }
            // The samples of a game have most plies in common. Only the difference is replayed.
            while position.ply() > sample.game_plies {
                position.undo();
            }
            let from = position.ply();
            play(&mut position, &game.plies[from..sample.game_plies]);
            play(&mut position, &sample.search_plies);
            if is_evaluated(&mut position) {
                each(&mut position, sample, outcome);
            }
            for _ in &sample.search_plies {
                position.undo();
            }
        }
    }
}

/// True if a search evaluates the position: the patterns do not decide it.
pub fn is_evaluated<const CELLS: usize>(position: &mut Position<CELLS>) -> bool {
    matches!(situation(position), Situation::Free | Situation::MustAnswer)
}
