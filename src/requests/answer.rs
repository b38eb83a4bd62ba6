//! The answers as JSON, see `schema.json` in `report`. Each is one line.

use serde::Serialize;
use serde_json::value::RawValue;

use super::fields::FieldError;
use super::limits::{MAX_DEPTH, MAX_LINE, MAX_QUEUE, MAX_QUEUE_BYTES, MAX_TURNS};
use super::queue::Item;
use super::request::Id;
use super::task::Action;
use crate::report::document::{PROGRAM, SCHEMA};
use crate::report::json::document;

/// What a client is told of the program.
#[derive(Clone, Copy, Debug)]
pub struct Service {
    /// The number of searches at the same time, from 1. Each has one thread.
    pub threads: usize,
    /// The memory for each search in bytes.
    pub memory: u64,
}

/// What every answer begins with.
#[derive(Serialize)]
struct Lead<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    /// No other answer to the request, or to this turn of it, follows.
    #[serde(rename = "final")]
    is_final: bool,
}

impl<'a> Lead<'a> {
    fn of(item: &'a Item, is_final: bool) -> Lead<'a> {
        Lead {
            turn: item.turn,
            ..Lead::named(&item.ticket.id, item.ticket.action, is_final)
        }
    }

    fn named(id: &'a Id, action: Action, is_final: bool) -> Lead<'a> {
        Lead {
            id: Some(&id.text),
            action: Some(action.name()),
            turn: None,
            is_final,
        }
    }
}

/// What a search has found.
#[derive(Default, Serialize)]
pub struct Found<D> {
    /// The document of the command with `--json`.
    pub document: Option<D>,
    /// The proof of a win, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Option<Box<RawValue>>>,
    /// Names and texts that explain the position, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Vec<Explained>>,
}

impl<D> Found<D> {
    /// A document alone.
    pub fn document(document: D) -> Found<D> {
        Found {
            document: Some(document),
            proof: None,
            explanation: None,
        }
    }
}

/// A part of an explanation.
#[derive(Serialize)]
pub struct Explained {
    /// What it is about.
    pub about: String,
    /// What is said of it.
    pub text: String,
}

/// The answer about a position.
#[derive(Serialize)]
struct Answer<'a, D> {
    #[serde(flatten)]
    lead: Lead<'a>,
    terminated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<&'static str>,
    #[serde(flatten)]
    found: Found<D>,
}

/// The last answer about a position.
pub fn last<D: Serialize>(item: &Item, terminated: bool, found: Found<D>) -> String {
    document(&Answer {
        lead: Lead::of(item, true),
        terminated,
        view: item.ticket.action.view(),
        found,
    })
}

/// The last answer about a position that was not searched.
pub fn unsearched(item: &Item) -> String {
    last(item, true, Found::<()>::default())
}

/// An answer about a position while it is searched.
pub fn during_search<D: Serialize>(item: &Item, found: D) -> String {
    document(&Answer {
        lead: Lead::of(item, false),
        terminated: false,
        view: item.ticket.action.view(),
        found: Found::document(found),
    })
}

/// How far a review is.
#[derive(Serialize)]
struct Progress<'a> {
    #[serde(flatten)]
    lead: Lead<'a>,
    searched: usize,
    positions: usize,
}

/// How many of the positions of a game have been searched.
pub fn progress(item: &Item, searched: usize, positions: usize) -> String {
    document(&Progress {
        lead: Lead::of(item, false),
        searched,
        positions,
    })
}

/// An error.
#[derive(Serialize)]
struct Failure<'a> {
    #[serde(flatten)]
    lead: Lead<'a>,
    error: ErrorText<'a>,
}

#[derive(Serialize)]
struct ErrorText<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
}

fn failure(lead: Lead<'_>, error: &FieldError) -> String {
    let error = ErrorText {
        message: &error.message,
        field: error.field.as_deref(),
    };
    document(&Failure { lead, error })
}

/// What is wrong with a line that has no action, and perhaps no id.
pub fn line_error(id: Option<&Id>, is_final: bool, error: &FieldError) -> String {
    let lead = Lead {
        id: id.map(|id| &*id.text),
        action: None,
        turn: None,
        is_final,
    };
    failure(lead, error)
}

/// What is wrong with a request. It is the last answer unless another request has the same id.
pub fn request_error(id: &Id, action: Action, is_final: bool, error: &FieldError) -> String {
    failure(Lead::named(id, action, is_final), error)
}

/// Why a position has no other answer.
pub fn item_error(item: &Item, error: &FieldError) -> String {
    failure(Lead::of(item, true), error)
}

/// A warning.
#[derive(Serialize)]
struct Warning<'a> {
    #[serde(flatten)]
    lead: Lead<'a>,
    warning: WarningText<'a>,
}

#[derive(Serialize)]
struct WarningText<'a> {
    message: String,
    fields: &'a [String],
}

/// The warning that an action does not use fields of the request.
pub fn unused(id: &Id, action: Action, fields: &[String]) -> String {
    let message = format!("not used by {}: {}", action.name(), fields.join(", "));
    document(&Warning {
        lead: Lead::named(id, action, false),
        warning: WarningText { message, fields },
    })
}

/// The answer to `terminate`.
#[derive(Serialize)]
struct Terminated<'a> {
    #[serde(flatten)]
    lead: Lead<'a>,
    waiting: usize,
    searching: usize,
}

/// The answer to `terminate`: the number of positions that waited, and of those that were being
/// searched.
pub fn terminated(id: &Id, waiting: usize, searching: usize) -> String {
    document(&Terminated {
        lead: Lead::named(id, Action::Terminate, true),
        waiting,
        searching,
    })
}

/// The answer to `version`.
#[derive(Serialize)]
struct Version<'a> {
    #[serde(flatten)]
    lead: Lead<'a>,
    program: &'static str,
    schema: u32,
    threads: usize,
    memory: u64,
    limits: Limits,
}

/// How much is read and kept.
#[derive(Serialize)]
struct Limits {
    line: usize,
    depth: usize,
    turns: usize,
    queue: usize,
    queue_bytes: usize,
}

/// The answer to `version`.
pub fn version(id: &Id, service: &Service) -> String {
    document(&Version {
        lead: Lead::named(id, Action::Version, true),
        program: PROGRAM,
        schema: SCHEMA,
        threads: service.threads,
        memory: service.memory >> 20,
        limits: Limits {
            line: MAX_LINE,
            depth: MAX_DEPTH,
            turns: MAX_TURNS,
            queue: MAX_QUEUE,
            queue_bytes: MAX_QUEUE_BYTES,
        },
    })
}
