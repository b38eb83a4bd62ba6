//! A position as an SVG picture, with numbered stones and a variation.

use std::fmt::Write as _;

use crate::board::notation::{column_name, row_number};
use crate::types::{BoardSize, Color, Point};

/// The distance between neighbouring lines. All lengths are in pixels.
const CELL: u32 = 32;
/// The distance from the edge of the picture to the first line, where the coordinates are.
const MARGIN: u32 = 40;
/// Height of the caption below the board.
const CAPTION: u32 = 32;
/// Radius of a stone.
const STONE: u32 = 14;
/// Half the width of the cross on a forbidden point.
const CROSS: u32 = 7;
/// Radius of a star point.
const STAR: u32 = 3;
/// The smallest width and height of a board with star points.
const MIN_STAR_SIDE: u8 = 13;
/// Distance of the star points from the edge of the board.
const STAR_EDGE: u8 = 3;

/// A mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Black may not play here.
    Forbidden,
    /// The move that was played from this position.
    Played,
}

/// The contents of a picture.
pub struct Picture<'a> {
    /// The board.
    pub size: BoardSize,
    /// The stones, with the numbers of their moves if known.
    pub stones: Vec<(Point, Color, Option<usize>)>,
    /// Blocked points.
    pub blocked: Vec<Point>,
    /// The last stone played.
    pub last: Option<Point>,
    /// The winning row, or the points of a foul.
    pub row: &'a [Point],
    /// The expected moves.
    pub variation: &'a [Point],
    /// The side that plays the first expected move.
    pub side: Color,
    /// The number of the first expected move.
    pub first_number: usize,
    /// The text below the board.
    pub caption: String,
}

impl Picture<'_> {
    /// The SVG document.
    pub fn svg(&self) -> String {
        self.svg_with_marks(&[])
    }

    /// The SVG document with marks on points.
    pub fn svg_with_marks(&self, marks: &[(Point, Mark)]) -> String {
        let side = |points: u8| 2 * MARGIN + CELL * (u32::from(points) - 1);
        let (width, height) = (side(self.size.width()), side(self.size.height()) + CAPTION);
        let caption = escaped(&self.caption);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" \
             text-anchor=\"middle\">\n\
             <title>{caption}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#e8c887\"/>\n"
        );
        self.grid(&mut svg);
        for point in &self.blocked {
            let (x, y) = centre(*point);
            add(
                &mut svg,
                format_args!(
                    "<rect class=\"blocked\" x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#806040\"/>",
                    x - CELL / 2,
                    y - CELL / 2
                ),
            );
        }
        for (point, color, number) in &self.stones {
            stone(&mut svg, *point, *color, *number, "stone");
            if self.last == Some(*point) {
                let (x, y) = centre(*point);
                add(
                    &mut svg,
                    format_args!(
                        "<circle class=\"last\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#d00000\" stroke-width=\"2\"/>",
                        STONE + 1
                    ),
                );
            }
        }
        for point in self.row {
            let (x, y) = centre(*point);
            add(
                &mut svg,
                format_args!(
                    "<circle class=\"row\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#00a020\" stroke-width=\"3\"/>",
                    STONE + 1
                ),
            );
        }
        for (point, mark) in marks {
            add_mark(&mut svg, *point, *mark);
        }
        let mut color = self.side;
        add(&mut svg, format_args!("<g opacity=\"0.6\">"));
        for (at, point) in self.variation.iter().enumerate() {
            stone(
                &mut svg,
                *point,
                color,
                Some(self.first_number + at),
                "line",
            );
            color = !color;
        }
        add(&mut svg, format_args!("</g>"));
        add(
            &mut svg,
            format_args!(
                "<text x=\"{}\" y=\"{}\" font-size=\"14\">{caption}</text>",
                width / 2,
                height - CAPTION / 2
            ),
        );
        svg.push_str("</svg>\n");
        svg
    }

    /// Adds lines, star points and coordinates.
    fn grid(&self, svg: &mut String) {
        let (columns, rows) = (self.size.width(), self.size.height());
        let (right, bottom) = centre(Point::new(columns - 1, rows - 1));
        add(svg, format_args!("<g stroke=\"#000000\">"));
        for x in 0..columns {
            let (x, top) = centre(Point::new(x, 0));
            add(
                svg,
                format_args!("<line x1=\"{x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{bottom}\"/>"),
            );
        }
        for y in 0..rows {
            let (left, y) = centre(Point::new(0, y));
            add(
                svg,
                format_args!("<line x1=\"{left}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\"/>"),
            );
        }
        add(svg, format_args!("</g>"));
        for point in stars(self.size) {
            let (x, y) = centre(point);
            add(
                svg,
                format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{STAR}\"/>"),
            );
        }
        add(svg, format_args!("<g font-size=\"13\">"));
        for x in 0..columns {
            let (at, _) = centre(Point::new(x, 0));
            let label = bottom + MARGIN - 10;
            add(
                svg,
                format_args!("<text x=\"{at}\" y=\"{label}\">{}</text>", column_name(x)),
            );
        }
        for y in 0..rows {
            let (_, at) = centre(Point::new(0, y));
            add(
                svg,
                format_args!(
                    "<text x=\"{}\" y=\"{}\">{}</text>",
                    MARGIN / 3,
                    at + 5,
                    row_number(y, self.size)
                ),
            );
        }
        add(svg, format_args!("</g>"));
    }
}

/// Adds a stone, with its number if there is one.
fn stone(svg: &mut String, point: Point, color: Color, number: Option<usize>, class: &str) {
    let (x, y) = centre(point);
    let (fill, ink) = match color {
        Color::Black => ("#101010", "#ffffff"),
        Color::White => ("#fafafa", "#000000"),
    };
    let dashes = match class {
        "line" => " stroke-dasharray=\"4 2\"",
        _ => "",
    };
    add(
        svg,
        format_args!(
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" fill=\"{fill}\" stroke=\"#000000\"{dashes}/>"
        ),
    );
    if let Some(number) = number {
        add(
            svg,
            format_args!(
                "<text class=\"{class}\" x=\"{x}\" y=\"{}\" font-size=\"13\" fill=\"{ink}\">{number}</text>",
                y + 5
            ),
        );
    }
}

/// Adds a mark: a cross on a forbidden point, a ring on the move played.
fn add_mark(svg: &mut String, point: Point, mark: Mark) {
    let (x, y) = centre(point);
    match mark {
        Mark::Forbidden => {
            let (left, right, top, bottom) = (x - CROSS, x + CROSS, y - CROSS, y + CROSS);
            add(
                svg,
                format_args!(
                    "<path class=\"forbidden\" d=\"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}\" stroke=\"#d00000\" stroke-width=\"3\"/>"
                ),
            );
        }
        Mark::Played => add(
            svg,
            format_args!(
                "<circle class=\"played\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#0040c0\" stroke-width=\"3\"/>",
                STONE - 2
            ),
        ),
    }
}

fn stars(size: BoardSize) -> Vec<Point> {
    let (width, height) = (size.width(), size.height());
    if width.min(height) < MIN_STAR_SIDE {
        return Vec::new();
    }
    let ends = |side: u8| [STAR_EDGE, side - 1 - STAR_EDGE];
    let mut points: Vec<Point> = ends(width)
        .into_iter()
        .flat_map(|x| ends(height).map(|y| Point::new(x, y)))
        .collect();
    if width % 2 == 1 && height % 2 == 1 {
        points.push(Point::new(width / 2, height / 2));
    }
    points
}

/// The centre of a point in the picture.
fn centre(point: Point) -> (u32, u32) {
    (
        MARGIN + CELL * u32::from(point.x),
        MARGIN + CELL * u32::from(point.y),
    )
}

/// The marks of forbidden points.
pub fn forbidden_marks(points: &[Point]) -> Vec<(Point, Mark)> {
    let marks = points.iter().map(|point| (*point, Mark::Forbidden));
    marks.collect()
}

/// Adds a line to the document.
pub fn add(svg: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "{line}");
}

/// Escapes text for XML.
pub fn escaped(text: &str) -> String {
    // XML has no characters such as U+FFFF, not even escaped.
    let is_allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    let shown: String = text
        .chars()
        .map(|c| if is_allowed(c) { c } else { '\u{fffd}' })
        .collect();
    shown
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use roxmltree::Document;

    fn picture(size: (i64, i64), variation: &[Point]) -> Picture<'_> {
        Picture {
            size: BoardSize::new(size.0, size.1).unwrap(),
            stones: vec![
                (Point::new(2, 2), Color::Black, Some(1)),
                (Point::new(3, 2), Color::White, Some(2)),
                (Point::new(0, 0), Color::Black, None),
            ],
            blocked: vec![Point::new(4, 4)],
            last: Some(Point::new(3, 2)),
            row: &[Point { x: 2, y: 2 }],
            variation,
            side: Color::White,
            first_number: 3,
            caption: "a < b & \"c\" > d".to_string(),
        }
    }

    /// Number of elements with that name and class.
    fn count(document: &Document<'_>, name: &str, class: &str) -> usize {
        let nodes = document.descendants();
        nodes
            .filter(|node| node.has_tag_name(name) && node.attribute("class") == Some(class))
            .count()
    }

    #[test]
    fn a_picture_is_well_formed_and_complete() {
        let line = [Point::new(1, 1), Point::new(1, 2)];
        for size in [(5, 5), (15, 15), (31, 20)] {
            let svg = picture(size, &line).svg();
            let document = Document::parse(&svg).expect("well-formed XML");
            assert_eq!(count(&document, "circle", "stone"), 3);
            assert_eq!(count(&document, "text", "stone"), 2);
            assert_eq!(count(&document, "circle", "line"), 2);
            assert_eq!(count(&document, "circle", "last"), 1);
            assert_eq!(count(&document, "circle", "row"), 1);
            assert_eq!(count(&document, "rect", "blocked"), 1);
            let lines = document.descendants().filter(|n| n.has_tag_name("line"));
            assert_eq!(lines.count() as i64, size.0 + size.1);
            let texts: Vec<_> = document.descendants().filter_map(|n| n.text()).collect();
            assert!(texts.contains(&"a < b & \"c\" > d") && texts.contains(&"4"));
        }
    }

    #[test]
    fn characters_that_xml_forbids_are_replaced() {
        let mut picture = picture((5, 5), &[]);
        picture.caption = "a\u{ffff}\u{1}b\u{fffe}\u{1f600}".to_string();
        let svg = picture.svg();
        assert!(svg.contains("<title>a\u{fffd}\u{fffd}b\u{fffd}\u{1f600}</title>"));
        Document::parse(&svg).expect("well-formed XML");
    }

    #[test]
    fn all_elements_lie_within_the_picture() {
        let svg = picture((31, 5), &[Point::new(30, 4)]).svg();
        let document = Document::parse(&svg).expect("well-formed XML");
        let number = |node: &roxmltree::Node<'_, '_>, name: &str| {
            node.attribute(name)
                .and_then(|value| value.parse::<u32>().ok())
        };
        let root = document.root_element();
        let (width, height) = (
            number(&root, "width").unwrap(),
            number(&root, "height").unwrap(),
        );
        for node in document.descendants() {
            for name in ["x", "cx", "x1", "x2"] {
                assert!(number(&node, name).is_none_or(|x| x < width));
            }
            for name in ["y", "cy", "y1", "y2"] {
                assert!(number(&node, name).is_none_or(|y| y < height));
            }
        }
    }
}
