//! Runs a search and shows its progress: a display on a terminal that is
//! redrawn in place, or plain lines, one for each iteration, on other outputs.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::notation::line_names;
use crate::cli::error::CliError;
use crate::cli::term::{NO_WRAP, Terminal, WRAP};
use crate::engine::{Engine, Outcome, Report, Request, can_search, search_thread};
use crate::types::{BoardSize, Score, score};

/// Longest time between two redraws of the display.
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);
/// Largest number of variations on the display, which must fit a small terminal.
const MAX_LINES: usize = 12;
/// Width of the bar that shows the time used, in characters.
const BAR_WIDTH: usize = 20;

/// Characters before the moves of a numbered line.
pub const LEAD: usize = 12;

/// How the progress of a search is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressMode {
    /// Not at all.
    Hidden,
    /// A line for each iteration, in the form of a comment in a board file.
    Lines,
    /// A display that is redrawn in place.
    Display {
        /// The Enter key stops the search.
        enter_stops: bool,
    },
}

impl ProgressMode {
    /// The mode for standard output. The Enter key stops the search if standard input is
    /// a terminal and does not hold the position.
    pub fn new(terminal: Terminal, reads_standard_input: bool) -> ProgressMode {
        match terminal.live {
            true => ProgressMode::Display {
                enter_stops: !reads_standard_input && io::stdin().is_terminal(),
            },
            false => ProgressMode::Lines,
        }
    }

    /// True if the Enter key stops the search.
    fn enter_stops(self) -> bool {
        self == ProgressMode::Display { enter_stops: true }
    }
}

/// Searches and shows the progress.
///
/// # Errors
/// Fails if the output cannot be written, the system refuses a thread, or there is too
/// little memory for a search.
pub fn think(
    engine: &mut Engine,
    request: &Request<'_>,
    mode: ProgressMode,
    out: &mut dyn Write,
) -> Result<Outcome, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    if mode.enter_stops() {
        stop_on_enter(&stop).map_err(CliError::Thread)?;
    }
    let started = Instant::now();
    let (reports, inbox) = mpsc::channel::<Report>();
    thread::scope(|scope| {
        let stop_flag = &stop;
        let search = search_thread("search").spawn_scoped(scope, move || {
            let mut report = |report: &Report| {
                // The receiver is gone if the output failed.
                let _ = reports.send(report.clone());
            };
            let request = Request {
                started,
                stop: Some(stop_flag),
                ..request.clone()
            };
            can_search().then(|| engine.think(&request, &mut report))
        });
        let search = search.map_err(CliError::Thread)?;
        let mut display = Display::new(request, mode, started);
        let mut written = Ok(());
        while written.is_ok() {
            written = match inbox.recv_timeout(REDRAW_INTERVAL) {
                Ok(report) => display.show(report, out),
                Err(RecvTimeoutError::Timeout) => display.redraw(out),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        let stopped_by_enter = stop.swap(true, Ordering::Relaxed);
        let outcome = search
            .join()
            .map_err(|_| CliError::Thread(io::Error::other("the search failed")))?;
        written
            .and_then(|()| display.clear(stopped_by_enter, out))
            .map_err(CliError::Write)?;
        outcome.ok_or(CliError::Thread(io::ErrorKind::OutOfMemory.into()))
    })
}

/// Lets the Enter key stop the search. The thread ends with the program.
fn stop_on_enter(stop: &Arc<AtomicBool>) -> io::Result<()> {
    let stop = Arc::clone(stop);
    thread::Builder::new().name("keys".into()).spawn(move || {
        let mut line = String::new();
        // The end of input does not stop the search.
        if io::stdin().read_line(&mut line).is_ok_and(|read| read > 0) {
            stop.store(true, Ordering::Relaxed);
        }
    })?;
    Ok(())
}

/// The progress on the screen.
struct Display {
    mode: ProgressMode,
    size: BoardSize,
    /// The time limit.
    time: Option<Duration>,
    started: Instant,
    last: Option<Report>,
    /// Number of lines on the screen, which the next drawing overwrites.
    drawn: usize,
}

impl Display {
    fn new(request: &Request<'_>, mode: ProgressMode, started: Instant) -> Display {
        Display {
            mode,
            size: request.game.size(),
            time: request.limits.time.turn,
            started,
            last: None,
            drawn: 0,
        }
    }

    /// Shows an iteration.
    fn show(&mut self, report: Report, out: &mut dyn Write) -> io::Result<()> {
        if self.mode == ProgressMode::Lines {
            out.write_all(comment_lines(&report, self.size).as_bytes())?;
            out.flush()?;
        }
        let first = self.last.is_none();
        self.last = Some(report);
        match first {
            true => self.redraw(out),
            // Redrawing at every quick iteration would flicker.
            false => Ok(()),
        }
    }

    /// Draws the display over the previous one.
    fn redraw(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !matches!(self.mode, ProgressMode::Display { .. }) {
            return Ok(());
        }
        let frame = self.frame();
        // Line wrapping is off, because wrapped lines would make the count wrong.
        write!(out, "{}{NO_WRAP}{frame}{WRAP}", erase(self.drawn))?;
        self.drawn = frame.lines().count();
        out.flush()
    }

    /// Erases the display. `after_enter`: the key has moved the cursor to the next line.
    fn clear(&mut self, after_enter: bool, out: &mut dyn Write) -> io::Result<()> {
        if self.drawn == 0 {
            return Ok(());
        }
        let lines = self.drawn + usize::from(after_enter);
        write!(out, "{}", erase(lines))
    }

    /// The text of the display.
    fn frame(&self) -> String {
        let elapsed = self.started.elapsed();
        let mut text = time_used(elapsed, self.time);
        if self.mode.enter_stops() {
            text.push_str("   Enter: stop");
        }
        text.push('\n');
        let Some(report) = &self.last else {
            return text;
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "depth {} (selective {}), {} nodes, {:.0} nodes/s, table {} % full",
            report.depth,
            report.seldepth,
            report.nodes,
            report.nodes as f64 / report.elapsed.as_secs_f64().max(1e-3),
            report.hashfull / 10,
        );
        for line in numbered_lines(report, self.size)
            .into_iter()
            .take(MAX_LINES)
        {
            let _ = writeln!(text, "{line}");
        }
        text
    }
}

/// Moves the cursor up by `lines` and erases everything below.
fn erase(lines: usize) -> String {
    match lines {
        0 => "\r\x1b[J".to_string(),
        n => format!("\r\x1b[{n}A\x1b[J"),
    }
}

/// `1.2 s of 5 s [####......]`, or the elapsed time alone if there is no limit.
pub fn time_used(elapsed: Duration, time: Option<Duration>) -> String {
    let seconds = elapsed.as_secs_f64();
    let Some(time) = time.map(|time| time.as_secs_f64()) else {
        return format!("{seconds:.1} s");
    };
    let full = ((seconds / time * BAR_WIDTH as f64) as usize).min(BAR_WIDTH);
    let bar = "#".repeat(full) + &".".repeat(BAR_WIDTH - full);
    format!("{seconds:.1} s of {time} s [{bar}]")
}

/// An iteration as a line `# depth 8 score 35 nodes 1000 time 0.10 s line h8 i9`,
/// followed by one for each further MultiPV line.
fn comment_lines(report: &Report, size: BoardSize) -> String {
    let prefix = |depth: u32, score: Score| {
        format!(
            "# depth {depth} score {} nodes {} time {:.2} s",
            score::display(score),
            report.nodes,
            report.elapsed.as_secs_f64()
        )
    };
    let mut text = format!(
        "{} line {}\n",
        prefix(report.depth, report.score),
        line_names(&report.pv, size)
    );
    for other in &report.others {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} line {}",
            prefix(other.depth, other.score),
            line_names(&other.pv, size)
        );
    }
    text
}

/// The MultiPV lines, numbered, each with its score, and with its depth if the last
/// iteration has not reached it.
pub fn numbered_lines(report: &Report, size: BoardSize) -> Vec<String> {
    let others = report.others.iter();
    let others = others.map(|line| (line.score, line.depth, &line.pv));
    [(report.score, report.depth, &report.pv)]
        .into_iter()
        .chain(others)
        .enumerate()
        .map(|(at, (score, depth, pv))| {
            let score = score::display(score);
            let depth = match depth == report.depth {
                true => String::new(),
                false => format!("(depth {depth}) "),
            };
            let lead = format!("{:2}. {score:>6}", at + 1);
            format!("{lead:<LEAD$}{depth}{}", line_names(pv, size))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Game, Limits, Variation};
    use crate::types::{Point, Rule};

    fn report() -> Report {
        Report {
            depth: 8,
            seldepth: 12,
            score: 35,
            is_lower_bound: false,
            nodes: 1000,
            elapsed: Duration::from_millis(500),
            hashfull: 257,
            pv: vec![Point::new(7, 7), Point::new(8, 6)],
            others: vec![Variation {
                score: -3,
                depth: 8,
                pv: vec![Point::new(8, 8)],
            }],
        }
    }

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    #[test]
    fn plain_output_is_one_comment_for_each_line() {
        assert_eq!(
            comment_lines(&report(), size()),
            "# depth 8 score 35 nodes 1000 time 0.50 s line h8 i9\n\
             # depth 8 score -3 nodes 1000 time 0.50 s line i7\n"
        );
    }

    #[test]
    fn lines_of_the_iteration_before_have_their_depth() {
        let mut unfinished = report();
        unfinished.others[0].depth = 7;
        let lines = numbered_lines(&unfinished, size());
        assert_eq!(lines, [" 1.     35  h8 i9", " 2.     -3  (depth 7) i7"]);
        let comments = comment_lines(&unfinished, size());
        assert!(comments.contains("\n# depth 7 score -3 "), "{comments}");
    }

    #[test]
    fn the_display_overwrites_itself() {
        let game = Game::new(size(), Rule::Freestyle);
        let limits = Limits::default();
        let request = Request::new(&game, &limits);
        let mode = ProgressMode::Display { enter_stops: true };
        let mut display = Display::new(&request, mode, Instant::now());
        let mut out = Vec::new();
        display.show(report(), &mut out).unwrap();
        assert_eq!(display.drawn, 4);
        let first = String::from_utf8(std::mem::take(&mut out)).unwrap();
        assert!(
            first.contains("depth 8 (selective 12), 1000 nodes, 2000 nodes/s, table 25 % full")
        );
        assert!(
            first.contains(" 1.     35  h8 i9\n 2.     -3  i7\n"),
            "{first}"
        );
        assert!(first.contains("Enter: stop"));
        display.redraw(&mut out).unwrap();
        assert!(out.starts_with(b"\r\x1b[4A\x1b[J"));
        out.clear();
        display.clear(true, &mut out).unwrap();
        assert_eq!(out, b"\r\x1b[5A\x1b[J");
    }

    #[test]
    fn a_bar_shows_the_time_used() {
        let second = Duration::from_secs(1);
        assert_eq!(time_used(second, None), "1.0 s");
        assert_eq!(
            time_used(second, Some(4 * second)),
            "1.0 s of 4 s [#####...............]"
        );
        assert!(time_used(9 * second, Some(4 * second)).ends_with("[####################]"));
    }

    #[test]
    fn a_closed_output_stops_the_search() {
        struct ClosedPipe;
        impl Write for ClosedPipe {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut game = Game::new(size(), Rule::Freestyle);
        for (x, y) in [(7, 7), (8, 6), (9, 7)] {
            let stone = crate::engine::Stone::Of(game.side_to_move());
            game.put(Point::new(x, y), stone).unwrap();
        }
        let limits = Limits::default();
        let request = Request::new(&game, &limits);
        let result = think(
            &mut Engine::new(),
            &request,
            ProgressMode::Lines,
            &mut ClosedPipe,
        );
        assert!(result.unwrap_err().is_closed_pipe());
    }
}
