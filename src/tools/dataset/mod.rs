//! Training data: searched positions from self-play, in files that can be resumed.
//!
//! A static evaluation must judge the positions inside searches, most of which contain
//! moves that nobody would play. A data file therefore holds games and, for each of
//! them, samples from the game and from inside its searches. Every sample has the value
//! of a search that started from it.
//!
//! - [`record`]: the contents of a file: header, games, samples.
//! - [`file`](mod@file): reading and writing; an incomplete tail is dropped.
//! - [`key`]: keys that are the same for mirrored and rotated positions.
//! - [`plan`]: what to generate.
//! - [`player`]: the engine as the generator uses it.
//! - [`game`]: one self-play game and its samples.
//! - [`run`](mod@run): many games on several threads.

pub mod file;
pub mod game;
pub mod key;
pub mod plan;
pub mod player;
pub mod record;
pub mod run;

pub use file::{Reader, Writer};
pub use plan::{Plan, SizeWeight};
pub use record::{GameRecord, Header, Ply, Sample};
pub use run::{Progress, run};
