//! The format of the weight files, and a strict parser.
//!
//! A weight file is text. Its header has one field per line, in this order:
//!
//! ```text
//! goshawk weights 1              format version
//! model evaluation               evaluation or order
//! vocabulary 0123456789abcdef    hash of the combos and classes
//! rule renju                     the rule whose games were fitted
//! side black                     side to move: black, white, or both
//! scale 200                      the score of one unit of the logit
//! record 59261 positions, ...    how the values were made: one or more lines
//! ```
//!
//! The sections of the model follow in fixed order. `section NAME COUNT` starts one;
//! lines with `COUNT` integers in all follow, each within ±[`VALUE_LIMIT`]. Nothing
//! follows the last section. There are no comments and no empty lines; every line, the
//! last one too, ends with a line break.
//!
//! `scripts/fit-eval` and `scripts/fit-order` write such files.

use std::error::Error;
use std::fmt;

use super::vocabulary;
use crate::types::{Color, Rule};

/// Version of the format. It also changes if a shape or class changes its meaning.
pub const FORMAT: u32 = 1;

/// No value of a weight file is larger than this or smaller than its negative.
pub const VALUE_LIMIT: i16 = 3000;

/// What the values of a file are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// The static evaluation.
    Evaluation,
    /// The move order.
    Order,
}

impl Model {
    /// The models.
    pub const ALL: [Model; 2] = [Model::Evaluation, Model::Order];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Model::Evaluation => "evaluation",
            Model::Order => "order",
        }
    }

    /// The model with that [`name`](Model::name), or `None`.
    pub fn from_name(name: &str) -> Option<Model> {
        Model::ALL.into_iter().find(|model| model.name() == name)
    }

    /// The score of one unit of the logit: an evaluation of 200 is a winning chance of
    /// 1 / (1 + 1/e), about three in four; an order score higher by 100 makes a move e times
    /// as likely to be chosen.
    pub const fn scale(self) -> i32 {
        match self {
            Model::Evaluation => 200,
            Model::Order => 100,
        }
    }
}

/// What a weight file is for, as its header must state it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// What the values are for.
    pub model: Model,
    /// The rule whose games were fitted.
    pub rule: Rule,
    /// The side to move; `None` if the values apply to both.
    pub side: Option<Color>,
}

impl Identity {
    /// Whether the file holds values for `side` to move under `rule`.
    pub fn is_for(&self, rule: Rule, side: Color) -> bool {
        self.rule == rule && self.side.is_none_or(|own| own == side)
    }

    /// The fields of the header between the version and the record.
    fn fields(&self) -> [(&'static str, String); 5] {
        let side = side_name(self.side);
        [
            ("model", self.model.name().to_string()),
            ("vocabulary", vocabulary::hash().to_string()),
            ("rule", self.rule.name().to_string()),
            ("side", side.to_string()),
            ("scale", self.model.scale().to_string()),
        ]
    }
}

/// The name of a side in the header; `None` for values that apply to both sides.
pub const fn side_name(side: Option<Color>) -> &'static str {
    match side {
        Some(side) => side.name(),
        None => "both",
    }
}

/// A named array of values in a weight file.
pub type Section<'a> = (&'static str, &'a mut [i16]);

/// Reads a weight file into `sections`, which are in the order of the file.
///
/// # Errors
/// If the file is not exactly of the format above, or if its header does not state
/// `identity` and the vocabulary of this program.
pub fn parse(
    text: &str,
    identity: &Identity,
    sections: &mut [Section<'_>],
) -> Result<(), WeightFileError> {
    let mut lines = Lines {
        rest: text.lines(),
        number: 0,
    };
    let first = lines.next("`goshawk weights VERSION`")?;
    let version = first
        .strip_prefix("goshawk weights ")
        .ok_or_else(|| lines.fault(Fault::NotAWeightFile))?;
    if version != FORMAT.to_string() {
        return Err(lines.fault(Fault::Version(version.to_string())));
    }
    for (name, expected) in identity.fields() {
        let line = lines.next(name)?;
        match line.split_once(' ') {
            Some((field, found)) if field == name && found == expected => {}
            Some((field, found)) if field == name => {
                let found = found.to_string();
                return Err(lines.fault(Fault::Field {
                    name,
                    found,
                    expected,
                }));
            }
            _ => return Err(lines.unexpected(name, line)),
        }
    }
    let mut line = lines.next("record")?;
    if !line.starts_with("record ") {
        return Err(lines.unexpected("record", line));
    }
    while line.starts_with("record ") {
        line = lines.next("section")?;
    }
    let count = sections.len();
    for (number, (name, values)) in sections.iter_mut().enumerate() {
        if line != format!("section {name} {}", values.len()) {
            let expected = format!("section {name} {}", values.len());
            return Err(lines.unexpected(&expected, line));
        }
        lines.values(name, values)?;
        if number + 1 < count {
            line = lines.next("section")?;
        }
    }
    if lines.rest.next().is_some() {
        lines.number += 1;
        return Err(lines.fault(Fault::TrailingData));
    }
    // Without the line break the last value may be truncated.
    if !text.ends_with('\n') {
        return Err(lines.fault(Fault::Truncated("a line break".to_string())));
    }
    Ok(())
}

/// The lines of a weight file, counted.
struct Lines<'a> {
    rest: std::str::Lines<'a>,
    /// The number of the last line read, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    /// The next line, which should hold `expected`.
    fn next(&mut self, expected: &str) -> Result<&'a str, WeightFileError> {
        self.number += 1;
        let line = self.rest.next();
        line.ok_or_else(|| self.fault(Fault::Truncated(expected.to_string())))
    }

    /// Reads the values of a section.
    fn values(&mut self, section: &'static str, values: &mut [i16]) -> Result<(), WeightFileError> {
        let expected = values.len();
        let mut found = 0;
        while found < expected {
            for word in self.next(section)?.split(' ') {
                let Ok(value) = word.parse::<i64>() else {
                    return Err(self.fault(Fault::NotANumber {
                        section,
                        word: word.to_string(),
                    }));
                };
                let slot = values
                    .get_mut(found)
                    .ok_or_else(|| self.fault(Fault::TooManyValues { section, expected }))?;
                *slot = i16::try_from(value)
                    .ok()
                    .filter(|value| (-VALUE_LIMIT..=VALUE_LIMIT).contains(value))
                    .ok_or_else(|| self.fault(Fault::OutOfRange(value)))?;
                found += 1;
            }
        }
        Ok(())
    }

    /// An error on the last line read.
    fn fault(&self, fault: Fault) -> WeightFileError {
        WeightFileError {
            line: self.number,
            fault,
        }
    }

    /// The error that the last line read is not the one expected.
    fn unexpected(&self, expected: &str, found: &str) -> WeightFileError {
        self.fault(Fault::Unexpected {
            expected: expected.to_string(),
            found: found.to_string(),
        })
    }
}

/// Why a weight file is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightFileError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a weight file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The first line is not that of a weight file.
    NotAWeightFile,
    /// The format version is not [`FORMAT`].
    Version(String),
    /// A field of the header does not have the value that it must have.
    Field {
        /// Name of the field.
        name: &'static str,
        /// Its value.
        found: String,
        /// The value it must have.
        expected: String,
    },
    /// The line is not the one that the format requires, for example another section.
    Unexpected {
        /// What the format requires.
        expected: String,
        /// The line.
        found: String,
    },
    /// The file ends where this was expected.
    Truncated(String),
    /// A word among the values is not an integer.
    NotANumber {
        /// The section.
        section: &'static str,
        /// The word.
        word: String,
    },
    /// A value is beyond ±[`VALUE_LIMIT`].
    OutOfRange(i64),
    /// A line continues after the last value of its section.
    TooManyValues {
        /// The section.
        section: &'static str,
        /// Number of values that it has.
        expected: usize,
    },
    /// Something follows the last section.
    TrailingData,
}

impl fmt::Display for WeightFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.fault {
            Fault::NotAWeightFile => write!(f, "not a weight file"),
            Fault::Version(found) => {
                write!(f, "format version {found}; this program reads {FORMAT}")
            }
            Fault::Field {
                name,
                found,
                expected,
            } => write!(f, "{name} is `{found}`, expected `{expected}`"),
            Fault::Unexpected { expected, found } => {
                write!(f, "expected `{expected}`, found `{found}`")
            }
            Fault::Truncated(expected) => write!(f, "the file ends, expected {expected}"),
            Fault::NotANumber { section, word } => {
                write!(f, "section {section}: `{word}` is not an integer")
            }
            Fault::OutOfRange(value) => write!(f, "{value} is beyond ±{VALUE_LIMIT}"),
            Fault::TooManyValues { section, expected } => {
                write!(f, "section {section} has more than {expected} values")
            }
            Fault::TrailingData => write!(f, "data after the last section"),
        }
    }
}

impl Error for WeightFileError {}

#[cfg(test)]
mod tests;
