//! `even-openings`: openings for matches, from labelled data.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::args::reader::read_options;
use crate::cli::args::table::{Flag, OVERWRITE, Operands, Spec, Takes};
use crate::cli::args::values::{EXPECTED_RULE, EXPECTED_SIZE, parse_size};
use crate::cli::error::{CliError, UsageError};
use crate::cli::output::unwritten;
use crate::report::destination::Destination;
use crate::tools::tuning::openings::{Opening, size_name, write};
use crate::tools::tuning::select::Selection;
use crate::types::score::EVAL_LIMIT;
use crate::types::{BoardSize, Rule, Score};

/// Default of `--limit`.
const DEFAULT_LIMIT: Score = 40;

/// The command.
pub const SPEC: Spec = Spec {
    name: "even-openings",
    aliases: &[],
    summary: "make openings for `match` and `spsa` from training data",
    about: "Make openings for `match` and `spsa` from training data: quiet positions of its games \
            after 3 to 9 plies with a value near 0.",
    usage: &["even-openings --data DATA --tune TUNE --confirm TEST [OPTIONS]"],
    description: "\
The data files are those of `datagen`. Of each game, the first position that
fits is an opening, unless it is an earlier one turned or mirrored. Three
quarters of the openings, by a hash of the position, go into TUNE, and one
quarter into TEST. A setting is tuned with the former and measured with the
latter. `scripts/sprt` and the match runner read the files as well.
",
    flags: &[
        Flag::new(
            "--data",
            Takes::File("DATA"),
            "a data file; may be repeated",
        ),
        Flag::new(
            "--tune",
            Takes::File("TUNE"),
            "the file for openings to tune with",
        ),
        Flag::new(
            "--confirm",
            Takes::File("TEST"),
            "the file for openings to confirm with",
        ),
        Flag::rule("freestyle (default), standard, renju, caro, caro-exact"),
        Flag::text("--size", "N|WxH", "board size. Default: 15"),
        Flag::text(
            "--limit",
            "N",
            "the largest value for either side. Default: 40",
        ),
        OVERWRITE,
    ],
    operands: Operands::None,
    notes: "",
};

/// The arguments of `even-openings`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvenOpeningsArgs {
    data: Vec<PathBuf>,
    tune: Destination,
    confirm: Destination,
    rule: Rule,
    size: BoardSize,
    limit: Score,
    overwrite: bool,
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<EvenOpeningsArgs>, UsageError> {
    let Some(options) = read_options(&SPEC, args)? else {
        return Ok(None);
    };
    let mut parsed = EvenOpeningsArgs {
        data: Vec::new(),
        tune: Destination::Nothing,
        confirm: Destination::Nothing,
        rule: Rule::Freestyle,
        size: BoardSize::square(15).expect("a valid size"),
        limit: DEFAULT_LIMIT,
        overwrite: false,
    };
    for option in &options {
        match option.name() {
            "--data" => parsed.data.push(option.path()),
            "--tune" => parsed.tune = Destination::File(option.path_of_file()?),
            "--confirm" => parsed.confirm = Destination::File(option.path_of_file()?),
            "--rule" => parsed.rule = option.value(EXPECTED_RULE, Rule::from_any_name)?,
            "--size" => parsed.size = option.value(EXPECTED_SIZE, parse_size)?,
            "--limit" => parsed.limit = option.number(0, EVAL_LIMIT)?,
            "--overwrite" => parsed.overwrite = true,
            _ => return Err(option.unread()),
        }
    }
    let needed = [
        ("--data", parsed.data.is_empty()),
        ("--tune", parsed.tune == Destination::Nothing),
        ("--confirm", parsed.confirm == Destination::Nothing),
    ];
    match needed.into_iter().find(|(_, missing)| *missing) {
        Some((name, _)) => Err(UsageError::Required(name)),
        None => Ok(Some(parsed)),
    }
}

/// Reads the data and writes the openings.
///
/// # Errors
/// If a data file cannot be read, or a file or the output cannot be written.
pub fn run(args: &EvenOpeningsArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let inputs: Vec<&Path> = args.data.iter().map(PathBuf::as_path).collect();
    for to in [&args.tune, &args.confirm] {
        let checked = to.check(&inputs, args.overwrite);
        checked.map_err(|error| unwritten(to, error))?;
    }
    let differs = args.confirm.check_differs(&[&args.tune]);
    differs.map_err(|error| unwritten(&args.confirm, error))?;
    let mut selection = Selection::new(args.rule, args.size, args.limit);
    for path in &args.data {
        selection.add(path).map_err(|error| CliError::Read {
            from: path.display().to_string(),
            error,
        })?;
    }
    let selected = selection.finish();
    let text = |purpose: &str, openings: &[Opening]| {
        let about = format!(
            "{} {}: quiet positions of self-play with a value within ±{}, to {purpose} with",
            args.rule.name(),
            size_name(args.size),
            args.limit
        );
        write(&about, args.rule, args.size, openings)
    };
    for (to, purpose, openings) in [
        (&args.tune, "tune", &selected.tune),
        (&args.confirm, "confirm", &selected.confirm),
    ] {
        let written = to.write(text(purpose, openings).as_bytes(), args.overwrite);
        written.map_err(|error| unwritten(to, error))?;
    }
    let (tune, confirm) = (selected.tune.len(), selected.confirm.len());
    writeln!(
        out,
        "{tune} openings to tune with, {confirm} to confirm with"
    )
    .map_err(CliError::Write)
}
