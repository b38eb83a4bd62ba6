//! Works through many games on several threads, with a progress bar on a terminal.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::error::CliError;
use crate::cli::term::Terminal;
use crate::cli::term::keys::{HINT, StopKeys};
use crate::cli::term::layout::bar;
use crate::cli::term::live::Live;
use crate::engine::search_thread;

/// Width of the bar without its brackets.
const BAR: usize = 20;
/// The time between two drawings of the bar.
const REDRAW: Duration = Duration::from_millis(200);
/// The end is estimated when this time has passed.
const ESTIMATE_FROM: Duration = Duration::from_secs(2);

/// The work of a thread on the game with an index; `None` if it was stopped.
pub type Work<'a, T> = Box<dyn FnMut(usize) -> Option<T> + 'a>;

/// Works through games on several threads. `weights` has the expected work of each, and `worker`
/// makes the work of a thread. `done` gets each result on this thread, as soon as there is one;
/// false ends the work.
///
/// Returns true if all games are done, false if the work was ended.
///
/// # Errors
/// If a thread cannot be started, or `done` fails.
pub fn run<'a, T: Send>(
    weights: &[usize],
    threads: usize,
    keys: &StopKeys,
    worker: &(dyn Fn() -> Work<'a, T> + Sync),
    done: &mut dyn FnMut(usize, T) -> Result<bool, CliError>,
) -> Result<bool, CliError> {
    let next = AtomicUsize::new(0);
    let stop = keys.stop();
    let (sender, results) = channel();
    let mut bar = Bar::new(weights, keys);
    thread::scope(|scope| {
        for _ in 0..threads.min(weights.len()) {
            let (sender, next) = (sender.clone(), &next);
            let spawned = search_thread("batch").spawn_scoped(scope, move || {
                let mut work = worker();
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let result = if index < weights.len() {
                        work(index)
                    } else {
                        None
                    };
                    let Some(result) = result else { return };
                    if sender.send((index, result)).is_err() {
                        return;
                    }
                }
            });
            if let Err(error) = spawned {
                stop.store(true, Ordering::Relaxed);
                return Err(CliError::Thread(error));
            }
        }
        drop(sender);
        loop {
            match results.recv_timeout(REDRAW) {
                Ok((index, result)) => {
                    bar.clear();
                    let goes_on = done(index, result).inspect_err(|_| end(stop))?;
                    if !goes_on {
                        end(stop);
                    }
                    bar.finished(index);
                }
                Err(RecvTimeoutError::Timeout) => bar.draw(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        bar.clear();
        Ok(bar.is_full())
    })
}

/// Ends the work of all threads.
fn end(stop: &AtomicBool) {
    stop.store(true, Ordering::Relaxed);
}

/// A progress bar with the games that are done and the time that is left.
struct Bar<'a> {
    live: Live,
    keys: &'a StopKeys,
    weights: &'a [usize],
    started: Instant,
    /// The games that are done.
    games: usize,
    /// The sum of their weights.
    done: usize,
    /// The sum of all weights.
    total: usize,
}

impl<'a> Bar<'a> {
    fn new(weights: &'a [usize], keys: &'a StopKeys) -> Bar<'a> {
        let mut bar = Bar {
            live: Live::new(Terminal::of_stderr()),
            keys,
            weights,
            started: Instant::now(),
            games: 0,
            done: 0,
            total: weights.iter().sum(),
        };
        bar.draw();
        bar
    }

    /// Counts a game that is done.
    fn finished(&mut self, index: usize) {
        self.games += 1;
        self.done += self.weights[index];
        self.draw();
    }

    fn is_full(&self) -> bool {
        self.games == self.weights.len()
    }

    fn draw(&mut self) {
        if !self.live.is_live() {
            return;
        }
        let left = time_left(self.started.elapsed(), self.done, self.total);
        let left = left.map_or(String::new(), |left| format!("  {left} left"));
        let hint = if self.keys.are_read() {
            format!("  {HINT}")
        } else {
            String::new()
        };
        let bar = bar(self.done as f64, self.total.max(1) as f64, BAR);
        let line = format!(
            "{bar} {}/{} games{left}{hint}",
            self.games,
            self.weights.len()
        );
        self.live.draw_on_stderr(&[line], self.keys.take_typed());
    }

    fn clear(&mut self) {
        self.live.clear_stderr(self.keys.take_typed());
    }
}

/// The time that is left, in words, when `done` of `total` took this time; `None` if it cannot be
/// estimated yet.
fn time_left(elapsed: Duration, done: usize, total: usize) -> Option<String> {
    if done == 0 || elapsed < ESTIMATE_FROM {
        return None;
    }
    let left = elapsed.as_secs_f64() / done as f64 * (total - done) as f64;
    let seconds = left.ceil() as u64;
    Some(match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_that_of_the_work_left() {
        let left = |seconds, done, total| time_left(Duration::from_secs(seconds), done, total);
        assert_eq!(left(1, 5, 10), None);
        assert_eq!(left(10, 0, 10), None);
        assert_eq!(left(10, 5, 10).as_deref(), Some("10 s"));
        assert_eq!(left(10, 1, 10).as_deref(), Some("2 min"));
        assert_eq!(left(100, 1, 100).as_deref(), Some("2 h 45 min"));
        assert_eq!(left(10, 10, 10).as_deref(), Some("0 s"));
    }

    /// The results of `count` games, of which each takes this time, on three threads. The work ends
    /// when there are `most` results.
    fn results(count: usize, most: usize, time: Duration) -> (bool, Vec<usize>) {
        let keys = StopKeys::new(false).unwrap();
        let mut found = Vec::new();
        let is_complete = run(
            &vec![1; count],
            3,
            &keys,
            &|| {
                Box::new(move |index| {
                    thread::sleep(time);
                    Some(index * index)
                })
            },
            &mut |index, square| {
                assert_eq!(square, index * index);
                found.push(index);
                Ok(found.len() < most)
            },
        );
        found.sort();
        (is_complete.unwrap(), found)
    }

    #[test]
    fn every_game_is_done_once() {
        let all = (true, (0..100).collect());
        assert_eq!(results(100, 1000, Duration::ZERO), all);
        assert_eq!(results(0, 1000, Duration::ZERO), (true, Vec::new()));
        let (is_complete, found) = results(10_000, 3, Duration::from_millis(1));
        assert!(!is_complete && found.len() < 10_000);
    }
}
