//! Runs a search and shows its progress: a display on a terminal that is
//! redrawn in place, or plain lines, one for each iteration, on other outputs.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::notation::point_names;
use crate::cli::error::CliError;
use crate::cli::term::Terminal;
use crate::cli::term::keys::{HINT, StopKeys};
use crate::cli::term::layout::time_used;
use crate::cli::term::live::Live;
use crate::engine::{Engine, Outcome, Report, Request, can_search, search_thread};
use crate::report::text::score_text;
use crate::report::variations::variations;
use crate::types::{BoardSize, Color, score};

/// The longest time between two redraws of the display.
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);
/// The most variations on the display, which must fit a small terminal.
const MAX_LINES: usize = 12;

/// The number of characters before the moves of a numbered line.
pub const LEAD: usize = 12;

/// How the progress of a search is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressMode {
    /// Not at all.
    Hidden,
    /// A line for each iteration, in the form of a comment in a board file.
    Lines,
    /// A display that is redrawn in place.
    Display(Terminal),
}

impl ProgressMode {
    /// The mode for standard output.
    pub fn new(terminal: Terminal) -> ProgressMode {
        if terminal.live {
            ProgressMode::Display(terminal)
        } else {
            ProgressMode::Lines
        }
    }
}

/// Searches and shows the progress. Keys end the search.
///
/// # Errors
/// If the output cannot be written, the system refuses a thread, or there is too
/// little memory for a search.
pub fn think(
    engine: &mut Engine,
    request: &Request<'_>,
    mode: ProgressMode,
    keys: &StopKeys,
    out: &mut dyn Write,
) -> Result<Outcome, CliError> {
    let started = Instant::now();
    let (reports, inbox) = mpsc::channel::<Report>();
    thread::scope(|scope| {
        let stop_flag = keys.stop();
        let (game, side, limits) = (request.game, request.side, request.limits);
        let (options, excluded) = (request.options, request.excluded.clone());
        let networks = request.networks.clone();
        let search = search_thread("search").spawn_scoped(scope, move || {
            let mut report = |report: &Report| {
                // The receiver is gone if the output failed.
                let _ = reports.send(report.clone());
            };
            let request = Request {
                side,
                started,
                stop: Some(stop_flag),
                options,
                excluded,
                networks,
                ..Request::new(game, &limits)
            };
            can_search().then(|| engine.think(&request, &mut report))
        });
        let search = search.map_err(CliError::Thread)?;
        let mut display = Display::new(request, mode, started, keys);
        let mut written = Ok(());
        while written.is_ok() {
            written = match inbox.recv_timeout(REDRAW_INTERVAL) {
                Ok(report) => display.show(report, out),
                Err(RecvTimeoutError::Timeout) => display.redraw(out),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        keys.stop().store(true, Ordering::Relaxed);
        let outcome = search
            .join()
            .map_err(|_| CliError::Thread(io::Error::other("the search failed")))?;
        written
            .and_then(|()| display.clear(out))
            .map_err(CliError::Write)?;
        outcome.ok_or(CliError::Thread(io::ErrorKind::OutOfMemory.into()))
    })
}

/// The progress on the screen.
struct Display<'a> {
    mode: ProgressMode,
    size: BoardSize,
    side: Color,
    /// The time limit.
    time: Option<Duration>,
    /// Number of variations that are searched.
    multipv: usize,
    started: Instant,
    last: Option<Report>,
    live: Live,
    keys: &'a StopKeys,
}

impl Display<'_> {
    fn new<'a>(
        request: &Request<'_>,
        mode: ProgressMode,
        started: Instant,
        keys: &'a StopKeys,
    ) -> Display<'a> {
        Display {
            mode,
            size: request.game.size(),
            side: request.side,
            time: request.limits.time.turn,
            multipv: request.options.multipv,
            started,
            last: None,
            live: Live::new(match mode {
                ProgressMode::Display(terminal) => terminal,
                ProgressMode::Hidden | ProgressMode::Lines => Terminal::default(),
            }),
            keys,
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
        // Redrawing at every quick iteration would flicker.
        if first { self.redraw(out) } else { Ok(()) }
    }

    /// Draws the display over the previous one.
    fn redraw(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.live.is_live() {
            return Ok(());
        }
        let lines = self.frame();
        self.live.draw(&lines, self.keys.take_typed(), out)
    }

    /// Erases the display.
    fn clear(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.live.clear(self.keys.take_typed(), out)
    }

    /// The lines of the display.
    fn frame(&mut self) -> Vec<String> {
        let hint = if self.keys.are_read() { HINT } else { "" };
        let width = self.live.width();
        let mut lines = vec![time_used(self.started.elapsed(), self.time, hint, width)];
        let Some(report) = &self.last else {
            return lines;
        };
        lines.push(score_text(report.score, self.side));
        lines.push(format!(
            "depth {} (selective {}), {} nodes, {:.0} nodes/s, table {} % full",
            report.depth,
            report.seldepth,
            report.nodes,
            report.nodes as f64 / report.elapsed.as_secs_f64().max(1e-3),
            report.hashfull / 10,
        ));
        let shown = match self.multipv {
            0 | 1 => vec![point_names(&report.pv, self.size)],
            _ => numbered_lines(report, self.size),
        };
        lines.extend(shown.into_iter().take(MAX_LINES));
        lines
    }
}

/// An iteration as a line `# depth 8 score 35 nodes 1000 time 0.10 s line 1 h8 i9`,
/// followed by one for each further MultiPV line.
fn comment_lines(report: &Report, size: BoardSize) -> String {
    let mut text = String::new();
    for (number, (score, depth, moves)) in (1..).zip(variations(report)) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "# depth {depth} score {} nodes {} time {:.2} s line {number} {}",
            score::display(score),
            report.nodes,
            report.elapsed.as_secs_f64(),
            point_names(moves, size)
        );
    }
    text
}

/// The MultiPV lines, best score first, numbered, each with its score and its depth.
pub fn numbered_lines(report: &Report, size: BoardSize) -> Vec<String> {
    let mut sorted: Vec<_> = variations(report).collect();
    // The sort keeps the order of equal ones.
    sorted.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
    (1..)
        .zip(sorted)
        .map(|(number, (score, depth, moves))| {
            let score = if score::is_mate(score) {
                score::display(score)
            } else {
                format!("{score:+}")
            };
            let lead = format!("{number:2}. {score:>6}");
            format!("{lead:<LEAD$}(depth {depth}) {}", point_names(moves, size))
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
            "# depth 8 score 35 nodes 1000 time 0.50 s line 1 h8 i9\n\
             # depth 8 score -3 nodes 1000 time 0.50 s line 2 i7\n"
        );
    }

    #[test]
    fn lines_are_sorted_by_their_worth_and_have_their_depths() {
        let mut unfinished = report();
        unfinished.others[0].depth = 7;
        let lines = numbered_lines(&unfinished, size());
        assert_eq!(
            lines,
            [" 1.    +35  (depth 8) h8 i9", " 2.     -3  (depth 7) i7"]
        );
        unfinished.others[0].score = 40;
        let lines = numbered_lines(&unfinished, size());
        assert_eq!(lines[0], " 1.    +40  (depth 7) i7");
        let comments = comment_lines(&unfinished, size());
        assert!(comments.contains("\n# depth 7 score 40 "), "{comments}");
    }

    #[test]
    fn the_display_shows_the_value_and_overwrites_itself() {
        let game = Game::new(size(), Rule::Freestyle);
        let limits = Limits::default();
        let request = Request::new(&game, &limits);
        let terminal = Terminal {
            live: true,
            ..Terminal::default()
        };
        let keys = StopKeys::new(false).unwrap();
        let mode = ProgressMode::Display(terminal);
        let mut display = Display::new(&request, mode, Instant::now(), &keys);
        let mut out = Vec::new();
        display.show(report(), &mut out).unwrap();
        let first = String::from_utf8(std::mem::take(&mut out)).unwrap();
        let expected = "\nblack 54 %, +35\ndepth 8 (selective 12), 1000 nodes, 2000 nodes/s, table \
                        25 % full\nh8 i9";
        assert!(first.ends_with(expected), "{first}");
        display.redraw(&mut out).unwrap();
        assert!(out.starts_with(b"\r\x1b[3A\x1b[J"));
        out.clear();
        display.clear(&mut out).unwrap();
        assert_eq!(out, b"\r\x1b[3A\x1b[J");
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
            &StopKeys::new(false).unwrap(),
            &mut ClosedPipe,
        );
        assert!(result.unwrap_err().is_closed_pipe());
    }
}
