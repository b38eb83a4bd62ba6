//! The settings that INFO changes, and the limits that follow from them.

use std::time::Duration;

use super::clock::GameClock;
use super::info::Info;
use crate::engine::{DEFAULT_MEMORY, Limits, memory_for_table, table_bytes, useful_threads};
use crate::time::TimeControl;
use crate::types::Rule;

/// The time for a move if the manager sends no limit at all.
const DEFAULT_TURN: Duration = Duration::from_secs(5);

/// A `timeout_turn` of this or more means that there is no limit, in ms.
/// Yixin-Board sends it for "unlimited".
const UNLIMITED_TURN: i64 = 2_000_000;

/// The bit of `rule` for a continuous game, in which play goes on after a five.
/// The manager marks finished lines with field 3 of BOARD, so the engine need
/// not know.
const CONTINUOUS: i64 = 2;

/// The bit of `show_detail` for `MESSAGE REALTIME` lines.
const REALTIME: i64 = 1;
/// The bit of `show_detail` for `INFO` lines.
const DETAIL: i64 = 2;

/// The unit of `hash_size` in bytes.
const KIB: u64 = 1024;

/// The largest transposition table that `hash_size` can ask for without
/// `max_memory`, in bytes.
const MAX_TABLE: u64 = 1 << 30;

/// What a changed setting affects at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing before the next search.
    Nothing,
    /// The time of the search under way.
    Time,
    /// The rule of the present game.
    Rule,
}

/// The present settings. START and RESTART keep them.
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
    /// The rule of the present game and of later ones.
    pub rule: Rule,
    /// The manager is a Yixin-Board, for which `rule 2` is renju.
    pub is_yixin: bool,
    /// YXSHOWINFO was sent, which asks for details of the search.
    pub show_info: bool,
    /// `pondering`.
    pondering: bool,
    /// `game_type` as sent.
    game_type: i64,
    /// `debug`: print `DEBUG` lines.
    pub debug: bool,
    /// The time left for the present game.
    pub clock: GameClock,
}

impl Settings {
    /// Changes a setting. Values out of range are ignored.
    pub fn apply(&mut self, info: Info) -> Effect {
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
                self.clock.set_left(ms);
                return Effect::Time;
            }
            Info::Rule(value) => {
                if let Some(rule) = rule_of(value, self.is_yixin)
                    && rule != self.rule
                {
                    self.rule = rule;
                    return Effect::Rule;
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
                self.is_yixin = true;
                self.show_detail = Some(bits);
            }
            Info::Pondering(value) => self.pondering = value != 0,
            Info::GameType(value) => self.game_type = value,
            Info::Debug(value) => self.debug = value != 0,
            Info::Ignored => {}
        }
        Effect::Nothing
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
                spent,
            },
            nodes: self.nodes,
            depth: self.depth,
        }
    }

    /// Sets the number of search threads, no more than can run at the same time.
    /// Less than one is ignored.
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
        match self.hash_kib {
            None => self.memory.unwrap_or(DEFAULT_MEMORY),
            Some(kib) => memory_for_table(kib.saturating_mul(KIB)).min(self.memory_limit()),
        }
    }

    /// The largest transposition table that `hash_size` can ask for, in KiB.
    pub fn max_hash_kib(&self) -> u64 {
        table_bytes(self.memory_limit()) / KIB
    }

    /// The memory that the process may use if `hash_size` is set, in bytes.
    fn memory_limit(&self) -> u64 {
        self.memory.unwrap_or(memory_for_table(MAX_TABLE))
    }

    /// True if the engine may search on the opponent's time. The manager must
    /// have asked for it, and the opponent must be a human: tournaments forbid
    /// pondering, and another engine needs the processor.
    pub fn may_ponder(&self) -> bool {
        /// The `game_type` of a game against a human.
        const HUMAN: i64 = 0;
        self.pondering && self.game_type == HUMAN
    }

    /// True if the manager wants `INFO` lines about each iteration. Managers that
    /// do not ask for them may stop an engine that sends them.
    pub fn is_detailed(&self) -> bool {
        match self.show_detail {
            Some(bits) => bits & DETAIL != 0,
            None => self.show_info,
        }
    }

    /// True if the manager wants `MESSAGE REALTIME` lines.
    pub fn is_realtime(&self) -> bool {
        self.show_detail.is_some_and(|bits| bits & REALTIME != 0)
    }
}

/// The value if it is positive.
fn positive(value: i64) -> Option<u64> {
    u64::try_from(value).ok().filter(|value| *value > 0)
}

/// The rule that `rule` stands for; `None` if it is unknown.
fn rule_of(value: i64, is_yixin: bool) -> Option<Rule> {
    if is_yixin && value == CONTINUOUS {
        return Some(Rule::Renju);
    }
    Rule::from_protocol_number(value & !CONTINUOUS)
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
    fn the_default_is_five_seconds_unless_nodes_or_depth_are_limited() {
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
    fn the_time_for_a_move_has_a_value_that_means_no_limit() {
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
    fn time_left_replaces_the_time_for_the_game() {
        assert_eq!(limits(&[]).time.left, None);
        assert_eq!(limits(&[Info::TimeoutMatch(0)]).time.left, None);
        assert_eq!(limits(&[Info::TimeoutMatch(-1)]).time.left, None);
        let beyond_32_bits = 1 << 40;
        assert_eq!(
            limits(&[Info::TimeoutMatch(beyond_32_bits)]).time.left,
            ms(1 << 40)
        );
        let sent = [Info::TimeLeft(700), Info::TimeoutMatch(1000)];
        assert_eq!(limits(&sent).time.left, ms(700));
        assert_eq!(limits(&[Info::TimeLeft(0)]).time.left, ms(0));
        assert_eq!(limits(&[Info::TimeLeft(2_147_483_647)]).time.left, None);
        // Computing the budget overflows for no number that can be sent.
        for ms in [i64::MIN, 0, 1, 2_147_483_646, i64::MAX] {
            let sent = [Info::TimeoutMatch(ms), Info::TimeoutTurn(ms)];
            limits(&sent).time.budget();
            limits(&[Info::TimeLeft(ms)]).time.budget();
        }
    }

    #[test]
    fn negative_memory_is_ignored_and_zero_is_the_default() {
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
    fn the_table_stays_within_the_memory() {
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
    fn there_is_one_thread_by_default_and_never_more_than_processors() {
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
    fn details_are_printed_only_if_asked_for() {
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
    fn pondering_is_for_humans_who_ask_for_it() {
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
    fn the_continuous_bit_does_not_change_the_rule() {
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
        let yixin = [Info::ShowDetail(3), Info::Rule(2)];
        assert_eq!(after(&yixin).rule, Rule::Renju);
    }

    #[test]
    fn setting_the_same_rule_again_has_no_effect() {
        let mut settings = Settings::default();
        assert_eq!(settings.apply(Info::Rule(0)), Effect::Nothing);
        assert_eq!(settings.apply(Info::Rule(4)), Effect::Rule);
        assert_eq!(settings.apply(Info::Rule(6)), Effect::Nothing);
        assert_eq!(settings.apply(Info::TimeLeft(1)), Effect::Time);
    }
}
