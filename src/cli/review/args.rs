//! The arguments of `review`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cli::args::options::{ArgReader, exclusive, is_help, positive};
use crate::cli::args::values::{EXPECTED_THREADS, parse_threads};
use crate::cli::error::UsageError;
use crate::cli::input::args::InputArgs;
use crate::engine::Limits;
use crate::report::files::STANDARD_OUTPUT;

/// Time for a position if no limit option is given.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

/// The arguments of `review`.
#[derive(Debug)]
pub struct ReviewArgs {
    /// The game, and the limits of the search of each position.
    pub input: InputArgs,
    /// Number of search threads.
    pub threads: usize,
    /// The number of moves that belong to the opening; `None` if the record decides.
    pub opening: Option<usize>,
    /// Print JSON instead of text.
    pub json: bool,
    /// The file for the graph; `-` is standard output.
    pub svg: Option<PathBuf>,
    /// The folder for pictures of the moments that decided the game.
    pub pictures: Option<PathBuf>,
    /// The file for the game with comments; `-` is standard output.
    pub sgf: Option<PathBuf>,
}

impl ReviewArgs {
    /// True if the graph is written to standard output, in place of the text.
    pub fn prints_graph(&self) -> bool {
        self.svg.as_deref() == Some(Path::new(STANDARD_OUTPUT))
    }

    /// True if the game with comments is written to standard output, in place of the text.
    pub fn prints_sgf(&self) -> bool {
        self.sgf.as_deref() == Some(Path::new(STANDARD_OUTPUT))
    }
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<ReviewArgs>, UsageError> {
    let mut parsed = ReviewArgs {
        input: InputArgs::default(),
        threads: 1,
        opening: None,
        json: false,
        svg: None,
        pictures: None,
        sgf: None,
    };
    let mut args = ArgReader::new(args);
    while let Some(option) = parsed.input.next_option(&mut args)? {
        let limits = &mut parsed.input.limits;
        match option.as_str() {
            help if is_help(help) => return Ok(None),
            "--json" => parsed.json = true,
            "--svg" => parsed.svg = Some(PathBuf::from(args.raw_value()?)),
            "--pictures" => parsed.pictures = Some(PathBuf::from(args.raw_value()?)),
            "--sgf" => parsed.sgf = Some(PathBuf::from(args.raw_value()?)),
            "--threads" => parsed.threads = args.value(EXPECTED_THREADS, parse_threads)?,
            "--nodes" => limits.nodes = Some(args.value("a number of nodes from 1", positive)?),
            "--opening" => {
                let moves = |text: &str| text.parse().ok();
                parsed.opening = Some(args.value("a number of moves", moves)?);
            }
            // The record tells who played each move.
            "--side" => return Err(UsageError::UnknownOption(option)),
            shared => parsed.input.set(shared, &mut args)?,
        }
    }
    exclusive(&[
        ("--json", parsed.json),
        ("--svg -", parsed.prints_graph()),
        ("--sgf -", parsed.prints_sgf()),
    ])?;
    if parsed.input.limits == Limits::default() {
        parsed.input.limits.time.turn = Some(DEFAULT_TIME);
    }
    Ok(Some(parsed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<ReviewArgs>, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    #[test]
    fn options_are_read() {
        let line = "game.psq --nodes 500 --opening=3 --svg - --sgf a.sgf --pictures dir";
        let args = parsed(line).unwrap().unwrap();
        assert_eq!((args.opening, args.threads), (Some(3), 1));
        assert_eq!(args.input.limits.nodes, Some(500));
        assert_eq!(args.input.limits.time.turn, None);
        assert!(args.prints_graph() && args.sgf.is_some() && args.pictures.is_some());
        let default = parsed("game.psq").unwrap().unwrap();
        assert_eq!(default.input.limits.time.turn, Some(DEFAULT_TIME));
        assert!(parsed("-h").unwrap().is_none());
    }

    #[test]
    fn errors_name_the_option() {
        for (line, option) in [
            ("--side black", "--side"),
            ("--nodes 0", "--nodes"),
            ("--opening x", "--opening"),
            ("--multipv 2", "--multipv"),
            ("--svg", "--svg"),
            ("--json --svg -", "`--json` and `--svg -`"),
            ("a b", "`b`"),
        ] {
            let error = parsed(line).unwrap_err().to_string();
            assert!(error.contains(option), "{error}");
        }
    }
}
