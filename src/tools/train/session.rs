//! A training run: epochs over the data, then the weight file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::checkpoint::Checkpoint;
use super::data::Set;
use super::layout::Layout;
use super::loss::Losses;
use super::model::{Features, Model};
use super::optimiser::{Adam, schedule};
use super::progress::{Meter, Progress};
use super::quantise::{self, Check};
use super::rows::Rows;
use super::stream::{Contents, Stream};
use super::targets::Targets;
use crate::board::zobrist::mix;
use crate::clock::Instant;
use crate::eval::network::{Network, sets};
use crate::files;
use crate::types::Rule;

/// The number of parts of a batch. It does not depend on the number of threads, so the sums do not
/// either.
const PARTS: usize = 2;
/// The parameters are rounded in the last 1 / `ROUNDED_SHARE` of a run.
const ROUNDED_SHARE: u64 = 5;
/// Time between two checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(60);
/// Time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// What to train, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The rule.
    pub rule: Rule,
    /// Data files to train on.
    pub data: Vec<PathBuf>,
    /// Held-out data files.
    pub held_out: Vec<PathBuf>,
    /// The weight file to write.
    pub out: PathBuf,
    /// A weight file with the parameters to begin with, of this rule or another.
    pub start: Option<PathBuf>,
    /// The targets of positions of games.
    pub targets: Targets,
    /// The largest number of positions to train on.
    pub positions: usize,
    /// Passes over the data.
    pub epochs: u64,
    /// Positions in a batch.
    pub batch: usize,
    /// Positions that are in memory and shuffled at a time, at least.
    pub block: usize,
    /// Highest learning rate.
    pub rate: f32,
    /// Weight decay.
    pub decay: f32,
    /// Hidden neurons of each network that computes the rows of a table; 0 for none.
    pub row_hidden: usize,
    /// Seed of the first parameters and of the order of the positions.
    pub seed: u64,
    /// Number of threads, 1 or 2.
    pub threads: usize,
}

/// What a run reports.
#[derive(Clone, Debug)]
pub enum Event {
    /// The data has been read.
    Read {
        /// Positions to train on.
        training: usize,
        /// Held-out positions.
        held_out: usize,
        /// Losses of the search's own values on the held-out positions.
        entropy: Losses,
        /// Losses of the fitted evaluation.
        fitted: Losses,
    },
    /// Training continues.
    Progress(Progress),
    /// An epoch has ended.
    Epoch(Progress, Losses),
    /// The weight file has been written.
    Done(Check),
}

/// Trains a network of `C` channels and writes it. A checkpoint beside the weight file
/// lets an interrupted run continue; a finished one is measured and written again.
/// `report` returns whether to go on.
///
/// # Errors
/// If a file cannot be read or written, if the data is too small for one batch, if it has changed
/// since it was first read, or if the checkpoint belongs to another run.
pub fn train<const C: usize>(
    settings: &Settings,
    report: &mut dyn FnMut(&Event) -> bool,
) -> io::Result<()> {
    let (rule, targets) = (settings.rule, settings.targets);
    let (held_out, keys) = Set::read(&settings.held_out, rule, targets)?;
    let stream = Stream {
        files: settings.data.clone(),
        rule,
        targets,
        held_out: keys,
        most: settings.positions,
        block: settings.block.max(settings.batch),
    };
    let contents = stream.contents()?;
    if contents.batches(settings.batch) == 0 {
        return Err(invalid("there are fewer positions than one batch"));
    }
    let read = Event::Read {
        training: contents.positions(),
        held_out: held_out.len(),
        entropy: held_out.entropy(),
        fitted: held_out.fitted(),
    };
    if !report(&read) {
        return Ok(());
    }
    let mut run = Run::<C>::begin(settings, stream, contents, &held_out)?;
    if !run.epochs(report)? {
        return Ok(());
    }
    let network = run.finish()?;
    report(&Event::Done(quantise::check(
        run.model,
        &run.computed(),
        &network,
        &held_out,
    )));
    Ok(())
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_string())
}

struct Run<'a, const C: usize> {
    settings: &'a Settings,
    stream: Arc<Stream>,
    contents: Contents,
    held_out: &'a Set,
    model: Model<C>,
    rows: Rows<C>,
    state: Checkpoint,
    checkpoint: PathBuf,
    /// The parameters at which the gradient is computed: rounded ones towards the end.
    used: Vec<f32>,
    gradients: [Vec<f32>; PARTS],
    /// The losses on the held-out positions when they were last measured.
    losses: Losses,
}

impl<'a, const C: usize> Run<'a, C> {
    /// Continues from the checkpoint if there is one.
    fn begin(
        settings: &'a Settings,
        stream: Stream,
        contents: Contents,
        held_out: &'a Set,
    ) -> io::Result<Self> {
        let model = Model::<C>::new(Layout {
            sets: sets(settings.rule),
            row_hidden: settings.row_hidden,
        });
        let size = model.layout.len();
        let identity = format!(
            "{} channels {C} row-hidden {} positions {} share {} lambda {} epochs {} batch {} block {} rate {} \
             decay {} seed {} start {:?} data {:?} labels {:.9}",
            settings.rule.name(),
            settings.row_hidden,
            contents.positions(),
            settings.targets.share,
            settings.targets.lambda,
            settings.epochs,
            settings.batch,
            settings.block,
            settings.rate,
            settings.decay,
            settings.seed,
            names(settings.start.as_slice()),
            names(&settings.data),
            // The loss distinguishes data with the same names and the same number of positions.
            contents.entropy / contents.positions() as f64,
        );
        let mut checkpoint = settings.out.clone().into_os_string();
        checkpoint.push(".checkpoint");
        let checkpoint = PathBuf::from(checkpoint);
        let state = if checkpoint.exists() {
            let state = Checkpoint::load(&checkpoint)?;
            if state.identity != identity {
                let message = format!(
                    "{} is of another run ({}); remove it to begin anew",
                    checkpoint.display(),
                    state.identity
                );
                return Err(invalid(&message));
            }
            state
        } else {
            let mut parameters = model.start(settings.seed);
            if let Some(path) = &settings.start {
                start_from(model.layout, path, &mut parameters)?;
            }
            Checkpoint {
                identity,
                parameters,
                adam: Adam::new(size),
            }
        };
        if state.parameters.len() != size {
            return Err(invalid("the checkpoint is of a network of another size"));
        }
        Ok(Run {
            settings,
            stream: Arc::new(stream),
            contents,
            held_out,
            model,
            rows: Rows::new(model.layout, settings.rule),
            used: state.parameters.clone(),
            state,
            checkpoint,
            gradients: std::array::from_fn(|_| vec![0.0; size]),
            losses: Losses::default(),
        })
    }

    /// Trains to the end. Returns false if the report stopped it.
    fn epochs(&mut self, report: &mut dyn FnMut(&Event) -> bool) -> io::Result<bool> {
        let batch = self.settings.batch;
        let per_epoch = self.contents.batches(batch);
        let steps = per_epoch * self.settings.epochs;
        let mut saved = Instant::now();
        let mut meter = Meter::new();
        while self.state.adam.step < steps {
            let epoch = self.state.adam.step / per_epoch;
            let (first, mut done) = self.contents.place(self.state.adam.step % per_epoch, batch);
            let mut blocks = self.stream.blocks(first);
            for number in first..self.contents.blocks.len() {
                let expected = self.contents.blocks[number];
                let block = blocks.next().transpose()?;
                let Some(block) = block.filter(|block| block.len() == expected) else {
                    return Err(invalid("the data has changed during the run"));
                };
                let order = self.order(epoch, number as u64, block.len());
                let batches = order.chunks_exact(batch);
                for positions in batches.skip(std::mem::take(&mut done) as usize) {
                    let loss = self.step(&block, positions, steps);
                    meter.add(loss, batch);
                    if saved.elapsed() >= CHECKPOINT_INTERVAL {
                        self.state.save(&self.checkpoint)?;
                        saved = Instant::now();
                    }
                    if meter.since.elapsed() >= REPORT_INTERVAL {
                        let progress = meter.read(epoch + 1, self.state.adam.step, steps);
                        if !report(&Event::Progress(progress)) {
                            self.state.save(&self.checkpoint)?;
                            return Ok(false);
                        }
                    }
                }
            }
            self.state.save(&self.checkpoint)?;
            self.losses = self.measure();
            let progress = meter.read(epoch + 1, self.state.adam.step, steps);
            if !report(&Event::Epoch(progress, self.losses)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn order(&self, epoch: u64, block: u64, positions: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..positions as u32).collect();
        let start = mix(mix(mix(self.settings.seed) ^ epoch) ^ block);
        for i in (1..order.len()).rev() {
            let other = mix(start.wrapping_add(i as u64)) % (i as u64 + 1);
            order.swap(i, other as usize);
        }
        order
    }

    /// Takes one step. Returns the sum of the positions' losses.
    fn step(&mut self, block: &Set, positions: &[u32], steps: u64) -> f64 {
        let layout = self.model.layout;
        let step = self.state.adam.step;
        self.rows.compute(&self.state.parameters, &mut self.used);
        if step >= steps - steps / ROUNDED_SHARE {
            quantise::round(layout, &mut self.used);
        }
        let loss = self.gradient(block, positions);
        self.rows
            .propagate(&self.state.parameters, &mut self.gradients[0]);
        let rate = self.settings.rate * schedule(step, steps);
        let scale = 1.0 / positions.len() as f32;
        let state = &mut self.state;
        state.adam.update(
            &mut state.parameters,
            &self.gradients[0],
            scale,
            rate,
            self.settings.decay,
        );
        quantise::clip(layout, &mut state.parameters);
        loss
    }

    /// Leaves the gradient of a batch in the first of `gradients`. Returns the sum of losses.
    fn gradient(&mut self, block: &Set, positions: &[u32]) -> f64 {
        let (model, used) = (self.model, &self.used);
        let part = |gradient: &mut Vec<f32>, positions: &[u32]| -> f64 {
            gradient.fill(0.0);
            let mut features = Features::<C>::new();
            let losses = positions.iter().map(|number| {
                let position = block.get(*number as usize);
                f64::from(model.learn(used, gradient, position, &mut features))
            });
            losses.sum()
        };
        let (first, second) = positions.split_at(positions.len() / PARTS);
        let [one, other] = &mut self.gradients;
        let loss = if self.settings.threads > 1 {
            thread::scope(|scope| {
                let helper = scope.spawn(|| part(other, second));
                let loss = part(one, first);
                loss + helper.join().expect("the helper does not panic")
            })
        } else {
            part(one, first) + part(other, second)
        };
        for (sum, term) in one.iter_mut().zip(other) {
            *sum += *term;
        }
        loss
    }

    /// The parameters with the rows of the tables computed.
    fn computed(&self) -> Vec<f32> {
        let mut computed = vec![0.0; self.state.parameters.len()];
        self.rows.compute(&self.state.parameters, &mut computed);
        computed
    }

    /// The losses on the held-out positions.
    fn measure(&self) -> Losses {
        let mut features = Features::<C>::new();
        let parameters = self.computed();
        let positions = self.held_out.iter();
        let output = |position| self.model.output(&parameters, position, &mut features);
        let predictions: Vec<f32> = positions.map(output).collect();
        self.held_out.losses(&predictions)
    }

    /// Writes the weight file and reads it again.
    fn finish(&mut self) -> io::Result<Network<C>> {
        self.losses = self.measure();
        let training = format!(
            "{}; held out {:?}: loss {:.4}, {:.4} at scale {:.2}",
            self.state.identity,
            names(&self.settings.held_out),
            self.losses.loss,
            self.losses.best,
            self.losses.scale,
        );
        let (layout, rule) = (self.model.layout, self.settings.rule);
        let network = quantise::network(layout, rule, &self.computed(), training);
        let bytes = network.encode();
        files::replace(&self.settings.out, &bytes)?;
        Network::decode(&bytes).map_err(|error| invalid(&error.to_string()))
    }
}

/// Sets the parameters to those of a weight file. If the rule has two sets and the file one, both
/// sets begin with its parameters.
fn start_from<const C: usize>(
    layout: Layout<C>,
    path: &Path,
    parameters: &mut [f32],
) -> io::Result<()> {
    let network = Network::<C>::decode(&fs::read(path)?)
        .map_err(|error| invalid(&format!("{}: {error}", path.display())))?;
    if network.tables.len() > layout.sets {
        return Err(invalid(
            "the network to start from has two sets, the rule has one",
        ));
    }
    quantise::restore(layout, &network, parameters);
    Ok(())
}

/// File names without their folders.
fn names(paths: &[PathBuf]) -> Vec<String> {
    let name = |path: &PathBuf| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into()
    };
    paths.iter().map(name).collect()
}
