//! Reads the games of files on several threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::record::tree::Tree;
use crate::record::{Collection, Given};
use crate::report::games::{Index, result_of};
use crate::types::{BoardSize, Rule};

/// Which games are counted, and whether they are kept.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The size of the board.
    pub size: BoardSize,
    /// The rule, if only its games are counted.
    pub rule: Option<Rule>,
    /// Keep the games themselves besides the tallies of their positions.
    pub keeps_trees: bool,
}

/// What was found in the files.
#[derive(Debug, Default)]
pub struct Found {
    /// The tallies of the positions.
    pub index: Index,
    /// The games, if they are asked for, in the order of the files.
    pub trees: Vec<Tree>,
    /// The number of files that were read.
    pub files: usize,
    /// The number of games that are counted.
    pub games: usize,
    /// The number of games of another size or rule.
    pub others: usize,
    /// The names of files, and of games within files, that could not be read, each with the reason.
    pub unread: Vec<(String, String)>,
}

/// Reads the files on this number of threads.
pub fn read(files: &[PathBuf], threads: usize, wanted: Wanted) -> Found {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Found::default();
        let mut trees = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(at) else {
                return (found, trees);
            };
            let games = found.add(file, wanted);
            if wanted.keeps_trees {
                trees.push((at, games));
            }
        }
    };
    let mut all = Found::default();
    let mut trees = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        let others = workers.into_iter().map(|worker| {
            let joined = worker.join();
            joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        for (found, games) in std::iter::once(own).chain(others) {
            all.merge(found);
            trees.extend(games);
        }
    });
    trees.sort_by_key(|(at, _)| *at);
    all.trees = trees.into_iter().flat_map(|(_, games)| games).collect();
    all.unread.sort();
    all
}

impl Found {
    /// Adds the games of a file. Returns those that are counted.
    fn add(&mut self, file: &Path, wanted: Wanted) -> Vec<Tree> {
        let read = fs::read(file).map_err(|error| error.to_string());
        let collection = read.and_then(|bytes| {
            let read = Collection::read(&bytes, &Given::default());
            read.map_err(|error| error.to_string())
        });
        let collection = match collection {
            Ok(collection) => collection,
            Err(error) => {
                self.unread.push((file.display().to_string(), error));
                return Vec::new();
            }
        };
        self.files += 1;
        let unread = collection.unread.iter().map(|unread| {
            let name = format!("{}, game {}", file.display(), unread.number);
            (name, unread.error.to_string())
        });
        self.unread.extend(unread);
        let is_wanted = |game: &Tree| {
            let has_rule = wanted
                .rule
                .is_none_or(|rule| game.headers.rule == Some(rule));
            game.size() == wanted.size && has_rule
        };
        let mut counted = Vec::new();
        for game in &collection.games {
            if is_wanted(game) {
                self.index.add(game, result_of(&collection, game));
                counted.push(game);
            }
        }
        self.games += counted.len();
        self.others += collection.games.len() - counted.len();
        if wanted.keeps_trees {
            counted.into_iter().cloned().collect()
        } else {
            Vec::new()
        }
    }

    /// Adds the findings of another thread.
    fn merge(&mut self, other: Found) {
        self.index.merge(other.index);
        self.files += other.files;
        self.games += other.games;
        self.others += other.others;
        self.unread.extend(other.unread);
    }
}
