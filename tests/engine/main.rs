//! The library: fast routines against slow twins, and properties of searches, solvers,
//! records and data.

mod parsers;
mod twin;
#[allow(dead_code, reason = "only tests of the program use all of it")]
#[path = "../support/waits.rs"]
mod waits;

mod corpus;
mod dataset;
mod ending;
mod evaluation;
mod line_board;
mod lines;
mod mtdf;
mod network;
mod opening;
mod pattern_table;
mod perft;
mod policy;
mod position;
mod records;
mod renju;
mod schema;
mod search_properties;
mod situation;
mod strength;
mod symmetry;
mod threads;
mod vcf;
mod vct;
