//! The library: fast routines against slow twins, and properties of searches, solvers,
//! records, data and trainers.

#[cfg(feature = "cli")]
mod parsers;
mod twin;
#[allow(dead_code, reason = "only tests of the program use all of it")]
#[path = "../support/waits.rs"]
mod waits;

#[cfg(feature = "cli")]
mod corpus;
#[cfg(feature = "cli")]
mod dataset;
#[cfg(feature = "cli")]
mod encodings;
mod ending;
mod evaluation;
mod excluded;
#[cfg(feature = "cli")]
mod fit_features;
#[cfg(feature = "cli")]
mod forced_wins;
mod line_board;
mod mtdf;
mod network;
mod opening;
mod opening_fifth_moves;
mod opening_rules;
mod opening_symmetry;
#[cfg(feature = "tune")]
mod pair_statistics;
mod pattern_table;
mod perft;
mod policy;
mod position;
#[cfg(feature = "cli")]
mod puzzles;
#[cfg(feature = "cli")]
mod record_files;
#[cfg(feature = "cli")]
mod records;
mod renju;
#[cfg(feature = "cli")]
mod schema;
mod search_properties;
mod shortest_vcf;
mod shortest_vct;
mod situation;
mod strength;
mod symmetry;
mod threads;
#[cfg(feature = "train")]
mod trainer;
#[cfg(feature = "cli")]
mod trees;
mod variations;
mod vcf;
mod vct;

/// The path of a file for a test. A file left there by an earlier run is removed.
#[cfg(feature = "cli")]
fn temporary(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}
