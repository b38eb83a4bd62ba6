//! Self-play data for the fits of evaluation and move order.
//!
//! Most positions that a search evaluates contain moves that nobody would play, so the positions
//! of games do not represent them. The generator therefore also samples positions inside its
//! searches.
//!
//! - `record`: the file format of games.
//! - `features`: what the fit scripts read, extracted from such games.
//! - `schema`: the vocabulary of the files that these scripts read and write.

pub mod features;
mod record;
pub mod schema;

use std::io::{self, Write};

use crate::engine::{Game, Stone};
use crate::random::{Random, mix};
use crate::tools::dataset::player::Player;
use crate::types::score::{is_loss, is_win};
use crate::types::{BoardSize, Point, Rule, Score};
use record::Record;

/// The games to play.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
    /// Number of games.
    pub games: u64,
    /// Node limit of a move.
    pub nodes: u64,
    /// Seed of the random numbers. The same seed gives the same games.
    pub seed: u64,
}

/// The smallest number of random stones of an opening.
const OPENING_MIN: usize = 2;
/// One more than the largest number of further stones of an opening.
const OPENING_MORE: usize = 6;
/// The largest absolute value of an opening.
const OPENING_BALANCE: Score = 150;
/// A game is drawn at this number of stones.
const LONGEST_GAME: usize = 180;
/// The most plies of a sampled position. A record stores the length of its opening in a byte.
const LONGEST_LINE: usize = u8::MAX as usize;
/// Node limit of the search of a sampled position.
const SAMPLE_NODES: u64 = 3000;
/// Memory of each engine, in bytes.
const MEMORY: u64 = 40 << 20;

/// A write error, and the file in which it occurred.
#[derive(Debug)]
pub struct WriteError {
    /// True for the file with the sample, false for the file with the games.
    pub in_sample: bool,
    /// The error.
    pub error: io::Error,
}

/// Plays the games and writes them. Returns the number of moves after the openings. The outputs
/// are flushed after each game.
///
/// A sample of the nodes of these searches is written to `sample`, if given. Each node is
/// searched again on its own and written as a game in which only the last move was searched.
/// Such a game is always marked as a draw, which has no meaning.
///
/// # Errors
/// If writing fails.
pub fn run(
    plan: &Plan,
    out: &mut dyn Write,
    mut sample: Option<&mut dyn Write>,
) -> Result<u64, WriteError> {
    let of_games = |error| WriteError {
        in_sample: false,
        error,
    };
    let of_sample = |error| WriteError {
        in_sample: true,
        error,
    };
    let mut player = Player::with_memory(MEMORY);
    let mut judge = Player::with_memory(MEMORY);
    let mut random = Random::after(mix(plan.seed) | 1);
    let mut written = 0;
    for _ in 0..plan.games {
        let mut game = opening(plan, &mut player, &mut random);
        let record = play(plan, &mut player, &mut game);
        record.write(out).map_err(of_games)?;
        out.flush().map_err(of_games)?;
        written += (record.moves.len() - record.opening) as u64;
        let visited = player.visited();
        let Some(sample) = &mut sample else {
            continue;
        };
        for line in visited {
            // Records have no passes, so positions below a pass are left out.
            let line: Option<Vec<Point>> = line.into_iter().collect();
            let record = line.and_then(|line| judged(plan, &mut judge, &line));
            if let Some(record) = record {
                record.write(*sample).map_err(of_sample)?;
            }
        }
        sample.flush().map_err(of_sample)?;
    }
    Ok(written)
}

/// The position after `line` with the result of a search from there; `None` if a record
/// cannot hold it.
fn judged(plan: &Plan, judge: &mut Player, line: &[Point]) -> Option<Record> {
    if line.len() > LONGEST_LINE {
        return None;
    }
    let mut game = Game::new(plan.size, plan.rule);
    for point in line {
        let side = game.side_to_move();
        game.put(*point, Stone::Of(side)).ok()?;
    }
    let found = judge.label(&game, game.side_to_move(), SAMPLE_NODES);
    let opening = line.iter().map(|point| (*point, 0));
    Some(Record {
        rule: plan.rule,
        size: plan.size,
        winner: None,
        opening: line.len(),
        moves: opening.chain([(found.best?, found.value)]).collect(),
    })
}

/// A few random stones near the centre that leave the game about even.
fn opening(plan: &Plan, player: &mut Player, random: &mut Random) -> Game {
    loop {
        let mut game = Game::new(plan.size, plan.rule);
        let stones = OPENING_MIN + random.below(OPENING_MORE);
        let spread = 2 + random.below(3);
        let middle = Point::new(plan.size.width() / 2, plan.size.height() / 2);
        while game.ply() < stones {
            let point = random.near(middle, spread, plan.size);
            // If the point is occupied, another is drawn.
            let _ = game.put(point, Stone::Of(game.side_to_move()));
        }
        let found = player.search(&game, game.side_to_move(), plan.nodes);
        if found.value.abs() <= OPENING_BALANCE {
            return game;
        }
    }
}

/// Plays a game until a win or a loss is proved, or until it is drawn.
fn play(plan: &Plan, player: &mut Player, game: &mut Game) -> Record {
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
        let found = player.search(game, side, plan.nodes);
        let (best, value) = (found.best, found.value);
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
    fn sampled_positions_have_the_result_of_a_search() {
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
    fn the_same_seed_gives_the_same_games() {
        let data = games(7);
        assert_eq!(data, games(7));
        assert_ne!(data, games(8));
    }

    #[test]
    fn games_are_read_as_written() {
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
