//! The weight file of a network.
//!
//! Little-endian and unpadded:
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `GHKNET` and two zero bytes |
//! | 2 | format version, [`VERSION`] |
//! | 1 | rule, as numbered by [`Rule::index`] |
//! | 1 | number of tables and of heads: 2 if black and white have their own, else 1 |
//! | 2 | number of channels |
//! | 16 | [hash of the vocabulary](vocabulary::hash) |
//! | 8 | checksum of everything after these bytes |
//! | 2 | length of the training record |
//! | … | the training record, UTF-8 |
//! | … | each table of combos: for each combo, the own and the other row |
//! | … | each table of line codes: for each code, its row |
//! | … | each head: `w1`, `masks`, `w2`, `b2`, `w3`, `b3`, `fitted` |
//!
//! Numbers are 16 bits wide, `b2` and `b3` 32 bits.

use std::fmt;

use super::line_code::{LINE_CODES, LINE_TABLE};
use super::quantity::{TABLE_MAX, W2_MAX, W3_MAX, w1_max};
use super::{HIDDEN, Head, LineTable, Network, REGIONS, Table, WIDE, sets};
use crate::board::zobrist::mix;
use crate::eval::threat_mask::THREAT_MASKS;
use crate::eval::vocabulary;
use crate::pattern::merge::Combo;
use crate::types::Rule;

/// The version of the format, and of everything that a weight refers to: the parts of the
/// network, and the numbers of the line codes.
pub const VERSION: u16 = 3;

const MAGIC: [u8; 8] = *b"GHKNET\0\0";

/// Why bytes are not a network for this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(String);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a usable network: {}", self.0)
    }
}

impl std::error::Error for FormatError {}

fn error<T>(what: impl Into<String>) -> Result<T, FormatError> {
    Err(FormatError(what.into()))
}

impl<const C: usize> Network<C> {
    /// The network as a weight file.
    ///
    /// # Panics
    /// If the training record is longer than 65,535 bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let length = u16::try_from(self.training.len()).expect("a short training record");
        body.extend(length.to_le_bytes());
        body.extend(self.training.bytes());
        let mut put = |numbers: &[i16]| body.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
        for table in &self.tables {
            put(table[..Combo::COUNT].as_flattened().as_flattened());
        }
        for table in &self.lines {
            put(table[..LINE_CODES].as_flattened());
        }
        for head in &self.heads {
            put(head.w1.as_flattened().as_flattened().as_flattened());
            put(head.masks.as_flattened());
            put(head.w2.as_flattened());
            head.b2.iter().for_each(|bias| put(&halves(*bias)));
            put(&head.w3);
            put(&halves(head.b3));
            put(&[head.fitted]);
        }
        let mut bytes = self.identity();
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads a weight file.
    ///
    /// # Errors
    /// If it is damaged, of another version, vocabulary or number of channels, of an
    /// unknown rule, or if a weight lies outside the limits of
    /// [`quantity`](super::quantity).
    pub fn decode(bytes: &[u8]) -> Result<Network<C>, FormatError> {
        let mut cursor = Cursor(bytes);
        if cursor.take()? != MAGIC {
            return error("it is another kind of file");
        }
        let version = u16::from_le_bytes(cursor.take()?);
        if version != VERSION {
            return error(format!("format {version}, expected {VERSION}"));
        }
        let [rule, count] = cursor.take()?;
        let Some(rule) = Rule::ALL.get(usize::from(rule)).copied() else {
            return error("unknown rule");
        };
        let channels = u16::from_le_bytes(cursor.take()?);
        if usize::from(channels) != C {
            return error(format!("{channels} channels, expected {C}"));
        }
        if usize::from(count) != sets(rule) {
            return error(format!("{count} tables for {}", rule.name()));
        }
        if cursor.take::<16>()? != vocabulary::hash().as_bytes() {
            return error("its numbers refer to other combos");
        }
        if u64::from_le_bytes(cursor.take()?) != checksum(cursor.0) {
            return error("damaged");
        }
        let length = u16::from_le_bytes(cursor.take()?);
        let Ok(training) = str::from_utf8(cursor.bytes(length.into())?) else {
            return error("its training record is not UTF-8");
        };
        let network = Network {
            rule,
            training: training.to_string(),
            tables: (0..count)
                .map(|_| cursor.table())
                .collect::<Result<_, _>>()?,
            lines: (0..count)
                .map(|_| cursor.line_table())
                .collect::<Result<_, _>>()?,
            heads: (0..count)
                .map(|_| cursor.head())
                .collect::<Result<_, _>>()?,
        };
        match cursor.0 {
            [] => Ok(network),
            _ => error("data after the last weight"),
        }
    }

    /// The bytes before the checksum.
    fn identity(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.rule.index() as u8, self.tables.len() as u8]);
        bytes.extend((C as u16).to_le_bytes());
        bytes.extend(vocabulary::hash().bytes());
        bytes
    }
}

/// A hash of bytes that finds accidental damage.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash ^ u64::from_le_bytes(word))
    })
}

/// A 32-bit number as two of 16 bits, the lower half first.
fn halves(number: i32) -> [i16; 2] {
    [number as i16, (number >> 16) as i16]
}

/// What remains to be decoded.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        match self.0.split_first_chunk() {
            Some((taken, rest)) => {
                self.0 = rest;
                Ok(*taken)
            }
            None => error("it ends too early"),
        }
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], FormatError> {
        match self.0.split_at_checked(count) {
            Some((taken, rest)) => {
                self.0 = rest;
                Ok(taken)
            }
            None => error("it ends too early"),
        }
    }

    /// Fills a slice with numbers within ±`limit`.
    fn numbers(&mut self, slots: &mut [i16], limit: i32) -> Result<(), FormatError> {
        for slot in slots {
            *slot = i16::from_le_bytes(self.take()?);
            if i32::from(*slot).abs() > limit {
                return error("a weight is too large");
            }
        }
        Ok(())
    }

    fn long(&mut self) -> Result<i32, FormatError> {
        let number = i32::from_le_bytes(self.take()?);
        // Biases leave room for the sums that are added to them.
        if number.abs_diff(0) <= i32::MAX as u32 / 4 {
            Ok(number)
        } else {
            error("a bias is too large")
        }
    }

    fn table<const C: usize>(&mut self) -> Result<Table<C>, FormatError> {
        let mut table = vec![[[0; C]; 2]; Combo::TABLE];
        let rows = table[..Combo::COUNT].as_flattened_mut().as_flattened_mut();
        self.numbers(rows, TABLE_MAX)?;
        Ok(table.try_into().expect("a row for every combo"))
    }

    fn line_table<const C: usize>(&mut self) -> Result<LineTable<C>, FormatError> {
        let mut table = vec![[0; C]; LINE_TABLE];
        self.numbers(table[..LINE_CODES].as_flattened_mut(), TABLE_MAX)?;
        Ok(table.try_into().expect("a row for every code"))
    }

    fn head<const C: usize>(&mut self) -> Result<Head<C>, FormatError> {
        let any = i32::from(i16::MAX);
        let mut w1 = Box::new([[[[0; C]; REGIONS]; 2]; WIDE]);
        let mut masks = vec![[0; WIDE]; THREAT_MASKS];
        let (mut w2, mut b2) = ([[0; HIDDEN]; HIDDEN], [0; HIDDEN]);
        let (mut w3, mut fitted) = ([0; HIDDEN], [0; 1]);
        let flat = w1.as_flattened_mut().as_flattened_mut();
        self.numbers(flat.as_flattened_mut(), w1_max(C))?;
        self.numbers(masks.as_flattened_mut(), any)?;
        self.numbers(w2.as_flattened_mut(), W2_MAX)?;
        for bias in &mut b2 {
            *bias = self.long()?;
        }
        self.numbers(&mut w3, W3_MAX)?;
        let b3 = self.long()?;
        self.numbers(&mut fitted, any)?;
        let masks = masks.into();
        let [fitted] = fitted;
        Ok(Head {
            w1,
            masks,
            w2,
            b2,
            w3,
            b3,
            fitted,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::included;

    #[test]
    fn a_training_record_must_be_text() {
        let network = included::network(Rule::Caro).expect("every rule has a network");
        let mut bytes = network.encode();
        let body = network.identity().len() + 8;
        bytes[body + 2] = 0xff;
        let checksum = checksum(&bytes[body..]).to_le_bytes();
        bytes[body - 8..body].copy_from_slice(&checksum);
        let refused = Network::<{ included::CHANNELS }>::decode(&bytes).unwrap_err();
        assert!(refused.to_string().contains("not UTF-8"), "{refused}");
    }
}
