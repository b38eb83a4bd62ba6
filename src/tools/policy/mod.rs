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

use std::io;
use std::path::PathBuf;

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
    /// The number of choices to fit to.
    pub choices: usize,
    /// Nodes of a search.
    pub nodes: u64,
    /// Passes over the choices.
    pub epochs: usize,
    /// Number of threads that search.
    pub threads: usize,
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
        /// Its quality with the policy in the program, if the program has one for the rule.
        included: Option<Quality>,
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
    let (Some(network), Some(checksum)) = (included::network(rule), included::checksum(rule))
    else {
        return Err(invalid("the rule has no network"));
    };
    let source = |path: &PathBuf, most: usize| -> io::Result<Choices> {
        let source = Source {
            rule,
            nodes: settings.nodes,
            threads: settings.threads,
            most,
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
        included: policy::policy(rule).as_deref().map(integers),
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
