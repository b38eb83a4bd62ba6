//! What the owner asks of the study, and what the engine answers.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::json;

use super::told::{tell, tell_reasons, tell_variations, tell_win, verdict};
use super::{Application, Inner, notify_all, study_of};
use crate::app::events::Kind;
use crate::app::rights::{Denial, NO_HELP, Permission, Refused};
use crate::app::room::{Refusal, Viewer};
use crate::app::search::{Found, Job, Task};
use crate::app::study::{
    Asked, Means, Question, Reviewed, Study, StudyAction, Tried, reviewed_text,
};
use crate::app::words::capital;
use crate::board::notation::point_name;
use crate::engine::{Report, ending, useful_threads};
use crate::report::chance::{win_chance, win_percent};
use crate::report::judgement::summary;
use crate::report::puzzles::fields::{PuzzleDocument, PuzzleFields};
use crate::report::review::grade::INACCURACY;
use crate::report::review::moved::ReviewedMove;
use crate::types::{BoardSize, Point, Rule, Score, score};

/// The longest search for reasons, and for the value of a move that is tried.
const SHORT: Duration = Duration::from_secs(2);
/// The longest search for a forced win.
const LONG: Duration = Duration::from_secs(120);
/// The least memory that searches may be given, in MiB.
const LEAST_MEMORY: u64 = 16;
/// The time that an analysis may last, in seconds.
const SECONDS: RangeInclusive<u64> = 1..=3600;
/// The nodes of a review for each position.
const REVIEW: RangeInclusive<u64> = 1_000..=20_000_000;

impl Application {
    /// Studies the games of a file, or of a text, for whoever has a token.
    ///
    /// # Errors
    /// If that viewer may not do this, or the file cannot be read.
    pub fn read_study(&self, token: &str, bytes: &[u8]) -> Result<(), Refused> {
        let rule = self.lock().room.game.position().rule();
        // Reading a large file takes a while, during which others can act.
        let study = Study::read(bytes, rule).map_err(|text| (Denial::Conflict, text))?;
        let mut inner = self.lock();
        self.check(&inner, token, Permission::OpenStudy)?;
        self.change_in(&mut inner, |inner| enter(inner, study));
        drop(inner);
        self.explore_file(bytes);
        Ok(())
    }

    /// Carries out an action on the study. `version` is that of the nodes which the page knows.
    ///
    /// # Errors
    /// If it is not possible. The text is for the user.
    pub(super) fn study(
        &self,
        inner: &mut Inner,
        version: u64,
        action: StudyAction,
    ) -> Result<(), Refusal> {
        if version != inner.study.version() {
            return Err("The game has changed meanwhile.".into());
        }
        inner.study.is_changed = true;
        let point = |x, y| Point::new(x, y);
        let question = match action {
            StudyAction::Analyze { variations } => {
                inner.study.variations = variations.clamp(1, 10);
                Question::Variations
            }
            StudyAction::Why => Question::Reasons,
            StudyAction::Solve => Question::Win,
            StudyAction::Puzzles => Question::Puzzles,
            StudyAction::Review { nodes } if REVIEW.contains(&nodes) => Question::Review(nodes),
            StudyAction::Review { .. } => {
                return Err("A position gets from 1000 to 20,000,000 nodes.".into());
            }
            StudyAction::Attempt { number, x, y } => {
                return self.attempt(inner, number, point(x, y));
            }
            StudyAction::Try { x, y } => {
                if inner.study.try_move(point(x, y))? == Tried::Open {
                    // If the engine is busy, the verdict is enough.
                    let _ = self.ask(inner, Question::Refutation(point(x, y)));
                }
                return Ok(());
            }
            StudyAction::Stop => {
                inner.study.is_on = false;
                self.stop();
                return Ok(());
            }
            StudyAction::Means {
                threads,
                memory,
                seconds,
            } => {
                let means = Means {
                    threads,
                    memory,
                    seconds,
                };
                return self.change_means(inner, means);
            }
            other => {
                // Some moves may have been played before one was refused.
                let changed = change(inner, other);
                self.follow_place(inner);
                return changed;
            }
        };
        self.ask(inner, question)
    }

    /// Lets an analysis go on at the place that is looked at now, and ends what was asked of
    /// another one.
    fn follow_place(&self, inner: &mut Inner) {
        let has_moved = std::mem::take(&mut inner.study.has_moved);
        if std::mem::take(&mut inner.study.leaves_proof) && inner.study.asked.is_none() {
            // It shows why the reply loses. If the engine is busy, the user can ask for it.
            let _ = self.ask(inner, Question::Win);
            return;
        }
        if !has_moved {
            return;
        }
        if inner.study.hides_solution() {
            inner.study.is_on = false;
            inner.study.asked = None;
            return;
        }
        let Some(asked) = inner.study.asked else {
            // The last analysis has ended by itself.
            return self.resume_analysis(inner);
        };
        match asked.question {
            Question::Variations => {
                inner.study.asked = None;
                // If the game is over there, the analysis ends.
                let _ = self.ask(inner, Question::Variations);
            }
            Question::Reasons | Question::Win | Question::Refutation(_) => {
                inner.study.asked = None;
                self.resume_analysis(inner);
            }
            Question::Review(_) | Question::Attempt(..) | Question::Puzzles => {}
        }
    }

    /// Asks the engine something about the study.
    fn ask(&self, inner: &mut Inner, question: Question) -> Result<(), Refusal> {
        if !inner.room.game.allows_help() {
            return Err(NO_HELP.into());
        }
        if inner.room.game.is_engines_turn() {
            return Err("Goshawk is thinking about its move in the game.".into());
        }
        let place = inner.study.place();
        let needs_moves = matches!(
            question,
            Question::Variations | Question::Reasons | Question::Win
        );
        if needs_moves && place.ending.is_some() {
            return Err("The game is over here.".into());
        }
        let record = match question {
            Question::Review(_) => {
                inner.study.review_nodes = inner.study.variation_nodes();
                Some(inner.study.variation_record()?)
            }
            Question::Puzzles => Some(inner.study.variation_record()?),
            _ => None,
        };
        let (task, limit) = task_of(inner, question);
        let (mut game, mut side) = (place.game, place.side);
        if let Question::Attempt(number, point) = question {
            (game, side) = inner.study.after_attempt(number, point)?;
        }
        if let Question::Refutation(point) = question {
            (game, side) = inner.study.after_try(point)?;
        }
        let Some(searcher) = self.searcher.get() else {
            return Ok(());
        };
        if inner
            .room
            .pending
            .take()
            .is_some_and(|pending| pending.task == Task::Hint)
        {
            notify_all(inner, "The search for a hint has ended.");
        }
        inner.jobs += 1;
        let number = inner.jobs;
        match question {
            Question::Variations => inner.study.is_on = true,
            // Whoever asks something about the position wants its lines again afterwards.
            Question::Reasons | Question::Win => {}
            Question::Review(_)
            | Question::Attempt(..)
            | Question::Refutation(_)
            | Question::Puzzles => {
                inner.study.is_on = false;
            }
        }
        inner.study.has_moved = false;
        inner.study.asked = Some(Asked { number, question });
        inner.study.is_changed = true;
        searcher.begin(Job {
            number,
            task,
            game,
            side,
            turn: None,
            record,
            limit,
            seed: 0,
        });
        Ok(())
    }

    /// Changes what the engine may use. An analysis goes on with it.
    fn change_means(&self, inner: &mut Inner, means: Means) -> Result<(), Refusal> {
        let threads = useful_threads();
        let memory = LEAST_MEMORY..=inner.study.most_memory;
        if !(1..=threads).contains(&means.threads) {
            return Err(format!("The number of threads is from 1 to {threads}."));
        }
        if !memory.contains(&means.memory) {
            let (least, most) = (memory.start(), memory.end());
            return Err(format!("The memory is from {least} to {most} MB."));
        }
        if means
            .seconds
            .is_some_and(|seconds| !SECONDS.contains(&seconds))
        {
            return Err("An analysis lasts from 1 second to an hour.".into());
        }
        inner.study.means = means;
        if let Some(searcher) = self.searcher.get() {
            searcher.change_means(means.threads, means.memory << 20);
        }
        let is_ours = |asked: &Asked| asked.question == Question::Variations;
        match inner.study.asked.filter(is_ours) {
            Some(_) => self.ask(inner, Question::Variations),
            None => Ok(()),
        }
    }

    /// Goes on with the analysis that a question has interrupted, or begins one at another place.
    pub(super) fn resume_analysis(&self, inner: &mut Inner) {
        if inner.study.asked.is_none() && inner.study.is_on {
            // If the game is over there or needs the engine, none begins.
            let _ = self.ask(inner, Question::Variations);
        }
    }

    /// Judges a move that is tried in place of a mistake.
    fn attempt(&self, inner: &mut Inner, number: usize, point: Point) -> Result<(), Refusal> {
        let moved = inner.study.reviewed_move(number)?;
        let (game, opponent) = inner.study.after_attempt(number, point)?;
        let name = point_name(point, game.size());
        if moved.better.first() == Some(&point) {
            let text = format!("Right: {name} is the best move that was found.");
            tell(inner, &verdict(true, &text, &moved.better));
            return Ok(());
        }
        if moved.point == Some(point) {
            let text = format!("{name} is the move of the game. Look for a better one.");
            tell(inner, &verdict(false, &text, &[point]));
            return Ok(());
        }
        if let Some(ending) = ending(&game) {
            let is_won = ending.winner() == Some(!opponent);
            let text = format!("{name}: {}.", summary(&ending, game.size()));
            tell(inner, &verdict(is_won, &text, &[point]));
            return Ok(());
        }
        self.ask(inner, Question::Attempt(number, point))
    }

    /// Takes an answer about the study. Returns whether it was the one that is waited for.
    pub(super) fn take_study_answer(
        inner: &mut Inner,
        number: u64,
        found: &mut Option<Found>,
    ) -> bool {
        let Some(asked) = inner.study.asked.filter(|asked| asked.number == number) else {
            return false;
        };
        inner.study.asked = None;
        inner.study.is_changed = true;
        match (asked.question, found.take()) {
            (Question::Variations, Some(Found::Variations(outcome))) => {
                tell_variations(inner, &outcome.report)
            }
            (Question::Reasons, Some(Found::Reasons(reasons))) => tell_reasons(inner, &reasons),
            (Question::Win, Some(Found::Win(win))) => tell_win(inner, &win),
            (Question::Review(_), Some(Found::Review(review))) => {
                let nodes = std::mem::take(&mut inner.study.review_nodes);
                let told = reviewed_text(&review, &nodes);
                let moves = review.moves;
                inner.study.reviewed = Some(Reviewed { moves, nodes, told });
            }
            (Question::Review(_), Some(Found::NoReview(reason))) => notify_all(inner, &reason),
            (Question::Attempt(number, point), Some(Found::Hint(reply, value))) => {
                let Ok(moved) = inner.study.reviewed_move(number) else {
                    return true;
                };
                let size = inner.study.place().game.size();
                let told = attempt_verdict(&moved, point, reply, value, size);
                tell(inner, &told);
            }
            (Question::Refutation(point), Some(Found::Judged(judged))) => {
                inner.study.judge(point, &judged);
            }
            (Question::Puzzles, Some(Found::Puzzles(puzzles))) => enter_puzzles(inner, puzzles),
            (Question::Attempt(_, point), _) => {
                let text = "The search has ended without a result.";
                tell(inner, &verdict(false, text, &[point]));
            }
            _ => {}
        }
        true
    }

    /// Tells the owner the progress of an analysis. Returns false if `number` is not one.
    pub(super) fn study_progress(inner: &mut Inner, number: u64, report: &Report) -> bool {
        let is_ours = |asked: &Asked| asked.number == number;
        let Some(asked) = inner.study.asked.filter(is_ours) else {
            return false;
        };
        if asked.question == Question::Variations {
            tell_variations(inner, report);
        }
        true
    }

    /// Tells the owner how far a review is.
    pub(super) fn review_progress(&self, number: u64, done: usize, all: usize) {
        let inner = self.lock();
        if inner
            .study
            .asked
            .is_some_and(|asked| asked.number == number)
        {
            let message = json!({ "kind": "reviewing", "done": done, "all": all }).to_string();
            for page in inner
                .pages
                .iter()
                .filter(|page| page.viewer == Viewer::Owner)
            {
                page.mailbox.put(Kind::Search, message.clone());
            }
        }
    }
}

/// What the engine is asked to answer a question, and the longest time for it.
fn task_of(inner: &Inner, question: Question) -> (Task, Duration) {
    match question {
        Question::Variations => {
            let variations = inner.study.variations + inner.study.excluded().len();
            let seconds = inner.study.means.seconds;
            let limit = seconds.map_or(Duration::MAX, Duration::from_secs);
            (Task::Variations(variations), limit)
        }
        Question::Reasons => (Task::Reasons, SHORT.min(inner.room.game.limit())),
        Question::Win => (Task::Win, LONG),
        Question::Review(nodes) => (Task::Review(nodes), Duration::MAX),
        Question::Attempt(..) => (Task::Hint, SHORT),
        Question::Refutation(_) => (Task::Judge, Duration::MAX),
        Question::Puzzles => (Task::Puzzles, Duration::MAX),
    }
}

/// Changes the study without asking the engine.
fn change(inner: &mut Inner, action: StudyAction) -> Result<(), Refusal> {
    let study = &mut inner.study;
    match action {
        StudyAction::Clear { rule, size } => {
            let rule = Rule::from_name(&rule).ok_or("There is no such rule.")?;
            let size = BoardSize::new(size, size);
            let size = size.ok_or("A board has from 5 to 31 columns and rows.")?;
            enter(inner, Study::new(size, rule));
            Ok(())
        }
        StudyAction::TakeGame => {
            let study = study_of(&inner.room);
            if !inner.study.keep(&study) {
                enter(inner, study);
            }
            Ok(())
        }
        StudyAction::Choose { number } => study.choose(number),
        StudyAction::Go { node } => study.go(node),
        StudyAction::Play { x, y } => study.play(Point::new(x, y)),
        StudyAction::Follow { moves } => {
            let points: Vec<Point> = moves.iter().map(|[x, y]| Point::new(*x, *y)).collect();
            study.play_all(&points)
        }
        StudyAction::Reveal => study.reveal(),
        StudyAction::Delete => study.delete(),
        StudyAction::Restore => study.restore(),
        StudyAction::Mark { sign } => study.mark(&sign),
        StudyAction::LeaveProof => {
            study.leave_proof();
            Ok(())
        }
        StudyAction::ReturnToProof => study.return_to_proof(),
        StudyAction::Promote => {
            study.promote();
            Ok(())
        }
        StudyAction::Comment { text } => study.comment(&text),
        StudyAction::SetUp { x, y, stone } => study.set_up(Point::new(x, y), stone),
        StudyAction::Turn => study.turn(),
        StudyAction::Rule { rule } => {
            study.set_rule(Rule::from_name(&rule).ok_or("There is no such rule.")?);
            Ok(())
        }
        StudyAction::Threats { shown } => {
            study.shows_threats = shown;
            Ok(())
        }
        StudyAction::Exclude { x, y } => study.exclude(Point::new(x, y)),
        StudyAction::Analyze { .. }
        | StudyAction::Why
        | StudyAction::Solve
        | StudyAction::Review { .. }
        | StudyAction::Attempt { .. }
        | StudyAction::Try { .. }
        | StudyAction::Puzzles
        | StudyAction::Stop
        | StudyAction::Means { .. } => unreachable!("these are about the engine"),
    }
}

/// Studies another game. What was asked of the last one is no longer waited for.
pub(super) fn enter(inner: &mut Inner, mut study: Study) {
    study.recall(&inner.scores);
    study.follow(&inner.study);
    inner.study = study;
}

/// Lets the owner solve the puzzles that were found in the game.
fn enter_puzzles(inner: &mut Inner, puzzles: Vec<PuzzleFields>) {
    if puzzles.is_empty() {
        let text = "No puzzles were found in this game: positions in which one move alone wins.";
        return notify_all(inner, text);
    }
    enter(inner, Study::of_puzzles(PuzzleDocument::of_game(puzzles)));
}

/// What is said of a point that was tried in place of a mistake. `value` is the score for the
/// opponent, whose best reply is `reply`.
fn attempt_verdict(
    moved: &ReviewedMove,
    point: Point,
    reply: Option<Point>,
    value: Score,
    size: BoardSize,
) -> serde_json::Value {
    let name = point_name(point, size);
    let (before, after) = (win_percent(moved.before), win_percent(-value));
    let is_good = win_chance(moved.before) - win_chance(-value) < INACCURACY;
    let is_better = !is_good && win_chance(-value) - win_chance(moved.after) >= INACCURACY;
    let mut text = match (is_good, is_better) {
        (true, _) => format!("Right: {name} is as good as the best move: win chance {after} %."),
        (_, true) => format!(
            "{name} is better than the move of the game, but not the best: it leaves a win chance \
             of {after} % instead of {before} %."
        ),
        _ => format!("Wrong: {name} leaves a win chance of {after} % instead of {before} %."),
    };
    if let Some(reply) = reply.filter(|_| !is_good) {
        let ends = if score::is_win(value) {
            " and wins by force"
        } else {
            ""
        };
        let opponent = capital((!moved.side).name());
        text = format!(
            "{text} {opponent} answers {}{ends}.",
            point_name(reply, size)
        );
    }
    let moves: Vec<Point> = [Some(point), reply].into_iter().flatten().collect();
    let mut told = verdict(is_good, &text, &moves);
    told["isBetter"] = is_better.into();
    told
}
