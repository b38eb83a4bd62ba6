//! The places of the parameters in one array of floats.
//!
//! First come the tables of combos and line codes, one of each for each set, then the heads. A set
//! belongs to both colours, or to one if the rule treats them differently. Each table is followed
//! by the parameters from which its rows are [computed](super::rows).

use std::ops::Range;

use crate::eval::network::line_code::{HALVES, LINE_CODES};
use crate::eval::network::quantity::{
    FEATURE_SCALE, HIDDEN_SCALE, MASK_SCALE, OUTPUT_SHIFT, TABLE_MAX, W1_SCALE, W2_MAX, W3_MAX,
    W3_SCALE, w1_max,
};
use crate::eval::network::{HIDDEN, REGIONS, WIDE};
use crate::eval::threat_mask::THREAT_MASKS;
use crate::pattern::merge::Combo;
use crate::pattern::{Class, Shape};

/// Largest entry of a row, as an integer of the weight file. The bias is added to rows.
pub const ROW_MAX: i32 = TABLE_MAX / 2;

/// The places of the parameters of a network with `C` channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout<const C: usize> {
    /// The number of tables and of heads.
    pub sets: usize,
    /// Hidden neurons of each network that computes the rows of a table; 0 for none.
    pub row_hidden: usize,
}

/// The tables of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// The table of what a colour's own combos add to its features.
    Own,
    /// The table of what the opponent's combos add.
    Other,
    /// The table of what line codes add.
    Lines,
}

impl TableKind {
    /// All tables, in the order of the parameters.
    pub const ALL: [TableKind; 3] = [TableKind::Own, TableKind::Other, TableKind::Lines];

    /// The number of rows.
    pub const fn rows(self) -> usize {
        match self {
            TableKind::Own | TableKind::Other => Combo::COUNT,
            TableKind::Lines => LINE_CODES,
        }
    }

    /// The number of different parts from which rows are computed: shapes and classes of combos,
    /// halves of line codes.
    pub const fn parts(self) -> usize {
        match self {
            TableKind::Own | TableKind::Other => Shape::COUNT + Class::COUNT,
            TableKind::Lines => HALVES,
        }
    }
}

/// The places of a table's parameters: the first of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLayout {
    /// An own row for each combo or line code.
    pub rows: usize,
    /// A row for each part.
    pub shared: usize,
    /// Inputs of the hidden neurons, for each part.
    pub inputs: usize,
    /// Biases of the hidden neurons.
    pub biases: usize,
    /// A row for each hidden neuron.
    pub outputs: usize,
    /// The end.
    pub end: usize,
}

impl<const C: usize> Layout<C> {
    /// Inputs of a head.
    pub const INPUTS: usize = 2 * REGIONS * C;
    /// First layer's weights: a row of outputs for each input. This and the parts that
    /// follow are relative to the head.
    pub const W1: usize = 0;
    /// First layer's bias.
    pub const B1: usize = Self::W1 + Self::INPUTS * WIDE;
    /// First layer's bias by threat mask, in addition to the other.
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
    pub const FITTED: usize = Self::B3 + 1;
    const HEAD: usize = Self::FITTED + 1;

    /// Number of parameters.
    pub const fn len(self) -> usize {
        self.sets * (self.tables_len() + Self::HEAD)
    }

    /// Always false: there are parameters.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// The number of parameters of a table.
    const fn table_len(self, kind: TableKind) -> usize {
        let (parts, hidden) = (kind.parts(), self.row_hidden);
        (kind.rows() + parts) * C + parts * hidden + hidden + hidden * C
    }

    /// The number of parameters of the tables of a set, and of the bias.
    const fn tables_len(self) -> usize {
        C + self.table_len(TableKind::Own)
            + self.table_len(TableKind::Other)
            + self.table_len(TableKind::Lines)
    }

    /// The row that is added to all features.
    #[inline]
    pub const fn bias(self, set: usize) -> usize {
        set * self.tables_len()
    }

    /// The places of a table's parameters.
    #[inline]
    pub const fn table(self, set: usize, kind: TableKind) -> TableLayout {
        let (own, other) = (TableKind::Own, TableKind::Other);
        let rows = self.bias(set)
            + C
            + match kind {
                TableKind::Own => 0,
                TableKind::Other => self.table_len(own),
                TableKind::Lines => self.table_len(own) + self.table_len(other),
            };
        let shared = rows + kind.rows() * C;
        let inputs = shared + kind.parts() * C;
        let biases = inputs + kind.parts() * self.row_hidden;
        let outputs = biases + self.row_hidden;
        TableLayout {
            rows,
            shared,
            inputs,
            biases,
            outputs,
            end: outputs + self.row_hidden * C,
        }
    }

    /// The row that a colour's own combo adds to its features.
    #[inline]
    pub const fn own(self, set: usize, combo: usize) -> usize {
        self.table(set, TableKind::Own).rows + combo * C
    }

    /// The row that the opponent's combo adds.
    #[inline]
    pub const fn other(self, set: usize, combo: usize) -> usize {
        self.table(set, TableKind::Other).rows + combo * C
    }

    /// The row that a line code adds, as the colour sees it.
    #[inline]
    pub const fn line(self, set: usize, code: usize) -> usize {
        self.table(set, TableKind::Lines).rows + code * C
    }

    /// The beginning of a head.
    #[inline]
    pub const fn head(self, set: usize) -> usize {
        self.sets * self.tables_len() + set * Self::HEAD
    }

    /// The parameters of the weight file by their kind.
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
            // The bias is added to the table of own combos. Rows are limited when they are
            // computed, so the rest of their parameters needs no limits.
            let bias = self.bias(set);
            add(bias, bias + C, FEATURE_SCALE, TABLE_MAX - ROW_MAX);
            for kind in TableKind::ALL {
                let table = self.table(set, kind);
                add(table.rows, table.shared, FEATURE_SCALE, ROW_MAX);
            }
            let at = |part: usize| self.head(set) + part;
            add(at(Self::W1), at(Self::B1), W1_SCALE, w1_max(C));
            add(at(Self::B1), at(Self::W2), MASK_SCALE, i16::MAX as i32 / 2);
            add(at(Self::W2), at(Self::B2), HIDDEN_SCALE, W2_MAX);
            let product = HIDDEN_SCALE * HIDDEN_SCALE;
            add(at(Self::B2), at(Self::W3), product, i32::MAX / 4);
            add(at(Self::W3), at(Self::B3), W3_SCALE, W3_MAX);
            add(
                at(Self::B3),
                at(Self::FITTED),
                1 << OUTPUT_SHIFT,
                i32::MAX / 4,
            );
            add(at(Self::FITTED), at(Self::HEAD), W3_SCALE, i16::MAX as i32);
        }
        sections
    }
}

/// Parameters of one kind that become numbers of the weight file.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The places of the parameters.
    pub range: Range<usize>,
    /// An integer of the weight file is the parameter times this.
    pub scale: f32,
    /// The largest absolute value of a parameter.
    pub max: f32,
}
