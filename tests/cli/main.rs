//! The real program: its commands, the files that it reads and writes, and its behaviour when
//! memory is short.

#[path = "../support/mod.rs"]
mod support;

mod analysis;
mod analysis_errors;
mod analysis_queue;
mod analyze;
mod assumptions;
mod batch_files;
mod batch_terminal;
mod board;
mod completions;
mod contest;
mod convert;
mod destinations;
mod errors;
mod explain;
mod finished;
mod fouls;
mod full_disk;
mod help;
mod json;
mod memory;
mod play;
mod play_files;
mod play_openings;
mod play_players;
mod play_save;
mod play_terminal;
mod proofs;
mod puzzles;
mod readme;
mod record_files;
mod renlib;
mod review;
mod review_batch;
mod review_terminal;
mod solve;
mod stack;
mod stone_limit;
mod terminal;
#[cfg(feature = "tune")]
mod tuning;
