//! What was played in a position, and how the games ended.

use std::cmp::Reverse;
use std::fmt::Write as _;

use serde::Serialize;

use super::folder::Found;
use super::index::{Index, Score, key_after};
use crate::board::diagram::Cell;
use crate::board::notation::{line_names, point_name};
use crate::record::Record;
use crate::report::document::{PROGRAM, PointPair, point, points};
use crate::report::json::{Rounded, document};
use crate::report::text::counted;
use crate::types::{BoardSize, Color, Point};

/// What was played in a position.
pub struct Answer<'a> {
    found: &'a Found,
    position: &'a Record,
    /// The games with the position.
    score: Score,
    /// The moves that were played, the most frequent first. Of moves that lead to the same
    /// position by symmetry, there is one.
    replies: Vec<(Point, Score)>,
}

impl<'a> Answer<'a> {
    /// Looks the position up.
    pub fn new(found: &'a Found, position: &'a Record) -> Answer<'a> {
        let score = found.index.get(key_after(position, None));
        Answer {
            found,
            position,
            score: score.unwrap_or_default(),
            replies: replies(&found.index, position),
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

    /// The answer as text.
    pub fn text(&self) -> String {
        let found = self.found;
        let mut text = format!(
            "{} in {}, {} in {} MB\n",
            counted(found.games, "game", "games"),
            counted(found.files, "file", "files"),
            counted(found.index.len(), "position", "positions"),
            found.index.megabytes()
        );
        let line = self.line();
        let after = match line.is_empty() {
            true => "on the empty board".to_string(),
            false => format!("after {}", line_names(&line, self.size())),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{after}: {}", words(self.score));
        if !self.replies.is_empty() {
            let side = self.side().name();
            let _ = writeln!(
                text,
                "  move    games    black    white    draws  for {side}"
            );
        }
        for (point, score) in &self.replies {
            let share = score.share(self.side());
            let share = share.map_or("-".to_string(), |share| format!("{:.0} %", share * 100.0));
            let _ = writeln!(
                text,
                "  {:<5} {:>7} {:>8} {:>8} {:>8}  {share}",
                point_name(*point, self.size()),
                score.games,
                score.wins[Color::Black.index()],
                score.wins[Color::White.index()],
                score.draws
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
            moves: points(&self.line()),
            files: self.found.files,
            positions: self.found.index.len(),
            notes,
            score: ScoreFields::new(self.score, self.side()),
            replies: self
                .replies
                .iter()
                .map(|(at, score)| Reply {
                    played: point(*at),
                    score: ScoreFields::new(*score, self.side()),
                })
                .collect(),
        })
    }
}

/// A score in words.
pub fn words(score: Score) -> String {
    format!(
        "{}: black won {}, white won {}, drawn {}",
        counted(score.games as usize, "game", "games"),
        score.wins[Color::Black.index()],
        score.wins[Color::White.index()],
        score.draws
    )
}

/// What was played in the position.
fn replies(index: &Index, position: &Record) -> Vec<(Point, Score)> {
    let side = position.side_to_move();
    let board = position.board();
    let mut seen = Vec::new();
    let mut replies = Vec::new();
    for point in position.size().points() {
        if board.get(point) != Cell::Empty {
            continue;
        }
        let key = key_after(position, Some((side, point)));
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        replies.extend(index.get(key).map(|score| (point, score)));
    }
    replies.sort_by_key(|(_, score)| Reverse(score.games));
    replies
}

/// The document of `--json`.
#[derive(Serialize)]
struct Document<'a> {
    command: &'static str,
    program: &'static str,
    width: u8,
    height: u8,
    side: &'static str,
    moves: Vec<PointPair>,
    files: usize,
    positions: usize,
    notes: &'a [String],
    #[serde(flatten)]
    score: ScoreFields,
    replies: Vec<Reply>,
}

/// The fields of a score.
#[derive(Serialize)]
struct ScoreFields {
    games: u32,
    black: u32,
    white: u32,
    draws: u32,
    /// Of the side to move.
    share: Option<Rounded<4>>,
}

impl ScoreFields {
    fn new(score: Score, side: Color) -> ScoreFields {
        ScoreFields {
            games: score.games,
            black: score.wins[Color::Black.index()],
            white: score.wins[Color::White.index()],
            draws: score.draws,
            share: score.share(side).map(Rounded),
        }
    }
}

/// A move that was played.
#[derive(Serialize)]
struct Reply {
    #[serde(rename = "move")]
    played: PointPair,
    #[serde(flatten)]
    score: ScoreFields,
}
