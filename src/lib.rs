//! Goshawk, a gomoku engine that speaks the Gomocup protocol.

pub mod bench;
pub mod board;
pub mod choice;
pub mod cli;
pub mod datagen;
pub mod engine;
pub mod eval;
pub mod history;
pub mod movegen;
pub mod pattern;
pub mod perft;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod threat;
pub mod time;
pub mod tt;
pub mod types;
