//! Everything the engine ever says, and the one place that writes it.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

use super::yixin::Detail;
use crate::engine::{GameError, Report};
use crate::types::{Point, Score, score};

/// The longest principal variation shown, in moves.
const MAX_PV_SHOWN: usize = 16;

/// One line of output.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// `OK`.
    Done,
    /// `x,y`: a move.
    Move(Point),
    /// `SWAP`: the other side of the opening is taken.
    Swap,
    /// `x,y x,y`: several stones.
    Stones(Vec<Point>),
    /// The answer to ABOUT.
    About,
    /// `MESSAGE …`: how far a search has come.
    Progress(Report),
    /// `FORBID xxyyxxyy.`: the points forbidden to black.
    Forbidden(Vec<Point>),
    /// `MESSAGE INFO …`: the largest number of threads that can be set.
    MaxThreads(usize),
    /// `MESSAGE INFO …`: the largest table that can be set, in KiB.
    MaxHash(u64),
    /// `MESSAGE REALTIME REFRESH`: a search begins.
    Refresh,
    /// `MESSAGE REALTIME BEST x,y`: the best move so far.
    Best(Point),
    /// `MESSAGE REALTIME POS x,y`: this move is being searched.
    Trying(Point),
    /// `MESSAGE REALTIME DONE x,y`: it has been searched.
    Tried(Point),
    /// `MESSAGE REALTIME LOSE x,y`: it is proved to lose.
    Loses(Point),
    /// `MESSAGE REALTIME VAL n`: the value of the best move.
    Value(Score),
    /// `MESSAGE REALTIME PV x,y x,y`: the line behind it.
    BestLine(Vec<Point>),
    /// `MESSAGE SWAP2 MOVEn x y`: a stone of a swap2 opening, counted from 1.
    Swap2Stone(usize, Point),
    /// `MESSAGE SWAP2 SWAPn YES`, `NO`: after three stones (1) or five (2), is the
    /// side taken that has just moved?
    Swap2Choice(u8, bool),
    /// `INFO …`: only if asked for.
    Detail(Detail),
    /// `DEBUG …`: only if asked for.
    Debug(String),
    /// `ERROR …`: the command cannot be obeyed.
    Refused(Refusal),
    /// `UNKNOWN …`: no such command.
    Unknown,
}

/// Why a command is not obeyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// START or RECTSTART with a bad size. The text holds a "20" for Piskvork,
    /// which then offers that size by itself.
    Size,
    /// No START has come yet.
    NoGame,
    /// BEGIN with stones on the board.
    NotEmpty,
    /// No coordinates where they are due.
    NoCoordinates,
    /// The game does not allow that stone.
    Stone(GameError),
    /// A line of BOARD, counted from 1, is no `x,y,field`.
    BoardForm(usize),
    /// A line of BOARD, counted from 1, names a bad point.
    BoardStone(usize, GameError),
    /// SWAP2BOARD with another number of stones than 0, 3 or 5, or with obstacles.
    Swap2,
    /// YXSWAP2STEPn with another number of stones, or with obstacles.
    Swap2Step(usize),
    /// YXSOOSORVSTEPn.
    Soosorv,
    /// There is no point left to play on.
    Full,
    /// The engine has found no move.
    NoMove,
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let stone = |error: &GameError| match error {
            GameError::OffBoard => "the point is outside the board",
            GameError::Occupied => "the point is occupied",
            GameError::Empty => "the point is empty",
        };
        match self {
            Refusal::Size => f.write_str("unsupported board size: sides of 5 to 31, such as 20"),
            Refusal::NoGame => f.write_str("no game yet: START comes first"),
            Refusal::NotEmpty => f.write_str("the board is not empty"),
            Refusal::NoCoordinates => f.write_str("malformed coordinates: x,y expected"),
            Refusal::Stone(error) => f.write_str(stone(error)),
            Refusal::BoardForm(line) => write!(f, "board line {line}: x,y,field expected"),
            Refusal::BoardStone(line, error) => write!(f, "board line {line}: {}", stone(error)),
            Refusal::Swap2 => f.write_str("SWAP2BOARD takes 0, 3 or 5 stones"),
            Refusal::Swap2Step(stones) => {
                write!(f, "this step of swap2 takes a board with {stones} stones")
            }
            Refusal::Soosorv => f.write_str("soosorv openings are not played"),
            Refusal::Full => f.write_str("the board is full"),
            Refusal::NoMove => f.write_str("no legal move"),
        }
    }
}

impl Display for Response {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Response::Done => f.write_str("OK"),
            Response::Move(point) => write!(f, "{},{}", point.x, point.y),
            Response::Swap => f.write_str("SWAP"),
            Response::Stones(points) => points_line(f, points),
            Response::About => f.write_str(concat!(
                "name=\"Goshawk\", version=\"",
                env!("CARGO_PKG_VERSION"),
                "\", author=\"The Goshawk authors\", country=\"International\""
            )),
            Response::Progress(report) => progress(f, report),
            Response::Forbidden(points) => {
                f.write_str("FORBID ")?;
                for point in points {
                    write!(f, "{:02}{:02}", point.x, point.y)?;
                }
                f.write_str(".")
            }
            Response::MaxThreads(count) => write!(f, "MESSAGE INFO MAX_THREAD_NUM {count}"),
            Response::MaxHash(kib) => {
                write!(f, "MESSAGE INFO MAX_HASH_SIZE {}", kib.max(&1).ilog2())
            }
            Response::Refresh => f.write_str("MESSAGE REALTIME REFRESH"),
            Response::Best(point) => write!(f, "MESSAGE REALTIME BEST {},{}", point.x, point.y),
            Response::Trying(point) => write!(f, "MESSAGE REALTIME POS {},{}", point.x, point.y),
            Response::Tried(point) => write!(f, "MESSAGE REALTIME DONE {},{}", point.x, point.y),
            Response::Loses(point) => write!(f, "MESSAGE REALTIME LOSE {},{}", point.x, point.y),
            Response::Value(value) => {
                write!(f, "MESSAGE REALTIME VAL {}", score::display(*value))
            }
            Response::BestLine(points) => {
                f.write_str("MESSAGE REALTIME PV ")?;
                points_line(f, points)
            }
            Response::Swap2Stone(number, point) => {
                write!(f, "MESSAGE SWAP2 MOVE{number} {} {}", point.x, point.y)
            }
            Response::Swap2Choice(number, swaps) => {
                let word = if *swaps { "YES" } else { "NO" };
                write!(f, "MESSAGE SWAP2 SWAP{number} {word}")
            }
            Response::Detail(detail) => write!(f, "INFO {detail}"),
            Response::Debug(text) => write!(f, "DEBUG {text}"),
            Response::Refused(refusal) => write!(f, "ERROR {refusal}"),
            Response::Unknown => f.write_str("UNKNOWN command"),
        }
    }
}

/// `MESSAGE depth 8 seldepth 14 score 35 nodes 1000 nps 10000 time 100 pv 7,7 8,8`,
/// time in ms. Tools read the numbers by their names.
fn progress(f: &mut Formatter<'_>, report: &Report) -> fmt::Result {
    let micros = report.elapsed.as_micros().max(1);
    let nps = u128::from(report.nodes) * 1_000_000 / micros;
    write!(
        f,
        "MESSAGE depth {} seldepth {} score {} nodes {} nps {nps} time {}",
        report.depth,
        report.seldepth,
        score::display(report.score),
        report.nodes,
        report.elapsed.as_millis(),
    )?;
    if report.pv.is_empty() {
        return Ok(());
    }
    f.write_str(" pv ")?;
    points_line(f, &report.pv[..report.pv.len().min(MAX_PV_SHOWN)])
}

/// `7,7 8,8`.
pub fn points_line(f: &mut Formatter<'_>, points: &[Point]) -> fmt::Result {
    for (at, point) in points.iter().enumerate() {
        let gap = if at == 0 { "" } else { " " };
        write!(f, "{gap}{},{}", point.x, point.y)?;
    }
    Ok(())
}

/// The only writer of the output.
pub struct Writer<W> {
    out: W,
}

impl<W: Write> Writer<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Writer<W> {
        Writer { out }
    }

    /// Writes one line, whole and at once.
    ///
    /// # Errors
    /// Fails if the manager does not read any more.
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
    use std::time::Duration;

    #[test]
    fn a_report_is_one_message_line() {
        let mut report = Report {
            depth: 8,
            seldepth: 14,
            score: score::mate_in(5),
            nodes: 1000,
            elapsed: Duration::from_millis(100),
            pv: vec![Point::new(7, 7), Point::new(10, 3)],
            others: Vec::new(),
        };
        let line = Response::Progress(report.clone()).to_string();
        let expected =
            "MESSAGE depth 8 seldepth 14 score +M5 nodes 1000 nps 10000 time 100 pv 7,7 10,3";
        assert_eq!(line, expected);
        report.pv.clear();
        report.elapsed = Duration::ZERO;
        let line = Response::Progress(report).to_string();
        assert!(line.ends_with("time 0"), "{line}");
    }

    #[test]
    fn forbidden_points_have_two_digits_each() {
        let points = vec![Point::new(7, 7), Point::new(10, 3)];
        assert_eq!(Response::Forbidden(points).to_string(), "FORBID 07071003.");
        assert_eq!(Response::Forbidden(vec![]).to_string(), "FORBID .");
    }

    #[test]
    fn a_refused_size_names_one_that_works() {
        let line = Response::Refused(Refusal::Size).to_string();
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
