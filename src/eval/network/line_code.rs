//! What an empty point sees along one line, as a code.
//!
//! A combo says what a stone would make, but not where: three stones in a row and three
//! with a gap, or a defence near and one further away, can have the same shape. A line
//! code gives the cells themselves, four on either side, as far as they matter. A half
//! of the line ends at an edge, and at the first cell that shows the second of the two
//! colours: no five through the point extends beyond it. That leaves 79 codes of a half,
//! and 3,160 pairs of them if lines that mirror each other share a code.
// CITE: Rapfi, features by the cells of lines.

use std::sync::LazyLock;

use crate::board::Direction;
use crate::pattern::line::{NEAR, NEAR_WINDOWS};
use crate::types::Color;

/// Number of different halves.
pub const HALVES: usize = 79;
/// Number of line codes: unordered pairs of halves.
pub const LINE_CODES: usize = HALVES * (HALVES + 1) / 2;
/// [`LINE_CODES`] rounded up to a power of two, for tables that are indexed by codes.
pub const LINE_TABLE: usize = LINE_CODES.next_power_of_two();

/// What a colour sees along one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineCode(pub u16);

impl LineCode {
    /// The code as an index, below [`LINE_TABLE`].
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0) & (LINE_TABLE - 1)
    }

    /// The code of two halves, in either order.
    fn of(halves: [u8; 2]) -> LineCode {
        let [low, high] = [halves[0].min(halves[1]), halves[0].max(halves[1])].map(u16::from);
        LineCode(high * (high + 1) / 2 + low)
    }
}

/// The line codes of a point along the four lines through it.
///
/// This is one word because it is changed by single codes and copied as a whole: memory that
/// was written in parts cannot be read back as a whole without a stall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointCodes(u64);

impl PointCodes {
    /// In place of what is not an empty point.
    pub const NONE: PointCodes = PointCodes(0);
    /// Bits of one code.
    const BITS: usize = 16;

    /// The code along one direction.
    #[inline(always)]
    pub fn along(self, direction: Direction) -> LineCode {
        LineCode((self.0 >> (PointCodes::BITS * direction.index())) as u16)
    }

    /// The codes by direction.
    #[inline(always)]
    pub fn by_direction(self) -> [LineCode; 4] {
        Direction::ALL.map(|direction| self.along(direction))
    }

    /// A copy with the code along one direction replaced.
    #[inline(always)]
    pub fn with(self, direction: Direction, code: LineCode) -> PointCodes {
        let shift = PointCodes::BITS * direction.index();
        let others = self.0 & !(u64::from(u16::MAX) << shift);
        PointCodes(others | u64::from(code.0) << shift)
    }
}

/// The tables that give line codes.
pub struct LineCodes {
    /// By [near window](crate::pattern::line::LineStones::near_window): what black sees.
    codes: Box<[LineCode; NEAR_WINDOWS]>,
    /// By what one colour sees: what the other sees.
    swapped: Box<[LineCode; LINE_TABLE]>,
    /// By code: its two halves.
    halves: Vec<[u8; 2]>,
}

impl LineCodes {
    /// The tables; built at first use.
    pub fn get() -> &'static LineCodes {
        static CODES: LazyLock<LineCodes> = LazyLock::new(LineCodes::build);
        &CODES
    }

    /// What black sees in a [near window](crate::pattern::line::LineStones::near_window).
    #[inline(always)]
    pub fn black(&self, window: usize) -> LineCode {
        self.codes[window & (NEAR_WINDOWS - 1)]
    }

    /// What a colour sees where black sees `code`.
    #[inline(always)]
    pub fn seen_by(&self, color: Color, code: LineCode) -> LineCode {
        match color {
            Color::Black => code,
            Color::White => self.swapped(code),
        }
    }

    /// What the other colour sees where one sees `code`.
    #[inline(always)]
    pub fn swapped(&self, code: LineCode) -> LineCode {
        self.swapped[code.index()]
    }

    /// The two halves of a code, numbers below [`HALVES`].
    pub fn halves(&self, code: LineCode) -> [usize; 2] {
        self.halves[code.index()].map(usize::from)
    }

    fn build() -> LineCodes {
        let by_cells: Vec<(u8, u8)> = (0..1 << (2 * NEAR)).map(Self::visible_of).collect();
        let mut visible = by_cells.clone();
        visible.sort_unstable();
        visible.dedup();
        assert_eq!(visible.len(), HALVES);
        let number = |half: (u8, u8)| {
            let found = visible.binary_search(&half);
            found.expect("every half is in the list") as u8
        };
        let by_cells: Vec<u8> = by_cells.into_iter().map(number).collect();
        let mut codes = Vec::with_capacity(NEAR_WINDOWS);
        for window in 0..NEAR_WINDOWS {
            codes.push(LineCode::of(
                Self::cells(window).map(|cells| by_cells[cells]),
            ));
        }
        let mut swapped = vec![LineCode(0); LINE_TABLE];
        let mut halves = vec![[0; 2]; LINE_CODES];
        for high in 0..HALVES {
            for low in 0..=high {
                let pair = [low as u8, high as u8];
                let code = LineCode::of(pair);
                let other = pair.map(|half| {
                    let (black, white) = visible[usize::from(half)];
                    number((white, black))
                });
                halves[code.index()] = pair;
                swapped[code.index()] = LineCode::of(other);
            }
        }
        LineCodes {
            codes: codes.try_into().expect("a code for every window"),
            swapped: swapped.try_into().expect("an entry for every code"),
            halves,
        }
    }

    /// The cells of the left and of the right half of a window: black's in the high bits, the
    /// nearest lowest.
    fn cells(window: usize) -> [usize; 2] {
        const HALF: usize = (1 << NEAR) - 1;
        let mirror = |cells: usize| usize::from((cells as u8).reverse_bits()) >> (8 - NEAR);
        let [white, black] = [0, 2 * NEAR].map(|shift| window >> shift);
        let left = mirror(black & HALF) << NEAR | mirror(white & HALF);
        let right = (black >> NEAR & HALF) << NEAR | white >> NEAR & HALF;
        [left, right]
    }

    /// What is visible of a half with these [cells](Self::cells).
    fn visible_of(cells: usize) -> (u8, u8) {
        visible((cells >> NEAR) as u8, (cells & ((1 << NEAR) - 1)) as u8)
    }
}

/// What is visible of one half, given as the cells that are closed to white and those that
/// are closed to black, the nearest lowest. A wall is closed to both. All cells behind a
/// wall are walls, and all behind the first cell of a second colour are taken for empty.
fn visible(black: u8, white: u8) -> (u8, u8) {
    let mut seen = (0, 0);
    for cell in 0..NEAR {
        let bit = 1 << cell;
        match (black & bit != 0, white & bit != 0) {
            (true, true) => {
                let rest = !(bit - 1) & ((1 << NEAR) - 1);
                return (seen.0 | rest, seen.1 | rest);
            }
            (true, false) => seen.0 |= bit,
            (false, true) => seen.1 |= bit,
            (false, false) => {}
        }
        if seen.0 != 0 && seen.1 != 0 {
            break;
        }
    }
    seen
}
