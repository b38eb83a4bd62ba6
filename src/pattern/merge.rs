//! Layer 3: four shapes, one for each direction, merged into one class.
//!
//! The order of the directions does not matter, so the four shapes are first
//! merged into a [`Combo`], the number of their multiset. Classes, evaluation
//! and ordering scores are all tables over combos.

use std::sync::LazyLock;

use super::shape::{Class, Shape};

/// Unordered pairs of shapes.
const PAIRS: usize = Shape::COUNT * (Shape::COUNT + 1) / 2;
/// Row length of the combo table: `PAIRS` rounded up to a power of two.
const PAIR_STRIDE: usize = 128;

/// The number of a multiset of four shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Combo(pub u16);

impl Combo {
    /// Number of combos: the ways to choose 4 of 15 with repetition.
    pub const COUNT: usize = 3060;
    /// Length of tables by combo: `COUNT` rounded up to a power of two, so that
    /// a masked index needs no check.
    pub const TABLE: usize = 4096;

    /// The combo as an index into a table of [`Combo::TABLE`] entries.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (Combo::TABLE - 1)
    }
}

/// The tables of the merge.
pub struct Merger {
    /// By two shapes of 4 bits each: the number of their pair.
    pairs: [u8; 256],
    /// By two pairs.
    combos: [Combo; PAIR_STRIDE * PAIR_STRIDE],
    shapes: Vec<[Shape; 4]>,
}

/// The merger; built at first use.
pub fn merger() -> &'static Merger {
    static MERGER: LazyLock<Box<Merger>> = LazyLock::new(Merger::build);
    &MERGER
}

impl Merger {
    /// The combo of four shapes of 4 bits each.
    #[inline]
    pub fn combo(&self, shapes: u16) -> Combo {
        let low = self.pairs[(shapes & 0xff) as usize] as usize;
        let high = self.pairs[(shapes >> 8) as usize] as usize;
        self.combos[(low * PAIR_STRIDE + high) & (PAIR_STRIDE * PAIR_STRIDE - 1)]
    }

    /// The four shapes of a combo, weakest first.
    pub fn shapes(&self, combo: Combo) -> [Shape; 4] {
        self.shapes[combo.index()]
    }

    fn build() -> Box<Merger> {
        let mut merger = Box::new(Merger {
            pairs: [0; 256],
            combos: [Combo(0); PAIR_STRIDE * PAIR_STRIDE],
            shapes: Vec::with_capacity(Combo::COUNT),
        });
        let mut pairs = Vec::with_capacity(PAIRS);
        for (i, &a) in Shape::ALL.iter().enumerate() {
            for &b in &Shape::ALL[i..] {
                merger.pairs[a.index() | b.index() << 4] = pairs.len() as u8;
                merger.pairs[b.index() | a.index() << 4] = pairs.len() as u8;
                pairs.push((a, b));
            }
        }
        let mut numbers = rustc_hash::FxHashMap::default();
        for (low, &(a, b)) in pairs.iter().enumerate() {
            for (high, &(c, d)) in pairs.iter().enumerate() {
                let mut shapes = [a, b, c, d];
                shapes.sort();
                let combo = *numbers.entry(shapes).or_insert_with(|| {
                    merger.shapes.push(shapes);
                    Combo(merger.shapes.len() as u16 - 1)
                });
                merger.combos[low * PAIR_STRIDE + high] = combo;
            }
        }
        merger
    }
}

/// What a point is worth to one colour, by combo, in evaluation units.
pub type ValueTable = [i16; Combo::TABLE];

/// The same twice: while the colour is to move, and while it waits.
pub type SideValues = [[i16; 2]; Combo::TABLE];

/// What a point is worth to the side to move by the classes that it has for both
/// players, see [`pair_index`].
pub type PairValues = [i16; PAIR_VALUES];

/// Length of [`PairValues`].
pub const PAIR_VALUES: usize = 256;

/// The index of a point's two classes into [`PairValues`].
#[inline]
pub const fn pair_index(mine: Class, theirs: Class) -> usize {
    mine.index() << 4 | theirs.index()
}

/// Classes by combo.
pub type ClassTable = [Class; Combo::TABLE];

/// The class table of a player bound by fouls or not; built at first use.
pub fn class_table(fouls: bool) -> &'static ClassTable {
    static TABLES: [LazyLock<Box<ClassTable>>; 2] = [
        LazyLock::new(|| build_classes(false)),
        LazyLock::new(|| build_classes(true)),
    ];
    &TABLES[usize::from(fouls)]
}

fn build_classes(fouls: bool) -> Box<ClassTable> {
    let mut table = Box::new([Class::None; Combo::TABLE]);
    for (number, class) in table.iter_mut().take(Combo::COUNT).enumerate() {
        *class = classify(merger().shapes(Combo(number as u16)), fouls);
    }
    table
}

/// The class of four shapes.
pub fn classify(shapes: [Shape; 4], fouls: bool) -> Class {
    let count = |wanted: &dyn Fn(Shape) -> bool| shapes.iter().filter(|s| wanted(**s)).count();
    let fours = count(&Shape::is_four) + count(&|s| s == Shape::DoubleFour);
    let winning_fours = count(&Shape::is_winning_four);
    let threes = count(&Shape::is_open_three);
    let sleeping = count(&|s| s == Shape::ClosedThree);
    let twos = count(&Shape::is_open_two);

    if count(&|s| s == Shape::Five) > 0 {
        return Class::Five;
    }
    if fouls && (fours >= 2 || threes >= 2 || count(&|s| s == Shape::Overline) > 0) {
        return Class::Foul;
    }
    if fours >= 2 || winning_fours > 0 {
        return Class::OpenFour;
    }
    match (fours, threes, sleeping + twos) {
        (1, 1.., _) => Class::FourThree,
        (1, 0, 1..) => Class::FourPlus,
        (1, 0, 0) => Class::Four,
        (_, 2.., _) => Class::DoubleThree,
        (_, 1, 1..) => Class::OpenThreePlus,
        (_, 1, 0) => Class::OpenThree,
        _ if sleeping >= 2 || (sleeping == 1 && twos > 0) => Class::ClosedThreePlus,
        _ if twos >= 2 => Class::DoubleOpenTwo,
        _ if sleeping == 1 => Class::ClosedThree,
        _ if twos == 1 => Class::OpenTwo,
        _ => Class::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_multiset_has_its_own_combo() {
        assert_eq!(merger().shapes.len(), Combo::COUNT);
        for a in Shape::ALL {
            for b in Shape::ALL {
                for c in Shape::ALL {
                    for d in Shape::ALL {
                        let mut shapes = [a, b, c, d];
                        let word = shapes
                            .iter()
                            .rev()
                            .fold(0, |w, s| w << 4 | s.index() as u16);
                        let combo = merger().combo(word);
                        shapes.sort();
                        assert_eq!(merger().shapes(combo), shapes);
                    }
                }
            }
        }
    }
}
