//! The iteration: df-pn over attacks and defences.
// CITE: A. Nagai, df-pn (2002); J. Pawlewicz and L. Lew, thresholds of 1 + epsilon
// (2007); T. Ueda et al., weak proof-number search (2008); M. H. M. Winands et al.,
// proof numbers begun with a guess from the kind of move (df-pn+, 2004).

use super::moves::{self, Status, Threat};
use super::node::{Child, WHOLE, choose, outcome, sum_up};
use super::table::{INFINITE, Numbers};
use super::{VctSolver, quiet};
use crate::board::zobrist;
use crate::pattern::Class;
use crate::threat::Stop;
use crate::threat::sketch::Sketch;
use crate::threat::vcf::{self, MAX_FOURS};
use crate::types::Square;

/// Asked once in this many expanded nodes, a power of two, whether to break off.
const STOP_INTERVAL: u64 = 16;
/// How far fours are pursued on the way, in moves made, and for how long.
struct Round {
    /// At one attacker node.
    vcf: u64,
    /// To see whether a quiet move threatens a VCF.
    threat: u64,
    /// Moves made in all when the next round begins.
    until: u64,
}

/// Little at first and for long: most wins need no long rows of fours that threes
/// do not show the way to, and what little is spent on each node goes far.
const ROUNDS: [Round; 3] = [
    Round {
        vcf: 10,
        threat: 20,
        until: 8_000_000,
    },
    Round {
        vcf: 100,
        threat: 200,
        until: 30_000_000,
    },
    Round {
        vcf: 1000,
        threat: 2000,
        until: u64::MAX,
    },
];
/// Tells the rounds apart in the table.
const ROUND_KEY: u64 = 0xd1b5_4a32_d192_ed03;
/// Moves for either while a proof is being built, where there must be one.
const PROOF_VCF_BUDGET: u64 = 1_000_000;
/// Search until it is decided.
const NO_BOUNDS: Numbers = Numbers {
    phi: INFINITE,
    delta: INFINITE,
};
/// Nothing is known.
const OPEN: Numbers = Numbers { phi: 1, delta: 1 };
/// Tells the two attackers apart in the table.
const ATTACKER_KEYS: [u64; 2] = [0, 0x9e37_79b9_7f4a_7c15];
/// The work of an entry that only says what was seen at a glance.
const GLANCE: u32 = 1;

/// The proof number an attack begins with, by the attacker's class there: the
/// less it threatens, the more the proof is likely to take.
const EFFORT: [u32; Class::COUNT] = [9, 9, 8, 8, 5, 5, 3, 2, 1, 3, 2, 1, 1, 1];
/// What an attack costs on top of the effort after it, by class. It makes the
/// search prefer short attacks with few quiet moves, wherever it is in the tree.
const COST: [u32; Class::COUNT] = [6, 6, 6, 6, 6, 6, 4, 4, 4, 2, 2, 2, 2, 2];
/// What an attack that is neither three nor four adds to the effort of a
/// disproof: nearly all of them threaten nothing.
const QUIET_SHARE: u32 = 0;
/// What a reply adds to the effort of a proof: replies to one threat have much
/// of their refutations in common.
const REPLY_SHARE: u32 = WHOLE / 2;

/// A defender's node: the threat and the replies that might help.
type Defences = Option<(Threat, Vec<Square>)>;

impl VctSolver {
    /// Searches from the root as far as the budget goes.
    pub(super) fn run<const CELLS: usize>(
        &mut self,
        sketch: &mut Sketch<'_, CELLS>,
        stop: Stop<'_>,
    ) -> (Numbers, u16) {
        let budget = self.budget;
        let mut found = (OPEN, 0);
        for (at, round) in ROUNDS.iter().enumerate() {
            self.round = at;
            self.budget = budget.min(round.until);
            found = self.glance(sketch, &mut Vec::new(), stop);
            if found.0.phi != 0 && found.0.phi != INFINITE {
                found = self.search(sketch, NO_BOUNDS, stop);
            }
            if found.0.phi == 0 || self.stopped || self.nodes > budget {
                break;
            }
        }
        if found.0.phi == INFINITE && self.round + 1 < ROUNDS.len() {
            // Exhausted with little looked at only.
            found.0 = OPEN;
        }
        found
    }

    fn round(&self) -> &'static Round {
        &ROUNDS[self.round]
    }

    /// The key of a position in the table, by attacker and round: what one round
    /// has given up another may win.
    fn key<const CELLS: usize>(&self, sketch: &Sketch<'_, CELLS>) -> u64 {
        sketch.key()
            ^ ATTACKER_KEYS[self.attacker.index()]
            ^ ROUND_KEY.wrapping_mul(self.round as u64)
    }

    /// What patterns, table, or fours alone say about the attacker, who is to
    /// move, and the plies if he wins. Lines of fours that win in a sibling are
    /// tried first; a new one is added.
    fn glance<const CELLS: usize>(
        &mut self,
        sketch: &mut Sketch<'_, CELLS>,
        lines: &mut Vec<(u16, Vec<Square>)>,
        stop: Stop<'_>,
    ) -> (Numbers, u16) {
        match moves::status(sketch) {
            Status::Won(_, plies) => return (Numbers::REACHED, plies),
            Status::Lost => return (Numbers::MISSED, 0),
            Status::Open => {}
        }
        let key = self.key(sketch);
        if let Some(entry) = self.table.get(key) {
            return (entry.numbers, entry.plies);
        }
        for (plies, line) in lines.iter().rev() {
            self.nodes += line.len() as u64;
            if let Some(first) = quiet::still_wins(sketch, line) {
                self.table.put(key, Numbers::REACHED, GLANCE, *plies, first);
                return (Numbers::REACHED, *plies);
            }
        }
        if let Some((first, plies)) = self.try_vcf(sketch, self.round().vcf, stop) {
            lines.push((plies, self.vcf.line().to_vec()));
            self.table.put(key, Numbers::REACHED, GLANCE, plies, first);
            return (Numbers::REACHED, plies);
        }
        if !self.stopped {
            self.table.put(key, OPEN, GLANCE, 0, Square::NONE);
        }
        (OPEN, 0)
    }

    /// Searches below a position that is not decided yet until a number reaches
    /// its bound; returns what is then known.
    fn search<const CELLS: usize>(
        &mut self,
        sketch: &mut Sketch<'_, CELLS>,
        bounds: Numbers,
        stop: Stop<'_>,
    ) -> (Numbers, u16) {
        let key = self.key(sketch);
        let attacking = sketch.side() == self.attacker;
        let started = self.nodes;
        self.calls += 1;
        if self.calls.is_multiple_of(STOP_INTERVAL) && stop() {
            self.stopped = true;
        }
        let (least_plies, mut children) = match attacking {
            true => (1, self.attacks(sketch)),
            false => match self.defence_children(sketch, stop) {
                Some(found) => found,
                // What was broken off has shown nothing.
                None if self.stopped => return (OPEN, 0),
                None => {
                    let work = self.work_since(started);
                    self.table.put(key, Numbers::REACHED, work, 0, Square::NONE);
                    return (Numbers::REACHED, 0);
                }
            },
        };
        loop {
            let numbers = sum_up(&children);
            let out_of_bounds = numbers.phi >= bounds.phi || numbers.delta >= bounds.delta;
            if out_of_bounds || self.stopped || self.nodes > self.budget {
                let (plies, best) = outcome(&children, attacking, least_plies, numbers);
                let work = self.work_since(started);
                self.table.put(key, numbers, work, plies, best);
                return (numbers, plies);
            }
            let (at, child_bounds) = choose(&children, bounds);
            let child = &mut children[at];
            // Transpositions may have taught something in the meantime.
            if let Some(entry) = self.table.get(child.key)
                && entry.numbers != child.numbers
            {
                (child.numbers, child.plies) = (entry.numbers, entry.plies);
                continue;
            }
            self.nodes += 1;
            sketch.make(child.square);
            (child.numbers, child.plies) = self.search(sketch, child_bounds, stop);
            sketch.undo();
        }
    }

    /// The attacker's moves; what is not known yet begins with a guess.
    fn attacks<const CELLS: usize>(&mut self, sketch: &mut Sketch<'_, CELLS>) -> Vec<Child> {
        let mut children = Vec::new();
        for (square, class) in moves::attacks(sketch) {
            let key = self.key_after(sketch, square);
            let (numbers, plies) = match self.table.get(key) {
                Some(entry) => (entry.numbers, entry.plies),
                None => {
                    let delta = EFFORT[class.index()];
                    (Numbers { phi: 1, delta }, 0)
                }
            };
            children.push(Child {
                square,
                key,
                numbers,
                plies,
                share: match class >= Class::OpenThree {
                    true => WHOLE,
                    false => QUIET_SHARE,
                },
                cost: COST[class.index()],
            });
        }
        children
    }

    /// The defender's replies with a glance at each, and the least plies to the
    /// end; `None` if he is not threatened or one of them refutes everything.
    fn defence_children<const CELLS: usize>(
        &mut self,
        sketch: &mut Sketch<'_, CELLS>,
        stop: Stop<'_>,
    ) -> Option<(u16, Vec<Child>)> {
        let (threat, replies) = self.defences(sketch, stop)?;
        let mut lines = Vec::new();
        let mut children = Vec::with_capacity(replies.len());
        for square in replies {
            let key = self.key_after(sketch, square);
            self.nodes += 1;
            sketch.make(square);
            debug_assert_eq!(key, self.key(sketch));
            let (numbers, plies) = self.glance(sketch, &mut lines, stop);
            sketch.undo();
            if numbers == Numbers::MISSED {
                return None;
            }
            children.push(Child {
                square,
                key,
                numbers,
                plies,
                share: REPLY_SHARE,
                cost: 0,
            });
        }
        Some((threat.plies(), children))
    }

    /// What the attacker threatens, the defender being to move, and the replies
    /// that might help; `None` if nothing.
    pub(super) fn defences<const CELLS: usize>(
        &mut self,
        sketch: &mut Sketch<'_, CELLS>,
        stop: Stop<'_>,
    ) -> Defences {
        let defences = moves::defences(sketch);
        if defences.is_some() || sketch.has(sketch.side(), crate::threat::sketch::Kind::Five) {
            return defences;
        }
        let key = sketch.key();
        if let Some((plies, replies)) = self.quiet.get(&key) {
            return Some((Threat::Vcf(*plies), replies.to_vec()));
        }
        sketch.pass();
        let budget = match self.proving {
            true => PROOF_VCF_BUDGET,
            false => self.round().threat,
        };
        let found = self.try_vcf(sketch, budget, stop);
        sketch.pass();
        let (_, plies) = found?;
        let line = self.vcf.line().to_vec();
        let replies = quiet::replies(sketch, &line);
        if self.quiet.len() >= self.quiet_limit {
            self.quiet.clear();
        }
        self.quiet
            .insert(key, (plies, replies.clone().into_boxed_slice()));
        Some((Threat::Vcf(plies), replies))
    }

    /// The key after a move of the side to move.
    fn key_after<const CELLS: usize>(&self, sketch: &Sketch<'_, CELLS>, square: Square) -> u64 {
        self.key(sketch) ^ zobrist::stone(sketch.side(), square) ^ zobrist::WHITE_TO_MOVE
    }

    fn work_since(&self, started: u64) -> u32 {
        u32::try_from(self.nodes - started)
            .unwrap_or(u32::MAX)
            .max(GLANCE + 1)
    }

    /// Fours alone: the first move and the plies.
    fn try_vcf<const CELLS: usize>(
        &mut self,
        sketch: &mut Sketch<'_, CELLS>,
        budget: u64,
        stop: Stop<'_>,
    ) -> Option<(Square, u16)> {
        let verdict = self.vcf.solve(sketch, MAX_FOURS, budget, stop);
        self.nodes += self.vcf.nodes();
        self.stopped |= verdict == vcf::Verdict::Unknown && self.vcf.nodes() <= budget;
        match verdict {
            vcf::Verdict::Win(plies) => Some((*self.vcf.line().first()?, plies as u16)),
            vcf::Verdict::None | vcf::Verdict::Unknown => None,
        }
    }

    /// The attacker, to move, has a win: its first move and the plies.
    pub(super) fn winning_move<const CELLS: usize>(
        &mut self,
        sketch: &mut Sketch<'_, CELLS>,
        stop: Stop<'_>,
    ) -> Option<(Square, u16)> {
        if let Status::Won(square, plies) = moves::status(sketch) {
            return Some((square, plies));
        }
        // The table may have lost it: then it is found again. What it knows
        // comes before the fours, whose search can be long where they fail.
        for again in [false, true] {
            if let Some(entry) = self.table.get(self.key(sketch))
                && entry.numbers == Numbers::REACHED
                && entry.best != Square::NONE
            {
                return Some((entry.best, entry.plies));
            }
            if again {
                break;
            }
            if let Some(found) = self.try_vcf(sketch, PROOF_VCF_BUDGET, stop) {
                return Some(found);
            }
            self.search(sketch, NO_BOUNDS, stop);
        }
        None
    }
}
