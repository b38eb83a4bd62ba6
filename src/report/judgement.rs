//! Recognises positions in which the game is over and positions that cannot arise.

use std::fmt;

use crate::board::diagram::Cell;
use crate::board::notation::point_names;
use crate::engine::{Contradiction, Ending, end_of_play, result};
use crate::report::position::InputPosition;
use crate::report::text::{counted, foul_text};
use crate::types::{BoardSize, Color, Rule};

/// Why a position cannot be reported on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The game was over before the move with this number.
    GameOver {
        /// The number, from 1.
        number: usize,
    },
    /// The board shows two contradictory results, which the text names.
    Impossible(String),
}

impl PositionError {
    /// The error for two results on a board of this size.
    pub fn contradiction(found: &Contradiction, size: BoardSize) -> PositionError {
        let [one, other] = found
            .rows
            .each_ref()
            .map(|(color, points)| format!("{} has {}", color.name(), point_names(points, size)));
        PositionError::Impossible(format!("{one}, and {other}"))
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::GameOver { number } => {
                write!(f, "the game is over before move {number}")
            }
            PositionError::Impossible(shown) => write!(f, "the position cannot arise: {shown}"),
        }
    }
}

/// What the rules say about a position.
#[derive(Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The end of the game, if it is over.
    pub ending: Option<Ending>,
    /// Why the position cannot arise, if it cannot.
    pub note: Option<String>,
}

/// Judges a position.
///
/// # Errors
/// If the board shows two contradictory results.
pub fn judge(position: &InputPosition, rule: Rule) -> Result<Judgement, PositionError> {
    if position.moves.is_empty() {
        let ending = result(&position.game(rule))
            .map_err(|found| PositionError::contradiction(&found, position.diagram.size()))?;
        let note = wrong_counts(position, ending.as_ref());
        return Ok(Judgement { ending, note });
    }
    let Some((last, ending)) = end_of_play(&position.played(rule)) else {
        let note = wrong_counts(position, None);
        return Ok(Judgement { ending: None, note });
    };
    let rest = position.moves.len() - last;
    let note = moves_after_the_end(last, rest);
    let ending = Some(ending);
    Ok(Judgement { ending, note })
}

/// A note if `rest` moves follow move number `last`, which ended the game.
pub fn moves_after_the_end(last: usize, rest: usize) -> Option<String> {
    let more = counted(rest, "move follows", "moves follow");
    (rest > 0).then(|| format!("cannot arise: the game ended with move {last}, but {more}"))
}

/// A note if the numbers of stones do not fit the side to move or the result.
fn wrong_counts(position: &InputPosition, ending: Option<&Ending>) -> Option<String> {
    if position.has_pass {
        return None;
    }
    let stones = |color| position.diagram.count(Cell::Stone(color));
    let (black, white) = (stones(Color::Black), stones(Color::White));
    let black_moved_last = match black.checked_sub(white) {
        Some(0) => Some(false),
        Some(1) => Some(true),
        _ => None,
    };
    let expected = match ending {
        None => Some(position.side == Color::White),
        Some(Ending::Row { winner, .. }) => Some(*winner == Color::Black),
        Some(Ending::Foul { .. }) => Some(true),
        Some(Ending::Draw) => black_moved_last,
    };
    if black_moved_last.is_some() && black_moved_last == expected {
        return None;
    }
    let counts = format!(
        "black has {} and white {white}",
        counted(black, "stone", "stones")
    );
    Some(match ending {
        None => format!(
            "cannot arise: {counts}, with {} to move",
            position.side.name()
        ),
        Some(_) => format!("cannot arise: {counts}"),
    })
}

/// The result as a phrase, such as `black wins with h8 i8 j8 k8 l8`.
pub fn summary(ending: &Ending, size: BoardSize) -> String {
    let points = point_names(ending.points(), size);
    match ending {
        Ending::Row { winner, .. } => format!("{} wins with {points}", winner.name()),
        Ending::Foul { foul, .. } => {
            format!("white wins by black's foul {points}, {}", foul_text(*foul))
        }
        Ending::Draw => "draw".to_string(),
    }
}
