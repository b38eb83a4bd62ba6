//! Moves that caused cutoffs, with the other moves of their nodes.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;

use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::board::zobrist::mix;
use crate::engine::{
    CutoffObserver, Engine, Limits, ObservedCutoff, Request, memory_for_table, on_search_stack,
};
use crate::eval::accumulator::Accumulator;
use crate::eval::fitted::Fitted;
use crate::eval::network::line_code::LineCode;
use crate::eval::network::loaded::Loaded;
use crate::eval::network::policy::PolicySet;
use crate::eval::network::sums::RegionSums;
use crate::eval::network::{Network, included::CHANNELS};
use crate::position::Position;
use crate::sync::IgnorePoison;
use crate::tools::dataset::player::{game_after, play};
use crate::tools::dataset::{GameRecord, Reader};
use crate::types::{BoardSize, Color, Point, Rule};

/// One cutoff in this many is used, so that the cutoffs of a search differ.
const INTERVAL: u64 = 29;
/// Size of the transposition table of a search in bytes.
const TABLE_BYTES: u64 = 4 << 20;
/// The number of plies at the end of a game that are not searched. Most of them are forced.
const LAST_PLIES: usize = 4;

/// A move that could have been chosen, as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Its score without the policy.
    pub score: i32,
    /// The features of the side to move and of its opponent.
    pub features: [[u8; CHANNELS]; 2],
    /// Its line codes.
    pub codes: [LineCode; 4],
}

/// The choice at one node.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// The moves.
    pub candidates: &'a [Candidate],
    /// The number of the move that caused the cutoff.
    pub best: usize,
    /// The sums of features of the side to move and of its opponent.
    pub sums: &'a [RegionSums<CHANNELS>; 2],
}

impl Choice<'_> {
    /// The scores of the moves with the policy of the engine, in logits.
    pub fn integer_scores(self, policy: &PolicySet) -> Vec<f32> {
        let [own, other] = self.sums;
        let weights = policy.feature_weights([own, other]);
        let scores = self.candidates.iter().map(|candidate| {
            let [own, other] = &candidate.features;
            candidate.score + policy.score(&weights, [own, other], candidate.codes)
        });
        scores.map(|score| score as f32 / 100.0).collect()
    }
}

/// Many choices.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    candidates: Vec<Candidate>,
    nodes: Vec<Node>,
}

/// A choice without its candidates.
#[derive(Clone, Debug)]
struct Node {
    /// The first candidate.
    start: usize,
    /// The number of candidates.
    count: usize,
    best: usize,
    side: Color,
    sums: [RegionSums<CHANNELS>; 2],
}

impl Choices {
    /// Number of choices.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The choice with this number.
    pub fn get(&self, number: usize) -> Choice<'_> {
        let node = &self.nodes[number];
        Choice {
            candidates: &self.candidates[node.start..node.start + node.count],
            best: node.best,
            sums: &node.sums,
        }
    }

    /// Who chooses.
    pub fn side(&self, number: usize) -> Color {
        self.nodes[number].side
    }

    /// The numbers of all choices in an order drawn by `seed`.
    pub fn order(&self, seed: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_cached_key(|number| mix(mix(seed as u64) ^ *number as u64));
        order
    }

    /// Adds a cutoff on a board of this size.
    fn add<const CELLS: usize>(
        &mut self,
        cutoff: &ObservedCutoff,
        network: &Arc<Network<CHANNELS>>,
        size: BoardSize,
    ) {
        let mut position = Position::<CELLS>::new(size, network.rule, Color::Black, &[]);
        play(&mut position, &cutoff.plies);
        let us = position.side();
        let best = |(point, _): &(Point, i32)| *point == cutoff.best;
        let Some(best) = cutoff.candidates.iter().position(best) else {
            return;
        };
        let fitted = Fitted::new(network.rule);
        let mut accumulator = Accumulator::new(fitted, Arc::clone(network), &position);
        let sums = accumulator.sums(&position).features;
        let sums = [us, !us].map(|color| sums.0[color.index()]);
        let start = self.candidates.len();
        for (point, ordering_score) in &cutoff.candidates {
            let square = Geometry::<CELLS>::square(*point);
            let features = accumulator.features(square);
            self.candidates.push(Candidate {
                score: *ordering_score,
                features: [us, !us].map(|color| features[color.index()]),
                codes: accumulator.codes(square, us),
            });
        }
        self.nodes.push(Node {
            start,
            count: cutoff.candidates.len(),
            best,
            side: us,
            sums,
        });
    }
}

/// The source of choices.
#[derive(Clone, Debug)]
pub struct Source {
    /// The rule.
    pub rule: Rule,
    /// Nodes of a search.
    pub nodes: u64,
    /// Number of threads that search.
    pub threads: usize,
    /// The number of choices wanted.
    pub most: usize,
    /// The network and the policy of the searches, if they are not those of the program.
    pub networks: Option<Loaded>,
}

impl Source {
    /// Searches one position of each game of a data file until there are enough choices.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or of another rule, or if a thread cannot be
    /// started.
    pub fn collect(&self, path: &Path, network: &Arc<Network<CHANNELS>>) -> io::Result<Choices> {
        let mut reader = Reader::open(path)?;
        if reader.header().rule != self.rule {
            let message = format!("{} holds games of another rule", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let mut choices = Choices::default();
        while choices.len() < self.most {
            let mut games = Vec::new();
            while games.len() < 2 * self.threads
                && let Some(game) = reader.next_game()?
            {
                games.push(game);
            }
            if games.is_empty() {
                break;
            }
            for (game, cutoffs) in games.iter().zip(self.search_all(&games)?) {
                for cutoff in &cutoffs {
                    with_cells!(game.size, |CELLS| choices
                        .add::<CELLS>(cutoff, network, game.size));
                }
            }
        }
        choices.nodes.truncate(self.most);
        Ok(choices)
    }

    /// The cutoffs of a search from each game, in order.
    fn search_all(&self, games: &[GameRecord]) -> io::Result<Vec<Vec<ObservedCutoff>>> {
        let per_thread = games.len().div_ceil(self.threads);
        thread::scope(|scope| {
            let parts = games.chunks(per_thread).map(|games| {
                scope.spawn(move || {
                    on_search_stack(|| games.iter().map(|game| self.search(game)).collect())
                })
            });
            let parts: Vec<thread::ScopedJoinHandle<'_, io::Result<Vec<_>>>> = parts.collect();
            let mut cutoffs = Vec::new();
            for part in parts {
                cutoffs.extend(part.join().expect("a search does not panic")?);
            }
            Ok(cutoffs)
        })
    }

    /// The cutoffs of a search from one position of a game, drawn by the game's number.
    fn search(&self, game: &GameRecord) -> Vec<ObservedCutoff> {
        let last = game.plies.len().saturating_sub(LAST_PLIES);
        let Some(choice) = last.checked_sub(game.opening).filter(|plies| *plies > 0) else {
            return Vec::new();
        };
        let ply = game.opening + (mix(game.number) % choice as u64) as usize;
        let Some(position) = game_after(game.size, self.rule, &game.plies[..ply]) else {
            return Vec::new();
        };
        let cutoffs: Arc<Mutex<Vec<ObservedCutoff>>> = Arc::default();
        let seen = Arc::clone(&cutoffs);
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let request = Request {
            cutoff_observer: Some(CutoffObserver {
                interval: INTERVAL,
                observe: Arc::new(move |cutoff| {
                    seen.lock().ignore_poison().push(cutoff);
                }),
            }),
            networks: self.networks.clone(),
            ..Request::new(&position, &limits)
        };
        let mut engine = Engine::new();
        engine.set_memory(memory_for_table(TABLE_BYTES));
        engine.think(&request, &mut |_| {});
        drop(request);
        let mut cutoffs = cutoffs.lock().ignore_poison();
        std::mem::take(&mut cutoffs)
    }
}
