//! The moves that were played in a position, and the results of the games.

use std::fmt::Write as _;

use serde::Serialize;

use super::folder::Found;
use crate::board::notation::{point_name, point_names};
use crate::opening::rules::renju::RenjuOpening;
use crate::record::Record;
use crate::report::document::{OpeningName, PROGRAM};
use crate::report::games::{Tally, key_of};
use crate::report::json::{Rounded, document};
use crate::report::text::counted;
use crate::types::{BoardSize, Color, Point};

/// What was played in a position.
pub struct Answer<'a> {
    found: &'a Found,
    position: &'a Record,
    /// The games with the position.
    tally: Tally,
    /// The moves that were played, the most frequent first. Moves that are the same by symmetry
    /// are counted as one.
    replies: Vec<(Point, Tally)>,
}

impl<'a> Answer<'a> {
    /// Looks the position up.
    pub fn new(found: &'a Found, position: &'a Record) -> Answer<'a> {
        let (board, side) = (position.board(), position.side_to_move());
        let tally = found.index.get(key_of(&board, side));
        Answer {
            found,
            position,
            tally: tally.unwrap_or_default(),
            replies: found.index.replies(&board, side),
        }
    }

    fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// The side to move.
    fn side(&self) -> Color {
        self.position.side_to_move()
    }

    /// The points of the moves that lead to the position.
    fn line(&self) -> Vec<Point> {
        let moves = self.position.moves.iter();
        moves.map(|played| played.point).collect()
    }

    /// The one of the 26 openings of renju that the first three moves form, if any, after
    /// another move.
    fn opening(&self, next: Option<Point>) -> Option<&'static RenjuOpening> {
        let mut moves = self.line();
        moves.extend(next);
        let first = self.position.turns().and(moves.first_chunk())?;
        RenjuOpening::of_points(*first, self.size())
    }

    /// The answer as text.
    pub fn text(&self) -> String {
        let found = self.found;
        let mut text = format!(
            "{} in {}, {} in {} MB\n",
            counted(found.games, "game", "games"),
            counted(found.files, "file", "files"),
            counted(found.index.positions(), "position", "positions"),
            found.index.megabytes()
        );
        let line = self.line();
        let after = if line.is_empty() {
            "on the empty board".to_string()
        } else {
            format!("after {}", point_names(&line, self.size()))
        };
        let opening = self.opening(None);
        let opening = opening.map_or(String::new(), |opening| format!(" ({opening})"));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{after}{opening}: {}", words(self.tally));
        if !self.replies.is_empty() {
            let side = self.side().name();
            let _ = writeln!(
                text,
                "  move    games    black    white    draws  for {side}"
            );
        }
        for (point, tally) in &self.replies {
            let share = tally.share(self.side());
            let share = share.map_or("-".to_string(), |share| format!("{:.0} %", share * 100.0));
            let share = match self.opening(Some(*point)) {
                Some(opening) => format!("{share:<9}  {opening}"),
                None => share,
            };
            let _ = writeln!(
                text,
                "  {:<5} {:>7} {:>8} {:>8} {:>8}  {share}",
                point_name(*point, self.size()),
                tally.games,
                tally.wins[Color::Black.index()],
                tally.wins[Color::White.index()],
                tally.draws
            );
        }
        text
    }

    /// The answer as JSON.
    pub fn json(&self, notes: &[String]) -> String {
        document(&Document {
            command: "games",
            program: PROGRAM,
            width: self.size().width(),
            height: self.size().height(),
            side: self.side().name(),
            moves: self.line(),
            opening: self.opening(None).map(OpeningName::new),
            files: self.found.files,
            positions: self.found.index.positions(),
            notes,
            tally: TallyFields::new(self.tally, self.side()),
            replies: self
                .replies
                .iter()
                .map(|(at, tally)| Reply {
                    played: *at,
                    opening: self.opening(Some(*at)).map(OpeningName::new),
                    tally: TallyFields::new(*tally, self.side()),
                })
                .collect(),
        })
    }
}

/// A tally in words.
pub fn words(tally: Tally) -> String {
    format!(
        "{}: black won {}, white won {}, drawn {}",
        counted(tally.games as usize, "game", "games"),
        tally.wins[Color::Black.index()],
        tally.wins[Color::White.index()],
        tally.draws
    )
}

/// The document of `--json`.
#[derive(Serialize)]
struct Document<'a> {
    command: &'static str,
    program: &'static str,
    width: u8,
    height: u8,
    side: &'static str,
    moves: Vec<Point>,
    opening: Option<OpeningName>,
    files: usize,
    positions: usize,
    notes: &'a [String],
    #[serde(flatten)]
    tally: TallyFields,
    replies: Vec<Reply>,
}

/// The fields of a tally.
#[derive(Serialize)]
struct TallyFields {
    games: u32,
    black: u32,
    white: u32,
    draws: u32,
    /// The share of the side to move.
    share: Option<Rounded<4>>,
}

impl TallyFields {
    fn new(tally: Tally, side: Color) -> TallyFields {
        TallyFields {
            games: tally.games,
            black: tally.wins[Color::Black.index()],
            white: tally.wins[Color::White.index()],
            draws: tally.draws,
            share: tally.share(side).map(Rounded),
        }
    }
}

/// A move that was played.
#[derive(Serialize)]
struct Reply {
    #[serde(rename = "move")]
    played: Point,
    opening: Option<OpeningName>,
    #[serde(flatten)]
    tally: TallyFields,
}
