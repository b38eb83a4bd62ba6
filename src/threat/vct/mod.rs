//! VCT: does the side to move win by continuous threats?
//!
//! A four leaves the defender one reply, an open three a handful: the points
//! that take the open four away, and his own fours. A quiet move, after which
//! fours alone would win if the defender passed, leaves the points that disturb
//! those fours. Which of several attacks to pursue, and which defence to test
//! first, is decided by proof numbers: the effort still needed to prove a win,
//! and that to disprove it. The search is depth-first and lives by its table.
//!
//! A win is a proof. Every reply that is not tried loses to what the attacker
//! threatens (see `moves::defences`), and at each attacker node fours alone
//! are tried first. In renju black plays no forbidden point, neither in attack
//! nor in defence; a three of black's whose straight four would be forbidden
//! threatens nothing; a four of white's whose stop is forbidden wins.
//!
//! "None" says that the search was exhausted; whether a quiet move threatens a
//! VCF is found out within a budget only.

mod moves;
mod node;
mod proof;
mod quiet;
mod search;
mod table;

use rustc_hash::FxHashMap;

use crate::position::Position;
use crate::threat::Stop;
use crate::threat::sketch::{Reader, Sketch};
use crate::threat::vcf::VcfSolver;
use crate::types::{Color, Rule, Square};

pub use moves::Threat;
pub use proof::{Attack, Defence};
use table::{INFINITE, Table};

/// Entries of the table by default: 32 MiB.
const ENTRIES: usize = 1 << 20;
/// Quiet threats remembered at most, and for how many entries of the table one is.
const QUIET_ENTRIES: usize = 1 << 17;
const QUIET_PART: usize = 2;
/// Moves made at most while lost parts of a proof are found again.
const PROOF_BUDGET: u64 = 50_000_000;

/// The result of a search for a VCT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A win in that many plies at the latest.
    Win(usize),
    /// Exhausted: no fours, open threes or quiet threats win that could be seen
    /// within the budgets of the VCFs on the way.
    None,
    /// Not found within the limits.
    Unknown,
}

/// The solver: budget and tables of one search thread.
pub struct VctSolver {
    reader: Reader,
    table: Table,
    vcf: VcfSolver,
    /// By key: plies of the VCF that a quiet move threatens, and the replies to it.
    quiet: FxHashMap<u64, (u16, Box<[Square]>)>,
    quiet_limit: usize,
    attacker: Color,
    nodes: u64,
    budget: u64,
    calls: u64,
    stopped: bool,
    /// A proof is being built, and there must be one.
    proving: bool,
    /// How much is spent on fours on the way.
    round: usize,
}

impl Default for VctSolver {
    fn default() -> Self {
        VctSolver::with_entries(ENTRIES)
    }
}

impl VctSolver {
    /// A solver whose table has that many entries of 32 bytes.
    pub fn with_entries(entries: usize) -> VctSolver {
        VctSolver {
            reader: Reader::new(Rule::Freestyle),
            table: Table::new(entries),
            vcf: VcfSolver::default(),
            quiet: FxHashMap::default(),
            quiet_limit: (entries / QUIET_PART).clamp(1, QUIET_ENTRIES),
            attacker: Color::Black,
            nodes: 0,
            budget: 0,
            calls: 0,
            stopped: false,
            proving: false,
            round: 0,
        }
    }

    /// Searches for a VCT of the side to move with about `budget` moves made, or
    /// until `stop` says so. What earlier searches learned is used.
    pub fn solve<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        budget: u64,
        stop: Stop<'_>,
    ) -> Verdict {
        self.nodes = 0;
        self.begin(position.side(), budget, false);
        let (numbers, plies) =
            self.with_sketch(position, |solver, sketch| solver.run(sketch, stop));
        match numbers.phi {
            0 => Verdict::Win(usize::from(plies)),
            INFINITE => Verdict::None,
            _ => Verdict::Unknown,
        }
    }

    /// The proof of a win of the side to move that [`VctSolver::solve`] has just
    /// found, or that fours alone achieve; `None` if there is none or `stop` says so.
    pub fn proof<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        stop: Stop<'_>,
    ) -> Option<Attack> {
        self.begin(position.side(), self.nodes + PROOF_BUDGET, true);
        self.with_sketch(position, |solver, sketch| {
            proof::Builder {
                solver,
                stop,
                moves: 0,
            }
            .attack(sketch)
        })
    }

    /// The moves of both sides in a win that [`VctSolver::solve`] has just found,
    /// under about the longest defence, up to the attacker's move that no reply
    /// helps against, and the plies to the end at most. Cheaper than a proof.
    /// `None` if `stop` says so first.
    pub fn line<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        stop: Stop<'_>,
    ) -> Option<(Vec<Square>, usize)> {
        self.begin(position.side(), self.nodes + PROOF_BUDGET, true);
        self.with_sketch(position, |solver, sketch| proof::line(solver, sketch, stop))
    }

    /// Moves made by the last search, and by the building of its proof since.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf.clear();
        self.quiet.clear();
    }

    fn begin(&mut self, attacker: Color, budget: u64, proving: bool) {
        self.attacker = attacker;
        self.budget = budget;
        self.calls = 0;
        self.stopped = false;
        self.proving = proving;
    }

    /// Does something with a sketch of the position.
    fn with_sketch<const CELLS: usize, T>(
        &mut self,
        position: &Position<CELLS>,
        work: impl FnOnce(&mut Self, &mut Sketch<'_, CELLS>) -> T,
    ) -> T {
        // The sketch borrows the reader while the rest of the solver works.
        let spare = Reader::idle(position.rule());
        let mut reader = std::mem::replace(&mut self.reader, spare);
        let mut sketch = Sketch::new(position, &mut reader);
        let result = work(self, &mut sketch);
        debug_assert_eq!(sketch.key(), position.key());
        self.reader = reader;
        result
    }
}
