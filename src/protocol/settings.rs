//! What INFO sets, and what it means for a search.

use std::time::Duration;

use super::clock::GameClock;
use super::info::Info;
use crate::engine::{DEFAULT_MEMORY, Limits, memory_for_table, table_bytes, useful_threads};
use crate::time::TimeControl;
use crate::types::Rule;

/// Time for a move if the manager says nothing about any limit.
const DEFAULT_TURN: Duration = Duration::from_secs(5);

/// A `timeout_turn` from here on means no limit, in ms (Yixin-Board's "unlimited").
const UNLIMITED_TURN: i64 = 2_000_000;

/// The bit of `rule` for a continuous game: play goes on after a five. The
/// manager takes finished lines out of play with field 3 of BOARD, so nothing
/// else changes for the engine.
const CONTINUOUS: i64 = 2;

/// The bits of `show_detail`.
const REALTIME: i64 = 1;
const DETAIL: i64 = 2;

/// `hash_size` counts these, in bytes.
const KIB: u64 = 1024;

/// The largest table that `hash_size` gets if no `max_memory` is told, in bytes.
const MAX_TABLE: u64 = 1 << 30;

/// What the session has to look after once a setting has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing; the next search will see it.
    Nothing,
    /// The clock of a search under way.
    Time,
    /// The rule of the game under way.
    Rule,
}

/// The settings in force. They outlive games.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// `timeout_turn` as told.
    turn: Option<i64>,
    /// `timeout_match`; `None`: no limit.
    game: Option<Duration>,
    /// `max_memory`; `None`: the default.
    memory: Option<u64>,
    /// `hash_size`; `None`: what the memory allows.
    hash_kib: Option<u64>,
    /// `show_detail` as told.
    show_detail: Option<i64>,
    /// `max_node`; `None`: no limit.
    nodes: Option<u64>,
    /// `max_depth`; `None`: no limit.
    depth: Option<u32>,
    /// Search threads; 0: as by default.
    threads: usize,
    /// The rule of this and later games.
    pub rule: Rule,
    /// The manager speaks Yixin's dialect, where rule 2 alone is renju.
    pub yixin: bool,
    /// The manager has asked which settings are possible: it is a Yixin-Board.
    pub show_info: bool,
    /// Thinking on the opponent's time is wanted.
    pondering: bool,
    /// `game_type` as told; 0 is a game against a person.
    game_type: i64,
    /// `DEBUG` lines are wanted.
    pub debug: bool,
    /// The clock of the game under way.
    pub clock: GameClock,
}

impl Settings {
    /// Applies one INFO line. Values out of range are ignored.
    pub fn apply(&mut self, info: Info) -> Change {
        match info {
            Info::TimeoutTurn(ms) => {
                self.turn = Some(ms);
                return Change::Time;
            }
            Info::TimeoutMatch(ms) => {
                self.game = positive(ms).map(Duration::from_millis);
                return Change::Time;
            }
            Info::TimeLeft(ms) => {
                self.clock.tell_left(ms);
                return Change::Time;
            }
            Info::Rule(value) => {
                if let Some(rule) = rule_of(value, self.yixin)
                    && rule != self.rule
                {
                    self.rule = rule;
                    return Change::Rule;
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
            Info::ShowDetail(bits) => {
                self.yixin = true;
                self.show_detail = Some(bits);
            }
            Info::Pondering(value) => self.pondering = value != 0,
            Info::GameType(value) => self.game_type = value,
            Info::Debug(value) => self.debug = value != 0,
            Info::Ignored => {}
        }
        Change::Nothing
    }

    /// The limits of a search, `spent` of its time being used already.
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
                spent,
            },
            nodes: self.nodes,
            depth: self.depth,
        }
    }

    /// Asks for that many search threads. More than can run at the same time are
    /// of no use, so there will be no more than that; less than one is ignored.
    pub fn set_threads(&mut self, count: i64) {
        if let Some(count) = positive(count) {
            let useful = useful_threads();
            self.threads = usize::try_from(count).map_or(useful, |count| count.min(useful));
        }
    }

    /// Search threads, at least 1.
    pub fn threads(&self) -> usize {
        self.threads.max(1)
    }

    /// What the process may use, in bytes.
    pub fn memory(&self) -> u64 {
        match self.hash_kib {
            None => self.memory.unwrap_or(DEFAULT_MEMORY),
            Some(kib) => memory_for_table(kib.saturating_mul(KIB)).min(self.memory_limit()),
        }
    }

    /// The largest table that can be asked for, in KiB.
    pub fn max_hash_kib(&self) -> u64 {
        table_bytes(self.memory_limit()) / KIB
    }

    /// What the process may use if the user sets the table's size, in bytes.
    fn memory_limit(&self) -> u64 {
        self.memory.unwrap_or(memory_for_table(MAX_TABLE))
    }

    /// May the engine think on the opponent's time? Only if the manager has
    /// asked for it, and only against people: tournaments forbid it, and other
    /// engines may need the processor.
    pub fn may_ponder(&self) -> bool {
        const HUMAN: i64 = 0;
        self.pondering && self.game_type == HUMAN
    }

    /// `INFO` lines about each iteration are wanted. Never unless asked for:
    /// other managers stop an engine that sends them.
    pub fn is_detailed(&self) -> bool {
        match self.show_detail {
            Some(bits) => bits & DETAIL != 0,
            None => self.show_info,
        }
    }

    /// `MESSAGE REALTIME` lines are wanted.
    pub fn is_realtime(&self) -> bool {
        self.show_detail.is_some_and(|bits| bits & REALTIME != 0)
    }
}

/// The value if it is above zero.
fn positive(value: i64) -> Option<u64> {
    u64::try_from(value).ok().filter(|value| *value > 0)
}

/// The rule of a value; `None` if there is no such rule.
fn rule_of(value: i64, yixin: bool) -> Option<Rule> {
    if yixin && value == CONTINUOUS {
        return Some(Rule::Renju);
    }
    match value & !CONTINUOUS {
        0 => Some(Rule::Freestyle),
        1 => Some(Rule::Standard),
        4 => Some(Rule::Renju),
        8 => Some(Rule::Caro),
        9 => Some(Rule::CaroExact),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(infos: &[Info]) -> Settings {
        let mut settings = Settings::default();
        for info in infos {
            settings.apply(*info);
        }
        settings
    }

    fn limits(infos: &[Info]) -> Limits {
        after(infos).limits(Duration::ZERO)
    }

    fn ms(ms: u64) -> Option<Duration> {
        Some(Duration::from_millis(ms))
    }

    #[test]
    fn nothing_said_is_five_seconds_unless_other_limits_are_set() {
        assert_eq!(limits(&[]).time.turn, ms(5000));
        assert_eq!(limits(&[Info::MaxNode(5000)]).time.turn, None);
        assert_eq!(limits(&[Info::MaxDepth(3)]).time.turn, None);
        assert_eq!(limits(&[Info::MaxNode(0)]).time.turn, ms(5000));
        assert_eq!(limits(&[Info::MaxNode(-1)]).nodes, None);
        let both = limits(&[Info::MaxNode(5), Info::TimeoutTurn(100)]);
        assert_eq!((both.nodes, both.time.turn), (Some(5), ms(100)));
        assert_eq!(limits(&[Info::MaxDepth(i64::MAX)]).depth, Some(u32::MAX));
    }

    #[test]
    fn turn_limits() {
        assert_eq!(limits(&[Info::TimeoutTurn(0)]).time.turn, ms(0));
        assert_eq!(limits(&[Info::TimeoutTurn(i64::MIN)]).time.turn, ms(0));
        assert_eq!(
            limits(&[Info::TimeoutTurn(1_999_999)]).time.turn,
            ms(1_999_999)
        );
        assert_eq!(limits(&[Info::TimeoutTurn(2_000_000)]).time.turn, None);
        assert_eq!(limits(&[Info::TimeoutTurn(i64::MAX)]).time.turn, None);
    }

    #[test]
    fn match_limits_and_time_left() {
        assert_eq!(limits(&[]).time.left, None);
        assert_eq!(limits(&[Info::TimeoutMatch(0)]).time.left, None);
        assert_eq!(limits(&[Info::TimeoutMatch(-1)]).time.left, None);
        let beyond_32_bits = 1 << 40;
        assert_eq!(
            limits(&[Info::TimeoutMatch(beyond_32_bits)]).time.left,
            ms(1 << 40)
        );
        let told = [Info::TimeLeft(700), Info::TimeoutMatch(1000)];
        assert_eq!(limits(&told).time.left, ms(700));
        assert_eq!(limits(&[Info::TimeLeft(0)]).time.left, ms(0));
        assert_eq!(limits(&[Info::TimeLeft(2_147_483_647)]).time.left, None);
        // The arithmetic of the budget holds for every number that can be told.
        for ms in [i64::MIN, 0, 1, 2_147_483_646, i64::MAX] {
            let told = [Info::TimeoutMatch(ms), Info::TimeoutTurn(ms)];
            limits(&told).time.budget();
            limits(&[Info::TimeLeft(ms)]).time.budget();
        }
    }

    #[test]
    fn memory_limits() {
        assert_eq!(after(&[]).memory(), DEFAULT_MEMORY);
        assert_eq!(after(&[Info::MaxMemory(1)]).memory(), 1);
        assert_eq!(
            after(&[Info::MaxMemory(1), Info::MaxMemory(-7)]).memory(),
            1
        );
        let reset = [Info::MaxMemory(1), Info::MaxMemory(0)];
        assert_eq!(after(&reset).memory(), DEFAULT_MEMORY);
    }

    #[test]
    fn table_sizes_stay_within_the_memory() {
        let whole = table_bytes(after(&[Info::HashSize(65_536)]).memory());
        assert!((64 << 20..(64 << 20) + 64).contains(&whole), "{whole}");
        let both = [Info::HashSize(i64::MAX), Info::MaxMemory(100 << 20)];
        assert_eq!(after(&both).memory(), 100 << 20);
        let reset = [Info::HashSize(65_536), Info::HashSize(0)];
        assert_eq!(after(&reset).memory(), DEFAULT_MEMORY);
        assert_eq!(after(&[]).max_hash_kib().ilog2(), 20);
        assert_eq!(after(&[Info::MaxMemory(1)]).max_hash_kib(), 256);
    }

    #[test]
    fn threads_are_one_unless_asked_for_and_never_more_than_run() {
        assert_eq!(after(&[]).threads(), 1);
        let useful = useful_threads();
        for (count, threads) in [(1, 1), (2, useful.min(2)), (i64::MAX, useful)] {
            assert_eq!(after(&[Info::ThreadNum(count)]).threads(), threads);
        }
        for count in [0, -1, i64::MIN] {
            let kept = [Info::ThreadNum(2), Info::ThreadNum(count)];
            assert_eq!(after(&kept).threads(), useful.min(2));
        }
    }

    #[test]
    fn details_only_if_asked_for() {
        let mut settings = Settings::default();
        assert!(!settings.is_detailed() && !settings.is_realtime());
        settings.show_info = true;
        assert!(settings.is_detailed() && !settings.is_realtime());
        for (bits, detail, realtime) in [
            (0, false, false),
            (1, false, true),
            (2, true, false),
            (3, true, true),
        ] {
            settings.apply(Info::ShowDetail(bits));
            assert_eq!(settings.is_detailed(), detail);
            assert_eq!(settings.is_realtime(), realtime);
        }
    }

    #[test]
    fn pondering_is_for_people_who_want_it() {
        let may = |infos: &[Info]| after(infos).may_ponder();
        let on = Info::Pondering(1);
        assert!(!may(&[]));
        assert!(may(&[on]) && may(&[on, Info::GameType(0)]) && !may(&[on, Info::Pondering(0)]));
        for game_type in [1, 2, 3, -1, i64::MAX] {
            assert!(!may(&[on, Info::GameType(game_type)]), "{game_type}");
            assert!(!may(&[Info::GameType(game_type), on]), "{game_type}");
        }
    }

    #[test]
    fn rules_with_and_without_the_continuous_bit() {
        for (value, rule) in [
            (0, Rule::Freestyle),
            (1, Rule::Standard),
            (2, Rule::Freestyle),
            (3, Rule::Standard),
            (4, Rule::Renju),
            (6, Rule::Renju),
            (8, Rule::Caro),
            (9, Rule::CaroExact),
            (11, Rule::CaroExact),
        ] {
            assert_eq!(after(&[Info::Rule(value)]).rule, rule, "{value}");
        }
        for value in [5, 7, 12, 16, -1, -2, i64::MIN, i64::MAX] {
            let kept = after(&[Info::Rule(1), Info::Rule(value)]);
            assert_eq!(kept.rule, Rule::Standard, "{value}");
        }
        let dialect = [Info::ShowDetail(3), Info::Rule(2)];
        assert_eq!(after(&dialect).rule, Rule::Renju);
    }

    #[test]
    fn only_a_new_rule_is_a_change() {
        let mut settings = Settings::default();
        assert_eq!(settings.apply(Info::Rule(0)), Change::Nothing);
        assert_eq!(settings.apply(Info::Rule(4)), Change::Rule);
        assert_eq!(settings.apply(Info::Rule(6)), Change::Nothing);
        assert_eq!(settings.apply(Info::TimeLeft(1)), Change::Time);
    }
}
