//! What became of puzzles, to be kept from one start of the program to the next.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The most puzzles that are remembered.
const MOST: usize = 100_000;

/// What became of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// All its moves were found at once.
    Solved,
    /// A wrong move was tried, or the solution was shown.
    Missed,
}

/// The answers to puzzles, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    answers: BTreeMap<String, Answer>,
}

impl Scores {
    /// The scores in a text; none if it cannot be read.
    pub fn read(text: &[u8]) -> Scores {
        let answers = serde_json::from_slice(text);
        Scores {
            answers: answers.unwrap_or_default(),
        }
    }

    /// The scores as a text.
    pub fn text(&self) -> String {
        serde_json::to_string(&self.answers).unwrap_or_default()
    }

    /// What became of a puzzle; `None` if it was not answered.
    pub fn of(&self, id: &str) -> Option<Answer> {
        self.answers.get(id).copied()
    }

    /// Notes what became of a puzzle, in place of an earlier answer. Returns false if nothing has
    /// changed.
    pub fn note(&mut self, id: &str, answer: Answer) -> bool {
        let is_known = self.of(id) == Some(answer);
        let is_full = self.of(id).is_none() && self.answers.len() >= MOST;
        if is_known || is_full {
            return false;
        }
        self.answers.insert(id.to_string(), answer);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_kept_and_the_last_one_counts() {
        let mut scores = Scores::default();
        assert!(scores.note("a", Answer::Missed));
        assert!(scores.note("b", Answer::Solved));
        assert!(scores.note("a", Answer::Solved));
        assert!(!scores.note("a", Answer::Solved));
        let again = Scores::read(scores.text().as_bytes());
        assert_eq!(again, scores);
        assert_eq!(again.of("a"), Some(Answer::Solved));
        assert_eq!((again.of("b"), again.of("c")), (Some(Answer::Solved), None));
        assert_eq!(Scores::read(b"[1"), Scores::default());
    }
}
