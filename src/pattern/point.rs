//! What one point would make, in one word.

use super::merge::Combo;
use super::shape::{Class, Shape};
use crate::board::Direction;
use crate::types::Color;

/// What playing on one empty point would make, for both colours.
///
/// A 64-bit word, because it is rewritten some twenty times a move and parts of
/// a struct written one by one cannot be read back as a whole without a stall.
/// From the lowest bit: four shapes of 4 bits for white, the same for black; a
/// combo of 12 bits each; a class of 4 bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointPatterns(u64);

const SHAPE_BITS: u32 = 4;
const SHAPES_BITS: u32 = 16;
const COMBO_START: u32 = 32;
const COMBO_BITS: u32 = 12;
const CLASS_START: u32 = 56;
const CLASS_BITS: u32 = 4;

impl PointPatterns {
    /// The shape along one direction.
    #[inline]
    pub fn shape(self, color: Color, direction: Direction) -> Shape {
        let shift = SHAPES_BITS * color.index() as u32 + SHAPE_BITS * direction.index() as u32;
        Shape::from_bits((self.0 >> shift) as u8)
    }

    /// The four shapes by direction.
    #[inline]
    pub fn shapes(self, color: Color) -> [Shape; 4] {
        Direction::ALL.map(|direction| self.shape(color, direction))
    }

    /// The four shapes as one number.
    #[inline]
    pub fn combo(self, color: Color) -> Combo {
        let shift = COMBO_START + COMBO_BITS * color.index() as u32;
        Combo((self.0 >> shift) as u16 & ((1 << COMBO_BITS) - 1))
    }

    /// The four shapes merged.
    #[inline]
    pub fn class(self, color: Color) -> Class {
        Class::from_bits((self.0 >> (CLASS_START + CLASS_BITS * color.index() as u32)) as u8)
    }

    /// The four shapes as 16 bits, direction 0 lowest.
    #[inline]
    pub(super) fn shape_word(self, color: Color) -> u16 {
        (self.0 >> (SHAPES_BITS * color.index() as u32)) as u16
    }

    /// The same with one shape replaced; combo and class are left behind.
    #[inline]
    pub(super) fn with_shape(self, color: Color, direction: Direction, shape: Shape) -> Self {
        let shift = SHAPES_BITS * color.index() as u32 + SHAPE_BITS * direction.index() as u32;
        PointPatterns(self.0 & !(15 << shift) | (shape as u64) << shift)
    }

    /// The same with combo and class replaced.
    #[inline]
    pub(super) fn with_merge(self, color: Color, combo: Combo, class: Class) -> Self {
        let combo_shift = COMBO_START + COMBO_BITS * color.index() as u32;
        let class_shift = CLASS_START + CLASS_BITS * color.index() as u32;
        let kept = self.0 & !(((1 << COMBO_BITS) - 1) << combo_shift) & !(15 << class_shift);
        PointPatterns(kept | (combo.0 as u64) << combo_shift | (class as u64) << class_shift)
    }
}
