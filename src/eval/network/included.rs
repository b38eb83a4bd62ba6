//! The networks that are part of the program.
//!
//! `pbrain-goshawk train` makes the files; the training record of each says how.

use std::sync::{Arc, OnceLock};

use super::Network;
use crate::types::Rule;

/// Channels of the networks that the program uses.
pub const CHANNELS: usize = 16;

/// The weight files.
const FILES: [&[u8]; 5] = [
    include_bytes!("weights/freestyle.net"),
    include_bytes!("weights/standard.net"),
    include_bytes!("weights/renju.net"),
    include_bytes!("weights/caro.net"),
    include_bytes!("weights/caro-exact.net"),
];

/// The offset of the rule in a weight file.
const RULE: usize = 10;
/// The offsets of the checksum, which covers everything after it.
const CHECKSUM: std::ops::Range<usize> = 30..38;

/// The checksum of a rule's network, which identifies it; `None` if the rule has none.
pub fn checksum(rule: Rule) -> Option<u64> {
    checksum_in(FILES[number(rule)?])
}

/// The checksum in a weight file; `None` if the file is too short.
pub(super) fn checksum_in(file: &[u8]) -> Option<u64> {
    let bytes = file.get(CHECKSUM)?.try_into().ok()?;
    Some(u64::from_le_bytes(bytes))
}

/// The number of a rule's file.
fn number(rule: Rule) -> Option<usize> {
    FILES
        .iter()
        .position(|bytes| bytes[RULE] == rule.index() as u8)
}

/// The network of a rule; `None` if the rule has none. Its file is read at first use.
///
/// # Panics
/// If the file is not valid. The files are part of the program, and a test reads each.
pub fn network(rule: Rule) -> Option<Arc<Network<CHANNELS>>> {
    static NETWORKS: [OnceLock<Arc<Network<CHANNELS>>>; FILES.len()] =
        [const { OnceLock::new() }; FILES.len()];
    let number = number(rule)?;
    let network = NETWORKS[number]
        .get_or_init(|| Arc::new(Network::decode(FILES[number]).expect("a valid weight file")));
    Some(Arc::clone(network))
}
