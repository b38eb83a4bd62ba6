//! `solve`: finds a forced win and proves it.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::errors::{CliError, printable};
use super::finished::{self, judge};
use super::input::{InputPosition, Source};
use super::output::write_after_result;
use super::proof_json::{self, WinKind};
use super::solve_args::SolveArgs;
use super::terminal::Terminal;
use super::values::{counted, field};
use crate::board::geometry::with_cells;
use crate::board::{Geometry, notation};
use crate::engine::{Ending, obtainable, position_of};
use crate::position::Position;
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::vcf::MAX_FOURS;
use crate::threat::vct::Attack;
use crate::threat::{VcfResult, VcfSolver, VctResult, VctSolver};
use crate::types::{Point, Rule};

/// Number of entries of the proof table, which take 256 MiB.
const ENTRIES: usize = 1 << 23;
/// Size of such an entry in bytes.
const ENTRY_BYTES: u64 = 32;
/// Divisor of the time and nodes that the VCF search may use if a VCT search follows.
const VCF_SHARE: u32 = 4;
/// Time between two updates of the progress line.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

/// A proved win.
struct Win {
    kind: WinKind,
    /// Length in plies, including the five.
    plies: usize,
    /// The moves against the longest defence; empty if the proof is too large.
    line: Vec<Point>,
    /// The proof as JSON, if requested and not too large.
    proof: Option<String>,
}

/// The result of the search.
enum Verdict {
    Win(Win),
    /// The searches for these kinds of wins were completed without success.
    NoWin(Vec<WinKind>),
    /// The limits were reached.
    Unknown,
}

/// Nodes and time of the search.
#[derive(Default)]
struct Effort {
    nodes: u64,
    time: Duration,
}

/// Reads the position, searches for a win, writes the result to `out` and the
/// proof to its file.
///
/// # Errors
/// If the input is not a position, or the output or the proof cannot be written.
pub fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let source = Source::read(&args.input)?;
    let input = source.position(&args.input)?;
    let rule = input.rule;
    let judgement = judge(&input, rule).map_err(|error| source.error(error))?;
    if let Some(ending) = &judgement.ending {
        return print_ending(args, &input, ending, judgement.note.as_deref(), out);
    }
    let (verdict, effort) = with_cells!(input.diagram.size(), |CELLS| {
        solve::<CELLS>(args, position_of(&input.game(rule), input.side))
    });
    let mut text = describe(&input, rule, &verdict, &effort);
    text.extend(judgement.note.map(|note| field("note", &note)));
    out.write_all(text.as_bytes()).map_err(CliError::Write)?;
    let Some(path) = &args.proof else {
        return Ok(());
    };
    let missing = match &verdict {
        Verdict::Win(Win {
            proof: Some(proof), ..
        }) => return write_proof(path, proof, out),
        Verdict::Win(_) => "too large, not written",
        _ => "none, not written",
    };
    out.write_all(field("proof", missing).as_bytes())
        .map_err(CliError::Write)
}

/// Writes a proof after the result, and reports it.
fn write_proof(path: &Path, proof: &str, out: &mut dyn Write) -> Result<(), CliError> {
    write_after_result(path, proof, out)?;
    let written = format!("written to {}", printable(&path.display().to_string()));
    out.write_all(field("proof", &written).as_bytes())
        .map_err(CliError::Write)
}

/// Prints a game that is over, and writes the result in place of a proof.
fn print_ending(
    args: &SolveArgs,
    input: &InputPosition,
    ending: &Ending,
    note: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let rule = input.rule;
    let text = finished::describe(input, rule, ending, note, Terminal::of_stdout());
    out.write_all(text.as_bytes()).map_err(CliError::Write)?;
    let Some(path) = &args.proof else {
        return Ok(());
    };
    let proof = with_cells!(input.diagram.size(), |CELLS| {
        let position = position_of::<CELLS>(&input.game(rule), input.side);
        proof_json::ending_text(&position, ending)
    });
    write_proof(path, &proof, out)
}

/// Searches for a VCF and a VCT as the arguments ask.
fn solve<const CELLS: usize>(args: &SolveArgs, position: Position<CELLS>) -> (Verdict, Effort) {
    let started = Instant::now();
    let progress = ProgressLine::new(started);
    let limit = args.input.limits.time.turn.unwrap_or(Duration::MAX);
    let out_of_time = |limit: Duration| {
        progress.update();
        started.elapsed() >= limit
    };
    let mut budget = args.input.limits.nodes.unwrap_or(u64::MAX);
    let mut excluded = Vec::new();
    let mut nodes = 0;
    let mut found = None;
    if args.vcf {
        let share = if args.vct { VCF_SHARE } else { 1 };
        let mut solver = VcfSolver::default();
        let stop = || out_of_time(limit / share);
        let mut reader = LineReader::new(position.rule());
        let mut board = LineBoard::new(&position, &mut reader);
        let result = solver.solve(&mut board, MAX_FOURS, budget / u64::from(share), &stop);
        nodes += solver.nodes();
        budget = budget.saturating_sub(nodes);
        match result {
            VcfResult::Win(plies) => found = Some((WinKind::Vcf, plies)),
            VcfResult::None => excluded.push(WinKind::Vcf),
            VcfResult::Unknown => {}
        }
    }
    let mut solver = VctSolver::with_entries(if args.vct { entries() } else { 1 });
    if args.vct && found.is_none() {
        let result = solver.solve(&position, budget, &|| out_of_time(limit));
        nodes += solver.nodes();
        match result {
            VctResult::Win(plies) => found = Some((WinKind::Vct, plies)),
            VctResult::None => excluded.push(WinKind::Vct),
            VctResult::Unknown => {}
        }
    }
    let time = started.elapsed();
    let verdict = match found {
        Some((kind, plies)) => {
            let started = Instant::now();
            let stop = || started.elapsed() >= limit.max(PROGRESS_INTERVAL);
            let proof = solver.proof(&position, &stop);
            Verdict::Win(win(args, &position, kind, plies, proof.as_ref()))
        }
        None if excluded.len() == usize::from(args.vcf) + usize::from(args.vct) => {
            Verdict::NoWin(excluded)
        }
        None => Verdict::Unknown,
    };
    progress.clear();
    (verdict, Effort { nodes, time })
}

/// The number of entries of the proof table for which there is memory.
fn entries() -> usize {
    let wanted = ENTRIES as u64 * ENTRY_BYTES;
    let given = obtainable(wanted);
    if given < wanted {
        let mib = given >> 20;
        // If standard error is closed, the search still runs.
        let _ = writeln!(
            io::stderr(),
            "pbrain-goshawk: too little memory: the proof table has {mib} MiB"
        );
    }
    usize::try_from(given / ENTRY_BYTES)
        .unwrap_or(ENTRIES)
        .max(1)
}

/// The win with the results of its proof, if the proof was completed.
fn win<const CELLS: usize>(
    args: &SolveArgs,
    position: &Position<CELLS>,
    kind: WinKind,
    plies: usize,
    proof: Option<&Attack>,
) -> Win {
    let line = proof.map_or(Vec::new(), Attack::main_line);
    let plies = proof.map_or(plies, Attack::plies);
    let wanted = proof.filter(|_| args.proof.is_some());
    Win {
        kind,
        plies,
        line: line.into_iter().map(Geometry::<CELLS>::point).collect(),
        proof: wanted.map(|proof| proof_json::text(position, kind, proof)),
    }
}

/// The full result: board, verdict, length, main line and effort.
fn describe(input: &InputPosition, rule: Rule, verdict: &Verdict, effort: &Effort) -> String {
    let size = input.diagram.size();
    let side = input.side.name();
    let first = match verdict {
        Verdict::Win(win) => win.line.first().copied(),
        _ => None,
    };
    let mut text = input.diagram.draw(first, input.last());
    text.push_str("x black, o white");
    text.push_str(if first.is_some() {
        ", * first move\n\n"
    } else {
        "\n\n"
    });
    text.push_str(&field("to move", side));
    text.push_str(&field("rule", rule.name()));
    match verdict {
        Verdict::Win(win) => {
            let verdict = format!("{side} wins by {}", win.kind.name());
            text.push_str(&field("verdict", &verdict));
            let moves = counted(win.plies.div_ceil(2), "move", "moves");
            let plies = counted(win.plies, "ply", "plies");
            let length = format!("{moves} ({plies}) at most");
            text.push_str(&field("length", &length));
            let line = notation::line_names(&win.line, size);
            text.push_str(&field("main line", &line));
        }
        Verdict::NoWin(kinds) => {
            // Not all quiet threats are searched, so a completed search for a VCT
            // does not prove that there is none.
            let texts: Vec<_> = kinds
                .iter()
                .map(|kind| match kind {
                    WinKind::Vcf => "no VCF",
                    WinKind::Vct => "no VCT found",
                })
                .collect();
            let verdict = format!("{} for {side}", texts.join(", "));
            text.push_str(&field("verdict", &verdict));
        }
        Verdict::Unknown => text.push_str(&field("verdict", "not decided within the limits")),
    }
    text.push_str(&field("nodes", &effort.nodes.to_string()));
    let time = format!("{:.3} s", effort.time.as_secs_f64());
    text.push_str(&field("time", &time));
    text
}

/// A progress line on standard error, if that is a terminal.
struct ProgressLine {
    started: Instant,
    updated: Cell<Option<Instant>>,
    shown: bool,
}

impl ProgressLine {
    fn new(started: Instant) -> ProgressLine {
        ProgressLine {
            started,
            updated: Cell::new(None),
            shown: io::stderr().is_terminal(),
        }
    }

    /// Updates the line if the last update is long enough ago.
    fn update(&self) {
        let last = self.updated.get().unwrap_or(self.started);
        if self.shown && last.elapsed() >= PROGRESS_INTERVAL {
            let _ = write!(
                io::stderr(),
                "\rsolving, {} s ",
                self.started.elapsed().as_secs()
            );
            self.updated.set(Some(Instant::now()));
        }
    }

    /// Clears the line.
    fn clear(&self) {
        if self.updated.get().is_some() {
            let _ = write!(io::stderr(), "\r{:20}\r", "");
        }
    }
}
