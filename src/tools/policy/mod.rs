//! The fit of the [policy](crate::eval::network::policy), in a build with the feature `train`.
//!
//! Positions of recorded games are searched, and moves that caused a cutoff are collected
//! with the other moves of their nodes. The policy is fitted to make them likely among all moves (a
//! softmax), in addition to the scores that the moves have without it.
//!
//! - [`choices`]: moves that caused cutoffs, with the other moves of their nodes.
//! - [`model`]: the policy in floats, and its gradient.
//!
//! The result does not depend on the number of threads.

pub mod choices;
pub mod model;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, fs, io};

use crate::eval::network::loaded::Loaded;
use crate::eval::network::policy::{self, Policy};
use crate::eval::network::{included, sets};
use crate::files;
use crate::types::{Color, Rule};
use choices::{Choices, Source};
use model::Model;
pub use model::Quality;

/// What to fit, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The rule.
    pub rule: Rule,
    /// The data file of `datagen` with the games whose positions are searched.
    pub data: PathBuf,
    /// The data file with the games for the held-out choices.
    pub held_out: PathBuf,
    /// The file to write.
    pub out: PathBuf,
    /// The weight file of the network that the policy is for, in place of the one in the program.
    pub network: Option<PathBuf>,
    /// An earlier policy of that network, with which the searches order their moves; without it
    /// they have none.
    pub policy: Option<PathBuf>,
    /// The number of choices to fit to.
    pub choices: usize,
    /// Nodes of a search.
    pub nodes: u64,
    /// Passes over the choices.
    pub epochs: usize,
    /// Number of threads that search.
    pub threads: usize,
}

impl Settings {
    /// The network and the policy of files, if any.
    fn loaded(&self) -> io::Result<Option<Loaded>> {
        let wrong = |path: &Path, error: &dyn fmt::Display| {
            let text = format!("{}: {error}", path.display());
            io::Error::new(io::ErrorKind::InvalidData, text)
        };
        let Some(network) = &self.network else {
            return Ok(None);
        };
        let loaded = Loaded::read(&fs::read(network)?).map_err(|error| wrong(network, &error))?;
        let Some(policy) = &self.policy else {
            return Ok(Some(loaded));
        };
        let loaded = loaded.with_policy(&fs::read(policy)?);
        loaded.map(Some).map_err(|error| wrong(policy, &error))
    }
}

/// The number of choices to fit to for each held-out choice.
const HELD_OUT_SHARE: usize = 20;

/// What a fit reports.
#[derive(Clone, Debug)]
pub enum Event {
    /// The searches have ended.
    Searched {
        /// The number of choices to fit to.
        choices: usize,
        /// The number of held-out choices.
        held_out: usize,
        /// The quality of the order without a policy on the held-out choices.
        without: Quality,
        /// Its quality with the policy of the searches, if they have one.
        with: Option<Quality>,
    },
    /// An epoch has ended, with this quality on the held-out choices.
    Epoch(usize, Quality),
    /// The file has been written; the quality of its integers.
    Done(Quality),
}

/// Fits a policy to the cutoffs of searches and writes it.
///
/// # Errors
/// If a file cannot be read or written or is of another rule, if the searches have no
/// cutoffs, or if the rule has no network.
pub fn fit(settings: &Settings, report: &mut dyn FnMut(&Event)) -> io::Result<()> {
    let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_string());
    let rule = settings.rule;
    let loaded = settings.loaded()?;
    let known = match &loaded {
        Some(loaded) => Some((Arc::clone(loaded.network()), loaded.checksum())),
        None => included::network(rule).zip(included::checksum(rule)),
    };
    let Some((network, checksum)) = known.filter(|(network, _)| network.rule == rule) else {
        return Err(invalid("there is no network for the rule"));
    };
    let earlier = match &loaded {
        Some(loaded) => loaded.policy().cloned(),
        None => policy::policy(rule),
    };
    let source = |path: &PathBuf, most: usize| -> io::Result<Choices> {
        let source = Source {
            rule,
            nodes: settings.nodes,
            threads: settings.threads,
            most,
            networks: loaded.clone(),
        };
        source.collect(path, &network)
    };
    let data = source(&settings.data, settings.choices)?;
    let held_out = source(
        &settings.held_out,
        settings.choices.div_ceil(HELD_OUT_SHARE),
    )?;
    if data.is_empty() || held_out.is_empty() {
        return Err(invalid("the searches had no cutoffs"));
    }
    let mut models: Vec<Model> = vec![Model::default(); sets(rule)];
    let set = |side: Color| side.index() & (sets(rule) - 1);
    let measure = |models: &[Model]| {
        let scores = |n: usize| models[set(held_out.side(n))].scores(held_out.get(n));
        Quality::of(&held_out, scores)
    };
    let integers = |policy: &Policy| {
        let scores = |n: usize| held_out.get(n).integer_scores(policy.set(held_out.side(n)));
        Quality::of(&held_out, scores)
    };
    report(&Event::Searched {
        choices: data.len(),
        held_out: held_out.len(),
        without: measure(&models),
        with: earlier.as_deref().map(integers),
    });
    for epoch in 1..=settings.epochs {
        for number in data.order(epoch) {
            models[set(data.side(number))].learn(data.get(number), epoch);
        }
        report(&Event::Epoch(epoch, measure(&models)));
    }
    let quality = measure(&models);
    let policy = Policy {
        rule,
        network: checksum,
        record: format!(
            "{}: {} choices of searches of {} nodes, {} epochs; held out {quality}",
            rule.name(),
            data.len(),
            settings.nodes,
            settings.epochs,
        ),
        sets: models.iter().map(Model::rounded).collect(),
    };
    files::replace(&settings.out, policy.encode())?;
    report(&Event::Done(integers(&policy)));
    Ok(())
}
