//! The arguments of `analyze`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::cli::args::options::{ArgReader, exclusive, is_help, positive};
use crate::cli::args::values::{EXPECTED_MEMORY, EXPECTED_THREADS, parse_memory, parse_threads};
use crate::cli::error::UsageError;
use crate::cli::input::args::{DEFAULT_TIME, InputArgs};
use crate::engine::{DEFAULT_MEMORY, Limits};
use crate::report::files::STANDARD_OUTPUT;

/// The largest value of `--multipv`.
const MAX_LINES: usize = 99;

/// The arguments of `analyze`.
#[derive(Debug)]
pub struct AnalyzeArgs {
    /// The position and the limits.
    pub input: InputArgs,
    /// Number of search threads.
    pub threads: usize,
    /// The memory limit of the process in bytes.
    pub memory: u64,
    /// Number of MultiPV lines.
    pub lines: usize,
    /// Explain the position and the best move in words.
    pub explain: bool,
    /// Print JSON instead of text.
    pub json: bool,
    /// The file for a picture; `-` is standard output.
    pub svg: Option<PathBuf>,
}

impl AnalyzeArgs {
    /// True if the picture is written to standard output, in place of the text.
    pub fn prints_picture(&self) -> bool {
        self.svg.as_deref() == Some(Path::new(STANDARD_OUTPUT))
    }
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<AnalyzeArgs>, UsageError> {
    let mut parsed = AnalyzeArgs {
        input: InputArgs::default(),
        threads: 1,
        memory: DEFAULT_MEMORY,
        lines: 1,
        explain: false,
        json: false,
        svg: None,
    };
    let mut args = ArgReader::new(args);
    while let Some(option) = parsed.input.next_option(&mut args)? {
        let limits = &mut parsed.input.limits;
        match option.as_str() {
            help if is_help(help) => return Ok(None),
            "--explain" => parsed.explain = true,
            "--json" => parsed.json = true,
            "--svg" => parsed.svg = Some(PathBuf::from(args.raw_value()?)),
            "--threads" => parsed.threads = args.value(EXPECTED_THREADS, parse_threads)?,
            "--memory" => parsed.memory = args.value(EXPECTED_MEMORY, parse_memory)?,
            "--depth" => limits.depth = Some(args.value("a number of plies from 1", positive)?),
            "--nodes" => limits.nodes = Some(args.value("a number of nodes from 1", positive)?),
            "--multipv" => {
                let lines = |text: &str| positive(text).filter(|lines| *lines <= MAX_LINES);
                parsed.lines = args.value("a number of lines from 1 to 99", lines)?;
            }
            shared => parsed.input.set(shared, &mut args)?,
        }
    }
    // Each of these takes the place of the text, except the explanation, which is part of it.
    exclusive(&[
        ("--json", parsed.json),
        ("--svg -", parsed.prints_picture()),
        ("--explain", parsed.explain),
    ])?;
    if parsed.input.limits == Limits::default() {
        parsed.input.limits.time.turn = Some(DEFAULT_TIME);
    }
    Ok(Some(parsed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Color, Rule};
    use std::time::Duration;

    fn parsed(line: &str) -> Result<Option<AnalyzeArgs>, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    fn args(line: &str) -> AnalyzeArgs {
        parsed(line).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        parsed(line).unwrap_err().to_string()
    }

    #[test]
    fn options_are_read() {
        let first = args("--rule Renju --side o --time 500ms --size 20x15 board.txt");
        let input = &first.input;
        assert_eq!(
            (input.rule, input.side),
            (Some(Rule::Renju), Some(Color::White))
        );
        assert_eq!(input.limits.time.turn, Some(Duration::from_millis(500)));
        assert_eq!(input.size, BoardSize::new(20, 15));
        assert_eq!(input.file, Some(PathBuf::from("board.txt")));
        let second = args("--depth=4 --nodes 1000 --moves=h8i9 --threads 1");
        let limits = &second.input.limits;
        assert_eq!((limits.depth, limits.nodes), (Some(4), Some(1000)));
        assert_eq!(limits.time.turn, None, "no default time with other limits");
        assert_eq!(second.input.moves.as_deref(), Some("h8i9"));
        assert_eq!(second.threads, 1);
        assert_eq!(second.memory, DEFAULT_MEMORY);
        assert_eq!(args("--memory 4096").memory, 4 << 30);
        let third = args("--multipv 3 --svg=a.svg h8.txt");
        assert_eq!((third.lines, third.svg), (3, Some(PathBuf::from("a.svg"))));
        assert!(!args("--svg=a.svg").prints_picture() && args("--svg -").prints_picture());
        assert_eq!(args("").input.limits.time.turn, Some(DEFAULT_TIME));
        assert!(args("").input.reads_standard_input());
        assert!(args("-").input.reads_standard_input());
        assert!(!args("--moves=").input.reads_standard_input());
        assert!(parsed("--depth 3 --help").unwrap().is_none());
    }

    #[test]
    fn errors_name_the_option() {
        assert_eq!(error("--fast"), "unknown option `--fast`");
        assert_eq!(error("--time"), "`--time` needs a value");
        assert_eq!(error("--svg"), "`--svg` needs a value");
        assert_eq!(error("--multipv"), "`--multipv` needs a value");
        assert_eq!(error("--contest"), "unknown option `--contest`");
        let exclusive = "`--json` and `--svg -` cannot be used together";
        assert_eq!(error("--svg - --json"), exclusive);
        assert!(error("--explain --json").contains("`--explain`"));
        for (line, option) in [
            ("--time never", "--time"),
            ("--rule chess", "--rule"),
            ("--side red", "--side"),
            ("--size 4", "--size"),
            ("--depth 0", "--depth"),
            ("--multipv 0", "--multipv"),
            ("--multipv 100", "--multipv"),
            ("--nodes many", "--nodes"),
            ("--threads 0", "--threads"),
            ("--memory 0", "--memory"),
        ] {
            assert!(error(line).starts_with(option), "{line}: {}", error(line));
        }
        assert!(error("a b").contains("`b` is a second"));
        assert!(error("--moves h8 b").contains("`b` is a second"));
        assert!(error("b --moves h8").contains("`--moves` is a second"));
    }
}
