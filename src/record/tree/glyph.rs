//! Judgements on moves, as the signs used in books: `!`, `??` and others. SGF has a property for each.

use super::{NodeId, Property, Tree};

/// A judgement on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// `!!`, a very good move.
    Brilliant,
    /// `!`, a good move.
    Good,
    /// `!?`, an interesting move.
    Interesting,
    /// `?!`, a doubtful move.
    Doubtful,
    /// `?`, a bad move.
    Bad,
    /// `??`, a very bad move.
    Blunder,
}

/// Each with its sign, and its property and value in SGF.
const GLYPHS: [(Glyph, &str, &str, &str); 6] = [
    (Glyph::Brilliant, "!!", "TE", "2"),
    (Glyph::Good, "!", "TE", "1"),
    (Glyph::Interesting, "!?", "IT", ""),
    (Glyph::Doubtful, "?!", "DO", ""),
    (Glyph::Bad, "?", "BM", "1"),
    (Glyph::Blunder, "??", "BM", "2"),
];
/// The properties of SGF that judge a move.
const PROPERTIES: [&str; 4] = ["TE", "BM", "DO", "IT"];

impl Glyph {
    /// Its sign.
    pub fn sign(self) -> &'static str {
        let entry = GLYPHS.iter().find(|(glyph, ..)| *glyph == self);
        entry.map_or("", |(_, sign, ..)| sign)
    }

    /// The judgement with a sign.
    pub fn of_sign(sign: &str) -> Option<Glyph> {
        let entry = GLYPHS.iter().find(|(_, other, ..)| *other == sign);
        entry.map(|(glyph, ..)| *glyph)
    }
}

impl Tree {
    /// The judgement on the move of a node. Emphasis that is neither 1 nor 2 counts as 1.
    pub fn glyph(&self, node: NodeId) -> Option<Glyph> {
        let properties = &self.details(node)?.properties;
        properties.iter().find_map(|property| {
            let value = property.values.first().map(Vec::as_slice);
            let is_strong = value.is_some_and(|value| value.trim_ascii() == b"2");
            let fits = |(_, _, name, strength): &&(Glyph, &str, &str, &str)| {
                *name == property.name && (strength.is_empty() || (*strength == "2") == is_strong)
            };
            GLYPHS.iter().find(fits).map(|(glyph, ..)| *glyph)
        })
    }

    /// Sets the judgement on the move of a node, or removes it.
    pub fn set_glyph(&mut self, node: NodeId, glyph: Option<Glyph>) {
        if glyph.is_none() && self.glyph(node).is_none() {
            return;
        }
        let properties = &mut self.details_mut(node).properties;
        properties.retain(|property| !PROPERTIES.contains(&property.name.as_str()));
        let entry = GLYPHS.iter().find(|(other, ..)| Some(*other) == glyph);
        properties.extend(entry.map(|(_, _, name, value)| Property {
            name: name.to_string(),
            values: vec![value.as_bytes().to_vec()],
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tree::Action;
    use crate::types::{BoardSize, Color, Point};

    #[test]
    fn every_glyph_is_set_read_and_removed() {
        let mut tree = Tree::new(BoardSize::square(15).unwrap());
        let node = tree.add(NodeId::ROOT, Action::Play(Color::Black, Point::new(7, 7)));
        for (glyph, sign, ..) in GLYPHS {
            tree.set_glyph(node, Some(glyph));
            assert_eq!(tree.glyph(node), Some(glyph));
            assert_eq!((glyph.sign(), Glyph::of_sign(sign)), (sign, Some(glyph)));
        }
        tree.set_glyph(node, None);
        assert_eq!(tree.glyph(node), None);
        assert_eq!(Glyph::of_sign("???"), None);
    }
}
