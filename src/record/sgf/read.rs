//! Builds the tree of a game.

use super::RENLIB;
use super::headers::{GOMOKU, HeaderReader};
use super::lexer::{Lexer, Token, short_name};
use super::scan::Encodings;
use super::settle::{drop_regular_headers, note_damage};
use super::value;
use crate::board::diagram::Cell;
use crate::record::Format;
use crate::record::error::{Fault, Problem};
use crate::record::limits::{check_node, check_text};
use crate::record::notes::Note;
use crate::record::tree::{Action, Details, NodeId, Property, Tree};
use crate::types::{BoardSize, Color, Point};

/// A property of the node that is being read: its name and the places of its values.
struct Read {
    name: String,
    /// The place of the name.
    at: usize,
    values: Vec<(usize, usize)>,
}

/// Builds a tree.
pub struct Builder<'a> {
    bytes: &'a [u8],
    lexer: Lexer<'a>,
    tree: Tree,
    headers: HeaderReader<'a>,
    /// The number of nodes of other games, and of the stones that they set up.
    other_nodes: usize,
    /// The number of stones set up in this one.
    set_up: usize,
    /// The last node and its depth.
    node: NodeId,
    depth: usize,
    /// The nodes from which open variations branch.
    open: Vec<(NodeId, usize)>,
    /// The properties of the node that is being read.
    read: Vec<Read>,
    /// The offset of that node; `None` before the first.
    node_at: Option<usize>,
    /// True while no variation has ended: the main line is being read.
    is_main: bool,
}

impl<'a> Builder<'a> {
    /// A builder for a game on a board of this size, with texts in these encodings.
    pub fn new(
        bytes: &'a [u8],
        size: BoardSize,
        encodings: &Encodings,
        other_nodes: usize,
    ) -> Builder<'a> {
        let mut tree = Tree::new(size);
        tree.format = Format::Sgf;
        tree.encoding = encodings.texts;
        tree.encoding_name.clone_from(&encodings.name);
        tree.notes.extend(encodings.note.clone());
        let mut lexer = Lexer::new(bytes, 0);
        lexer.encoding = encodings.structure;
        Builder {
            bytes,
            lexer,
            tree,
            headers: HeaderReader::new(bytes, encodings.texts),
            other_nodes,
            set_up: 0,
            node: NodeId::ROOT,
            depth: 0,
            open: Vec::new(),
            read: Vec::new(),
            node_at: None,
            is_main: true,
        }
    }

    /// Reads the game that begins at `start`; returns it with its end.
    pub fn read(mut self, start: usize) -> Result<(Tree, usize), Fault> {
        self.lexer.at = start;
        // The name that the next value belongs to.
        let mut has_name = false;
        while let Some(token) = self.lexer.next()? {
            match token {
                Token::Open(at) => {
                    self.end_node()?;
                    check_node(0, self.open.len(), at)?;
                    self.open.push((self.node, self.depth));
                    has_name = false;
                }
                Token::Close => {
                    self.end_node()?;
                    if let Some((node, depth)) = self.open.pop() {
                        // A variation without nodes is ignored.
                        self.is_main &= self.node == node && !self.open.is_empty();
                        (self.node, self.depth) = (node, depth);
                    }
                    if self.open.is_empty() {
                        return self.finish();
                    }
                    has_name = false;
                }
                Token::Node(at) => {
                    self.end_node()?;
                    self.node_at = Some(at);
                    has_name = false;
                }
                Token::Name(from, to) => {
                    // Some programs leave out the semicolon.
                    self.node_at.get_or_insert(from);
                    self.name(from, to)?;
                    has_name = true;
                }
                Token::Value(from, to) => {
                    let last = self.read.last_mut().filter(|_| has_name);
                    let Some(last) = last else {
                        let problem = Problem::Expected("a property before `[`");
                        return Err(Fault::new(from - 1, problem));
                    };
                    check_text(to - from, from)?;
                    last.values.push((from, to));
                }
            }
        }
        let end = self.bytes.trim_ascii_end().len();
        Err(Fault::new(end, Problem::Expected("`)` at the end")))
    }

    /// Begins a property.
    fn name(&mut self, from: usize, to: usize) -> Result<(), Fault> {
        self.check_value()?;
        let name = short_name(&self.bytes[from..to]);
        let values = Vec::new();
        self.read.push(Read {
            name,
            at: from,
            values,
        });
        Ok(())
    }

    /// Checks that the last property has a value.
    fn check_value(&self) -> Result<(), Fault> {
        match self.read.last().filter(|read| read.values.is_empty()) {
            Some(read) => {
                let problem = Problem::Expected("a property with a value in brackets");
                Err(Fault::new(read.at, problem))
            }
            None => Ok(()),
        }
    }

    /// The tree that was read, with its end.
    fn finish(mut self) -> Result<(Tree, usize), Fault> {
        self.headers.finish(&mut self.tree);
        note_damage(&mut self.tree);
        drop_regular_headers(&mut self.tree);
        if self.lexer.is_repaired {
            let what = "a comment ends within a character; its text may be damaged";
            self.tree.notes.push(Note::Malformed(what.to_string()));
        }
        Ok((self.tree, self.lexer.at))
    }

    /// Adds the node that was read.
    fn end_node(&mut self) -> Result<(), Fault> {
        self.check_value()?;
        let Some(at) = self.node_at.take() else {
            self.read.clear();
            return Ok(());
        };
        let read = std::mem::take(&mut self.read);
        let is_root = !self.headers.has_root;
        let mut details = Details::default();
        let mut actions = Vec::new();
        let is_setup = |read: &&Read| ["AB", "AW"].contains(&read.name.as_str());
        let setup = read
            .iter()
            .find(is_setup)
            .and_then(|read| read.values.first());
        let at = setup.map_or(at, |(from, _)| *from);
        for property in read {
            if self.is_main {
                self.headers
                    .read(&property.name, &property.values, &mut self.tree)?;
            }
            self.property(property, &mut details, &mut actions)?;
        }
        if is_root {
            self.headers.has_root = true;
            self.tree.set_root_at(at);
        } else {
            let (action, at) = if actions.is_empty() {
                (Action::None, at)
            } else {
                actions.remove(0)
            };
            self.push(action, at)?;
        }
        self.set_up += details.setup.len();
        if !details.is_empty() {
            *self.tree.details_mut(self.node) = details;
        }
        // Moves in the root, and a second move in a node, get nodes of their own.
        for (action, at) in actions {
            self.push(action, at)?;
        }
        Ok(())
    }

    /// Adds a node after the last.
    fn push(&mut self, action: Action, at: usize) -> Result<(), Fault> {
        self.depth += 1;
        let nodes = self.other_nodes + self.tree.len() + self.set_up;
        check_node(nodes, self.depth, at)?;
        self.node = self.tree.add_at(self.node, action, at);
        Ok(())
    }

    /// Reads a property into the details or the actions of a node.
    fn property(
        &self,
        property: Read,
        details: &mut Details,
        actions: &mut Vec<(Action, usize)>,
    ) -> Result<(), Fault> {
        let Read { name, values, .. } = property;
        let bytes = |(from, to): &(usize, usize)| &self.bytes[*from..*to];
        match name.as_str() {
            "B" => self.play(Color::Black, &values, actions)?,
            "W" => self.play(Color::White, &values, actions)?,
            "AB" => self.set_up(Cell::Stone(Color::Black), &values, details)?,
            "AW" => self.set_up(Cell::Stone(Color::White), &values, details)?,
            "AE" => self.set_up(Cell::Empty, &values, details)?,
            "PL" => {
                let is_stated = |value: &&(usize, usize)| !bytes(value).trim_ascii().is_empty();
                for value in values.iter().filter(is_stated) {
                    let side = Color::from_name(&value::plain(bytes(value)));
                    let problem = Problem::Expected("B or W");
                    details.side = Some(side.ok_or(Fault::new(value.0, problem))?);
                }
            }
            "C" => {
                for value in &values {
                    let comment = value::unescaped(bytes(value), self.tree.encoding);
                    match &mut details.comment {
                        Some(before) => {
                            before.push(b'\n');
                            before.extend(comment);
                        }
                        None => details.comment = Some(comment),
                    }
                }
            }
            "LB" if self.labels(&values, details) => {}
            RENLIB if self.renlib(&values, details, actions) => {}
            // The writer creates these.
            "SZ" | "CA" | "FF" => {}
            "GM" if values
                .iter()
                .all(|value| value::plain(bytes(value)) == GOMOKU) => {}
            _ => {
                let kept = |value| value::kept(bytes(value), self.tree.encoding);
                let values = values.iter().map(kept).collect();
                details.properties.push(Property { name, values });
            }
        }
        Ok(())
    }

    /// Reads moves.
    fn play(
        &self,
        color: Color,
        values: &[(usize, usize)],
        actions: &mut Vec<(Action, usize)>,
    ) -> Result<(), Fault> {
        for (from, to) in values {
            let point = value::point(&self.bytes[*from..*to], self.tree.size());
            let action = match point.map_err(|problem| Fault::new(*from, problem))? {
                Some(point) => Action::Play(color, point),
                None => Action::Pass(color),
            };
            actions.push((action, *from));
        }
        Ok(())
    }

    /// Reads stones that are placed or removed: points and rectangles.
    fn set_up(
        &self,
        cell: Cell,
        values: &[(usize, usize)],
        details: &mut Details,
    ) -> Result<(), Fault> {
        for (from, to) in values {
            let text = &self.bytes[*from..*to];
            if text.trim_ascii().is_empty() {
                continue;
            }
            let (first, last) = value::pair(text).unwrap_or((text, text));
            let point = |text| {
                let point = value::point(text, self.tree.size());
                let expected = Problem::Expected("a point such as `hh`");
                point
                    .and_then(|point| point.ok_or(expected))
                    .map_err(|problem| Fault::new(*from, problem))
            };
            let (first, last): (Point, Point) = (point(first)?, point(last)?);
            for y in first.y..=last.y {
                for x in first.x..=last.x {
                    details.setup.push((Point::new(x, y), cell));
                }
            }
            if details.setup.len() > MAX_SETUP {
                let problem = Problem::TooMuch("a node sets up more than 65,536 points");
                return Err(Fault::new(*from, problem));
            }
        }
        Ok(())
    }

    /// Reads texts on points; false if one of them is malformed.
    fn labels(&self, values: &[(usize, usize)], details: &mut Details) -> bool {
        let label = |(from, to): &(usize, usize)| {
            let (point, text) = value::pair(&self.bytes[*from..*to])?;
            let point = value::point(point, self.tree.size()).ok()??;
            Some((point, value::unescaped(text, self.tree.encoding)))
        };
        let labels: Option<Vec<_>> = values.iter().map(label).collect();
        match labels {
            Some(labels) => {
                details.labels.extend(labels);
                true
            }
            None => false,
        }
    }

    /// Reads what only RenLib has; false if a value is unknown.
    fn renlib(
        &self,
        values: &[(usize, usize)],
        details: &mut Details,
        actions: &mut Vec<(Action, usize)>,
    ) -> bool {
        let mut own = Details::default();
        let mut label = None;
        for (from, to) in values {
            match &self.bytes[*from..*to] {
                b"mark" => own.is_marked = true,
                b"start" => own.is_start = true,
                flags if flags.starts_with(b"flags ") => {
                    let Ok(flags) = value::plain(&flags[b"flags ".len()..]).parse() else {
                        return false;
                    };
                    own.renlib_flags = flags;
                }
                [x, y] => match value::point(&[*x, *y], self.tree.size()) {
                    Ok(Some(point)) => label = Some((Action::Label(point), *from)),
                    _ => return false,
                },
                _ => return false,
            }
        }
        details.is_marked |= own.is_marked;
        details.is_start |= own.is_start;
        details.renlib_flags |= own.renlib_flags;
        actions.extend(label);
        true
    }
}

/// The most points that one node may set up.
const MAX_SETUP: usize = 1 << 16;
