//! VCT: does the side to move win by continuous threats?
//!
//! A four leaves the defender one reply, an open three a few: the points that prevent
//! the open four, and fours of the defender's own. A quiet move, after which fours alone would win if
//! the defender passed, leaves the points that interfere with those fours. Proof
//! numbers decide which attack is searched and which defence is tested first: the
//! effort still needed to prove a win and to disprove it. The search is depth-first and
//! relies on its table.
//!
//! A win is proved. Every reply that is not tried loses to what the attacker threatens
//! (see `moves::defences`). In renju black plays no forbidden point, neither in attack
//! nor in defence: a three of black's threatens nothing if its straight four is
//! forbidden, and a four of white's wins if its stop is forbidden.
//!
//! [`VctResult::None`] means that the search was exhausted. It is not a proof, because
//! whether a quiet move threatens a VCF is searched within a budget only.

mod effort;
mod expand;
mod limit;
mod moves;
mod node;
mod proof;
mod quiet;
mod replay;
mod search;
mod table;
mod win;

use crate::position::Position;
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::vcf::StopCheck;
use crate::types::{Color, Rule, Square};

use expand::Expander;
pub use moves::{Threat, fours_and_threes};
pub use proof::{Attack, Defence};
use proof::{MAX_MOVES, ProofBuilder};
use replay::Replay;
use search::ProofSearch;
use table::INFINITE;

/// The default number of table entries, which take 24 MiB.
const ENTRIES: usize = 1 << 20;
/// The limit on moves made while parts of a proof that the table has lost are searched again.
const PROOF_BUDGET: u64 = 50_000_000;

/// The attacker moves of the largest proof that is built for its main line alone.
const SMALL_PROOF: usize = 10_000;

/// The result of a search for a VCT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VctResult {
    /// A win in at most this many plies.
    Win(usize),
    /// The search was exhausted: no fours, open threes or quiet threats win, as far as
    /// the bounded VCF searches on the way can tell.
    None,
    /// Nothing was found within the limits.
    Unknown,
}

/// The result of a search for a VCT that begins with one of some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstMove {
    /// This one wins.
    Wins(Square),
    /// The search was exhausted: none of them wins.
    None,
    /// Nothing was found within the limits.
    Unknown,
}

/// A solver for VCTs, with its tables. Each search thread has its own.
pub struct VctSolver {
    /// The cache of lines, kept between searches.
    reader: LineReader,
    /// The search and its tables.
    search: ProofSearch,
}

impl Default for VctSolver {
    fn default() -> Self {
        VctSolver::with_entries(ENTRIES)
    }
}

impl VctSolver {
    /// A solver whose table has at most `entries` entries of 24 bytes, rounded up to a
    /// power of two.
    pub fn with_entries(entries: usize) -> VctSolver {
        VctSolver {
            reader: LineReader::new(Rule::Freestyle),
            search: ProofSearch::new(entries),
        }
    }

    /// Searches for a VCT of the side to move until about `budget` moves have been made
    /// or `stop` returns true. Results of earlier searches are used. A search that continues the
    /// last one from the same position also continues its effort: with the moves of all calls
    /// grow the budgets of the VCFs on the way.
    pub fn solve<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        budget: u64,
        stop: StopCheck<'_>,
    ) -> VctResult {
        self.search.nodes = 0;
        self.search.limit = None;
        self.search.begin(position.side(), budget, false);
        let mut board = LineBoard::new(position, &mut self.reader);
        let (numbers, plies) = self.search.run(&mut board, stop);
        match numbers.phi {
            0 => VctResult::Win(usize::from(plies)),
            INFINITE => VctResult::None,
            _ => VctResult::Unknown,
        }
    }

    /// Like [`solve`](VctSolver::solve), but searches for a win of at most this many plies.
    /// The VCFs on the way are searched completely unless they are very large, so that
    /// [`VctResult::None`] depends on the quiet moves alone: only those are tried that make a
    /// three or an open two. Unless it wins, the win that was found before stays the one
    /// for [`proof`](VctSolver::proof) and [`variation`](VctSolver::variation).
    pub fn solve_within<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        plies: usize,
        budget: u64,
        stop: StopCheck<'_>,
    ) -> VctResult {
        let before = self.search.limit.replace(plies);
        self.search.nodes = 0;
        self.search.begin(position.side(), budget, false);
        let mut board = LineBoard::new(position, &mut self.reader);
        let (numbers, plies) = self.search.run_limited(&mut board, stop);
        if numbers.phi == 0 {
            return VctResult::Win(usize::from(plies));
        }
        self.search.limit = before;
        match numbers.phi {
            INFINITE if !self.search.is_cut_short => VctResult::None,
            _ => VctResult::Unknown,
        }
    }

    /// Searches for a win of at most this many plies that begins with one of the legal moves
    /// `first`, which need not make a three or an open two. It is complete in the sense of
    /// [`solve_within`](VctSolver::solve_within). Neither side may threaten a five. A win that
    /// was found before stays the one for [`proof`](VctSolver::proof) and
    /// [`variation`](VctSolver::variation).
    pub fn solve_among<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        first: &[Square],
        plies: usize,
        budget: u64,
        stop: StopCheck<'_>,
    ) -> FirstMove {
        let before = self.search.limit.replace(plies);
        self.search.nodes = 0;
        self.search.begin(position.side(), budget, false);
        let mut board = LineBoard::new(position, &mut self.reader);
        let moves = moves::with_classes(&mut board, first);
        let (numbers, best) = self.search.run_among(&mut board, &moves, stop);
        self.search.limit = before;
        match numbers.phi {
            0 => FirstMove::Wins(best),
            INFINITE if !self.search.is_cut_short => FirstMove::None,
            _ => FirstMove::Unknown,
        }
    }

    /// The proof of a win of the side to move that [`VctSolver::solve`] has just found,
    /// or that fours alone achieve. `None` if there is no such win, if the proof is too
    /// large, or if `stop` returns true.
    pub fn proof<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        stop: StopCheck<'_>,
    ) -> Option<Attack> {
        self.begin_proof(position);
        let mut board = LineBoard::new(position, &mut self.reader);
        let mut builder = ProofBuilder {
            search: &mut self.search,
            stop,
            moves_left: MAX_MOVES,
        };
        builder.attack(&mut board)
    }

    /// A proof with an attack after every legal reply, so that no solver is needed to
    /// check it. `None` if it is too large, or if `stop` returns true.
    pub fn full_proof<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        proof: &Attack,
        stop: StopCheck<'_>,
    ) -> Option<Attack> {
        let mut board = LineBoard::new(position, &mut self.reader);
        let mut expander = Expander {
            vcf: self.search.vcf(),
            stop,
            moves: 0,
        };
        expander.expand(&mut board, proof)
    }

    /// What the side that has just moved threatens: a five, an open four, or fours that would win
    /// after a pass; and all replies that may help. `None` if it threatens none of these.
    /// The other side may not threaten a five.
    pub fn defences<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        stop: StopCheck<'_>,
    ) -> Option<(Threat, Vec<Square>)> {
        self.begin_questions(!position.side());
        let mut board = LineBoard::new(position, &mut self.reader);
        let mut replies = Vec::new();
        let threat = self.search.defences(&mut board, &mut replies, stop)?;
        Some((threat, replies))
    }

    /// Whether the side to move wins by this proof, which was made for the same position without
    /// some stones of the other side. False as well if `stop` returns true.
    pub fn still_proves<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        proof: &Attack,
        stop: StopCheck<'_>,
    ) -> bool {
        self.begin_questions(position.side());
        let mut board = LineBoard::new(position, &mut self.reader);
        let search = &mut self.search;
        Replay { search, stop }.attack(&mut board, proof)
    }

    /// The moves of both sides in a win that [`VctSolver::solve`] has just found, under
    /// the longest defence, up to the attacker's move against which no reply helps, and the
    /// plies to the end. If the proof is not small, they are those of about the longest
    /// defence, and an upper bound. If `stop` returns true, or if a part of the win that the
    /// table has lost is not found again, the variation ends early; `None` if it has no move.
    pub fn variation<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        stop: StopCheck<'_>,
    ) -> Option<(Vec<Square>, usize)> {
        self.begin_proof(position);
        let mut board = LineBoard::new(position, &mut self.reader);
        let variation = proof::variation(&mut self.search, &mut board, stop)?;
        let mut builder = ProofBuilder {
            search: &mut self.search,
            stop,
            moves_left: SMALL_PROOF,
        };
        Some(match builder.attack(&mut board) {
            Some(proof) => (proof.main_line(), proof.plies()),
            None => variation,
        })
    }

    /// The number of moves made by the last search, and since then for its proof.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Prepares for questions about the threats of this side.
    fn begin_questions(&mut self, attacker: Color) {
        self.search.nodes = 0;
        self.search.limit = None;
        self.search.begin(attacker, PROOF_BUDGET, true);
    }

    /// Prepares for a proof of the win that was just found.
    fn begin_proof<const CELLS: usize>(&mut self, position: &Position<CELLS>) {
        let budget = self.search.nodes + PROOF_BUDGET;
        self.search.begin(position.side(), budget, true);
    }
}
