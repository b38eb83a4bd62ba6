//! SPSA: tunes many parameters at once.
//!
//! Each pair is played between two settings: in one, every parameter is moved up or down by its
//! step at random; in the other, by the same steps in the opposite direction. The parameters then
//! move towards the setting that has scored more. Steps shrink slowly from pair to pair, and moves
//! shrink faster. The result is the mean of the values in the last third of the run.
// CITE: J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation
// gradient approximation", IEEE TAC 37(3), 1992; the exponents are his.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::openings::{Openings, Order, size_name};
use super::pair::{Conditions, Players};
use super::random_of;
use super::setting::{Setting, parameter};
use super::state::{Arguments, SharedRun, identity, invalid, program};
use crate::random::Random;
use crate::search::params::TUNABLES;

/// How fast steps shrink with the number of the pair.
const STEP_EXPONENT: f64 = 0.101;
/// How fast moves shrink.
const GAIN_EXPONENT: f64 = 0.602;
/// The share of the run by which the shrinking of moves is delayed, so that the first pairs do not
/// count for too much.
const STABILITY: f64 = 0.1;
/// The share of the run after which values are part of the result.
const LATE: f64 = 2.0 / 3.0;
/// Values are kept in millionths, which JSON holds exactly.
const UNITS: f64 = 1e6;

/// A parameter that is tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuned {
    /// Its index.
    pub index: usize,
    /// How far it is moved away from its value at the end of the run.
    pub step: f64,
}

impl Tuned {
    /// Reads `NAME=STEP`.
    ///
    /// # Errors
    /// If the name is not that of a parameter, or if the step is not greater than 0 and at most the
    /// range of the parameter. The error is a message.
    pub fn parse(word: &str) -> Result<Tuned, String> {
        let (name, step) = word
            .split_once('=')
            .ok_or_else(|| format!("`{word}` is not NAME=STEP"))?;
        let index = parameter(name).ok_or_else(|| {
            format!("there is no parameter `{name}`; `pbrain-goshawk tune` lists them")
        })?;
        let range = f64::from(TUNABLES[index].max) - f64::from(TUNABLES[index].min);
        let step = step
            .parse()
            .ok()
            .filter(|step| *step > 0.0 && *step <= range);
        let step = step.ok_or_else(|| {
            format!("`{word}` has no step that is greater than 0 and at most {range}")
        })?;
        Ok(Tuned { index, step })
    }

    fn name(&self) -> &'static str {
        TUNABLES[self.index].name
    }

    /// The value, kept within the range of the parameter.
    fn clamped(&self, value: f64) -> f64 {
        let tunable = &TUNABLES[self.index];
        value.clamp(tunable.min.into(), tunable.max.into())
    }
}

/// What is tuned, and how.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// The parameters that are tuned.
    pub tuned: Vec<Tuned>,
    /// The setting at the beginning. What is not tuned stays.
    pub start: Setting,
    /// Rule, board and node limit.
    pub conditions: Conditions,
    /// The openings.
    pub openings: Openings,
    /// The number of pairs.
    pub pairs: u64,
    /// How far a pair won with both games moves a parameter at the end of the run, in steps.
    pub rate: f64,
    /// The seed of everything that is random.
    pub seed: u64,
}

/// The values of a parameter in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// The value now.
    pub now: f64,
    /// The sum of its values after the late pairs.
    pub late_sum: f64,
}

/// The results in the state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// Pairs finished.
    pub finished: u64,
    /// Pairs finished whose values are part of the result.
    pub late: u64,
    /// The sum of the squared results of pairs, which are from -1, both games lost, to 1, both
    /// won.
    pub squares: f64,
    /// By name.
    pub values: BTreeMap<String, Values>,
}

impl Results {
    /// The result for a parameter: the mean of its late values, or its value now if there are no
    /// late ones yet.
    pub fn mean(&self, name: &str) -> f64 {
        let values = self.values.get(name).copied().unwrap_or_default();
        match self.late {
            0 => values.now,
            late => values.late_sum / late as f64,
        }
    }
}

/// The size of steps and moves at a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Schedule {
    /// The length of a step, 1 at the end of the run.
    width: f64,
    /// How far a pair won with both games moves a parameter, in steps.
    gain: f64,
}

impl Spsa {
    /// Checks that the run can be begun.
    ///
    /// # Errors
    /// If a network is of another rule, if there is no parameter, or if one is named twice. The
    /// error is a message.
    pub fn check(&self) -> Result<(), String> {
        if self.tuned.is_empty() {
            return Err("there is no parameter to tune".to_string());
        }
        for (at, one) in self.tuned.iter().enumerate() {
            if self.tuned[..at]
                .iter()
                .any(|other| other.index == one.index)
            {
                return Err(format!("`{}` is given twice", one.name()));
            }
        }
        self.start.check_rule(self.conditions.rule)
    }

    /// All that the run depends on.
    fn arguments(&self) -> io::Result<Arguments> {
        let Conditions { rule, size, nodes } = self.conditions;
        let tuned = self.tuned.iter();
        let tuned: Vec<String> = tuned
            .map(|one| format!("{}={}", one.name(), one.step))
            .collect();
        let arguments = [
            ("command", "spsa".to_string()),
            ("program", program()?),
            ("tuned", tuned.join(" ")),
            ("start", self.start.identity()),
            ("rule", rule.name().to_string()),
            ("size", size_name(size)),
            ("nodes", nodes.to_string()),
            ("openings", identity(&format!("{:?}", self.openings.list))),
            ("pairs", self.pairs.to_string()),
            ("rate", self.rate.to_string()),
            ("seed", self.seed.to_string()),
        ];
        let named = arguments.into_iter();
        Ok(named.map(|(name, text)| (name.to_string(), text)).collect())
    }

    /// The results before the first pair.
    fn initial(&self) -> Results {
        let values = self.tuned.iter().map(|one| {
            let now = f64::from(self.start.value(one.index));
            let values = Values { now, late_sum: 0.0 };
            (one.name().to_string(), values)
        });
        Results {
            finished: 0,
            late: 0,
            squares: 0.0,
            values: values.collect(),
        }
    }

    /// Plays pairs until none is left, together with other processes that run the same with the
    /// same file `state`. An existing file is continued. `report` is called after every pair with
    /// the results; if it returns false, this process stops. Returns the results, and the number of
    /// pairs that other processes are still playing.
    ///
    /// Needs a stack as [`Engine::think`](crate::engine::Engine::think) does, and the parameters of
    /// the process for itself.
    ///
    /// # Errors
    /// If the state is that of another run, or a file cannot be read or written.
    pub fn run(
        &self,
        state: &Path,
        report: &mut dyn FnMut(&Results) -> bool,
    ) -> io::Result<(Results, usize)> {
        let run = SharedRun::join(state, self.arguments()?, self.initial())?;
        let mut players = Players::new(self.conditions);
        let mut order = Order::new(self.seed, self.openings.list.len());
        loop {
            let (pair, results, playing) = run.next_pair(|_| self.pairs)?;
            let Some(pair) = pair else {
                return Ok((results, playing));
            };
            let (signs, settings) = self.settings(pair, &results)?;
            let opening = &self.openings.list[order.of(pair)];
            let [up, down] = &settings;
            let games = players.play_pair(up, down, opening);
            let half_points = games[0].half_points() + games[1].half_points();
            let result = f64::from(half_points) / 2.0 - 1.0;
            let (results, playing) = run.finish_pair(pair, |results| {
                self.learn(pair, result, &signs, results);
                Ok(())
            })?;
            if !report(&results) {
                return Ok((results, playing));
            }
        }
    }

    /// How far a parameter that does not matter has moved by chance, in steps: the standard
    /// deviation of its value.
    pub fn chance(&self, results: &Results) -> f64 {
        let moves = (1..=results.finished).map(|pair| {
            let Schedule { width, gain } = self.schedule(pair);
            (gain / width).powi(2)
        });
        let square = results.squares / (results.finished as f64).max(1.0);
        (square * moves.sum::<f64>()).sqrt()
    }

    /// The size of steps and moves at a pair.
    fn schedule(&self, pair: u64) -> Schedule {
        let (pairs, pair) = (self.pairs as f64, pair as f64);
        let settle = STABILITY * pairs;
        Schedule {
            width: (pairs / pair).powf(STEP_EXPONENT),
            gain: self.rate * ((settle + pairs) / (settle + pair)).powf(GAIN_EXPONENT),
        }
    }

    /// The directions of the parameters in a pair, and the two settings that play it.
    fn settings(&self, pair: u64, results: &Results) -> io::Result<(Vec<f64>, [Setting; 2])> {
        let mut random = random_of(self.seed, pair);
        let width = self.schedule(pair).width;
        let sign = |random: &mut Random| [-1.0, 1.0][random.below(2)];
        let signs: Vec<f64> = self.tuned.iter().map(|_| sign(&mut random)).collect();
        let mut moved = |way: f64| {
            let mut values = Vec::new();
            for (one, sign) in self.tuned.iter().zip(&signs) {
                let now = results.values.get(one.name());
                let now = now
                    .ok_or_else(|| invalid("the state lacks a parameter"))?
                    .now;
                let value = one.clamped(now + way * width * one.step * sign);
                values.push((one.index, rounded(value, &mut random)));
            }
            Ok::<_, io::Error>(self.start.with_values(values))
        };
        let settings = [moved(1.0)?, moved(-1.0)?];
        Ok((signs, settings))
    }

    /// Moves the parameters after a pair, towards the setting that has scored more.
    fn learn(&self, pair: u64, result: f64, signs: &[f64], results: &mut Results) {
        let Schedule { width, gain } = self.schedule(pair);
        let steps = gain / width * result;
        let is_late = pair as f64 > LATE * self.pairs as f64;
        results.finished += 1;
        results.late += u64::from(is_late);
        results.squares += result * result;
        for (one, sign) in self.tuned.iter().zip(signs) {
            let values = results.values.entry(one.name().to_string()).or_default();
            values.now = in_units(one.clamped(values.now + steps * sign * one.step));
            if is_late {
                values.late_sum = in_units(values.late_sum + values.now);
            }
        }
    }
}

/// The value, rounded up or down at random so that the mean is exact.
fn rounded(value: f64, random: &mut Random) -> i32 {
    const PARTS: usize = 1 << 30;
    let part = random.below(PARTS) as f64 / PARTS as f64;
    (value + part).floor() as i32
}

/// The value, rounded to the units that it is kept in.
fn in_units(value: f64) -> f64 {
    (value * UNITS).round() / UNITS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Point, Rule};

    fn spsa(tuned: &[&str], start: &str) -> Spsa {
        let size = BoardSize::square(15).unwrap();
        Spsa {
            tuned: tuned
                .iter()
                .map(|word| Tuned::parse(word).unwrap())
                .collect(),
            start: Setting::parse(start).unwrap(),
            conditions: Conditions {
                rule: Rule::Freestyle,
                size,
                nodes: 1,
            },
            openings: Openings {
                size,
                list: vec![vec![Point::new(7, 7)]],
                repeated: 0,
            },
            pairs: 20_000,
            rate: 0.004,
            seed: 1,
        }
    }

    #[test]
    fn steps_and_moves_shrink_to_what_was_asked_for() {
        let spsa = spsa(&["lmr_pv=20"], "");
        let last = spsa.schedule(20_000);
        assert_eq!((last.width, last.gain), (1.0, 0.004));
        let first = spsa.schedule(1);
        assert!((first.width - 2.72).abs() < 0.01, "{first:?}");
        assert!((first.gain / 0.004 - 4.24).abs() < 0.01, "{first:?}");
        let schedules: Vec<Schedule> = (1..20_000).step_by(999).map(|k| spsa.schedule(k)).collect();
        assert!(schedules.windows(2).all(|two| two[0].width > two[1].width));
        assert!(schedules.windows(2).all(|two| two[0].gain > two[1].gain));
    }

    #[test]
    fn both_settings_are_equally_far_from_the_values_in_opposite_directions() {
        let spsa = spsa(
            &["lmr_pv=20.3", "razor_base=150", "lmr_cut=7"],
            "lmr_cut=100 null_move=off",
        );
        let results = spsa.initial();
        let mut seen = std::collections::HashSet::new();
        for pair in 1..200 {
            let (signs, [up, down]) = spsa.settings(pair, &results).unwrap();
            assert_eq!(up.steps(), spsa.start.steps());
            let width = spsa.schedule(pair).width;
            for (one, sign) in spsa.tuned.iter().zip(&signs) {
                let start = f64::from(spsa.start.value(one.index));
                for (setting, way) in [(&up, *sign), (&down, -sign)] {
                    let exact = one.clamped(start + way * width * one.step);
                    let found = f64::from(setting.value(one.index));
                    assert!(
                        (found - exact).abs() < 1.0,
                        "{}: {found} {exact}",
                        one.name()
                    );
                }
            }
            seen.insert(format!("{signs:?}"));
            // The same pair has the same settings.
            assert_eq!(spsa.settings(pair, &results).unwrap().1, [up, down]);
        }
        assert_eq!(seen.len(), 8);
    }

    #[test]
    fn values_move_towards_the_better_setting_and_late_ones_are_the_result() {
        let spsa = spsa(&["lmr_pv=20", "razor_base=2"], "lmr_pv=399");
        let mut results = spsa.initial();
        spsa.learn(20_000, 1.0, &[-1.0, 1.0], &mut results);
        let now = |results: &Results, name: &str| results.values[name].now;
        assert_eq!(now(&results, "lmr_pv"), 399.0 - 0.08);
        assert_eq!(now(&results, "razor_base"), 19.0 + 0.008);
        spsa.learn(20_000, -0.5, &[1.0, 1.0], &mut results);
        assert_eq!(now(&results, "razor_base"), 19.004);
        assert_eq!(results.mean("razor_base"), 19.006);
        assert_eq!(
            (results.finished, results.late, results.squares),
            (2, 2, 1.25)
        );
        // An early pair is no part of the result, and a value stays in its range.
        let mean = results.mean("lmr_pv");
        for _ in 0..100 {
            spsa.learn(1, 1.0, &[1.0, 1.0], &mut results);
        }
        assert_eq!(now(&results, "lmr_pv"), 400.0);
        assert_eq!((results.late, results.mean("lmr_pv")), (2, mean));
    }

    #[test]
    fn chance_is_the_deviation_of_a_random_walk() {
        let spsa = Spsa {
            pairs: 400,
            ..spsa(&["lmr_factor=1"], "")
        };
        let mut random = Random::new(7);
        let mut squares = 0.0;
        let mut chance = 0.0;
        for _ in 0..400 {
            let mut results = spsa.initial();
            for pair in 1..=400 {
                let result = [-1.0, -0.5, 0.0, 0.5, 1.0][random.below(5)];
                let sign = [-1.0, 1.0][random.below(2)];
                spsa.learn(pair, result, &[sign], &mut results);
            }
            squares += (results.values["lmr_factor"].now - 100.0).powi(2);
            chance = spsa.chance(&results);
        }
        let deviation = (squares / 400.0_f64).sqrt();
        assert!(
            (0.85..1.15).contains(&(deviation / chance)),
            "{deviation} {chance}"
        );
    }

    #[test]
    fn fractions_are_rounded_up_as_often_as_they_say() {
        let mut random = Random::new(3);
        for (value, least) in [(2.25, 2), (-1.25, -2), (7.0, 7)] {
            let draws: Vec<i32> = (0..10_000).map(|_| rounded(value, &mut random)).collect();
            assert!(draws.iter().all(|draw| (least..=least + 1).contains(draw)));
            let mean = f64::from(draws.iter().sum::<i32>()) / 10_000.0;
            assert!((mean - value).abs() < 0.02, "{mean} {value}");
        }
        assert_eq!(rounded(400.0, &mut random), 400);
    }
}
