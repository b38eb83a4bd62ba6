//! The trainer of the network, in a build with the feature `train`.
//!
//! It reads [training data](super::dataset), trains the [network](crate::eval::network)
//! in 32-bit floats and writes it as integers. Positions are stored as the network sees
//! them: combos, line codes and regions of the empty points, threat mask, fitted
//! evaluation. The network sums over regions, so mirrored and rotated positions need no copies.
//!
//! - [`games`]: the games of data files, and which of their positions are used.
//! - [`data`]: positions packed for training.
//! - [`stream`]: the positions of data files in blocks, read again in every epoch.
//! - [`targets`]: the target value of a position.
//! - [`loss`]: cross entropy.
//! - [`layout`]: the places of the parameters.
//! - [`rows`]: how the rows of the tables are computed.
//! - [`model`]: the network forward and backward.
//! - [`optimiser`]: Adam and the learning rate.
//! - [`quantise`]: rounding to the integers of the engine, and the weight file.
//! - [`checkpoint`]: the state of a run in a file.
//! - [`progress`]: the progress of a run.
//! - [`session`]: a training run.
//!
//! A run is deterministic: the same data, settings and seed give the same network,
//! whatever the number of threads and wherever it was interrupted.

pub mod checkpoint;
pub mod data;
pub mod games;
pub mod layout;
pub mod loss;
pub mod model;
pub mod optimiser;
pub mod progress;
pub mod quantise;
pub mod rows;
pub mod session;
pub mod stream;
pub mod targets;

pub use data::Set;
pub use session::{Event, Settings, train};
pub use targets::{Outcome, Targets};
