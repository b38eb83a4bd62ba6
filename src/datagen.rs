//! Self-play games as data for fitting the evaluation, and what the fit reads.
//!
//! A data file holds records, one a position, little-endian and unpadded:
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | result for the side to move: 0 loss, 1 draw, 2 win |
//! | 1 | side to move: 0 white, 1 black |
//! | 2 | value of the search for the side to move, signed |
//! | 2 | number `n` of features |
//! | 3 n | feature number (2 bytes) and how often it occurs (1 byte) |
//!
//! Features `0..4096` are the combos that empty points have for the side to
//! move, `4096..8192` those for its opponent; from 8192 on, whether any point is
//! of a class, 16 for the side to move and 16 for its opponent.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::board::zobrist::mix;
use crate::board::{Geometry, PointSet};
use crate::engine::{Engine, Game, LARGE, Limits, SMALL, Stone, position_of};
use crate::movegen::{Situation, situation};
use crate::pattern::Class;
use crate::pattern::merge::Combo;
use crate::position::Position;
use crate::types::score::{is_loss, is_mate, is_win};
use crate::types::{BoardSize, Color, Point, Rule, Score};

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
/// Memory of the playing engine, in bytes.
const MEMORY: u64 = 40 << 20;

/// One searched position of a game.
struct Sample {
    side: Color,
    value: Score,
    features: Vec<(u16, u8)>,
}

/// Plays the games and writes their positions; tells how many there were.
pub fn run(plan: &Plan, out: &mut dyn Write) -> io::Result<u64> {
    let mut engine = Engine::new();
    engine.set_memory(MEMORY);
    let mut random = Random(mix(plan.seed) | 1);
    let mut written = 0;
    for _ in 0..plan.games {
        let mut game = opening(plan, &mut engine, &mut random);
        let (samples, winner) = play(plan, &mut engine, &mut game);
        for sample in &samples {
            write_sample(sample, winner, out)?;
        }
        written += samples.len() as u64;
    }
    Ok(written)
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
fn opening(plan: &Plan, engine: &mut Engine, random: &mut Random) -> Game {
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
        let (_, value) = search(plan, engine, &game);
        if value.abs() <= OPENING_BALANCE {
            return game;
        }
    }
}

/// Plays a game out; the positions worth learning from and the winner.
fn play(plan: &Plan, engine: &mut Engine, game: &mut Game) -> (Vec<Sample>, Option<Color>) {
    let mut samples = Vec::new();
    loop {
        let side = game.side_to_move();
        let (best, value) = search(plan, engine, game);
        if is_win(value) {
            return (samples, Some(side));
        }
        if is_loss(value) {
            return (samples, Some(!side));
        }
        let Some(best) = best.filter(|_| game.ply() < LONGEST_GAME) else {
            return (samples, None);
        };
        let features = if Geometry::<SMALL>::fits(plan.size) {
            features(&position_of::<SMALL>(game, side))
        } else {
            features(&position_of::<LARGE>(game, side))
        };
        if let Some(features) = features.filter(|_| !is_mate(value)) {
            samples.push(Sample {
                side,
                value,
                features,
            });
        }
        game.put(best, Stone::Of(side))
            .expect("the engine plays legally");
    }
}

fn search(plan: &Plan, engine: &mut Engine, game: &Game) -> (Option<Point>, Score) {
    let limits = Limits {
        nodes: Some(plan.nodes),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    let side = game.side_to_move();
    let outcome = engine.think(game, side, &limits, Instant::now(), &stop, &mut |_| {});
    (outcome.best, outcome.report.score)
}

/// The features of a position that the evaluation may be asked about.
fn features<const CELLS: usize>(position: &Position<CELLS>) -> Option<Vec<(u16, u8)>> {
    if !matches!(situation(position), Situation::Free | Situation::MustAnswer) {
        return None;
    }
    let (us, them) = (position.side(), !position.side());
    let mut counts = vec![0u8; 2 * Combo::TABLE];
    let empty: &PointSet = position.empty();
    for square in empty.iter::<CELLS>() {
        let patterns = position.patterns(square);
        for (role, color) in [(0, us), (1, them)] {
            let slot = &mut counts[role * Combo::TABLE + patterns.combo(color).index()];
            *slot = slot.saturating_add(1);
        }
    }
    let mut features: Vec<(u16, u8)> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(number, count)| (number as u16, *count))
        .collect();
    for (role, color) in [(0, us), (1, them)] {
        for class in Class::ALL {
            if position.count(color, class) > 0 {
                features.push(((2 * Combo::TABLE + role * 16 + class.index()) as u16, 1));
            }
        }
    }
    Some(features)
}

fn write_sample(sample: &Sample, winner: Option<Color>, out: &mut dyn Write) -> io::Result<()> {
    let result: u8 = match winner {
        Some(color) if color == sample.side => 2,
        Some(_) => 0,
        None => 1,
    };
    out.write_all(&[result, sample.side as u8])?;
    out.write_all(&(sample.value as i16).to_le_bytes())?;
    out.write_all(&(sample.features.len() as u16).to_le_bytes())?;
    for (number, count) in &sample.features {
        out.write_all(&number.to_le_bytes())?;
        out.write_all(&[*count])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(seed: u64) -> Vec<u8> {
        let plan = Plan {
            rule: Rule::Renju,
            size: BoardSize::square(11).expect("a valid side"),
            games: 2,
            nodes: 300,
            seed,
        };
        let mut out = Vec::new();
        let written = run(&plan, &mut out).expect("a vector takes all bytes");
        assert!(written > 0);
        out
    }

    #[test]
    fn the_same_seed_writes_the_same_records() {
        let data = bytes(7);
        assert_eq!(data, bytes(7));
        assert_ne!(data, bytes(8));
        let mut at = 0;
        while at < data.len() {
            assert!(data[at] <= 2 && data[at + 1] <= 1);
            let count = u16::from_le_bytes([data[at + 4], data[at + 5]]) as usize;
            at += 6;
            for entry in data[at..at + 3 * count].chunks(3) {
                let number = u16::from_le_bytes([entry[0], entry[1]]) as usize;
                assert!(number < 2 * Combo::TABLE + 32 && entry[2] > 0);
            }
            at += 3 * count;
        }
        assert_eq!(at, data.len());
    }
}
