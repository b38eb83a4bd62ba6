//! What was played in collections of games: wins, draws and losses by position.
//!
//! A position is the stones and the side to move, in whatever order the moves were played. Rotations
//! and reflections count as the same position. An [`Index`] is of games on boards of one size.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::diagram::{Cell, Diagram};
use crate::board::symmetry::SymmetricKeys;
use crate::board::zobrist;
use crate::engine::result;
use crate::record::tree::{Action, NodeId, Tree};
use crate::record::{Collection, GameResult};
use crate::report::boards;
use crate::types::{BoardSize, Color, Point};

/// The results of the games with a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All games, those without a result included.
    pub games: u32,
    /// The games that each side won, by [`Color::index`].
    pub wins: [u32; 2],
    /// The games that were drawn.
    pub draws: u32,
}

impl Tally {
    fn add(&mut self, result: Option<GameResult>) {
        self.games += 1;
        match result {
            Some(GameResult::Win(side)) => self.wins[side.index()] += 1,
            Some(GameResult::Draw) => self.draws += 1,
            None => {}
        }
    }

    /// Adds the games of another tally.
    pub fn merge(&mut self, other: Tally) {
        self.games += other.games;
        self.draws += other.draws;
        for (wins, more) in self.wins.iter_mut().zip(other.wins) {
            *wins += more;
        }
    }

    /// The share of a side from 0 to 1, a draw counted as a half; `None` if no game has a result.
    pub fn share(self, side: Color) -> Option<f64> {
        let decided = self.wins[0] + self.wins[1] + self.draws;
        let won = f64::from(self.wins[side.index()]) + f64::from(self.draws) / 2.0;
        (decided > 0).then(|| won / f64::from(decided))
    }
}

/// The tallies of all positions.
#[derive(Debug, Default)]
pub struct Index {
    tallies: FxHashMap<u64, Tally>,
}

impl Index {
    /// Adds a game with all its branches. Positions outside the main line count as games
    /// without a result.
    pub fn add(&mut self, tree: &Tree, result: Option<GameResult>) {
        let main: FxHashSet<NodeId> = tree.main_line().chain([NodeId::ROOT]).collect();
        // A position may arise in several branches of one game.
        let mut seen = FxHashSet::default();
        walk_keys(tree, |node, key| {
            if seen.insert(key) {
                let result = result.filter(|_| main.contains(&node));
                self.tallies.entry(key).or_default().add(result);
            }
        });
    }

    /// Adds all tallies of another index.
    pub fn merge(&mut self, mut other: Index) {
        if other.positions() > self.positions() {
            std::mem::swap(self, &mut other);
        }
        for (key, tally) in other.tallies {
            self.tallies.entry(key).or_default().merge(tally);
        }
    }

    /// The tally of the position with this [`key_of`].
    pub fn get(&self, key: u64) -> Option<Tally> {
        self.tallies.get(&key).copied()
    }

    /// The moves that were played in a position, the most frequent first. Moves that are the same
    /// by symmetry are counted as one.
    pub fn replies(&self, board: &Diagram, side: Color) -> Vec<(Point, Tally)> {
        let mut seen = Vec::new();
        let mut replies = Vec::new();
        for point in board.size().points() {
            if board.get(point) != Cell::Empty {
                continue;
            }
            let key = key_after(board, side, point);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            replies.extend(self.get(key).map(|tally| (point, tally)));
        }
        replies.sort_by_key(|(_, tally)| Reverse(tally.games));
        replies
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.tallies.len()
    }

    /// The memory that the tallies take, in megabytes, rounded up.
    pub fn megabytes(&self) -> usize {
        // A hash table takes one more byte for each slot, and keeps one slot in eight free.
        let place = size_of::<(u64, Tally)>() + 1;
        (self.tallies.capacity() * 8 / 7 * place).div_ceil(1_000_000)
    }
}

/// Calls `each` with the nodes of a tree and the keys of their positions.
pub fn walk_keys(tree: &Tree, mut each: impl FnMut(NodeId, u64)) {
    let size = tree.size();
    // The keys of the nodes from the root to the current one, by depth.
    let mut path = vec![Keys::new(size)];
    for (node, depth) in tree.walk() {
        let mut keys = path[depth.saturating_sub(1)];
        if let Some(details) = tree.details(node) {
            details
                .setup
                .iter()
                .for_each(|(point, cell)| keys.set(*cell, *point));
            keys.side = details.side.unwrap_or(keys.side);
        }
        match tree.action(node) {
            Action::Play(color, point) => keys.play(color, point),
            Action::Pass(color) => keys.side = !color,
            Action::None | Action::Label(_) => {}
        }
        path.truncate(depth);
        path.push(keys);
        each(node, keys.least());
    }
}

/// The key of a position, the same for all that are symmetric to it.
pub fn key_of(board: &Diagram, side: Color) -> u64 {
    Keys::of(board, side).least()
}

/// The key of the position after a move.
pub fn key_after(board: &Diagram, side: Color, point: Point) -> u64 {
    let mut keys = Keys::of(board, side);
    keys.play(side, point);
    keys.least()
}

/// The result stated in a game of a collection, or else the one on the board after its main line.
pub fn result_of(collection: &Collection, game: &Tree) -> Option<GameResult> {
    if game.headers.result.is_some() {
        return game.headers.result;
    }
    let board = collection.main_line(game).ok()?.board();
    let rule = game.headers.rule.unwrap_or_default();
    let ending = result(&boards::game(&board, rule)).ok()??;
    Some(ending.winner().map_or(GameResult::Draw, GameResult::Win))
}

/// A position with its keys under all symmetries.
#[derive(Clone, Copy)]
struct Keys {
    keys: SymmetricKeys,
    side: Color,
}

impl Keys {
    /// The empty board.
    fn new(size: BoardSize) -> Keys {
        Keys {
            keys: SymmetricKeys::new(size),
            side: Color::Black,
        }
    }

    /// A position.
    fn of(board: &Diagram, side: Color) -> Keys {
        let mut keys = Keys::new(board.size());
        for (point, cell) in board.occupied() {
            keys.set(cell, point);
        }
        keys.side = side;
        keys
    }

    /// Plays a move.
    fn play(&mut self, color: Color, point: Point) {
        self.put(color, point);
        self.side = !color;
    }

    /// Places a stone.
    fn put(&mut self, color: Color, point: Point) {
        self.keys.stone(color, point);
    }

    /// Sets up a point.
    fn set(&mut self, cell: Cell, point: Point) {
        match cell {
            Cell::Stone(color) => self.put(color, point),
            Cell::Blocked => self.keys.toggle(point, zobrist::blocked),
            Cell::Empty => self.keys.toggle(point, zobrist::emptied),
        }
    }

    /// The smallest of the keys, which all symmetric positions share.
    fn least(self) -> u64 {
        let turn = match self.side {
            Color::Black => 0,
            Color::White => zobrist::WHITE_TO_MOVE,
        };
        self.keys.least() ^ turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Given, Record};

    fn moves(text: &str) -> Record {
        let given = Given {
            size: BoardSize::square(15),
            ..Given::default()
        };
        Record::parse_moves(text, &given).unwrap()
    }

    /// The key of the position after these moves.
    fn key(text: &str) -> u64 {
        let record = moves(text);
        key_of(&record.board(), record.side_to_move())
    }

    #[test]
    fn orders_and_symmetries_are_one_position() {
        assert_eq!(key("h8 i9 j10"), key("j10 i9 h8"));
        assert_eq!(key("h8 i9"), key("h8 g7"));
        assert_eq!(key("h8 i9 j9"), key("h8 i9 i10"));
        assert_ne!(key("h8 i9"), key("h8 h9"));
        assert_ne!(key("h8 i9 j10"), key("i9 h8 j10"));
        assert_ne!(key("h8"), key("h8 pass"));
        assert_eq!(key(""), 0);
    }

    #[test]
    fn a_rectangle_has_four_symmetries() {
        let size = BoardSize::new(15, 12).unwrap();
        let key = |x, y| {
            let mut keys = Keys::new(size);
            keys.put(Color::Black, Point::new(x, y));
            keys.least()
        };
        assert_eq!(key(2, 3), key(12, 3));
        assert_eq!(key(2, 3), key(12, 8));
        assert_ne!(key(2, 3), key(3, 2));
    }

    #[test]
    fn each_game_counts_once_for_a_position() {
        let text = b"(;GM[4]SZ[15]RE[B+];B[hh](;W[ig];B[jf])(;W[ii];B[jj]))\n\
                     (;GM[4]SZ[15]RE[W+];B[hh])";
        let collection = Collection::read(text, &Given::default()).unwrap();
        let mut index = Index::default();
        for game in &collection.games {
            let mut other = Index::default();
            other.add(game, game.headers.result);
            index.merge(other);
        }
        let tally = |text: &str| index.get(key(text)).unwrap();
        assert_eq!(tally("h8").games, 2);
        assert_eq!(tally("h8").wins, [1, 1]);
        assert_eq!(tally("h8").share(Color::White), Some(0.5));
        let reply = tally("h8 i9");
        assert_eq!((reply.games, reply.wins[Color::Black.index()]), (1, 1));
        assert_eq!(index.positions(), 4);
        let first = moves("h8");
        let replies = index.replies(&first.board(), Color::White);
        let games: Vec<u32> = replies.iter().map(|(_, tally)| tally.games).collect();
        assert_eq!(games, [1], "one of two symmetric replies stands for both");
    }
}
