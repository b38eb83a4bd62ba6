//! The analysis stream: requests and answers as lines of JSON, for other programs.
//!
//! The chapter [`stream`](crate::book::stream) explains how it is built and what it guarantees,
//! `pbrain-goshawk help analysis` how it is used.
//!
//! Requests, answers and searches are those of [`requests`](crate::requests). This module transports
//! them:
//!
//! - `line`: reads lines. `outbox`: the answers that wait to be written.
//! - `queue`: the queue that the threads share.
//! - `reader`: the thread that reads lines. `preparer`: the thread that reads what they ask for.
//!   `worker`: the threads that search.

mod line;
mod outbox;
mod preparer;
mod queue;
mod reader;
mod worker;

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;

use crate::engine::{can_search, search_thread};
use crate::requests::answer::Service;
use outbox::Outbox;
use preparer::Preparer;
use queue::SharedQueue;
use reader::Reader;
use worker::Worker;

/// Reads requests from `input` to its end and writes the answers to `out`. Returns when every
/// request has been answered.
///
/// # Errors
/// If the system refuses a thread, or `input` or `out` fails. Searches may then still be running;
/// the process is expected to end.
pub fn run(
    service: &Service,
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), StreamError> {
    let (queue, outbox) = (
        Arc::new(SharedQueue::default()),
        Arc::new(Outbox::default()),
    );
    for number in 0..service.threads {
        let (queue, outbox) = (Arc::clone(&queue), Arc::clone(&outbox));
        let mut worker = Worker::new(queue, outbox, service.memory);
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
    let mut reader = Reader::new(Arc::clone(&queue), Arc::clone(&outbox), *service);
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
