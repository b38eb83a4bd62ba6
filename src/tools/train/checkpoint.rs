//! The state of a training run in a file.
//!
//! Little-endian: `GHKTRAIN`, the length of a text (4 bytes) and the text, which names
//! the settings and the data, the step (8 bytes), the number of parameters (8 bytes), then
//! the parameters and both running means of Adam as 32-bit floats.

use std::fs;
use std::io;
use std::path::Path;

use super::optimiser::Adam;
use crate::files;

const MAGIC: &[u8; 8] = b"GHKTRAIN";

/// The state of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The settings of the run, its data files, the number of positions and the loss of their
    /// labels. Only a run with the same ones can continue from this state.
    pub identity: String,
    /// The parameters.
    pub parameters: Vec<f32>,
    /// The optimiser with the number of steps done.
    pub adam: Adam,
}

impl Checkpoint {
    /// Writes the state, replacing an older file atomically.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.identity.len() as u32).to_le_bytes());
        bytes.extend(self.identity.bytes());
        bytes.extend(self.adam.step.to_le_bytes());
        bytes.extend((self.parameters.len() as u64).to_le_bytes());
        for numbers in [&self.parameters, &self.adam.mean, &self.adam.square] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        files::replace(path, bytes)
    }

    /// Reads a state.
    ///
    /// # Errors
    /// If the file cannot be read or is not a complete checkpoint.
    pub fn load(path: &Path) -> io::Result<Checkpoint> {
        let bytes = fs::read(path)?;
        Checkpoint::decode(&bytes).ok_or_else(|| {
            let message = format!("{}: not a checkpoint", path.display());
            io::Error::new(io::ErrorKind::InvalidData, message)
        })
    }

    fn decode(bytes: &[u8]) -> Option<Checkpoint> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (length, rest) = rest.split_first_chunk()?;
        let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let (step, rest) = rest.split_first_chunk()?;
        let (count, rest) = rest.split_first_chunk()?;
        let count = usize::try_from(u64::from_le_bytes(*count)).ok()?;
        if rest.len() != count.checked_mul(12)? {
            return None;
        }
        let numbers = rest
            .as_chunks()
            .0
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes));
        let numbers: Vec<f32> = numbers.collect();
        Some(Checkpoint {
            identity: String::from_utf8(text.to_vec()).ok()?,
            parameters: numbers[..count].to_vec(),
            adam: Adam {
                step: u64::from_le_bytes(*step),
                mean: numbers[count..2 * count].to_vec(),
                square: numbers[2 * count..].to_vec(),
            },
        })
    }
}
