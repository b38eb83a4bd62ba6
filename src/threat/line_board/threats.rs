//! The light board as a [`ThreatBoard`].

use super::line_shapes::ThreatKind;
use super::{LineBoard, LineState, SHAPE_BITS, Undo};
use crate::board::{Cell, Direction, PointSet, zobrist};
use crate::pattern::line::locate;
use crate::pattern::{Class, Shape};
use crate::rules::{FOUR_CLASSES, ThreatBoard};
use crate::types::{Color, Rule, Square};

impl<const CELLS: usize> ThreatBoard<CELLS> for LineBoard<'_, CELLS> {
    #[inline]
    fn rule(&self) -> Rule {
        self.rule
    }

    #[inline]
    fn side(&self) -> Color {
        self.side
    }

    /// The key is the one that the [`Position`](crate::position::Position) would have.
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn cell(&self, square: Square) -> Cell {
        let (line, at) = locate::<CELLS>(square, Direction::Horizontal);
        let state = &self.lines[0][line];
        let bit = 1 << at;
        if state.stones[0] & bit != 0 {
            Cell::White
        } else if state.stones[1] & bit != 0 {
            Cell::Black
        } else if self.playable[0][line] & bit != 0 {
            Cell::Empty
        } else {
            Cell::Wall
        }
    }

    fn make(&mut self, square: Square) {
        debug_assert!(self.cell(square) == Cell::Empty);
        let mut undo = Undo {
            square,
            lines: [LineState::default(); 4],
            index: self.index,
        };
        let color = self.side.index();
        for direction in Direction::ALL {
            let (line, at) = locate::<CELLS>(square, direction);
            let state = &mut self.lines[direction.index()][line];
            undo.lines[direction.index()] = *state;
            state.stones[color] |= 1 << at;
            self.update_line(direction, line);
        }
        self.undo.push(undo);
        self.key ^= zobrist::stone(self.side, square) ^ zobrist::WHITE_TO_MOVE;
        self.side = !self.side;
    }

    fn undo(&mut self) {
        let undo = self.undo.pop().expect("undo follows a make");
        self.side = !self.side;
        self.key ^= zobrist::stone(self.side, undo.square) ^ zobrist::WHITE_TO_MOVE;
        for direction in Direction::ALL {
            let (line, _) = locate::<CELLS>(undo.square, direction);
            self.lines[direction.index()][line] = undo.lines[direction.index()];
        }
        self.index = undo.index;
    }

    #[inline]
    fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    #[inline]
    fn undo_pass(&mut self) {
        self.pass();
    }

    #[inline]
    fn shape(&self, color: Color, square: Square, direction: Direction) -> Shape {
        let (line, at) = locate::<CELLS>(square, direction);
        let state = &self.lines[direction.index()][line];
        state.shapes[color.index()].shape(at)
    }

    #[inline]
    fn class(&self, color: Color, square: Square) -> Class {
        let mut word = 0;
        for direction in Direction::ALL {
            let shape = self.shape(color, square, direction);
            word |= (shape.index() as u16) << (SHAPE_BITS * direction.index());
        }
        self.class_of(color, word)
    }

    fn class_if_blocked(
        &self,
        color: Color,
        square: Square,
        direction: Direction,
        defence: Square,
    ) -> Class {
        let mut word = 0;
        for other in Direction::ALL {
            let shape = if other == direction {
                let (line, at) = locate::<CELLS>(square, direction);
                let (_, defence_at) = locate::<CELLS>(defence, direction);
                let mut stones = self.lines[direction.index()][line].stones;
                stones[(!color).index()] |= 1 << defence_at;
                let playable = self.playable[direction.index()][line];
                self.reader.shape(stones, playable, color, at)
            } else {
                self.shape(color, square, other)
            };
            word |= (shape.index() as u16) << (SHAPE_BITS * other.index());
        }
        self.class_of(color, word)
    }

    #[inline]
    fn visit_fives(&self, color: Color, visit: impl FnMut(Square) -> bool) {
        self.visit(color, ThreatKind::Five, visit);
    }

    #[inline]
    fn five(&self, color: Color) -> Option<Square> {
        let mut found = None;
        if self.has(color, ThreatKind::Five) {
            self.visit(color, ThreatKind::Five, |square| {
                found = Some(square);
                false
            });
        }
        found
    }

    fn winning_four(&self, color: Color) -> Option<Square> {
        if !self.has(color, ThreatKind::Four) {
            return None;
        }
        let mut found = None;
        self.visit(color, ThreatKind::WinningFour, |square| {
            if self.class(color, square) == Class::OpenFour {
                found = Some(square);
            }
            found.is_none()
        });
        if found.is_none() && !self.rule.has_fouls(color) {
            // Two fours on different lines: points that are visited twice.
            let mut seen = PointSet::<CELLS>::EMPTY;
            self.visit(color, ThreatKind::Four, |square| {
                if !seen.contains(square) {
                    seen.insert(square);
                } else if self.class(color, square) == Class::OpenFour {
                    found = Some(square);
                }
                found.is_none()
            });
        }
        found
    }

    fn winning_fours(&self, color: Color, moves: &mut Vec<Square>) {
        let start = moves.len();
        self.visit(color, ThreatKind::Four, |square| {
            if self.class(color, square) == Class::OpenFour && !moves[start..].contains(&square) {
                moves.push(square);
            }
            true
        });
    }

    fn fours_by_class(
        &self,
        color: Color,
        moves: &mut Vec<Square>,
        looks_forbidden: &mut Vec<Square>,
    ) {
        if !self.has(color, ThreatKind::Four) {
            return;
        }
        let mut seen = PointSet::<CELLS>::EMPTY;
        let start = moves.len();
        let mut parts = [start; FOUR_CLASSES.len()];
        self.visit(color, ThreatKind::Four, |square| {
            if seen.contains(square) {
                return true;
            }
            seen.insert(square);
            let class = self.class(color, square);
            if class == Class::Foul {
                looks_forbidden.push(square);
            }
            // The points of each class are a part of the list. To insert one, the
            // first point of every later part moves to the end of its part.
            if let Some(part) = FOUR_CLASSES.iter().position(|c| *c == class) {
                moves.push(square);
                let mut at = moves.len() - 1;
                for later in (part + 1..FOUR_CLASSES.len()).rev() {
                    moves.swap(at, parts[later]);
                    at = parts[later];
                    parts[later] += 1;
                }
            }
            true
        });
    }
}
