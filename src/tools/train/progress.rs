//! The progress of a training run.

use std::time::Instant;

/// The progress of training.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The current epoch, from 1.
    pub epoch: u64,
    /// Steps done.
    pub step: u64,
    /// Steps of the whole run.
    pub steps: u64,
    /// Mean training loss since the last report.
    pub loss: f64,
    /// Positions a second since the last report.
    pub speed: f64,
}

/// Measures loss and speed between two reports.
pub struct Meter {
    /// When the last report was made.
    pub since: Instant,
    loss: f64,
    positions: usize,
}

impl Default for Meter {
    fn default() -> Meter {
        Meter::new()
    }
}

impl Meter {
    /// A meter that starts now.
    pub fn new() -> Meter {
        Meter {
            since: Instant::now(),
            loss: 0.0,
            positions: 0,
        }
    }

    /// Adds the sum of losses of some positions.
    pub fn add(&mut self, loss: f64, positions: usize) {
        self.loss += loss;
        self.positions += positions;
    }

    /// The progress at a step; the next report starts here.
    pub fn read(&mut self, epoch: u64, step: u64, steps: u64) -> Progress {
        let meter = std::mem::take(self);
        let positions = meter.positions.max(1) as f64;
        Progress {
            epoch,
            step,
            steps,
            loss: meter.loss / positions,
            speed: positions / meter.since.elapsed().as_secs_f64().max(1e-9),
        }
    }
}
