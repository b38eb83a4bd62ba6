//! The moves of a VCT: the attacker's threats and the replies that may stop them.

use crate::board::PointSet;
use crate::movegen;
use crate::pattern::Class;
use crate::rules::{self, ThreatBoard};
use crate::threat::line_board::{LineBoard, ThreatKind};
use crate::types::Square;

/// What the patterns decide about the attacker, who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The attacker wins with this move, in this many plies (1 or 3).
    Won(Square, u16),
    /// The attacker cannot stop the defender's five.
    Lost,
    /// Not decided by the patterns.
    Open,
}

/// What the attacker does next unless the defender's reply prevents it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// The attacker completes a five.
    Five,
    /// The attacker makes an open four or a double four, while the defender has no four.
    OpenFour,
    /// The attacker wins by fours, in at most this many plies.
    Vcf(u16),
    /// The attacker wins by an attack that the proof shows, in at most this many plies. It
    /// takes more than fours.
    Win(u16),
}

impl Threat {
    /// The plies to the end after the attacker's move if the reply does not help; the
    /// reply counts.
    pub const fn plies(self) -> u16 {
        match self {
            Threat::Five => 2,
            Threat::OpenFour => 4,
            Threat::Vcf(plies) | Threat::Win(plies) => 1 + plies,
        }
    }

    /// What is threatened, in words.
    pub fn name(self) -> &'static str {
        match self {
            Threat::Five => "a five",
            Threat::OpenFour => "an open four",
            Threat::Vcf(_) => "a win by fours",
            Threat::Win(_) => "a longer win",
        }
    }

    /// The word for it in documents.
    pub fn id(self) -> &'static str {
        match self {
            Threat::Five => "five",
            Threat::OpenFour => "open-four",
            Threat::Vcf(_) => "vcf",
            Threat::Win(_) => "win",
        }
    }
}

/// What the patterns decide about the attacker, who is to move.
pub fn status<const CELLS: usize>(board: &LineBoard<'_, CELLS>) -> Status {
    let us = board.side();
    if let Some(square) = board.five(us) {
        return Status::Won(square, 1);
    }
    if board.has(!us, ThreatKind::Five) {
        return if movegen::has_stop(board) {
            Status::Open
        } else {
            Status::Lost
        };
    }
    match board.winning_four(us) {
        Some(square) => Status::Won(square, 3),
        None => Status::Open,
    }
}

/// Adds the attacker's moves to `attacks`, which is empty, each with its class, in a position whose
/// status is open. `scratch` is a buffer.
///
/// If the defender threatens a five, these are its legal stops, all with the class
/// `Four`. Otherwise they are all legal fours and open threes, and the points that may
/// prepare a VCF. Whether a move
/// really threatens something is found out at the defender's turn.
pub fn attacks<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    scratch: &mut Vec<Square>,
    attacks: &mut Vec<(Square, Class)>,
) {
    let us = board.side();
    if board.has(!us, ThreatKind::Five) {
        scratch.clear();
        movegen::stops(board, scratch);
        scratch.retain(|square| rules::is_legal(board, us, *square));
        attacks.extend(scratch.iter().map(|square| (*square, Class::Four)));
        return;
    }
    let mut seen = PointSet::<CELLS>::EMPTY;
    for kind in [
        ThreatKind::Four,
        ThreatKind::OpenThree,
        ThreatKind::ClosedThree,
        ThreatKind::OpenTwo,
    ] {
        board.visit(us, kind, |square| {
            if !seen.contains(square) {
                seen.insert(square);
                attacks.push((square, board.class(us, square)));
            }
            true
        });
    }
    keep_legal(board, attacks);
}

/// Those of these empty points that are legal for the side to move, each with its class.
pub fn with_classes<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    squares: &[Square],
) -> Vec<(Square, Class)> {
    let us = board.side();
    let moves = squares
        .iter()
        .map(|square| (*square, board.class(us, *square)));
    let mut moves = moves.collect();
    keep_legal(board, &mut moves);
    moves
}

/// Removes the forbidden ones of these moves of the side to move. Those that only look forbidden
/// get the class of what they make.
fn keep_legal<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    moves: &mut Vec<(Square, Class)>,
) {
    let us = board.side();
    moves.retain_mut(|(square, class)| {
        if *class == Class::Foul {
            // A point with two threes of which one is false only looks forbidden.
            if rules::is_forbidden(board, us, *square) {
                return false;
            }
            *class = if movegen::makes_four(board, us, *square) {
                Class::Four
            } else {
                Class::OpenThree
            };
        }
        true
    });
}

/// The legal fours and open threes of the side to move. If the opponent threatens a five, the
/// legal points that stop it.
pub fn fours_and_threes<const CELLS: usize>(board: &mut LineBoard<'_, CELLS>) -> Vec<Square> {
    let (mut scratch, mut moves) = (Vec::new(), Vec::new());
    attacks(board, &mut scratch, &mut moves);
    let threats = moves
        .into_iter()
        .filter(|(_, class)| *class >= Class::OpenThree);
    threats.map(|(square, _)| square).collect()
}

/// What the attacker, who has just moved, threatens. `None` if the attacker threatens neither a
/// five nor an open four, or if the defender can complete a five. `replies`, which is empty,
/// becomes all replies that may help. `scratch` is a buffer.
///
/// After any other reply the attacker carries out the threat. An open four remains
/// possible because the reply leaves such a point and is not a four.
pub fn defences<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    scratch: &mut Vec<Square>,
    replies: &mut Vec<Square>,
) -> Option<Threat> {
    let defender = board.side();
    let attacker = !defender;
    if board.has(defender, ThreatKind::Five) {
        return None;
    }
    let threat = if board.has(attacker, ThreatKind::Five) {
        movegen::stops(board, replies);
        Threat::Five
    } else {
        scratch.clear();
        board.winning_fours(attacker, scratch);
        if scratch.is_empty() {
            return None;
        }
        movegen::fours(board, defender, replies);
        let fours = replies.len();
        movegen::refutations(board, Class::OpenFour, scratch, replies);
        let mut at = fours;
        while at < replies.len() {
            if replies[..fours].contains(&replies[at]) {
                replies.swap_remove(at);
            } else {
                at += 1;
            }
        }
        Threat::OpenFour
    };
    replies.retain(|square| rules::is_legal(board, defender, *square));
    Some(threat)
}
