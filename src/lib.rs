//! Goshawk, a gomoku engine that speaks the Gomocup protocol.

pub mod engine;
pub mod protocol;
pub mod time;
pub mod types;
