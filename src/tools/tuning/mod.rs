//! Measures and tunes the search by games of one build against itself: matches between two
//! settings, and SPSA.
//!
//! A setting changes what searches do: values of parameters, steps that are off, a network from a
//! file. Both players of a game are engines of the same process, which take turns. Nothing is
//! started, parsed or refereed, and a game ends when a search proves its result, so that a core
//! plays several games per second. All limits are numbers of nodes. Time is compared in matches
//! between ordinary builds (`scripts/sprt`), since parameters that can be set cost time.
//!
//! - [`setting`]: what a setting is, and how it is written.
//! - [`openings`]: the file format of openings, and the order in which a run plays them.
//! - [`select`]: openings from labelled data.
//! - [`pair`]: two games from one opening, with colours swapped.
//! - [`statistics`]: Elo with its interval, and the sequential test, from the results of pairs.
//! - [`state`]: the state of a run in a file that processes share.
//! - [`matches`](mod@matches): a match between two settings.
//! - [`spsa`]: tunes many parameters at once.
//!
//! What is random in a pair follows from the seed of the run and the number of the pair, so the
//! games of a match do not depend on the number of processes or on interruptions.

pub mod matches;
pub mod openings;
pub mod pair;
pub mod select;
pub mod setting;
pub mod spsa;
pub mod state;
pub mod statistics;

use crate::random::{Random, mix};

/// The random numbers of a pair.
fn random_of(seed: u64, pair: u64) -> Random {
    Random::after(mix(mix(seed) ^ pair))
}
