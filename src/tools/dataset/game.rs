//! One self-play game: a random opening, moves by search with random deviations, and samples of
//! the positions that the searches visited.

use rustc_hash::FxHashSet;

use super::key::canonical_key;
use super::plan::Plan;
use super::player::{Player, PositionKind, Searched, game_after, position_kind};
use super::record::{GameRecord, MAX_SEARCH_PLIES, Ply, Sample, side_after};
use crate::engine::{Game, Stone, ending, foul};
use crate::random::{Random, mix};
use crate::types::score::{is_loss, is_mate, is_win};
use crate::types::{BoardSize, Color, Point, Score};

/// The smallest number of random stones of an opening.
const OPENING_MIN: usize = 2;
/// One more than the largest number of further stones of an opening.
const OPENING_MORE: usize = 8;
/// The largest absolute value of an opening.
const OPENING_BALANCE: Score = 400;
/// One opening in this many is placed anywhere on the board, the others near its centre.
const OPENING_ANYWHERE: usize = 4;
/// The number of plies after the opening in which deviations are frequent.
const EARLY_PLIES: usize = 12;
/// One move in this many is replaced by a random one if that loses little: early in the game, and
/// later.
const DEVIATION_RATES: [usize; 2] = [4, 24];
/// A deviation may lose at most this much.
const DEVIATION_LOSS: Score = 200;
/// Deviations are at most this far from one of the last stones.
const DEVIATION_REACH: usize = 3;
/// A game is drawn at this number of stones.
const LONGEST_GAME: usize = 180;

/// Plays game number `number` of a plan and labels its samples. The result depends
/// on the plan and the number alone.
pub fn generate(plan: &Plan, number: u64, player: &mut Player) -> GameRecord {
    let mut random = Random::after(mix(mix(plan.header.seed) ^ number));
    let size = choose_size(plan, &mut random);
    player.start_game();
    let mut playing = Playing {
        plan,
        player,
        random,
        game: Game::new(size, plan.header.rule),
        plies: Vec::new(),
        searched: Vec::new(),
    };
    let first = playing.open();
    let opening = playing.plies.len();
    let winner = playing.play(first);
    GameRecord {
        number,
        size,
        winner,
        opening,
        samples: playing.samples(),
        plies: playing.plies,
    }
}

fn choose_size(plan: &Plan, random: &mut Random) -> BoardSize {
    let total = plan.sizes.iter().map(|choice| choice.weight as usize);
    let mut at = random.below(total.sum());
    for choice in &plan.sizes {
        match at.checked_sub(choice.weight as usize) {
            Some(rest) => at = rest,
            None => return choice.size,
        }
    }
    unreachable!("the number lies below the sum of the weights")
}

/// A game in progress.
struct Playing<'a> {
    plan: &'a Plan,
    player: &'a mut Player,
    random: Random,
    game: Game,
    plies: Vec<Ply>,
    /// Number of plies before each searched position, and the result.
    searched: Vec<(usize, Searched)>,
}

impl Playing<'_> {
    fn side(&self) -> Color {
        side_after(self.plies.len())
    }

    /// The side to move plays on a point if the move is legal.
    fn put(&mut self, point: Point) -> bool {
        let legal = self.game.at(point).is_none() && foul(&self.game, point).is_none();
        if legal {
            let stone = Stone::Of(self.side());
            self.game.put(point, stone).expect("an empty point");
            self.plies.push(Some(point));
        }
        legal
    }

    fn take_back(&mut self) {
        if let Some(Some(point)) = self.plies.pop() {
            self.game.take(point).expect("a stone lies there");
        }
    }

    fn search(&mut self) -> Searched {
        let nodes = self.plan.header.game_nodes;
        self.player.search(&self.game, self.side(), nodes.into())
    }

    /// Places a few random stones near one another that leave the game open. Returns the
    /// search of the position after them.
    fn open(&mut self) -> Searched {
        let size = self.game.size();
        loop {
            let stones = OPENING_MIN + self.random.below(OPENING_MORE);
            let spread = 2 + self.random.below(3);
            let centre = match self.random.below(OPENING_ANYWHERE) {
                0 => Point::new(
                    self.random.below(size.width().into()) as u8,
                    self.random.below(size.height().into()) as u8,
                ),
                _ => {
                    let middle = Point::new(size.width() / 2, size.height() / 2);
                    self.random.near(middle, 2, size)
                }
            };
            // A small board may have no empty point left near the stones.
            for _ in 0..4 * stones {
                if self.plies.len() == stones {
                    break;
                }
                let point = self.random.near(centre, spread, size);
                self.put(point);
            }
            if ending(&self.game).is_none() {
                let searched = self.search();
                if searched.value.abs() <= OPENING_BALANCE && searched.best.is_some() {
                    return searched;
                }
            }
            while !self.plies.is_empty() {
                self.take_back();
            }
            // The nodes of its searches are dropped as well.
            self.player.visited();
        }
    }

    /// Plays until the game ends, a search proves a win or a loss, or the game is too long. Returns
    /// the winner, if any. `searched` is the search of the current position.
    fn play(&mut self, mut searched: Searched) -> Option<Color> {
        let opening = self.plies.len();
        loop {
            let side = self.side();
            self.searched.push((self.plies.len(), searched));
            if is_win(searched.value) {
                return Some(side);
            }
            if is_loss(searched.value) {
                return Some(!side);
            }
            let best = searched.best.filter(|_| self.game.ply() < LONGEST_GAME)?;
            let early = self.plies.len() < opening + EARLY_PLIES;
            let rate = DEVIATION_RATES[usize::from(!early)];
            if self.random.below(rate) == 0
                && let Some(after) = self.deviate(searched.value)
            {
                searched = after;
                continue;
            }
            // The engine's moves are legal. An illegal one would end the game here.
            if !self.put(best) {
                return None;
            }
            match ending(&self.game) {
                Some(ending) => return ending.winner(),
                None => searched = self.search(),
            }
        }
    }

    /// Plays a random move near the last stones and returns the search of the position
    /// after it; `None`, without a move, if the move would lose too much.
    fn deviate(&mut self, value: Score) -> Option<Searched> {
        let last = 4.min(self.plies.len());
        let back = 1 + self.random.below(last);
        let centre = self.plies[self.plies.len() - back]?;
        let size = self.game.size();
        let point = self.random.near(centre, DEVIATION_REACH, size);
        if !self.put(point) {
            return None;
        }
        if ending(&self.game).is_none() {
            let after = self.search();
            let sound = !is_mate(after.value) && -after.value >= value - DEVIATION_LOSS;
            if sound && after.best.is_some() {
                return Some(after);
            }
        }
        self.take_back();
        None
    }

    /// Labelled samples: all positions of the game, which have been searched anyway, and some
    /// positions inside its searches.
    fn samples(&mut self) -> Vec<Sample> {
        let size = self.game.size();
        let mut lines = self.player.visited();
        lines.retain(|line| line.len() <= self.common(line) + MAX_SEARCH_PLIES);
        self.random.choose(&mut lines, self.plan.samples);
        let of_game = std::mem::take(&mut self.searched).into_iter();
        let of_game =
            of_game.map(|(plies, searched)| (self.plies[..plies].to_vec(), Some(searched)));
        let candidates: Vec<_> = of_game
            .chain(lines.into_iter().map(|line| (line, None)))
            .collect();
        let mut own = FxHashSet::default();
        let mut samples = Vec::with_capacity(candidates.len());
        for (line, searched) in candidates {
            let key = canonical_key(size, self.game.rule(), &line);
            if own.insert(key) {
                samples.extend(self.label(&line, searched));
            }
        }
        samples.sort_by_key(|sample| sample.game_plies);
        samples
    }

    /// The number of plies that a variation shares with the game.
    fn common(&self, line: &[Ply]) -> usize {
        let shared = line.iter().zip(&self.plies).take_while(|(a, b)| a == b);
        shared.count()
    }

    /// The position after `line` with the result of a search; `None` if no evaluation
    /// is needed there or there is no move.
    fn label(&mut self, line: &[Ply], searched: Option<Searched>) -> Option<Sample> {
        let game = game_after(self.game.size(), self.game.rule(), line)?;
        let side = side_after(line.len());
        let must_answer = match position_kind(&game, side) {
            PositionKind::Quiet => false,
            PositionKind::MustAnswer => true,
            PositionKind::Decided => return None,
        };
        let header = &self.plan.header;
        // The search in the game serves if it had as many nodes.
        let searched = match searched {
            Some(searched) if header.game_nodes >= header.label_nodes => searched,
            _ => self.player.label(&game, side, header.label_nodes.into()),
        };
        // The node limit was reached before the first iteration ended, so there is no value.
        if searched.depth == 0 && !is_mate(searched.value) {
            return None;
        }
        let common = self.common(line);
        Some(Sample {
            game_plies: common,
            search_plies: line[common..].to_vec(),
            must_answer,
            value: i16::try_from(searched.value).expect("scores fit into 16 bits"),
            best: searched.best?,
            depth: searched.depth.min(u8::MAX.into()) as u8,
            nodes: searched.nodes.min(u32::MAX.into()) as u32,
        })
    }
}
