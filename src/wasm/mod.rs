//! The engine as a module for web pages: a front end for the target `wasm32-unknown-unknown`.
//!
//! Requests and answers are those of [`requests`](crate::requests), which the analysis stream has as
//! well. The chapter [`wasm`](crate::book::wasm) explains how the module is built and used.
//!
//! - `session`: takes requests, searches, answers.
//! - `border`: the functions that JavaScript calls, and those of JavaScript that are called.
//! - `js/`: what loads the module, and runs it in a worker of the page.

#[cfg(target_family = "wasm")]
mod border;
pub mod session;
