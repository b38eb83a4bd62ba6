//! The engine as a module for web pages, and the board in a page without a server: a front end for
//! the target `wasm32-unknown-unknown`.
//!
//! Requests and answers are those of [`requests`](crate::requests), which the analysis stream has as
//! well. The chapter [`wasm`](crate::book::wasm) explains how the module is built and used, the chapter [`site`](crate::book::site) the board.
//!
//! - `session`: takes requests, searches, answers.
//! - `board`: the board in a page without a server, in builds with the feature `app`.
//! - `border`: the functions that JavaScript calls, and those of JavaScript that are called.
//! - `js/`: what loads the engine, and runs it in a worker of the page; `site/`: the same for the
//!   board.

#[cfg(feature = "app")]
pub mod board;
#[cfg(target_family = "wasm")]
mod border;
pub mod session;
