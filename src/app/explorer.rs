//! What was played in a position, in many games.

use std::cmp::Reverse;

use serde::Serialize;

use super::study::Place;
use crate::record::tree::Tree;
use crate::record::{Collection, GameResult, Given};
use crate::report::boards;
use crate::report::games::{Index, Tally, key_after, key_of, result_of};
use crate::types::{BoardSize, Color, Point, Rule};

/// The positions of many games, by the size of the board and the rule.
#[derive(Debug, Default)]
pub struct Explorer {
    groups: Vec<Group>,
}

/// The games of one size and rule.
#[derive(Debug)]
struct Group {
    size: BoardSize,
    /// `None` for games that state no rule.
    rule: Option<Rule>,
    games: usize,
    index: Index,
}

/// What was played in a position, as a page is told it.
#[derive(Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct Played {
    /// The games of this size and rule, those that state no rule included.
    all: usize,
    /// The games with the position.
    #[serde(flatten)]
    here: TallyFields,
    /// The moves that were played, the most frequent first.
    replies: Vec<Reply>,
}

/// Games with their results. Those that are left have none.
#[derive(Debug, Serialize, PartialEq, Eq)]
struct TallyFields {
    games: u32,
    black: u32,
    white: u32,
    draws: u32,
}

/// A move that was played.
#[derive(Debug, Serialize, PartialEq, Eq)]
struct Reply {
    point: Point,
    #[serde(flatten)]
    tally: TallyFields,
}

impl Explorer {
    /// The games of a file; `None` if it has only one.
    pub fn of_file(bytes: &[u8]) -> Option<Explorer> {
        let collection = Collection::read(bytes, &Given::default()).ok()?;
        if collection.games.len() < 2 {
            return None;
        }
        let mut explorer = Explorer::default();
        explorer.add(&collection);
        Some(explorer)
    }

    /// Adds the games of a collection.
    pub fn add(&mut self, collection: &Collection) {
        for game in &collection.games {
            self.add_game(game, result_of(collection, game));
        }
    }

    /// Adds a game with its branches and its result.
    pub fn add_game(&mut self, game: &Tree, result: Option<GameResult>) {
        let (size, rule) = (game.size(), game.headers.rule);
        let is_own = |group: &Group| (group.size, group.rule) == (size, rule);
        let at = self.groups.iter().position(is_own);
        let at = at.unwrap_or_else(|| {
            self.groups.push(Group {
                size,
                rule,
                games: 0,
                index: Index::default(),
            });
            self.groups.len() - 1
        });
        self.groups[at].games += 1;
        self.groups[at].index.add(game, result);
    }

    /// What was played in a position. Of moves that are the same by symmetry, `next` is named if it
    /// is among them.
    pub fn played(&self, place: &Place, next: Option<Point>) -> Played {
        let (board, side) = (boards::diagram(&place.game), place.side);
        let fits = |group: &&Group| {
            let has_rule = group.rule.is_none_or(|rule| rule == place.game.rule());
            group.size == board.size() && has_rule
        };
        let (mut all, mut here) = (0, Tally::default());
        let mut replies: Vec<(Point, Tally)> = Vec::new();
        for group in self.groups.iter().filter(fits) {
            all += group.games;
            here.merge(group.index.get(key_of(&board, side)).unwrap_or_default());
            // Of symmetric moves, every index names the same one.
            for (point, tally) in group.index.replies(&board, side) {
                match replies.iter_mut().find(|(other, _)| *other == point) {
                    Some((_, sum)) => sum.merge(tally),
                    None => replies.push((point, tally)),
                }
            }
        }
        replies.sort_by_key(|(_, tally)| Reverse(tally.games));
        let key = |point| key_after(&board, side, point);
        let next = next.map(|next| (next, key(next)));
        let replies = replies.into_iter().map(|(point, tally)| Reply {
            point: match next {
                Some((next, wanted)) if key(point) == wanted => next,
                _ => point,
            },
            tally: TallyFields::new(tally),
        });
        Played {
            all,
            here: TallyFields::new(here),
            replies: replies.collect(),
        }
    }
}

impl TallyFields {
    fn new(tally: Tally) -> TallyFields {
        TallyFields {
            games: tally.games,
            black: tally.wins[Color::Black.index()],
            white: tally.wins[Color::White.index()],
            draws: tally.draws,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tree::NodeId;

    /// What was played after the first game of a text of SGF, in all its games.
    fn played(text: &str) -> Played {
        let collection = Collection::read(text.as_bytes(), &Given::default()).unwrap();
        let mut explorer = Explorer::default();
        explorer.add(&collection);
        let first = &collection.games[0];
        let last = first.main_line().last().unwrap_or(NodeId::ROOT);
        let rule = first.headers.rule.unwrap_or_default();
        explorer.played(&Place::at(first, last, rule), Some(Point::new(8, 6)))
    }

    #[test]
    fn moves_are_counted_under_symmetry_and_over_all_games_of_the_rule() {
        let found = played(
            "(;SZ[15]RU[renju];B[hh];W[hg])\
             (;SZ[15]RU[renju]RE[B+];B[hh];W[hg];B[ig])\
             (;SZ[15]RE[W+];B[hh];W[gh];B[gg])\
             (;SZ[15]RU[standard]RE[B+];B[hh];W[hg];B[aa])\
             (;SZ[19]RU[renju]RE[B+];B[hh];W[hg];B[aa])",
        );
        let counts = |tally: &TallyFields| (tally.games, tally.black, tally.white, tally.draws);
        assert_eq!(found.all, 3);
        assert_eq!(counts(&found.here), (3, 1, 1, 0));
        let [reply] = &found.replies[..] else {
            panic!("{found:?}");
        };
        assert_eq!(counts(&reply.tally), (2, 1, 1, 0));
        assert_eq!(reply.point, Point::new(8, 6), "the move of the second game");
    }

    #[test]
    fn a_position_that_no_game_has_reached_has_no_replies() {
        let found = played("(;SZ[15];B[hh])(;SZ[20];B[aa];W[bb])");
        assert_eq!((found.all, found.here.games), (1, 1));
        assert!(found.replies.is_empty(), "{found:?}");
    }
}
