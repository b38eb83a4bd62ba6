//! Cycles between the files of one module.
//!
//! In every folder, the files and subfolders must form a graph without cycles.
//! A subfolder counts as one entry together with everything below it, and so do
//! `a.rs` and the folder `a`. A path is followed through re-exports to the file
//! that defines the item. Two kinds of use do not count: between a module and
//! its own submodules, because a `mod.rs` declares what its submodules share
//! and calls them; and within unit tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::sources::{ModulePath, Source};

/// Entries of one folder that use each other in a cycle.
pub struct Cycle {
    /// The entries, such as `board/notation` or `cli/play`, in order.
    pub entries: Vec<String>,
    /// The uses among them, as pairs of files.
    uses: BTreeSet<(String, String)>,
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cycle: {}", self.entries.join(", "))?;
        for (from, to) in &self.uses {
            write!(f, "\n    {from} uses {to}")?;
        }
        Ok(())
    }
}

/// Finds all cycles.
pub fn find(sources: &[Source]) -> Vec<Cycle> {
    let graph = Graph::new(sources);
    let mut cycles: Vec<Cycle> = Vec::new();
    for entry in graph.uses.keys() {
        if cycles.iter().any(|cycle| cycle.entries.contains(entry)) {
            continue;
        }
        let reached = graph.reached_from(entry);
        let entries: Vec<String> = reached
            .iter()
            .filter(|other| graph.reached_from(other).contains(entry))
            .cloned()
            .collect();
        if entries.len() > 1 {
            let uses = graph.uses_among(&entries);
            cycles.push(Cycle { entries, uses });
        }
    }
    cycles
}

/// Which entries of a folder use which others.
struct Graph {
    /// For each entry the entries that it uses, and by which files.
    uses: BTreeMap<String, BTreeMap<String, BTreeSet<(String, String)>>>,
}

impl Graph {
    fn new(sources: &[Source]) -> Graph {
        let files: BTreeMap<&[String], &Source> = sources
            .iter()
            .filter(|source| !source.is_root())
            .map(|source| (source.module_path(), source))
            .collect();
        let mut graph = Graph {
            uses: BTreeMap::new(),
        };
        for source in files.values() {
            for mention in &source.mentions {
                if !mention.in_tests
                    && let Some(target) = defining_file(&files, mention.path.clone())
                {
                    graph.add(source, target);
                }
            }
        }
        graph
    }

    fn add(&mut self, from: &Source, to: &Source) {
        let (a, b) = (from.module_path(), to.module_path());
        let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        // Either one is an ancestor of the other, or the order of the
        // top-level modules already excludes cycles.
        if common == 0 || common == a.len() || common == b.len() {
            return;
        }
        let entry = |path: &[String]| path[..=common].join("/");
        let uses = self.uses.entry(entry(a)).or_default();
        let files = uses.entry(entry(b)).or_default();
        files.insert((from.name(), to.name()));
    }

    fn reached_from(&self, entry: &str) -> BTreeSet<String> {
        let mut reached = BTreeSet::new();
        let mut open = vec![entry];
        while let Some(entry) = open.pop() {
            for next in self.uses.get(entry).into_iter().flat_map(BTreeMap::keys) {
                if reached.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        reached
    }

    fn uses_among(&self, entries: &[String]) -> BTreeSet<(String, String)> {
        let mut all = BTreeSet::new();
        for (entry, uses) in &self.uses {
            for (other, files) in uses {
                if entries.contains(entry) && entries.contains(other) {
                    all.extend(files.iter().cloned());
                }
            }
        }
        all
    }
}

/// The file that defines what a path names.
fn defining_file<'a>(
    files: &BTreeMap<&[String], &'a Source>,
    mut path: ModulePath,
) -> Option<&'a Source> {
    // Re-exports of re-exports are followed; the limit only prevents endless loops.
    for _ in 0..10 {
        let length = (1..=path.len())
            .rev()
            .find(|length| files.contains_key(&path[..*length]))?;
        let file = files[&path[..length]];
        let Some(name) = path.get(length) else {
            return Some(file);
        };
        let Some((_, target)) = file.reexports.iter().find(|(exported, _)| exported == name) else {
            return Some(file);
        };
        if *target == path {
            return Some(file);
        }
        path = target.clone();
    }
    None
}
