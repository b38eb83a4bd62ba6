//! A referee for proofs of forced wins. It tries every reply on the plain board and
//! shares no code with the solver.

use goshawk::board::Geometry;
use goshawk::threat::vct::{Attack, Threat};
use goshawk::types::{Color, Square};

use super::attack::{fours, stops, wins_in_three};
use super::bridge;
use super::grid::{Cell, Grid, GridPoint, stone};

/// How many more fours than the known line the referee's own VCF may have.
const MORE_FOURS: usize = 2;
/// The fours of the longest VCF that the referee looks for.
const MOST_FOURS: usize = 12;

/// Checks proofs by trying every reply on the plain board.
pub struct Referee {
    /// The side that wins.
    attacker: Color,
    /// Converts the squares of a proof to points of the plain board.
    point: fn(Square) -> GridPoint,
}

impl Referee {
    /// A referee for a win of `attacker` on a board of this size.
    pub fn new(grid: &Grid, attacker: Color) -> Referee {
        let small = grid.width < 16 && grid.height < 16;
        Referee {
            attacker,
            point: if small {
                |square| bridge::grid_point(Geometry::<256>::point(square))
            } else {
                |square| bridge::grid_point(Geometry::<1024>::point(square))
            },
        }
    }

    /// Panics unless the attack wins against every reply. Returns the number of
    /// replies tried.
    pub fn check(&self, grid: &mut Grid, attack: &Attack) -> usize {
        let at = (self.point)(attack.at);
        let says = format!("{:?} plays {at:?}\n{grid:?}", self.attacker);
        assert_eq!(grid.at(at), Cell::Empty, "{says}");
        let Some(defence) = &attack.defence else {
            assert!(grid.would_win(at, self.attacker), "{says}");
            return 0;
        };
        assert!(grid.is_legal(at, self.attacker), "{says}");
        grid.set(at, stone(self.attacker));
        assert_eq!(grid.fives(!self.attacker), [], "{says}");
        let mut replies = 0;
        let threat = self.threat(grid, defence.threat);
        for reply in grid.empties() {
            if !grid.is_legal(reply, !self.attacker) {
                continue;
            }
            replies += 1;
            grid.set(reply, stone(!self.attacker));
            let mut answers = defence.replies.iter();
            let listed = answers.find(|(square, _)| (self.point)(*square) == reply);
            match (listed, &defence.otherwise) {
                (Some((_, answer)), _) => replies += self.check(grid, answer),
                (None, Some(otherwise)) => replies += self.check(grid, otherwise),
                (None, None) => assert!(
                    self.carried_out(grid, defence.threat, &threat),
                    "{reply:?} helps: {says}"
                ),
            }
            grid.set(reply, Cell::Empty);
        }
        grid.set(at, Cell::Empty);
        replies
    }

    /// The lines of fours that win if the defender passes, as the referee finds them.
    fn threat(&self, grid: &mut Grid, claimed: Threat) -> Vec<Vec<GridPoint>> {
        let lines = match claimed {
            Threat::Five => grid
                .fives(self.attacker)
                .into_iter()
                .map(|five| vec![five])
                .collect(),
            Threat::OpenFour => wins_in_three(grid, self.attacker)
                .into_iter()
                .map(|four| vec![four])
                .collect(),
            Threat::Vcf(_) => (1..=MOST_FOURS)
                .find_map(|fours| line(grid, self.attacker, fours))
                .into_iter()
                .collect::<Vec<_>>(),
            // The attack is checked after each reply.
            Threat::Win(_) => return Vec::new(),
        };
        assert!(
            !lines.is_empty(),
            "{:?} has no {claimed:?}\n{grid:?}",
            self.attacker
        );
        lines
    }

    /// Does the attacker win by one of these lines, or by about as many other fours
    /// as claimed?
    fn carried_out(&self, grid: &mut Grid, claimed: Threat, lines: &[Vec<GridPoint>]) -> bool {
        if lines.iter().any(|line| holds(grid, self.attacker, line)) {
            return true;
        }
        let longest = lines.iter().map(|line| line.len() / 2).max().unwrap_or(0);
        let claimed = match claimed {
            Threat::Vcf(plies) => usize::from(plies) / 2,
            Threat::Five | Threat::OpenFour | Threat::Win(_) => 0,
        };
        (1..=claimed.max(longest + MORE_FOURS))
            .any(|fours| line(grid, self.attacker, fours).is_some())
    }
}

/// A line of at most `most` fours by which `color`, to move, wins.
fn line(grid: &mut Grid, color: Color, most: usize) -> Option<Vec<GridPoint>> {
    if let Some(five) = grid.fives(color).first() {
        return Some(vec![*five]);
    }
    if most == 0 {
        return None;
    }
    for (four, fives) in fours(grid, color) {
        let rest = grid.with(four, color, |grid| {
            if !grid.fives(!color).is_empty() {
                return None;
            }
            let mut found = vec![four];
            for (at, stop) in stops(grid, color, &fives).into_iter().enumerate() {
                let rest = grid.with(stop, !color, |grid| line(grid, color, most - 1))?;
                if at == 0 {
                    found.push(stop);
                    found.extend(rest);
                }
            }
            Some(found)
        });
        if rest.is_some() {
            return rest;
        }
    }
    None
}

/// Does `color`, to move, win by playing this line?
fn holds(grid: &mut Grid, color: Color, line: &[GridPoint]) -> bool {
    if !grid.fives(color).is_empty() {
        return true;
    }
    let Some(&four) = line.first() else {
        return false;
    };
    if grid.at(four) != Cell::Empty || !grid.is_legal(four, color) {
        return false;
    }
    grid.with(four, color, |grid| {
        let fives = grid.fives(color);
        if fives.is_empty() || !grid.fives(!color).is_empty() {
            return false;
        }
        match (stops(grid, color, &fives).as_slice(), line.get(1)) {
            ([], _) => true,
            ([stop], Some(reply)) if stop == reply => {
                grid.with(*stop, !color, |grid| holds(grid, color, &line[2..]))
            }
            _ => false,
        }
    })
}
