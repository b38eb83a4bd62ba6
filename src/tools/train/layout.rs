//! Where each parameter is: all of them are in one array of floats.
//!
//! First come the tables of combos and line codes, one of each for each set, then the heads.
//! A set belongs to both colours or, where the rule treats them differently, to one.

use std::ops::Range;

use crate::eval::network::line_code::{LINE_CODES, SIDES};
use crate::eval::network::quantity::{
    FEATURE_SCALE, HIDDEN_SCALE, MASK_SCALE, OUTPUT_SHIFT, TABLE_MAX, W1_SCALE, W2_MAX, W3_MAX,
    W3_SCALE, w1_max,
};
use crate::eval::network::{HIDDEN, REGIONS, WIDE};
use crate::eval::threat_mask::THREAT_MASKS;
use crate::pattern::merge::Combo;
use crate::pattern::{Class, Shape};

/// Where the parameters of a network of `C` channels are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout<const C: usize> {
    /// Number of tables and of heads.
    pub sets: usize,
}

impl<const C: usize> Layout<C> {
    /// Inputs of a head.
    pub const INPUTS: usize = 2 * REGIONS * C;
    /// First layer's weights: a row of outputs for each input. This and the parts that
    /// follow are relative to the head.
    pub const W1: usize = 0;
    /// First layer's bias.
    pub const B1: usize = Self::W1 + Self::INPUTS * WIDE;
    /// First layer's bias by threat mask, added to the other.
    pub const MASKS: usize = Self::B1 + WIDE;
    /// Second layer's weights.
    pub const W2: usize = Self::MASKS + THREAT_MASKS * WIDE;
    /// Second layer's bias.
    pub const B2: usize = Self::W2 + HIDDEN * HIDDEN;
    /// Output layer's weights.
    pub const W3: usize = Self::B2 + HIDDEN;
    /// Output layer's bias.
    pub const B3: usize = Self::W3 + HIDDEN;
    /// Weight of the fitted evaluation.
    pub const CLASSICAL: usize = Self::B3 + 1;
    const HEAD: usize = Self::CLASSICAL + 1;
    /// Rows that the combos of one part of a table share: see [`sharing`](super::sharing).
    pub const SHARED: usize = Shape::COUNT + Class::COUNT;
    const COMBOS: usize = (2 * Combo::COUNT + 1 + 2 * Self::SHARED) * C;
    const TABLE: usize = Self::COMBOS + (LINE_CODES + SIDES) * C;

    /// Number of parameters.
    pub const fn len(self) -> usize {
        self.sets * (Self::TABLE + Self::HEAD)
    }

    /// Always false: there are parameters.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// The row that a colour's own combo adds to its features.
    #[inline]
    pub const fn own(self, set: usize, combo: usize) -> usize {
        set * Self::TABLE + combo * C
    }

    /// The row that the opponent's combo adds.
    #[inline]
    pub const fn other(self, set: usize, combo: usize) -> usize {
        set * Self::TABLE + (Combo::COUNT + combo) * C
    }

    /// The row that is added to all features.
    #[inline]
    pub const fn bias(self, set: usize) -> usize {
        set * Self::TABLE + 2 * Combo::COUNT * C
    }

    /// The first of the rows that are shared by a table's own rows (`part` 0) or by its
    /// other rows (1).
    #[inline]
    pub const fn shared(self, set: usize, part: usize) -> usize {
        self.bias(set) + C + part * Self::SHARED * C
    }

    /// The row that a line code adds, as the colour sees it.
    #[inline]
    pub const fn line(self, set: usize, code: usize) -> usize {
        set * Self::TABLE + Self::COMBOS + code * C
    }

    /// The first of the rows by side that the rows of line codes share.
    #[inline]
    pub const fn sides(self, set: usize) -> usize {
        self.line(set, LINE_CODES)
    }

    /// The beginning of a head.
    #[inline]
    pub const fn head(self, set: usize) -> usize {
        self.sets * Self::TABLE + set * Self::HEAD
    }

    /// All parameters by their kind.
    pub fn sections(self) -> Vec<Section> {
        let mut sections = Vec::new();
        let mut add = |start: usize, end: usize, scale: i32, max: i32| {
            sections.push(Section {
                range: start..end,
                scale: scale as f32,
                max: max as f32 / scale as f32,
            });
        };
        for set in 0..self.sets {
            // An entry of the table is the sum of a row, five shared rows and the bias.
            let (own, end) = (self.own(set, 0), self.shared(set, 2));
            add(own, end, FEATURE_SCALE, TABLE_MAX / 8);
            // An entry of the table of line codes is the sum of a row and two shared rows.
            let (line, end) = (self.line(set, 0), self.sides(set) + SIDES * C);
            add(line, end, FEATURE_SCALE, TABLE_MAX / 3);
            let at = |part: usize| self.head(set) + part;
            add(at(Self::W1), at(Self::B1), W1_SCALE, w1_max(C));
            add(at(Self::B1), at(Self::W2), MASK_SCALE, i16::MAX as i32 / 2);
            add(at(Self::W2), at(Self::B2), HIDDEN_SCALE, W2_MAX);
            let product = HIDDEN_SCALE * HIDDEN_SCALE;
            add(at(Self::B2), at(Self::W3), product, i32::MAX / 4);
            add(at(Self::W3), at(Self::B3), W3_SCALE, W3_MAX);
            add(
                at(Self::B3),
                at(Self::CLASSICAL),
                1 << OUTPUT_SHIFT,
                i32::MAX / 4,
            );
            add(
                at(Self::CLASSICAL),
                at(Self::HEAD),
                W3_SCALE,
                i16::MAX as i32,
            );
        }
        sections
    }
}

/// Parameters of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Where they are.
    pub range: Range<usize>,
    /// An integer of the weight file is the parameter times this.
    pub scale: f32,
    /// The largest absolute value of a parameter.
    pub max: f32,
}
