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
use crate::tools::dataset::GameRecord;
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
}

impl Stream {
    /// Counts the positions of every block.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged, or is of another rule.
    pub fn contents(&self) -> io::Result<Contents> {
        let mut contents = Contents::default();
        let mut reading = Reading::begin(self)?;
        loop {
            let mut count = 0;
            let is_last = reading.block(&mut |game, pass, room| {
                let mut found = 0;
                with_cells!(game.size, |CELLS| pass.positions::<CELLS>(
                    game,
                    |_, sample, _| {
                        if found < room {
                            let value = logits(sample.value);
                            contents.entropy += f64::from(cross_entropy(value, sigmoid(value)));
                            found += 1;
                        }
                    }
                ));
                count += found;
                found
            })?;
            if count > 0 {
                contents.blocks.push(count);
            }
            if is_last {
                return Ok(contents);
            }
        }
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
        let fitted = Fitted::new(self.rule);
        let mut reading = Reading::begin(self)?;
        for number in 0.. {
            let mut set = Set::new(self.targets);
            let is_last = reading.block(&mut |game, pass, room| {
                let mut found = 0;
                with_cells!(game.size, |CELLS| pass.positions::<CELLS>(
                    game,
                    |position, sample, outcome| {
                        if found < room {
                            found += 1;
                            // What has been trained on already is only counted.
                            if number >= first {
                                set.add(position, &fitted, sample.value, outcome);
                            }
                        }
                    }
                ));
                found
            })?;
            if !set.is_empty() && !send(set) || is_last {
                return Ok(());
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
    /// The number of positions that may still be used.
    left: usize,
    block: usize,
}

/// Takes positions of a game, this many at most. Returns how many it has taken.
type Take<'t> = dyn FnMut(&GameRecord, &mut Pass<'_>, usize) -> usize + 't;

impl<'a> Reading<'a> {
    fn begin(stream: &'a Stream) -> io::Result<Self> {
        Ok(Reading {
            games: Games::open(&stream.files, stream.rule)?,
            pass: Pass::new(stream.rule, stream.targets.lambda, Some(&stream.held_out)),
            left: stream.most,
            block: stream.block,
        })
    }

    /// Calls `take` with the games of the next block. True if it is the last one.
    fn block(&mut self, take: &mut Take<'_>) -> io::Result<bool> {
        let mut taken = 0;
        while taken < self.block {
            let game = match self.left {
                0 => None,
                _ => self.games.next_game()?,
            };
            let Some(game) = game else {
                return Ok(true);
            };
            let found = take(&game, &mut self.pass, self.left);
            taken += found;
            self.left -= found;
        }
        Ok(false)
    }
}
