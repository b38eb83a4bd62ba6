//! RenjuNet's databases: XML with tables of players, tournaments and rules, and games with lists
//! of moves.
//!
//! ```text
//! <game id="1" tournament="3" rule="1" black="5" white="9" bresult="1">
//!   <move>h8 i9 j10</move>
//! </game>
//! ```
//! All rules of the database are opening rules of renju, unless the table of rules names
//! gomoku. Attributes of a game may state the swaps of its opening (`swap`) and the other fifth
//! moves that were proposed (`alt`); they are kept as notes.

use std::collections::HashMap;

use super::error::{Place, Problem, RecordError};
use super::notes::Note;
use super::tree::Tree;
use super::{Format, GameResult, Given, list, one_line};
use crate::types::{Color, OpeningRule, Rule};

/// True if the text is such a database.
pub fn is_rif(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("<?xml") || text.starts_with("<database")
}

/// A tag with its place.
struct Tag<'a> {
    /// Its name, which begins with `/` if it ends an element.
    name: &'a str,
    /// The text after the name.
    attributes: &'a str,
    /// The text after the tag.
    text: &'a str,
    /// The byte offset of the text.
    at: usize,
}

/// The tags of a text.
fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text[at..].find('<')?;
            let is_comment = text[start..].starts_with("<!--");
            let end = match is_comment {
                true => start + text[start..].find("-->")? + 2,
                false => start + text[start..].find('>')?,
            };
            at = end + 1;
            if is_comment {
                continue;
            }
            let tag = text[start + 1..end].trim();
            let name = tag.find(|c: char| c.is_whitespace()).unwrap_or(tag.len());
            let next = text[at..].find('<').map_or(text.len(), |next| at + next);
            return Some(Tag {
                name: &tag[..name],
                attributes: &tag[name..],
                text: &text[at..next],
                at,
            });
        }
    })
}

/// The value of an attribute.
fn attribute(attributes: &str, name: &str) -> Option<String> {
    let mut rest = attributes;
    loop {
        let (key, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| "\"'".contains(*c))?;
        let (value, after) = after[1..].split_once(quote)?;
        if key.trim() == name {
            return Some(unescaped(value));
        }
        rest = after;
    }
}

/// A text with the escapes of XML resolved.
fn unescaped(text: &str) -> String {
    let plain = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    let mut text = text.trim().to_string();
    for (escape, character) in plain {
        text = text.replace(escape, character);
    }
    text
}

/// The names in a database by their numbers.
#[derive(Default)]
struct Names {
    players: HashMap<String, String>,
    rules: HashMap<String, String>,
    tournaments: HashMap<String, String>,
}

impl Names {
    fn read(text: &str) -> Names {
        let mut names = Names::default();
        for tag in tags(text) {
            let of = |name| attribute(tag.attributes, name);
            let Some(id) = of("id") else {
                continue;
            };
            match tag.name {
                "player" => {
                    let parts = [of("name"), of("surname")].into_iter().flatten();
                    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
                    names.players.insert(id, parts.join(" "));
                }
                "rule" => drop(names.rules.insert(id, of("name").unwrap_or_default())),
                "tournament" => drop(names.tournaments.insert(id, of("name").unwrap_or_default())),
                _ => {}
            }
        }
        names
    }
}

/// Reads all games.
///
/// # Errors
/// If the moves of a game cannot be read, or there is no game.
pub fn parse(text: &str, given: &Given) -> Result<Vec<Tree>, RecordError> {
    let names = Names::read(text);
    let mut games = Vec::new();
    let mut game = "";
    for tag in tags(text) {
        match tag.name {
            "game" => game = tag.attributes,
            "move" => games.push(read_game(game, &tag, &names, text, given)?),
            _ => {}
        }
    }
    match games.is_empty() {
        true => Err(RecordError::At(
            Place::line(1),
            Problem::Expected("games with `<move>`"),
        )),
        false => Ok(games),
    }
}

/// Reads the moves of a game.
fn read_game(
    game: &str,
    moves: &Tag,
    names: &Names,
    text: &str,
    given: &Given,
) -> Result<Tree, RecordError> {
    let mut record = list::parse(moves.text, given).map_err(|error| match error {
        RecordError::Moves(error) => {
            let place = Place::in_bytes(text.as_bytes(), moves.at);
            RecordError::At(place, Problem::Contradiction(error.to_string()))
        }
        other => other,
    })?;
    record.format = Format::Rif;
    record.notes.clear();
    let named = |table: &HashMap<String, String>, name: &str| {
        let id = attribute(game, name)?;
        Some(table.get(&id).cloned().unwrap_or(id))
    };
    record.players = Color::ALL.map(|side| named(&names.players, side.name()));
    let rule = attribute(game, "rule").and_then(|id| names.rules.get(&id));
    record.rule = match rule {
        Some(name) => Rule::from_any_name(name),
        None => Some(Rule::Renju),
    };
    record.opening = rule.and_then(|name| OpeningRule::named_in(name));
    if let (None, None, Some(name)) = (record.rule, record.opening, rule) {
        record.notes.push(Note::RuleUnknown(name.clone()));
    }
    let opening = rule.filter(|name| Rule::from_name(name).is_none());
    if record.rule.is_some() {
        record
            .notes
            .extend(opening.map(|name| Note::OpeningRule(one_line(name))));
    }
    let stated = |name: &str| {
        let text = attribute(game, name).filter(|text| !text.is_empty());
        text.map(|text| one_line(&text))
    };
    record.notes.extend(stated("swap").map(Note::Swapped));
    record
        .notes
        .extend(stated("alt").map(Note::OtherFifthMoves));
    record.result = match attribute(game, "bresult").as_deref() {
        Some("1") => Some(GameResult::Win(Color::Black)),
        Some("0") => Some(GameResult::Win(Color::White)),
        Some("0.5") => Some(GameResult::Draw),
        _ => None,
    };
    let mut tree = Tree::from(&record);
    let event = named(&names.tournaments, "tournament");
    tree.headers.event = event.as_deref().map(one_line);
    Ok(tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_game_states_of_its_opening_is_noted() {
        let text = "<?xml version=\"1.0\"?><database><rules>\
                    <rule id=\"3\" name=\"Taraguchi-10\"/><rule id=\"4\" name=\"renju\"/></rules>\
                    <games><game id=\"1\" rule=\"3\" swap=\"R-\" alt=\"i10,j7\"><move>h8 i9</move>\
                    </game><game id=\"2\" rule=\"4\" alt=\"\"><move>h8 i9</move></game>\
                    </games></database>";
        let notes = |at: usize| {
            let given = Given {
                game: Some(at),
                ..Given::default()
            };
            let record = crate::record::Record::parse(text, &given).unwrap();
            assert_eq!(record.rule, Some(Rule::Renju));
            let notes = record.notes.iter().map(ToString::to_string);
            notes.collect::<Vec<_>>().join("; ")
        };
        let stated = notes(1);
        for note in [
            "the opening rule was Taraguchi-10",
            "swaps in the opening: R-",
            "other fifth moves that were proposed: i10,j7",
        ] {
            assert!(stated.contains(note), "{stated}");
        }
        assert!(!notes(2).contains("opening") && !notes(2).contains("fifth"));
    }
}
