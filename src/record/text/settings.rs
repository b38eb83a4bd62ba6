//! Headers in the comments of lists of moves and drawn boards.

use std::time::Duration;

use super::COMMENT;
use crate::record::error::{Place, Problem, RecordError};
use crate::record::{GameResult, Record, WonBy, one_line, parse_move_limit};
use crate::types::{BoardSize, Color, OpeningRule, Rule};

/// The headers that comments such as `# rule: renju` and `# size: 20x15` state.
#[derive(Default)]
pub struct Settings {
    rule: Option<Rule>,
    opening: Option<OpeningRule>,
    /// The size of the board.
    pub size: Option<BoardSize>,
    players: [Option<String>; 2],
    result: Option<GameResult>,
    won_by: Option<WonBy>,
    move_limit: Option<Duration>,
    program: Option<String>,
}

impl Settings {
    /// Sets the stated headers in a record.
    pub fn apply(&self, record: &mut Record) {
        record.rule = self.rule;
        record.opening = self.opening;
        record.players.clone_from(&self.players);
        record.result = self.result.or(record.result);
        record.won_by = self.won_by;
        record.move_limit = self.move_limit;
        record.program.clone_from(&self.program);
    }

    /// Reads the comments of a text.
    ///
    /// # Errors
    /// If one has no meaning.
    pub fn read(text: &str) -> Result<Settings, RecordError> {
        let mut settings = Settings::default();
        for (number, line) in (1..).zip(text.lines()) {
            let comment = line.trim().strip_prefix(COMMENT);
            let Some((key, value)) = comment.and_then(|text| text.split_once(':')) else {
                continue;
            };
            let value = value.trim();
            let expected = |what| RecordError::At(Place::line(number), Problem::Expected(what));
            match key.trim() {
                "rule" => {
                    let rule = Rule::from_any_name(value);
                    settings.rule = Some(rule.ok_or(expected("the name of a rule"))?);
                }
                "opening rule" => {
                    let opening = OpeningRule::from_name(value);
                    let opening = opening.ok_or(expected("the name of an opening rule"))?;
                    settings.opening = Some(opening);
                }
                "size" => {
                    let (width, height) = value.split_once('x').unwrap_or((value, value));
                    let side = |text: &str| text.trim().parse().ok();
                    let sides = side(width).zip(side(height));
                    let size = sides.and_then(|(width, height)| BoardSize::new(width, height));
                    settings.size = Some(size.ok_or(expected("a size such as 15 or 20x15"))?);
                }
                "black" => settings.players[Color::Black.index()] = Some(one_line(value)),
                "white" => settings.players[Color::White.index()] = Some(one_line(value)),
                "result" if value == "draw" => settings.result = Some(GameResult::Draw),
                "result" => {
                    let mut reasons = WonBy::ALL.into_iter();
                    settings.won_by = reasons.find(|reason| value.ends_with(reason.words()));
                    let reason = settings.won_by.map_or("", WonBy::words);
                    let winner = value.strip_suffix(reason).unwrap_or(value).trim();
                    settings.result = Color::from_name(winner).map(GameResult::Win);
                }
                "time" => settings.move_limit = parse_move_limit(value),
                "program" => settings.program = Some(one_line(value)),
                _ => {}
            }
        }
        Ok(settings)
    }
}
