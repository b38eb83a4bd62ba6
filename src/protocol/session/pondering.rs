//! Thinking on the opponent's time: a search whose answer nobody waits for.
//!
//! It looks at the position with the opponent to move, so that whatever comes
//! finds the table warm. It says nothing, and every command ends it.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Session;
use crate::engine::{self, Limits};
use crate::protocol::command::Command;
use crate::protocol::search_thread::{Job, Signals, Task};
use crate::protocol::yixin::Yixin;
use crate::time::TimeControl;

/// Whoever has not moved by then may have gone away: the machine gets its rest.
const LONGEST: Duration = Duration::from_secs(600);

/// Does the game stand still after this command, so that thinking may go on?
pub fn goes_on_after(command: &Command) -> bool {
    matches!(
        command,
        Command::Info(_)
            | Command::About
            | Command::Unknown(_)
            | Command::Yixin(Yixin::ShowInfo | Yixin::ShowForbid)
    )
}

impl<W: Write> Session<W> {
    /// Begins to think for the opponent, if that is wanted and of any use.
    pub(super) fn ponder(&mut self) {
        let is_busy = self.thinking.is_some() || self.placement.is_some();
        if !self.settings.may_ponder() || is_busy || self.input_ended {
            return;
        }
        let Some(game) = self.game.clone() else {
            return;
        };
        if engine::ending(&game).is_some() {
            return;
        }
        let signals = Arc::new(Signals::default());
        let limits = Limits {
            time: TimeControl {
                turn: Some(LONGEST),
                ..TimeControl::default()
            },
            ..Limits::default()
        };
        let task = Task {
            ticket: self.tickets,
            side: game.side_to_move(),
            game,
            goal: None,
            threads: self.settings.threads(),
            lines: 1,
            live: false,
            limits,
            memory: self.settings.memory(),
            arrived: Instant::now(),
            signals: Arc::clone(&signals),
        };
        self.pondering = Some(signals);
        self.learned = true;
        self.order(Job::Ponder(Box::new(task)));
    }

    /// Ends the thinking on the opponent's time; was there any?
    pub(super) fn stop_pondering(&mut self) -> bool {
        match self.pondering.take() {
            Some(signals) => {
                signals.drop_search();
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Game, Outcome, Report};
    use crate::protocol::Line;
    use crate::types::{BoardSize, Point, Rule};
    use std::sync::mpsc::{self, Receiver};

    /// A session that has just played a move, with nobody to do its jobs.
    fn played(out: &mut Vec<u8>) -> (Session<&mut Vec<u8>>, Receiver<Job>) {
        let (jobs, queue) = mpsc::channel();
        let mut session = Session::new(out, jobs, Duration::ZERO);
        let size = BoardSize::square(15).unwrap();
        say(&mut session, "INFO pondering 1");
        session.game = Some(Game::new(size, Rule::Freestyle));
        assert_eq!(session.think(Instant::now()), Ok(None));
        let outcome = Outcome {
            best: Some(Point::new(7, 7)),
            report: Report::default(),
        };
        let _ = session.finished(1, outcome).unwrap();
        (session, queue)
    }

    fn say(session: &mut Session<&mut Vec<u8>>, text: &str) {
        let line = Line {
            bytes: text.as_bytes().to_vec(),
            cut: false,
            arrived: Instant::now(),
        };
        let _ = session.line(&line).unwrap();
    }

    /// The positions pondered so far: their stones.
    fn pondered(queue: &Receiver<Job>) -> Vec<usize> {
        let jobs = queue.try_iter();
        jobs.filter_map(|job| match job {
            Job::Ponder(task) => Some(task.game.ply()),
            _ => None,
        })
        .collect()
    }

    #[test]
    fn a_move_is_followed_by_thinking_for_the_opponent() {
        let mut out = Vec::new();
        let (session, queue) = played(&mut out);
        assert!(session.pondering.is_some());
        assert_eq!(pondered(&queue), [1]);
    }

    #[test]
    fn commands_end_it_and_settings_resume_it() {
        for (line, resumes) in [
            ("TURN 8,8", false),
            ("TURN 7,7", false),
            ("RESTART", false),
            ("TAKEBACK 7,7", false),
            ("BOARD", false),
            ("YXBOARD", false),
            ("YXHASHCLEAR", false),
            ("STOP", false),
            ("YXSTOP", false),
            ("INFO time_left 1000", true),
            ("INFO pondering 0", false),
            ("INFO game_type 2", false),
            ("ABOUT", true),
            ("", true),
            ("YXSHOWFORBID", true),
        ] {
            let mut out = Vec::new();
            let (mut session, queue) = played(&mut out);
            let signals = session.pondering.clone().expect("it ponders");
            assert_eq!(pondered(&queue), [1]);
            say(&mut session, line);
            assert!(signals.is_dropped(), "{line}");
            assert_eq!(session.pondering.is_some(), resumes, "{line}");
            let again = pondered(&queue);
            assert_eq!(again.len(), usize::from(resumes), "{line}");
        }
    }

    #[test]
    fn a_game_that_is_over_is_not_thought_about() {
        let mut out = Vec::new();
        let (mut session, queue) = played(&mut out);
        say(&mut session, "STOP");
        assert_eq!(pondered(&queue), [1]);
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::new(size, Rule::Freestyle);
        for x in 0..5 {
            let stone = engine::Stone::Of(crate::types::Color::Black);
            game.put(Point::new(x, 0), stone).unwrap();
        }
        session.game = Some(game);
        session.ponder();
        assert_eq!(pondered(&queue), []);
    }
}
