//! The board as an application: games with the people and the engine who play them, a study, and
//! what the pages that look at them are told. Actions come in, states and tasks for the engine go
//! out.
//!
//! - `application`: the state that all actions act on.
//! - `first`: the game with which the board begins.
//! - `action`: the documents that pages post.
//! - `rights`: who may do what, in which state of the game; `token`: how viewers are known.
//! - `room`: a game with the people at other computers, and the search that it waits for.
//! - `study`: a game with branches that is analysed and reviewed.
//! - `search`: what is asked of the engine.
//! - `explorer`: what was played in a position, in many games.
//! - `state`: what a page is told; `events`: how it is told.
//! - `saves`: where games are saved.
//!
//! All rules and games live here. There is no thread, socket or file: whoever carries the
//! application, [`web`](crate::web) or `wasm`, searches what [`search::Searcher`] is asked, takes
//! messages to the pages as [`events::Mailbox`], keeps games as [`saves::Saves`], and calls
//! [`application::Application::tick`] now and then.

pub mod action;
pub mod application;
pub mod events;
pub mod explorer;
pub mod first;
pub mod rights;
pub mod room;
pub mod saves;
pub mod search;
pub mod state;
pub mod study;
pub mod token;
mod words;
