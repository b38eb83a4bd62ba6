//! Turns lines of input into requests: one-line commands, and points up to DONE. Lines that
//! belong to an ignored command are dropped.

use super::command::{self, BoardLine, Command, Line};
use super::event::InputLine;
use super::placement::Placement;
use super::yixin::{SkippedLines, YIXIN_PREFIX, YixinCommand};

/// A complete request of the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A one-line command.
    Command(Command),
    /// DONE: the points since BOARD or a similar word.
    Placed(Placement),
}

impl Request {
    /// True for a request that takes effect during a search and before requests that are
    /// waiting: STOP, END, and INFO about the time.
    pub fn is_urgent(&self) -> bool {
        match self {
            Request::Command(command) => match command {
                Command::Stop | Command::End | Command::Yixin(YixinCommand::Stop) => true,
                Command::Info(info) => info.is_of_time(),
                _ => false,
            },
            Request::Placed(_) => false,
        }
    }

    /// The memory that the request takes, in units of about a hundred bytes.
    pub fn weight(&self) -> usize {
        match self {
            Request::Command(_) => 1,
            Request::Placed(placement) => 1 + placement.len(),
        }
    }
}

/// How the next lines are to be read.
#[derive(Debug, Default)]
pub struct Input {
    /// The lines since BOARD, until DONE.
    placement: Option<Placement>,
    /// The next lines that belong to an ignored command.
    skipped_lines: Option<SkippedLines>,
}

impl Input {
    /// Reads a line. Returns the request that it completes, if any.
    pub fn read(&mut self, line: &InputLine) -> Option<Request> {
        match self.placement.take() {
            Some(placement) => self.board_line(placement, line),
            None => self.line(line),
        }
    }

    /// Reads a line outside BOARD.
    fn line(&mut self, line: &InputLine) -> Option<Request> {
        let parsed = command::parse(&line.bytes)?;
        if self.skips(line, &parsed) {
            return None;
        }
        let mut command = match parsed {
            Line::Opening(purpose) if !line.is_cut => {
                self.placement = Some(Placement::new(purpose));
                return None;
            }
            Line::Opening(_) => Command::Unknown(String::new()),
            Line::Command(command) => command,
        };
        match &mut command {
            // This command has no answer.
            Command::Info(_) => {}
            // The quoted text continues on the next line.
            Command::Yixin(YixinCommand::Database(Some(SkippedLines::Text)))
                if line.has_odd_quotes => {}
            Command::Yixin(YixinCommand::Database(Some(lines @ SkippedLines::Text))) => {
                *lines = SkippedLines::UntilDone;
            }
            // No other command is that long.
            _ if line.is_cut => command = Command::Unknown(String::new()),
            _ => {}
        }
        if let Command::Yixin(YixinCommand::Unsupported(_, lines) | YixinCommand::Database(lines)) =
            &command
        {
            self.skipped_lines = *lines;
        }
        Some(Request::Command(command))
    }

    /// Reads a line between BOARD and DONE.
    fn board_line(&mut self, mut placement: Placement, line: &InputLine) -> Option<Request> {
        let mut request = None;
        match command::parse_board_line(&line.bytes) {
            Some(BoardLine::Done) => return Some(Request::Placed(placement)),
            Some(BoardLine::End) => return Some(Request::Command(Command::End)),
            Some(BoardLine::Info(info)) => request = Some(Request::Command(Command::Info(info))),
            Some(BoardLine::Stop) => request = Some(Request::Command(Command::Stop)),
            Some(BoardLine::Stone(at, field)) if !line.is_cut => placement.stone(at, field),
            Some(BoardLine::Stone(..) | BoardLine::Malformed) => placement.malformed(),
            None => {}
        }
        self.placement = Some(placement);
        request
    }

    /// True if the line belongs to an ignored command before it.
    fn skips(&mut self, line: &InputLine, parsed: &Line) -> bool {
        let Some(skipped) = self.skipped_lines else {
            return false;
        };
        if skipped == SkippedLines::Text && !is_outside_text(&line.bytes, parsed) {
            if line.has_odd_quotes {
                self.skipped_lines = Some(SkippedLines::UntilDone);
            }
            return true;
        }
        let is_skipped = match parsed {
            // These may be sent at any time.
            Line::Command(
                Command::Info(_)
                | Command::Stop
                | Command::Yixin(YixinCommand::Stop)
                | Command::About,
            ) => return false,
            Line::Command(Command::Unknown(word)) => !word.starts_with(YIXIN_PREFIX),
            _ => false,
        };
        let is_done = command::parse_board_line(&line.bytes) == Some(BoardLine::Done);
        if !is_skipped || is_done || skipped == SkippedLines::Path {
            self.skipped_lines = None;
        }
        is_skipped
    }
}

/// True for a line that ends a text even if its closing quotation mark is missing, so that
/// a manager can always exit or begin a new game.
fn is_outside_text(line: &[u8], parsed: &Line) -> bool {
    match parsed {
        Line::Command(Command::End) => line.trim_ascii().len() == "END".len(),
        Line::Command(Command::Start(size)) => size.is_some(),
        Line::Command(Command::Yixin(YixinCommand::Start(_))) => true,
        _ => false,
    }
}
