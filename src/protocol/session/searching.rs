//! Starting searches and answering with their results.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::active_search::ActiveSearch;
use super::opening_steps::answer;
use super::state::{Answer, Session};
use crate::engine::{self, Game, Outcome, Report, Stone};
use crate::opening::{OpeningMove, OpeningRequest};
use crate::protocol::detail::details;
use crate::protocol::event::SearchId;
use crate::protocol::response::{CommandError, Response};
use crate::protocol::search_line::SearchLine;
use crate::protocol::search_thread::{Job, SearchControl, SearchTask};
use crate::protocol::text::PointStyle;
use crate::strength::Strength;
use crate::types::Point;
use crate::types::score::is_loss;

/// An iteration is printed only if it took longer than this. Managers log every
/// line, and the first iterations take microseconds.
const SHOWN_FROM: Duration = Duration::from_millis(100);

impl<W: Write> Session<W> {
    /// Starts a search for the next move of the game.
    pub(super) fn think(&mut self, arrived: Instant) -> Answer {
        let answer = self.find_move(1, self.settings.strength, arrived);
        if let Some(search) = &mut self.search {
            search.is_counted = true;
        }
        answer
    }

    /// Starts a search for the best move of the side to move and for this many variations, none of
    /// which begins on an excluded point.
    pub(super) fn find_move(
        &mut self,
        multipv: usize,
        strength: Strength,
        arrived: Instant,
    ) -> Answer {
        let game = self.game.clone().ok_or(CommandError::NoGame)?;
        self.start_search(game, None, multipv, strength, arrived)
    }

    /// Starts a search for a move and all defences: the moves that are not proved to lose.
    pub(super) fn search_defences(&mut self, arrived: Instant) -> Answer {
        let answer = self.find_move(usize::MAX, Strength::FULL, arrived);
        if let Some(search) = &mut self.search {
            search.lists_defences = true;
        }
        answer
    }

    /// Starts a search for a decision about an opening.
    pub(super) fn decide(
        &mut self,
        game: Game,
        request: OpeningRequest,
        strength: Strength,
        arrived: Instant,
    ) -> Answer {
        self.start_search(game, Some(request), 1, strength, arrived)
    }

    /// Starts a search. The answer is a `DEBUG` line if the user wants those.
    fn start_search(
        &mut self,
        game: Game,
        opening: Option<OpeningRequest>,
        multipv: usize,
        strength: Strength,
        arrived: Instant,
    ) -> Answer {
        if game.is_full() {
            return Err(CommandError::BoardFull);
        }
        self.last_id += 1;
        let startup = std::mem::take(&mut self.startup);
        let mut excluded = self.excluded.clone();
        excluded.retain(|point| game.size().contains(*point) && game.at(*point).is_none());
        let task = SearchTask {
            id: self.last_id,
            side: game.side_to_move(),
            game,
            opening,
            excluded,
            multipv,
            is_live: self.settings.is_realtime(),
            strength,
            limits: self.settings.limits(startup),
            memory: self.settings.memory(),
            threads: self.settings.threads(),
            arrived,
            control: Arc::new(SearchControl::default()),
        };
        let search = ActiveSearch::new(&task);
        // After the end of input a search without limits would never end, and after END there is
        // no time left.
        if self.ends_at.is_some() || self.input_ended && !search.is_limited() {
            search.control.stop();
        }
        self.search = Some(search);
        let debug = self.settings.debug.then(|| describe(&task));
        self.has_searched = true;
        self.queue(Job::Search(Box::new(task)));
        Ok(debug)
    }

    /// Prints an iteration of the search.
    pub(super) fn iteration(&mut self, id: SearchId, report: &Report) -> io::Result<()> {
        if let Some(search) = self.search.as_mut().filter(|search| search.id == id) {
            let is_first = search.best.is_none();
            search.best = report.pv.first().copied();
            search.hashfull = report.hashfull;
            let time = report.elapsed.saturating_sub(search.last_iteration);
            search.last_iteration = report.elapsed;
            if time > SHOWN_FROM {
                search.shown = Some(report.clone());
                let are_wanted = self.settings.shows_other_lines(search.lists_defences);
                self.print_progress(report, are_wanted)?;
            }
            if is_first && self.settings.is_realtime() {
                self.out.send(&Response::Refresh)?;
            }
            self.print_details(report)?;
        }
        Ok(())
    }

    /// Prints the state of a search: the best variation, and the others if they are wanted.
    fn print_progress(&mut self, report: &Report, are_wanted: bool) -> io::Result<()> {
        let style = self.point_style();
        for line in SearchLine::of_report(report, style, are_wanted) {
            self.out.send(&Response::Line(line))?;
        }
        Ok(())
    }

    /// How points are written in messages.
    fn point_style(&self) -> PointStyle {
        match &self.game {
            Some(game) if self.settings.rows_first => PointStyle::YixinBoard(game.size().width()),
            _ => PointStyle::Protocol,
        }
    }

    /// Prints the moves that are not proved to lose, and marks the others for Yixin-Board.
    /// `is_complete`: an iteration has searched all moves.
    fn print_defences(&mut self, report: &Report, is_complete: bool) -> io::Result<()> {
        let Some(game) = &self.game else {
            return Ok(());
        };
        let others = report.others.iter().map(|line| (line.score, &line.pv));
        let lines = [(report.score, &report.pv)].into_iter().chain(others);
        let mut moves = Vec::new();
        let mut lost = Vec::new();
        for (score, point) in lines.filter_map(|(score, pv)| Some((score, *pv.first()?))) {
            // The search leaves out moves that are mirror images of others.
            let kind = if is_loss(score) {
                &mut lost
            } else {
                &mut moves
            };
            kind.extend(engine::images(game, point));
        }
        if self.settings.is_realtime() {
            for point in lost {
                self.out.send(&Response::MoveLoses(point))?;
            }
        }
        let style = self.point_style();
        self.out.send(&Response::Defences {
            moves,
            is_complete,
            style,
        })
    }

    /// Prints a line about the root moves of the search.
    pub(super) fn live(&mut self, id: SearchId, response: &Response) -> io::Result<()> {
        let is_active = self.search.as_ref().is_some_and(|search| search.id == id);
        if is_active && self.settings.is_realtime() {
            self.out.send(response)?;
        }
        Ok(())
    }

    /// Prints the lines about an iteration that Yixin-Board has asked for.
    fn print_details(&mut self, report: &Report) -> io::Result<()> {
        if self.settings.is_realtime()
            && let Some(best) = report.pv.first()
        {
            self.out.send(&Response::Best(*best))?;
            self.out.send(&Response::Value(report.score))?;
            self.out.send(&Response::BestLine(report.pv.clone()))?;
        }
        if self.settings.is_detailed() {
            for detail in details(report) {
                self.out.send(&Response::Detail(detail))?;
            }
        }
        Ok(())
    }

    /// Plays the move that the search has found.
    pub(super) fn finished(&mut self, id: SearchId, outcome: &Outcome) -> io::Result<()> {
        let Some(search) = self.search.take_if(|search| search.id == id) else {
            return Ok(());
        };
        let substitute = || search.substitute(self.game.as_ref()?);
        let best = outcome.best.or_else(substitute);
        let mut report = outcome.report.clone();
        // A move that replaces a missing one has no variation.
        if report.pv.is_empty() {
            report.pv.extend(best);
        }
        if search.shown.as_ref() != Some(&outcome.report) {
            let are_wanted = self.settings.shows_other_lines(search.lists_defences);
            self.print_progress(&report, are_wanted)?;
        }
        // The last iteration was not completed but has found a better move.
        if search.best.is_some() && search.best != report.pv.first().copied() {
            self.print_details(&report)?;
        }
        if search.lists_defences {
            self.print_defences(&outcome.report, search.best.is_some())?;
        }
        if self.play_found(&search, best)? {
            self.ponder();
        }
        Ok(())
    }

    /// Places the stone that a search has found, and prints the move. Returns false if there is none.
    fn play_found(&mut self, search: &ActiveSearch, best: Option<Point>) -> io::Result<bool> {
        let stone = Stone::Of(search.side);
        let played = self
            .game
            .as_mut()
            .and_then(|game| best.filter(|point| game.put(*point, stone) == Ok(())));
        self.reply(match played {
            Some(point) => Ok(Some(Response::Move(point))),
            None => Err(CommandError::NoMove),
        })?;
        self.settings.clock.charge(search.spent());
        Ok(played.is_some())
    }

    /// Prints a decision about an opening. Its stones are placed on the board if
    /// they are part of the game.
    pub(super) fn decided(
        &mut self,
        id: SearchId,
        decision: Option<OpeningMove>,
    ) -> io::Result<()> {
        let Some(search) = self.search.take_if(|search| search.id == id) else {
            return Ok(());
        };
        let decision = decision.or_else(|| {
            let point = search.substitute(self.game.as_ref()?)?;
            Some(OpeningMove::Stones(vec![point]))
        });
        if let Some(step) = search.opening_step {
            for line in answer(step, decision) {
                self.out.send(&line)?;
            }
        } else {
            // Yixin-Board places only the first of several stones.
            if let Some(OpeningMove::Stones(stones)) = &decision
                && stones.len() > 1
                && self.settings.rows_first
            {
                let message = Response::StonesNamed(stones.clone(), self.point_style());
                self.out.send(&message)?;
            }
            let answer = match decision {
                Some(OpeningMove::Swap) => Ok(Some(Response::Swap)),
                Some(OpeningMove::Stones(stones)) if !search.is_kept || self.put_all(&stones) => {
                    Ok(Some(Response::Stones(stones)))
                }
                Some(OpeningMove::Stones(_) | OpeningMove::Step(_)) | None => {
                    Err(CommandError::NoMove)
                }
            };
            self.reply(answer)?;
        }
        self.settings.clock.charge(search.spent());
        Ok(())
    }

    /// Prints that a search has panicked. If it has a number, its answer follows.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn panicked(&mut self, id: Option<SearchId>) -> io::Result<()> {
        let is_due = |id| self.search.as_ref().is_some_and(|search| search.id == id);
        match id {
            Some(id) if !is_due(id) => Ok(()),
            Some(_) => self.out.send(&Response::SearchPanicked),
            None => self.out.send(&Response::PonderingPanicked),
        }
    }

    /// Answers what is due, also the requests that wait, without waiting for searches: with the best
    /// moves so far, or else any, and with any decisions about openings.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn answer_at_once(&mut self) -> io::Result<()> {
        while let Some(search) = &self.search {
            if search.excluded.is_none() {
                let (id, decision) = (search.id, search.any_decision());
                self.decided(id, decision)?;
            } else if let Some(search) = self.search.take() {
                let best = self.game.as_ref().and_then(|game| search.substitute(game));
                self.play_found(&search, best)?;
            }
            self.handle_waiting()?;
        }
        Ok(())
    }

    /// Places stones of alternating colours on the board; all or none.
    fn put_all(&mut self, stones: &[Point]) -> bool {
        let Some(mut game) = self.game.clone() else {
            return false;
        };
        let all_placed = stones.iter().all(|point| {
            let stone = Stone::Of(game.side_to_move());
            game.put(*point, stone).is_ok()
        });
        if all_placed {
            self.game = Some(game);
        }
        all_placed
    }
}

/// A `DEBUG` line with the parameters of a search.
fn describe(task: &SearchTask) -> Response {
    Response::Debug(format!(
        "search {}: {:?} to move, {}, {} stones, {:?}, memory {}, threads {}",
        task.id,
        task.side,
        task.game.rule().name(),
        task.game.ply(),
        task.limits,
        task.memory,
        task.threads,
    ))
}
