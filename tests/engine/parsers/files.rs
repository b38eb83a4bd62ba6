//! Files of weights, networks, policies and training data.

use std::io::Cursor;
use std::ops::Range;
use std::sync::OnceLock;

use goshawk::board::zobrist::mix;
use goshawk::eval::network::Network;
use goshawk::eval::network::included::{self, CHANNELS};
use goshawk::eval::network::policy::{self, Policy};
use goshawk::eval::weight_file::{self, Identity, Model};
use goshawk::tools::dataset::{GameRecord, Reader};
use goshawk::types::Rule;

/// A file of training data that is read can be encoded to the same bytes.
pub fn data(input: &[u8]) {
    if let Ok(game) = GameRecord::decode(input) {
        assert_eq!(game.encode(), input);
    }
    let Ok(mut reader) = Reader::new(Cursor::new(input)) else {
        return;
    };
    let header = reader.header().encode().expect("a header that was read");
    assert_eq!(header[..], input[..header.len()]);
    let mut length = header.len();
    while let Ok(Some(game)) = reader.next_game() {
        let bytes = game.encode();
        let start = length + 8;
        assert_eq!(bytes[..], input[start..start + bytes.len()]);
        length = start + bytes.len();
        assert_eq!(reader.complete(), length as u64);
    }
}

/// A weight file that is read holds only values within the limit, and can be written again from
/// its values.
pub fn weights(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let identity = Identity {
        model: Model::Order,
        rule: Rule::Freestyle,
        side: None,
    };
    let parse = |text: &str| {
        let (mut first, mut second) = ([i16::MAX; 3], [i16::MAX; 2]);
        let mut sections = [("first", &mut first[..]), ("second", &mut second[..])];
        weight_file::parse(text, &identity, &mut sections).map(|()| (first, second))
    };
    match parse(&text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok((first, second)) => {
            let limit = -weight_file::VALUE_LIMIT..=weight_file::VALUE_LIMIT;
            assert!(
                first
                    .iter()
                    .chain(&second)
                    .all(|value| limit.contains(value))
            );
            let (head, _) = text.split_once("\nsection ").expect("a file has sections");
            let words = |values: &[i16]| values.iter().map(i16::to_string).collect::<Vec<_>>();
            let anew = format!(
                "{head}\nsection first 3\n{}\nsection second 2\n{}\n",
                words(&first).join(" "),
                words(&second).join("\n")
            );
            assert_eq!(parse(&anew), Ok((first, second)), "{anew}");
        }
    }
}

/// A built-in network that is damaged as the input says is refused, or is exactly what its bytes
/// say.
pub fn network(input: &[u8]) {
    static FILES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let networks = Rule::ALL.into_iter().filter_map(included::network);
        networks.map(|network| network.encode()).collect()
    });
    let Some(bytes) = damaged(files, 30..38, input) else {
        return;
    };
    match Network::<CHANNELS>::decode(&bytes) {
        Ok(network) => assert!(network.encode() == bytes, "it is written differently"),
        Err(error) => assert!(error.to_string().len() < 200, "{error}"),
    }
}

/// The same for a built-in policy.
pub fn policy(input: &[u8]) {
    static FILES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let policies = Rule::ALL.into_iter().filter_map(policy::policy);
        policies.map(|policy| policy.encode()).collect()
    });
    let Some(bytes) = damaged(files, 20..28, input) else {
        return;
    };
    match Policy::decode(&bytes) {
        Ok(policy) => assert!(policy.encode() == bytes, "it is written differently"),
        Err(error) => assert!(error.to_string().len() < 200, "{error}"),
    }
}

/// One of the files, damaged as the input says, mostly with a matching checksum. The checksum is at
/// `place` and covers what follows it. `None` for an empty input.
fn damaged(files: &[Vec<u8>], place: Range<usize>, input: &[u8]) -> Option<Vec<u8>> {
    let [kind, changes @ ..] = input else {
        return None;
    };
    let mut bytes = files[usize::from(*kind) % files.len()].clone();
    damage(&mut bytes, changes);
    if *kind < 224 && bytes.len() >= place.end {
        let sum = checksum(&bytes[place.end..]);
        bytes[place].copy_from_slice(&sum.to_le_bytes());
    }
    Some(bytes)
}

/// Changes bytes. Each change is four bytes with the place, one byte with the number of replaced
/// bytes, and the new bytes. With 0 the rest is cut off, with 255 the bytes are appended.
fn damage(bytes: &mut Vec<u8>, mut changes: &[u8]) {
    while let Some((head, rest)) = changes.split_first_chunk::<5>() {
        let [a, b, c, d, count] = *head;
        let at = u32::from_le_bytes([a, b, c, d]) as usize % (bytes.len() + 1);
        let (new, rest) = rest.split_at(rest.len().min(count.into()));
        changes = rest;
        match count {
            0 => bytes.truncate(at),
            255 => bytes.extend(new),
            _ => bytes
                .iter_mut()
                .skip(at)
                .zip(new)
                .for_each(|(byte, new)| *byte = *new),
        }
    }
}

/// The checksum of both formats.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash ^ u64::from_le_bytes(word))
    })
}
