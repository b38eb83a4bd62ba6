//! `analyze`: searches one position and prints the result.

pub mod args;
pub mod progress;

use std::io::Write;

use crate::board::notation;
use crate::cli::analyze::args::AnalyzeArgs;
use crate::cli::analyze::progress::ProgressMode;
use crate::cli::error::CliError;
use crate::cli::input::Source;
use crate::cli::output::finished;
use crate::cli::output::{check, print_notes, write_after_result};
use crate::cli::term::Terminal;
use crate::cli::term::keys::StopKeys;
use crate::cli::term::layout::field_lines;
use crate::engine::{Ending, Engine, Outcome, Report, Request, SearchOptions};
use crate::report::analysis::AnalysisDocument;
use crate::report::boards::forbidden_to;
use crate::report::explain::explanation;
use crate::report::json::document;
use crate::report::judgement::{Judgement, judge, summary};
use crate::report::picture::Picture;
use crate::report::picture::forbidden_marks;
use crate::report::position::InputPosition;
use crate::report::text::{bound_text, score_text, terms};
use crate::types::{Color, Rule};

/// Number of moves of the principal variation that a picture shows.
const PICTURE_MOVES: usize = 12;

/// Reads the position, searches it, and writes the result to `out`.
///
/// # Errors
/// If the input is not a position, or the output or the picture cannot be written.
pub fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> Result<(), CliError> {
    check(&[&args.svg], &args.input)?;
    let source = Source::read(&args.input)?;
    if args.input.list {
        return source.list(&args.input, out);
    }
    let position = source.position(&args.input)?;
    let rule = position.rule;
    let judgement = judge(&position, rule).map_err(|error| source.error(error.into()))?;
    if !args.json {
        print_notes(&position.notes);
    }
    if let Some(ending) = &judgement.ending {
        return print_ending(args, &position, &judgement, ending, out);
    }
    let game = position.game(rule);
    let mut engine = Engine::new();
    engine.set_threads(args.threads);
    engine.set_memory(args.memory);
    let request = Request {
        side: position.side,
        options: SearchOptions {
            multipv: args.multipv,
            ignores_stone_limit: args.no_stone_limit,
            ..SearchOptions::analysis()
        },
        ..Request::new(&game, &args.limits())
    };
    let terminal = Terminal::of_stdout();
    let mode = if args.prints_picture() || args.json {
        ProgressMode::Hidden
    } else {
        ProgressMode::new(terminal)
    };
    let keys = StopKeys::unless(args.input.reads_standard_input()).map_err(CliError::Thread)?;
    let outcome = progress::think(&mut engine, &request, mode, &keys, out)?;
    let note = judgement.note.as_deref();
    let text = if args.json {
        document(&AnalysisDocument::new(
            &position,
            &judgement,
            Some(&outcome),
        ))
    } else if args.prints_picture() {
        picture(&position, rule, &outcome)
    } else {
        let mut text = describe(&position, rule, &outcome, terminal);
        if args.explain {
            text.push('\n');
            let width = terminal.width();
            let rows = explanation(&game, position.side, &outcome);
            text.extend(rows.iter().map(|(name, row)| field_lines(name, row, width)));
        }
        text.push_str(&finished::rows_without_win(&position, terminal));
        text.extend(note.map(|note| terminal.field("note", note)));
        text.extend(terms(&text).map(|terms| terminal.field("terms", &terms)));
        text
    };
    out.write_all(text.as_bytes()).map_err(CliError::Write)?;
    write_after_result(&args.svg, &args.input, out, || {
        picture(&position, rule, &outcome)
    })
}

/// Prints or draws a game that is over.
fn print_ending(
    args: &AnalyzeArgs,
    position: &InputPosition,
    judgement: &Judgement,
    ending: &Ending,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let rule = position.rule;
    let summary = summary(ending, position.diagram.size());
    let picture = Picture {
        row: ending.points(),
        ..position.picture(format!("{}: {summary}", rule.name()))
    };
    if args.prints_picture() {
        return out
            .write_all(picture.svg().as_bytes())
            .map_err(CliError::Write);
    }
    let text = if args.json {
        document(&AnalysisDocument::new(position, judgement, None))
    } else {
        let note = judgement.note.as_deref();
        finished::describe(position, rule, ending, note, Terminal::of_stdout())
    };
    out.write_all(text.as_bytes()).map_err(CliError::Write)?;
    write_after_result(&args.svg, &args.input, out, || picture.svg())
}

/// The position with its forbidden points and the principal variation as a picture.
fn picture(position: &InputPosition, rule: Rule, outcome: &Outcome) -> String {
    let pv = &outcome.report.pv;
    let caption = format!(
        "{}, {} to move: {}",
        rule.name(),
        position.side.name(),
        report_score(&outcome.report, position.side)
    );
    let picture = Picture {
        variation: &pv[..pv.len().min(PICTURE_MOVES)],
        ..position.picture(caption)
    };
    let forbidden = forbidden_to(position.side, &position.game(rule));
    picture.svg_with_marks(&forbidden_marks(&forbidden))
}

/// The full result: board, best move, score, effort and variations.
fn describe(position: &InputPosition, rule: Rule, outcome: &Outcome, terminal: Terminal) -> String {
    let size = position.diagram.size();
    let report = &outcome.report;
    let best = match outcome.best {
        Some(best) => format!(
            "{} ({},{} in the protocol)",
            notation::point_name(best, size),
            best.x,
            best.y
        ),
        None => "none".to_string(),
    };
    let mut rows = vec![
        ("value", report_score(report, position.side)),
        ("best move", best),
        ("to move", position.side.name().to_string()),
        ("rule", rule.name().to_string()),
    ];
    rows.extend(
        position
            .opening()
            .map(|opening| ("opening", opening.to_string())),
    );
    rows.extend([
        (
            "depth",
            format!("{} (selective {})", report.depth, report.seldepth),
        ),
        ("nodes", report.nodes.to_string()),
        ("time", format!("{:.2} s", report.elapsed.as_secs_f64())),
        ("variation", notation::point_names(&report.pv, size)),
    ]);
    let forbidden = forbidden_to(position.side, &position.game(rule));
    let last = position.last();
    let mut text = terminal.draw_with_fouls(&position.diagram, outcome.best, last, &forbidden);
    text.push_str(&terminal.legend(outcome.best, last, &forbidden));
    text.push_str(&terminal.fields(&rows));
    if !report.others.is_empty() {
        text.push_str("best lines:\n");
        let lines = progress::numbered_lines(report, size);
        text.push_str(&terminal.hanging(&lines, progress::LEAD));
    }
    text
}

/// The score of a report in words. It is a lower bound if an unfinished iteration has
/// changed the best move.
fn report_score(report: &Report, side: Color) -> String {
    if report.is_lower_bound {
        bound_text(report.score, side)
    } else {
        score_text(report.score, side)
    }
}
