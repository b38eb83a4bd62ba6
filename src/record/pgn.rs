//! The Portable Game Notation of chess, as gomoku managers use it: tags in brackets, then a
//! numbered list of moves with comments in braces and variations in parentheses.
//!
//! Results are written as in chess, with white's points first, as c-gomoku-cli does. Its files
//! have no moves.

use super::error::{Fault, Places, Problem, RecordError};
use super::limits::{add_game, check_node, check_text};
use super::notes::Note;
use super::tree::{Action, NodeId, Tree};
use super::{Format, GameResult, Given, WonBy, default_size, one_line};
use crate::board::notation;
use crate::board::work::count_work;
use crate::types::{BoardSize, Color, OpeningRule, Rule};

/// True if the text begins with a tag such as `[Event "x"]`.
pub fn is_pgn(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| tag(line).is_some())
}

/// The name and value of a tag.
fn tag(line: &str) -> Option<(&str, &str)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    is_name.then_some((name, value))
}

/// Reads all games. An error is in a move; the rest of its game is passed over.
pub fn parse(text: &str, given: &Given) -> Vec<Result<Tree, RecordError>> {
    let mut games = Vec::new();
    let mut places = Places::new(text.as_bytes());
    let mut reader = Reader::new(given);
    let mut error = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        match tag(line) {
            Some((name, value)) => {
                if reader.has_moves {
                    let game = error.take().map_or(Ok(reader.tree), Err);
                    let fault = |problem| Fault::new(start, problem).at_place(&mut places);
                    if !add_game(&mut games, game, fault) {
                        return games;
                    }
                    reader = Reader::new(given);
                }
                reader.tag(name, value);
            }
            None if error.is_none() => {
                let read = reader.moves(line, start);
                error = read.err().map(|fault| fault.at_place(&mut places));
            }
            None => {}
        }
        start += line.len();
    }
    games.push(error.map_or(Ok(reader.tree), Err));
    games
}

struct Reader {
    tree: Tree,
    /// The last node and its depth.
    node: NodeId,
    depth: usize,
    /// The nodes to return to when variations end.
    open: Vec<(NodeId, usize)>,
    /// A comment that continues on the next line.
    comment: Option<Vec<u8>>,
    /// The tags have ended.
    has_moves: bool,
}

impl Reader {
    fn new(given: &Given) -> Reader {
        let size = given.size.unwrap_or(default_size());
        let mut tree = Tree::new(size);
        tree.format = Format::Pgn;
        if given.size.is_none() {
            tree.notes.push(Note::SizeAssumed(size));
        }
        Reader {
            tree,
            node: NodeId::ROOT,
            depth: 0,
            open: Vec::new(),
            comment: None,
            has_moves: false,
        }
    }

    /// Reads a tag.
    fn tag(&mut self, name: &str, value: &str) {
        let headers = &mut self.tree.headers;
        let text = || Some(one_line(value)).filter(|text| !text.is_empty() && text != "?");
        match name {
            "Black" => headers.players[Color::Black.index()] = text(),
            "White" => headers.players[Color::White.index()] = text(),
            "Event" => headers.event = text(),
            "Date" => headers.date = text(),
            "Result" => headers.result = result(value),
            "Rule" | "Rules" | "Variant" => {
                let (rule, opening) = (Rule::from_record(value), OpeningRule::named_in(value));
                headers.rule = rule.or(headers.rule);
                headers.opening = opening.or(headers.opening);
                if rule.is_none() && opening.is_none() {
                    self.tree.notes.push(Note::RuleUnknown(value.to_string()));
                }
            }
            "Termination" => headers.won_by = won_by(value),
            "Size" | "BoardSize" => {
                let size = value.split(['x', 'X', '*']).next().unwrap_or(value);
                if let Some(size) = size.trim().parse().ok().and_then(BoardSize::square) {
                    let headers = std::mem::take(&mut self.tree.headers);
                    let is_assumed = |note: &Note| matches!(note, Note::SizeAssumed(_));
                    let mut notes = std::mem::take(&mut self.tree.notes);
                    notes.retain(|note| !is_assumed(note));
                    self.tree = Tree::new(size);
                    self.tree.format = Format::Pgn;
                    (self.tree.headers, self.tree.notes) = (headers, notes);
                }
            }
            _ => {}
        }
    }

    /// Reads a line of moves, which begins at the byte offset `start` of the text.
    fn moves(&mut self, line: &str, start: usize) -> Result<(), Fault> {
        count_work(line.len());
        let fault = |at: usize, problem| Fault::new(start + at, problem);
        let mut at = 0;
        while at < line.len() {
            let rest = &line[at..];
            let c = rest.chars().next().unwrap_or(' ');
            if let Some(comment) = &mut self.comment {
                let end = rest.find('}');
                comment.extend_from_slice(&rest.as_bytes()[..end.unwrap_or(rest.len())]);
                check_text(comment.len(), at).map_err(|error| fault(at, error.problem))?;
                at += end.map_or(rest.len(), |end| end + 1);
                if end.is_some() {
                    self.end_comment();
                }
                continue;
            }
            self.has_moves |= !c.is_whitespace();
            let length = match c {
                '{' => {
                    self.comment = Some(Vec::new());
                    1
                }
                ';' => rest.len(),
                '(' => {
                    check_node(0, self.open.len(), at).map_err(|e| fault(at, e.problem))?;
                    self.open.push((self.node, self.depth));
                    if let Some(parent) = self.tree.parent(self.node) {
                        self.node = parent;
                        self.depth -= 1;
                    }
                    1
                }
                ')' => {
                    if let Some((node, depth)) = self.open.pop() {
                        (self.node, self.depth) = (node, depth);
                    }
                    1
                }
                _ if c.is_whitespace() => c.len_utf8(),
                _ => {
                    let is_end = |c: char| c.is_whitespace() || "(){};".contains(c);
                    let length = rest.find(is_end).unwrap_or(rest.len());
                    let word = &rest[..length];
                    self.word(word).map_err(|problem| fault(at, problem))?;
                    length
                }
            };
            at += length;
        }
        Ok(())
    }

    /// Adds the comment that has ended.
    fn end_comment(&mut self) {
        let comment = self.comment.take().unwrap_or_default();
        let comment = comment.trim_ascii().to_vec();
        if !comment.is_empty() {
            self.tree.details_mut(self.node).comment = Some(comment);
        }
    }

    /// Reads a word: a number, a result, or a move.
    fn word(&mut self, word: &str) -> Result<(), Problem> {
        if let Some(result) = result(word) {
            self.tree.headers.result = Some(result);
            return Ok(());
        }
        let is_label = |c: char| c.is_ascii_digit() || c == '.';
        let name = word.trim_start_matches(is_label);
        let name = name.trim_end_matches(['!', '?', '+', '#', '.']);
        if name.is_empty() || word.starts_with('$') || word == "*" {
            return Ok(());
        }
        let size = self.tree.size();
        let color = match self.depth % 2 {
            0 => Color::Black,
            _ => Color::White,
        };
        let action = if name.eq_ignore_ascii_case("pass") {
            Action::Pass(color)
        } else {
            let point = notation::parse_point(name, size);
            let point = point.map_err(|error| match error.problem {
                notation::NotationProblem::OffBoard(size) => Problem::OffBoard(size),
                _ => Problem::Expected("a move such as `h8`"),
            })?;
            Action::Play(color, point)
        };
        self.depth += 1;
        check_node(self.tree.len(), self.depth, 0).map_err(|fault| fault.problem)?;
        self.node = self.tree.add(self.node, action);
        Ok(())
    }
}

/// How a game was won, as PGN's tag `Termination` and the sites that write PGN say it.
fn won_by(text: &str) -> Option<WonBy> {
    let text = text.to_lowercase();
    // "Time forfeit" is a win on time.
    let words = [
        ("resign", WonBy::Resignation),
        ("time", WonBy::Time),
        ("forfeit", WonBy::Forfeit),
    ];
    let mut found = words.into_iter().filter(|(word, _)| text.contains(word));
    found.next().map(|(_, reason)| reason)
}

/// A result as in chess, with white's points first.
fn result(text: &str) -> Option<GameResult> {
    match text {
        "1-0" => Some(GameResult::Win(Color::White)),
        "0-1" => Some(GameResult::Win(Color::Black)),
        "1/2-1/2" => Some(GameResult::Draw),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_comments_and_variations_are_read() {
        let text = "[Event \"x\"]\n[Black \"A\"]\n[Result \"0-1\"]\n\n1. h8 {the\ncentre} i9 \
                    (1... h9 2. g8) 2. j10! 0-1\n\n[Event \"y\"]\n\n1-0\n\n";
        let games = parse(text, &Given::default());
        let games: Vec<Tree> = games.into_iter().collect::<Result<_, _>>().unwrap();
        assert_eq!(games.len(), 2);
        let game = &games[0];
        assert_eq!(game.len(), 6);
        assert_eq!(game.headers.result, Some(GameResult::Win(Color::Black)));
        let first = game.main_line().next().unwrap();
        assert_eq!(game.children(first).count(), 2);
        assert_eq!(game.comment(first).as_deref(), Some("the\ncentre"));
        assert_eq!(game.main_line().count(), 3);
        assert_eq!(games[1].headers.result, Some(GameResult::Win(Color::White)));
        let games = parse("[Event \"x\"]\n\n1. h8 zz", &Given::default());
        assert_eq!(
            games[0].as_ref().unwrap_err().to_string(),
            "line 3, character 7: expected a move such as `h8`"
        );
    }
}
