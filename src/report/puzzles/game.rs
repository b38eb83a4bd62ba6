//! The puzzles of a game.

use serde::{Deserialize, Serialize};

use crate::engine::{Ending, Stop};
use crate::puzzle::{Finder, Verdict};
use crate::record::Record;
use crate::report::input::position_after;
use crate::report::puzzles::entry::{Entry, Source};
use crate::report::puzzles::fields::{PuzzleFields, SourceFields};
use crate::report::review::game::PlayedGame;
use crate::types::Rule;

/// What was found in a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GamePuzzles {
    /// The number of positions that were examined.
    pub positions: usize,
    /// The number of them that were not decided within the limits.
    pub undecided: usize,
    /// The puzzles, in the order of the game.
    pub puzzles: Vec<PuzzleFields>,
    /// Why the game cannot be played through.
    pub error: Option<String>,
}

impl GamePuzzles {
    /// The game cannot be played through for this reason.
    pub fn failed(error: String) -> GamePuzzles {
        GamePuzzles {
            error: Some(error),
            ..GamePuzzles::default()
        }
    }

    /// Replaces what the puzzles tell of their game, whose record may have been corrected since.
    pub fn retell(&mut self, source: &Source) {
        for puzzle in &mut self.puzzles {
            puzzle.source = SourceFields::new(&Source {
                number: puzzle.source.number,
                ..source.clone()
            });
        }
    }

    /// Examines the positions of the main line of a game. If the solution of a puzzle was played,
    /// the next positions of its side are part of the same win and are passed over, for as many
    /// plies as the win takes.
    ///
    /// Returns `None` if `stop` is set. This needs a stack of
    /// [`SEARCH_STACK_BYTES`](crate::engine::SEARCH_STACK_BYTES).
    pub fn find(
        record: &Record,
        rule: Rule,
        source: &Source,
        finder: &mut Finder,
        stop: &dyn Stop,
    ) -> Option<GamePuzzles> {
        let game = match PlayedGame::new(record, rule, None) {
            Ok(game) => game,
            Err(error) => return Some(GamePuzzles::failed(error.to_string())),
        };
        let mut found = GamePuzzles::default();
        // The ply at which the win of each side ends.
        let mut won_until = [0; 2];
        let last = match game.ending.as_ref().map(Ending::winner) {
            Some(_) => game.plies.len().saturating_sub(1),
            None => game.plies.len(),
        };
        for ply in 0..=last {
            let side = match game.plies.get(ply) {
                Some(next) => next.side,
                None => record.side_to_move(),
            };
            if ply < won_until[side.index()] {
                continue;
            }
            found.positions += 1;
            let puzzle = match finder.examine(&game.after(ply), side, stop) {
                _ if stop.is_set() => return None,
                Verdict::Puzzle(puzzle) => *puzzle,
                Verdict::None => continue,
                Verdict::Undecided => {
                    found.undecided += 1;
                    continue;
                }
            };
            let played = game.plies.get(ply).and_then(|next| next.point);
            if played == Some(puzzle.solution.at) {
                won_until[side.index()] = ply + puzzle.difficulty.plies;
            }
            let mut before = record.clone();
            before.moves.truncate(stones_before(&game, ply));
            let entry = Entry {
                position: position_after(&before, rule, Some(side)),
                puzzle,
                source: Source {
                    number: ply + 1,
                    ..source.clone()
                },
            };
            found.puzzles.push(PuzzleFields::new(&entry));
        }
        Some(found)
    }
}

/// The number of stones played in the plies before this one.
fn stones_before(game: &PlayedGame, ply: usize) -> usize {
    let plies = game.plies[..ply].iter();
    plies.filter(|ply| ply.point.is_some()).count()
}
