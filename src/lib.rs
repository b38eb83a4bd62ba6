//! Goshawk, a gomoku engine that speaks the Gomocup protocol.
//!
//! A module uses only modules that stand before it
//! in this list, which a test checks:
//!
//! - [`types`]: points, colours, rules, scores. [`time`]: how long a move may take.
//! - [`board`]: layer 1, the mailbox board of 256 or 1024 cells; symmetries,
//!   notation, diagrams.
//! - [`pattern`]: layers 2 and 3, what a stone on each empty point would make,
//!   kept incrementally. [`eval`]: what that is worth, as fitted tables.
//! - [`position`]: all of these together; the only make and undo.
//! - [`rules`]: fouls and draws. [`movegen`]: what the patterns decide, which
//!   moves answer a threat.
//! - [`tt`], [`history`]: what a search remembers. [`threat`]: wins by forcing moves.
//! - [`search`]: iterative deepening over MTD(f) over alpha-beta.
//! - [`engine`]: a game and the engine that thinks about it, without strings.
//! - [`opening`]: swap2 and balanced openings. [`strength`]: playing levels.
//! - [`tools`]: the benchmark, move-path counts and self-play data for fitting.
//! - [`cli`] and [`protocol`]: the front ends; only they know text.
//!
//! What is deliberately absent: unsafe code, global mutable state, printing from
//! the search, reading input outside the front ends.

pub mod board;
pub mod book;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod history;
pub mod movegen;
pub mod opening;
pub mod pattern;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod strength;
pub mod threat;
pub mod time;
pub mod tools;
pub mod tt;
pub mod types;
