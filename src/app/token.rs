//! Secrets by which viewers are known.

use std::hash::{BuildHasher, RandomState};

/// A secret that names its holder. The text of a random one has 32 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A token that nobody can guess.
    ///
    /// # Errors
    /// If there are no random numbers.
    pub fn random() -> Result<Token, NoRandomNumbers> {
        let mut bytes = [0; 16];
        fill(&mut bytes)?;
        let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
        Ok(Token(digits.collect()))
    }

    /// A token that is no secret, where nobody else can reach the application.
    pub fn known(text: &str) -> Token {
        Token(text.to_string())
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether `text` is this token. The time that this takes tells nothing about the token,
    /// because hashes with an unknown key are compared.
    pub fn is(&self, text: &str) -> bool {
        let state = RandomState::new();
        state.hash_one(&self.0) == state.hash_one(text) && self.0 == text
    }
}

/// The system provides no random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRandomNumbers;

impl std::fmt::Display for NoRandomNumbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the system provides no random numbers")
    }
}

impl std::error::Error for NoRandomNumbers {}

/// Fills bytes with random numbers of the system.
#[cfg(feature = "cli")]
fn fill(bytes: &mut [u8]) -> Result<(), NoRandomNumbers> {
    getrandom::fill(bytes).map_err(|_| NoRandomNumbers)
}

/// Without a network nobody else can use a token.
#[cfg(not(feature = "cli"))]
fn fill(_bytes: &mut [u8]) -> Result<(), NoRandomNumbers> {
    Err(NoRandomNumbers)
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_know_themselves() {
        let (one, other) = (Token::random().unwrap(), Token::random().unwrap());
        assert_eq!(one.text().len(), 32);
        assert!(one.is(one.text()) && !one.is(other.text()) && !one.is(""));
    }
}
