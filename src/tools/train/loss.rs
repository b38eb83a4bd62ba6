//! The loss that training minimises.

/// The win chance at this many logits.
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The cross entropy of a prediction in logits with a win chance.
pub fn cross_entropy(logit: f32, target: f32) -> f32 {
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - target * logit
}

/// The mean cross entropies of predictions with the search's values and with results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The loss against the search's values.
    pub loss: f64,
    /// The loss if all predictions are multiplied by the best scale.
    pub best: f64,
    /// That scale.
    pub scale: f32,
    /// The loss against the results of games, for positions of games.
    pub results: f64,
}
