//! The positions of data files in blocks. The files are read again in every epoch by a thread of
//! its own, so that the memory does not grow with the data.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use rustc_hash::FxHashSet;

use super::data::Set;
use super::games::{Games, Pass};
use super::loss::{cross_entropy, sigmoid};
use super::targets::{Targets, logits};
use crate::board::geometry::with_cells;
use crate::eval::fitted::Fitted;
use crate::types::Rule;

/// The number of positions after which a block ends, with the game that it is in. A position takes
/// 2 kB, and two blocks are in memory: one to train on, and the next one.
pub const BLOCK: usize = 1 << 19;

/// Where the positions come from.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The data files.
    pub files: Vec<PathBuf>,
    /// The rule.
    pub rule: Rule,
    /// The targets of the positions.
    pub targets: Targets,
    /// The canonical keys of positions that are left out.
    pub held_out: FxHashSet<u64>,
    /// The largest number of positions.
    pub most: usize,
    /// The number of positions after which a block ends.
    pub block: usize,
}

/// What a pass over the files has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contents {
    /// The number of positions of each block.
    pub blocks: Vec<usize>,
    /// The sum over the positions of the entropy of the win chance that the search's value stands
    /// for. It tells apart files with the same names and the same number of positions.
    pub entropy: f64,
}

impl Contents {
    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.blocks.iter().sum()
    }

    /// The number of whole batches of this size in an epoch. What is left at the end of a block is
    /// not used.
    pub fn batches(&self, size: usize) -> u64 {
        self.blocks.iter().map(|block| (block / size) as u64).sum()
    }

    /// The block in which an epoch continues after this many batches, and the number of batches
    /// that it has had of that block.
    pub fn place(&self, mut batches: u64, size: usize) -> (usize, u64) {
        let mut block = 0;
        while batches >= (self.blocks[block] / size) as u64 {
            batches -= (self.blocks[block] / size) as u64;
            block += 1;
        }
        (block, batches)
    }
}

impl Stream {
    /// Counts the positions of every block.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged, or is of another rule.
    pub fn contents(&self) -> io::Result<Contents> {
        let mut contents = Contents::default();
        let mut reading = Reading::begin(self)?;
        while !reading.is_at_end {
            let block = reading.block(None)?;
            contents.entropy += block.entropy;
            contents
                .blocks
                .extend((block.positions > 0).then_some(block.positions));
        }
        Ok(contents)
    }

    /// The blocks of one epoch from number `first` on, read by a thread.
    pub fn blocks(self: &Arc<Self>, first: usize) -> Blocks {
        // Without a buffer, the thread waits with a finished block until it is asked for.
        let (send, receive) = sync_channel(0);
        let stream = Arc::clone(self);
        thread::spawn(move || {
            let sent = stream.send_blocks(first, &mut |block| send.send(Ok(block)).is_ok());
            if let Err(error) = sent {
                // Nobody waits if training has ended.
                let _ = send.send(Err(error));
            }
        });
        Blocks(receive)
    }

    /// Calls `send` with each block from number `first` on, until it returns false.
    fn send_blocks(&self, first: usize, send: &mut dyn FnMut(Set) -> bool) -> io::Result<()> {
        let mut reading = Reading::begin(self)?;
        // What has been trained on already is only counted.
        for _ in 0..first {
            reading.block(None)?;
        }
        while !reading.is_at_end {
            let mut set = Set::new(self.targets);
            reading.block(Some(&mut set))?;
            if !set.is_empty() && !send(set) {
                break;
            }
        }
        Ok(())
    }
}

/// The blocks of an epoch, in order.
pub struct Blocks(Receiver<io::Result<Set>>);

impl Iterator for Blocks {
    type Item = io::Result<Set>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.recv().ok()
    }
}

/// A pass over the files in blocks.
struct Reading<'a> {
    games: Games,
    pass: Pass<'a>,
    fitted: Fitted,
    /// The number of positions that may still be used.
    left: usize,
    block: usize,
    /// The last block has been read.
    is_at_end: bool,
}

/// What a block has.
#[derive(Default)]
struct Counted {
    positions: usize,
    /// The sum of their entropies, see [`Contents`].
    entropy: f64,
}

impl<'a> Reading<'a> {
    fn begin(stream: &'a Stream) -> io::Result<Self> {
        Ok(Reading {
            games: Games::open(&stream.files, stream.rule)?,
            pass: Pass::new(stream.rule, stream.targets.lambda, Some(&stream.held_out)),
            fitted: Fitted::new(stream.rule),
            left: stream.most,
            block: stream.block,
            is_at_end: false,
        })
    }

    /// Reads the next block, and adds its positions to `set` if there is one.
    fn block(&mut self, mut set: Option<&mut Set>) -> io::Result<Counted> {
        let mut counted = Counted::default();
        while counted.positions < self.block {
            let game = match self.left {
                0 => None,
                _ => self.games.next_game()?,
            };
            let Some(game) = game else {
                self.is_at_end = true;
                break;
            };
            let (fitted, left) = (&self.fitted, &mut self.left);
            with_cells!(game.size, |CELLS| self.pass.positions::<CELLS>(
                &game,
                |position, sample, outcome| {
                    if *left == 0 {
                        return;
                    }
                    *left -= 1;
                    counted.positions += 1;
                    let value = logits(sample.value);
                    counted.entropy += f64::from(cross_entropy(value, sigmoid(value)));
                    if let Some(set) = &mut set {
                        set.add(position, fitted, sample.value, outcome);
                    }
                }
            ));
        }
        Ok(counted)
    }
}
