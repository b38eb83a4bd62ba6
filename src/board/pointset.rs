//! Sets of squares as rows of bits.

use super::geometry::Geometry;
use crate::types::Square;

/// Rows a set can hold: those of the largest board, wall included.
const ROWS: usize = 32;

/// A set of squares of a board with up to 32 rows and columns.
///
/// One word a row and one summary word of the rows in use, so that sparse sets
/// are walked without looking at empty rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSet {
    rows: [u32; ROWS],
    used: u32,
}

impl Default for PointSet {
    fn default() -> Self {
        PointSet::EMPTY
    }
}

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet {
        rows: [0; ROWS],
        used: 0,
    };

    /// Has it no member?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The row's members as bits, column 0 lowest.
    #[inline]
    pub fn row(&self, row: usize) -> u32 {
        self.rows[row & (ROWS - 1)]
    }

    /// Replaces a row's members.
    #[inline]
    pub fn set_row(&mut self, row: usize, bits: u32) {
        let row = row & (ROWS - 1);
        self.rows[row] = bits;
        self.used = (self.used & !(1 << row)) | (u32::from(bits != 0) << row);
    }

    /// Is the square a member?
    #[inline]
    pub fn contains<const CELLS: usize>(&self, square: Square) -> bool {
        let (row, bit) = Self::place::<CELLS>(square);
        self.rows[row] & bit != 0
    }

    /// Adds a square.
    #[inline]
    pub fn insert<const CELLS: usize>(&mut self, square: Square) {
        let (row, bit) = Self::place::<CELLS>(square);
        self.rows[row] |= bit;
        self.used |= 1 << row;
    }

    /// Takes a square out.
    #[inline]
    pub fn remove<const CELLS: usize>(&mut self, square: Square) {
        let (row, bit) = Self::place::<CELLS>(square);
        self.set_row(row, self.rows[row] & !bit);
    }

    /// Adds a square or, if it is a member, takes it out.
    #[inline]
    pub fn toggle<const CELLS: usize>(&mut self, square: Square) {
        let (row, bit) = Self::place::<CELLS>(square);
        self.set_row(row, self.rows[row] ^ bit);
    }

    /// Keeps only the members that `other` has too.
    pub fn intersect(&mut self, other: &PointSet) {
        for row in 0..ROWS {
            self.set_row(row, self.rows[row] & other.rows[row]);
        }
    }

    /// Adds all members of `other`.
    pub fn unite(&mut self, other: &PointSet) {
        for row in 0..ROWS {
            self.rows[row] |= other.rows[row];
        }
        self.used |= other.used;
    }

    /// The members, row by row from the top.
    #[inline]
    pub fn iter<const CELLS: usize>(&self) -> impl Iterator<Item = Square> + use<'_, CELLS> {
        let mut used = self.used;
        let mut row = 0;
        let mut bits = 0u32;
        std::iter::from_fn(move || {
            if bits == 0 {
                if used == 0 {
                    return None;
                }
                row = used.trailing_zeros() as usize & (ROWS - 1);
                used &= used - 1;
                bits = self.rows[row];
            }
            let column = bits.trailing_zeros();
            bits &= bits - 1;
            Some(Square(
                ((row as u16) << Geometry::<CELLS>::SHIFT) | column as u16,
            ))
        })
    }

    /// Some member, if there is one.
    #[inline]
    pub fn first<const CELLS: usize>(&self) -> Option<Square> {
        self.iter::<CELLS>().next()
    }

    #[inline]
    fn place<const CELLS: usize>(square: Square) -> (usize, u32) {
        (
            Geometry::<CELLS>::row(square) & (ROWS - 1),
            1 << Geometry::<CELLS>::column(square),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_back_in_order() {
        let mut set = PointSet::EMPTY;
        let members = [Square(3), Square(35), Square(36), Square(500)];
        members.iter().for_each(|s| set.insert::<1024>(*s));
        assert_eq!(set.iter::<1024>().collect::<Vec<_>>(), members);
        assert_eq!(set.len(), 4);
        members.iter().for_each(|s| set.remove::<1024>(*s));
        assert_eq!(set, PointSet::EMPTY);
    }
}
