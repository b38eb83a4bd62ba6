//! Every line that the session prints, and the writer that prints them.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

use super::detail::Detail;
use super::opening_answer::{SoosorvAnswer, yes_or_no};
use super::search_line::SearchLine;
use super::text::{PointStyle, write_names, write_points};
use super::yixin::Unsupported;
use crate::engine::GameError;
use crate::strength::{Level, Strength};
use crate::types::{Point, Score};

/// One line of output.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// `OK`.
    Done,
    /// `x,y`: a move.
    Move(Point),
    /// `SWAP`: the engine takes the other colour of the opening.
    Swap,
    /// `x,y x,y`: several stones.
    Stones(Vec<Point>),
    /// `MESSAGE stones H8 I9`: the stones of the answer that follows.
    StonesNamed(Vec<Point>, PointStyle),
    /// The answer to ABOUT.
    About,
    /// `MESSAGE depth …`: a variation after an iteration.
    Line(SearchLine),
    /// `MESSAGE strength …`: how strong the engine plays from now on.
    Strength(Strength),
    /// `MESSAGE searching`: printed after the end of input while a search goes on.
    Searching,
    /// `MESSAGE …`: the search has panicked; the best move so far follows.
    SearchPanicked,
    /// `MESSAGE …`: a search that has no answer has panicked.
    PonderingPanicked,
    /// `MESSAGE …`: the system has too little memory for the transposition table.
    LittleMemory {
        /// The intended size of the table, in bytes.
        wanted: u64,
        /// The largest possible size, in bytes.
        given: u64,
    },
    /// `FORBID xxyyxxyy.`: the points forbidden to black.
    Forbidden(Vec<Point>),
    /// `MESSAGE INFO …`: the largest number of search threads.
    MaxThreads(usize),
    /// `MESSAGE INFO …`: the largest transposition table, in KiB. The line has the base-2
    /// logarithm.
    MaxHash(u64),
    /// `MESSAGE defences …`: the moves that are not proved to lose.
    Defences {
        /// The moves, best first.
        moves: Vec<Point>,
        /// False if some moves have not been searched.
        is_complete: bool,
        /// How they are named.
        style: PointStyle,
    },
    /// `MESSAGE …`: how full the transposition table is, per mille.
    HashUsage(u32),
    /// `MESSAGE REALTIME REFRESH`: a search has begun.
    Refresh,
    /// `MESSAGE REALTIME BEST x,y`: the best move so far.
    Best(Point),
    /// `MESSAGE REALTIME POS x,y`: this move is being searched.
    MoveStarted(Point),
    /// `MESSAGE REALTIME DONE x,y`: this move has been searched.
    MoveSearched(Point),
    /// `MESSAGE REALTIME LOSE x,y`: this move is proved to lose.
    MoveLoses(Point),
    /// `MESSAGE REALTIME VAL n`: the score of the best move. Yixin-Board reads a
    /// number here, so mates are numbers too.
    Value(Score),
    /// `MESSAGE REALTIME PV x,y x,y`: the principal variation.
    BestLine(Vec<Point>),
    /// `MESSAGE SWAP2 MOVEn x y`: a stone of a swap2 opening and its number,
    /// from 1.
    Swap2Stone(usize, Point),
    /// `MESSAGE SWAP2 SWAPn YES` or `NO`: whether the engine swaps colours after
    /// three stones (`n` is 1) or five stones (2).
    Swap2Choice(u8, bool),
    /// `MESSAGE SOOSORV …`: a part of the engine's step in a Soosyrv-8 opening.
    Soosorv(SoosorvAnswer),
    /// `INFO …`: a detail of the search. Only if the manager has asked for it.
    Detail(Detail),
    /// `DEBUG …`: only if the user has asked for it.
    Debug(String),
    /// `ERROR …`: the command cannot be executed.
    Error(CommandError),
    /// `UNKNOWN …`: the command is unknown. The string is its word, or empty if the
    /// word cannot be shown.
    Unknown(String),
}

/// Why a command cannot be executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The size of START or RECTSTART is malformed or unsupported. The text
    /// contains "20", which Piskvork takes as the size to use instead.
    Size,
    /// There is no game before START.
    NoGame,
    /// BEGIN with stones or points out of play on the board.
    NotEmpty,
    /// The coordinates are missing or malformed.
    MalformedCoordinates,
    /// The point cannot be used.
    Point(GameError),
    /// This line after BOARD, counted from 1, is malformed.
    MalformedBoardLine(usize),
    /// The point on this line after BOARD, counted from 1, cannot be used.
    BoardPoint(usize, GameError),
    /// SWAP2BOARD with other than 0, 3 or 5 stones, or with points out of play.
    Swap2Board,
    /// YXSWAP2STEPn needs this number of stones and no points out of play.
    Swap2Step(usize),
    /// YXSOOSORVSTEPn needs this number of stones, and fifth moves after them if `n` is 6.
    SoosorvStep(usize),
    /// YXSOOSORVSTEPn on a board without a centre, or on one that is too small.
    SoosorvBoard,
    /// YXSOOSORVSTEP4 or YXSOOSORVSTEP5 without a number of fifth moves from 1 to 8.
    SoosorvCount,
    /// The command is known but not supported.
    Unsupported(Unsupported),
    /// There is no empty point.
    BoardFull,
    /// The engine has not found a move.
    NoMove,
}

impl Display for CommandError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let point = |error: &GameError| match error {
            GameError::OffBoard => "the point is outside the board",
            GameError::Occupied => "the point is occupied",
            GameError::Empty => "the point is empty",
        };
        match self {
            CommandError::Size => {
                f.write_str("unsupported board size: width and height must be 5 to 31, try 20")
            }
            CommandError::NoGame => f.write_str("no game: send START first"),
            CommandError::NotEmpty => f.write_str("the board is not empty"),
            CommandError::MalformedCoordinates => {
                f.write_str("malformed coordinates: expected x,y")
            }
            CommandError::Point(error) => f.write_str(point(error)),
            CommandError::MalformedBoardLine(line) => {
                write!(f, "board line {line}: expected x,y,field")
            }
            CommandError::BoardPoint(line, error) => {
                write!(f, "board line {line}: {}", point(error))
            }
            CommandError::Swap2Board => f.write_str("SWAP2BOARD needs 0, 3 or 5 stones"),
            CommandError::Swap2Step(stones) => {
                write!(f, "this swap2 step needs {stones} stones on the board")
            }
            CommandError::SoosorvStep(stones) => {
                write!(f, "this soosorv step needs {stones} stones")
            }
            CommandError::SoosorvBoard => {
                f.write_str("a soosorv opening needs a board with odd sides, 9 or longer")
            }
            CommandError::SoosorvCount => {
                f.write_str("this soosorv step needs a number of fifth moves from 1 to 8")
            }
            CommandError::Unsupported(what) => f.write_str(match what {
                Unsupported::BlockedPaths => "blocked paths are not supported",
                Unsupported::HashFiles => "files with a transposition table are not supported",
            }),
            CommandError::BoardFull => f.write_str("the board is full"),
            CommandError::NoMove => f.write_str("no legal move"),
        }
    }
}

impl Display for Response {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Response::Done => f.write_str("OK"),
            Response::Move(point) => write!(f, "{},{}", point.x, point.y),
            Response::Swap => f.write_str("SWAP"),
            Response::Stones(points) => write_points(f, points),
            Response::StonesNamed(points, style) => {
                f.write_str("MESSAGE stones ")?;
                write_names(f, points, *style)
            }
            Response::About => f.write_str(concat!(
                "name=\"Goshawk\", version=\"",
                env!("CARGO_PKG_VERSION"),
                "\", author=\"The Goshawk authors\", country=\"International\""
            )),
            Response::Line(line) => write!(f, "MESSAGE {line}"),
            Response::Strength(strength) => write_strength(f, *strength),
            Response::Searching => f.write_str("MESSAGE searching"),
            Response::SearchPanicked => {
                f.write_str("MESSAGE internal error: the search has failed; a legal move follows")
            }
            Response::PonderingPanicked => {
                f.write_str("MESSAGE internal error: pondering has failed; the game continues")
            }
            Response::LittleMemory { wanted, given } => write_little_memory(f, *wanted, *given),
            Response::Forbidden(points) => write_forbidden(f, points),
            Response::MaxThreads(count) => write!(f, "MESSAGE INFO MAX_THREAD_NUM {count}"),
            Response::MaxHash(kib) => {
                write!(f, "MESSAGE INFO MAX_HASH_SIZE {}", kib.max(&1).ilog2())
            }
            Response::Defences {
                moves,
                is_complete,
                style,
            } => write_defences(f, moves, *is_complete, *style),
            Response::HashUsage(per_mille) => {
                let (percent, tenth) = (per_mille / 10, per_mille % 10);
                write!(f, "MESSAGE transposition table {percent}.{tenth}% full")
            }
            Response::Refresh => f.write_str("MESSAGE REALTIME REFRESH"),
            Response::Best(point) => write!(f, "MESSAGE REALTIME BEST {},{}", point.x, point.y),
            Response::MoveStarted(point) => {
                write!(f, "MESSAGE REALTIME POS {},{}", point.x, point.y)
            }
            Response::MoveSearched(point) => {
                write!(f, "MESSAGE REALTIME DONE {},{}", point.x, point.y)
            }
            Response::MoveLoses(point) => {
                write!(f, "MESSAGE REALTIME LOSE {},{}", point.x, point.y)
            }
            Response::Value(value) => {
                write!(f, "MESSAGE REALTIME VAL {value}")
            }
            Response::BestLine(points) => {
                f.write_str("MESSAGE REALTIME PV ")?;
                write_points(f, points)
            }
            Response::Swap2Stone(number, point) => {
                write!(f, "MESSAGE SWAP2 MOVE{number} {} {}", point.x, point.y)
            }
            Response::Swap2Choice(number, swaps) => {
                write!(f, "MESSAGE SWAP2 SWAP{number} {}", yes_or_no(*swaps))
            }
            Response::Soosorv(answer) => write!(f, "MESSAGE SOOSORV {answer}"),
            Response::Detail(detail) => write!(f, "INFO {detail}"),
            Response::Debug(text) => write!(f, "DEBUG {text}"),
            Response::Error(error) => write!(f, "ERROR {error}"),
            Response::Unknown(word) if word.is_empty() => f.write_str("UNKNOWN no such command"),
            Response::Unknown(word) => write!(f, "UNKNOWN no such command: {word}"),
        }
    }
}

/// Writes how strong the engine plays.
fn write_strength(f: &mut Formatter<'_>, strength: Strength) -> fmt::Result {
    let (percent, level) = (strength.percent(), strength.level());
    let highest = Level::STRONGEST.number();
    write!(
        f,
        "MESSAGE strength {percent} of 100: level {level:.1} of {highest}"
    )
}

/// Writes a warning that the table has `given` bytes instead of `wanted`.
fn write_little_memory(f: &mut Formatter<'_>, wanted: u64, given: u64) -> fmt::Result {
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    write!(
        f,
        "MESSAGE too little memory: the transposition table has {:.1} MiB instead of {:.1}",
        mib(given),
        mib(wanted)
    )
}

/// Writes the points forbidden to black, with two digits for each coordinate.
fn write_forbidden(f: &mut Formatter<'_>, points: &[Point]) -> fmt::Result {
    f.write_str("FORBID ")?;
    for point in points {
        write!(f, "{:02}{:02}", point.x, point.y)?;
    }
    f.write_str(".")
}

/// Writes the moves that are not proved to lose.
fn write_defences(
    f: &mut Formatter<'_>,
    moves: &[Point],
    is_complete: bool,
    style: PointStyle,
) -> fmt::Result {
    f.write_str("MESSAGE defences")?;
    f.write_str(if is_complete { ": " } else { " found so far: " })?;
    match moves {
        [] => f.write_str("none"),
        moves => write_names(f, moves, style),
    }
}

/// Writes lines of output. Nothing else writes to the session's output.
pub struct Writer<W> {
    /// Where the lines go.
    out: W,
}

impl<W: Write> Writer<W> {
    /// A writer of lines to `out`.
    pub fn new(out: W) -> Writer<W> {
        Writer { out }
    }

    /// Writes a line in one piece and flushes it.
    ///
    /// # Errors
    /// If the output cannot be written, for example because the manager has closed it.
    pub fn send(&mut self, response: &Response) -> io::Result<()> {
        let line = format!("{response}\n");
        log::debug!("out: {}", line.trim_end());
        self.out.write_all(line.as_bytes())?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defences_are_listed() {
        let line = |moves: &[Point], is_complete| {
            let moves = moves.to_vec();
            let style = PointStyle::Protocol;
            let response = Response::Defences {
                moves,
                is_complete,
                style,
            };
            response.to_string()
        };
        let moves = [Point::new(6, 7), Point::new(10, 7)];
        assert_eq!(line(&moves, true), "MESSAGE defences: G8 K8");
        assert_eq!(line(&moves, false), "MESSAGE defences found so far: G8 K8");
        assert_eq!(line(&[], true), "MESSAGE defences: none");
        let usage = Response::HashUsage(123).to_string();
        assert_eq!(usage, "MESSAGE transposition table 12.3% full");
    }

    #[test]
    fn forbidden_points_have_two_digits_for_each_coordinate() {
        let points = vec![Point::new(7, 7), Point::new(10, 3)];
        assert_eq!(Response::Forbidden(points).to_string(), "FORBID 07071003.");
        assert_eq!(Response::Forbidden(vec![]).to_string(), "FORBID .");
    }

    #[test]
    fn the_error_about_the_size_contains_a_supported_size() {
        let line = Response::Error(CommandError::Size).to_string();
        assert!(line.starts_with("ERROR ") && line.contains("20"));
    }

    #[test]
    fn about_has_no_comma_inside_a_value() {
        let line = Response::About.to_string();
        let fields: Vec<_> = line.split(", ").collect();
        let keys = ["name", "version", "author", "country"];
        assert_eq!(fields.len(), keys.len());
        for (field, key) in fields.iter().zip(keys) {
            let value = field.strip_prefix(key).unwrap();
            assert!(value.starts_with("=\"") && value.ends_with('"') && !value.contains(','));
        }
    }
}
