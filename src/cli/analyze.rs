//! `analyze`: thinks about one position and tells what it found.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use super::CliError;
use super::analyze_args::{AnalyzeArgs, STANDARD_INPUT};
use super::input::{self, InputError, Problem};
use super::live::{self, Watch};
use super::svg::Picture;
use super::terminal::Terminal;
use crate::board::diagram::Cell;
use crate::board::notation;
use crate::engine::{Engine, Game, Outcome, Report, Request, SearchOptions, Stone};
use crate::types::score::{self, MATE};
use crate::types::{Color, Point, Rule, Score};

/// Moves of the best line in a picture.
const PICTURE_LINE: usize = 12;

/// Reads the position, thinks, and writes the result to `out`.
pub fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let (from, text) = source(args)?;
    let fault = |error| CliError::Input {
        from: from.clone(),
        error,
    };
    let problem = input::read(&text, args).map_err(fault)?;
    let game = game(&problem, args.rule);
    if game.is_full() {
        return Err(fault(InputError::NoMove));
    }
    let mut engine = Engine::new();
    engine.set_threads(args.threads.unwrap_or(1));
    let request = Request {
        side: problem.side,
        options: SearchOptions {
            lines: args.lines.unwrap_or(1),
            ..SearchOptions::default()
        },
        ..Request::new(&game, &args.limits)
    };
    let terminal = Terminal::of_stdout();
    let watch = match problem.contest {
        true => Watch::Off,
        false => Watch::of(terminal, reads_standard_input(args)),
    };
    let outcome = live::think(&mut engine, &request, watch, out).map_err(CliError::Write)?;
    let text = if problem.contest {
        let best = outcome.best.ok_or_else(|| fault(InputError::NoMove))?;
        format!("{}\n", notation::contest_name(best))
    } else {
        describe(&problem, args.rule, &outcome, terminal)
    };
    out.write_all(text.as_bytes()).map_err(CliError::Write)?;
    match &args.svg {
        Some(path) => {
            let svg = picture(&problem, args.rule, &outcome).svg();
            fs::write(path, svg).map_err(|error| CliError::File {
                to: path.display().to_string(),
                error,
            })
        }
        None => Ok(()),
    }
}

/// The position with the best line.
fn picture<'a>(problem: &Problem, rule: Rule, outcome: &'a Outcome) -> Picture<'a> {
    let diagram = &problem.diagram;
    let number = |point: Point| {
        let at = problem.moves.iter().position(|played| *played == point);
        at.map(|at| at + 1)
    };
    let mut stones = Vec::new();
    let mut blocked = Vec::new();
    for (point, cell) in diagram.occupied() {
        match cell {
            Cell::Stone(color) => stones.push((point, color, number(point))),
            Cell::Blocked => blocked.push(point),
            Cell::Empty => {}
        }
    }
    let line = &outcome.report.pv[..outcome.report.pv.len().min(PICTURE_LINE)];
    Picture {
        size: diagram.size(),
        stones,
        blocked,
        last: problem.last(),
        line,
        side: problem.side,
        first: problem.moves.len() + 1,
        caption: format!(
            "{}, {} to move: {}",
            rule.name(),
            side_name(problem.side),
            report_score(&outcome.report, problem.side)
        ),
    }
}

/// Is the position read from standard input?
fn reads_standard_input(args: &AnalyzeArgs) -> bool {
    args.moves.is_none() && file_of(args).is_none()
}

/// The file to read, if it is none of the ways to say standard input.
fn file_of(args: &AnalyzeArgs) -> Option<&Path> {
    let file = args.file.as_deref();
    file.filter(|file| *file != Path::new(STANDARD_INPUT))
}

/// The name of the input, for errors, and its text.
pub(super) fn source(args: &AnalyzeArgs) -> Result<(String, String), CliError> {
    if let Some(moves) = &args.moves {
        return Ok(("--moves".to_string(), moves.clone()));
    }
    let file = file_of(args);
    let from = match file {
        Some(file) => file.display().to_string(),
        None => "standard input".to_string(),
    };
    let bytes = match file {
        Some(file) => std::fs::read(file),
        None => read_standard_input(),
    };
    let bytes = bytes.map_err(|error| CliError::Read {
        from: from.clone(),
        error,
    })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok((from, text)),
        Err(_) => Err(CliError::Input {
            from,
            error: InputError::NotText,
        }),
    }
}

fn read_standard_input() -> io::Result<Vec<u8>> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        // Whoever typed the bare command would otherwise wait in vain.
        let _ = writeln!(io::stderr(), "Reading a board or moves until end of input.");
    }
    let mut bytes = Vec::new();
    stdin.lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The position as a game.
pub(super) fn game(problem: &Problem, rule: Rule) -> Game {
    let mut game = Game::new(problem.diagram.size(), rule);
    for (point, cell) in problem.diagram.occupied() {
        let stone = match cell {
            Cell::Stone(color) => Stone::Of(color),
            Cell::Blocked => Stone::Blocked,
            Cell::Empty => continue,
        };
        let put = game.put(point, stone);
        debug_assert_eq!(put, Ok(()), "a diagram holds one thing on each point");
    }
    game
}

/// The whole answer for a reader: board, move, score, effort, variation.
fn describe(problem: &Problem, rule: Rule, outcome: &Outcome, terminal: Terminal) -> String {
    let size = problem.diagram.size();
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
    let rows = [
        ("to move", side_name(problem.side).to_string()),
        ("rule", rule.name().to_string()),
        ("best move", best),
        ("score", report_score(report, problem.side)),
        (
            "depth",
            format!("{} (selective {})", report.depth, report.seldepth),
        ),
        ("nodes", report.nodes.to_string()),
        ("time", format!("{:.2} s", report.elapsed.as_secs_f64())),
        ("variation", notation::line_names(&report.pv, size)),
    ];
    let mut text = terminal.draw(&problem.diagram, outcome.best, problem.last(), &[]);
    text.push_str(&legend(outcome.best, problem.last()));
    for (name, value) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:<10} {value}", format!("{name}:"));
    }
    if !report.others.is_empty() {
        text.push_str("best lines:\n");
        for line in live::numbered(report, size) {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

fn legend(best: Option<Point>, last: Option<Point>) -> String {
    let mut text = String::from("x black, o white");
    if best.is_some() {
        text.push_str(", * best move");
    }
    if last.is_some() {
        text.push_str(", [ ] last stone");
    }
    text.push_str("\n\n");
    text
}

/// The name of a player.
pub(super) fn side_name(side: Color) -> &'static str {
    match side {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The score of a report in words. It is a lower bound if an unfinished iteration has
/// changed the best move.
fn report_score(report: &Report, side: Color) -> String {
    let words = score_words(report.score, side);
    match report.is_lower_bound {
        true => format!("at least {words}"),
        false => words,
    }
}

/// A score as a number or mate, and a mate in words too.
fn score_words(value: Score, side: Color) -> String {
    let number = score::display(value);
    let (winner, plies) = if score::is_win(value) {
        (side, MATE - value)
    } else if score::is_loss(value) {
        (!side, MATE + value)
    } else {
        return format!("{number} for {}", side_name(side));
    };
    let unit = if plies == 1 { "ply" } else { "plies" };
    format!("{number}, {} wins in {plies} {unit}", side_name(winner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{mate_in, mated_in};

    #[test]
    fn mates_are_said_in_words() {
        let words = |value| score_words(value, Color::White);
        assert_eq!(words(mate_in(5)), "+M5, white wins in 5 plies");
        assert_eq!(words(mate_in(1)), "+M1, white wins in 1 ply");
        assert_eq!(words(mated_in(4)), "-M4, black wins in 4 plies");
        assert_eq!(words(-37), "-37 for white");
    }
}
