//! Quiet threats: moves after which fours alone would win if the defender passed, and
//! the replies that may help against them.

use super::moves::{Status, status};
use crate::board::{Cell, Direction, Geometry, PointSet};
use crate::movegen;
use crate::pattern::line::REACH;
use crate::pattern::{Class, Shape};
use crate::rules::{self, ThreatBoard};
use crate::threat::line_board::LineBoard;
use crate::types::{Color, Square};

/// Points in the order in which they were found, each once.
#[derive(Default)]
struct OrderedPoints<const CELLS: usize> {
    members: PointSet<CELLS>,
    /// The points in order.
    squares: Vec<Square>,
}

impl<const CELLS: usize> OrderedPoints<CELLS> {
    /// Adds a point unless it is there already.
    fn add(&mut self, square: Square) {
        if !self.members.contains(square) {
            self.members.insert(square);
            self.squares.push(square);
        }
    }
}

/// Adds to `replies`, which is empty, the replies of the defender, who is to move, that may help
/// against a VCF of the attacker with a known tree. After any other reply the VCF still wins.
///
/// A stone can only help if it takes a point of the VCF, blocks the open four at its
/// end, is a four, or makes a four together with the forced replies. Each such point is
/// tried. Under rules where blocked rows do not win, every point near a move of the VCF
/// is. Whether a point is forbidden can depend on stones further away, so all empty points
/// are tried if the VCF contains one that looks forbidden.
pub fn replies<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    tree: &[Square],
    replies: &mut Vec<Square>,
) {
    let defender = board.side();
    movegen::fours(board, defender, replies);
    let points = if board.rule().five_rule(!defender).excludes_blocked_fives() {
        points_near(board, tree)
    } else if meets_fouls(board, tree) {
        board.empty_points()
    } else {
        interfering_points(board, tree)
    };
    let fours = replies.len();
    for square in points {
        if board.cell(square) != Cell::Empty
            || replies[..fours].contains(&square)
            || !rules::is_legal(board, defender, square)
        {
            continue;
        }
        board.make(square);
        let holds = still_wins(board, tree).is_some();
        board.undo();
        if !holds {
            replies.push(square);
        }
    }
}

/// Whether black, in renju, plays a move of the variation on a point that looks forbidden
/// at that time, or could only stop the last four on such a point.
fn meets_fouls<const CELLS: usize>(board: &mut LineBoard<'_, CELLS>, variation: &[Square]) -> bool {
    if !board.rule().has_fouls(Color::Black) {
        return false;
    }
    board.pass();
    let mut found = false;
    for square in variation {
        found |= looks_forbidden(board, *square);
        board.make(*square);
    }
    if board.side() == Color::Black {
        // The stops of the last four.
        let mut stops = Vec::new();
        movegen::stops(board, &mut stops);
        found |= stops.iter().any(|stop| looks_forbidden(board, *stop));
    }
    for _ in variation {
        board.undo();
    }
    board.undo_pass();
    found
}

/// Whether the side to move is black and a point has the class `Foul`.
fn looks_forbidden<const CELLS: usize>(board: &LineBoard<'_, CELLS>, square: Square) -> bool {
    board.side() == Color::Black && board.class(Color::Black, square) == Class::Foul
}

/// The points where a stone may interfere with the variation of a VCF; see [`replies`].
///
/// The variation is played through. A point makes a four with a forced reply if its shape
/// right after the reply is a four. The open four at the end of the variation is blocked by
/// its answers, and by a stone on a point that completes it.
fn interfering_points<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    variation: &[Square],
) -> Vec<Square> {
    let defender = board.side();
    let mut found = OrderedPoints::<CELLS>::default();
    board.pass();
    for (at, square) in variation.iter().enumerate() {
        found.add(*square);
        if at + 1 == variation.len() && matches!(status(board), Status::Won(_, 3)) {
            let mut winning = Vec::new();
            board.winning_fours(board.side(), &mut winning);
            board.pass();
            let mut answers = Vec::new();
            movegen::refutations(board, Class::OpenFour, &winning, &mut answers);
            board.undo_pass();
            answers.into_iter().for_each(|answer| found.add(answer));
        }
        let replying = board.side() == defender;
        board.make(*square);
        if replying {
            let makes_four = |near: Square, direction: Direction| {
                board.shape(defender, near, direction) >= Shape::Four
            };
            add_near(board, *square, makes_four, &mut found);
        }
    }
    // The last four wins because it has two of these points. It need not be an open four that the
    // attacker had a choice to make: it may have to stop a five.
    board.visit_fives(!defender, |five| {
        found.add(five);
        true
    });
    for _ in variation {
        board.undo();
    }
    board.undo_pass();
    found.squares
}

/// The points of these moves, and the empty points near them.
fn points_near<const CELLS: usize>(board: &LineBoard<'_, CELLS>, moves: &[Square]) -> Vec<Square> {
    let mut found = OrderedPoints::<CELLS>::default();
    for square in moves {
        found.add(*square);
        add_near(board, *square, |_, _| true, &mut found);
    }
    found.squares
}

/// Adds the empty points within reach on the four lines through a square that pass a
/// test, which is given the point and the direction of the line.
fn add_near<const CELLS: usize>(
    board: &LineBoard<'_, CELLS>,
    square: Square,
    test: impl Fn(Square, Direction) -> bool,
    found: &mut OrderedPoints<CELLS>,
) {
    for direction in Direction::ALL {
        for step in [-1, 1] {
            for distance in 1..=REACH as i16 {
                let near = Geometry::<CELLS>::shift(square, direction, step * distance);
                match board.cell(near) {
                    Cell::Wall => break,
                    Cell::Empty if test(near, direction) => found.add(near),
                    _ => {}
                }
            }
        }
    }
}

/// The first move of a win for the side to move by the fours of a VCF, which may end
/// earlier than the VCF; `None` if they do not win. `tree` is that of the VCF, see
/// [`VcfSolver::tree`](crate::threat::VcfSolver::tree).
pub fn still_wins<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    tree: &[Square],
) -> Option<Square> {
    let first = match status(board) {
        Status::Won(square, _) => square,
        Status::Lost => return None,
        Status::Open => *tree.first()?,
    };
    wins(board, &mut tree.iter().copied()).then_some(first)
}

/// Whether the side to move wins with the next moves of a tree against every stop. A win
/// can be missed if one branch ends early: its unused moves are then read as those of the
/// next branch.
fn wins<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    tree: &mut impl Iterator<Item = Square>,
) -> bool {
    let attacker = board.side();
    let Some(four) = tree.next() else {
        return false;
    };
    match status(board) {
        Status::Won(..) => return true,
        Status::Lost => return false,
        Status::Open => {}
    }
    let mut stops = Vec::new();
    movegen::stops(board, &mut stops);
    let is_playable = (stops.is_empty() || stops.contains(&four))
        && board.cell(four) == Cell::Empty
        && movegen::makes_four(board, attacker, four)
        && rules::is_legal(board, attacker, four);
    if !is_playable {
        return false;
    }
    board.make(four);
    stops.clear();
    movegen::stops(board, &mut stops);
    stops.retain(|stop| rules::is_legal(board, !attacker, *stop));
    // The tree has the stops in reverse order.
    let all_lose = stops.into_iter().rev().all(|stop| {
        tree.next() == Some(stop) && {
            board.make(stop);
            let wins = wins(board, tree);
            board.undo();
            wins
        }
    });
    board.undo();
    all_lose
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_moves;
    use crate::position::Position;
    use crate::threat::line_board::LineReader;
    use crate::types::{BoardSize, Rule};

    /// White's replies to c5, c7 and c4 make a four. Black's c6 has to stop it, so that black has
    /// no choice of fours there, and makes an open four in the column.
    #[test]
    fn the_ends_of_a_last_four_that_stops_a_five_are_replies() {
        let size = BoardSize::square(15).expect("a size");
        let squares = |moves: &str| -> Vec<Square> {
            let points = parse_moves(moves, size).expect("moves");
            points.into_iter().map(Geometry::<256>::square).collect()
        };
        let black = squares("h11 d9 g9 f8 g8 h8 i8 e7 f7 g7 d5 h6");
        let white = squares("e10 h10 e9 h9 e8 j8 h7 f6 g6 g5 f4");
        let mut position = Position::<256>::new(size, Rule::Renju, Color::Black, &[]);
        for (at, square) in black.iter().enumerate() {
            position.make(*square);
            if let Some(square) = white.get(at) {
                position.make(*square);
            }
        }
        let mut reader = LineReader::new(Rule::Renju);
        let mut board = LineBoard::new(&position, &mut reader);
        let fours = squares("c5 d6 c7 d7 c4 e6 c6");
        let mut found = Vec::new();
        replies(&mut board, &fours, &mut found);
        for end in squares("c8 c3") {
            assert!(found.contains(&end), "{found:?}");
        }
    }
}
