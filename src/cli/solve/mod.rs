//! `solve`: finds a forced win and proves it.

pub mod args;
mod progress;
mod text;
mod tree;

use std::io::Write;

use crate::cli::error::CliError;
use crate::cli::input::Source;
use crate::cli::output::finished;
use crate::cli::output::{check, print_notes, write_after_result};
use crate::cli::term::Terminal;
use crate::cli::term::keys::StopKeys;
use crate::engine::{Ending, Stone, ending};
use crate::report::boards::forbidden_to;
use crate::report::destination::Destination;
use crate::report::json::document;
use crate::report::judgement::{Judgement, judge, summary};
use crate::report::picture::Picture;
use crate::report::picture::forbidden_marks;
use crate::report::position::InputPosition;
use crate::report::solve::document::SolveDocument;
use crate::report::solve::proof;
use crate::report::text::{printable, terms};
use crate::solve::{Answer, solve};
use args::SolveArgs;
use progress::ProgressLine;

/// Reads the position, searches for a win, writes the result to `out`, and the
/// picture and the proof to their files.
///
/// # Errors
/// If the input is not a position, the output or a file cannot be written, or there is no
/// proof to print.
pub fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), CliError> {
    check(&[&args.svg, &args.proof], &args.input)?;
    let source = Source::read(&args.input)?;
    if args.input.list {
        return source.list(&args.input, out);
    }
    let input = source.position(&args.input)?;
    let judgement = judge(&input, input.rule).map_err(|error| source.error(error.into()))?;
    if !args.json {
        print_notes(&input.notes);
    }
    let note = judgement.note.as_deref();
    if let Some(ending) = &judgement.ending {
        return print_ending(args, &input, &judgement, ending, out);
    }
    let keys = StopKeys::unless(args.input.reads_standard_input()).map_err(CliError::Thread)?;
    let game = input.game(input.rule);
    let request = args.request(&game, input.side);
    let progress = ProgressLine::new(&keys);
    let answer = solve(&request, &progress);
    progress.clear();
    let proof = answer.win.as_ref().and_then(|win| {
        let is_asked_for = args.proof != Destination::Nothing;
        let proof = win.requested_proof(&request).filter(|_| is_asked_for)?;
        Some(proof::text(&input, &request, win.kind, proof))
    });
    let printed = if args.prints_proof() {
        proof.clone().unwrap_or_default()
    } else if args.prints_picture() {
        win_picture(&input, &answer)
    } else if args.json {
        document(&SolveDocument::new(
            &input,
            &judgement,
            Some((&request, &answer)),
        ))
    } else {
        answer_text(args, &input, &answer, note)
    };
    out.write_all(printed.as_bytes()).map_err(CliError::Write)?;
    // Each file is written even if another cannot be.
    let picture = || win_picture(&input, &answer);
    let drawn = write_after_result(&args.svg, &args.input, out, picture);
    let proved = match (&args.proof, proof) {
        (Destination::Nothing, _) => Ok(()),
        (_, Some(proof)) => write_proof(args, proof, out),
        // The document says so.
        (_, None) if args.json => Ok(()),
        (_, None) if args.prints_text() => {
            let missing = match &answer.win {
                Some(_) => "not completed, not written",
                None => "none, not written",
            };
            let line = Terminal::of_stdout().field("proof", missing);
            out.write_all(line.as_bytes()).map_err(CliError::Write)
        }
        (_, None) => Err(CliError::NoProof(text::missing_proof(&input, &answer))),
    };
    drawn.and(proved)
}

fn answer_text(
    args: &SolveArgs,
    input: &InputPosition,
    answer: &Answer,
    note: Option<&str>,
) -> String {
    let terminal = Terminal::of_stdout();
    let mut text = text::describe(input, answer, terminal);
    text.push_str(&finished::rows_without_win(input, terminal));
    text.extend(note.map(|note| terminal.field("note", note)));
    text.extend(terms(&text).map(|terms| terminal.field("terms", &terms)));
    let proof = answer.win.as_ref().and_then(|win| win.proof.as_ref());
    text.extend(proof.filter(|_| args.tree).map(|proof| {
        let tree = tree::text(proof, input.diagram.size(), terminal.width());
        format!("\n{tree}\n")
    }));
    text
}

/// Writes a proof after the result, and reports it in a text.
fn write_proof(args: &SolveArgs, proof: String, out: &mut dyn Write) -> Result<(), CliError> {
    write_after_result(&args.proof, &args.input, out, || proof)?;
    let Some(path) = args.proof.file().filter(|_| args.prints_text()) else {
        return Ok(());
    };
    let written = format!("written to {}", printable(&path.display().to_string()));
    let line = Terminal::of_stdout().field("proof", &written);
    out.write_all(line.as_bytes()).map_err(CliError::Write)
}

/// Prints a game that is over, and writes the result in place of a proof.
fn print_ending(
    args: &SolveArgs,
    input: &InputPosition,
    judgement: &Judgement,
    ending: &Ending,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let text = if args.prints_proof() {
        proof::ending_text(input, ending)
    } else if args.prints_picture() {
        ending_picture(input, ending)
    } else if args.json {
        document(&SolveDocument::new(input, judgement, None))
    } else {
        let note = judgement.note.as_deref();
        finished::describe(input, input.rule, ending, note, Terminal::of_stdout())
    };
    out.write_all(text.as_bytes()).map_err(CliError::Write)?;
    let picture = || ending_picture(input, ending);
    let drawn = write_after_result(&args.svg, &args.input, out, picture);
    let proved = write_proof(args, proof::ending_text(input, ending), out);
    drawn.and(proved)
}

/// A picture of the win: the moves up to the five with their numbers, and the five. If the other
/// side cannot make a reply before the five, the main line.
fn win_picture(input: &InputPosition, answer: &Answer) -> String {
    let variation = match &answer.win {
        Some(win) if win.to_five.is_empty() => &win.variation,
        Some(win) => &win.to_five,
        None => &Vec::new(),
    };
    let mut game = input.game(input.rule);
    let forbidden = forbidden_to(input.side, &game);
    let mut side = input.side;
    for point in variation {
        let put = game.put(*point, Stone::Of(side));
        debug_assert_eq!(put, Ok(()), "the moves of a win are on empty points");
        side = !side;
    }
    let ending = ending(&game).filter(|_| !variation.is_empty());
    let caption = format!("{}: {}", input.rule.name(), text::outcome(input, answer));
    let picture = Picture {
        variation,
        row: ending.as_ref().map_or(&[], Ending::points),
        ..input.picture(caption)
    };
    picture.svg_with_marks(&forbidden_marks(&forbidden))
}

/// A picture of a game that is over.
fn ending_picture(input: &InputPosition, ending: &Ending) -> String {
    let summary = summary(ending, input.diagram.size());
    let picture = Picture {
        row: ending.points(),
        ..input.picture(format!("{}: {summary}", input.rule.name()))
    };
    picture.svg()
}
