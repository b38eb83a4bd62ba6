//! Self-play as data for fits, and what the fits read.
//!
//! The positions that a search evaluates are not those of games: most are the work of
//! moves nobody would play. An evaluation fitted to games alone is asked all the time
//! about what it never saw, so there is a sample of the searches' positions too.
//!
//! - `record`: games in a file.
//! - `features`: what the fit scripts read, extracted from such games.
//! - `schema`: the vocabulary of the files that these scripts read and write.

pub mod features;
mod record;
pub mod schema;

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::board::zobrist::mix;
use crate::engine::{Engine, Game, Limits, NodeObserver, Request, Stone};
use crate::types::score::{is_loss, is_win};
use crate::types::{BoardSize, Point, Rule, Score};
use record::Record;

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Number of games.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Seed of everything random: the same seed, the same games.
    pub seed: u64,
}

/// Openings have at least this many random stones,
const OPENING_MIN: u64 = 2;
/// and at most so many more.
const OPENING_MORE: u64 = 6;
/// Openings are used if the search finds them no more one-sided than this.
const OPENING_BALANCE: Score = 150;
/// A game ends as drawn when that many stones are on the board.
const LONGEST_GAME: usize = 180;
/// Longer lines are left out of the sample: a record counts its opening in a byte.
const LONGEST_LINE: usize = u8::MAX as usize;
/// Each position of the sample is searched with so many nodes.
const SAMPLE_NODES: u64 = 3000;
/// Memory of the playing engine, in bytes.
const MEMORY: u64 = 40 << 20;

/// Plays the games and writes them; tells how many positions were searched.
///
/// To `sample`, if given, goes a sample of the positions that the searches came upon,
/// each searched again by itself: games of which only the last move was searched.
pub fn run(
    plan: &Plan,
    out: &mut dyn Write,
    mut sample: Option<&mut dyn Write>,
) -> io::Result<u64> {
    let mut player = engine();
    let mut judge = engine();
    let mut random = Random(mix(plan.seed) | 1);
    let mut written = 0;
    let sampler = sample.is_some().then(Sampler::default);
    for _ in 0..plan.games {
        let mut game = opening(plan, &mut player, sampler.as_ref(), &mut random);
        let record = play(plan, &mut player, sampler.as_ref(), &mut game);
        record.write(out)?;
        written += (record.moves.len() - record.opening) as u64;
        if let (Some(sample), Some(sampler)) = (&mut sample, &sampler) {
            for line in sampler.take() {
                if let Some(record) = judged(plan, &mut judge, &line) {
                    record.write(*sample)?;
                }
            }
        }
    }
    Ok(written)
}

/// Every how many calls of the search a node is taken into the sample.
const SAMPLE_INTERVAL: u64 = 601;

/// Collects a sample of the nodes searched, each as the moves from the empty board.
#[derive(Clone, Default)]
struct Sampler(Arc<Mutex<Vec<Vec<Point>>>>);

impl Sampler {
    /// The observer that fills this sample.
    fn observer(&self) -> NodeObserver {
        let lines = Arc::clone(&self.0);
        NodeObserver {
            interval: SAMPLE_INTERVAL,
            observe: Arc::new(move |node| {
                // A record holds stones alone: positions below a pass are left out.
                let line: Option<Vec<Point>> = node.plies.into_iter().collect();
                let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                lines.extend(line);
            }),
        }
    }

    /// Removes and returns what has been collected.
    fn take(&self) -> Vec<Vec<Point>> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_memory(MEMORY);
    engine
}

/// The position after `line` with what a search of its own says of it; `None` if a
/// record cannot hold it.
fn judged(plan: &Plan, judge: &mut Engine, line: &[Point]) -> Option<Record> {
    if line.len() > LONGEST_LINE {
        return None;
    }
    let mut game = Game::new(plan.size, plan.rule);
    for point in line {
        let side = game.side_to_move();
        game.put(*point, Stone::Of(side)).ok()?;
    }
    let (best, value) = search(SAMPLE_NODES, judge, &game, None);
    let opening = line.iter().map(|point| (*point, 0));
    Some(Record {
        rule: plan.rule,
        size: plan.size,
        winner: None,
        opening: line.len(),
        moves: opening.chain([(best?, value)]).collect(),
    })
}

/// A counter behind a mixing function.
struct Random(u64);

impl Random {
    /// A number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0) % n
    }
}

/// A few random stones close together that leave the game open.
fn opening(
    plan: &Plan,
    engine: &mut Engine,
    sampler: Option<&Sampler>,
    random: &mut Random,
) -> Game {
    loop {
        let mut game = Game::new(plan.size, plan.rule);
        let stones = OPENING_MIN + random.below(OPENING_MORE);
        let spread = 2 + random.below(3) as i64;
        let (w, h) = (plan.size.width() as i64, plan.size.height() as i64);
        let mut place = |side: i64| {
            let off = random.below(2 * spread as u64 + 1) as i64 - spread;
            (side / 2 + off).clamp(0, side - 1) as u8
        };
        while (game.ply() as u64) < stones {
            let stone = Stone::Of(game.side_to_move());
            // An occupied point is simply drawn again.
            let _ = game.put(Point::new(place(w), place(h)), stone);
        }
        let (_, value) = search(plan.nodes, engine, &game, sampler.map(Sampler::observer));
        if value.abs() <= OPENING_BALANCE {
            return game;
        }
    }
}

/// Plays a game out, to a proved win, a proved loss or the end of the board.
fn play(plan: &Plan, engine: &mut Engine, sampler: Option<&Sampler>, game: &mut Game) -> Record {
    let stones = game.stones().iter();
    let mut record = Record {
        rule: plan.rule,
        size: plan.size,
        winner: None,
        opening: game.ply(),
        moves: stones.map(|(point, _)| (*point, 0)).collect(),
    };
    loop {
        let side = game.side_to_move();
        let (best, value) = search(plan.nodes, engine, game, sampler.map(Sampler::observer));
        if is_win(value) {
            record.winner = Some(side);
            return record;
        }
        if is_loss(value) {
            record.winner = Some(!side);
            return record;
        }
        let Some(best) = best.filter(|_| game.ply() < LONGEST_GAME) else {
            return record;
        };
        record.moves.push((best, value));
        game.put(best, Stone::Of(side))
            .expect("the engine plays legally");
    }
}

fn search(
    nodes: u64,
    engine: &mut Engine,
    game: &Game,
    observer: Option<NodeObserver>,
) -> (Option<Point>, Score) {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let request = Request {
        node_observer: observer,
        ..Request::new(game, &limits)
    };
    let outcome = engine.think(&request, &mut |_| {});
    (outcome.best, outcome.report.score)
}

#[cfg(test)]
mod tests {
    use super::features::{self, extract};
    use super::*;
    use crate::eval::weight_file::Model;
    use crate::pattern::merge::Combo;

    fn games(seed: u64) -> Vec<u8> {
        let plan = Plan {
            rule: Rule::Renju,
            size: BoardSize::square(11).expect("a valid side"),
            games: 2,
            nodes: 300,
            seed,
        };
        let mut out = Vec::new();
        let written = run(&plan, &mut out, None).expect("a vector takes all bytes");
        assert!(written > 0);
        out
    }

    #[test]
    fn the_sample_holds_positions_with_their_search() {
        let plan = Plan {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("a valid side"),
            games: 2,
            nodes: 3000,
            seed: 3,
        };
        let sample = || {
            let (mut games, mut sample) = (Vec::new(), Vec::new());
            run(&plan, &mut games, Some(&mut sample)).expect("a vector takes all bytes");
            sample
        };
        let data = sample();
        assert_eq!(data, sample(), "the same seed, the same sample");
        let mut records = 0;
        let mut rest = data.as_slice();
        while let Some(record) = Record::read(&mut rest).expect("written by us") {
            assert_eq!(record.opening + 1, record.moves.len());
            records += 1;
        }
        assert!(records > 50, "{records}");
        for model in Model::ALL {
            let mut features = Vec::new();
            let written = extract(model, &mut data.as_slice(), &mut features).expect("games");
            assert!(written > 0 && written <= records);
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_games() {
        let data = games(7);
        assert_eq!(data, games(7));
        assert_ne!(data, games(8));
    }

    #[test]
    fn what_is_written_is_read() {
        let data = games(7);
        let mut rest = data.as_slice();
        let mut copy = Vec::new();
        while let Some(record) = Record::read(&mut rest).expect("written by us") {
            assert!(record.opening < record.moves.len());
            record.write(&mut copy).expect("a vector takes all bytes");
        }
        assert_eq!(copy, data);
        assert!(Record::read(&mut &data[..9]).is_err());
        assert!(Record::read(&mut &[9u8; 40][..]).is_err());
    }

    #[test]
    fn features_of_the_evaluation_are_in_range() {
        let mut data = Vec::new();
        let games = games(7);
        let written = extract(Model::Evaluation, &mut games.as_slice(), &mut data).expect("games");
        assert!(written > 0);
        let mut at = features::header(Model::Evaluation, Rule::Renju).len() + 1;
        while at < data.len() {
            assert!(data[at] <= 2 && data[at + 1] <= 1);
            let count = u16::from_le_bytes([data[at + 4], data[at + 5]]) as usize;
            at += 6;
            for entry in data[at..at + 3 * count].chunks(3) {
                let number = u16::from_le_bytes([entry[0], entry[1]]) as usize;
                assert!(number < features::FEATURES && entry[2] > 0);
            }
            at += 3 * count;
        }
        assert_eq!(at, data.len());
    }

    #[test]
    fn features_of_the_order_are_in_range() {
        let mut data = Vec::new();
        let games = games(7);
        let written = extract(Model::Order, &mut games.as_slice(), &mut data).expect("games");
        assert!(written > 0);
        let mut at = features::header(Model::Order, Rule::Renju).len() + 1;
        while at < data.len() {
            assert!(data[at] <= 1);
            let count = u16::from_le_bytes([data[at + 1], data[at + 2]]) as usize;
            assert!(count > 0);
            at += 3;
            for entry in data[at..at + 6 * count].chunks(6) {
                let combo = |i: usize| u16::from_le_bytes([entry[i], entry[i + 1]]) as usize;
                assert!(combo(0) < Combo::COUNT && combo(2) < Combo::COUNT);
                assert!(entry[4] <= 7 && entry[5] <= 7);
            }
            at += 6 * count;
        }
        assert_eq!(at, data.len());
    }

    #[test]
    fn feature_files_need_games_of_one_rule() {
        let mut mixed = games(7);
        let rest = mixed.clone();
        mixed.extend(rest);
        let ok = |data: &[u8]| extract(Model::Order, &mut &*data, &mut Vec::new()).is_ok();
        assert!(ok(&mixed));
        let second = mixed.len() / 2;
        mixed[second] = Rule::Standard.index() as u8;
        assert!(!ok(&mixed));
        assert!(!ok(&[]));
    }
}
