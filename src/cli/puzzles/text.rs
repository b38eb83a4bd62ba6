//! Puzzles as text: what is asked, then the solutions.

use crate::cli::term::Terminal;
use crate::puzzle::Uniqueness;
use crate::report::puzzles::document::Totals;
use crate::report::puzzles::fields::PuzzleFields;
use crate::report::text::{counted, printable};

/// The columns by which a continued line is indented.
const INDENT: usize = 6;

/// What the mark of a solution means.
const FOURS: &str = "   *  The first move is the only four that wins; a quiet move may win too.";

/// The puzzles and their solutions.
pub fn describe(puzzles: &[PuzzleFields], totals: &Totals, terminal: Terminal) -> String {
    let mut lines = vec![format!(
        "{} in {} of {}, {} undecided",
        counted(puzzles.len(), "puzzle", "puzzles"),
        counted(totals.positions, "position", "positions"),
        counted(totals.games, "game", "games"),
        totals.undecided
    )];
    if !puzzles.is_empty() {
        lines.push(String::new());
    }
    for (number, puzzle) in (1..).zip(puzzles) {
        let source = printable(&puzzle.source_text());
        lines.push(format!("{number:>4}. {}; {source}", puzzle.question()));
        lines.push(format!("      {}", puzzle.difficulty_text()));
    }
    if !puzzles.is_empty() {
        lines.extend([String::new(), "Solutions".to_string()]);
    }
    if puzzles
        .iter()
        .any(|puzzle| puzzle.unique_among == Uniqueness::Fours)
    {
        lines.push(FOURS.to_string());
    }
    for (number, puzzle) in (1..).zip(puzzles) {
        let mark = match puzzle.unique_among {
            Uniqueness::Fours => " *",
            Uniqueness::Threats => "",
        };
        lines.push(format!("{number:>4}. {}{mark}", puzzle.line_text()));
    }
    terminal.hanging(&lines, INDENT)
}
