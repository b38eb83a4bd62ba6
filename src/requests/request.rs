//! A request: what is asked, with which id and priority.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use serde_json::value::RawValue;

use super::fields::{FieldError, Fields};
use super::limits::{
    DEFAULT_REVIEW_TIME, DEFAULT_SOLVE_TIME, DEFAULT_TIME, MAX_ID, MAX_LINES, MAX_TURNS,
};
use super::position::{Subject, points};
use super::task::{Action, Search, Solve, Task, Work};
use crate::engine::Limits;

/// The id of a request, a string or a number.
#[derive(Clone, Debug)]
pub struct Id {
    /// As it was written, to be given back.
    pub text: Box<RawValue>,
    /// What it is compared by: the contents of a string, or a number as it was written.
    key: String,
}

impl Id {
    fn read(field: &str, value: &RawValue) -> Result<Id, FieldError> {
        let text = value.get();
        if text.len() > MAX_ID {
            let message = format!("longer than {MAX_ID} bytes");
            return Err(FieldError::of(field, message));
        }
        let key = match text.as_bytes().first() {
            Some(b'"') => serde_json::from_str(text)
                .ok()
                .map(|name: String| format!("\"{name}")),
            Some(b'-' | b'0'..=b'9') => Some(text.to_string()),
            _ => None,
        };
        match key {
            Some(key) => Ok(Id {
                text: value.to_owned(),
                key,
            }),
            None => Err(FieldError::of(field, "expected a string or a number")),
        }
    }

    /// What it is compared by.
    pub fn key(&self) -> &str {
        &self.key
    }
}

/// What a request asks for, as far as it has to be known at once.
#[derive(Debug)]
pub enum Order {
    /// A task for the search threads, which [`task`] reads.
    Search {
        /// The numbers of moves after which a game is searched, if they are given.
        turns: Option<Vec<usize>>,
        /// Higher ones are searched first.
        priority: i32,
    },
    /// To end the requests with these ids, or all.
    Terminate(Option<Vec<Id>>),
    /// To name the program.
    Version,
}

/// A request whose id and action are known.
pub struct Request {
    /// The id.
    pub id: Id,
    /// The action.
    pub action: Action,
    /// What is asked, or what is wrong.
    pub order: Result<Order, FieldError>,
    /// The fields that the action does not use.
    pub unused: Vec<String>,
}

/// Why a line is not a request with an id and an action.
pub struct Malformed {
    /// The id, if there is one that is valid.
    pub id: Option<Id>,
    /// What is wrong.
    pub error: FieldError,
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// If the line is not an object with an id and an action.
    pub fn parse(line: &[u8]) -> Result<Request, Malformed> {
        let malformed = |error| Malformed { id: None, error };
        let mut fields = Fields::parse(line).map_err(malformed)?;
        let id = match fields.only("id") {
            Some(value) => Id::read("id", value),
            None => Err(FieldError::of("id", "a request needs an id")),
        };
        if let Err(error) = fields.check() {
            return Err(Malformed { id: id.ok(), error });
        }
        let id = id.map_err(malformed)?;
        fields.take("id");
        let action = match action(&mut fields) {
            Ok(action) => action,
            Err(error) => {
                let id = Some(id);
                return Err(Malformed { id, error });
            }
        };
        let order = match action {
            Action::Version => Ok(Order::Version),
            Action::Terminate => terminate(&mut fields),
            _ => Ok(places(&mut fields)),
        };
        let is_search = matches!(order, Ok(Order::Search { .. }));
        let unused = match is_search {
            true => Vec::new(),
            false => unused(&fields, order.is_ok()),
        };
        Ok(Request {
            id,
            action,
            order,
            unused,
        })
    }
}

/// The fields that tell where the positions of a request wait. What is wrong with them is found
/// when its task is read.
fn places(fields: &mut Fields<'_>) -> Order {
    let in_range = |turns: &Vec<usize>| (1..=MAX_TURNS).contains(&turns.len());
    let turns = fields.value("turns", "", in_range).ok().flatten();
    let priority = fields.value("priority", "", |_: &i32| true).ok().flatten();
    Order::Search {
        turns,
        priority: priority.unwrap_or(0),
    }
}

/// The names of the fields that are left. After an error, those of the action have not all been
/// read.
fn unused(fields: &Fields<'_>, is_ok: bool) -> Vec<String> {
    let left = fields.unknown().into_iter();
    let unused = left.filter(|name| is_ok || !KNOWN.contains(name));
    unused.map(str::to_string).collect()
}

/// What a search thread is asked to do by a line that [`Request::parse`] has accepted, or what is
/// wrong with it; and the fields that the action does not use.
pub fn task(line: &[u8], action: Action) -> (Result<Task, FieldError>, Vec<String>) {
    let mut fields = match Fields::parse(line) {
        Ok(fields) => fields,
        Err(error) => return (Err(error), Vec::new()),
    };
    fields.take("id");
    fields.take("action");
    // The formats of records are many. Whatever happens, the request is answered.
    let read = catch_unwind(AssertUnwindSafe(|| task_of(action, &mut fields)));
    let task = read.unwrap_or_else(|_| {
        let message = "the request cannot be read; this is a bug in the program";
        Err(FieldError::new(message))
    });
    let unused = unused(&fields, task.is_ok());
    (task, unused)
}

/// What the limits have to be.
const EXPECTED_NODES: &str = "a whole number of nodes from 1, of at most 64 bits";
const EXPECTED_DEPTH: &str = "a whole number of plies from 1, of at most 32 bits";

/// The fields of all actions.
const KNOWN: [&str; 27] = [
    "action",
    "all",
    "black",
    "blocked",
    "depth",
    "exclude",
    "full",
    "game",
    "id",
    "ids",
    "kind",
    "moves",
    "multipv",
    "no_stone_limit",
    "nodes",
    "opening",
    "position",
    "priority",
    "proof",
    "report_every",
    "rule",
    "shortest",
    "side",
    "size",
    "time",
    "turns",
    "white",
];

/// The action of a request.
fn action(fields: &mut Fields<'_>) -> Result<Action, FieldError> {
    let names: Vec<&str> = Action::ALL.into_iter().map(Action::name).collect();
    let expected = format!("one of {}", names.join(", "));
    let find = |name: &str| Action::ALL.into_iter().find(|action| action.name() == name);
    let name = fields.value("action", &expected, |name: &String| find(name).is_some())?;
    name.and_then(|name| find(&name))
        .ok_or_else(|| FieldError::of("action", format!("a request needs {expected}")))
}

/// What an action is asked to do.
fn task_of(action: Action, fields: &mut Fields<'_>) -> Result<Task, FieldError> {
    let subject = Subject::take(fields)?;
    if action != Action::Review {
        check_turns(fields, &subject)?;
    }
    let report_every = match action {
        Action::Analyze | Action::Explain | Action::Review => report_every(fields)?,
        _ => None,
    };
    let work = match action {
        Action::Analyze | Action::Explain => {
            let explains = action == Action::Explain;
            Work::Search {
                search: search(fields, &subject, explains)?,
                explains,
            }
        }
        Action::Solve => Work::Solve(solve(fields)?),
        Action::Review => review(fields, &subject)?,
        _ => Work::Fouls,
    };
    fields.value("priority", "a whole number of 32 bits", |_: &i32| true)?;
    Ok(Task {
        subject,
        work,
        report_every,
    })
}

/// What `terminate` asks for.
fn terminate(fields: &mut Fields<'_>) -> Result<Order, FieldError> {
    let all = fields.switch("all")?;
    let ids: Option<Vec<&RawValue>> = fields.value("ids", "a list of ids", |_| true)?;
    match (all, ids) {
        (true, None) => Ok(Order::Terminate(None)),
        (false, Some(ids)) => {
            let ids = ids.into_iter().map(|value| Id::read("ids", value));
            Ok(Order::Terminate(Some(ids.collect::<Result<_, _>>()?)))
        }
        (true, Some(_)) => Err(FieldError::of("ids", "`all` is also given")),
        (false, None) => Err(FieldError::of("ids", "`ids` or `all` is needed")),
    }
}

/// Checks the numbers of moves after which a game is searched.
fn check_turns(fields: &mut Fields<'_>, subject: &Subject) -> Result<(), FieldError> {
    let moves = subject.record.moves.len();
    let expected =
        format!("a list of whole numbers from 0 to {moves}, which is the number of moves");
    let in_range = |turns: &Vec<usize>| !turns.is_empty() && turns.iter().all(|n| *n <= moves);
    let Some(turns) = fields.value("turns", &expected, in_range)? else {
        return Ok(());
    };
    if turns.len() > MAX_TURNS {
        let message = format!("a request has at most {MAX_TURNS} turns");
        return Err(FieldError::of("turns", message));
    }
    let is_repeated = |at: usize| turns[..at].contains(&turns[at]);
    if let Some(at) = (0..turns.len()).find(|at| is_repeated(*at)) {
        let message = format!("turn {} is given twice", turns[at]);
        return Err(FieldError::of("turns", message));
    }
    if subject.side.is_some() {
        let message = "the moves determine the side to move at each turn";
        return Err(FieldError::of("side", message));
    }
    Ok(())
}

/// The minimum time between two answers during the search.
fn report_every(fields: &mut Fields<'_>) -> Result<Option<Duration>, FieldError> {
    fields.seconds("report_every")
}

/// The limits of time and nodes, or `time` if none is given.
fn limits(fields: &mut Fields<'_>, has_depth: bool, time: Duration) -> Result<Limits, FieldError> {
    let turn = fields.seconds("time")?;
    let nodes = fields.value("nodes", EXPECTED_NODES, |n: &u64| *n > 0)?;
    let depth = match has_depth {
        true => fields.value("depth", EXPECTED_DEPTH, |n: &u32| *n > 0)?,
        false => None,
    };
    let is_limited = turn.is_some() || nodes.is_some() || depth.is_some();
    Ok(Limits {
        nodes,
        depth,
        ..Limits::of_turn(turn.or(Some(time).filter(|_| !is_limited)))
    })
}

/// The options of a search. An explanation compares the two best moves.
fn search(
    fields: &mut Fields<'_>,
    subject: &Subject,
    explains: bool,
) -> Result<Search, FieldError> {
    let limits = limits(fields, true, DEFAULT_TIME)?;
    let expected = format!("a whole number of lines from 1 to {MAX_LINES}");
    let in_range = |lines: &usize| (1..=MAX_LINES).contains(lines);
    let multipv = fields.value("multipv", &expected, in_range)?;
    let exclude = match fields.take("exclude") {
        Some(value) => points("exclude", value, subject.record.size())?,
        None => Vec::new(),
    };
    Ok(Search {
        limits,
        multipv: multipv.unwrap_or(if explains { 2 } else { 1 }),
        exclude,
        ignores_stone_limit: fields.switch("no_stone_limit")?,
    })
}

/// The options of the search for a forced win.
fn solve(fields: &mut Fields<'_>) -> Result<Solve, FieldError> {
    let limits = limits(fields, false, DEFAULT_SOLVE_TIME)?;
    let is_kind = |kind: &String| ["vcf", "vct"].contains(&kind.as_str());
    let kind = fields.value("kind", "\"vcf\" or \"vct\"", is_kind)?;
    let full = fields.switch("full")?;
    let proof = fields.switch("proof")?;
    if full && !proof {
        return Err(FieldError::of("full", "has no meaning without `proof`"));
    }
    Ok(Solve {
        limits,
        vcf: kind.as_deref() != Some("vct"),
        vct: kind.as_deref() != Some("vcf"),
        shortest: fields.switch("shortest")?,
        proof,
        full,
        ignores_stone_limit: fields.switch("no_stone_limit")?,
    })
}

/// The review of a game.
fn review(fields: &mut Fields<'_>, subject: &Subject) -> Result<Work, FieldError> {
    if subject.record.moves.is_empty() {
        return Err(FieldError::of(
            subject.field,
            "there are no moves to review",
        ));
    }
    if subject.side.is_some() {
        return Err(FieldError::of(
            "side",
            "the moves determine the side to move",
        ));
    }
    Ok(Work::Review {
        limits: limits(fields, false, DEFAULT_REVIEW_TIME)?,
        opening: fields.value("opening", "a whole number of moves", |_: &usize| true)?,
    })
}
