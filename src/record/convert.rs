//! Writes collections in any format that can hold them, and lists what a format leaves out.

use std::fmt;

use super::error::{RecordError, Unwritable};
use super::tree::{Details, Property, Tree};
use super::{Collection, Format, Record, merge, renlib, sgf};
use crate::board::notation::point_names;
use crate::types::{BoardSize, OpeningRule, Point};

/// Something that is lost when a collection is written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// This many moves are outside the main lines.
    Branches(usize),
    /// This many comments.
    Comments(usize),
    /// This many texts and marks on the board.
    Labels(usize),
    /// The times of the moves.
    Times,
    /// Players, result, rule and the like.
    Headers,
    /// The opening rule.
    OpeningRule,
    /// The games become one tree.
    Games(usize),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |number: usize, one: &str, many: &str| match number {
            1 => format!("1 {one}"),
            _ => format!("{number} {many}"),
        };
        match *self {
            Loss::Branches(moves) => {
                let moves = counted(moves, "move", "moves");
                write!(f, "{moves} outside the main line")
            }
            Loss::Comments(comments) => {
                write!(f, "{}", counted(comments, "comment", "comments"))
            }
            Loss::Labels(labels) => {
                write!(
                    f,
                    "{}",
                    counted(labels, "text on the board", "texts on the board")
                )
            }
            Loss::Times => write!(f, "the times of the moves"),
            Loss::Headers => write!(f, "players, result, rule and other headers"),
            Loss::OpeningRule => write!(f, "the opening rule"),
            Loss::Games(games) => write!(f, "the division into {games} games"),
        }
    }
}

impl Tree {
    /// The number of moves and passes, those of branches included.
    pub fn moves(&self) -> usize {
        let is_move = |node| self.action(node).side().is_some();
        self.walk().filter(|(node, _)| is_move(*node)).count()
    }
}

impl Collection {
    /// The collection with one of its games, counted from 1 in the file.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read.
    pub fn only(mut self, number: usize) -> Result<Collection, RecordError> {
        let place = self.place_of(number)?;
        self.games = vec![self.games.swap_remove(place)];
        self.unread = Vec::new();
        Ok(self)
    }

    /// The collection in a format. A library of RenLib holds all games in one tree.
    ///
    /// # Errors
    /// If Goshawk cannot write the format, or if the format cannot hold the games at all, for
    /// example because of their board or because there are several.
    pub fn write(&self, format: Format) -> Result<Vec<u8>, Unwritable> {
        match format {
            Format::Sgf => {
                let mut bytes = Vec::new();
                for game in &self.games {
                    sgf::write(game, &mut bytes)?;
                }
                Ok(bytes)
            }
            Format::RenLib => renlib::write(&self.merged()?),
            Format::Moves => self.lists(),
            Format::Psq => self.only_record()?.write(Format::Psq).map_or_else(
                || {
                    Err(Unwritable::NoPlace(
                        "stones set up before the first move, or passes",
                    ))
                },
                |text| Ok(text.into_bytes()),
            ),
            Format::Diagram => {
                let record = self.only_record()?;
                let last = record.moves.last().map(|played| played.point);
                Ok(record.board().draw(None, last).into_bytes())
            }
            Format::Pos => self.pos(),
            Format::Sav => self.sav(),
            Format::Pgn | Format::Rif | Format::Json | Format::Protocol => {
                Err(Unwritable::ReadOnly)
            }
        }
    }

    /// All games in one tree.
    ///
    /// # Errors
    /// If their boards or the stones on them before the first move differ.
    pub fn merged(&self) -> Result<Tree, Unwritable> {
        let [first, rest @ ..] = &self.games[..] else {
            return Err(Unwritable::NoPlace("a collection without games"));
        };
        let mut tree = first.clone();
        for game in rest {
            if (game.size(), game.start()) != (first.size(), first.start()) {
                return Err(Unwritable::NoPlace("games on different boards"));
            }
            merge(&mut tree, game);
        }
        Ok(tree)
    }

    /// The main line of the only game.
    fn only_record(&self) -> Result<Record, Unwritable> {
        match &self.games[..] {
            [game] => self.record_of(game),
            _ => Err(Unwritable::SeveralGames),
        }
    }

    fn record_of(&self, game: &Tree) -> Result<Record, Unwritable> {
        let record = self.main_line(game);
        record.map_err(|_| Unwritable::NoPlace("two stones on one point"))
    }

    /// A list of moves with comments, or a line for each game.
    fn lists(&self) -> Result<Vec<u8>, Unwritable> {
        let no_place = || Unwritable::NoPlace("stones set up before the first move, or passes");
        if let [game] = &self.games[..] {
            let text = self.record_of(game)?.write(Format::Moves);
            return text.map(String::into_bytes).ok_or_else(no_place);
        }
        let mut text = String::new();
        for game in &self.games {
            let record = self.record_of(game)?;
            let points = record.turns().ok_or_else(no_place)?;
            text.push_str(&point_names(&points, record.size()));
            text.push('\n');
        }
        Ok(text.into_bytes())
    }

    /// The moves of the only game, without passes.
    fn only_turns(&self) -> Result<(BoardSize, Vec<Point>), Unwritable> {
        let record = self.only_record()?;
        let turns = record.turns();
        let no_place = Unwritable::NoPlace("stones set up before the first move, or passes");
        Ok((record.size(), turns.ok_or(no_place)?))
    }

    /// The count of moves and a byte for each.
    fn pos(&self) -> Result<Vec<u8>, Unwritable> {
        let (size, points) = self.only_turns()?;
        if size != super::default_size() {
            return Err(Unwritable::NoPlace("boards other than 15x15"));
        }
        let count = u8::try_from(points.len()).expect("a board has 225 points");
        let byte = |point: Point| point.y * size.width() + point.x;
        let bytes = points.into_iter().map(byte);
        Ok(std::iter::once(count).chain(bytes).collect())
    }

    /// The height, the width, the count of moves, and a line for each.
    fn sav(&self) -> Result<Vec<u8>, Unwritable> {
        let (size, points) = self.only_turns()?;
        let mut text = format!("{}\n{}\n{}\n", size.height(), size.width(), points.len());
        for point in points {
            text.push_str(&format!("{} {}\n", point.y, point.x));
        }
        Ok(text.into_bytes())
    }

    /// What is lost when the collection is written in a format.
    pub fn losses(&self, format: Format) -> Vec<Loss> {
        let details = || {
            let games = self.games.iter();
            games.flat_map(|game| game.walk().filter_map(|(node, _)| game.details(node)))
        };
        let keeps_trees = matches!(format, Format::Sgf | Format::RenLib);
        let branches = self.games.iter().map(Tree::moves_in_branches).sum();
        let comments = details()
            .filter(|details| details.comment.is_some())
            .count();
        let labels: usize = details().map(|details| details.labels.len()).sum();
        let has_marks = |details: &Details| {
            let properties = details.properties.iter();
            properties.filter(|property| !is_header(property)).count()
        };
        let marks: usize = details().map(has_marks).sum();
        let has_headers = |game: &Tree| {
            let headers = &game.headers;
            headers.rule.is_some()
                || headers.opening.is_some()
                || headers.result.is_some()
                || headers.event.is_some()
                || headers.players.iter().any(Option::is_some)
        };
        let keeps_headers = matches!(format, Format::Sgf | Format::Psq)
            || (format == Format::Moves && self.games.len() == 1);
        let mut losses = Vec::new();
        let mut lose = |number: usize, loss: Loss| {
            if number > 0 {
                losses.push(loss);
            }
        };
        if !keeps_trees {
            lose(branches, Loss::Branches(branches));
            lose(comments, Loss::Comments(comments));
            lose(labels + marks, Loss::Labels(labels + marks));
        } else if format == Format::RenLib {
            lose(marks, Loss::Labels(marks));
            let games = self.games.len();
            lose(games - 1, Loss::Games(games));
        }
        if format != Format::Psq && details().any(|details| details.time.is_some()) {
            losses.push(Loss::Times);
        }
        if !keeps_headers && self.games.iter().any(has_headers) {
            losses.push(Loss::Headers);
        }
        let has_opening = |game: &Tree| game.headers.opening.is_some();
        if format == Format::Psq && self.games.iter().any(has_opening) {
            losses.push(Loss::OpeningRule);
        }
        losses
    }
}

/// Properties of SGF that are headers.
const HEADERS: [&str; 22] = [
    "FF", "GM", "AP", "RU", "GN", "EV", "DT", "RE", "PB", "PW", "BR", "WR", "TM", "OT", "PC", "RO",
    "ST", "US", "SO", "AN", "KM", "HA",
];

/// Whether a property of SGF is a header. ON is one if it names an opening rule.
fn is_header(property: &Property) -> bool {
    let names_rule = |value: &Vec<u8>| {
        let text = String::from_utf8_lossy(value);
        OpeningRule::named_in(&text).is_some()
    };
    match property.name.as_str() {
        "ON" => property.values.iter().any(names_rule),
        name => HEADERS.contains(&name),
    }
}
