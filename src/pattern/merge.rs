//! Layer 3: four shapes, one for each direction, merged into one class.
//!
//! The order of the directions does not matter, so the four shapes are first
//! merged into a [`Combo`], the number of their multiset. Classes, values of the
//! evaluation and scores of the move order are tables by combo.

use std::sync::LazyLock;

use super::shape::{Class, Shape};

/// Unordered pairs of shapes.
const PAIRS: usize = Shape::COUNT * (Shape::COUNT + 1) / 2;
/// Row length of the table by two pairs: `PAIRS` rounded up to a power of two.
const PAIR_STRIDE: usize = 128;

/// The number of a multiset of four shapes.
///
/// A combo is written as its shapes in ascending order. Combos are numbered in the
/// lexicographic order of these lists: four [`Shape::Dead`] are number 0, four
/// [`Shape::Five`] the last. Weight files depend on this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Combo(pub u16);

impl Combo {
    /// Number of combos: the ways to choose 4 of 15 shapes with repetition.
    pub const COUNT: usize = 3060;
    /// Length of tables by combo: `COUNT` rounded up to a power of two, so that a
    /// masked index needs no bounds check.
    pub const TABLE: usize = 4096;

    /// The combo as an index into a table of [`Combo::TABLE`] entries.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (Combo::TABLE - 1)
    }

    /// The shapes of every combo, ascending within each, in the order of the numbers.
    pub fn all() -> Vec<[Shape; 4]> {
        let mut combos = Vec::with_capacity(Combo::COUNT);
        for (i, &a) in Shape::ALL.iter().enumerate() {
            for (j, &b) in Shape::ALL.iter().enumerate().skip(i) {
                for (k, &c) in Shape::ALL.iter().enumerate().skip(j) {
                    combos.extend(Shape::ALL[k..].iter().map(|&d| [a, b, c, d]));
                }
            }
        }
        combos
    }
}

/// A combo and its class, packed into 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged(pub(super) u16);

impl Merged {
    /// Bits of the combo, below those of the class.
    const COMBO_BITS: u32 = Combo::TABLE.ilog2();
    /// The bits of the class.
    pub(super) const CLASS: u16 = !0 << Merged::COMBO_BITS;

    /// Packs a combo and its class.
    fn new(combo: Combo, class: Class) -> Merged {
        Merged(combo.0 | (class as u16) << Merged::COMBO_BITS)
    }

    /// The combo of the four shapes.
    #[inline]
    pub const fn combo(self) -> Combo {
        Combo(self.0 & ((1 << Merged::COMBO_BITS) - 1))
    }

    /// Their class.
    #[inline]
    pub const fn class(self) -> Class {
        Class::from_bits(self.class_bits())
    }

    /// The number of their class.
    #[inline]
    pub(super) const fn class_bits(self) -> u8 {
        (self.0 >> Merged::COMBO_BITS) as u8
    }
}

/// The tables that merge the shapes of one player.
pub struct Merger {
    /// By two shapes of 4 bits each: the number of the pair.
    pairs: [u8; 256],
    /// By two pairs: the combo and class.
    merged: [Merged; PAIR_STRIDE * PAIR_STRIDE],
}

/// The merger of a player who is bound by fouls or not; built at first use.
pub fn merger(fouls: bool) -> &'static Merger {
    static MERGERS: [LazyLock<Box<Merger>>; 2] = [
        LazyLock::new(|| Merger::build(false)),
        LazyLock::new(|| Merger::build(true)),
    ];
    &MERGERS[usize::from(fouls)]
}

impl Merger {
    /// Merges four shapes of 4 bits each.
    #[inline]
    pub fn merge(&self, shapes: u16) -> Merged {
        let low = self.pairs[(shapes & 0xff) as usize] as usize;
        let high = self.pairs[(shapes >> 8) as usize] as usize;
        self.merged[(low * PAIR_STRIDE + high) & (PAIR_STRIDE * PAIR_STRIDE - 1)]
    }

    /// Builds the tables from [`Combo::all`] and [`classify`].
    fn build(fouls: bool) -> Box<Merger> {
        let mut merger = Box::new(Merger {
            pairs: [0; 256],
            merged: [Merged::default(); PAIR_STRIDE * PAIR_STRIDE],
        });
        let mut pairs = Vec::with_capacity(PAIRS);
        for (i, &a) in Shape::ALL.iter().enumerate() {
            for &b in &Shape::ALL[i..] {
                merger.pairs[a.index() | b.index() << 4] = pairs.len() as u8;
                merger.pairs[b.index() | a.index() << 4] = pairs.len() as u8;
                pairs.push((a, b));
            }
        }
        let combos = Combo::all();
        let classes: Vec<Class> = combos.iter().map(|c| classify(*c, fouls)).collect();
        for (low, &(a, b)) in pairs.iter().enumerate() {
            for (high, &(c, d)) in pairs.iter().enumerate() {
                let mut shapes = [a, b, c, d];
                shapes.sort();
                let number = combos.partition_point(|other| *other < shapes);
                merger.merged[low * PAIR_STRIDE + high] =
                    Merged::new(Combo(number as u16), classes[number]);
            }
        }
        merger
    }
}

/// Number of [`pair_index`] values: pairs of classes, each class in four bits.
pub const CLASS_PAIRS: usize = 256;

/// The index of a point's two classes into a table of [`CLASS_PAIRS`] entries.
#[inline]
pub const fn pair_index(first: Class, second: Class) -> usize {
    first.index() << 4 | second.index()
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

    /// Every list of four shapes.
    fn lists() -> impl Iterator<Item = [Shape; 4]> {
        (0..Shape::COUNT.pow(4)).map(|number| {
            std::array::from_fn(|i| Shape::ALL[number / Shape::COUNT.pow(i as u32) % Shape::COUNT])
        })
    }

    #[test]
    fn combos_are_numbered_in_lexicographic_order() {
        let combos = Combo::all();
        assert_eq!(combos.len(), Combo::COUNT);
        assert!(combos.is_sorted_by(|a, b| a < b));
        assert!(combos.iter().all(|shapes| shapes.is_sorted()));
    }

    #[test]
    fn shapes_merge_into_their_combo_in_any_order() {
        let combos = Combo::all();
        for mut shapes in lists() {
            let word = shapes.iter().rev();
            let word = word.fold(0, |word, shape| word << 4 | shape.index() as u16);
            shapes.sort();
            for fouls in [false, true] {
                let merged = merger(fouls).merge(word);
                assert_eq!(combos[merged.combo().index()], shapes);
                assert_eq!(merged.class(), classify(shapes, fouls));
            }
        }
    }
}
