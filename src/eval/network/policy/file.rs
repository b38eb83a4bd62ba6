//! The file of a policy.
//!
//! Little-endian and unpadded:
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `GHKPOL` and two zero bytes |
//! | 2 | format version, [`VERSION`] |
//! | 1 | rule, as numbered by [`Rule::index`] |
//! | 1 | number of sets: 2 if black and white have their own, else 1 |
//! | 8 | checksum of the network that it belongs to |
//! | 8 | checksum of everything after these bytes |
//! | 2 | length of the record |
//! | … | the record, UTF-8 |
//! | … | each set: the values of the line codes, the weights of the features, the context |
//!
//! The values are 16 bits wide.

use std::fmt;

use super::{FEATURES, INPUTS, Policy, PolicySet};
use crate::eval::network::format::checksum;
use crate::eval::network::included::CHANNELS;
use crate::eval::network::line_code::LINE_CODES;
use crate::eval::network::quantity::w1_max;
use crate::eval::network::sets;
use crate::types::Rule;

/// The version of the format, and of what the weights refer to.
const VERSION: u16 = 1;
const MAGIC: [u8; 8] = *b"GHKPOL\0\0";
/// Numbers in a set.
const SET_LEN: usize = LINE_CODES + FEATURES + FEATURES * INPUTS;

/// Why bytes are not a policy for this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyFileError(&'static str);

impl fmt::Display for PolicyFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a usable policy: {}", self.0)
    }
}

impl std::error::Error for PolicyFileError {}

impl Policy {
    /// The policy as a file.
    ///
    /// # Panics
    /// If the record is longer than 65,535 bytes.
    pub fn encode(&self) -> Vec<u8> {
        let length = u16::try_from(self.record.len()).expect("a short record");
        let mut body = length.to_le_bytes().to_vec();
        body.extend(self.record.bytes());
        for set in &self.sets {
            let context = set.context.as_flattened().as_flattened().as_flattened();
            let numbers = set.lines[..LINE_CODES].iter().chain(&set.features);
            body.extend(numbers.chain(context).flat_map(|n| n.to_le_bytes()));
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.rule.index() as u8, self.sets.len() as u8]);
        bytes.extend(self.network.to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is damaged or of another version, or if a weight of the context is so large
    /// that sums could overflow.
    pub fn decode(bytes: &[u8]) -> Result<Policy, PolicyFileError> {
        const SHORT: PolicyFileError = PolicyFileError("it ends too early");
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or(SHORT)?;
        if *magic != MAGIC {
            return Err(PolicyFileError("it is another kind of file"));
        }
        let (version, rest) = rest.split_first_chunk::<2>().ok_or(SHORT)?;
        if u16::from_le_bytes(*version) != VERSION {
            return Err(PolicyFileError("it has another format"));
        }
        let ([rule, count], rest) = rest.split_first_chunk::<2>().ok_or(SHORT)?;
        let (network, rest) = rest.split_first_chunk::<8>().ok_or(SHORT)?;
        let (sum, body) = rest.split_first_chunk::<8>().ok_or(SHORT)?;
        let rule = *Rule::ALL
            .get(usize::from(*rule))
            .ok_or(PolicyFileError("unknown rule"))?;
        if usize::from(*count) != sets(rule) {
            return Err(PolicyFileError("another number of sets than the rule has"));
        }
        if u64::from_le_bytes(*sum) != checksum(body) {
            return Err(PolicyFileError("damaged"));
        }
        let (length, rest) = body.split_first_chunk::<2>().ok_or(SHORT)?;
        let length = usize::from(u16::from_le_bytes(*length));
        let (record, numbers) = rest.split_at_checked(length).ok_or(SHORT)?;
        let record = str::from_utf8(record);
        let record = record.map_err(|_| PolicyFileError("its record is not UTF-8"))?;
        if numbers.len() != 2 * SET_LEN * sets(rule) {
            return Err(PolicyFileError("another number of weights"));
        }
        let sets = numbers.chunks_exact(2 * SET_LEN).map(read_set);
        Ok(Policy {
            rule,
            network: u64::from_le_bytes(*network),
            record: record.to_string(),
            sets: sets.collect::<Result<_, _>>()?,
        })
    }
}

fn read_set(bytes: &[u8]) -> Result<PolicySet, PolicyFileError> {
    let mut set = PolicySet::zero();
    let context = set.context.as_flattened_mut().as_flattened_mut();
    let context = context.as_flattened_mut();
    let slots = set.lines[..LINE_CODES].iter_mut().chain(&mut set.features);
    for (slot, bytes) in slots.chain(context).zip(bytes.as_chunks().0) {
        *slot = i16::from_le_bytes(*bytes);
    }
    let limit = w1_max(CHANNELS);
    let context = set.context.as_flattened().as_flattened().as_flattened();
    let mut magnitudes = context.iter().map(|weight| i32::from(*weight).abs());
    if magnitudes.all(|magnitude| magnitude <= limit) {
        Ok(set)
    } else {
        Err(PolicyFileError("a weight is too large"))
    }
}
