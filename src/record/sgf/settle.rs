//! Brings a tree that was read into the form that the writer expects.

use std::collections::HashMap;

use super::write;
use crate::record::notes::Note;
use crate::record::tree::{NodeId, Property, Tree};

/// Notes that some bytes of the texts are not characters. They are kept.
pub fn note_damage(tree: &mut Tree) {
    let encoding = tree.encoding;
    let is_whole = tree.all_details_mut().all(|details| {
        let values = details.properties.iter();
        let values = values.flat_map(|property| &property.values);
        let labels = details.labels.iter().map(|(_, text)| text);
        let mut texts = details.comment.iter().chain(labels).chain(values);
        texts.all(|text| encoding.is_valid(text))
    });
    if !is_whole {
        tree.notes.push(Note::TextDamaged(encoding));
    }
}

/// Removes the header properties that the writer would write in the same form.
pub fn drop_regular_headers(tree: &mut Tree) {
    if tree.details(NodeId::ROOT).is_none() {
        return;
    }
    let regular = write::headers(tree);
    let mut counts: HashMap<String, usize> = HashMap::new();
    for property in tree
        .details(NodeId::ROOT)
        .iter()
        .flat_map(|root| &root.properties)
    {
        *counts.entry(property.name.clone()).or_default() += 1;
    }
    let is_regular = |property: &Property| {
        let value = match &property.values[..] {
            [value] => value,
            _ => return false,
        };
        let mut regular = regular.iter();
        let is_only = counts.get(&property.name) == Some(&1);
        is_only && regular.any(|(name, text)| *name == property.name && text == value)
    };
    let properties = &mut tree.details_mut(NodeId::ROOT).properties;
    properties.retain(|property| !is_regular(property));
}
