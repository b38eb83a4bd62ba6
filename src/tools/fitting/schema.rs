//! The vocabulary of weight files and feature files as JSON, for the fit scripts.
//!
//! One object with these members:
//!
//! | member | meaning |
//! |---|---|
//! | `vocabulary` | hash of the vocabulary, as in the headers of both kinds of file |
//! | `weight_format`, `feature_format` | versions of the two file formats |
//! | `value_limit` | no value of a weight file is larger, or smaller than its negative |
//! | `shapes`, `classes` | names, in order |
//! | `threats` | the groups of classes of the threat mask, highest bit first |
//! | `combos` | for each combo, the indices of its four shapes |
//! | `combo_classes` | for each combo, the index of its class, without and with fouls: `{"free": [...], "fouls": [...]}` |
//! | `rules` | for each rule, its `name`, the `sides` that are fitted separately (`["both"]` if none are), and the sides bound by `fouls` |
//! | `models` | for each model, its `scale` (points in one logit) and the `sections` of its weight file, each with `name`, `count`, and the first `feature` if its values are weights of features |
//! | `features` | number of features of the evaluation |

use std::io::{self, Write};

use super::features;
use crate::eval::threat_mask::THREATS;
use crate::eval::vocabulary;
use crate::eval::weight_file::{self, Model};
use crate::eval::weights::Weights;
use crate::ordering::fitted::OrderTable;
use crate::pattern::merge::{Combo, classify};
use crate::pattern::{Class, Shape};
use crate::types::{Color, Rule};

/// Writes the vocabulary as JSON.
///
/// # Errors
/// If writing fails.
pub fn write(out: &mut dyn Write) -> io::Result<()> {
    let combos = Combo::all();
    let shapes = list(&combos, |shapes| list(shapes, |s| s.index().to_string()));
    let classes = |fouls| {
        list(&combos, |shapes| {
            classify(*shapes, fouls).index().to_string()
        })
    };
    let threats = list(&THREATS, |group| list(group, |class| name(class)));
    let models = Model::ALL.map(|m| format!("\"{}\": {}", m.name(), model(m)));
    writeln!(out, "{{")?;
    writeln!(out, "\"vocabulary\": \"{}\",", vocabulary::hash())?;
    writeln!(out, "\"weight_format\": {},", weight_file::FORMAT)?;
    writeln!(out, "\"feature_format\": {},", features::FORMAT)?;
    writeln!(out, "\"value_limit\": {},", weight_file::VALUE_LIMIT)?;
    writeln!(out, "\"shapes\": {},", list(&Shape::ALL, |s| name(s)))?;
    writeln!(out, "\"classes\": {},", list(&Class::ALL, |c| name(c)))?;
    writeln!(out, "\"threats\": {threats},")?;
    writeln!(out, "\"combos\": {shapes},")?;
    let (free, fouls) = (classes(false), classes(true));
    writeln!(out, "\"combo_classes\": {{\"free\": {free},")?;
    writeln!(out, "\"fouls\": {fouls}}},")?;
    writeln!(out, "\"rules\": {},", list(&Rule::ALL, |r| rule(*r)))?;
    writeln!(out, "\"models\": {{{}}},", models.join(",\n"))?;
    writeln!(out, "\"features\": {}", features::FEATURES)?;
    writeln!(out, "}}")
}

/// A rule as a JSON object.
fn rule(rule: Rule) -> String {
    let bound: Vec<Color> = Color::ALL
        .into_iter()
        .filter(|color| rule.has_fouls(*color))
        .collect();
    let sides = if rule.is_symmetric() {
        "[\"both\"]".to_string()
    } else {
        list(&Color::ALL, |color| side(*color))
    };
    let fouls = list(&bound, |color| side(*color));
    let name = rule.name();
    format!("{{\"name\": \"{name}\", \"sides\": {sides}, \"fouls\": {fouls}}}")
}

/// A colour as a JSON string, as weight files name it.
fn side(color: Color) -> String {
    format!("\"{}\"", weight_file::side_name(Some(color)))
}

/// A model as a JSON object.
fn model(model: Model) -> String {
    let layout = match model {
        Model::Evaluation => Weights::layout(),
        Model::Order => OrderTable::layout(),
    };
    let sections = list(&layout, |(name, count)| {
        let first = features::SECTIONS
            .iter()
            .find(|(section, _)| section == name);
        let feature = match first {
            Some((_, first)) if model == Model::Evaluation => format!(", \"feature\": {first}"),
            _ => String::new(),
        };
        format!("{{\"name\": \"{name}\", \"count\": {count}{feature}}}")
    });
    let scale = model.scale();
    format!("{{\"scale\": {scale}, \"sections\": {sections}}}")
}

/// The name of a shape or class as a JSON string.
fn name(item: &dyn std::fmt::Debug) -> String {
    format!("\"{item:?}\"")
}

/// A JSON array.
fn list<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    let items: Vec<String> = items.iter().map(text).collect();
    format!("[{}]", items.join(", "))
}
