//! What moves make and threaten: the facts that explain a position to people.
//!
//! Everything is read from the pattern layers or proved by the solvers. There are no words
//! here; [`report`](crate::report) turns the facts into text.
//!
//! - `made`: what a stone makes on a point.
//! - `threats`: what a side could do if it were its turn, forced wins included.
//! - `defences`: the moves that prevent a forced win by fours.
//! - `answers`: whether a move blocks a row at the wrong end.
//!
//! ```
//! use goshawk::board::notation::parse_moves;
//! use goshawk::engine::{Game, Stone};
//! use goshawk::explain::{Explainer, made};
//! use goshawk::types::{BoardSize, Color, Point, Rule};
//!
//! let size = BoardSize::square(15).unwrap();
//! let mut game = Game::new(size, Rule::Freestyle);
//! for point in parse_moves("h8 a1 i8 a3 j8 a5", size).unwrap() {
//!     game.put(point, Stone::Of(game.side_to_move())).unwrap();
//! }
//! let k8 = Point::new(10, 7);
//! assert_eq!(made(&game, Color::Black, k8).open_fours, 1);
//! let threats = Explainer::new().threats(&game, Color::Black);
//! assert!(threats.winning_fours.contains(&k8) && threats.win.is_some());
//! ```

mod answers;
mod defences;
mod made;
mod threats;

pub use answers::{other_end, stops};
pub use defences::Defences;
pub use made::{Made, made};
pub use threats::{Explainer, ForcedWin, Threats, direct_threats};
