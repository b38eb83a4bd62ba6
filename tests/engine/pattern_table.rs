//! Compares all shape tables and classes with a classifier that fills lines stone by
//! stone, entry by entry and on boards.

use crate::twin::bridge;
use crate::twin::grid::{Cell, DIRECTIONS, Grid, GridPoint, step, stone};
use crate::twin::line::{Classifier, LineCell, PlayerRule, class, seen};
use crate::twin::random::{self, Random};
use goshawk::board::Direction;
use goshawk::pattern::half::{CODE_BITS, Half};
use goshawk::pattern::line::REACH;
use goshawk::pattern::merge::{Combo, classify, merger};
use goshawk::pattern::table::{LineRule, shape_table, window_table};
use goshawk::pattern::{Class, Shape};
use goshawk::types::{Color, Rule};

/// A rule and colour for each kind of [`PlayerRule`].
const PLAYERS: [(PlayerRule, Rule, Color); 5] = [
    (PlayerRule::AtLeastFive, Rule::Freestyle, Color::Black),
    (PlayerRule::ExactlyFive, Rule::Standard, Color::White),
    (PlayerRule::Caro, Rule::Caro, Color::Black),
    (PlayerRule::CaroExact, Rule::CaroExact, Color::White),
    (PlayerRule::RenjuBlack, Rule::Renju, Color::Black),
];

/// The cells of a half from the point outwards, including its end.
fn cells(side: Half) -> Vec<LineCell> {
    let mut cells: Vec<LineCell> = (0..side.end - 1)
        .map(|i| {
            if side.own & (1 << i) != 0 {
                LineCell::Own
            } else {
                LineCell::Empty
            }
        })
        .collect();
    // If nothing blocks within reach, the end counts as an edge.
    let edge = side.edge || side.end > REACH;
    cells.push(if edge { LineCell::Edge } else { LineCell::Foe });
    cells
}

#[test]
fn shape_tables_agree_with_filling_lines() {
    let mut all = [0; Shape::COUNT];
    for (player, rule, color) in PLAYERS {
        let table = shape_table(LineRule::of(rule, color));
        let mut classifier = Classifier::new(player);
        let mut kinds = [0; Shape::COUNT];
        let mut entries = 0;
        for left in Half::all() {
            for right in Half::all() {
                let mut line = cells(left);
                line.reverse();
                let at = line.len();
                line.push(LineCell::Own);
                line.extend(cells(right));
                let shape = classifier.shape(&line, at);
                // Only the caro rules distinguish edges from opponent stones.
                let codes = (left.left() << CODE_BITS, right.right());
                if LineRule::of(rule, color).needs_edges() || !(left.edge || right.edge) {
                    assert_eq!(table[codes.0 | codes.1], shape, "{player:?} {line:?}");
                    kinds[shape.index()] += 1;
                    entries += 1;
                }
            }
        }
        println!("{player:?}: {entries} entries, by shape {kinds:?}");
        let overlines = ![PlayerRule::AtLeastFive, PlayerRule::Caro].contains(&player);
        assert_eq!(kinds[Shape::Overline.index()] > 0, overlines, "{player:?}");
        (0..Shape::COUNT).for_each(|i| all[i] += kinds[i]);
    }
    // If one point turns a two into an open three, so does another.
    let missing: Vec<usize> = (0..Shape::COUNT).filter(|i| all[*i] == 0).collect();
    assert_eq!(missing, [Shape::OpenTwoNarrow.index()]);
}

/// Half of a window as `color` sees it. For each cell from the point outwards, `cells` says whether
/// it is closed to White and to Black.
fn side(cells: [[bool; 2]; REACH], color: Color) -> Half {
    let mut side = Half {
        end: REACH + 1,
        own: 0,
        edge: false,
    };
    for (i, [white, black]) in cells.into_iter().enumerate() {
        let (own, other) = match color {
            Color::White => (white && !black, black),
            Color::Black => (black && !white, white),
        };
        if other {
            side.end = i + 1;
            side.edge = white && black;
            break;
        }
        side.own |= u32::from(own) << i;
    }
    side
}

#[test]
fn windows_hold_the_shapes_of_both_colours() {
    for rule in Rule::ALL {
        let windows = window_table(rule);
        let edges = LineRule::of(rule, Color::Black).needs_edges();
        for (window, shapes) in windows.iter().enumerate() {
            let closed = |cell: usize| [window >> cell & 1 != 0, window >> (10 + cell) & 1 != 0];
            let left = std::array::from_fn(|i| closed(REACH - 1 - i));
            let right = std::array::from_fn(|i| closed(REACH + i));
            for (color, nibble) in [(Color::White, shapes & 15), (Color::Black, shapes >> 4)] {
                let [mut left, mut right] = [side(left, color), side(right, color)];
                left.edge &= edges;
                right.edge &= edges;
                let table = shape_table(LineRule::of(rule, color));
                let shape = table[left.left() << CODE_BITS | right.right()];
                assert_eq!(nibble, shape as u8, "{rule:?} {window:020b}");
            }
        }
    }
}

#[test]
fn classes_agree_with_their_description() {
    let mut combos = vec![false; Combo::COUNT];
    for number in 0..Shape::COUNT.pow(4) {
        let shapes: [Shape; 4] =
            std::array::from_fn(|i| Shape::ALL[number / Shape::COUNT.pow(i as u32) % Shape::COUNT]);
        let word = (0..4).fold(0, |word, i| word | (shapes[i].index() as u16) << (4 * i));
        for fouls in [false, true] {
            let class = class(shapes, fouls);
            assert_eq!(classify(shapes, fouls), class, "{shapes:?}");
            let merged = merger(fouls).merge(word);
            assert_eq!(merged.class(), class, "{shapes:?}");
            combos[merged.combo().index()] = true;
        }
    }
    assert!(combos.iter().all(|seen| *seen));
}

/// Cells more than five away never change a shape.
#[test]
fn five_cells_each_way_are_enough() {
    let mut random = Random::new(5);
    for (player, rule, color) in PLAYERS {
        let mut classifier = Classifier::new(player);
        let mut far = 0;
        for _ in 0..4000 {
            // Few gaps, because trying all fillings takes long.
            let mut grid = Grid::new(31, 5, rule);
            for x in 0..31 {
                let what = random.pick(&[color, color, color, !color]);
                grid.set((x, 2), stone(what));
            }
            let centre = 9 + random.below(13) as i32;
            for _ in 0..7 {
                grid.set((centre + random.below(19) as i32 - 9, 2), Cell::Empty);
            }
            grid.set((centre, 2), stone(color));
            let near = seen(&grid, (centre, 2), DIRECTIONS[0], stone(color), 5);
            let wide = seen(&grid, (centre, 2), DIRECTIONS[0], stone(color), 9);
            far += usize::from(near != wide);
            assert_eq!(
                classifier.shape(&near.0, near.1),
                classifier.shape(&wide.0, wide.1),
                "{player:?} {grid:?}"
            );
        }
        assert!(far > 500, "{far} lines reach further than five cells");
    }
}

/// Compares the patterns of all empty points with the classifier. Returns the number of
/// shapes other than `Dead`.
fn check_board<const CELLS: usize>(grid: &Grid, classifiers: &mut [Classifier; 5]) -> usize {
    let position = bridge::position::<CELLS>(grid, Color::Black);
    let directions = [
        (Direction::Horizontal, (1, 0)),
        (Direction::Vertical, (0, 1)),
        (Direction::Diagonal, (1, 1)),
        (Direction::AntiDiagonal, (1, -1)),
    ];
    let mut named = 0;
    for point in grid.empties() {
        let patterns = position.patterns(bridge::square::<CELLS>(point));
        for color in Color::ALL {
            let player = PlayerRule::of(grid.rule, stone(color));
            let classifier = &mut classifiers[player as usize];
            let shapes = directions.map(|(direction, step)| {
                let (line, at) = seen(grid, point, step, stone(color), 5);
                let shape = classifier.shape(&line, at);
                let found = patterns.shape(color, direction);
                assert_eq!(found, shape, "{color:?} {point:?} {direction:?}\n{grid:?}");
                named += usize::from(shape != Shape::Dead);
                shape
            });
            let class = class(shapes, player == PlayerRule::RenjuBlack);
            assert_eq!(
                patterns.class(color),
                class,
                "{color:?} {point:?}\n{grid:?}"
            );
        }
    }
    named
}

#[test]
fn patterns_on_boards_agree_with_filling_lines() {
    let mut classifiers = PlayerRule::ALL.map(Classifier::new);
    let mut random = Random::new(1);
    let mut named = 0;
    for rule in Rule::ALL {
        for size in [(15, 15), (14, 15), (15, 6), (5, 15), (5, 5), (9, 13)] {
            for density in [10, 25, 50, 75] {
                let mut grid = random::dense(&mut random, size, rule, density);
                grid.set((size.0 - 1, 2), Cell::Wall);
                grid.set((1, 1), Cell::Wall);
                named += check_board::<256>(&grid, &mut classifiers);
                named += check_board::<1024>(&grid, &mut classifiers);
            }
        }
        for size in [(31, 31), (31, 5), (5, 31), (16, 20), (20, 20)] {
            for density in [20, 60] {
                let grid = random::dense(&mut random, size, rule, density);
                named += check_board::<1024>(&grid, &mut classifiers);
            }
        }
    }
    assert!(named > 50_000, "{named} shapes");
}

/// One wall column separates the end of a row from the beginning of the next.
#[test]
fn stones_beyond_a_wall_do_not_matter() {
    fn check<const CELLS: usize>(side: i32) {
        for rule in Rule::ALL {
            for color in Color::ALL {
                let mut grid = Grid::new(side, side, rule);
                // Three stones at the right edge of row 6.
                for x in side - 3..side {
                    grid.set((x, 6), stone(color));
                }
                let alone = bridge::position::<CELLS>(&grid, color);
                // In memory, the rows above and below adjoin row 6.
                for other in [color, !color] {
                    for y in [5, 7] {
                        for x in 0..4 {
                            grid.set((x, y), stone(other));
                        }
                    }
                    let with = bridge::position::<CELLS>(&grid, color);
                    for x in 0..side - 3 {
                        let square = bridge::square::<CELLS>((x, 6));
                        let [a, b] = [&alone, &with].map(|position| {
                            position
                                .patterns(square)
                                .shape(color, Direction::Horizontal)
                        });
                        assert_eq!(a, b, "{rule:?} {color:?} {x}");
                    }
                    let square = bridge::square::<CELLS>((side - 4, 6));
                    let shape = with.patterns(square).shape(color, Direction::Horizontal);
                    assert_eq!(shape, Shape::Four);
                }
            }
        }
    }
    check::<256>(15);
    check::<1024>(31);
}

/// Points in contest notation: columns by letter, rows from 1 at the top.
fn named(text: &str) -> Vec<GridPoint> {
    let point = |word: &str| {
        let column = i32::from(word.as_bytes()[0] - b'A');
        (column, word[1..].parse::<i32>().expect("a row") - 1)
    };
    text.split_whitespace().map(point).collect()
}

/// Black stones, White stones, and the points where Black completes a five.
const DIAGRAMS: [(&str, &str, &str); 5] = [
    ("H9 I9 J9 K9", "", "G9 L9"),
    ("H9 I9 J9 K9", "G9", "L9"),
    ("G6 H6 I6 K6", "", "J6"),
    ("G9 H9 J9 K9", "", "I9"),
    ("G12 I12 J12 K12", "", "H12"),
];

#[test]
fn fives_are_completed_at_known_points() {
    for rule in Rule::ALL {
        for (black, white, completing) in DIAGRAMS {
            let mut grid = Grid::new(19, 19, rule);
            named(black)
                .into_iter()
                .for_each(|p| grid.set(p, Cell::Black));
            named(white)
                .into_iter()
                .for_each(|p| grid.set(p, Cell::White));
            let position = bridge::position::<1024>(&grid, Color::Black);
            let fives = position.set(Color::Black, Class::Five);
            let points: Vec<GridPoint> = fives.iter().map(bridge::grid_point_of::<1024>).collect();
            assert_eq!(points, named(completing), "{rule:?} {black}");
            assert_eq!(points, grid.fives(Color::Black));
        }
    }
}

/// The shapes of the cells with letters in a line. `x` is an own stone, `o` an opponent
/// stone; dots and letters are empty.
fn line_shapes(text: &str, rule: Rule) -> Vec<(char, Shape)> {
    let text: Vec<char> = text.chars().filter(|c| *c != ' ').collect();
    let mut grid = Grid::new(31, 31, rule);
    let point = |i: usize| step((4, 15), (1, 0), i as i32);
    for (i, cell) in text.iter().enumerate() {
        match cell {
            'x' => grid.set(point(i), Cell::Black),
            'o' => grid.set(point(i), Cell::White),
            _ => {}
        }
    }
    let position = bridge::position::<1024>(&grid, Color::Black);
    let letters = text
        .iter()
        .enumerate()
        .filter(|(_, c)| !".xo".contains(**c));
    letters
        .map(|(i, c)| {
            let patterns = position.patterns(bridge::square::<1024>(point(i)));
            (*c, patterns.shape(Color::Black, Direction::Horizontal))
        })
        .collect()
}

#[test]
fn known_lines_have_known_shapes() {
    use Shape::*;
    let check = |line: &str, rule, shapes: &[Shape]| {
        let found: Vec<Shape> = line_shapes(line, rule)
            .into_iter()
            .map(|(_, s)| s)
            .collect();
        assert_eq!(found, shapes, "{line} {rule:?}");
    };
    for rule in Rule::ALL {
        // a: an open four, b: a four with one completing point.
        check(". x x a x b .", rule, &[OpenFour, Four]);
        check("o x x a x b .", rule, &[Four, Four]);
        // Broken threes in the gaps; the near outer cells make less.
        let broken = line_shapes(". a x b c x d . .", rule);
        let inner = broken[1].1.is_open_three() && broken[2].1.is_open_three();
        assert!(inner, "{broken:?}");
        assert_eq!([broken[0].1, broken[3].1], [ClosedThree; 2], "{rule:?}");
    }
    // Two fours on one line with one stone.
    check("x . x a x . x", Rule::Freestyle, &[DoubleFour]);
    check("x . x a x . x", Rule::Renju, &[DoubleFour]);
    // Where six in a row does not win, a four next to an own stone is worthless.
    let between = "x x x x x x . . x x a . . x x x x x x";
    check(between, Rule::Freestyle, &[OpenThree]);
    for rule in [Rule::Standard, Rule::Renju, Rule::CaroExact] {
        let shape = line_shapes(between, rule)[0].1;
        assert!(
            !shape.is_open_three() && !shape.is_four(),
            "{rule:?} {shape:?}"
        );
    }
}
