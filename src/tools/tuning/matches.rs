//! A match between two settings, from openings that are played twice with colours swapped.
//!
//! An opening is not played by a second pair: at fixed nodes that gives the same games. The results
//! count in the order of the pairs, up to the one that decides the sequential test, so that they
//! depend neither on the number of processes nor on interruptions.

use std::fs::OpenOptions;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::openings::{Openings, Order, size_name};
use super::pair::{Conditions, End, PlayedGame, Player, Players};
use super::setting::Setting;
use super::state::{Arguments, SharedRun, beside, identity, invalid, program};
use super::statistics::{PairPoints, Sequence, Sprt};
use crate::types::Color;

/// What is played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The setting whose results are counted, A.
    pub new: Setting,
    /// The setting that it plays against, B.
    pub old: Setting,
    /// Rule, board and node limit.
    pub conditions: Conditions,
    /// The openings.
    pub openings: Openings,
    /// The number of pairs. A sequential test may end the match earlier.
    pub pairs: u64,
    /// The seed of the order of the openings.
    pub seed: u64,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
}

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The results of the pairs that count.
    pub sequence: Sequence,
    /// Pairs that other processes are still playing.
    pub playing: usize,
}

/// The results in the state.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Results {
    /// The results of the pairs in the order of their numbers, two characters each: A has lost
    /// (`0`), drawn (`1`) or won (`2`) the game with the black stones and the one with the white
    /// ones. `..` is a pair that is not finished.
    pairs: String,
    /// The length of the file with the games in bytes. What follows was written by a process that
    /// was killed.
    games: u64,
}

/// What stands for a game that is not finished.
const UNFINISHED: u8 = b'.';

impl Results {
    /// The results of the pairs, up to the first that is not finished.
    fn in_order(&self) -> io::Result<Vec<PairPoints>> {
        let damaged = || invalid("the results of the pairs are damaged");
        let (pairs, []) = self.pairs.as_bytes().as_chunks::<2>() else {
            return Err(damaged());
        };
        let finished = pairs.iter().take_while(|pair| **pair != [UNFINISHED; 2]);
        finished
            .map(|pair| {
                let points = pair.map(|game| game.wrapping_sub(b'0'));
                let is_valid = points.iter().all(|points| *points <= 2);
                is_valid.then_some(points).ok_or_else(damaged)
            })
            .collect()
    }

    /// Records the result of a pair.
    fn record(&mut self, pair: u64, points: PairPoints) {
        let at = 2 * (pair as usize - 1);
        let mut bytes = std::mem::take(&mut self.pairs).into_bytes();
        bytes.resize(bytes.len().max(at + 2), UNFINISHED);
        for (game, points) in points.into_iter().enumerate() {
            bytes[at + game] = b'0' + points;
        }
        self.pairs = bytes.into_iter().map(char::from).collect();
    }
}

/// The file of the games of a match, a JSON line each.
pub fn games_file(state: &Path) -> std::path::PathBuf {
    beside(state, ".games")
}

impl Match {
    /// Checks that the match can be played.
    ///
    /// # Errors
    /// If there are too few openings, or if a network is of another rule. The error is a message.
    pub fn check(&self) -> Result<(), String> {
        let count = self.openings.list.len() as u64;
        if self.pairs > count {
            return Err(format!(
                "there are {count} openings for {} pairs; at fixed nodes, an opening played again \
                 gives the same games",
                self.pairs
            ));
        }
        for setting in [&self.new, &self.old] {
            setting.check_rule(self.conditions.rule)?;
        }
        Ok(())
    }

    /// What the games depend on. The number of pairs is not part of it: a match can be continued
    /// with more of them.
    fn arguments(&self) -> io::Result<Arguments> {
        let Conditions { rule, size, nodes } = self.conditions;
        let sprt = self.sprt.map_or("no".to_string(), |sprt| {
            let [low, high] = sprt.bounds();
            format!("{low} to {high}")
        });
        let arguments = [
            ("command", "match".to_string()),
            ("program", program()?),
            ("new", self.new.identity()),
            ("old", self.old.identity()),
            ("rule", rule.name().to_string()),
            ("size", size_name(size)),
            ("nodes", nodes.to_string()),
            ("openings", identity(&format!("{:?}", self.openings.list))),
            ("seed", self.seed.to_string()),
            ("sprt", sprt),
        ];
        let named = arguments.into_iter();
        Ok(named.map(|(name, text)| (name.to_string(), text)).collect())
    }

    /// Plays pairs of the match until none is left, together with other processes that run the same
    /// match with the same file `state`. An existing file is continued. `report` is called after
    /// every pair; if it returns false, this process stops.
    ///
    /// Needs a stack as [`Engine::think`](crate::engine::Engine::think) does, and the parameters of
    /// the process for itself.
    ///
    /// # Errors
    /// If the state is that of another run, or a file cannot be read or written.
    pub fn run(
        &self,
        state: &Path,
        report: &mut dyn FnMut(&Progress) -> bool,
    ) -> io::Result<Progress> {
        let run = SharedRun::join(state, self.arguments()?, Results::default())?;
        let mut sequence = Sequence::new(self.sprt);
        let mut counted = 0;
        let mut count = |results: &Results| -> io::Result<Sequence> {
            let pairs = results.in_order()?;
            let until = pairs.len().min(self.pairs as usize);
            for pair in pairs.get(counted..until).unwrap_or_default() {
                sequence.add(*pair);
            }
            counted = until;
            Ok(sequence.clone())
        };
        let mut players = Players::new(self.conditions);
        let mut order = Order::new(self.seed, self.openings.list.len());
        loop {
            let mut found = Ok(Sequence::default());
            let (pair, _, playing) = run.next_pair(|results| {
                found = count(results);
                match &found {
                    Ok(sequence) if sequence.verdict().is_none() => self.pairs,
                    _ => 0,
                }
            })?;
            let sequence = found?;
            let Some(pair) = pair else {
                return Ok(Progress { sequence, playing });
            };
            let number = order.of(pair);
            let opening = &self.openings.list[number];
            let games = players.play_pair(&self.new, &self.old, opening);
            let points = [0, 1].map(|game| games[game].half_points());
            let lines = self.lines(pair, number, &games);
            let (results, playing) = run.finish_pair(pair, |results| {
                append(&games_file(state), &mut results.games, &lines)?;
                results.record(pair, points);
                Ok(())
            })?;
            let sequence = count(&results)?;
            let progress = Progress { sequence, playing };
            if !report(&progress) {
                return Ok(progress);
            }
        }
    }

    /// The games of a pair as JSON lines, in the manner of the match runner.
    fn lines(&self, pair: u64, opening: usize, games: &[PlayedGame; 2]) -> String {
        let Conditions { rule, size, nodes } = self.conditions;
        let line = |(number, game): (usize, &PlayedGame)| {
            let [black, white] = match game.black {
                Player::A => ["a", "b"],
                Player::B => ["b", "a"],
            };
            let moves: Vec<String> = game
                .moves
                .iter()
                .map(|p| format!("{},{}", p.x, p.y))
                .collect();
            let line = json!({
                "game": 2 * pair - 1 + number as u64,
                "pair": pair,
                "rule": rule.name(),
                "width": size.width(),
                "height": size.height(),
                "nodes": nodes,
                "black": black,
                "white": white,
                "opening_no": opening + 1,
                "opening_stones": self.openings.list[opening].len(),
                "result": match game.winner {
                    Some(Color::Black) => "1-0",
                    Some(Color::White) => "0-1",
                    None => "1/2",
                },
                "score_a": f64::from(game.half_points()) / 2.0,
                "reason": match game.end {
                    End::Played => "played",
                    End::Proved => "proved",
                    End::Length => "length",
                    End::NoMove => "no move",
                },
                "moves": moves.join(" "),
            });
            format!("{line}\n")
        };
        games.iter().enumerate().map(line).collect()
    }
}

/// Appends to the file of games, whose valid length is `length`.
fn append(path: &Path, length: &mut u64, lines: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let options = options.write(true).create(true).truncate(false);
    let mut file = options.open(path)?;
    if file.metadata()?.len() < *length {
        let text = format!("{} is shorter than the state says", path.display());
        return Err(invalid(&text));
    }
    file.set_len(*length)?;
    file.seek(SeekFrom::Start(*length))?;
    file.write_all(lines.as_bytes())?;
    *length += lines.len() as u64;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_count_up_to_the_first_pair_that_is_not_finished() {
        let mut results = Results::default();
        let order = |results: &Results| results.in_order().unwrap();
        results.record(3, [2, 1]);
        assert_eq!(
            (results.pairs.as_str(), order(&results)),
            ("....21", vec![])
        );
        results.record(1, [0, 2]);
        assert_eq!(order(&results), [[0, 2]]);
        results.record(2, [1, 1]);
        assert_eq!(order(&results), [[0, 2], [1, 1], [2, 1]]);
        for damaged in ["022", "0.", "03", "0x22"] {
            results.pairs = damaged.to_string();
            assert!(results.in_order().is_err(), "{damaged}");
        }
    }
}
