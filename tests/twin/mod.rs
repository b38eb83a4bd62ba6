//! Twins: slow and obvious versions of the engine's fast routines, written from the
//! definitions, without code in common with it. The twins of the network and of the
//! policy take the weights and the patterns from the engine.

// Each test program uses only a part of this module.
#![allow(dead_code)]

pub mod attack;
pub mod bridge;
pub mod grid;
pub mod line;
pub mod network;
pub mod policy;
pub mod random;
pub mod referee;
pub mod sets;

/// The factor by which tests do more work than by default: `GOSHAWK_TEST_SCALE`, or 1.
pub fn scale() -> usize {
    let text = std::env::var("GOSHAWK_TEST_SCALE").unwrap_or_default();
    text.parse().unwrap_or(1)
}
