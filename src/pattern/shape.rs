//! The pattern vocabulary: shapes of one line, classes of a point.

/// What one stone would make along one line (layer 2), weakest first.
///
/// In the drawings `X` is the new stone, `x` own stones, `o` an opponent stone
/// or the edge, `.` empty. Each is a typical member, not the only one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// Can never become five: `oX.x.o`
    #[default]
    Dead = 0,
    /// Six or more where that wins nothing: `xxXxxx`
    Overline,
    /// One move from a sleeping two: `oX....`
    ClosedOne,
    /// One move from an open two: `..X..`
    OpenOne,
    /// One move from a sleeping three, no better: `oXx...`
    ClosedTwo,
    /// One point makes an open three of it: `o.X.x.o` with a little more room
    OpenTwoNarrow,
    /// Two points make an open three of it: `.X..x.`
    OpenTwo,
    /// Three or more points make an open three of it: `..Xx..`
    OpenTwoWide,
    /// One move from a simple four, no better: `oXxx..`
    ClosedThree,
    /// One point makes an open four of it: `.Xx.x.` or `o.Xxx.o` with one cell more
    OpenThreeNarrow,
    /// Two points make an open four of it: `..Xxx..`
    OpenThree,
    /// One point completes a five: `oXxxx.` or `xXx.x`. Or several do, but one
    /// stone of the opponent's stops them all, as in caro: `o.Xxxx..`
    Four,
    /// Four in a row, a point at either end completes a five: `.Xxxx.`
    OpenFour,
    /// Two different fours on one line: `x.xXx.x`
    DoubleFour,
    /// Wins: `xxXxx`
    Five,
}

impl Shape {
    /// Number of shapes.
    pub const COUNT: usize = 15;

    /// Every shape, weakest first.
    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::Dead,
        Shape::Overline,
        Shape::ClosedOne,
        Shape::OpenOne,
        Shape::ClosedTwo,
        Shape::OpenTwoNarrow,
        Shape::OpenTwo,
        Shape::OpenTwoWide,
        Shape::ClosedThree,
        Shape::OpenThreeNarrow,
        Shape::OpenThree,
        Shape::Four,
        Shape::OpenFour,
        Shape::DoubleFour,
        Shape::Five,
    ];

    /// The shape of that number; only the low 4 bits count, and 15 is `Dead`.
    #[inline]
    pub(super) const fn from_bits(bits: u8) -> Shape {
        const TABLE: [Shape; 16] = {
            let mut table = [Shape::Dead; 16];
            let mut i = 0;
            while i < Shape::COUNT {
                table[i] = Shape::ALL[i];
                i += 1;
            }
            table
        };
        TABLE[(bits & 15) as usize]
    }

    /// The shape as an array index, `0..15`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// A two that one move turns into an open three.
    #[inline]
    pub const fn is_open_two(self) -> bool {
        matches!(
            self,
            Shape::OpenTwoNarrow | Shape::OpenTwo | Shape::OpenTwoWide
        )
    }

    /// A three that one move turns into an open four.
    #[inline]
    pub const fn is_open_three(self) -> bool {
        matches!(self, Shape::OpenThreeNarrow | Shape::OpenThree)
    }

    /// Two points complete a five: the opponent can stop only one.
    #[inline]
    pub const fn is_winning_four(self) -> bool {
        matches!(self, Shape::OpenFour | Shape::DoubleFour)
    }

    /// Some point completes a five.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Shape::Four | Shape::OpenFour | Shape::DoubleFour)
    }
}

/// What one stone would make in all four directions together (layer 3),
/// weakest first but for [`Foul`](Class::Foul).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Class {
    /// Nothing worth a name.
    #[default]
    None = 0,
    /// Black in renju only: an overline, a double-four, or what looks like a
    /// double-three; the last is a foul only if its threes are true (`rules`).
    Foul,
    /// One open two.
    OpenTwo,
    /// One sleeping three.
    ClosedThree,
    /// Two or more open twos.
    DoubleOpenTwo,
    /// Two sleeping threes, or one with an open two.
    ClosedThreePlus,
    /// One open three.
    OpenThree,
    /// An open three with an open two or a sleeping three.
    OpenThreePlus,
    /// Two or more open threes.
    DoubleThree,
    /// One four.
    Four,
    /// A four with an open two or a sleeping three.
    FourPlus,
    /// A four with an open three.
    FourThree,
    /// An open four, or two fours.
    OpenFour,
    /// A winning row.
    Five,
}

impl Class {
    /// Number of classes.
    pub const COUNT: usize = 14;

    /// Every class in order.
    pub const ALL: [Class; Class::COUNT] = [
        Class::None,
        Class::Foul,
        Class::OpenTwo,
        Class::ClosedThree,
        Class::DoubleOpenTwo,
        Class::ClosedThreePlus,
        Class::OpenThree,
        Class::OpenThreePlus,
        Class::DoubleThree,
        Class::Four,
        Class::FourPlus,
        Class::FourThree,
        Class::OpenFour,
        Class::Five,
    ];

    /// The class of that number; only the low 4 bits count, and 14 and 15 are `None`.
    #[inline]
    pub(super) const fn from_bits(bits: u8) -> Class {
        const TABLE: [Class; 16] = {
            let mut table = [Class::None; 16];
            let mut i = 0;
            while i < Class::COUNT {
                table[i] = Class::ALL[i];
                i += 1;
            }
            table
        };
        TABLE[(bits & 15) as usize]
    }

    /// The class as an array index, `0..14`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
