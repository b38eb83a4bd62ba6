//! A setting of the search.
//!
//! A setting is written as words `NAME=VALUE`, separated by blanks or commas: a parameter with a
//! number, a step with `off` or `on`, `network` or `policy` with the name of a file. What is not
//! named is as in an ordinary build.

use std::collections::BTreeSet;
use std::fs;

use crate::eval::network::loaded::Loaded;
use crate::search::params::TUNABLES;
use crate::search::tune::{self, Tunable};
use crate::search::{Step, StepSet};
use crate::types::Rule;

/// What a player plays with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// By index of the parameter.
    values: Vec<i32>,
    steps: StepSet,
    networks: Option<Loaded>,
    /// The words for networks, as they were given.
    files: Vec<String>,
}

impl Default for Setting {
    /// That of an ordinary build.
    fn default() -> Setting {
        Setting {
            values: TUNABLES.iter().map(|tunable| tunable.default).collect(),
            steps: StepSet::ALL,
            networks: None,
            files: Vec::new(),
        }
    }
}

impl Setting {
    /// Reads a setting, and the files that it names.
    ///
    /// # Errors
    /// If a word is not `NAME=VALUE`, a name is unknown or given twice, a value is out of range,
    /// or a file is not usable. The error is a message.
    pub fn parse(text: &str) -> Result<Setting, String> {
        let mut setting = Setting::default();
        let mut names = BTreeSet::new();
        let [mut network, mut policy] = [None, None];
        for word in text.split([' ', ',', '\t', '\n', '\r']) {
            if word.is_empty() {
                continue;
            }
            let (name, value) = word
                .split_once('=')
                .ok_or_else(|| format!("`{word}` is not NAME=VALUE"))?;
            if !names.insert(name) {
                return Err(format!("`{name}` is given twice"));
            }
            match name {
                "network" => network = Some(value),
                "policy" => policy = Some(value),
                _ => setting.set(name, value)?,
            }
            if matches!(name, "network" | "policy") {
                setting.files.push(word.to_string());
            }
        }
        setting.networks = load(network, policy)?;
        Ok(setting)
    }

    /// Sets a parameter or a step.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if let Some(step) = Step::ALL.into_iter().find(|step| step.name() == name) {
            match value {
                "on" => {}
                "off" => self.steps = self.steps.without(step),
                _ => return Err(format!("`{name}` is a step: on or off, not `{value}`")),
            }
            return Ok(());
        }
        let index = parameter(name).ok_or_else(|| unknown(name))?;
        let Tunable { min, max, .. } = TUNABLES[index];
        let number = value.parse().ok();
        let number = number.filter(|number| (min..=max).contains(number));
        self.values[index] = number
            .ok_or_else(|| format!("`{name}`: `{value}` is not a number from {min} to {max}"))?;
        Ok(())
    }

    /// The same setting with other values of parameters, by index.
    pub fn with_values(&self, values: impl IntoIterator<Item = (usize, i32)>) -> Setting {
        let mut setting = self.clone();
        for (index, value) in values {
            setting.values[index] = value;
        }
        setting
    }

    /// The value of a parameter, by index.
    pub fn value(&self, index: usize) -> i32 {
        self.values[index]
    }

    /// The steps that are on.
    pub fn steps(&self) -> StepSet {
        self.steps
    }

    /// The network from a file, if there is one.
    pub fn networks(&self) -> Option<&Loaded> {
        self.networks.as_ref()
    }

    /// Checks that the network, if there is one, was trained for a rule.
    ///
    /// # Errors
    /// If it was not. The error is a message.
    pub fn check_rule(&self, rule: Rule) -> Result<(), String> {
        match &self.networks {
            Some(loaded) if loaded.rule() != rule => Err(format!(
                "the network was trained for {}, not for {}",
                loaded.rule().name(),
                rule.name()
            )),
            _ => Ok(()),
        }
    }

    /// Gives the parameters of this process their values in this setting.
    pub fn apply(&self) {
        for (tunable, value) in TUNABLES.iter().zip(&self.values) {
            let is_set = tune::set(tunable.name, i64::from(*value));
            assert!(is_set, "{}={value} has been checked", tunable.name);
        }
    }

    /// The setting in words, without what is as in an ordinary build.
    pub fn describe(&self) -> String {
        let changed = TUNABLES.iter().zip(&self.values);
        let changed = changed.filter(|(tunable, value)| tunable.default != **value);
        let values = changed.map(|(tunable, value)| format!("{}={value}", tunable.name));
        let off = Step::ALL.into_iter();
        let off = off.filter(|step| !self.steps.contains(*step));
        let off = off.map(|step| format!("{}=off", step.name()));
        let words: Vec<String> = values
            .chain(off)
            .chain(self.files.iter().cloned())
            .collect();
        if words.is_empty() {
            "defaults".to_string()
        } else {
            words.join(" ")
        }
    }

    /// The setting in words that also tell whether files have changed.
    pub fn identity(&self) -> String {
        let Some(loaded) = &self.networks else {
            return self.describe();
        };
        let policy = loaded.policy().map_or(0, |policy| {
            crate::eval::network::format::checksum(&policy.encode())
        });
        format!(
            "{} ({:016x} {policy:016x})",
            self.describe(),
            loaded.checksum()
        )
    }
}

/// The index of a parameter in [`TUNABLES`].
pub fn parameter(name: &str) -> Option<usize> {
    TUNABLES.iter().position(|tunable| tunable.name == name)
}

/// The message for a name that is neither a parameter nor a step.
fn unknown(name: &str) -> String {
    format!("there is no parameter or step `{name}`; `pbrain-goshawk tune` lists them")
}

/// Reads the files of a network and of its policy.
fn load(network: Option<&str>, policy: Option<&str>) -> Result<Option<Loaded>, String> {
    let read = |name: &str| fs::read(name).map_err(|error| format!("{name}: {error}"));
    let Some(name) = network else {
        return match policy {
            Some(_) => Err("`policy` has no meaning without `network`".to_string()),
            None => Ok(None),
        };
    };
    let loaded = Loaded::read(&read(name)?).map_err(|error| format!("{name}: {error}"))?;
    match policy {
        None => Ok(Some(loaded)),
        Some(name) => {
            let loaded = loaded.with_policy(&read(name)?);
            loaded.map(Some).map_err(|error| format!("{name}: {error}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_described_in_the_order_of_the_parameters() {
        let text = "null_move=off, lmr_pv=150\nrazor_base=18 razoring=on  lmr_cut=180";
        let setting = Setting::parse(text).unwrap();
        assert_eq!(
            setting.describe(),
            "razor_base=18 lmr_pv=150 null_move=off",
            "defaults are left out"
        );
        assert_eq!(Setting::parse(&setting.describe()), Ok(setting.clone()));
        assert_eq!(setting.value(parameter("lmr_pv").unwrap()), 150);
        assert_eq!(setting.steps(), StepSet::ALL.without(Step::NullMove));
        let other = setting.with_values([(parameter("lmr_pv").unwrap(), 200)]);
        assert_eq!(other.describe(), "razor_base=18 null_move=off");
        assert_eq!(Setting::parse(""), Ok(Setting::default()));
        assert_eq!(Setting::default().describe(), "defaults");
    }

    #[test]
    fn errors_name_the_word() {
        let error = |text: &str| Setting::parse(text).unwrap_err();
        assert_eq!(error("lmr_pv"), "`lmr_pv` is not NAME=VALUE");
        assert_eq!(error("lmr_pv=1 lmr_pv=2"), "`lmr_pv` is given twice");
        for value in ["401", "-1", "x", "", "1.5", "99999999999"] {
            let text = error(&format!("lmr_pv={value}"));
            assert_eq!(
                text,
                format!("`lmr_pv`: `{value}` is not a number from 0 to 400")
            );
        }
        assert!(error("fast=1").contains("no parameter or step `fast`"));
        assert!(error("null_move=1").contains("on or off"));
        assert!(error("policy=a").contains("without `network`"));
        assert!(error("network=no/such.net").starts_with("no/such.net: "));
        assert!(error("network=Cargo.toml").contains("not a usable network"));
    }

    #[test]
    fn every_parameter_and_step_has_a_name_of_its_own() {
        let mut names: BTreeSet<String> = TUNABLES.iter().map(|t| t.name.to_string()).collect();
        names.extend(Step::ALL.map(Step::name));
        names.extend(["network", "policy"].map(str::to_string));
        assert_eq!(names.len(), TUNABLES.len() + Step::ALL.len() + 2);
    }
}
