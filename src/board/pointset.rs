//! Sets of squares, stored as one bit mask per row.

use super::geometry::Geometry;
use crate::types::Square;

/// Rows of the largest board, including the wall.
const ROWS: usize = 32;

/// A set of squares of a board of `CELLS` cells.
///
/// It has one mask for each row and a summary mask of the rows that are not
/// empty, so that iterating over a sparse set skips empty rows.
///
/// ```
/// use goshawk::board::{Geometry, PointSet, geometry::SMALL};
/// use goshawk::types::Point;
///
/// let centre = Geometry::<SMALL>::square(Point::new(7, 7));
/// let mut set = PointSet::<SMALL>::EMPTY;
/// set.insert(centre);
/// assert!(set.contains(centre));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [centre]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSet<const CELLS: usize> {
    /// The members in each row; bit 0 is column 0.
    rows: [u32; ROWS],
    /// The rows with members.
    used: u32,
}

impl<const CELLS: usize> Default for PointSet<CELLS> {
    fn default() -> Self {
        PointSet::EMPTY
    }
}

impl<const CELLS: usize> PointSet<CELLS> {
    /// The empty set.
    pub const EMPTY: PointSet<CELLS> = PointSet {
        rows: [0; ROWS],
        used: 0,
    };

    /// True if the set has no members.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The members in a row as a mask; bit 0 is column 0.
    #[inline]
    pub fn row(&self, row: usize) -> u32 {
        self.rows[row & (ROWS - 1)]
    }

    /// Replaces the members in a row.
    #[inline]
    pub fn set_row(&mut self, row: usize, bits: u32) {
        let row = row & (ROWS - 1);
        self.rows[row] = bits;
        self.used = (self.used & !(1 << row)) | (u32::from(bits != 0) << row);
    }

    /// True if the square is a member.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        let (row, bit) = Self::place(square);
        self.rows[row] & bit != 0
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        let (row, bit) = Self::place(square);
        self.rows[row] |= bit;
        self.used |= 1 << row;
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        let (row, bit) = Self::place(square);
        self.set_row(row, self.rows[row] & !bit);
    }

    /// Adds a square that is not a member; removes one that is.
    #[inline]
    pub fn toggle(&mut self, square: Square) {
        let (row, bit) = Self::place(square);
        self.set_row(row, self.rows[row] ^ bit);
    }

    /// Keeps only the members that are also in `other`.
    pub fn intersect(&mut self, other: &PointSet<CELLS>) {
        for row in 0..ROWS {
            self.set_row(row, self.rows[row] & other.rows[row]);
        }
    }

    /// The members by row, then by column, in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<'_, CELLS> {
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

    /// The first member in iteration order, or `None` if the set is empty.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The row of a square and the bit of its column.
    #[inline]
    fn place(square: Square) -> (usize, u32) {
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
        let mut set = PointSet::<1024>::EMPTY;
        let members = [Square(3), Square(35), Square(36), Square(500)];
        members.iter().for_each(|s| set.insert(*s));
        assert_eq!(set.iter().collect::<Vec<_>>(), members);
        assert_eq!(set.len(), 4);
        members.iter().for_each(|s| set.remove(*s));
        assert_eq!(set, PointSet::EMPTY);
    }
}
