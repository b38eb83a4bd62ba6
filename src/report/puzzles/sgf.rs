//! Puzzles as SGF: one game each, with the solution as variations.

use crate::board::diagram::Cell;
use crate::record::tree::{Action, NodeId, Tree};
use crate::record::{Collection, Format, Unwritable};
use crate::report::puzzles::fields::PuzzleFields;
use crate::types::Color;

/// The puzzles in SGF.
///
/// # Errors
/// If a puzzle has blocked points, which SGF cannot record.
pub fn bytes(puzzles: &[PuzzleFields]) -> Result<Vec<u8>, Unwritable> {
    let trees = puzzles.iter().map(tree).collect();
    Collection::of(trees).write(Format::Sgf)
}

/// A puzzle as a game: its stones are set up, and the tree has the winning move after every reply
/// that may help.
pub fn tree(puzzle: &PuzzleFields) -> Tree {
    let mut tree = Tree::new(puzzle.size());
    tree.headers.rule = Some(puzzle.rule);
    tree.headers.event = Some(puzzle.question());
    tree.headers.program = Some("Goshawk puzzles".to_string());
    let details = tree.details_mut(NodeId::ROOT);
    details.side = Some(puzzle.side);
    for (points, cell) in [
        (&puzzle.black, Cell::Stone(Color::Black)),
        (&puzzle.white, Cell::Stone(Color::White)),
        (&puzzle.blocked, Cell::Blocked),
    ] {
        details
            .setup
            .extend(points.iter().map(|point| (*point, cell)));
    }
    let question = format!(
        "{}. {}. {}.",
        puzzle.question(),
        puzzle.difficulty_text(),
        puzzle.source_text()
    );
    tree.add_comment(NodeId::ROOT, &question);
    add_main_line(&mut tree, puzzle);
    add_proof(&mut tree, puzzle);
    tree
}

/// Adds the main line, so that it comes first, and a comment on the solution.
fn add_main_line(tree: &mut Tree, puzzle: &PuzzleFields) {
    let (mut at, mut side) = (NodeId::ROOT, puzzle.side);
    for (number, point) in puzzle.line.iter().copied().enumerate() {
        at = tree.child(at, Action::Play(side, point));
        side = !side;
        if number == 0 {
            let others = puzzle.others_text();
            tree.add_comment(
                at,
                &format!("{}. Tries that fail: {others}.", puzzle.claim()),
            );
        }
    }
}

/// Adds the win against every reply that may help.
fn add_proof(tree: &mut Tree, puzzle: &PuzzleFields) {
    let side = puzzle.side;
    // The positions before the moves of the nodes.
    let mut before = vec![NodeId::ROOT; puzzle.proof.len()];
    for (at, node) in puzzle.proof.iter().enumerate() {
        let after = tree.child(before[at], Action::Play(side, node.played));
        for reply in &node.replies {
            let reached = tree.child(after, Action::Play(!side, reply.played));
            before[reply.node] = reached;
        }
    }
}
