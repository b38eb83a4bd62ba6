//! Helpers for the tests that run the real program: the program under test and its output, folders
//! for files, a board that knows which points are free, dialogue scripts, and a check of JSON
//! against its schema.

#![allow(dead_code, reason = "each test program uses a part of this")]

pub mod board;
pub mod brain;
pub mod folder;
pub mod json_schema;
pub mod program;
pub mod script;
pub mod stream;
pub mod syntax;
pub mod text;
pub mod waits;
