//! How Goshawk thinks: chapters for readers who know how game engines work and
//! want to change this one.
//!
//! | chapter | question |
//! |---|---|
//! | [`architecture`] | Which modules are there, and what does data pass through? |
//! | [`one_move`] | What happens when a stone is placed? |
//! | [`mtdf`] | How does the search find the value of a position? |
//! | [`forced_wins`] | How are wins by continuous threats found and proved? |
//! | [`fouls`] | What wins, and what is forbidden, under each rule? |
//! | [`evaluation`] | How is a position evaluated, and where do the weights come from? |
//! | [`board`] | How is the board in the browser built, and why is it safe? |
//! | [`openings`] | What are the opening rules, and how does the engine choose in them? |
//! | [`stream`] | How do other programs analyse many positions at once? |
//! | [`wasm`] | How does the engine run in a web page? |
//! | [`site`] | How does the board run in a browser without a server? |
//! | [`strength`] | How strong is the engine, and how is that measured? |
//! | [`experiments`] | What was tried, and what did it gain? |
//! | [`networks`] | What were the networks trained on? |
//! | [`recipes`] | Where do I add a rule, a command, a pruning step, an evaluation? |
//! | [`glossary`] | What does this word mean? |
//!
//! These modules contain only text. The examples in them run as tests.

#[doc = include_str!("architecture.md")]
pub mod architecture {}

#[doc = include_str!("one_move.md")]
pub mod one_move {}

#[doc = include_str!("mtdf.md")]
pub mod mtdf {}

#[doc = include_str!("forced_wins.md")]
pub mod forced_wins {}

#[doc = include_str!("fouls.md")]
pub mod fouls {}

#[doc = include_str!("evaluation.md")]
pub mod evaluation {}

#[doc = include_str!("board.md")]
pub mod board {}

#[doc = include_str!("openings.md")]
pub mod openings {}

#[doc = include_str!("site.md")]
pub mod site {}

#[doc = include_str!("stream.md")]
pub mod stream {}

#[doc = include_str!("wasm.md")]
pub mod wasm {}

#[doc = include_str!("strength.md")]
pub mod strength {}

#[doc = include_str!("experiments.md")]
pub mod experiments {}

#[doc = include_str!("networks.md")]
pub mod networks {}

#[doc = include_str!("recipes.md")]
pub mod recipes {}

#[doc = include_str!("glossary.md")]
pub mod glossary {}
