//! The game in SGF with the review as comments and variations.

use crate::record::tree::Tree;
use crate::record::{Annotation, Annotations, Collection, Format, Move, Unwritable};
use crate::report::review::grade::Grade;
use crate::report::review::whole::Review;
use crate::report::review::words::{move_words, summary};

/// The game in SGF, with all branches of `tree`, the record that was reviewed.
///
/// # Errors
/// If the game has blocked points, which SGF cannot record.
pub fn sgf(review: &Review, tree: &Tree) -> Result<Vec<u8>, Unwritable> {
    let summary = summary(review).into_iter();
    let lines: Vec<String> = summary
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    let mut annotations = Annotations {
        game: lines.join("\n"),
        moves: vec![Annotation::default(); review.record.moves.len()],
    };
    let size = review.record.size();
    for moved in &review.moves {
        // Passes are not among the moves of a record.
        let is_it = |played: &Move| Some(played.point) == moved.point;
        let Some(index) = review.record.moves.iter().position(is_it) else {
            continue;
        };
        let mut lines = vec![move_words(moved, size)];
        lines.extend(moved.reasons.clone());
        let annotation = &mut annotations.moves[index];
        annotation.comment = lines.join("\n");
        // A variation for every move that is not the best one would hide the mistakes.
        if moved.grade.is_some_and(Grade::is_bad) {
            annotation.variation = moved.better.clone();
        }
    }
    let mut tree = tree.clone();
    tree.headers.rule = Some(review.game.start.rule());
    tree.headers.result = review.final_result();
    tree.headers.won_by = match review.game.ending {
        Some(_) => None,
        None => review.record.won_by,
    };
    tree.headers.program = Some("Goshawk review".to_string());
    tree.annotate(&annotations);
    Collection::of(vec![tree]).write(Format::Sgf)
}
