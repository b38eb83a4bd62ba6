//! The patterns of one point, packed into one word.

use super::merge::{Combo, Merged};
use super::shape::{Class, Shape};
use crate::board::Direction;
use crate::types::Color;

/// What playing on one empty point would make, for both colours.
///
/// This is a 64-bit word because a move rewrites about twenty of them, and a struct
/// that is written field by field cannot be read back as a whole without a stall.
/// From the lowest bit: four shapes of 4 bits for white, the same for black, then 16
/// bits for each colour's [merged](Merged) shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointPatterns(u64);

/// Bits of one shape.
const SHAPE_BITS: u32 = 4;
/// Bits of the four shapes of one colour.
const SHAPES_BITS: u32 = 16;
/// The first bit of the merged shapes.
const MERGED_START: u32 = 32;
/// Bits of the merged shapes of one colour.
const MERGED_BITS: u32 = 16;
/// The bits of both colours' classes.
const CLASSES: u64 = Merged::CLASS as u64 * (1 << MERGED_START | 1 << (MERGED_START + MERGED_BITS));

impl PointPatterns {
    /// No shapes in any direction.
    pub const NONE: PointPatterns = PointPatterns(0);

    /// The shape along one direction.
    #[inline]
    pub fn shape(self, color: Color, direction: Direction) -> Shape {
        let shift = SHAPES_BITS * color.index() as u32 + SHAPE_BITS * direction.index() as u32;
        Shape::from_bits((self.0 >> shift) as u8)
    }

    /// The four shapes, by direction.
    #[inline]
    pub fn shapes(self, color: Color) -> [Shape; 4] {
        Direction::ALL.map(|direction| self.shape(color, direction))
    }

    /// The combo of the four shapes.
    #[inline]
    pub fn combo(self, color: Color) -> Combo {
        self.merged(color).combo()
    }

    /// The class of the four shapes.
    #[inline]
    pub fn class(self, color: Color) -> Class {
        self.merged(color).class()
    }

    /// The combo and class of the four shapes.
    #[inline]
    fn merged(self, color: Color) -> Merged {
        Merged((self.0 >> (MERGED_START + MERGED_BITS * color.index() as u32)) as u16)
    }

    /// The [`pair_index`](super::merge::pair_index) of both classes, black's first.
    #[inline]
    pub fn classes(self) -> usize {
        let [black, white] = [Color::Black, Color::White].map(|color| self.merged(color));
        usize::from(black.class_bits()) << 4 | usize::from(white.class_bits())
    }

    /// Whether the classes of both colours are the same as those of `other`.
    #[inline]
    pub(super) fn has_classes_of(self, other: PointPatterns) -> bool {
        (self.0 ^ other.0) & CLASSES == 0
    }

    /// The four shapes as 16 bits, direction 0 lowest.
    #[inline]
    pub(super) fn shape_word(self, color: Color) -> u16 {
        (self.0 >> (SHAPES_BITS * color.index() as u32)) as u16
    }

    /// A copy with both colours' shapes along one direction replaced, given as in a
    /// [`WindowTable`](super::table::WindowTable). Combos and classes are not updated.
    #[inline]
    pub(super) fn with_shapes(self, direction: Direction, shapes: u8) -> Self {
        const BOTH: u64 = 15 | 15 << SHAPES_BITS;
        let shift = SHAPE_BITS * direction.index() as u32;
        let shapes = u64::from(shapes);
        let spread = shapes & 15 | (shapes >> SHAPE_BITS) << SHAPES_BITS;
        PointPatterns(self.0 & !(BOTH << shift) | spread << shift)
    }

    /// A copy with new combos and classes, white's first.
    #[inline]
    pub(super) fn with_merged(self, [white, black]: [Merged; 2]) -> Self {
        let merged = u64::from(white.0) | u64::from(black.0) << MERGED_BITS;
        PointPatterns(self.0 & ((1 << MERGED_START) - 1) | merged << MERGED_START)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::merge::merger;

    /// Points with every class of white beside every class of black, who is bound by fouls,
    /// and with the lowest and the highest combo of each class. They have no shapes.
    fn points_of_all_classes() -> Vec<PointPatterns> {
        let examples = [false, true].map(|fouls| {
            let merger = merger(fouls);
            let merged = (0..=u16::MAX).map(|word| merger.merge(word));
            let of_class = |class| merged.clone().filter(move |merged| merged.class() == class);
            let ends = Class::ALL.map(|class| {
                let by_combo = |merged: &Merged| merged.combo();
                [
                    of_class(class).min_by_key(by_combo),
                    of_class(class).max_by_key(by_combo),
                ]
            });
            ends.into_iter().flatten().flatten().collect::<Vec<_>>()
        });
        let white = examples[0].iter();
        let pairs = white.flat_map(|white| examples[1].iter().map(|black| [*white, *black]));
        pairs
            .map(|pair| PointPatterns::default().with_merged(pair))
            .collect()
    }

    #[test]
    fn points_of_equal_classes_are_told_from_others() {
        let points = points_of_all_classes();
        // White has no fouls, and black's double threes are fouls.
        let examples = 2 * (Class::COUNT - 1);
        assert_eq!(points.len(), examples * examples);
        for one in &points {
            for other in &points {
                let is_equal = Color::ALL
                    .into_iter()
                    .all(|color| one.class(color) == other.class(color));
                assert_eq!(one.has_classes_of(*other), is_equal, "{one:?} {other:?}");
            }
        }
    }
}
