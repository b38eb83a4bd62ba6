//! Results and fouls, as a referee sees them.

use super::{Game, Stone, position_of};
use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::rules::{self, Foul};
use crate::types::{Color, Point, Rule};

/// The directions of a row: to the right, down, and both diagonals.
const DIRECTIONS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// The number of stones in a five. Longer rows are overlines.
const FIVE: usize = 5;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A row that wins by the rule.
    Row {
        /// The colour of the row.
        winner: Color,
        /// All points of the row, from one end to the other.
        points: Vec<Point>,
    },
    /// A foul of black in renju, after which white has won.
    Foul {
        /// The kind of foul.
        foul: Foul,
        /// The point of the foul, or the whole overline if the order of the moves is
        /// unknown.
        points: Vec<Point>,
    },
    /// No point is empty, or the rule's stone limit is reached.
    Draw,
}

impl Ending {
    /// The side that has won; `None` after a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Ending::Row { winner, .. } => Some(*winner),
            Ending::Foul { .. } => Some(Color::White),
            Ending::Draw => None,
        }
    }

    /// The points of the winning row or of the foul; empty after a draw.
    pub fn points(&self) -> &[Point] {
        match self {
            Ending::Row { points, .. } | Ending::Foul { points, .. } => points,
            Ending::Draw => &[],
        }
    }
}

/// Two rows, each of which would have ended the game before the other was complete, so
/// that no game leads to the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The rows with their colours.
    pub rows: [(Color, Vec<Point>); 2],
}

/// A maximal row of stones of one colour.
struct Row {
    color: Color,
    points: Vec<Point>,
    /// Whether a stone of the opponent stands at each end.
    blocked: [bool; 2],
}

impl Row {
    /// The row through a stone in a direction; `None` if there is no stone.
    fn through(game: &Game, point: Point, direction: (i16, i16)) -> Option<Row> {
        let Some(Stone::Of(color)) = game.at(point) else {
            return None;
        };
        let own = |point: &Point| game.at(*point) == Some(Stone::Of(color));
        let walk = |from: Point, sign: i16| {
            (0..)
                .map_while(move |steps| step(game, from, direction, sign * steps))
                .take_while(own)
        };
        let start = walk(point, -1).last()?;
        let points: Vec<Point> = walk(start, 1).collect();
        let blocked = [-1, points.len() as i16].map(|steps| {
            let end = step(game, start, direction, steps);
            end.and_then(|end| game.at(end)) == Some(Stone::Of(!color))
        });
        Some(Row {
            color,
            points,
            blocked,
        })
    }

    /// True if the row wins by the rule.
    fn wins(&self, rule: Rule) -> bool {
        let [left, right] = self.blocked;
        rule.five_rule(self.color)
            .wins(self.points.len(), left, right)
    }

    /// True if the row is an overline, which is a foul.
    fn is_foul(&self, rule: Rule) -> bool {
        rule.has_fouls(self.color) && self.points.len() > FIVE
    }

    /// The side for which the row decides the game, if it does.
    fn winner(&self, rule: Rule) -> Option<Color> {
        if self.wins(rule) {
            Some(self.color)
        } else {
            self.is_foul(rule).then_some(!self.color)
        }
    }

    /// True if the same stone could have completed both rows.
    fn meets(&self, other: &Row) -> bool {
        self.color == other.color && self.points.iter().any(|point| other.points.contains(point))
    }
}

/// The result of a game; `None` if it is not over. A winning row counts whenever it
/// was completed. Fouls are not looked for, see [`end_of_play`] and [`result`].
pub fn ending(game: &Game) -> Option<Ending> {
    let won = rows(game).find(|row| row.wins(game.rule()));
    match won {
        Some(row) => Some(Ending::Row {
            winner: row.color,
            points: row.points,
        }),
        None => is_drawn(game).then_some(Ending::Draw),
    }
}

/// The end of a game whose stones are in the order of play, with the number of stones
/// and blocked points up to it; `None` if the game is not over.
///
/// ```
/// use goshawk::engine::{Ending, Game, Stone, end_of_play};
/// use goshawk::types::{BoardSize, Color, Point, Rule};
///
/// let mut game = Game::new(BoardSize::new(15, 15).unwrap(), Rule::Freestyle);
/// for x in 0..6 {
///     game.put(Point::new(x, 7), Stone::Of(Color::Black)).unwrap();
///     game.put(Point::new(x, 8), Stone::Of(Color::White)).unwrap();
/// }
/// let (stones, ending) = end_of_play(&game).unwrap();
/// assert_eq!((stones, ending.winner()), (9, Some(Color::Black)));
/// ```
pub fn end_of_play(game: &Game) -> Option<(usize, Ending)> {
    let rule = game.rule();
    let mut played = Game::new(game.size(), rule);
    for (number, (point, stone)) in (1..).zip(game.stones()) {
        if let Stone::Of(color) = *stone
            && rule.has_fouls(color)
            && let Some(foul) = foul_of(&played, color, *point)
        {
            let points = vec![*point];
            return Some((number, Ending::Foul { foul, points }));
        }
        let put = played.put(*point, *stone);
        debug_assert_eq!(put, Ok(()), "each point of a game occurs once");
        let completed = DIRECTIONS.into_iter().find_map(|direction| {
            Row::through(&played, *point, direction).filter(|row| row.wins(rule))
        });
        if let Some(Row { color, points, .. }) = completed {
            let winner = color;
            return Some((number, Ending::Row { winner, points }));
        }
        if is_drawn(&played) {
            return Some((number, Ending::Draw));
        }
    }
    None
}

/// The result that the stones show, whatever the order in which they were played; `None`
/// if the game is not over. Of the fouls, only overlines can be seen.
///
/// # Errors
/// If rows with different results could not have been completed by the same stone.
pub fn result(game: &Game) -> Result<Option<Ending>, Contradiction> {
    let rule = game.rule();
    let decisive: Vec<Row> = rows(game)
        .filter(|row| row.winner(rule).is_some())
        .collect();
    for (at, one) in decisive.iter().enumerate() {
        let contradicts =
            |other: &&Row| other.winner(rule) != one.winner(rule) && !one.meets(other);
        if let Some(other) = decisive[at + 1..].iter().find(contradicts) {
            let rows = [one, other].map(|row| (row.color, row.points.clone()));
            return Err(Contradiction { rows });
        }
    }
    // A five counts even if the same stone makes an overline.
    let overline = || Ending::Foul {
        foul: Foul::Overline,
        points: decisive[0].points.clone(),
    };
    let found = ending(game);
    Ok(match found {
        Some(Ending::Row { .. }) => found,
        _ if !decisive.is_empty() => Some(overline()),
        _ => found,
    })
}

/// Rows of five or more that do not win, with their colours: overlong or blocked at both
/// ends. Overlines that are fouls are not among them.
///
/// ```
/// use goshawk::engine::{Game, Stone, rows_without_win};
/// use goshawk::types::{BoardSize, Color, Point, Rule};
///
/// let mut game = Game::new(BoardSize::new(15, 15).unwrap(), Rule::Standard);
/// for x in 0..6 {
///     game.put(Point::new(x, 7), Stone::Of(Color::Black)).unwrap();
/// }
/// let (color, points) = &rows_without_win(&game)[0];
/// assert_eq!((*color, points.len()), (Color::Black, 6));
/// ```
pub fn rows_without_win(game: &Game) -> Vec<(Color, Vec<Point>)> {
    let is_idle = |row: &Row| row.points.len() >= FIVE && row.winner(game.rule()).is_none();
    let found = rows(game).filter(is_idle);
    found.map(|row| (row.color, row.points)).collect()
}

/// All maximal rows of the game, in every direction.
fn rows(game: &Game) -> impl Iterator<Item = Row> {
    let stones = game.stones().iter();
    stones.flat_map(move |(point, _)| {
        DIRECTIONS.into_iter().filter_map(move |direction| {
            let row = Row::through(game, *point, direction)?;
            // Each row is found at its first point only.
            (row.points[0] == *point).then_some(row)
        })
    })
}

/// Whether the game is drawn if it has no winner.
fn is_drawn(game: &Game) -> bool {
    game.is_full() || game.rule().is_drawn_at(game.ply(), game.size())
}

/// The point `steps` steps away, if it is on the board.
fn step(game: &Game, from: Point, direction: (i16, i16), steps: i16) -> Option<Point> {
    let x = u8::try_from(i16::from(from.x) + steps * direction.0).ok()?;
    let y = u8::try_from(i16::from(from.y) + steps * direction.1).ok()?;
    let point = Point::new(x, y);
    game.size().contains(point).then_some(point)
}

/// The foul that the side to move would commit on an empty point; `None` if the move
/// is legal.
///
/// ```
/// use goshawk::engine::{Foul, Game, Stone, foul};
/// use goshawk::types::{BoardSize, Color, Point, Rule};
///
/// let mut game = Game::new(BoardSize::new(15, 15).unwrap(), Rule::Renju);
/// for x in [3, 4, 5, 7, 8] {
///     game.put(Point::new(x, 7), Stone::Of(Color::Black)).unwrap();
///     game.put(Point::new(x, 0), Stone::Of(Color::White)).unwrap();
/// }
/// assert_eq!(foul(&game, Point::new(6, 7)), Some(Foul::Overline));
/// ```
pub fn foul(game: &Game, point: Point) -> Option<Foul> {
    foul_of(game, game.side_to_move(), point)
}

/// The foul that `side` would commit on an empty point; `None` if its move is legal.
pub fn foul_of(game: &Game, side: Color, point: Point) -> Option<Foul> {
    with_cells!(game.size(), |CELLS| foul_sized::<CELLS>(game, side, point))
}

fn foul_sized<const CELLS: usize>(game: &Game, side: Color, point: Point) -> Option<Foul> {
    let mut position = position_of::<CELLS>(game, side);
    rules::foul(&mut position, side, Geometry::<CELLS>::square(point))
}

/// The empty points forbidden to black, whichever side is to move, by row, then
/// by column.
pub fn forbidden_points(game: &Game) -> Vec<Point> {
    fouls(game).into_iter().map(|(point, _)| point).collect()
}

/// The fouls that black could commit, whichever side is to move, by row, then by column.
pub fn fouls(game: &Game) -> Vec<(Point, Foul)> {
    if !game.rule().has_fouls(Color::Black) {
        return Vec::new();
    }
    with_cells!(game.size(), |CELLS| fouls_sized::<CELLS>(game))
}

fn fouls_sized<const CELLS: usize>(game: &Game) -> Vec<(Point, Foul)> {
    let mut position = position_of::<CELLS>(game, Color::Black);
    let empty = *position.empty();
    let foul_at = |square| {
        let foul = rules::foul(&mut position, Color::Black, square)?;
        Some((Geometry::<CELLS>::point(square), foul))
    };
    let mut fouls: Vec<(Point, Foul)> = empty.iter().filter_map(foul_at).collect();
    fouls.sort_by_key(|(point, _)| (point.y, point.x));
    fouls
}
