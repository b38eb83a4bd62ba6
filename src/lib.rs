//! Goshawk, a gomoku engine that speaks the Gomocup protocol.

pub mod board;
pub mod cli;
pub mod engine;
pub mod time;
pub mod types;
