//! Reads the SGF properties of a game as a whole.

use super::value;
use crate::record::encoding::Encoding;
use crate::record::error::Fault;
use crate::record::notes::Note;
use crate::record::parse_move_limit;
use crate::record::tree::Tree;
use crate::types::{BoardSize, Color, OpeningRule, Rule};

/// The number of gomoku and renju in SGF.
pub const GOMOKU: &str = "4";
/// Properties of the format and of known programs whose points are marks or markup, not stones.
const KNOWN: [&str; 38] = [
    "B", "W", "AB", "AW", "AE", "SZ", "CA", "LB", "C", "N", "CR", "SQ", "TR", "MA", "SL", "DD",
    "VW", "AR", "LN", "TB", "TW", "PL", "5A", "PB", "PW", "BR", "WR", "GN", "EV", "DT", "RE", "RU",
    "PC", "US", "SO", "AN", "AP", "ID",
];
/// The most letters of the points in such a property.
const LONGEST_POINTS: usize = 200;

/// Reads properties of the main line.
pub struct HeaderReader<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    /// The root was read.
    pub has_root: bool,
    size: Option<(BoardSize, (usize, usize))>,
    /// The rule that RU states, if it is known, and where.
    rule: Option<(Option<Rule>, (usize, usize))>,
    /// The rule named by another property.
    rule_within: Option<Rule>,
    /// A move was read.
    has_move: bool,
    notes: Vec<Note>,
}

impl<'a> HeaderReader<'a> {
    pub fn new(bytes: &'a [u8], encoding: Encoding) -> HeaderReader<'a> {
        HeaderReader {
            bytes,
            encoding,
            has_root: false,
            size: None,
            rule: None,
            rule_within: None,
            has_move: false,
            notes: Vec::new(),
        }
    }

    /// Reads a property.
    ///
    /// # Errors
    /// If it contradicts an earlier one.
    pub fn read(
        &mut self,
        name: &str,
        values: &[(usize, usize)],
        tree: &mut Tree,
    ) -> Result<(), Fault> {
        self.has_move |= ["B", "W"].contains(&name);
        for place in values {
            let value = &self.bytes[place.0..place.1];
            if ["SZ", "GM"].contains(&name) && value.trim_ascii().is_empty() {
                // It states nothing.
                continue;
            }
            let line = || value::line(value, self.encoding);
            let headers = &mut tree.headers;
            match name {
                "SZ" => self.size(value, *place)?,
                "RU" => {
                    headers.opening = headers.opening.or(OpeningRule::named_in(&line()));
                    self.rule(&line(), *place)?;
                }
                "GM" if line() != GOMOKU => self.notes.push(Note::OtherGame(line())),
                "GN" => self.rule_within = self.rule_within.or(Rule::named_within(&line())),
                "ON" => headers.opening = OpeningRule::named_in(&line()).or(headers.opening),
                "EV" => headers.event = Some(line()),
                "DT" => headers.date = Some(line()),
                "RE" => {
                    let text = value::plain(value);
                    headers.result = value::result(&text);
                    headers.won_by = value::won_by(&text);
                }
                "OT" => headers.move_limit = parse_move_limit(&value::plain(value)),
                "AP" => headers.program = Some(line()),
                "PB" => headers.players[Color::Black.index()] = Some(line()),
                "PW" => headers.players[Color::White.index()] = Some(line()),
                _ if !self.has_move && !KNOWN.contains(&name) && are_points(value) => {
                    self.notes.push(Note::PointsNotRead {
                        name: name.to_string(),
                        value: line(),
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn size(&mut self, value: &[u8], place: (usize, usize)) -> Result<(), Fault> {
        let size = value::size(value).map_err(|problem| Fault::new(place.0, problem))?;
        match self.size {
            Some((first, earlier)) if first != size => {
                return Err(contradiction(self.bytes, "SZ", place, earlier));
            }
            _ => self.size = Some((size, place)),
        }
        Ok(())
    }

    fn rule(&mut self, name: &str, place: (usize, usize)) -> Result<(), Fault> {
        let rule = Rule::from_record(name);
        match self.rule {
            Some((first, earlier)) if first != rule => {
                return Err(contradiction(self.bytes, "RU", place, earlier));
            }
            _ => self.rule = Some((rule, place)),
        }
        if rule.is_none() && !name.is_empty() {
            self.notes.push(Note::RuleUnknown(name.to_string()));
        }
        Ok(())
    }

    /// Sets the rule of the tree and its notes.
    pub fn finish(&mut self, tree: &mut Tree) {
        let stated = self.rule.and_then(|(rule, _)| rule);
        tree.headers.rule = stated.or(self.rule_within);
        let is_unknown = |note: &Note| matches!(note, Note::RuleUnknown(_));
        if tree.headers.rule.is_some() || tree.headers.opening.is_some() {
            self.notes.retain(|note| !is_unknown(note));
        }
        tree.notes.append(&mut self.notes);
    }
}

/// True if a value looks like points: `hh`, or several of them.
fn are_points(value: &[u8]) -> bool {
    let parts = value.split(|byte| b",; :".contains(byte));
    let is_point = |part: &[u8]| part.len() == 2 && part.iter().all(u8::is_ascii_lowercase);
    value.len() <= LONGEST_POINTS && parts.into_iter().all(is_point)
}

/// The error for a value that differs from an earlier value of the same property.
fn contradiction(
    bytes: &[u8],
    name: &str,
    value: (usize, usize),
    earlier: (usize, usize),
) -> Fault {
    let text = |(from, to): (usize, usize)| String::from_utf8_lossy(&bytes[from..to]).into_owned();
    let text = format!(
        "{name}[{}] contradicts {name}[{}]",
        text(value),
        text(earlier)
    );
    Fault::contradiction(value.0, text, earlier.0)
}
