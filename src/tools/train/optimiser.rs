//! Adam, with a warm-up and a cosine decay of the learning rate.
// CITE: D. P. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2014.
// CITE: I. Loshchilov and F. Hutter, "SGDR", 2016, the cosine; "Decoupled weight decay
// regularization", 2017.

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Steps until the learning rate reaches its peak, in a long run.
const WARM_UP: u64 = 200;
/// In a short run, the warm-up takes 1 / `WARM_UP_SHARE` of the steps.
const WARM_UP_SHARE: u64 = 10;
/// After the warm-up, the learning rate never falls below this part of its peak.
const FLOOR: f32 = 0.01;

/// The state of the optimiser.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Steps done.
    pub step: u64,
    /// Running mean of the gradient.
    pub mean: Vec<f32>,
    /// Running mean of its square.
    pub square: Vec<f32>,
}

impl Adam {
    /// The state before the first step.
    pub fn new(parameters: usize) -> Adam {
        Adam {
            step: 0,
            mean: vec![0.0; parameters],
            square: vec![0.0; parameters],
        }
    }

    /// One step against a gradient, which is first multiplied by `scale`.
    pub fn update(
        &mut self,
        parameters: &mut [f32],
        gradient: &[f32],
        scale: f32,
        rate: f32,
        decay: f32,
    ) {
        self.step += 1;
        let steps = self.step.min(1 << 20) as i32;
        let [first, second] = [BETA1, BETA2].map(|beta| 1.0 - beta.powi(steps));
        let keep = 1.0 - rate * decay;
        let means = self.mean.iter_mut().zip(&mut self.square);
        for ((parameter, gradient), (mean, square)) in
            parameters.iter_mut().zip(gradient).zip(means)
        {
            let gradient = gradient * scale;
            *mean = BETA1 * *mean + (1.0 - BETA1) * gradient;
            *square = BETA2 * *square + (1.0 - BETA2) * gradient * gradient;
            let change = (*mean / first) / ((*square / second).sqrt() + EPSILON);
            *parameter = *parameter * keep - rate * change;
        }
    }
}

/// The learning rate at `step` of `steps`, as a fraction of its peak.
pub fn schedule(step: u64, steps: u64) -> f32 {
    let done = step as f32 / steps.max(1) as f32;
    let cosine = 0.5 * (1.0 + (done * std::f32::consts::PI).cos());
    let warm_up = WARM_UP.min(steps / WARM_UP_SHARE).max(1);
    cosine.max(FLOOR) * ((step + 1) as f32 / warm_up as f32).min(1.0)
}
