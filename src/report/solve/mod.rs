//! The answer of the solver as JSON.
//!
//! - `document`: the document of `solve --json`.
//! - `proof`: the proof of a win.

pub mod document;
pub mod proof;
