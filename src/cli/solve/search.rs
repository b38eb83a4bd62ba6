//! The searches of `solve`: for a VCF, then for a VCT.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::board::Geometry;
use crate::cli::solve::args::SolveArgs;
use crate::cli::solve::line::line_to_five;
use crate::cli::solve::progress::ProgressLine;
use crate::cli::solve::proof_json::WinKind;
use crate::cli::solve::tree;
use crate::cli::term::Terminal;
use crate::engine::obtainable;
use crate::position::Position;
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::vcf::{MAX_FOURS, StopCheck};
use crate::threat::vct::Attack;
use crate::threat::{VcfResult, VcfSolver, VctResult, VctSolver};
use crate::types::Point;

/// Number of entries of the proof table, which take 192 MiB.
const ENTRIES: usize = 1 << 23;
/// Size of such an entry in bytes.
const ENTRY_BYTES: u64 = 24;
/// The memory for an entry in bytes: while the table is doubled for the last time, there is
/// one of half its size as well.
const PEAK_BYTES: u64 = ENTRY_BYTES * 3 / 2;
/// If a VCT search follows, the VCF search may use the time and nodes divided by this.
const VCF_SHARE: u32 = 4;
/// The least time for the proof of a win.
const MIN_PROOF_TIME: Duration = Duration::from_millis(500);

/// A proved win.
pub struct Win {
    /// How it was found.
    pub kind: WinKind,
    /// Length in plies, including the five.
    pub plies: usize,
    /// The moves against the longest defence; empty if the proof was not completed.
    pub line: Vec<Point>,
    /// The proof, full if requested; `None` if it was not completed.
    pub proof: Option<Attack>,
    /// The proof as a readable tree, if requested.
    pub tree: Option<String>,
    /// The main line up to the five, if a picture is requested.
    pub to_five: Vec<Point>,
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
    let progress = ProgressLine::new();
    let given = args.input.limits.time.turn;
    let limit = given.unwrap_or(Duration::MAX);
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
        progress.begin("VCF search", given.map(|time| time / share));
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
        let left = given.map(|time| time.saturating_sub(started.elapsed()));
        progress.begin("VCT search", left);
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
        progress.begin("proof", given.map(|time| time.max(MIN_PROOF_TIME)));
        let stop = || {
            progress.update();
            started.elapsed() >= limit.max(MIN_PROOF_TIME)
        };
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
    let wanted = ENTRIES as u64 * PEAK_BYTES;
    let given = obtainable(wanted);
    // The solver rounds up to a power of two.
    let entries = 1 << (given / PEAK_BYTES).max(1).ilog2();
    if given < wanted {
        let mib = (entries as u64 * ENTRY_BYTES) >> 20;
        // If standard error is closed, the search still runs.
        let _ = writeln!(
            io::stderr(),
            "pbrain-goshawk: too little memory: the proof table has {mib} MiB"
        );
    }
    entries
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
    let to_five = proof.as_ref().filter(|_| args.svg.is_some());
    let to_five = to_five.and_then(|proof| line_to_five(solver, position, proof, stop));
    let tree = proof.as_ref().filter(|_| args.tree).map(|proof| {
        let width = Terminal::of_stdout().width();
        tree::text::<CELLS>(proof, position.board().size(), width)
    });
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
        tree,
        to_five: to_five.unwrap_or_default(),
    }
}
