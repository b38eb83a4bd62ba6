//! The settings that INFO changes, and the limits that follow from them.

use std::time::Duration;

use super::clock::GameClock;
use super::info::Info;
use crate::engine::{DEFAULT_MEMORY, Limits, memory_for_table, table_bytes, useful_threads};
use crate::strength::Strength;
use crate::time::TimeControl;
use crate::types::Rule;

/// The time for a move if the manager sends no limit.
const DEFAULT_TURN: Duration = Duration::from_secs(5);

/// A `timeout_turn` of this or more means that there is no limit, in ms.
/// Yixin-Board sends it for "unlimited".
const UNLIMITED_TURN: i64 = 2_000_000;

/// The `rule` for renju in Yixin's dialect.
const YIXIN_RENJU: i64 = 2;

/// The bit of `show_detail` for `MESSAGE REALTIME` lines.
const REALTIME: i64 = 1;
/// The bit of `show_detail` for `INFO` lines.
const DETAIL: i64 = 2;

/// The unit of `hash_size` in bytes.
const KIB: u64 = 1024;

/// The largest transposition table, in bytes, however much memory is allowed.
///
/// When the program exits, the system has to release every page in use, and END
/// must take less than 100 ms. On a busy virtual machine 1 GiB took 115 to 130 ms.
/// Freeing the table from several threads is not faster, because the system lets
/// one thread at a time unmap memory. Huge pages are released faster, but clearing
/// them takes most of the time for the first moves.
const MAX_TABLE: u64 = 512 << 20;

/// What a changed setting affects at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing before the next search.
    Nothing,
    /// The time of the search under way.
    Time,
    /// The rule of the current game.
    Rule,
}

/// The current settings. START and RESTART keep them.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// `timeout_turn` as sent.
    turn: Option<i64>,
    /// `timeout_match`; `None`: no limit.
    game: Option<Duration>,
    /// `max_memory` in bytes; `None`: the default.
    memory: Option<u64>,
    /// `hash_size`; `None`: as large as the memory allows.
    hash_kib: Option<u64>,
    /// `show_detail` as sent.
    show_detail: Option<i64>,
    /// `max_node`; `None`: no limit.
    nodes: Option<u64>,
    /// `max_depth`; `None`: no limit.
    depth: Option<u32>,
    /// The number of search threads; 0: the default.
    threads: usize,
    /// `rule` as last sent with a known value.
    rule_number: i64,
    /// The manager speaks Yixin's dialect, in which `rule 2` is renju.
    is_yixin: bool,
    /// The last START had the form of Yixin-Board, which sends rows before columns.
    pub rows_first: bool,
    /// YXSHOWINFO was sent, which asks for details of the search.
    pub show_info: bool,
    pondering: bool,
    /// `game_type` as sent.
    game_type: i64,
    /// How strong the engine plays.
    pub strength: Strength,
    /// `debug`: print `DEBUG` lines.
    pub debug: bool,
    /// The time left for the current game.
    pub clock: GameClock,
}

impl Settings {
    /// Changes a setting. Unknown rules, negative memory and fewer than one thread are
    /// ignored. For the other keys, zero and negative values have a meaning. `spent` is the
    /// time that a search under way has used.
    pub fn apply(&mut self, info: Info, spent: Duration) -> Effect {
        let rule = self.rule();
        self.is_yixin |= info.is_of_yixin();
        match info {
            Info::TimeoutTurn(ms) => {
                self.turn = Some(ms);
                return Effect::Time;
            }
            Info::TimeoutMatch(ms) => {
                self.game = positive(ms).map(Duration::from_millis);
                return Effect::Time;
            }
            Info::TimeLeft(ms) => {
                self.clock.set_left(ms, spent);
                return Effect::Time;
            }
            Info::Rule(value) => {
                if rule_of(value, self.is_yixin).is_some() {
                    self.rule_number = value;
                }
            }
            Info::MaxMemory(0) => self.memory = None,
            Info::MaxMemory(bytes) => self.memory = positive(bytes).or(self.memory),
            Info::MaxNode(nodes) => self.nodes = positive(nodes),
            Info::MaxDepth(plies) => {
                self.depth = positive(plies).map(|n| u32::try_from(n).unwrap_or(u32::MAX));
            }
            Info::HashSize(kib) => self.hash_kib = positive(kib),
            Info::ThreadNum(count) => self.set_threads(count),
            Info::ShowDetail(bits) => self.show_detail = Some(bits),
            Info::Pondering(value) => self.pondering = value != 0,
            Info::GameType(value) => self.game_type = value,
            Info::Debug(value) => self.debug = value != 0,
            Info::Strength(percent) => {
                self.strength = Strength::from_percent(percent.clamp(0, 100) as u8);
            }
            Info::OfYixin | Info::Ignored => {}
        }
        self.effect_on_rule(rule)
    }

    /// Records that the manager speaks Yixin's dialect, which can change the meaning of the rule
    /// sent before.
    pub fn speak_yixin(&mut self) -> Effect {
        let rule = self.rule();
        self.is_yixin = true;
        self.effect_on_rule(rule)
    }

    /// The effect of a change if the rule was this one before.
    fn effect_on_rule(&self, before: Rule) -> Effect {
        if self.rule() == before {
            Effect::Nothing
        } else {
            Effect::Rule
        }
    }

    /// The rule of the current game and of later ones.
    pub fn rule(&self) -> Rule {
        rule_of(self.rule_number, self.is_yixin).unwrap_or_default()
    }

    /// The limits of a search that has already used the time `spent`.
    pub fn limits(&self, spent: Duration) -> Limits {
        let turn = match self.turn {
            Some(UNLIMITED_TURN..) => None,
            Some(ms) => Some(Duration::from_millis(positive(ms).unwrap_or(0))),
            None if self.nodes.is_some() || self.depth.is_some() => None,
            None => Some(DEFAULT_TURN),
        };
        Limits {
            time: TimeControl {
                turn,
                left: self.clock.left(self.game),
                game: self.game,
                spent,
            },
            nodes: self.nodes,
            depth: self.depth,
        }
    }

    /// Sets the number of search threads, reduced to the number that can run at the same time.
    /// Numbers below one are ignored.
    pub fn set_threads(&mut self, count: i64) {
        if let Some(count) = positive(count) {
            let useful = useful_threads();
            self.threads = usize::try_from(count).map_or(useful, |count| count.min(useful));
        }
    }

    /// The number of search threads, at least 1.
    pub fn threads(&self) -> usize {
        self.threads.max(1)
    }

    /// The memory that the process may use, in bytes.
    pub fn memory(&self) -> u64 {
        let memory = match self.hash_kib {
            None => self.memory.unwrap_or(DEFAULT_MEMORY),
            Some(kib) => memory_for_table(kib.saturating_mul(KIB)),
        };
        memory.min(self.memory_limit())
    }

    /// The largest transposition table that `hash_size` can ask for, in KiB.
    pub fn max_hash_kib(&self) -> u64 {
        table_bytes(self.memory_limit()) / KIB
    }

    /// The most memory that the process can use, in bytes.
    fn memory_limit(&self) -> u64 {
        let limit = memory_for_table(MAX_TABLE);
        self.memory.map_or(limit, |memory| memory.min(limit))
    }

    /// True if the engine may search on the opponent's time. The manager must
    /// have asked for it, and the opponent must be a human: tournaments forbid
    /// pondering, and another engine needs the processor. It would make a weakened engine
    /// stronger.
    pub fn may_ponder(&self) -> bool {
        /// The `game_type` of a game against a human.
        const HUMAN: i64 = 0;
        self.pondering && self.game_type == HUMAN && self.strength == Strength::FULL
    }

    /// True if the manager wants `INFO` lines about each iteration. Managers that
    /// do not ask for them may stop an engine that sends them.
    pub fn is_detailed(&self) -> bool {
        match self.show_detail {
            Some(bits) => bits & DETAIL != 0,
            None => self.show_info,
        }
    }

    /// True if the variations after the best one are printed as messages. A manager that wants
    /// details gets them in `INFO` lines, and a search for defences only names the moves.
    pub fn shows_other_lines(&self, lists_defences: bool) -> bool {
        !self.is_detailed() && !lists_defences
    }

    /// True if the manager wants `MESSAGE REALTIME` lines.
    pub fn is_realtime(&self) -> bool {
        self.show_detail.is_some_and(|bits| bits & REALTIME != 0)
    }
}

fn positive(value: i64) -> Option<u64> {
    u64::try_from(value).ok().filter(|value| *value > 0)
}

/// The rule that `rule` stands for; `None` if it is unknown.
fn rule_of(value: i64, is_yixin: bool) -> Option<Rule> {
    match value {
        YIXIN_RENJU if is_yixin => Some(Rule::Renju),
        _ => Rule::from_protocol_number(value),
    }
}

#[cfg(test)]
mod tests;
