//! Black's win chance by move, as an SVG picture.

use crate::report::picture::{add, escaped};
use crate::report::review::grade::Grade;
use crate::report::review::moved::ReviewedMove;
use crate::report::review::whole::{MOMENTS, Review};
use crate::report::review::words::move_name;
use crate::report::text::printable;
use crate::types::Color;

/// The size of the picture. All lengths are in pixels.
const SIZE: (f64, f64) = (900.0, 496.0);
/// The upper left corner of the area of the graph.
const CORNER: (f64, f64) = (60.0, 106.0);
/// Width and height of the area.
const AREA: (f64, f64) = (810.0, 280.0);
/// The possible numbers of moves between two vertical lines. The first that gives at most
/// [`MOST_LINES`] lines is used.
const STEPS: [usize; 6] = [1, 2, 5, 10, 20, 50];
/// The most vertical lines after the first.
const MOST_LINES: usize = 15;
/// The most characters of a player's name.
const NAME: usize = 24;
/// The most characters of the result, which may have a long row.
const RESULT: usize = 100;
/// The minimum distance between the names of two moments on one line.
const NAME_WIDTH: f64 = 52.0;
/// Height of a line of names.
const NAME_HEIGHT: f64 = 13.0;

/// The graph. Black's share is dark and at the bottom, white's is light and at the top. Each
/// inaccuracy or worse has a dot, and the decisive moves are named.
pub fn svg(review: &Review) -> String {
    let (width, height) = SIZE;
    let players = escaped(&players(review));
    let result = shortened(&review.result().unwrap_or_default(), RESULT);
    let result = escaped(&result);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>{players}; {result}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#e8c887\"/>\n\
         <text x=\"{}\" y=\"22\" font-size=\"15\">{players}</text>\n\
         <text class=\"result\" x=\"{}\" y=\"{}\">{result}</text>\n",
        CORNER.0,
        CORNER.0,
        CORNER.1 + AREA.1 + 94.0
    );
    let total = review.game.plies.len();
    area(&mut svg, review, total);
    grid(&mut svg, total);
    sides(&mut svg);
    let mut names = Names::default();
    let moments = review.moments();
    for moved in &review.moves {
        let is_moment = moments.iter().any(|moment| moment.ply == moved.ply);
        dot(&mut svg, review, moved, is_moment, &mut names);
    }
    legend(&mut svg, review);
    svg.push_str("</svg>\n");
    svg
}

/// The players and their accuracies.
fn players(review: &Review) -> String {
    let side = |side: Color| {
        let name = review.record.players[side.index()].as_deref();
        let name = name.map_or(String::new(), |name| {
            format!(" ({})", shortened(&printable(name), NAME))
        });
        let accuracy = review.accuracy(side);
        let accuracy = accuracy.map_or(String::new(), |percent| {
            format!(", accuracy {percent:.0} %")
        });
        format!("{}{name}{accuracy}", side.name())
    };
    format!("{}; {}", side(Color::Black), side(Color::White))
}

/// The beginning of a text that is longer than `most` characters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() > most {
        text.chars().take(most - 1).chain(['…']).collect()
    } else {
        text.to_string()
    }
}

/// The point of black's win chance after a number of plies.
fn place(ply: usize, chance: f64, total: usize) -> (f64, f64) {
    let share = ply as f64 / total.max(1) as f64;
    (
        CORNER.0 + share * AREA.0,
        CORNER.1 + (1.0 - chance) * AREA.1,
    )
}

/// The shares of both sides.
fn area(svg: &mut String, review: &Review, total: usize) {
    let (left, top) = CORNER;
    let (width, height) = AREA;
    add(
        svg,
        format_args!(
            "<rect class=\"white\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"#fafafa\"/>"
        ),
    );
    let points: Vec<(f64, f64)> = review
        .chances()
        .into_iter()
        .map(|(ply, chance)| place(ply, chance, total))
        .collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return;
    };
    let bottom = top + height;
    let line: Vec<String> = points
        .iter()
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    let line = line.join(" ");
    add(
        svg,
        format_args!(
            "<polygon class=\"black\" points=\"{:.1},{bottom} {line} {:.1},{bottom}\" fill=\"#404040\"/>",
            first.0, last.0
        ),
    );
    add(
        svg,
        format_args!(
            "<polyline class=\"chance\" points=\"{line}\" fill=\"none\" stroke=\"#000000\" stroke-width=\"2\"/>"
        ),
    );
}

/// Lines and numbers on the axes.
fn grid(svg: &mut String, total: usize) {
    let (left, top) = CORNER;
    let (right, bottom) = (left + AREA.0, top + AREA.1);
    for percent in [0, 25, 50, 75, 100] {
        let (_, y) = place(0, f64::from(percent) / 100.0, total);
        let wide = if percent == 50 { 1.5 } else { 0.5 };
        add(
            svg,
            format_args!(
                "<line x1=\"{left}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\" stroke=\"#909090\" stroke-width=\"{wide}\"/>"
            ),
        );
        add(
            svg,
            format_args!(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent} %</text>",
                left - 6.0,
                y + 4.0
            ),
        );
    }
    let steps = STEPS.into_iter().find(|step| total / step <= MOST_LINES);
    let step = steps.unwrap_or(100);
    for ply in (0..=total).step_by(step) {
        let (x, _) = place(ply, 0.0, total);
        add(
            svg,
            format_args!(
                "<line x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"#909090\" stroke-width=\"0.5\"/>"
            ),
        );
        add(
            svg,
            format_args!(
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{ply}</text>",
                bottom + 18.0
            ),
        );
    }
}

/// The names of the sides in their parts of the area.
fn sides(svg: &mut String) {
    let (x, top) = (CORNER.0 + 10.0, CORNER.1);
    for (name, y, colour) in [
        ("white", top + 20.0, "#404040"),
        ("black", top + AREA.1 - 10.0, "#fafafa"),
    ] {
        add(
            svg,
            format_args!(
                "<text class=\"side\" x=\"{x}\" y=\"{y}\" fill=\"{colour}\">{name}</text>"
            ),
        );
    }
}

/// The right ends of the names of decisive moves, by their line of text above the graph. There are
/// as many lines as names, so that no name covers another.
#[derive(Default)]
struct Names {
    ends: [f64; MOMENTS],
}

impl Names {
    /// The height of a name at `x`, in the lowest line that is free.
    fn line(&mut self, x: f64) -> f64 {
        let free = self.ends.iter().position(|end| *end <= x);
        let line = free.unwrap_or(0);
        self.ends[line] = x + NAME_WIDTH;
        CORNER.1 - 11.0 - NAME_HEIGHT * line as f64
    }
}

/// The dot of a move that lost win chances, and its name if it decided the game.
fn dot(
    svg: &mut String,
    review: &Review,
    moved: &ReviewedMove,
    is_moment: bool,
    names: &mut Names,
) {
    let Some(grade) = moved.grade.filter(|grade| grade.is_bad()) else {
        return;
    };
    let after = review
        .chances()
        .into_iter()
        .find(|(ply, _)| *ply == moved.ply + 1);
    let Some((ply, chance)) = after else {
        return;
    };
    let (x, y) = place(ply, chance, review.game.plies.len());
    let colour = colour(grade);
    let radius = if is_moment { 6 } else { 4 };
    if is_moment {
        let (top, height) = (CORNER.1, names.line(x));
        add(
            svg,
            format_args!(
                "<line class=\"moment\" x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-dasharray=\"4 3\"/>"
            ),
        );
        let name = format!(
            "{}. {}",
            moved.ply + 1,
            move_name(moved, review.record.size())
        );
        add(
            svg,
            format_args!(
                "<text class=\"moment\" x=\"{x:.1}\" y=\"{height}\" text-anchor=\"middle\" font-size=\"12\" font-weight=\"bold\">{name}</text>"
            ),
        );
    }
    add(
        svg,
        format_args!(
            "<circle class=\"{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{colour}\" stroke=\"#ffffff\"/>",
            grade.name().replace(' ', "-")
        ),
    );
}

/// The colour of the dot of a bad grade.
fn colour(grade: Grade) -> &'static str {
    match grade {
        Grade::Best | Grade::Good => "#909090",
        Grade::Inaccuracy => "#e0b000",
        Grade::Mistake => "#f07000",
        Grade::Blunder => "#d00000",
        Grade::MissedWin => "#a000c0",
    }
}

/// The legend of the axes and dots.
fn legend(svg: &mut String, review: &Review) {
    let (left, bottom) = (CORNER.0, CORNER.1 + AREA.1);
    add(
        svg,
        format_args!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">move</text>",
            left + AREA.0 / 2.0,
            bottom + 38.0
        ),
    );
    let y = bottom + 66.0;
    add(
        svg,
        format_args!("<text x=\"{left}\" y=\"{y}\">win chance of black:</text>"),
    );
    let mut x = left + 150.0;
    for grade in Grade::ALL.into_iter().filter(|grade| grade.is_bad()) {
        let number = review.count(Color::Black, grade) + review.count(Color::White, grade);
        add(
            svg,
            format_args!(
                "<circle cx=\"{x}\" cy=\"{}\" r=\"5\" fill=\"{}\" stroke=\"#ffffff\"/>",
                y - 4.0,
                colour(grade)
            ),
        );
        add(
            svg,
            format_args!(
                "<text x=\"{}\" y=\"{y}\">{} ({number})</text>",
                x + 10.0,
                grade.name()
            ),
        );
        x += 130.0;
    }
}
