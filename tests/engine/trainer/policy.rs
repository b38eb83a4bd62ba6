//! The fit of the policy.

use std::fs;
use std::path::PathBuf;

use goshawk::eval::network::policy::Policy;
use goshawk::tools::dataset::plan::default_sizes;
use goshawk::tools::dataset::{self, Header, Plan};
use goshawk::tools::policy::{Event, Quality, Settings, fit};
use goshawk::types::Rule;

use crate::temporary;

/// A data file of a few games.
fn games(name: &str, rule: Rule, seed: u64, games: u64) -> PathBuf {
    let path = temporary(name);
    let header = Header {
        rule,
        game_nodes: 300,
        label_nodes: 100,
        seed,
        engine: "test".to_string(),
    };
    let plan = Plan {
        header,
        sizes: default_sizes(rule),
        games,
        samples: 1,
        threads: 1,
    };
    dataset::run(&plan, &path, &mut |_| true).expect("writable");
    path
}

fn settings(rule: Rule, name: &str) -> Settings {
    Settings {
        rule,
        data: games(&format!("{name}.data"), rule, 1, 130),
        held_out: games(&format!("{name}-held.data"), rule, 2, 15),
        out: temporary(&format!("{name}.policy")),
        network: None,
        policy: None,
        choices: 800,
        nodes: 10_000,
        epochs: 20,
        threads: 1,
    }
}

/// Fits a policy. Returns the qualities without it, after the last epoch, and of the integers.
fn run(settings: &Settings) -> [Quality; 3] {
    let mut found = [Quality::default(); 3];
    let mut choices = 0;
    fit(settings, &mut |event| match event {
        Event::Searched {
            choices: count,
            held_out,
            without,
            with,
        } => {
            choices = *count;
            assert!(*held_out >= 40, "{held_out}");
            found[0] = *without;
            let with = with.expect("the rule has a policy");
            assert!(with.loss < without.loss, "{with}, {without}");
        }
        Event::Epoch(_, quality) => found[1] = *quality,
        Event::Done(quality) => found[2] = *quality,
    })
    .expect("the fit ends");
    assert_eq!(choices, settings.choices);
    found
}

fn check_fit(rule: Rule) {
    let one = settings(rule, rule.name());
    let [before, floats, integers] = run(&one);
    assert!(floats.loss < before.loss, "{before}, then {floats}");
    assert!(floats.first_four > 0.8, "{floats}");
    assert!((floats.loss - integers.loss).abs() < 0.02, "{integers}");
    let bytes = fs::read(&one.out).expect("the file is written");
    let policy = Policy::decode(&bytes).expect("a valid file");
    assert_eq!(policy.rule, rule);
    let two = Settings {
        out: temporary(&format!("{}-two.policy", rule.name())),
        threads: 2,
        ..one
    };
    run(&two);
    assert!(fs::read(&two.out).expect("the file is written") == bytes);
}

/// One test for each rule, so that they run in parallel.
mod a_fit_learns_and_does_not_depend_on_threads {
    use super::*;

    #[test]
    fn freestyle() {
        check_fit(Rule::Freestyle);
    }

    #[test]
    fn renju() {
        check_fit(Rule::Renju);
    }
}

#[test]
fn games_of_another_rule_are_refused() {
    let one = settings(Rule::Standard, "standard");
    let other = Settings {
        rule: Rule::Caro,
        ..one
    };
    let error = fit(&other, &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains("another rule"), "{error}");
}
