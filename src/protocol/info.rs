//! One INFO line: a key and its value.

/// One INFO line. Times in ms, memory in bytes, as they came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Info {
    /// Limit for a move.
    TimeoutTurn(i64),
    /// Limit for the whole game.
    TimeoutMatch(i64),
    /// What is left of the whole game.
    TimeLeft(i64),
    /// Limit for the process's memory.
    MaxMemory(i64),
    /// The rule of the game, bits and all.
    Rule(i64),
    /// Limit of nodes for a move.
    MaxNode(i64),
    /// Limit of depth for a move, in plies.
    MaxDepth(i64),
    /// Size of the transposition table in KiB.
    HashSize(i64),
    /// Number of search threads.
    ThreadNum(i64),
    /// How much detail a Yixin-Board wants; sets the dialect.
    ShowDetail(i64),
    /// Other than 0 allows thinking on the opponent's time.
    Pondering(i64),
    /// Who plays: 0 a person, 1 another engine, 2 a tournament, 3 a network.
    GameType(i64),
    /// Ours: other than 0 allows `DEBUG` lines.
    Debug(i64),
    /// A key that means nothing to us, or a malformed value.
    Ignored,
}

impl Info {
    /// The meaning of a lower-case key and its value, `None` if that is no integer.
    pub fn of(key: &str, value: Option<i64>) -> Info {
        let Some(value) = value else {
            return Info::Ignored;
        };
        match key {
            "timeout_turn" => Info::TimeoutTurn(value),
            "timeout_match" => Info::TimeoutMatch(value),
            "time_left" => Info::TimeLeft(value),
            "max_memory" => Info::MaxMemory(value),
            "rule" => Info::Rule(value),
            "max_node" => Info::MaxNode(value),
            "max_depth" => Info::MaxDepth(value),
            "hash_size" => Info::HashSize(value),
            "thread_num" => Info::ThreadNum(value),
            "show_detail" => Info::ShowDetail(value),
            "pondering" => Info::Pondering(value),
            "game_type" => Info::GameType(value),
            "debug" => Info::Debug(value),
            #[cfg(feature = "tune")]
            _ if key.starts_with("tune.") => {
                crate::search::tune::set(&key[5..], value);
                Info::Ignored
            }
            _ => Info::Ignored,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_without_a_number_are_ignored() {
        assert_eq!(Info::of("rule", None), Info::Ignored);
        assert_eq!(Info::of("folder", Some(1)), Info::Ignored);
        assert_eq!(Info::of("rule", Some(1)), Info::Rule(1));
    }
}
