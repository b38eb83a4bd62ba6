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

use roxmltree::{Document, Node, ParsingOptions, TextPos};

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

/// The value of an attribute, without blanks around it.
fn attribute(node: Option<Node>, name: &str) -> Option<String> {
    Some(node?.attribute(name)?.trim().to_string())
}

/// The names in a database by their numbers.
#[derive(Default)]
struct Names {
    players: HashMap<String, String>,
    rules: HashMap<String, String>,
    tournaments: HashMap<String, String>,
}

impl Names {
    fn read(document: &Document) -> Names {
        let mut names = Names::default();
        for node in document.descendants().filter(Node::is_element) {
            let of = |name| attribute(Some(node), name);
            let Some(id) = of("id") else {
                continue;
            };
            match node.tag_name().name() {
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
/// If the text is not well-formed, the moves of a game cannot be read, or there is no game.
pub fn parse(text: &str, given: &Given) -> Result<Vec<Tree>, RecordError> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let TextPos { row, col } = error.pos();
        let place = Place {
            line: row as usize,
            column: col as usize,
        };
        // The place is part of the text of the error.
        let text = error.to_string();
        let what = text.rsplit_once(" at ").map_or(&text[..], |(what, _)| what);
        RecordError::At(
            place,
            Problem::Contradiction(format!("not valid XML: {what}")),
        )
    })?;
    let names = Names::read(&document);
    let moves = document
        .descendants()
        .filter(|node| node.has_tag_name("move"));
    let games: Result<Vec<Tree>, RecordError> = moves
        .map(|moves| read_game(moves, &names, text, given))
        .collect();
    let games = games?;
    if games.is_empty() {
        Err(RecordError::At(
            Place::line(1),
            Problem::Expected("games with `<move>`"),
        ))
    } else {
        Ok(games)
    }
}

fn read_game(moves: Node, names: &Names, text: &str, given: &Given) -> Result<Tree, RecordError> {
    let game = moves.ancestors().find(|node| node.has_tag_name("game"));
    let parts = moves.descendants().filter(Node::is_text);
    let listed: String = parts.filter_map(|node| node.text()).collect();
    let mut record = list::parse(&listed, given).map_err(|error| match error {
        RecordError::Moves(error) => {
            let first = moves.first_child().unwrap_or(moves);
            let place = Place::in_bytes(text.as_bytes(), first.range().start);
            RecordError::At(place, Problem::Contradiction(error.to_string()))
        }
        other => other,
    })?;
    record.format = Format::Rif;
    record.notes.clear();
    let named = |table: &HashMap<String, String>, name: &str| {
        let id = attribute(game, name)?;
        Some(one_line(&table.get(&id).cloned().unwrap_or(id)))
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
    fn attributes_are_read_as_xml_has_them() {
        let text = "<?xml version=\"1.0\"?><!DOCTYPE database><database>\
                    <!-- <game><move>a1</move></game> --><players>\
                    <player id=\"1\" name=\"Ren&#233;\" surname=\"a > b\"/>\
                    <player id='2' surname='&#x428; &amp;lt; &quot;x&quot;'/></players>\
                    <games><game id=\"1\" black=\"1\" white='2'>\
                    <move>h8<!-- > --> i9</move></game></games></database>";
        let record = crate::record::Record::parse(text, &Given::default()).unwrap();
        let name = |side: Color| record.players[side.index()].as_deref();
        let players = [name(Color::Black), name(Color::White)];
        let expected = [Some("René a > b"), Some("\u{428} &lt; \"x\"")];
        assert_eq!(players, expected);
        assert_eq!(record.moves.len(), 2);
        for (text, error) in [
            (
                "<database>\n<game></database>",
                "line 2, character 7: not valid XML",
            ),
            (
                "<database><games/></database>",
                "line 1, character 1: expected games",
            ),
            (
                "<database>\n<game><move>h8 h8</move></game></database>",
                "line 2",
            ),
        ] {
            let found = crate::record::Record::parse(text, &Given::default()).unwrap_err();
            assert!(found.to_string().starts_with(error), "{found}");
        }
    }

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
