//! `fouls`: lists the points that are forbidden to black.

use std::io::Write;

use clap::Args;

use crate::board::notation::point_name;
use crate::cli::error::CliError;
use crate::cli::input::Source;
use crate::cli::input::args::InputArgs;
use crate::cli::output::finished;
use crate::cli::output::{check, print_notes, write_after_result};
use crate::cli::term::Terminal;
use crate::engine::{Ending, Foul, fouls};
use crate::report::destination::Destination;
use crate::report::judgement::{judge, summary};
use crate::report::picture::{Picture, forbidden_marks};
use crate::report::position::InputPosition;
use crate::report::text::foul_text;
use crate::report::words::names;
use crate::types::{Color, Point, Rule};

/// The text before the options.
const DESCRIPTION: &str = "\
The position is given as for `analyze`, see `pbrain-goshawk help analyze`. The
points are listed whoever is to move, from the top row down. The kinds are
  overline        more than five in a row
  double four     two fours at once
  double three    two open threes at once, each of which can become an open four
                  by a move that is not forbidden itself
A move that makes five is not forbidden.
";

/// The text after the options.
const NOTES: &str = "\
Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
";

/// List the points that are forbidden to black in renju
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
#[command(mut_arg("rule", |arg| arg.help("The rule. Default: that of the record, or renju")))]
pub struct FoulsArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Draw the position to FILE, with a cross on each point; `-` prints the picture in place of
    /// the text
    #[arg(long, value_name = "FILE", default_value = "")]
    svg: Destination,
}

/// Reads the position and writes its forbidden points to `out`, then the picture.
///
/// # Errors
/// If the input is not a position, or the output or the picture cannot be written.
pub fn run(args: &FoulsArgs, out: &mut dyn Write) -> Result<(), CliError> {
    check(&[&args.svg], &args.input)?;
    let source = Source::read(&args.input)?;
    if args.input.list {
        return source.list(&args.input, out);
    }
    let position = source.position_under(&args.input, Rule::Renju)?;
    let rule = position.rule;
    let judgement = judge(&position, rule).map_err(|error| source.error(error.into()))?;
    print_notes(&position.notes);
    let found = match judgement.ending {
        Some(_) => Vec::new(),
        None => fouls(&position.game(rule)),
    };
    let ending = judgement.ending.as_ref();
    let picture = || picture(&position, &found, ending);
    let prints_picture = args.svg == Destination::StandardOutput;
    let text = match (prints_picture, ending) {
        (true, _) => picture(),
        (false, Some(ending)) => {
            let note = judgement.note.as_deref();
            finished::describe(&position, rule, ending, note, Terminal::of_stdout())
        }
        (false, None) => {
            let terminal = Terminal::of_stdout();
            let mut text = describe(&position, &found, terminal);
            text.extend(judgement.note.map(|note| terminal.field("note", &note)));
            text
        }
    };
    out.write_all(text.as_bytes()).map_err(CliError::Write)?;
    write_after_result(&args.svg, &args.input, out, picture)
}

/// The board, and the points with their kinds.
fn describe(position: &InputPosition, found: &[(Point, Foul)], terminal: Terminal) -> String {
    let (size, last) = (position.diagram.size(), position.last());
    let points: Vec<Point> = found.iter().map(|(point, _)| *point).collect();
    let mut text = terminal.draw_with_fouls(&position.diagram, None, last, &points);
    text.push_str(&terminal.legend(None, last, &points));
    let list = match points.is_empty() {
        _ if !position.rule.has_fouls(Color::Black) => "none; the rule has no fouls".to_string(),
        true => "none".to_string(),
        false => names(&points, size),
    };
    let kinds: Vec<(String, String)> = found
        .iter()
        .map(|(point, foul)| (point_name(*point, size), foul_text(*foul).to_string()))
        .collect();
    let mut rows = vec![
        ("rule", position.rule.name().to_string()),
        ("forbidden", list),
    ];
    rows.extend(
        kinds
            .iter()
            .map(|(name, kind)| (name.as_str(), kind.clone())),
    );
    text.push_str(&terminal.fields(&rows));
    text
}

/// The position with crosses on the forbidden points.
fn picture(position: &InputPosition, found: &[(Point, Foul)], ending: Option<&Ending>) -> String {
    let size = position.diagram.size();
    let points: Vec<Point> = found.iter().map(|(point, _)| *point).collect();
    let caption = match ending {
        Some(ending) => summary(ending, size),
        None if points.is_empty() => "no point is forbidden".to_string(),
        None => format!("forbidden: {}", names(&points, size)),
    };
    let picture = Picture {
        row: ending.map_or(&[], Ending::points),
        ..position.picture(format!("{}: {caption}", position.rule.name()))
    };
    picture.svg_with_marks(&forbidden_marks(&points))
}
