//! Puzzles as a page to print: the pictures first, the solutions at the end.

use std::fmt::Write as _;

use crate::report::picture::{Picture, escaped};
use crate::report::puzzles::fields::PuzzleFields;
use crate::types::{Color, Point};

/// The beginning of the page.
const HEAD: &str = "\
<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Puzzles</title>
<style>
body { font-family: sans-serif; margin: 1.5em; color: #202020; background: #ffffff; }
section { display: grid; grid-template-columns: repeat(auto-fill, minmax(16em, 1fr)); gap: 1.5em; }
figure { margin: 0; break-inside: avoid; }
figure svg { width: 100%; height: auto; display: block; }
figcaption { padding-top: 0.4em; overflow-wrap: anywhere; }
figcaption small { color: #606060; }
h2 { break-before: page; }
a { color: inherit; }
@media print { body { margin: 0; } section { grid-template-columns: repeat(3, 1fr); } }
</style>
</head>
<body>
";

/// The page.
pub fn html(puzzles: &[PuzzleFields]) -> String {
    let mut page = String::from(HEAD);
    page.push_str("<h1>Puzzles</h1>\n<section>\n");
    for (number, puzzle) in (1..).zip(puzzles) {
        figure(&mut page, number, puzzle, false);
    }
    page.push_str("</section>\n<h2>Solutions</h2>\n<section>\n");
    for (number, puzzle) in (1..).zip(puzzles) {
        figure(&mut page, number, puzzle, true);
    }
    page.push_str("</section>\n</body>\n</html>\n");
    page
}

/// Adds a picture of a puzzle, or of its solution, with what is said of it.
fn figure(page: &mut String, number: usize, puzzle: &PuzzleFields, is_solution: bool) {
    let (own, other) = if is_solution {
        ("solution", "puzzle")
    } else {
        ("puzzle", "solution")
    };
    let line: &[Point] = if is_solution { &puzzle.line } else { &[] };
    let picture = picture(puzzle, number, line);
    let text = if is_solution {
        format!(
            "{}<br><small>{}. Tries that fail: {}</small>",
            escaped(&puzzle.line_text()),
            puzzle.claim(),
            escaped(&puzzle.others_text())
        )
    } else {
        format!(
            "{}<br><small>{}<br>{}</small>",
            escaped(&puzzle.question()),
            escaped(&puzzle.difficulty_text()),
            escaped(&puzzle.source_text())
        )
    };
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "<figure id=\"{own}-{number}\">\n{}<figcaption><a href=\"#{other}-{number}\">{number}</a>. \
         {text}</figcaption>\n</figure>\n",
        picture.svg()
    );
}

/// The picture of a puzzle with these moves.
fn picture<'a>(puzzle: &PuzzleFields, number: usize, line: &'a [Point]) -> Picture<'a> {
    let mut stones = Vec::new();
    for (points, color) in [(&puzzle.black, Color::Black), (&puzzle.white, Color::White)] {
        stones.extend(points.iter().map(|point| (*point, color, None)));
    }
    Picture {
        size: puzzle.size(),
        stones,
        blocked: puzzle.blocked.clone(),
        last: puzzle.moves.last().copied(),
        row: &[],
        variation: line,
        side: puzzle.side,
        first_number: 1,
        caption: format!("{number}: {}", puzzle.question()),
    }
}
