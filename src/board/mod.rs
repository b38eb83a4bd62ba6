//! Layer 1: what lies where, and how people write it down.

pub mod diagram;
pub mod notation;
