//! `solve`: looks for a forced win and proves it.

use std::cell::Cell;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::CliError;
use super::analyze::{game, side_name, source};
use super::input::{self, InputError, Problem};
use super::proof_json::{self, WinKind};
use super::solve_args::SolveArgs;
use crate::board::geometry::with_cells;
use crate::board::{Geometry, notation};
use crate::engine::{Game, position_of};
use crate::position::Position;
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::vcf::MAX_FOURS;
use crate::threat::vct::Attack;
use crate::threat::{VcfResult, VcfSolver, VctResult, VctSolver};
use crate::types::{Point, Rule};

/// Entries of the solver's table: 256 MiB.
const ENTRIES: usize = 1 << 23;
/// The part of the time that a VCF may take if a VCT is wanted as well, as a divisor.
const VCF_SHARE: u32 = 4;
/// How often the progress is told.
const PROGRESS: Duration = Duration::from_millis(500);

/// A proved win.
pub struct Win {
    /// How it is won.
    pub kind: WinKind,
    /// Plies to the end.
    pub plies: usize,
    /// The moves under the longest defence; empty if the proof is too large.
    pub line: Vec<Point>,
    /// The proof as JSON, if it is wanted and not too large.
    pub proof: Option<String>,
}

/// What was found.
enum Answer {
    Win(Win),
    /// Everything was tried, for these kinds.
    None(Vec<WinKind>),
    Unknown,
}

/// What it took.
#[derive(Default)]
struct Effort {
    nodes: u64,
    time: Duration,
}

/// Reads the position, looks for a win, and writes the result to `out` and the
/// proof to its file.
pub fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let (from, text) = source(&args.input)?;
    let fault = |error| CliError::Input {
        from: from.clone(),
        error,
    };
    let problem = input::read(&text, &args.input).map_err(fault)?;
    let game = game(&problem, args.input.rule);
    if game.is_full() {
        return Err(fault(InputError::NoMove));
    }
    let (answer, effort) = with_cells!(game.size(), |CELLS| solve::<CELLS>(args, &game, &problem));
    let mut text = describe(&problem, args.input.rule, &answer, &effort);
    if let Some(path) = &args.proof {
        let written = match &answer {
            Answer::Win(Win {
                proof: Some(proof), ..
            }) => {
                fs::write(path, proof).map_err(CliError::Write)?;
                format!("written to {}", path.display())
            }
            Answer::Win(_) => "too large, not written".to_string(),
            _ => "none, not written".to_string(),
        };
        text.push_str(&row("proof", &written));
    }
    out.write_all(text.as_bytes()).map_err(CliError::Write)
}

fn solve<const CELLS: usize>(args: &SolveArgs, game: &Game, problem: &Problem) -> (Answer, Effort) {
    let position = position_of::<CELLS>(game, problem.side);
    let started = Instant::now();
    let progress = Progress::new(started);
    let limit = args.input.limits.time.turn.unwrap_or(Duration::MAX);
    let out_of_time = |limit: Duration| {
        progress.tell();
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
        let verdict = solver.solve(&mut board, MAX_FOURS, budget / u64::from(share), &stop);
        nodes += solver.nodes();
        budget = budget.saturating_sub(nodes);
        match verdict {
            VcfResult::Win(plies) => found = Some((WinKind::Vcf, plies)),
            VcfResult::None => excluded.push(WinKind::Vcf),
            VcfResult::Unknown => {}
        }
    }
    let mut solver = VctSolver::with_entries(if args.vct { ENTRIES } else { 1 });
    if args.vct && found.is_none() {
        let verdict = solver.solve(&position, budget, &|| out_of_time(limit));
        nodes += solver.nodes();
        match verdict {
            VctResult::Win(plies) => found = Some((WinKind::Vct, plies)),
            VctResult::None => excluded.push(WinKind::Vct),
            VctResult::Unknown => {}
        }
    }
    let time = started.elapsed();
    let answer = match found {
        Some((kind, plies)) => {
            let started = Instant::now();
            let stop = || started.elapsed() >= limit.max(PROGRESS);
            let proof = solver.proof(&position, &stop);
            Answer::Win(win(args, &position, kind, plies, proof.as_ref()))
        }
        None if excluded.len() == usize::from(args.vcf) + usize::from(args.vct) => {
            Answer::None(excluded)
        }
        None => Answer::Unknown,
    };
    progress.clear();
    (answer, Effort { nodes, time })
}

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

/// The answer for a reader: board, verdict, length, line, effort.
fn describe(problem: &Problem, rule: Rule, answer: &Answer, effort: &Effort) -> String {
    let size = problem.diagram.size();
    let side = side_name(problem.side);
    let first = match answer {
        Answer::Win(win) => win.line.first().copied(),
        _ => None,
    };
    let mut text = problem.diagram.draw(first, problem.last());
    text.push_str("x black, o white");
    text.push_str(if first.is_some() {
        ", * first move\n\n"
    } else {
        "\n\n"
    });
    text.push_str(&row("to move", side));
    text.push_str(&row("rule", rule.name()));
    match answer {
        Answer::Win(win) => {
            let verdict = format!("{side} wins by {}", win.kind.name());
            text.push_str(&row("verdict", &verdict));
            let moves = win.plies.div_ceil(2);
            let unit = if moves == 1 { "move" } else { "moves" };
            let length = format!("{moves} {unit} ({} plies) at most", win.plies);
            text.push_str(&row("length", &length));
            let line = notation::line_names(&win.line, size);
            text.push_str(&row("main line", &line));
        }
        Answer::None(kinds) => {
            // Quiet threats are looked for within budgets, so an exhausted
            // search for a VCT is no proof that there is none.
            let words: Vec<_> = kinds
                .iter()
                .map(|kind| match kind {
                    WinKind::Vcf => "no VCF",
                    WinKind::Vct => "no VCT found",
                })
                .collect();
            let verdict = format!("{} for {side}", words.join(", "));
            text.push_str(&row("verdict", &verdict));
        }
        Answer::Unknown => text.push_str(&row("verdict", "not decided within the limits")),
    }
    text.push_str(&row("nodes", &effort.nodes.to_string()));
    let time = format!("{:.3} s", effort.time.as_secs_f64());
    text.push_str(&row("time", &time));
    text
}

fn row(name: &str, value: &str) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{:<10} {value}", format!("{name}:"));
    text
}

/// A line on the terminal while one waits; nothing if standard error is none.
struct Progress {
    started: Instant,
    told: Cell<Option<Instant>>,
    shown: bool,
}

impl Progress {
    fn new(started: Instant) -> Progress {
        Progress {
            started,
            told: Cell::new(None),
            shown: io::stderr().is_terminal(),
        }
    }

    fn tell(&self) {
        let last = self.told.get().unwrap_or(self.started);
        if self.shown && last.elapsed() >= PROGRESS {
            let _ = write!(
                io::stderr(),
                "\rsolving, {} s ",
                self.started.elapsed().as_secs()
            );
            self.told.set(Some(Instant::now()));
        }
    }

    fn clear(&self) {
        if self.told.get().is_some() {
            let _ = write!(io::stderr(), "\r{:20}\r", "");
        }
    }
}
