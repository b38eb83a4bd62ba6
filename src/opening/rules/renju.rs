//! The 26 openings of renju: their names, and which one the first three stones form.
//!
//! The first stone lies in the centre, the second next to it: on a line of the board in a direct
//! opening, diagonally in an indirect one. The third lies within two points of the centre.
//!
//! CITE: the names and positions, "Renju opening pattern", English Wikipedia, compared with the
//! tables of two programs that name the openings.

use std::fmt::{self, Display, Formatter};

use crate::engine::{Game, Stone};
use crate::types::{BoardSize, Color, Point};

/// One of the 26 openings.
#[derive(Debug, PartialEq, Eq)]
pub struct RenjuOpening {
    /// `D1` to `D13` for direct, `I1` to `I13` for indirect openings.
    pub code: &'static str,
    /// The Japanese name.
    pub name: &'static str,
    /// The third stone, as columns to the right of the centre and rows above it. The second stone
    /// is at (0, 1) in direct and (1, 1) in indirect openings.
    third: (i8, i8),
}

/// All openings in the order of their codes, direct ones first.
pub static OPENINGS: [RenjuOpening; 26] = [
    opening("D1", "Kansei", (0, 2)),
    opening("D2", "Keigetsu", (1, 2)),
    opening("D3", "Sosei", (2, 2)),
    opening("D4", "Kagetsu", (1, 1)),
    opening("D5", "Zangetsu", (2, 1)),
    opening("D6", "Ugetsu", (1, 0)),
    opening("D7", "Kinsei", (2, 0)),
    opening("D8", "Shogetsu", (0, -1)),
    opening("D9", "Kyugetsu", (1, -1)),
    opening("D10", "Shingetsu", (2, -1)),
    opening("D11", "Zuisei", (0, -2)),
    opening("D12", "Sangetsu", (1, -2)),
    opening("D13", "Yusei", (2, -2)),
    opening("I1", "Chosei", (2, 2)),
    opening("I2", "Kyogetsu", (2, 1)),
    opening("I3", "Kosei", (2, 0)),
    opening("I4", "Suigetsu", (2, -1)),
    opening("I5", "Ryusei", (2, -2)),
    opening("I6", "Ungetsu", (1, 0)),
    opening("I7", "Hogetsu", (1, -1)),
    opening("I8", "Rangetsu", (1, -2)),
    opening("I9", "Gingetsu", (0, -1)),
    opening("I10", "Myojo", (0, -2)),
    opening("I11", "Shagetsu", (-1, -1)),
    opening("I12", "Meigetsu", (-1, -2)),
    opening("I13", "Suisei", (-2, -2)),
];

/// Shortens the table.
const fn opening(code: &'static str, name: &'static str, third: (i8, i8)) -> RenjuOpening {
    RenjuOpening { code, name, third }
}

impl Display for RenjuOpening {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}

impl RenjuOpening {
    /// The opening that three points in the order of play form; `None` if it is none of the 26,
    /// or the board has no centre.
    pub fn of_points([first, second, third]: [Point; 3], size: BoardSize) -> Option<&'static Self> {
        let has_centre = size.width() % 2 == 1 && size.height() % 2 == 1;
        if !has_centre || first != Point::new(size.width() / 2, size.height() / 2) {
            return None;
        }
        // Columns to the right, rows upwards.
        let offset = |point: Point| {
            let x = i32::from(point.x) - i32::from(first.x);
            (x, i32::from(first.y) - i32::from(point.y))
        };
        let (second, third) = (offset(second), offset(third));
        OPENINGS.iter().find(|opening| {
            let (x, y) = opening.third;
            let stones = (opening.second(), (i32::from(x), i32::from(y)));
            images(stones).any(|mapped| mapped == (second, third))
        })
    }

    /// The opening of a game: that of its first three stones, black, white and black.
    pub fn of_game(game: &Game) -> Option<&'static Self> {
        let [a, b, c, ..] = game.stones() else {
            return None;
        };
        let order = [a, b, c].map(|(_, stone)| *stone);
        let expected = [Color::Black, Color::White, Color::Black].map(Stone::Of);
        (order == expected).then(|| Self::of_points([a.0, b.0, c.0], game.size()))?
    }

    /// The three stones on a board with a centre, black first.
    pub fn points(&self, size: BoardSize) -> [Point; 3] {
        let (x, y) = (i32::from(size.width() / 2), i32::from(size.height() / 2));
        let point = |(right, up): (i32, i32)| Point::new((x + right) as u8, (y - up) as u8);
        let third = (i32::from(self.third.0), i32::from(self.third.1));
        [(0, 0), self.second(), third].map(point)
    }

    /// The second stone, as columns to the right of the centre and rows above it.
    fn second(&self) -> (i32, i32) {
        if self.code.starts_with('D') {
            (0, 1)
        } else {
            (1, 1)
        }
    }
}

/// Offsets from the centre of the second and the third stone.
type Offsets = ((i32, i32), (i32, i32));

/// The images of two points under the eight rotations and reflections around the centre.
fn images((second, third): Offsets) -> impl Iterator<Item = Offsets> {
    (0..8).map(move |bits: u8| {
        let map = |(x, y): (i32, i32)| {
            let (x, y) = if bits & 1 == 0 { (x, y) } else { (y, x) };
            let x = if bits & 2 == 0 { x } else { -x };
            (x, if bits & 4 == 0 { y } else { -y })
        };
        (map(second), map(third))
    })
}
