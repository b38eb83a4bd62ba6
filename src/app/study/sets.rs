//! The puzzles that come with the program. Goshawk has played the games that they are from, found
//! them and proved them; `scripts/make-puzzles` makes them again.

use crate::report::puzzles::fields::PuzzleDocument;
use crate::report::puzzles::read::read;

/// A set of puzzles.
pub struct PuzzleSet {
    /// Its name.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What is in it, as a phrase.
    pub about: &'static str,
    /// A document of `puzzles --json`.
    text: &'static str,
}

/// All sets, the easiest first.
pub const SETS: [PuzzleSet; 3] = [
    PuzzleSet {
        name: "easy",
        title: "Easy",
        about: "wins by fours in three or four moves",
        text: include_str!("sets/easy.json"),
    },
    PuzzleSet {
        name: "medium",
        title: "Medium",
        about: "longer wins by fours, and wins by threats",
        text: include_str!("sets/medium.json"),
    },
    PuzzleSet {
        name: "hard",
        title: "Hard",
        about: "wins that low levels do not find",
        text: include_str!("sets/hard.json"),
    },
];

impl PuzzleSet {
    /// The set with a name.
    pub fn of(name: &str) -> Option<&'static PuzzleSet> {
        SETS.iter().find(|set| set.name == name)
    }

    /// Its puzzles.
    ///
    /// # Panics
    /// If the program was built with a document that cannot be read, which a test excludes.
    pub fn read(&self) -> PuzzleDocument {
        read(self.text.as_bytes()).expect("a test reads all sets")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::engine::on_search_stack;
    use crate::puzzle::{Finder, Uniqueness, Verdict, Wanted, key};
    use crate::solve::WinKind;

    #[test]
    fn each_set_has_twenty_different_puzzles_by_difficulty() {
        let mut ids = HashSet::new();
        let mut before = 0;
        for set in &SETS {
            let document = set.read();
            assert_eq!(document.puzzles.len(), 20, "{}", set.name);
            let mut levels = 0;
            for puzzle in &document.puzzles {
                let game = puzzle.game().unwrap();
                assert_eq!(puzzle.id, format!("{:016x}", key(&game, puzzle.side)));
                assert!(ids.insert(puzzle.id.clone()), "{} occurs twice", puzzle.id);
                let is_unique = puzzle.unique_among == Uniqueness::Threats;
                assert!(is_unique || puzzle.kind == WinKind::Vcf, "{}", puzzle.id);
                levels += u32::from(puzzle.difficulty.level.unwrap_or(11));
            }
            assert!(
                levels > before,
                "{} is not harder than the set before",
                set.name
            );
            before = levels;
        }
    }

    /// Every win is proved again. No other four wins by fours, or no other move by threats.
    #[test]
    fn every_puzzle_is_proved_and_has_one_solution() {
        let check = || {
            for puzzle in SETS.iter().flat_map(|set| set.read().puzzles) {
                let finder = Finder::new(Wanted {
                    vcf: puzzle.kind == WinKind::Vcf,
                    vct: puzzle.kind == WinKind::Vct,
                    min_plies: 5,
                    nodes: 200_000,
                });
                let game = puzzle.game().unwrap();
                let never = AtomicBool::new(false);
                let Verdict::Puzzle(found) =
                    finder.examine_without_level(&game, puzzle.side, &never)
                else {
                    panic!("{} is not a puzzle", puzzle.id);
                };
                assert_eq!(found.solution.at, puzzle.solution, "{}", puzzle.id);
                assert_eq!(found.difficulty.plies, puzzle.difficulty.plies);
                assert_eq!(found.uniqueness, puzzle.unique_among, "{}", puzzle.id);
            }
        };
        on_search_stack(check).unwrap();
    }
}
