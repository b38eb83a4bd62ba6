//! The arguments of the program when it runs as an engine.

use std::ffi::OsString;

use super::text::integer;
use crate::strength::{Level, Strength};

/// Settings that hold until INFO changes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `--threads N`: the number of search threads, reduced to the number of processors.
    pub threads: i64,
    /// `--level N`: how strong the engine plays.
    pub strength: Strength,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 1,
            strength: Strength::FULL,
        }
    }
}

impl Options {
    /// Reads the arguments of the program, without its name. Unknown and malformed arguments are
    /// ignored, because managers add their own.
    pub fn from_arguments(arguments: &[OsString]) -> Options {
        let mut options = Options::default();
        let mut rest = arguments.iter().map(|argument| argument.to_string_lossy());
        while let Some(argument) = rest.next() {
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (argument.as_ref(), None),
            };
            if !["--threads", "--level"].contains(&name) {
                continue;
            }
            let value = value.or_else(|| rest.next().map(|value| value.into_owned()));
            let Some(value) = value.and_then(|value| integer(&value)) else {
                continue;
            };
            match name {
                "--threads" if value > 0 => options.threads = value,
                "--level" => {
                    let level = u8::try_from(value).ok().and_then(Level::new);
                    options.strength = level.map_or(options.strength, Strength::from);
                }
                _ => {}
            }
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Options {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        Options::from_arguments(&words)
    }

    #[test]
    fn the_last_readable_number_of_threads_counts() {
        for (line, threads) in [
            ("", 1),
            ("--threads 3", 3),
            ("--threads=3", 3),
            ("--force-utf8 --threads 2 x", 2),
            ("--threads", 1),
            ("--threads x", 1),
            ("--threads 2 --threads 0", 2),
            ("--threads=-1", 1),
            ("--threads=99999999999999999999999", i64::MAX),
            ("--threadsx=2", 1),
        ] {
            assert_eq!(read(line).threads, threads, "{line}");
        }
    }

    #[test]
    fn a_level_is_a_strength() {
        let level = |number| Strength::from(Level::new(number).expect("a level"));
        for (line, strength) in [
            ("", Strength::FULL),
            ("--level 3", level(3)),
            ("--threads 2 --level=1", level(1)),
            ("--level 10", Strength::FULL),
            ("--level 3 --level 11", level(3)),
            ("--level 0", Strength::FULL),
            ("--level", Strength::FULL),
        ] {
            assert_eq!(read(line).strength, strength, "{line}");
        }
    }
}
