//! The twins: slow and obvious versions of what the engine does fast, written
//! from the definitions and sharing no code with it.

// Each test program uses a part of this.
#![allow(dead_code)]

pub mod attack;
pub mod bridge;
pub mod grid;
pub mod line;
pub mod random;
pub mod sets;

/// How much more than by default is tested: `GOSHAWK_TEST_SCALE`, else 1.
pub fn scale() -> usize {
    let text = std::env::var("GOSHAWK_TEST_SCALE").unwrap_or_default();
    text.parse().unwrap_or(1)
}
