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
        if mix(key).is_multiple_of(CONFIRM_PART) {
            self.selected.confirm.push(opening)
        } else {
            self.selected.tune.push(opening)
        }
    }

    /// What has been selected.
    pub fn finish(self) -> Selected {
        self.selected
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Color;

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn selection() -> Selection {
        Selection::new(Rule::Freestyle, size(), 40)
    }

    /// A game of stones in a random order with a sample after every ply from the second.
    fn game(number: u64) -> GameRecord {
        let mut points: Vec<Point> = size().points().collect();
        crate::random::Random::new(number).shuffle(&mut points);
        points.truncate(12);
        let sample = |game_plies: usize| Sample {
            game_plies,
            search_plies: vec![],
            must_answer: false,
            value: 40,
            best: Point::new(0, 0),
            depth: 1,
            nodes: 1,
        };
        GameRecord {
            number,
            size: size(),
            winner: Some(Color::Black),
            opening: 2,
            plies: points.into_iter().map(Some).collect(),
            samples: (2..=12).map(sample).collect(),
        }
    }

    /// The number of plies of the opening that a game gives.
    fn plies(game: &GameRecord) -> Option<usize> {
        let mut selection = selection();
        selection.add_game(game);
        let Selected { tune, confirm } = selection.finish();
        tune.iter().chain(&confirm).map(Vec::len).next()
    }

    #[test]
    fn the_first_quiet_even_position_after_the_opening_is_taken() {
        let with = |change: &dyn Fn(&mut GameRecord)| {
            let mut game = game(1);
            change(&mut game);
            plies(&game)
        };
        assert_eq!(with(&|_| {}), Some(3));
        assert_eq!(with(&|game| game.opening = 5), Some(5));
        assert_eq!(with(&|game| game.opening = 10), None);
        assert_eq!(with(&|game| game.samples[1].value = 41), Some(4));
        assert_eq!(with(&|game| game.samples[1].value = -41), Some(4));
        assert_eq!(with(&|game| game.samples[1].must_answer = true), Some(4));
        let line = vec![Some(Point::new(0, 0))];
        assert_eq!(
            with(&|game| game.samples[1].search_plies = line.clone()),
            Some(4)
        );
        assert_eq!(with(&|game| game.plies[0] = None), None);
        assert_eq!(
            with(&|game| game.size = BoardSize::square(16).unwrap()),
            None
        );
    }

    #[test]
    fn a_quarter_is_for_confirming_and_images_are_the_same_opening() {
        let mut selection = selection();
        for number in 0..400 {
            let mut game = game(number);
            selection.add_game(&game);
            let mirrored = |ply: &Option<Point>| ply.map(|p| Point::new(14 - p.y, p.x));
            game.plies = game.plies.iter().map(mirrored).collect();
            selection.add_game(&game);
        }
        let selected = selection.finish();
        // Two games may begin in the same way.
        let count = selected.tune.len() + selected.confirm.len();
        assert!((395..=400).contains(&count), "{count}");
        assert!(
            (70..130).contains(&selected.confirm.len()),
            "{}",
            selected.confirm.len()
        );
    }
}
