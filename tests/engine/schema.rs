//! The vocabulary that the program prints for the fit scripts.

use goshawk::pattern::merge::Combo;
use goshawk::pattern::{Class, Shape};
use goshawk::tools::fitting::{features, schema};
use goshawk::types::Rule;
use serde_json::Value;

fn schema() -> Value {
    let mut out = Vec::new();
    schema::write(&mut out).expect("a vector takes all bytes");
    serde_json::from_slice(&out).expect("valid JSON")
}

/// The length of an array.
fn length(value: &Value) -> usize {
    value.as_array().expect("an array").len()
}

#[test]
fn lists_are_complete() {
    let schema = schema();
    assert_eq!(length(&schema["shapes"]), Shape::COUNT);
    assert_eq!(length(&schema["classes"]), Class::COUNT);
    assert_eq!(length(&schema["combos"]), Combo::COUNT);
    assert_eq!(length(&schema["combo_classes"]["free"]), Combo::COUNT);
    assert_eq!(length(&schema["combo_classes"]["fouls"]), Combo::COUNT);
    assert_eq!(length(&schema["rules"]), Rule::ALL.len());
    assert_eq!(schema["shapes"][14], "Five");
    assert_eq!(schema["combos"][1], serde_json::json!([0, 0, 0, 1]));
}

#[test]
fn sections_of_features_fill_their_range_without_overlap() {
    let schema = schema();
    let sections = schema["models"]["evaluation"]["sections"].as_array();
    let mut ranges: Vec<(u64, u64)> = sections
        .expect("an array")
        .iter()
        .filter_map(|s| Some((s["feature"].as_u64()?, s["count"].as_u64()?)))
        .collect();
    assert_eq!(ranges.len(), features::SECTIONS.len());
    ranges.sort();
    for pair in ranges.windows(2) {
        assert!(pair[0].0 + pair[0].1 <= pair[1].0, "{pair:?}");
    }
    let (first, count) = ranges[ranges.len() - 1];
    assert_eq!(Some(first + count), schema["features"].as_u64());
}

#[test]
fn renju_is_fitted_by_side() {
    let rules = schema()["rules"].clone();
    let renju = rules.as_array().expect("an array").iter();
    let renju = renju.clone().find(|rule| rule["name"] == "renju");
    let renju = renju.expect("renju is a rule");
    assert_eq!(length(&renju["sides"]), 2);
    assert_eq!(renju["fouls"], serde_json::json!(["black"]));
}
