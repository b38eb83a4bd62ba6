//! INFO lines: a key and its value.

/// A setting sent with INFO. Times are in milliseconds, memory is in bytes. Values are kept as
/// sent, even if they are out of range, zero or negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Info {
    /// `timeout_turn`: the time for one move.
    TimeoutTurn(i64),
    /// `timeout_match`: the time for the whole game.
    TimeoutMatch(i64),
    /// `time_left`: the time left for the rest of the game.
    TimeLeft(i64),
    /// `max_memory`: the memory the process may use.
    MaxMemory(i64),
    /// `rule`: the rule of the game, a bit field.
    Rule(i64),
    /// `max_node`: the largest number of nodes to search for a move.
    MaxNode(i64),
    /// `max_depth`: the largest depth to search for a move, in plies.
    MaxDepth(i64),
    /// `hash_size`: the size of the transposition table, in KiB.
    HashSize(i64),
    /// `thread_num`: the number of search threads.
    ThreadNum(i64),
    /// `show_detail`: which details of the search Yixin-Board wants, a bit field.
    ShowDetail(i64),
    /// `pondering`: any value but 0 allows searching on the opponent's time.
    Pondering(i64),
    /// `game_type`: the opponent is 0 a human, 1 an engine; 2 a tournament game,
    /// 3 a network game.
    GameType(i64),
    /// `debug`, Goshawk's own: any value but 0 allows `DEBUG` lines.
    Debug(i64),
    /// `strength`, of Rapfi: the playing strength, 0 to 100, which is full strength.
    Strength(i64),
    /// A key of Yixin's dialect that has no effect here: `caution_factor`, `checkmate`.
    OfYixin,
    /// An unsupported key or a malformed value.
    Ignored,
}

impl Info {
    /// The setting of a lower-case key and its value, which is `None` if it is
    /// not an integer.
    pub fn new(key: &str, value: Option<i64>) -> Info {
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
            "strength" => Info::Strength(value),
            "caution_factor" | "checkmate" => Info::OfYixin,
            #[cfg(feature = "tune")]
            _ if key.starts_with("tune.") => {
                crate::search::tune::set(&key[5..], value);
                Info::Ignored
            }
            _ => Info::Ignored,
        }
    }

    /// True for keys that only clients that speak Yixin's dialect send. Their rule 2 is renju.
    pub fn is_of_yixin(self) -> bool {
        match self {
            Info::MaxNode(_)
            | Info::MaxDepth(_)
            | Info::HashSize(_)
            | Info::ThreadNum(_)
            | Info::ShowDetail(_)
            | Info::Pondering(_)
            | Info::OfYixin => true,
            Info::TimeoutTurn(_)
            | Info::TimeoutMatch(_)
            | Info::TimeLeft(_)
            | Info::MaxMemory(_)
            | Info::Rule(_)
            | Info::GameType(_)
            | Info::Debug(_)
            | Info::Strength(_)
            | Info::Ignored => false,
        }
    }

    /// True for keys that can end a search under way, by its time.
    pub fn is_of_time(self) -> bool {
        matches!(
            self,
            Info::TimeoutTurn(_) | Info::TimeoutMatch(_) | Info::TimeLeft(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_and_malformed_values_are_ignored() {
        assert_eq!(Info::new("rule", None), Info::Ignored);
        assert_eq!(Info::new("folder", Some(1)), Info::Ignored);
        assert_eq!(Info::new("rule", Some(1)), Info::Rule(1));
    }
}
