//! The puzzles of all games.

use std::collections::HashSet;

use crate::cli::batch::first_notes;
use crate::cli::batch::games::BatchGame;
use crate::report::puzzles::fields::PuzzleFields;
use crate::report::puzzles::game::GamePuzzles;

/// The results of the games that have been searched.
pub struct Found {
    /// The results by the index of the game.
    games: Vec<Option<GamePuzzles>>,
    /// The names of the puzzles in the first games, as long as all of them have been searched.
    ids: HashSet<String>,
    /// The number of those games.
    first: usize,
}

impl Found {
    /// Nothing has been searched of this number of games.
    pub fn new(games: usize) -> Found {
        Found {
            games: (0..games).map(|_| None).collect(),
            ids: HashSet::new(),
            first: 0,
        }
    }

    /// Adds the result of a game.
    pub fn add(&mut self, index: usize, result: GamePuzzles) {
        self.games[index] = Some(result);
    }

    /// True if the first games have this number of puzzles, whatever the games after them have.
    pub fn has_enough(&mut self, max: Option<usize>) -> bool {
        let Some(max) = max else {
            return false;
        };
        while self.ids.len() < max
            && let Some(Some(game)) = self.games.get(self.first)
        {
            let ids = game.puzzles.iter().map(|puzzle| puzzle.id.clone());
            self.ids.extend(ids);
            self.first += 1;
        }
        self.ids.len() >= max
    }

    /// Takes the puzzles: of equal ones the first, of all the first `max`, easiest first.
    pub fn take_puzzles(&mut self, max: Option<usize>) -> Vec<PuzzleFields> {
        let mut seen = HashSet::new();
        let games = self.games.iter_mut().flatten();
        let all = games.flat_map(|game| std::mem::take(&mut game.puzzles));
        let different = all.filter(|puzzle| seen.insert(puzzle.id.clone()));
        let mut puzzles: Vec<PuzzleFields> = different.take(max.unwrap_or(usize::MAX)).collect();
        // The sort keeps the order of equals.
        puzzles.sort_by_key(|puzzle| {
            let difficulty = &puzzle.difficulty;
            let level = difficulty.level.unwrap_or(u8::MAX);
            (level, difficulty.plies, difficulty.choices)
        });
        puzzles
    }

    /// The number of games that have been searched.
    pub fn games(&self) -> usize {
        self.games.iter().flatten().count()
    }

    /// The number of positions that have been examined.
    pub fn positions(&self) -> usize {
        let games = self.games.iter().flatten();
        games.map(|game| game.positions).sum()
    }

    /// The number of positions that were not decided.
    pub fn undecided(&self) -> usize {
        let games = self.games.iter().flatten();
        games.map(|game| game.undecided).sum()
    }

    /// Notes on games that cannot be played through.
    pub fn notes(&self, games: &[BatchGame]) -> Vec<String> {
        let results = self.games.iter().zip(games);
        let errors = results.filter_map(|(result, game)| {
            let error = result.as_ref()?.error.as_ref()?;
            Some(format!("{}, game {}: {error}", game.file, game.number))
        });
        let words = ["more game", "more games"];
        first_notes(errors.collect(), words, "cannot be read")
    }
}
