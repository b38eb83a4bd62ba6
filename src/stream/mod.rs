//! The analysis stream: requests and answers as lines of JSON, for other programs.
//!
//! The chapter [`stream`](crate::book::stream) explains how it is built and what it guarantees,
//! `pbrain-goshawk help analysis` how it is used.
//!
//! - `limits`: how much is read and kept.
//! - `line`: reads lines. `fields`: the fields of an object.
//! - `request`: what is asked; `position`: the position that it is asked about; `task`: what a
//!   search thread is asked to do.
//! - `answer`: the answers as JSON. `outbox`: the answers that wait to be written.
//! - `queue`: the requests that wait or are being searched.
//! - `reader`: the thread that reads lines. `preparer`: the thread that reads what they ask for.
//!   `worker`: the threads that search.

mod answer;
mod fields;
mod limits;
mod line;
mod outbox;
mod position;
mod preparer;
mod queue;
mod reader;
pub mod request;
mod task;
mod worker;

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;

use crate::engine::{can_search, search_thread};
use outbox::Outbox;
use preparer::Preparer;
use queue::Queue;
use reader::Reader;
use worker::Worker;

/// How the stream is run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of searches at the same time, from 1. Each has one thread.
    pub threads: usize,
    /// The memory for each search in bytes.
    pub memory: u64,
}

/// Reads requests from `input` to its end and writes the answers to `out`. Returns when every
/// request has been answered.
///
/// # Errors
/// If the system refuses a thread, or `input` or `out` fails. Searches may then still be running;
/// the process is expected to end.
pub fn run(
    options: &Options,
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), StreamError> {
    let (queue, outbox) = (Arc::new(Queue::default()), Arc::new(Outbox::default()));
    for number in 0..options.threads {
        let (queue, outbox) = (Arc::clone(&queue), Arc::clone(&outbox));
        let mut worker = Worker::new(queue, outbox, options.memory);
        let started = search_thread("analysis").spawn(move || worker.run());
        match started {
            Ok(_) => {}
            Err(error) if number == 0 => return Err(StreamError::Thread(error)),
            Err(error) => {
                log::warn!("only {number} searches at the same time: {error}");
                break;
            }
        }
    }
    let mut preparer = Preparer::new(Arc::clone(&queue), Arc::clone(&outbox));
    let mut reader = Reader::new(Arc::clone(&queue), Arc::clone(&outbox), *options);
    search_thread("positions")
        .spawn(move || preparer.run())
        .map_err(StreamError::Thread)?;
    search_thread("requests")
        .spawn(move || reader.run(BufReader::new(input)))
        .map_err(StreamError::Thread)?;
    while let Some(lines) = outbox.take() {
        for line in lines {
            out.write_all(line.as_bytes()).map_err(StreamError::Write)?;
        }
        out.flush().map_err(StreamError::Write)?;
    }
    match outbox.input_error() {
        Some(error) => Err(StreamError::Read(error)),
        None => Ok(()),
    }
}

/// True if there is memory for a search on a thread like this one.
pub fn is_possible() -> bool {
    can_search()
}

/// Why a stream ended early.
#[derive(Debug)]
pub enum StreamError {
    /// The system refuses a thread.
    Thread(io::Error),
    /// The input cannot be read.
    Read(io::Error),
    /// The output cannot be written.
    Write(io::Error),
}
