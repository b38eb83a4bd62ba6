//! The pattern vocabulary: shapes along one line, classes of a point.

/// What one stone would make along one line (layer 2), weakest first.
///
/// In the drawings `X` is the new stone, `x` an own stone, `o` an opponent stone
/// or the edge, `.` an empty cell. Each drawing is one example of its shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// Cannot become five: `oX.x.o`
    #[default]
    Dead = 0,
    /// Six or more in a row under a rule where that does not win: `xxXxxx`
    Overline,
    /// One move from a sleeping two: `oX....`
    ClosedOne,
    /// One move from an open two: `..X..`
    OpenOne,
    /// One move from a sleeping three and from nothing better: `oXx...`
    ClosedTwo,
    /// One point turns it into an open three. No line has this shape, because there is
    /// always a second such point. Weight files depend on its number.
    OpenTwoNarrow,
    /// Two points turn it into an open three: `.X..x.`
    OpenTwo,
    /// Three or more points turn it into an open three: `..Xx..`
    OpenTwoWide,
    /// One move from a simple four and from nothing better: `oXxx..`
    ClosedThree,
    /// One point turns it into an open four: `.Xx.x.`, or `o.Xxx.o` with one more cell
    OpenThreeNarrow,
    /// Two points turn it into an open four: `..Xxx..`
    OpenThree,
    /// One point completes a five: `oXxxx.` or `xXx.x`. Also if several points do but
    /// one opponent stone stops them all, as under the caro rules: `o.Xxxx..`
    Four,
    /// Four in a row with a completing point at either end: `.Xxxx.`
    OpenFour,
    /// Two different fours in one line: `x.xXx.x`
    DoubleFour,
    /// A winning row: `xxXxx`
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

    /// Whether this is a two that one move turns into an open three.
    #[inline]
    pub const fn is_open_two(self) -> bool {
        matches!(
            self,
            Shape::OpenTwoNarrow | Shape::OpenTwo | Shape::OpenTwoWide
        )
    }

    /// Whether this is a three that one move turns into an open four.
    #[inline]
    pub const fn is_open_three(self) -> bool {
        matches!(self, Shape::OpenThreeNarrow | Shape::OpenThree)
    }

    /// Whether two points complete a five, of which the opponent can stop only one.
    #[inline]
    pub const fn is_winning_four(self) -> bool {
        matches!(self, Shape::OpenFour | Shape::DoubleFour)
    }

    /// Whether this is a four of any kind: some point completes a five.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Shape::Four | Shape::OpenFour | Shape::DoubleFour)
    }
}

/// What one stone would make in all four directions together (layer 3), weakest
/// first except for [`Foul`](Class::Foul).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Class {
    /// None of the others.
    #[default]
    None = 0,
    /// Black in renju only: an overline, a double four or an apparent double three.
    /// The last is a foul only if two of its threes are true, see
    /// [`rules::is_forbidden`](crate::rules::is_forbidden).
    Foul,
    /// One open two.
    OpenTwo,
    /// One sleeping three.
    ClosedThree,
    /// Two or more open twos.
    DoubleOpenTwo,
    /// Two or more sleeping threes, or one with an open two.
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
}

/// The numbers of an enum with at most 16 members, which are those of its `ALL`.
macro_rules! numbered {
    ($name:ident, $default:ident) => {
        impl $name {
            /// The member with this number. Only the low 4 bits are read; other numbers are the
            /// default.
            #[inline]
            pub(super) const fn from_bits(bits: u8) -> $name {
                const TABLE: [$name; 16] = {
                    let mut table = [$name::$default; 16];
                    let mut i = 0;
                    while i < $name::COUNT {
                        table[i] = $name::ALL[i];
                        i += 1;
                    }
                    table
                };
                TABLE[(bits & 15) as usize]
            }

            /// The number, an index into arrays of [`COUNT`](Self::COUNT) members.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

numbered!(Shape, Dead);
numbered!(Class, None);
