//! The moves of a VCT: fours and open threes, and everything that answers them.

use crate::board::PointSet;
use crate::movegen;
use crate::pattern::{Class, Shape};
use crate::position::Position;
use crate::types::Square;

/// What the patterns say about the attacker, who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// He wins with this move, in that many plies (1 or 3).
    Won(Square, u16),
    /// He cannot keep the defender from a five.
    Lost,
    /// It has to be searched.
    Open,
}

/// What the attacker does next if nothing in the defender's replies prevents it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// He completes a five.
    Five,
    /// He makes an open four or a double four, while the defender has no four.
    OpenFour,
    /// He wins by fours, in at most so many plies.
    Vcf(u16),
}

impl Threat {
    /// Plies to the end, the reply included, after a reply that does not help.
    pub const fn plies(self) -> u16 {
        match self {
            Threat::Five => 2,
            Threat::OpenFour => 4,
            Threat::Vcf(plies) => 1 + plies,
        }
    }
}

/// Reads off the patterns how the attacker, to move, stands.
pub fn status<const CELLS: usize>(position: &Position<CELLS>) -> Status {
    let (us, them) = (position.side(), !position.side());
    if let Some(square) = position.set(us, Class::Five).first::<CELLS>() {
        return Status::Won(square, 1);
    }
    if position.count(them, Class::Five) > 0 {
        return match movegen::stops(position).is_empty() {
            true => Status::Lost,
            false => Status::Open,
        };
    }
    match position.set(us, Class::OpenFour).first::<CELLS>() {
        Some(square) => Status::Won(square, 3),
        None => Status::Open,
    }
}

/// The attacker's moves in a position whose status is open: stopping a five
/// leaves him no choice, otherwise all fours and open threes that are legal.
/// Whether a move really threatens something is seen at the defender's turn.
pub fn attacks<const CELLS: usize>(position: &mut Position<CELLS>) -> Vec<Square> {
    let us = position.side();
    let mut moves = Vec::new();
    if position.count(!us, Class::Five) > 0 {
        moves.extend(movegen::stops(position).iter::<CELLS>());
        moves.retain(|square| movegen::is_legal(position, us, *square));
        return moves;
    }
    for class in [Class::DoubleThree, Class::OpenThreePlus, Class::OpenThree] {
        moves.extend(position.set(us, class).iter::<CELLS>());
    }
    // A point with two threes of which one is false only looks forbidden.
    let suspects: PointSet = *position.set(us, Class::Foul);
    for square in suspects.iter::<CELLS>() {
        let shapes = position.patterns(square).shapes(us);
        if shapes.into_iter().any(Shape::is_open_three)
            && !shapes.into_iter().any(Shape::is_four)
            && movegen::is_legal(position, us, square)
        {
            moves.push(square);
        }
    }
    movegen::fours(position, us, &mut moves);
    moves
}

/// What the attacker, who has just moved, threatens, and all replies that might
/// help against it; `None` if he threatens nothing that counts, or the defender
/// wins at once.
///
/// After any other reply the attacker does what he threatens. For an open four
/// that is so because the reply leaves him such a point and is no four itself.
pub fn defences<const CELLS: usize>(
    position: &mut Position<CELLS>,
) -> Option<(Threat, Vec<Square>)> {
    let defender = position.side();
    let attacker = !defender;
    if position.count(defender, Class::Five) > 0 {
        return None;
    }
    let mut replies = Vec::new();
    let threat = if position.count(attacker, Class::Five) > 0 {
        replies.extend(movegen::stops(position).iter::<CELLS>());
        Threat::Five
    } else if position.count(attacker, Class::OpenFour) > 0 {
        movegen::fours(position, defender, &mut replies);
        let mut answers = movegen::answers(position);
        for four in &replies {
            answers.remove::<CELLS>(*four);
        }
        replies.extend(answers.iter::<CELLS>());
        Threat::OpenFour
    } else {
        return None;
    };
    replies.retain(|square| movegen::is_legal(position, defender, *square));
    Some((threat, replies))
}
