//! Twins: slow and obvious versions of the engine's fast routines, written from the
//! definitions, without code in common with it. The twins of the network and of the
//! policy take the weights and the patterns from the engine.

pub mod attack;
pub mod bridge;
pub mod grid;
pub mod line;
pub mod network;
pub mod policy;
pub mod random;
pub mod referee;
pub mod sets;
pub mod threats;

/// The factor by which tests do more work than by default: `GOSHAWK_TEST_SCALE`, or 1.
pub fn scale() -> usize {
    let text = std::env::var("GOSHAWK_TEST_SCALE").unwrap_or_default();
    text.parse().unwrap_or(1)
}

/// Defines a module with a test for each rule, which calls a function with the rule. Tests
/// that take long are divided in this way, because tests run in parallel.
macro_rules! for_each_rule {
    ($tests:ident, $check:ident) => {
        mod $tests {
            use goshawk::types::Rule;

            #[test]
            fn freestyle() {
                super::$check(Rule::Freestyle);
            }

            #[test]
            fn standard() {
                super::$check(Rule::Standard);
            }

            #[test]
            fn renju() {
                super::$check(Rule::Renju);
            }

            #[test]
            fn caro() {
                super::$check(Rule::Caro);
            }

            #[test]
            fn caro_exact() {
                super::$check(Rule::CaroExact);
            }
        }
    };
}
pub(crate) use for_each_rule;
