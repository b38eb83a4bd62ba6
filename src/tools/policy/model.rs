//! The policy in floats: the scores of moves, and how they learn from a choice.

use std::fmt;

use super::choices::{Choice, Choices};
use crate::eval::network::included::CHANNELS;
use crate::eval::network::line_code::LINE_CODES;
use crate::eval::network::policy::{CONTEXT_SCALE, FEATURES, INPUTS, PolicySet, WEIGHT_SCALE};
use crate::eval::network::quantity::{FEATURE_SCALE, POOL, w1_max};

/// The learning rate of the first epoch. Epoch `n` has an `n`-th of it.
const RATE: f32 = 0.03;
/// A constant added to the root of the sum of squared gradients.
const EPSILON: f32 = 1e-6;
/// Errors of a probability below this are ignored.
const SMALLEST_ERROR: f32 = 1e-3;
/// Units of the score in a logit.
const UNITS: f32 = 100.0;

/// A parameter with the sum of its squared gradients.
// CITE: J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient methods", JMLR 12, 2011.
#[derive(Clone, Copy, Debug, Default)]
struct Parameter {
    value: f32,
    squares: f32,
}

impl Parameter {
    /// Takes a step against the gradient.
    fn step(&mut self, gradient: f32, rate: f32) {
        self.squares += gradient * gradient;
        self.value -= rate * gradient / (self.squares.sqrt() + EPSILON);
    }

    /// The value in integers of this scale.
    fn rounded(self, scale: i32, limit: i32) -> i16 {
        let number = (self.value * UNITS * scale as f32).round() as i32;
        number.clamp(-limit, limit) as i16
    }
}

/// The policy of one side to move. Scores are in logits.
#[derive(Clone, Debug)]
pub struct Model {
    lines: Vec<Parameter>,
    features: [Parameter; FEATURES],
    context: Vec<[Parameter; FEATURES]>,
}

impl Default for Model {
    fn default() -> Model {
        Model {
            lines: vec![Parameter::default(); LINE_CODES],
            features: [Parameter::default(); FEATURES],
            context: vec![[Parameter::default(); FEATURES]; INPUTS],
        }
    }
}

impl Model {
    /// The scores of the moves of a choice.
    pub fn scores(&self, choice: Choice<'_>) -> Vec<f32> {
        let inputs = inputs(choice);
        let mut weights = self.features.map(|parameter| parameter.value);
        for (row, input) in self.context.iter().zip(inputs) {
            for (weight, parameter) in weights.iter_mut().zip(row) {
                *weight += parameter.value * input;
            }
        }
        let scores = choice.candidates.iter().map(|candidate| {
            let lines = candidate.codes.map(|code| self.lines[code.index()].value);
            let features = features(candidate.features);
            let products = features.iter().zip(&weights).map(|(f, w)| f * w);
            candidate.score as f32 / UNITS + lines.iter().sum::<f32>() + products.sum::<f32>()
        });
        scores.collect()
    }

    /// Takes a step towards a choice.
    pub fn learn(&mut self, choice: Choice<'_>, epoch: usize) {
        let rate = RATE / epoch as f32;
        let errors = errors(&self.scores(choice), choice.best);
        let mut by_weight = [0.0; FEATURES];
        for (candidate, error) in choice.candidates.iter().zip(errors) {
            if error.abs() < SMALLEST_ERROR {
                continue;
            }
            for code in candidate.codes {
                self.lines[code.index()].step(error, rate);
            }
            for (sum, feature) in by_weight.iter_mut().zip(features(candidate.features)) {
                *sum += error * feature;
            }
        }
        for (parameter, gradient) in self.features.iter_mut().zip(by_weight) {
            parameter.step(gradient, rate);
        }
        for (row, input) in self.context.iter_mut().zip(inputs(choice)) {
            for (parameter, gradient) in row.iter_mut().zip(by_weight) {
                parameter.step(gradient * input, rate);
            }
        }
    }

    /// The policy as integers for the engine.
    pub fn rounded(&self) -> PolicySet {
        let mut set = PolicySet::zero();
        let any = i32::from(i16::MAX);
        for (slot, parameter) in set.lines.iter_mut().zip(&self.lines) {
            *slot = parameter.rounded(1, any);
        }
        for (feature, slot) in set.features.iter_mut().enumerate() {
            *slot = self.features[feature].rounded(WEIGHT_SCALE, any);
            let context = set.context[feature].as_flattened_mut();
            for (input, slot) in context.as_flattened_mut().iter_mut().enumerate() {
                *slot = self.context[input][feature].rounded(CONTEXT_SCALE, w1_max(CHANNELS));
            }
        }
        set
    }
}

/// The excess of each move's probability over the target.
fn errors(scores: &[f32], best: usize) -> Vec<f32> {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut odds: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f32 = odds.iter().sum();
    odds.iter_mut().for_each(|odds| *odds /= sum);
    odds[best] -= 1.0;
    odds
}

/// The sums of features as inputs of the context.
fn inputs(choice: Choice<'_>) -> impl Iterator<Item = f32> {
    let sums = choice.sums.as_flattened().as_flattened();
    sums.iter()
        .map(|sum| f32::from(*sum) / (FEATURE_SCALE * POOL) as f32)
}

/// The features of a move, in units of 1.
fn features(features: [[u8; CHANNELS]; 2]) -> [f32; FEATURES] {
    let flat = features.as_flattened();
    std::array::from_fn(|feature| f32::from(flat[feature]) / FEATURE_SCALE as f32)
}

/// How well the scores predict the chosen move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// Mean cross entropy.
    pub loss: f64,
    /// The share of choices whose move has the best score.
    pub first: f64,
    /// The share of choices whose move is among the best four.
    pub first_four: f64,
}

impl Quality {
    /// The quality of the scores that `scores` computes for the moves of each choice.
    pub fn of(choices: &Choices, scores: impl Fn(usize) -> Vec<f32>) -> Quality {
        let mut quality = Quality::default();
        for number in 0..choices.len() {
            let (scores, best) = (scores(number), choices.get(number).best);
            let chance = 1.0 + errors(&scores, best)[best];
            quality.loss -= f64::from(chance.max(f32::MIN_POSITIVE).ln());
            let better = scores.iter().filter(|score| **score > scores[best]).count();
            quality.first += f64::from(u8::from(better < 1));
            quality.first_four += f64::from(u8::from(better < 4));
        }
        let count = choices.len().max(1) as f64;
        Quality {
            loss: quality.loss / count,
            first: quality.first / count,
            first_four: quality.first_four / count,
        }
    }
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, four] = [self.first, self.first_four].map(|share| 100.0 * share);
        write!(
            f,
            "loss {:.4}, first {first:.1} %, among the first four {four:.1} %",
            self.loss
        )
    }
}
