//! Pseudo-random numbers and positions, the same in every run.

use goshawk::types::{Color, Rule};

use super::grid::{Cell, Grid, GridPoint, stone};

/// A pseudo-random number generator (xorshift).
pub struct Random(u64);

impl Random {
    /// A generator for a seed. Different seeds give unrelated numbers.
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x1234_5678_9abc_def1);
        for _ in 0..8 {
            random.next();
        }
        random
    }

    /// The next 64 bits.
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from 0 to `n - 1`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 11) as usize % n
    }

    /// An element of a slice.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A board after `stones` alternating moves close together, Black first, without a winning
/// row or a foul. There are fewer stones if the board is too small.
pub fn grid(random: &mut Random, (w, h): (i32, i32), rule: Rule, stones: usize) -> Grid {
    let mut grid = Grid::new(w, h, rule);
    let mut color = Color::Black;
    // Moves are placed around this point: an earlier stone or a random point.
    let mut centre = (
        random.below(w as usize) as i32,
        random.below(h as usize) as i32,
    );
    let mut missed = 0;
    let mut placed = 0;
    while placed < stones && missed < 20 * stones + 100 {
        missed += 1;
        let point = near(random, &grid, centre);
        if grid.at(point) != Cell::Empty
            || grid.would_win(point, color)
            || !grid.is_legal(point, color)
        {
            continue;
        }
        grid.set(point, stone(color));
        placed += 1;
        color = !color;
        if random.below(3) == 0 {
            centre = point;
        } else if random.below(12) == 0 {
            centre = (
                random.below(w as usize) as i32,
                random.below(h as usize) as i32,
            );
        }
    }
    grid
}

/// A random point at most three columns and rows from another.
fn near(random: &mut Random, grid: &Grid, (x, y): GridPoint) -> GridPoint {
    let mut off = || random.below(7) as i32 - 3;
    let (dx, dy) = (off(), off());
    (
        (x + dx).clamp(0, grid.width - 1),
        (y + dy).clamp(0, grid.height - 1),
    )
}

/// A board with random stones on about `density` percent of its points, two black ones for
/// each white one. It has no winning rows, but play need not lead to such a position.
pub fn dense(random: &mut Random, (w, h): (i32, i32), rule: Rule, density: usize) -> Grid {
    let mut grid = Grid::new(w, h, rule);
    for point in grid.points() {
        if random.below(100) < density {
            let color = random.pick(&[Color::Black, Color::Black, Color::White]);
            if !grid.would_win(point, color) {
                grid.set(point, stone(color));
            }
        }
    }
    grid
}
