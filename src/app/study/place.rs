//! The position at a node of a tree.

use crate::board::diagram::Cell;
use crate::engine::{Ending, Foul, Game, Stone, ending, foul_of, fouls, result};
use crate::record::tree::{Action, NodeId, Tree};
use crate::report::text::foul_text;
use crate::types::{Color, Point, Rule};

/// A position with what is known of the game before it.
pub struct Place {
    /// The stones, in the order of play as far as there is one.
    pub game: Game,
    /// The side to move.
    pub side: Color,
    /// The number of each move, by point.
    pub numbers: Vec<(Point, usize)>,
    /// The end of the game, if it is over: a foul ends it like a five, whatever follows.
    pub ending: Option<Ending>,
}

impl Place {
    /// The position at a node.
    pub fn at(tree: &Tree, node: NodeId, rule: Rule) -> Place {
        let mut place = Place {
            game: Game::new(tree.size(), rule),
            side: Color::Black,
            numbers: Vec::new(),
            ending: None,
        };
        let mut told = None;
        for node in [NodeId::ROOT].into_iter().chain(tree.path(node)) {
            if let Some(details) = tree.details(node) {
                details
                    .setup
                    .iter()
                    .for_each(|(point, cell)| place.set(*point, *cell));
                told = details.side.or(told);
            }
            if let Some(side) = tree.action(node).side() {
                told = Some(!side);
            }
            if let Action::Play(color, point) = tree.action(node) {
                place.take(point);
                place.note_foul(color, point);
                // The point is on the board and empty.
                let _ = place.game.put(point, Stone::Of(color));
                let number = place.numbers.len() + 1;
                place.numbers.push((point, number));
            }
        }
        place.side = told.unwrap_or(place.game.side_to_move());
        place.ending = place.ending.or_else(|| {
            if place.numbers.is_empty() {
                result(&place.game).ok().flatten()
            } else {
                ending(&place.game)
            }
        });
        place
    }

    /// Ends the game if a move that is about to be played is its first foul.
    fn note_foul(&mut self, side: Color, point: Point) {
        if self.ending.is_some() || !self.game.rule().has_fouls(side) {
            return;
        }
        if let Some(foul) = foul_of(&self.game, side, point)
            && ending(&self.game).is_none()
        {
            let points = vec![point];
            self.ending = Some(Ending::Foul { foul, points });
        }
    }

    /// Sets up a point.
    fn set(&mut self, point: Point, cell: Cell) {
        self.take(point);
        let stone = match cell {
            Cell::Stone(color) => Stone::Of(color),
            Cell::Blocked => Stone::Blocked,
            Cell::Empty => return,
        };
        // The point is empty; points off the board are refused by the readers.
        let _ = self.game.put(point, stone);
    }

    /// Empties a point.
    fn take(&mut self, point: Point) {
        // An error says that it is empty.
        let _ = self.game.take(point);
        self.numbers.retain(|(played, _)| *played != point);
    }

    /// The last move, if there was one.
    pub fn last(&self) -> Option<Point> {
        self.numbers.last().map(|(point, _)| *point)
    }

    /// The points that are forbidden to the side to move.
    pub fn fouls(&self) -> Vec<(Point, Foul)> {
        if self.ending.is_none() && self.game.rule().has_fouls(self.side) {
            fouls(&self.game)
        } else {
            Vec::new()
        }
    }

    /// Whether the side to move may play on a point.
    ///
    /// # Errors
    /// If it may not. The text is for the user.
    pub fn check(&self, point: Point) -> Result<(), String> {
        if self.ending.is_some() {
            return Err("The game is over here.".into());
        }
        if !self.game.size().contains(point) {
            return Err("That point is not on the board.".into());
        }
        if self.game.at(point).is_some() {
            return Err("That point is not empty.".into());
        }
        match self
            .fouls()
            .iter()
            .find(|(forbidden, _)| *forbidden == point)
        {
            Some((_, foul)) => Err(format!("That point is forbidden: {}.", foul_text(*foul))),
            None => Ok(()),
        }
    }
}
