//! Goshawk, a gomoku and renju engine that speaks the Gomocup (Piskvork) protocol.
//!
//! To learn how it works, read the chapters in [`book`]. To see it work, run
//! `pbrain-goshawk play`.
//!
//! The best move of a position:
//!
//! ```
//! use goshawk::board::notation::{parse_moves, point_name};
//! use goshawk::engine::{Engine, Game, Limits, Request, Stone, on_search_stack};
//! use goshawk::types::{BoardSize, Rule};
//!
//! let size = BoardSize::square(15).unwrap();
//! let mut game = Game::new(size, Rule::Freestyle);
//! for point in parse_moves("h8 h7 i8 i7 j8", size).unwrap() {
//!     game.put(point, Stone::Of(game.side_to_move())).unwrap();
//! }
//! let limits = Limits { depth: Some(8), ..Limits::default() };
//! let outcome = on_search_stack(|| Engine::new().think(&Request::new(&game, &limits), &mut |_| {}));
//! println!("{}", point_name(outcome.unwrap().best.unwrap(), size));
//! ```
//!
//! # Modules
//!
//! A module uses only modules above it in this list, which a test checks:
//!
//! - [`types`]: colours, points, sizes, rules, scores. [`time`]: time budgets.
//!   [`clock`]: the clock. [`sync`]: locks. [`random`]: reproducible random numbers. [`files`]: new
//!   files and atomic replacements.
//! - [`board`]: layer 1, the mailbox board of 256 or 1024 cells; sets of squares,
//!   symmetries, notation, diagrams.
//! - [`pattern`]: layers 2 and 3, what a stone on each empty point would make, updated
//!   incrementally.
//! - [`position`]: board, layers, key and side to move; the only make, undo and pass.
//! - [`rules`]: fouls and draws. [`movegen`]: what the patterns decide, candidates, forced
//!   replies.
//! - [`eval`]: the static evaluation.
//! - [`tt`]: the transposition table. [`ordering`]: the fitted move order, the policy, history and
//!   counter moves.
//! - [`threat`]: forced wins, VCF and VCT.
//! - [`search`]: iterative deepening over MTD(f) over alpha-beta.
//! - [`engine`]: games, requests, threads and memory; no text.
//! - [`solve`]: the search for a forced win and its proof, within limits.
//! - [`explain`]: what moves make and threaten, for people.
//! - [`opening`]: the opening rules, and what the engine decides in them. [`strength`]: playing
//!   levels.
//! - [`puzzle`]: positions in which exactly one first move wins by force, or for a VCF exactly one
//!   four.
//! - [`tools`]: benchmark, perft, and self-play data for the fits.
//! - [`record`]: game records and positions that other programs write.
//! - [`report`]: reports on positions and games: JSON, pictures, grades, reasons in words.
//! - [`requests`]: what other programs ask in JSON, and the answers.
//! - [`play`]: a game between people and levels.
//! - [`app`]: the board as an application. [`web`]: its server for this machine and its network.
//! - [`stream`]: the analysis stream, JSON lines for other programs.
//! - `wasm`: the board without a server, and the engine as a module, for web pages.
//! - [`cli`] and [`protocol`]: the front ends. Only they read standard input and print.
//!
//! There is no unsafe code but the declarations of functions in one file of `wasm`, and no global
//! mutable state.

#[cfg(feature = "app")]
pub mod app;
pub mod board;
pub mod book;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod clock;
pub mod engine;
pub mod eval;
#[cfg(feature = "reports")]
pub mod explain;
#[cfg(feature = "cli")]
pub mod files;
pub mod movegen;
pub mod opening;
pub mod ordering;
pub mod pattern;
#[cfg(feature = "app")]
pub mod play;
pub mod position;
#[cfg(not(target_family = "wasm"))]
pub mod protocol;
#[cfg(feature = "app")]
pub mod puzzle;
pub mod random;
#[cfg(feature = "reports")]
pub mod record;
pub mod report;
#[cfg(feature = "reports")]
pub mod requests;
pub mod rules;
pub mod search;
#[cfg(feature = "reports")]
pub mod solve;
#[cfg(feature = "cli")]
pub mod stream;
pub mod strength;
pub mod sync;
pub mod threat;
pub mod time;
pub mod tools;
pub mod tt;
pub mod types;
#[cfg(feature = "wasm")]
pub mod wasm;
#[cfg(feature = "cli")]
pub mod web;
