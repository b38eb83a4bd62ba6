//! The arguments of `analyze`; most of them serve the other commands too.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use super::args::{Command, Topic, UsageError};
use super::bench_args::{self, EXPECTED_THREADS};
use crate::engine::Limits;
use crate::time::TimeControl;
use crate::types::{BoardSize, Color, Rule};

/// How long to think if no option bounds the search.
pub const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// More lines than anybody reads.
const MOST_LINES: usize = 99;
/// The longest time that can be asked for, in seconds.
const LONGEST_TIME: f64 = 86_400.0;
/// The file name that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// The arguments of `analyze`.
#[derive(Debug, Default)]
pub struct AnalyzeArgs {
    /// Where to read; standard input if `None`.
    pub file: Option<PathBuf>,
    /// Moves given on the command line instead of a file.
    pub moves: Option<String>,
    /// The rule.
    pub rule: Rule,
    /// Whose move it is, if not to be found out.
    pub side: Option<Color>,
    /// The board's size, if not to be found out.
    pub size: Option<BoardSize>,
    /// What bounds the search.
    pub limits: Limits,
    /// Search threads; `None`: one.
    pub threads: Option<usize>,
    /// Print the move and nothing else.
    pub contest: bool,
    /// How many of the best lines to tell.
    pub lines: Option<usize>,
    /// Where to write a picture.
    pub svg: Option<PathBuf>,
}

/// Reads the arguments.
pub fn parse(args: &[OsString]) -> Result<Command, UsageError> {
    let mut parsed = AnalyzeArgs::default();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let text = arg.to_string_lossy();
        if !text.starts_with('-') || text == STANDARD_INPUT {
            parsed.set_file(arg)?;
            continue;
        }
        let (option, attached) = match text.split_once('=') {
            Some((option, value)) => (option, Some(value.to_string())),
            None => (text.as_ref(), None),
        };
        match (option, &attached) {
            ("--help" | "-h", None) => return Ok(Command::Help(Topic::Analyze)),
            ("--contest", None) => parsed.contest = true,
            ("--svg", _) => {
                let value = attached
                    .map(OsString::from)
                    .or_else(|| rest.next().cloned());
                let missing = || UsageError::MissingValue(option.to_string());
                parsed.svg = Some(PathBuf::from(value.ok_or_else(missing)?));
            }
            _ => {
                let value =
                    || attached.or_else(|| rest.next().map(|v| v.to_string_lossy().into_owned()));
                match option {
                    "--multipv" => parsed.set_lines(option, value())?,
                    _ => parsed.set(option, value)?,
                }
            }
        }
    }
    if parsed.limits == Limits::default() {
        parsed.limits.time.turn = Some(DEFAULT_TIME);
    }
    Ok(Command::Analyze(parsed))
}

impl AnalyzeArgs {
    pub(super) fn set_file(&mut self, name: &OsStr) -> Result<(), UsageError> {
        if self.file.is_some() || self.moves.is_some() {
            return Err(UsageError::TwoInputs(name.to_string_lossy().into_owned()));
        }
        self.file = Some(PathBuf::from(name));
        Ok(())
    }

    /// Sets an option that has a value; `value` fetches it.
    pub(super) fn set(
        &mut self,
        option: &str,
        value: impl FnOnce() -> Option<String>,
    ) -> Result<(), UsageError> {
        let (known, expected): (fn(&mut AnalyzeArgs, &str) -> Option<()>, _) = match option {
            "--rule" => (
                Self::set_rule,
                "freestyle, standard, renju, caro or caro-exact",
            ),
            "--side" => (Self::set_side, "black, white, x or o"),
            "--time" => (
                Self::set_time,
                "a time such as 5, 0.5 or 500ms (a day at most)",
            ),
            "--depth" => (Self::set_depth, "a number of plies from 1"),
            "--nodes" => (Self::set_nodes, "a number of nodes from 1"),
            "--size" => (
                Self::set_size,
                "a size such as 15 or 20x15, sides from 5 to 31",
            ),
            "--threads" => (Self::set_threads, EXPECTED_THREADS),
            "--moves" => (Self::set_moves, "the only position given"),
            _ => return Err(UsageError::UnknownOption(option.to_string())),
        };
        let value = value().ok_or_else(|| UsageError::MissingValue(option.to_string()))?;
        known(self, &value).ok_or_else(|| UsageError::BadValue {
            option: option.to_string(),
            value,
            expected,
        })
    }

    fn set_lines(&mut self, option: &str, value: Option<String>) -> Result<(), UsageError> {
        let value = value.ok_or_else(|| UsageError::MissingValue(option.to_string()))?;
        let lines = value.parse().ok().filter(|n| (1..=MOST_LINES).contains(n));
        self.lines = Some(lines.ok_or_else(|| UsageError::BadValue {
            option: option.to_string(),
            value,
            expected: "a number of lines from 1 to 99",
        })?);
        Ok(())
    }

    fn set_rule(&mut self, value: &str) -> Option<()> {
        self.rule = Rule::from_name(&value.to_lowercase())?;
        Some(())
    }

    fn set_side(&mut self, value: &str) -> Option<()> {
        self.side = Some(side(value)?);
        Some(())
    }

    fn set_time(&mut self, value: &str) -> Option<()> {
        self.limits.time = TimeControl {
            turn: Some(time(value)?),
            ..TimeControl::default()
        };
        Some(())
    }

    fn set_depth(&mut self, value: &str) -> Option<()> {
        self.limits.depth = Some(value.parse().ok().filter(|n| *n > 0)?);
        Some(())
    }

    fn set_nodes(&mut self, value: &str) -> Option<()> {
        self.limits.nodes = Some(value.parse().ok().filter(|n| *n > 0)?);
        Some(())
    }

    fn set_size(&mut self, value: &str) -> Option<()> {
        self.size = Some(size(value)?);
        Some(())
    }

    fn set_threads(&mut self, value: &str) -> Option<()> {
        self.threads = Some(bench_args::count(value)?);
        Some(())
    }

    fn set_moves(&mut self, value: &str) -> Option<()> {
        if self.file.is_some() || self.moves.is_some() {
            return None;
        }
        self.moves = Some(value.to_string());
        Some(())
    }
}

/// A player by name, by letter or by number.
pub fn side(name: &str) -> Option<Color> {
    match name.to_lowercase().as_str() {
        "black" | "b" | "x" | "1" => Some(Color::Black),
        "white" | "w" | "o" | "2" => Some(Color::White),
        _ => None,
    }
}

/// `5`, `0.5`, `5s` or `500ms`.
pub fn time(text: &str) -> Option<Duration> {
    let text = text.trim().to_lowercase();
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').unwrap_or(&text), 1.0),
    };
    let seconds = number.trim().parse::<f64>().ok()? * unit;
    (seconds > 0.0 && seconds <= LONGEST_TIME).then(|| Duration::from_secs_f64(seconds))
}

/// `15` or `20x15`.
pub fn size(text: &str) -> Option<BoardSize> {
    let text = text.to_lowercase();
    let (width, height) = text.split_once('x').unwrap_or((&text, &text));
    BoardSize::new(width.trim().parse().ok()?, height.trim().parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, UsageError> {
        let mut words = line.split_whitespace().map(OsString::from);
        assert_eq!(words.next(), Some("analyze".into()));
        parse(&words.collect::<Vec<_>>())
    }

    fn analyzed(line: &str) -> AnalyzeArgs {
        match parsed(line) {
            Ok(Command::Analyze(args)) => args,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn fault(line: &str) -> String {
        parsed(line).unwrap_err().to_string()
    }

    #[test]
    fn options_are_read() {
        let args = analyzed("analyze --rule Renju --side o --time 500ms --size 20x15 board.txt");
        assert_eq!((args.rule, args.side), (Rule::Renju, Some(Color::White)));
        assert_eq!(args.limits.time.turn, Some(Duration::from_millis(500)));
        assert_eq!(args.size, BoardSize::new(20, 15));
        assert_eq!(args.file, Some(PathBuf::from("board.txt")));
        let args = analyzed("analyze --depth=4 --nodes 1000 --moves=h8i9 --contest --threads 1");
        assert_eq!(
            (args.limits.depth, args.limits.nodes),
            (Some(4), Some(1000))
        );
        assert_eq!(args.limits.time.turn, None, "depth bounds the search alone");
        assert_eq!(args.moves.as_deref(), Some("h8i9"));
        assert!(args.contest && args.threads == Some(1));
        let args = analyzed("analyze --multipv 3 --svg=a.svg h8.txt");
        assert_eq!(
            (args.lines, args.svg),
            (Some(3), Some(PathBuf::from("a.svg")))
        );
        assert_eq!(analyzed("analyze").limits.time.turn, Some(DEFAULT_TIME));
        assert_eq!(analyzed("analyze -").file, Some(PathBuf::from("-")));
        assert_eq!(time("0.25s"), Some(Duration::from_millis(250)));
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(fault("analyze --fast"), "unknown option `--fast`");
        assert_eq!(fault("analyze --time"), "`--time` needs a value");
        assert_eq!(fault("analyze --svg"), "`--svg` needs a value");
        assert_eq!(fault("analyze --multipv"), "`--multipv` needs a value");
        for (line, option) in [
            ("analyze --time never", "--time"),
            ("analyze --time -1", "--time"),
            ("analyze --time nan", "--time"),
            ("analyze --time 1e9", "--time"),
            ("analyze --rule chess", "--rule"),
            ("analyze --side red", "--side"),
            ("analyze --size 4", "--size"),
            ("analyze --size 15x99", "--size"),
            ("analyze --depth 0", "--depth"),
            ("analyze --multipv 0", "--multipv"),
            ("analyze --multipv 100", "--multipv"),
            ("analyze --nodes many", "--nodes"),
            ("analyze --threads 0", "--threads"),
            ("analyze board.txt --moves h8", "--moves"),
        ] {
            assert!(fault(line).starts_with(option), "{line}: {}", fault(line));
        }
        assert!(fault("analyze a b").contains("`b`"));
        assert!(fault("analyze --moves h8 b").contains("`b`"));
    }
}
