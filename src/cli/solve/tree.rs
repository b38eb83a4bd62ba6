//! A proof as a readable tree: each winning move with its threat, and below it the main
//! defences. Equal answers are folded.

use crate::board::notation::point_name;
use crate::cli::term::layout::{columns, wrapped};
use crate::report::text::counted;
use crate::solve::Proof;
use crate::threat::vct::{Defence, Threat};
use crate::types::{BoardSize, Point};

/// The most lines of a tree of several levels, without the legend. Deeper levels are left out.
const MAX_LINES: usize = 40;
/// The indentation of a defence.
const INDENT: usize = 2;
/// The further indentation of the second line of an entry.
const HANGING: usize = 4;
/// The narrowest column of text. Deeper entries are not indented further.
const MIN_TEXT: usize = 24;

/// What the words and brackets of a tree mean.
const LEGEND: &str =
    "A reply in brackets is the only one that stops a five. After `wins` no reply helps.";

/// The tree as text, with lines of at most `width` columns.
pub fn text(proof: &Proof, size: BoardSize, width: usize) -> String {
    let lines = |depth| {
        let mut tree = Tree {
            size,
            width,
            depth,
            lines: Vec::new(),
            is_cut: false,
        };
        tree.attack(proof, String::new(), 0);
        tree
    };
    let mut shown = lines(1);
    for depth in 2.. {
        if !shown.is_cut {
            break;
        }
        let deeper = lines(depth);
        if deeper.lines.len() > MAX_LINES {
            break;
        }
        shown = deeper;
    }
    let mut text = String::new();
    shown.lines.push(String::new());
    for line in shown.lines.into_iter().chain(wrapped(LEGEND, width)) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// A tree being written.
struct Tree {
    size: BoardSize,
    /// The width of a line in columns.
    width: usize,
    /// The number of levels of defences that are shown.
    depth: usize,
    lines: Vec<String>,
    /// True if deeper levels are left out.
    is_cut: bool,
}

impl Tree {
    /// Adds an attack after `lead`, the defences that it answers, and what follows.
    fn attack(&mut self, attack: &Proof, lead: String, level: usize) {
        let mut entry = lead;
        let mut attack = attack;
        // Forced replies are written on the same line.
        let defence = loop {
            entry.push_str(&self.name(attack.at));
            match &attack.defence {
                None => {
                    entry.push_str(" five");
                    return self.entry(&entry, level);
                }
                Some(Defence {
                    threat: Threat::Five,
                    replies,
                    ..
                }) if replies.len() < 2 => match replies.first() {
                    None => {
                        entry.push_str(" wins");
                        return self.entry(&entry, level);
                    }
                    Some((reply, answer)) => {
                        entry.push_str(&format!(" ({}) ", self.name(*reply)));
                        attack = answer;
                    }
                },
                Some(defence) => break defence,
            }
        };
        let threat = defence.threat.name();
        if defence.replies.is_empty() {
            entry.push_str(&format!(" threatens {threat} and wins"));
            return self.entry(&entry, level);
        }
        entry.push_str(&format!(", threatens {threat}"));
        if level == self.depth {
            let plies = counted(attack.plies(), "ply", "plies");
            entry.push_str(&format!("; wins in at most {plies}"));
            self.is_cut = true;
            return self.entry(&entry, level);
        }
        self.entry(&entry, level);
        for (replies, answer) in folded(defence) {
            let names: Vec<String> = replies.iter().map(|reply| self.name(*reply)).collect();
            self.attack(answer, format!("{}: ", names.join(", ")), level + 1);
        }
        match (defence.threat, &defence.otherwise) {
            (Threat::Win(_), Some(otherwise)) => {
                self.attack(otherwise, "any other move: ".to_string(), level + 1);
            }
            _ => self.entry(&format!("any other move: {threat}"), level + 1),
        }
    }

    /// Adds an entry, broken into lines.
    fn entry(&mut self, text: &str, level: usize) {
        let indent = (INDENT * level).min(self.width.saturating_sub(MIN_TEXT + HANGING));
        let width = self.width.saturating_sub(indent + HANGING);
        // The first line has room for the hanging indentation as well.
        let mut rest = text.split_whitespace();
        let mut line = " ".repeat(indent);
        let mut is_empty = true;
        for word in rest.by_ref() {
            let length = columns(&line) + usize::from(!is_empty) + columns(word);
            if !is_empty && length > self.width {
                let following: Vec<&str> = std::iter::once(word).chain(rest).collect();
                self.lines.push(line);
                for part in wrapped(&following.join(" "), width) {
                    self.lines
                        .push(format!("{}{part}", " ".repeat(indent + HANGING)));
                }
                return;
            }
            if !is_empty {
                line.push(' ');
            }
            line.push_str(word);
            is_empty = false;
        }
        self.lines.push(line);
    }

    fn name(&self, point: Point) -> String {
        point_name(point, self.size)
    }
}

/// The replies of a turn with their answers, longest first. Replies with the same answer are
/// together.
fn folded(defence: &Defence<Point>) -> Vec<(Vec<Point>, &Proof)> {
    let mut groups: Vec<(Vec<Point>, &Proof)> = Vec::new();
    for (reply, answer) in &defence.replies {
        match groups.iter_mut().find(|(_, known)| *known == answer) {
            Some((replies, _)) => replies.push(*reply),
            None => groups.push((vec![*reply], answer)),
        }
    }
    groups.sort_by_key(|(_, answer)| std::cmp::Reverse(answer.plies()));
    groups
}
