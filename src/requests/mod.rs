//! Requests of other programs in JSON, and the answers. There is no thread here, no input and no
//! output: the analysis stream ([`stream`](crate::stream)) and the module for web pages (`wasm`)
//! carry requests and answers.
//!
//! - `limits`: how much is read and kept. `fields`: the fields of an object.
//! - `request`: what is asked; `position`: the position that it is asked about; `task`: what a
//!   search is asked to do.
//! - `answer`: the answers as JSON.
//! - `queue`: the requests that are waiting or being searched. `intake`: what is done with a request
//!   before it is searched. `search`: the searches, and the answers about positions; `pieces`:
//!   searches that pause.

pub mod answer;
pub mod fields;
pub mod intake;
pub mod limits;
pub mod pieces;
mod position;
pub mod queue;
pub mod request;
pub mod search;
mod task;
