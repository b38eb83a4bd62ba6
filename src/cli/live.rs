//! A search watched from outside: a view on a terminal that is drawn over
//! itself, or plain lines, one an iteration, on everything else.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::terminal::Terminal;
use crate::board::notation::line_names;
use crate::engine::{Engine, Outcome, Report, Request, search_thread};
use crate::types::{BoardSize, Score, score};

/// The view is drawn anew after this time at the latest.
const TICK: Duration = Duration::from_millis(100);
/// Lines of the view at most, so that it fits a small terminal.
const MOST_LINES: usize = 12;
/// Width of the bar that shows how much of the time is used.
const BAR: usize = 20;

/// How a search is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Not at all.
    Off,
    /// A line for each iteration, as a comment that readers of boards pass over.
    Plain,
    /// A view that is drawn over itself. True: the Enter key ends the search.
    Live(bool),
}

impl Watch {
    /// What suits standard output; `reads_input`: standard input is taken.
    pub fn of(terminal: Terminal, reads_input: bool) -> Watch {
        match terminal.live {
            true => Watch::Live(!reads_input && io::stdin().is_terminal()),
            false => Watch::Plain,
        }
    }
}

/// Thinks while the watch is kept.
///
/// # Errors
/// Fails if the output cannot be written or the system refuses a thread.
pub fn think(
    engine: &mut Engine,
    request: &Request<'_>,
    watch: Watch,
    out: &mut dyn Write,
) -> io::Result<Outcome> {
    let stop = Arc::new(AtomicBool::new(false));
    if watch == Watch::Live(true) {
        stop_at_enter(&stop)?;
    }
    let started = Instant::now();
    let (reports, inbox) = mpsc::channel::<Report>();
    thread::scope(|scope| {
        let ended = &stop;
        let search = search_thread("search").spawn_scoped(scope, move || {
            let mut report = |report: &Report| {
                // The watcher may have given up.
                let _ = reports.send(report.clone());
            };
            let request = Request {
                started,
                stop: Some(ended),
                ..request.clone()
            };
            engine.think(&request, &mut report)
        })?;
        let mut view = View::new(request, watch, started);
        let mut shown = Ok(());
        while shown.is_ok() {
            shown = match inbox.recv_timeout(TICK) {
                Ok(report) => view.show(report, out),
                Err(RecvTimeoutError::Timeout) => view.redraw(out),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        let entered = stop.swap(true, Ordering::Relaxed);
        let outcome = search
            .join()
            .map_err(|_| io::Error::other("the search has failed"))?;
        shown.and_then(|()| view.clear(entered, out))?;
        Ok(outcome)
    })
}

/// Lets the Enter key end the search. The thread ends with the program.
fn stop_at_enter(stop: &Arc<AtomicBool>) -> io::Result<()> {
    let stop = Arc::clone(stop);
    thread::Builder::new().name("keys".into()).spawn(move || {
        let mut line = String::new();
        // The end of the input is no wish to stop.
        if io::stdin().read_line(&mut line).is_ok_and(|read| read > 0) {
            stop.store(true, Ordering::Relaxed);
        }
    })?;
    Ok(())
}

/// What is on the screen.
struct View {
    watch: Watch,
    size: BoardSize,
    time: Option<Duration>,
    started: Instant,
    last: Option<Report>,
    /// Lines drawn, which the next drawing goes over.
    drawn: usize,
}

impl View {
    fn new(request: &Request<'_>, watch: Watch, started: Instant) -> View {
        View {
            watch,
            size: request.game.size(),
            time: request.limits.time.turn,
            started,
            last: None,
            drawn: 0,
        }
    }

    fn show(&mut self, report: Report, out: &mut dyn Write) -> io::Result<()> {
        if self.watch == Watch::Plain {
            out.write_all(plain(&report, self.size).as_bytes())?;
            out.flush()?;
        }
        let first = self.last.is_none();
        self.last = Some(report);
        match first {
            true => self.redraw(out),
            // Quick iterations would only make it flicker.
            false => Ok(()),
        }
    }

    fn redraw(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !matches!(self.watch, Watch::Live(_)) {
            return Ok(());
        }
        let frame = self.frame();
        // Long lines are cut by the terminal, or the count would be wrong.
        write!(out, "{}\x1b[?7l{frame}\x1b[?7h", over(self.drawn))?;
        self.drawn = frame.lines().count();
        out.flush()
    }

    /// Takes the view off the screen; `entered`: the key has moved the cursor on.
    fn clear(&mut self, entered: bool, out: &mut dyn Write) -> io::Result<()> {
        if self.drawn == 0 {
            return Ok(());
        }
        let lines = self.drawn + usize::from(entered);
        write!(out, "{}", over(lines))
    }

    /// The lines of the view.
    fn frame(&self) -> String {
        let elapsed = self.started.elapsed();
        let mut text = progress(elapsed, self.time);
        if self.watch == Watch::Live(true) {
            text.push_str("   Enter: end");
        }
        text.push('\n');
        let Some(report) = &self.last else {
            return text;
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "depth {} (selective {}), {} nodes, {:.0} thousand a second",
            report.depth,
            report.seldepth,
            report.nodes,
            report.nodes as f64 / 1000.0 / report.elapsed.as_secs_f64().max(1e-3),
        );
        for line in numbered(report, self.size).into_iter().take(MOST_LINES) {
            let _ = writeln!(text, "{line}");
        }
        text
    }
}

/// Moves the cursor up so many lines and clears what is below.
fn over(lines: usize) -> String {
    match lines {
        0 => "\r\x1b[J".to_string(),
        n => format!("\r\x1b[{n}A\x1b[J"),
    }
}

/// `1.2 s of 5 s [####......]`, or the time alone if there is no limit.
fn progress(elapsed: Duration, time: Option<Duration>) -> String {
    let seconds = elapsed.as_secs_f64();
    let Some(time) = time.map(|time| time.as_secs_f64()) else {
        return format!("{seconds:.1} s");
    };
    let full = ((seconds / time * BAR as f64) as usize).min(BAR);
    let bar = "#".repeat(full) + &".".repeat(BAR - full);
    format!("{seconds:.1} s of {time} s [{bar}]")
}

/// An iteration as a line: `# depth 8 score 35 nodes 1000 time 0.10 s line h8 i9`,
/// and one for each further line.
fn plain(report: &Report, size: BoardSize) -> String {
    let head = |score: Score| {
        format!(
            "# depth {} score {} nodes {} time {:.2} s",
            report.depth,
            score::display(score),
            report.nodes,
            report.elapsed.as_secs_f64()
        )
    };
    let mut text = format!(
        "{} line {}\n",
        head(report.score),
        line_names(&report.pv, size)
    );
    for other in &report.others {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} line {}",
            head(other.score),
            line_names(&other.pv, size)
        );
    }
    text
}

/// The best lines, numbered, each with its score.
pub fn numbered(report: &Report, size: BoardSize) -> Vec<String> {
    let all = report.others.iter().map(|line| (line.score, &line.pv));
    [(report.score, &report.pv)]
        .into_iter()
        .chain(all)
        .enumerate()
        .map(|(at, (score, pv))| {
            let score = score::display(score);
            format!("{:2}. {score:>6}  {}", at + 1, line_names(pv, size))
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
            pv: vec![Point::new(7, 7), Point::new(8, 6)],
            others: vec![Variation {
                score: -3,
                pv: vec![Point::new(8, 8)],
            }],
        }
    }

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    #[test]
    fn an_iteration_is_a_comment_a_line() {
        assert_eq!(
            plain(&report(), size()),
            "# depth 8 score 35 nodes 1000 time 0.50 s line h8 i9\n\
             # depth 8 score -3 nodes 1000 time 0.50 s line i7\n"
        );
    }

    #[test]
    fn the_view_goes_over_itself() {
        let game = Game::new(size(), Rule::Freestyle);
        let limits = Limits::default();
        let request = Request::new(&game, &limits);
        let mut view = View::new(&request, Watch::Live(true), Instant::now());
        let mut out = Vec::new();
        view.show(report(), &mut out).unwrap();
        assert_eq!(view.drawn, 4);
        let first = String::from_utf8(std::mem::take(&mut out)).unwrap();
        assert!(first.contains("depth 8 (selective 12), 1000 nodes, 2 thousand a second"));
        assert!(
            first.contains(" 1.     35  h8 i9\n 2.     -3  i7\n"),
            "{first}"
        );
        assert!(first.contains("Enter: end"));
        view.redraw(&mut out).unwrap();
        assert!(out.starts_with(b"\r\x1b[4A\x1b[J"));
        out.clear();
        view.clear(true, &mut out).unwrap();
        assert_eq!(out, b"\r\x1b[5A\x1b[J");
    }

    #[test]
    fn a_bar_shows_the_time() {
        let second = Duration::from_secs(1);
        assert_eq!(progress(second, None), "1.0 s");
        assert_eq!(
            progress(second, Some(4 * second)),
            "1.0 s of 4 s [#####...............]"
        );
        assert!(progress(9 * second, Some(4 * second)).ends_with("[####################]"));
    }

    #[test]
    fn a_reader_that_is_gone_ends_the_search() {
        struct Gone;
        impl Write for Gone {
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
        let result = think(&mut Engine::new(), &request, Watch::Plain, &mut Gone);
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
