//! Parsers of option values for `clap`. Each says what it expects, for errors, and has the words
//! that help and completion offer.
//!
//! A field of type [`Rule`], [`Color`], [`BoardSize`], [`OpeningRule`], [`Level`], [`Levels`] or
//! [`Destination`] finds its parser automatically; other fields name one of the functions here.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, TypedValueParser, ValueParserFactory};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, Command};

use crate::cli::args::values::{
    EXPECTED_MEMORY, EXPECTED_SIDE, EXPECTED_SIZE, EXPECTED_THREADS, EXPECTED_TIME, one_of,
    parse_memory, parse_size, parse_threads, parse_time, positive,
};
use crate::files::STANDARD_OUTPUT;
use crate::play::seats::Levels;
use crate::report::destination::Destination;
use crate::strength::Level;
use crate::types::{BoardSize, Color, OpeningRule, Rule};

/// The numbers of the levels.
const LEVELS: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// How a value is read from its text.
#[derive(Clone)]
pub struct Kind<F> {
    /// What is expected, for errors.
    expected: Cow<'static, str>,
    /// The words that help and completion offer; others may be read as well.
    words: Vec<&'static str>,
    /// Reads the text; `None` if it is something else.
    read: F,
}

impl<F> Kind<F> {
    /// A value that is not one of a few words.
    pub fn new(expected: impl Into<Cow<'static, str>>, read: F) -> Kind<F> {
        Kind {
            expected: expected.into(),
            words: Vec::new(),
            read,
        }
    }

    /// One of these words, in each spelling that `read` knows.
    pub fn of_words(words: &[&'static str], read: F) -> Kind<F> {
        Kind::new(one_of(words), read).offering(words)
    }

    /// Also offers these words.
    pub fn offering(self, words: &[&'static str]) -> Kind<F> {
        let words = words.to_vec();
        Kind { words, ..self }
    }
}

impl<T, F> TypedValueParser for Kind<F>
where
    F: Fn(&str) -> Option<T> + Clone + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let text = value.to_string_lossy();
        let wrong = || wrong_value(command, arg, value, &self.expected);
        (self.read)(&text).ok_or_else(wrong)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = self.words.iter().copied().map(PossibleValue::new);
        (!self.words.is_empty()).then(|| Box::new(values) as _)
    }
}

/// The error for a value that is not what is expected.
fn wrong_value(command: &Command, arg: Option<&Arg>, value: &OsStr, expected: &str) -> clap::Error {
    let mut error = clap::Error::new(ErrorKind::ValueValidation).with_cmd(command);
    let name = arg.map_or(String::new(), ToString::to_string);
    for (kind, text) in [
        (ContextKind::InvalidArg, name),
        (
            ContextKind::InvalidValue,
            value.to_string_lossy().into_owned(),
        ),
        (ContextKind::Custom, expected.to_string()),
    ] {
        error.insert(kind, ContextValue::String(text));
    }
    error
}

/// A function that reads a text.
type Read<T> = fn(&str) -> Option<T>;

/// Gives a type its parser.
macro_rules! parsed_by {
    ($type:ty, $kind:expr) => {
        impl ValueParserFactory for $type {
            type Parser = Kind<Read<$type>>;

            fn value_parser() -> Self::Parser {
                $kind
            }
        }
    };
}

parsed_by!(
    Rule,
    Kind::of_words(&Rule::ALL.map(Rule::name), Rule::from_any_name)
);
parsed_by!(
    Color,
    Kind::new(EXPECTED_SIDE, Color::from_name as Read<Color>).offering(&["black", "white"])
);
parsed_by!(BoardSize, Kind::new(EXPECTED_SIZE, parse_size));
parsed_by!(
    OpeningRule,
    Kind::of_words(&OpeningRule::NAMES, OpeningRule::from_name)
);
parsed_by!(
    Level,
    Kind::new("a level from 1 to 10", parse_level as Read<Level>).offering(&LEVELS)
);
parsed_by!(
    Levels,
    Kind::new(
        "a level from 1 to 10, or two such as 3,7",
        Levels::parse as Read<Levels>
    )
    .offering(&LEVELS)
);

/// Reads a level.
fn parse_level(text: &str) -> Option<Level> {
    Level::new(text.parse().ok()?)
}

/// A time.
pub fn time() -> Kind<Read<Duration>> {
    Kind::new(EXPECTED_TIME, parse_time)
}

/// A number of threads.
pub fn threads() -> Kind<Read<usize>> {
    Kind::new(EXPECTED_THREADS, parse_threads)
}

/// A number of megabytes, read as bytes.
pub fn memory() -> Kind<Read<u64>> {
    Kind::new(EXPECTED_MEMORY, parse_memory)
}

/// A number of nodes.
pub fn nodes() -> Kind<Read<u64>> {
    Kind::new("a number of nodes from 1", positive)
}

/// The number of a game in a file.
pub fn game() -> Kind<Read<usize>> {
    Kind::new("the number of a game, from 1", positive)
}

/// A list of moves. An option that follows is not taken for it.
pub fn moves() -> Kind<Read<String>> {
    Kind::new("a list of moves", |text| {
        (!text.starts_with("--")).then(|| text.to_string())
    })
}

/// Any text.
pub fn text() -> Kind<Read<String>> {
    Kind::new("text", |text| Some(text.to_string()))
}

/// A number from `min` to `max`, which have the type of the field.
pub fn number<T>(min: T, max: T) -> Kind<impl Fn(&str) -> Option<T> + Clone + Send + Sync>
where
    T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    let read = move |text: &str| {
        let number: T = text.parse().ok()?;
        (min..=max).contains(&number).then_some(number)
    };
    Kind::new(format!("a number from {min} to {max}"), read)
}

/// The name of a file that is read as well as written, which standard output cannot be.
pub fn file_name() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path == Path::new(STANDARD_OUTPUT) {
            Err("the name of a file")
        } else {
            Ok(path)
        }
    })
}

/// A file that is written, not standard output.
pub fn new_file() -> impl TypedValueParser<Value = Destination> {
    file_name().map(Destination::File)
}

/// The parser of a [`Destination`]. Without the option, it is nothing.
#[derive(Clone)]
pub struct ToFile;

impl ValueParserFactory for Destination {
    type Parser = ToFile;

    fn value_parser() -> ToFile {
        ToFile
    }
}

impl TypedValueParser for ToFile {
    type Value = Destination;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Destination, clap::Error> {
        if value.is_empty() {
            Err(wrong_value(command, arg, value, "the name of a file, or -"))
        } else {
            Ok(Destination::of(PathBuf::from(value)))
        }
    }

    fn parse_ref_(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
        source: ValueSource,
    ) -> Result<Destination, clap::Error> {
        match source {
            ValueSource::DefaultValue => Ok(Destination::Nothing),
            _ => self.parse_ref(command, arg, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_offered() {
        let levels = LEVELS.map(|level| parse_level(level).map(Level::number));
        assert!(
            levels
                .iter()
                .zip(1..)
                .all(|(level, number)| *level == Some(number))
        );
        assert_eq!(levels.last(), Some(&Some(Level::STRONGEST.number())));
    }
}
