//! Rotated and reflected boards, and boards with colours swapped, have the same patterns,
//! fouls, evaluation and forced wins.

use crate::twin::bridge;
use crate::twin::grid::{Cell, Grid, GridPoint};
use crate::twin::random::{self, Random};
use crate::twin::scale;
use goshawk::board::Direction;
use goshawk::engine::{Engine, SearchOptions};
use goshawk::eval::evaluate;
use goshawk::movegen;
use goshawk::pattern::PointPatterns;
use goshawk::position::Position;
use goshawk::rules::is_forbidden;
use goshawk::threat::{VcfResult, VcfSolver};
use goshawk::types::{Color, Rule};

/// One of the eight symmetries: an optional swap of the axes, then optional reflections.
#[derive(Clone, Copy, Debug)]
struct Symmetry {
    swap: bool,
    mirror_x: bool,
    mirror_y: bool,
}

impl Symmetry {
    fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|n| Symmetry {
            swap: n & 1 != 0,
            mirror_x: n & 2 != 0,
            mirror_y: n & 4 != 0,
        })
    }

    /// The image of a point of `grid`.
    fn point(self, grid: &Grid, (x, y): GridPoint) -> GridPoint {
        let (x, y, w, h) = if self.swap {
            (y, x, grid.height, grid.width)
        } else {
            (x, y, grid.width, grid.height)
        };
        (
            if self.mirror_x { w - 1 - x } else { x },
            if self.mirror_y { h - 1 - y } else { y },
        )
    }

    /// The image of a grid.
    fn grid(self, grid: &Grid) -> Grid {
        let (w, h) = if self.swap {
            (grid.height, grid.width)
        } else {
            (grid.width, grid.height)
        };
        let mut image = Grid::new(w, h, grid.rule);
        for point in grid.points() {
            image.set(self.point(grid, point), grid.at(point));
        }
        image
    }

    /// The direction of the images of lines in `direction`.
    fn direction(self, direction: Direction) -> Direction {
        match direction {
            Direction::Horizontal if self.swap => Direction::Vertical,
            Direction::Vertical if self.swap => Direction::Horizontal,
            Direction::Diagonal if self.mirror_x != self.mirror_y => Direction::AntiDiagonal,
            Direction::AntiDiagonal if self.mirror_x != self.mirror_y => Direction::Diagonal,
            same => same,
        }
    }
}

/// A grid and its position.
struct Side<const CELLS: usize> {
    grid: Grid,
    position: Position<CELLS>,
}

impl<const CELLS: usize> Side<CELLS> {
    fn new(grid: Grid, to_move: Color) -> Self {
        let position = bridge::position::<CELLS>(&grid, to_move);
        Side { grid, position }
    }

    fn patterns(&self, point: GridPoint) -> PointPatterns {
        self.position.patterns(bridge::square::<CELLS>(point))
    }

    /// True if there is a VCF.
    fn vcf(&mut self) -> bool {
        let mut solver = VcfSolver::default();
        match solver.solve(&mut self.position, 200, u64::MAX, &|| false) {
            VcfResult::Win(_) => true,
            VcfResult::None => false,
            VcfResult::Unknown => panic!("no limit was set"),
        }
    }
}

/// Asserts that two positions have the same properties. `map`, `turn` and `colors` map
/// points, directions and colours of the first to those of the second.
fn compare<const CELLS: usize>(
    a: &mut Side<CELLS>,
    b: &mut Side<CELLS>,
    map: impl Fn(GridPoint) -> GridPoint,
    turn: impl Fn(Direction) -> Direction,
    colors: impl Fn(Color) -> Color,
) {
    let boards = format!("\n{:?}\n{:?}", a.grid, b.grid);
    assert_eq!(evaluate(&a.position), evaluate(&b.position), "{boards}");
    let sizes = [&*a, &*b].map(|side| movegen::answers(&side.position).len());
    assert_eq!(sizes[0], sizes[1], "{boards}");
    let candidates = [&*a, &*b].map(|side| side.position.candidates());
    for point in a.grid.empties() {
        let image = map(point);
        let squares = [point, image].map(bridge::square::<CELLS>);
        let near = [0, 1].map(|i| candidates[i].contains(squares[i]));
        assert_eq!(near[0], near[1], "{point:?} {boards}");
        let (pa, pb) = (a.patterns(point), b.patterns(image));
        for color in Color::ALL {
            let other = colors(color);
            for direction in Direction::ALL {
                let shapes = (pa.shape(color, direction), pb.shape(other, turn(direction)));
                assert_eq!(
                    shapes.0, shapes.1,
                    "{point:?} {color:?} {direction:?} {boards}"
                );
            }
            assert_eq!(pa.class(color), pb.class(other), "{point:?} {boards}");
            let forbidden = (
                is_forbidden(&mut a.position, color, squares[0]),
                is_forbidden(&mut b.position, other, squares[1]),
            );
            assert_eq!(forbidden.0, forbidden.1, "{point:?} {color:?} {boards}");
        }
    }
}

/// Compares random positions with all their images.
fn check<const CELLS: usize>(sizes: &[(i32, i32)], count: usize) {
    let (mut wins, mut none) = (0, 0);
    for rule in Rule::ALL {
        let mut random = Random::new(50 + rule.index() as u64 + CELLS as u64);
        for _ in 0..count * scale() {
            let size = random.pick(sizes);
            let stones = 10 + random.below(30);
            let mut grid = random::grid(&mut random, size, rule, stones);
            if random.below(4) == 0 {
                grid.set((2, 3), Cell::Wall);
            }
            let to_move = random.pick(&Color::ALL);
            let mut start = Side::<CELLS>::new(grid.clone(), to_move);
            let vcf = start.vcf();
            *(if vcf { &mut wins } else { &mut none }) += 1;
            for symmetry in Symmetry::all() {
                let mut image = Side::<CELLS>::new(symmetry.grid(&grid), to_move);
                compare(
                    &mut start,
                    &mut image,
                    |point| symmetry.point(&grid, point),
                    |direction| symmetry.direction(direction),
                    |color| color,
                );
                assert_eq!(image.vcf(), vcf, "{symmetry:?}\n{grid:?}");
            }
            if rule.is_symmetric() {
                let mut swapped = grid.clone();
                for point in grid.points() {
                    match grid.at(point) {
                        Cell::Black => swapped.set(point, Cell::White),
                        Cell::White => swapped.set(point, Cell::Black),
                        _ => {}
                    }
                }
                let mut image = Side::<CELLS>::new(swapped, !to_move);
                compare(&mut start, &mut image, |point| point, |d| d, |color| !color);
                assert_eq!(image.vcf(), vcf, "colours swapped\n{grid:?}");
            }
        }
    }
    println!("{CELLS} cells: {wins} VCFs, {none} without");
    assert!(wins > 20 && none > 20);
}

#[test]
fn small_boards_are_symmetric() {
    check::<256>(&[(15, 15), (15, 15), (9, 9), (6, 13), (15, 7)], 40);
}

#[test]
fn large_boards_are_symmetric() {
    check::<1024>(&[(20, 20), (31, 31), (19, 8), (31, 6)], 15);
}

/// A grid with a few stones, each together with its images under some symmetries.
fn symmetric_grid(random: &mut Random, (w, h): (i32, i32), rule: Rule) -> Grid {
    let mut grid = Grid::new(w, h, rule);
    let mut kept: Vec<Symmetry> = Symmetry::all().collect();
    kept.retain(|symmetry| (w == h || !symmetry.swap) && random.below(3) == 0);
    for cell in [Cell::Black, Cell::White, Cell::Wall] {
        let mut orbit = vec![(
            random.below(w as usize) as i32,
            random.below(h as usize) as i32,
        )];
        let mut done = 0;
        while done < orbit.len() {
            let images: Vec<GridPoint> = kept.iter().map(|s| s.point(&grid, orbit[done])).collect();
            images.into_iter().for_each(|image| {
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            });
            done += 1;
        }
        if cell != Cell::Wall || random.below(4) == 0 {
            orbit.into_iter().for_each(|point| grid.set(point, cell));
        }
    }
    grid
}

/// The symmetries that map a grid to itself.
fn symmetries(grid: &Grid) -> Vec<Symmetry> {
    let mut all: Vec<Symmetry> = Symmetry::all().collect();
    all.retain(|symmetry| symmetry.grid(grid) == *grid);
    all
}

#[test]
fn symmetries_of_a_board_are_found() {
    let mut random = Random::new(60);
    let mut found = [0; 9];
    for _ in 0..300 * scale() {
        let size = random.pick(&[(15, 15), (9, 9), (8, 8), (6, 13)]);
        let grid = symmetric_grid(&mut random, size, Rule::Freestyle);
        let position = bridge::position::<256>(&grid, Color::Black);
        let board = position.board();
        let points = grid.points();
        let mut found_images: Vec<Vec<GridPoint>> = Vec::new();
        for symmetry in board.symmetries() {
            let image =
                |point| bridge::grid_point(symmetry.image(bridge::point(point), board.size()));
            found_images.push(points.iter().map(|point| image(*point)).collect());
        }
        let mut expected: Vec<Vec<GridPoint>> = Vec::new();
        for symmetry in symmetries(&grid) {
            expected.push(
                points
                    .iter()
                    .map(|point| symmetry.point(&grid, *point))
                    .collect(),
            );
        }
        found_images.sort();
        expected.sort();
        assert_eq!(found_images, expected, "{grid:?}");
        found[found_images.len()] += 1;
    }
    println!("boards by number of symmetries: {found:?}");
    assert!([1, 2, 4, 8].into_iter().all(|count| found[count] > 5));
}

#[test]
fn one_of_several_symmetric_root_moves_is_searched() {
    let mut random = Random::new(61);
    let (mut fewer, mut whole) = (0, 0);
    let mut engine = Engine::new();
    engine.set_memory(32 << 20);
    let options = SearchOptions {
        multipv: 1000,
        forced_wins: false,
        ..SearchOptions::default()
    };
    for _ in 0..60 * scale() {
        let size = random.pick(&[(15, 15), (9, 9), (20, 20), (7, 12)]);
        let rule = random.pick(&[Rule::Freestyle, Rule::Renju]);
        let grid = symmetric_grid(&mut random, size, rule);
        let side = random.pick(&Color::ALL);
        let limits = bridge::to_depth(1);
        let report = bridge::think_with(&mut engine, &grid, side, &limits, options).report;
        let others = report.others.iter().map(|line| line.pv[0]);
        let firsts: Vec<GridPoint> = report
            .pv
            .first()
            .copied()
            .into_iter()
            .chain(others)
            .map(bridge::grid_point)
            .collect();

        let symmetries = symmetries(&grid);
        let mut covered: Vec<GridPoint> = Vec::new();
        for first in &firsts {
            assert!(!covered.contains(first), "{first:?} twice\n{grid:?}");
            covered.extend(
                symmetries
                    .iter()
                    .map(|symmetry| symmetry.point(&grid, *first)),
            );
        }
        covered.sort();
        covered.dedup();
        fewer += u32::from(firsts.len() < covered.len());

        // With so few stones no move is excluded for other reasons.
        let stones = grid
            .points()
            .into_iter()
            .filter(|point| matches!(grid.at(*point), Cell::Black | Cell::White));
        if stones.count() <= 4 {
            let position = bridge::position::<1024>(&grid, side);
            let mut candidates: Vec<GridPoint> = position
                .candidates()
                .iter()
                .map(bridge::grid_point_of::<1024>)
                .collect();
            candidates.sort();
            assert_eq!(covered, candidates, "{grid:?}");
            whole += 1;
        }
    }
    println!("{fewer} boards with symmetric moves, {whole} compared with all candidates");
    assert!(fewer > 20 && whole > 20);
}
