//! The moves of a VCT: fours and open threes, and everything that answers them.

use crate::pattern::Class;
use crate::threat::sketch::{Kind, Sketch};
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
pub fn status<const CELLS: usize>(sketch: &Sketch<'_, CELLS>) -> Status {
    let us = sketch.side();
    if let Some(square) = sketch.five(us) {
        return Status::Won(square, 1);
    }
    if sketch.has(!us, Kind::Five) {
        let mut stops = Vec::new();
        sketch.stops(&mut stops);
        return match stops.is_empty() {
            true => Status::Lost,
            false => Status::Open,
        };
    }
    match sketch.winning_four(us) {
        Some(square) => Status::Won(square, 3),
        None => Status::Open,
    }
}

/// The attacker's moves in a position whose status is open, each with its class:
/// stopping a five leaves him no choice, otherwise all fours and open threes that
/// are legal, and the points that may prepare a VCF. Whether a move really
/// threatens something is seen at the defender's turn.
pub fn attacks<const CELLS: usize>(sketch: &mut Sketch<'_, CELLS>) -> Vec<(Square, Class)> {
    let us = sketch.side();
    let mut squares = Vec::new();
    if sketch.has(!us, Kind::Five) {
        sketch.stops(&mut squares);
        squares.retain(|square| sketch.is_legal(us, *square));
        return squares
            .into_iter()
            .map(|square| (square, Class::Four))
            .collect();
    }
    let mut seen = crate::threat::sketch::Seen::default();
    for kind in [Kind::Four, Kind::Three, Kind::Sleeping, Kind::Two] {
        sketch.each(us, kind, |square| {
            if !seen.again::<CELLS>(square) {
                squares.push(square);
            }
            true
        });
    }
    let mut moves = Vec::with_capacity(squares.len());
    for square in squares {
        let class = match sketch.class(us, square) {
            // A point with two threes of which one is false only looks forbidden.
            Class::Foul if sketch.is_forbidden(us, square) => continue,
            Class::Foul if sketch.makes_four(us, square) => Class::Four,
            Class::Foul => Class::OpenThree,
            class => class,
        };
        moves.push((square, class));
    }
    moves
}

/// What the attacker, who has just moved, threatens, and all replies that might
/// help against it; `None` if he threatens nothing that counts, or the defender
/// wins at once.
///
/// After any other reply the attacker does what he threatens. For an open four
/// that is so because the reply leaves him such a point and is no four itself.
pub fn defences<const CELLS: usize>(
    sketch: &mut Sketch<'_, CELLS>,
) -> Option<(Threat, Vec<Square>)> {
    let defender = sketch.side();
    let attacker = !defender;
    if sketch.has(defender, Kind::Five) {
        return None;
    }
    let mut replies = Vec::new();
    let threat = if sketch.has(attacker, Kind::Five) {
        sketch.stops(&mut replies);
        Threat::Five
    } else {
        let winning = sketch.winning_fours(attacker);
        if winning.is_empty() {
            return None;
        }
        sketch.fours(defender, &mut replies);
        let fours = replies.len();
        sketch.answers(&winning, &mut replies);
        let mut at = fours;
        while at < replies.len() {
            match replies[..fours].contains(&replies[at]) {
                true => drop(replies.swap_remove(at)),
                false => at += 1,
            }
        }
        Threat::OpenFour
    };
    replies.retain(|square| sketch.is_legal(defender, *square));
    Some((threat, replies))
}
