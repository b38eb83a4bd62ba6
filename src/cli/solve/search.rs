//! The searches of `solve`: for a VCF, then for a VCT.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::args::SolveArgs;
use super::proof_json::WinKind;
use crate::board::Geometry;
use crate::engine::obtainable;
use crate::position::Position;
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::vcf::{MAX_FOURS, StopCheck};
use crate::threat::vct::Attack;
use crate::threat::{VcfResult, VcfSolver, VctResult, VctSolver};
use crate::types::Point;

/// Number of entries of the proof table, which take 256 MiB.
const ENTRIES: usize = 1 << 23;
/// Size of such an entry in bytes.
const ENTRY_BYTES: u64 = 32;
/// Divisor of the time and nodes that the VCF search may use if a VCT search follows.
const VCF_SHARE: u32 = 4;
/// Time between two updates of the progress line.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

/// A proved win.
pub struct Win {
    /// How it was found.
    pub kind: WinKind,
    /// Length in plies, including the five.
    pub plies: usize,
    /// The moves against the longest defence; empty if the proof is too large.
    pub line: Vec<Point>,
    /// The proof, full if requested, unless it is too large.
    pub proof: Option<Attack>,
}

/// The answer of the solver.
pub struct Answer {
    /// The win, if one was found.
    pub win: Option<Win>,
    /// The searches for these kinds of wins were completed without success.
    pub excluded: Vec<WinKind>,
    /// True if there is no win and a search has reached its limits.
    pub is_undecided: bool,
    /// Moves made.
    pub nodes: u64,
    /// Time of the searches, without that of the proof.
    pub time: Duration,
}

/// Searches for a VCF and a VCT as the arguments ask.
pub fn solve<const CELLS: usize>(args: &SolveArgs, position: Position<CELLS>) -> Answer {
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
    let searches = usize::from(args.vcf) + usize::from(args.vct);
    let is_undecided = found.is_none() && excluded.len() < searches;
    let win = found.map(|(kind, plies)| {
        let started = Instant::now();
        let stop = || started.elapsed() >= limit.max(PROGRESS_INTERVAL);
        let proof = solver.proof(&position, &stop);
        win(args, &mut solver, &position, (kind, plies), proof, &stop)
    });
    progress.clear();
    Answer {
        win,
        excluded,
        is_undecided,
        nodes,
        time,
    }
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
    solver: &mut VctSolver,
    position: &Position<CELLS>,
    (kind, plies): (WinKind, usize),
    proof: Option<Attack>,
    stop: StopCheck<'_>,
) -> Win {
    let line = proof.as_ref().map_or(Vec::new(), Attack::main_line);
    let plies = proof.as_ref().map_or(plies, Attack::plies);
    let proof = match args.full {
        true => proof.and_then(|proof| solver.full_proof(position, &proof, stop)),
        false => proof,
    };
    let plies = proof.as_ref().map_or(plies, Attack::plies);
    Win {
        kind,
        plies,
        line: line.into_iter().map(Geometry::<CELLS>::point).collect(),
        proof,
    }
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
