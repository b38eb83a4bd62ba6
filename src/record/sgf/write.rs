//! Writes games in SGF.

use std::collections::HashSet;

use super::RENLIB;
use super::value::{escaped, letters};
use crate::board::diagram::Cell;
use crate::record::encoding::Encoding;
use crate::record::error::Unwritable;
use crate::record::tree::{Action, Details, NodeId, Tree};
use crate::record::{Format, GameResult, WonBy, move_limit_text, one_line};
use crate::types::Color;

/// The number of moves in a line of the file.
const MOVES_IN_LINE: usize = 8;

/// Appends a game in SGF to a file.
///
/// # Errors
/// If the board has blocked points.
pub fn write(tree: &Tree, out: &mut Vec<u8>) -> Result<(), Unwritable> {
    let is_blocked = |(_, cell): &(_, Cell)| *cell == Cell::Blocked;
    let has_blocked = |details: &Details| details.setup.iter().any(is_blocked);
    let mut nodes = tree.walk();
    if nodes.any(|(node, _)| tree.details(node).is_some_and(has_blocked)) {
        return Err(Unwritable::Blocked);
    }
    let mut writer = Writer { tree, out };
    writer.root();
    writer.branches();
    Ok(())
}

struct Writer<'a> {
    tree: &'a Tree,
    out: &'a mut Vec<u8>,
}

impl Writer<'_> {
    /// Writes the root. Properties that were read are written unchanged.
    fn root(&mut self) {
        self.out.extend_from_slice(b"(;");
        // A second header in a later node of the main line could contradict the one in the root.
        let main_line = std::iter::once(NodeId::ROOT).chain(self.tree.main_line());
        let details = main_line.filter_map(|node| self.tree.details(node));
        let properties = details.flat_map(|details| &details.properties);
        let names: HashSet<&str> = properties.map(|property| property.name.as_str()).collect();
        let kept = |name: &str| names.contains(name);
        self.out.extend_from_slice(b"FF[4]");
        if !kept("GM") {
            self.out.extend_from_slice(b"GM[4]");
        }
        let encoding = self.tree.encoding_name.as_deref();
        let encoding = encoding.unwrap_or(self.tree.encoding.name());
        let size = self.tree.size();
        let size = if size.width() == size.height() {
            format!("{}", size.width())
        } else {
            format!("{}:{}", size.width(), size.height())
        };
        self.out
            .extend_from_slice(format!("CA[{encoding}]SZ[{size}]").as_bytes());
        for (name, value) in headers(self.tree) {
            if !kept(name) {
                self.property(name, [&value[..]]);
            }
        }
        self.details(NodeId::ROOT);
    }

    /// Writes all nodes but the root. Where a position has several continuations, each is in
    /// brackets.
    fn branches(&mut self) {
        let mut at = self.tree.first_child(NodeId::ROOT);
        let mut depth = 1;
        let has_siblings = |tree: &Tree, node: NodeId| {
            let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
            tree.first_child(parent) != Some(node) || tree.next(node).is_some()
        };
        while let Some(node) = at {
            if has_siblings(self.tree, node) {
                self.out.extend_from_slice(b"\n(");
            } else if (depth - 1) % MOVES_IN_LINE == 0 {
                self.out.push(b'\n');
            }
            self.out.push(b';');
            self.node(node);
            at = self.tree.first_child(node);
            depth += 1;
            let mut node = node;
            while at.is_none() {
                depth -= 1;
                if has_siblings(self.tree, node) {
                    self.out.push(b')');
                }
                at = self.tree.next(node);
                match self.tree.parent(node) {
                    Some(parent) if at.is_none() => node = parent,
                    _ => break,
                }
                if node == NodeId::ROOT {
                    break;
                }
            }
        }
        self.out.extend_from_slice(b")\n");
    }

    /// Writes a node after its semicolon.
    fn node(&mut self, node: NodeId) {
        match self.tree.action(node) {
            Action::Play(color, point) => self.property(name_of(color), [&letters(point)[..]]),
            Action::Pass(color) => self.property(name_of(color), [&b""[..]]),
            Action::Label(point) => self.property(RENLIB, [&letters(point)[..]]),
            Action::None => {}
        }
        self.details(node);
    }

    /// Writes the comments and marks of a position.
    fn details(&mut self, node: NodeId) {
        let Some(details) = self.tree.details(node) else {
            return;
        };
        let encoding = self.tree.encoding;
        for run in details.setup.chunk_by(|(_, one), (_, other)| one == other) {
            let name = match run[0].1 {
                Cell::Stone(Color::Black) => "AB",
                Cell::Stone(Color::White) => "AW",
                Cell::Empty | Cell::Blocked => "AE",
            };
            let points: Vec<_> = run.iter().map(|(point, _)| letters(*point)).collect();
            self.property(name, points.iter().map(|point| &point[..]));
        }
        if let Some(side) = details.side {
            self.property("PL", [name_of(side).as_bytes()]);
        }
        for property in &details.properties {
            self.property(&property.name, property.values.iter().map(Vec::as_slice));
        }
        let flags = format!("flags {}", details.renlib_flags);
        let renlib = [
            (details.is_marked, "mark"),
            (details.is_start, "start"),
            (details.renlib_flags != 0, flags.as_str()),
        ];
        let set = renlib.iter().filter(|(is_set, _)| *is_set);
        self.property(RENLIB, set.map(|(_, value)| value.as_bytes()));
        let label = |(point, text): &(_, Vec<u8>)| {
            let mut value = letters(*point).to_vec();
            value.push(b':');
            value.extend(escaped(text, encoding, true));
            value
        };
        let labels: Vec<_> = details.labels.iter().map(label).collect();
        self.property("LB", labels.iter().map(Vec::as_slice));
        if let Some(comment) = &details.comment {
            let comment = match self.tree.format {
                // RenLib separates the first line from the rest by another character.
                Format::RenLib => comment
                    .iter()
                    .map(|byte| match byte {
                        8 => b'\n',
                        _ => *byte,
                    })
                    .collect(),
                _ => comment.clone(),
            };
            let comment = escaped(&comment, encoding, false);
            self.property("C", [&comment[..]]);
        }
    }

    /// Writes a property unless it has no values.
    fn property<'b>(&mut self, name: &str, values: impl IntoIterator<Item = &'b [u8]>) {
        let mut values = values.into_iter().peekable();
        if values.peek().is_some() {
            self.out.extend_from_slice(name.as_bytes());
        }
        for value in values {
            self.out.push(b'[');
            self.out.extend_from_slice(value);
            self.out.push(b']');
        }
    }
}

/// The headers as properties with escaped values. The values are ASCII, or the encoding of the
/// tree is UTF-8: trees in other encodings come from SGF, and their properties are kept.
pub fn headers(tree: &Tree) -> Vec<(&'static str, Vec<u8>)> {
    let headers = &tree.headers;
    let reason = match headers.won_by {
        Some(WonBy::Resignation) => "R",
        Some(WonBy::Time) => "T",
        Some(WonBy::Forfeit) => "F",
        None => "",
    };
    let result = headers.result.map(|result| match result {
        GameResult::Win(side) => format!("{}+{reason}", letter_of(side)),
        GameResult::Draw => "0".to_string(),
    });
    let line = |text: &Option<String>| text.as_deref().map(one_line);
    let values = [
        ("AP", line(&headers.program)),
        ("RU", headers.rule.map(|rule| rule.name().to_string())),
        ("ON", headers.opening.map(|rule| rule.title().to_string())),
        ("EV", line(&headers.event)),
        ("DT", line(&headers.date)),
        ("PB", line(&headers.players[Color::Black.index()])),
        ("PW", line(&headers.players[Color::White.index()])),
        ("TM", headers.move_limit.map(|_| "0".to_string())),
        ("OT", headers.move_limit.map(move_limit_text)),
        ("RE", result),
    ];
    let escape = |value: String| escaped(value.as_bytes(), Encoding::UTF_8, false);
    let stated = values.into_iter();
    stated
        .filter_map(|(name, value)| Some((name, escape(value?))))
        .collect()
}

fn letter_of(side: Color) -> char {
    match side {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// The property of a side's moves.
fn name_of(side: Color) -> &'static str {
    match side {
        Color::Black => "B",
        Color::White => "W",
    }
}
