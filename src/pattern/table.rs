//! The look-up tables of layer 2: from what a point sees to the shape it would make.
//!
//! The tables are computed at first use from the definitions of the shapes: a shape
//! is defined by what one more stone can make of it. For every pair of ends, that
//! is, for every room around the point, all fillings of the room are graded from
//! full to empty, so that the fuller fillings that define a shape are graded before
//! it. There is a table by [side](super::half) codes for each [`LineRule`]; from two
//! of them, one for each colour, comes the table by windows that the search uses.

use std::sync::OnceLock;

use super::half::{CODE_BITS, Half};
use super::line::{REACH, WINDOWS};
use super::shape::Shape;
use crate::types::{Color, FiveRule, Rule};

/// Entries of a [`ShapeTable`]: two codes.
pub const TABLE_SIZE: usize = 1 << (2 * CODE_BITS);

/// Shapes by code (`left << CODE_BITS | right`).
pub type ShapeTable = [Shape; TABLE_SIZE];

/// What determines the shapes of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRule {
    /// Which rows win.
    pub five: FiveRule,
    /// Two fours on one line are a foul instead of a win: black in renju.
    pub fouls: bool,
}

impl LineRule {
    /// The line rule of one player.
    pub const fn of(rule: Rule, color: Color) -> LineRule {
        LineRule {
            five: rule.five_rule(color),
            fouls: rule.has_fouls(color),
        }
    }

    /// Whether codes must tell edges from opponent stones.
    pub const fn needs_edges(self) -> bool {
        self.five.excludes_blocked_fives()
    }

    /// The line rule as an index into the list of shape tables.
    const fn index(self) -> usize {
        if self.fouls {
            FiveRule::ALL.len()
        } else {
            self.five.index()
        }
    }
}

/// The shape table of a line rule; built at first use.
pub fn shape_table(line_rule: LineRule) -> &'static ShapeTable {
    const TABLES: usize = FiveRule::ALL.len() + 1;
    static BUILT: [OnceLock<Box<ShapeTable>>; TABLES] = [const { OnceLock::new() }; TABLES];
    BUILT[line_rule.index()].get_or_init(|| build(line_rule))
}

/// Both colours' shapes by [window](super::line::LineStones::window): white's in the low four bits,
/// black's in the high.
pub type WindowTable = [u8; WINDOWS];

/// The shape of one colour of an entry of a [`WindowTable`].
#[inline]
pub fn shape_of(shapes: u8, color: Color) -> Shape {
    Shape::from_bits(shapes >> (4 * color.index()))
}

/// The table of windows under a rule; built at first use.
pub fn window_table(rule: Rule) -> &'static WindowTable {
    const TABLES: usize = Rule::ALL.len();
    static BUILT: [OnceLock<Box<WindowTable>>; TABLES] = [const { OnceLock::new() }; TABLES];
    BUILT[rule.index()].get_or_init(|| build_windows(rule))
}

/// Builds the table of windows from the shape tables of both colours.
fn build_windows(rule: Rule) -> Box<WindowTable> {
    let [white, black] = Color::ALL.map(|color| {
        let shapes = shape_table(LineRule::of(rule, color));
        let [left, right] = half_codes(rule, color);
        move |first: usize, last: usize| shapes[left[first] | right[last]] as u8
    });
    let mut table = vec![0; WINDOWS];
    // The windows of a chunk differ in white's first cells, the low bits of their first halves.
    for (number, chunk) in table.chunks_exact_mut(1 << REACH).enumerate() {
        let (first, last) = (half(number << REACH), half(number));
        for (cells, shapes) in chunk.iter_mut().enumerate() {
            *shapes = black(first | cells, last) << 4 | white(first | cells, last);
        }
    }
    table.try_into().expect("an entry for every window")
}

/// Number of half windows, the cells on one side of a point.
const HALVES: usize = 1 << (2 * REACH);
/// The bits of a half window for one colour.
const HALF: usize = (1 << REACH) - 1;

/// The low half of a window, black's cells in the high bits.
fn half(window: usize) -> usize {
    (window >> (2 * REACH) & HALF) << REACH | window & HALF
}

/// The codes of all half windows on the left of a point, and on its right.
fn half_codes(rule: Rule, color: Color) -> [[usize; HALVES]; 2] {
    let code = |half: usize, on_the_left: bool| {
        let cells = [half & HALF, half >> REACH].map(|cells| {
            if on_the_left {
                (cells as u32).reverse_bits() >> (u32::BITS - REACH as u32)
            } else {
                cells as u32
            }
        });
        let half = Half::seen(cells[color.index()], cells[(!color).index()]);
        Half {
            edge: half.edge && LineRule::of(rule, color).needs_edges(),
            ..half
        }
    };
    [
        std::array::from_fn(|half| code(half, true).left() << CODE_BITS),
        std::array::from_fn(|half| code(half, false).right()),
    ]
}

/// Builds the shape table of a line rule from the definitions of the shapes.
fn build(line_rule: LineRule) -> Box<ShapeTable> {
    let mut table = Box::new([Shape::Dead; TABLE_SIZE]);
    let ends: Vec<Half> = Half::all().filter(|half| half.own == 0).collect();
    for &left in &ends {
        for &right in &ends {
            let room = Room::new(left, right);
            for (filling, shape) in room.grade_all(line_rule) {
                let (left, right) = room.halves(left, right, filling);
                table[left.left() << CODE_BITS | right.right()] = shape;
            }
        }
    }
    table
}

/// The cells between two ends. Cell `centre` holds the new stone.
struct Room {
    /// Number of cells.
    cells: usize,
    /// The cell of the new stone.
    centre: usize,
    /// Whether the cells past the left and the right end hold an opponent stone.
    opponent: [bool; 2],
}

impl Room {
    /// The cells between two ends. Their own stones are ignored.
    fn new(left: Half, right: Half) -> Room {
        let opponent = |half: Half| half.end <= REACH && !half.edge;
        Room {
            cells: left.end - 1 + right.end,
            centre: left.end - 1,
            opponent: [opponent(left), opponent(right)],
        }
    }

    /// The two halves of a filling, whose bit `i` is cell `i`.
    fn halves(&self, left: Half, right: Half, filling: u32) -> (Half, Half) {
        let mut left_own = 0;
        for distance in 1..=self.centre {
            left_own |= (filling >> (self.centre - distance) & 1) << (distance - 1);
        }
        let right_own = filling >> (self.centre + 1);
        (
            Half {
                own: left_own,
                ..left
            },
            Half {
                own: right_own,
                ..right
            },
        )
    }

    /// Every filling that contains the new stone, with its shape.
    fn grade_all(&self, line_rule: LineRule) -> Vec<(u32, Shape)> {
        let mut shapes = vec![Shape::Dead; 1 << self.cells];
        let mut graded = Vec::new();
        // A fuller filling has a larger number, so it is graded first.
        for filling in (0..1u32 << self.cells).rev() {
            if filling >> self.centre & 1 != 0 {
                let shape = self.grade(line_rule, filling, &shapes);
                shapes[filling as usize] = shape;
                graded.push((filling, shape));
            }
        }
        graded
    }

    /// The shape of a filling, given the shapes of all fuller ones.
    fn grade(&self, line_rule: LineRule, filling: u32, shapes: &[Shape]) -> Shape {
        let (first, last) = self.row(filling);
        let length = last - first + 1;
        let blocked_left = first == 0 && self.opponent[0];
        let blocked_right = last + 1 == self.cells && self.opponent[1];
        if line_rule.five.wins(length, blocked_left, blocked_right) {
            return Shape::Five;
        }
        if length > 5 && line_rule.five.excludes_overlines() {
            return Shape::Overline;
        }
        let next: Vec<(usize, Shape)> = (0..self.cells)
            .filter(|cell| filling >> cell & 1 == 0)
            .map(|cell| (cell, shapes[(filling | 1 << cell) as usize]))
            .collect();
        let count =
            |wanted: &dyn Fn(Shape) -> bool| next.iter().filter(|(_, s)| wanted(*s)).count();

        let completing: Vec<usize> = next
            .iter()
            .filter(|(_, s)| *s == Shape::Five)
            .map(|(cell, _)| *cell)
            .collect();
        if !completing.is_empty() {
            let at_both_ends = first > 0 && completing == [first - 1, last + 1];
            return match completing.len() {
                1 => Shape::Four,
                _ if self.one_stone_stops(line_rule, filling, &completing) => Shape::Four,
                _ if length == 4 && at_both_ends => Shape::OpenFour,
                _ => Shape::DoubleFour,
            };
        }
        let wins = |s: Shape| s == Shape::OpenFour || (s == Shape::DoubleFour && !line_rule.fouls);
        match count(&wins) {
            0 => {}
            1 => return Shape::OpenThreeNarrow,
            _ => return Shape::OpenThree,
        }
        if count(&Shape::is_four) > 0 {
            return Shape::ClosedThree;
        }
        match count(&Shape::is_open_three) {
            0 => {}
            1 => return Shape::OpenTwoNarrow,
            2 => return Shape::OpenTwo,
            _ => return Shape::OpenTwoWide,
        }
        if count(&|s| s == Shape::ClosedThree) > 0 {
            Shape::ClosedTwo
        } else if count(&Shape::is_open_two) > 0 {
            Shape::OpenOne
        } else if count(&|s| s == Shape::ClosedTwo) > 0 {
            Shape::ClosedOne
        } else {
            Shape::Dead
        }
    }

    /// Whether one opponent stone keeps all these cells from completing a five.
    ///
    /// That happens only where blocked ends matter: a stone at one end of the future five
    /// blocks it if an opponent stone is already at the other end.
    fn one_stone_stops(&self, line_rule: LineRule, filling: u32, completing: &[usize]) -> bool {
        let wins = |cell: usize, stone: usize| {
            let (first, last) = self.row(filling | 1 << cell);
            let blocked_left = first
                .checked_sub(1)
                .map_or(self.opponent[0], |c| c == stone);
            let blocked_right = match last + 1 {
                end if end == self.cells => self.opponent[1],
                end => end == stone,
            };
            line_rule
                .five
                .wins(last - first + 1, blocked_left, blocked_right)
        };
        line_rule.five.excludes_blocked_fives()
            && (0..self.cells)
                .filter(|stone| filling >> stone & 1 == 0)
                .any(|stone| completing.iter().all(|c| *c == stone || !wins(*c, stone)))
    }

    /// The first and last cell of the unbroken row through the new stone.
    fn row(&self, filling: u32) -> (usize, usize) {
        let own = |cell: usize| filling >> cell & 1 != 0;
        let mut first = self.centre;
        while first > 0 && own(first - 1) {
            first -= 1;
        }
        let mut last = self.centre;
        while last + 1 < self.cells && own(last + 1) {
            last += 1;
        }
        (first, last)
    }
}
