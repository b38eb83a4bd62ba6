//! `even-openings`: openings for matches, from labelled data.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::cli::args::parser::{new_file, number};
use crate::cli::error::CliError;
use crate::cli::output::unwritten;
use crate::report::destination::Destination;
use crate::tools::tuning::openings::{Opening, size_name, write};
use crate::tools::tuning::select::Selection;
use crate::types::score::EVAL_LIMIT;
use crate::types::{BoardSize, Rule, Score};

/// The text before the options.
const DESCRIPTION: &str = "\
The data files are those of `datagen`. Of each game, the first position that
fits is an opening, unless it is an earlier one turned or mirrored. Three
quarters of the openings, by a hash of the position, go into TUNE, and one
quarter into TEST. A setting is tuned with the former and measured with the
latter. `scripts/sprt` and the match runner read the files as well.
";

/// Make openings for `match` and `spsa` from training data: quiet positions of its games after 3 to
/// 9 plies with a value near 0
#[derive(Args, Clone, Debug)]
#[command(before_help = DESCRIPTION)]
pub struct EvenOpeningsArgs {
    /// A data file; may be repeated
    #[arg(long, value_name = "DATA", required = true)]
    data: Vec<PathBuf>,
    /// The file for openings to tune with
    #[arg(long, value_name = "TUNE", value_parser = new_file(), value_hint = ValueHint::FilePath)]
    tune: Destination,
    /// The file for openings to confirm with
    #[arg(long, value_name = "TEST", value_parser = new_file(), value_hint = ValueHint::FilePath)]
    confirm: Destination,
    /// The rule
    #[arg(long, value_name = "NAME", default_value = "freestyle")]
    rule: Rule,
    /// Board size
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    size: BoardSize,
    /// The maximum value for either side
    #[arg(long, value_name = "N", value_parser = number(0, EVAL_LIMIT), default_value = "40")]
    limit: Score,
    /// Replace existing files
    #[arg(long)]
    overwrite: bool,
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
