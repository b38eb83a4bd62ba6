//! What the tests of the real program share: the program under test, and for the
//! protocol an independent board that knows which moves are legal, and scripts.

// Each test program uses a part of this.
#![allow(dead_code)]

pub mod board;
pub mod brain;
pub mod program;
pub mod script;
pub mod waits;
