//! Writes records in the formats of other programs.

use std::fmt::Write as _;

use super::psq::{self, UNKNOWN_RULE};
use super::{Annotations, Format, GameResult, Record, move_limit_text, one_line};
use crate::board::notation::point_names;
use crate::types::{Color, Point, Rule};

impl Record {
    /// The record in a format, which [`Record::parse`] reads back; `None` if the format cannot
    /// hold it. No format holds blocked points, and only SGF holds stones before the first move.
    /// Libraries of RenLib, lines of the protocol and drawn boards are not written.
    pub fn write(&self, format: Format) -> Option<String> {
        match format {
            Format::Psq => self.psq(),
            Format::Sgf => self.sgf(&Annotations::default()),
            Format::Moves => self.list(),
            _ => None,
        }
    }

    /// The name of a player, on one line.
    fn player(&self, side: Color) -> Option<String> {
        self.players[side.index()].as_deref().map(one_line)
    }

    /// The name of a player in a file of Piskvork.
    fn psq_player(&self, side: Color) -> String {
        // A comma would make the name a move or a result. An empty line is skipped, and a
        // number says how the game ended.
        let name = self.player(side).unwrap_or_default().replace(',', " ");
        let name = name.trim();
        let is_move = psq::is_move_of_others(name);
        if name.is_empty() || name.parse::<i64>().is_ok() || is_move {
            "unknown".to_string()
        } else {
            name.to_string()
        }
    }

    /// A file of Piskvork.
    fn psq(&self) -> Option<String> {
        self.turns()?;
        let size = self.size();
        let mut text = format!("Piskvorky {}x{}, 0:0, 0\n", size.width(), size.height());
        for played in &self.moves {
            let Point { x, y } = played.point;
            let time = played.time.map_or(0, |time| time.as_millis());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{},{},{time}", x + 1, y + 1);
        }
        for side in [Color::Black, Color::White] {
            let _ = writeln!(text, "{}", self.psq_player(side));
        }
        let winner = match self.result {
            Some(GameResult::Win(Color::Black)) => 1,
            Some(GameResult::Win(Color::White)) => 2,
            Some(GameResult::Draw) | None => 0,
        };
        let rule = self.rule.map_or(UNKNOWN_RULE, Rule::name);
        let _ = writeln!(text, "-1\n{winner},{rule}");
        Some(text)
    }

    /// A list of moves with comments.
    fn list(&self) -> Option<String> {
        let points = self.turns()?;
        let size = self.size();
        let result = self.result.map(|result| match result {
            GameResult::Win(side) => match self.won_by {
                Some(reason) => format!("{} {}", side.name(), reason.words()),
                None => side.name().to_string(),
            },
            GameResult::Draw => "draw".to_string(),
        });
        let mut text = String::new();
        for (key, value) in [
            ("rule", self.rule.map(|rule| rule.name().to_string())),
            (
                "opening rule",
                self.opening.map(|rule| rule.name().to_string()),
            ),
            ("size", Some(format!("{}x{}", size.width(), size.height()))),
            ("black", self.player(Color::Black)),
            ("white", self.player(Color::White)),
            ("time", self.move_limit.map(move_limit_text)),
            ("result", result),
            ("program", self.program.as_deref().map(one_line)),
        ] {
            if let Some(value) = value {
                let _ = writeln!(text, "# {key}: {value}");
            }
        }
        if self.moves.iter().any(|played| played.time.is_some()) {
            text.push_str("# The times of the moves are not part of this list.\n");
        }
        for (number, turn) in (1..).zip(points.chunks(2)) {
            let _ = writeln!(text, "{number}. {}", point_names(turn, size));
        }
        Some(text)
    }
}
