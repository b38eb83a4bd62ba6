//! Brings a tree that was read into the form that the writer expects.

use std::collections::HashMap;

use super::{value, write};
use crate::record::encoding::Encoding;
use crate::record::tree::{NodeId, Property, Tree};

/// Keeps texts byte by byte if they are not valid in the encoding of the game.
pub fn settle_encoding(tree: &mut Tree) {
    if write::is_whole(tree) {
        return;
    }
    let from = tree.encoding;
    let to = Encoding::SingleByte;
    tree.encoding = to;
    for details in tree.all_details_mut() {
        let properties = details.properties.iter_mut();
        for value in properties.flat_map(|property| &mut property.values) {
            *value = value::escaped(&value::unescaped(value, from), to, false);
        }
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
