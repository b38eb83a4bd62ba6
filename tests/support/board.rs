//! A board, independent of the engine, that knows which points are free.

use std::collections::HashSet;

use super::brain::points;

/// Column and row.
type Place = (i64, i64);

/// The board that results from the commands sent and the moves answered.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Width and height, once known.
    size: Option<Place>,
    /// Points with a stone or out of play.
    taken: HashSet<Place>,
    /// The points of an unfinished BOARD; the inner `None`: one of them is invalid.
    placement: Option<Option<HashSet<Place>>>,
    /// The points of the last or of the unfinished SWAP2BOARD.
    opening: Vec<Place>,
    /// The program's last move.
    pub last: Option<(u8, u8)>,
}

impl Board {
    /// Updates the board after a line sent to the program. Invalid commands change nothing.
    pub fn sent(&mut self, line: &str) {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_uppercase();
        let numbers: Option<Vec<i64>> = rest.split(',').map(|n| n.trim().parse().ok()).collect();
        let numbers = numbers.unwrap_or_default();
        if self.placement.is_some() {
            self.placed(&word, line);
            return;
        }
        match (word.as_str(), &numbers[..]) {
            ("START", &[n]) => self.start(n, n),
            ("START", _) => self.start_rows_last(rest),
            ("RECTSTART", &[w, h]) => self.start(w, h),
            ("RESTART", _) => self.taken.clear(),
            ("BOARD" | "YXBOARD" | "SWAP2BOARD" | "YXBLOCK" | "YXBLOCKUNDO", _) => {
                let known = self.size.is_some() && word.ends_with("BOARD") && word != "SWAP2BOARD";
                self.placement = Some(known.then(HashSet::new));
                if word == "SWAP2BOARD" {
                    self.opening.clear();
                }
            }
            ("TURN" | "PLAY", &[x, y]) if self.on_board((x, y)) => {
                self.taken.insert((x, y));
            }
            ("TAKEBACK", &[x, y]) => {
                self.taken.remove(&(x, y));
            }
            _ => {}
        }
    }

    /// An error if the point is not on the board.
    pub fn has_point(&self, (x, y): (u8, u8)) -> Result<(), String> {
        if self.on_board((x.into(), y.into())) {
            Ok(())
        } else {
            Err(format!("{x},{y} is outside the board"))
        }
    }

    /// Updates the board after a move of the program; an error if the point is not free.
    pub fn answered(&mut self, x: u8, y: u8) -> Result<(), String> {
        self.has_point((x, y))?;
        let place = (x.into(), y.into());
        if !self.taken.insert(place) {
            return Err(format!("{x},{y} is occupied"));
        }
        self.last = Some((x, y));
        Ok(())
    }

    /// Checks an answer to the last SWAP2BOARD. The board does not change.
    pub fn swap2_answered(&self, line: &str) -> Result<(), String> {
        if line == "SWAP" {
            return match self.opening.len() {
                3 | 5 => Ok(()),
                stones => Err(format!("SWAP after {stones} stones")),
            };
        }
        let points = points(line).ok_or_else(|| format!("expected points: {line:?}"))?;
        let counts: &[usize] = match self.opening.len() {
            0 => &[3],
            3 => &[1, 2],
            5 => &[1],
            _ => &[],
        };
        if !counts.contains(&points.len()) {
            return Err(format!("{} points", points.len()));
        }
        let mut taken: HashSet<Place> = self.opening.iter().copied().collect();
        for (x, y) in points {
            let place = (x.into(), y.into());
            if !self.on_board(place) || !taken.insert(place) {
                return Err(format!("{x},{y} is not free"));
            }
        }
        Ok(())
    }

    /// Width and height, once known.
    pub fn size(&self) -> Option<(usize, usize)> {
        let (width, height) = self.size?;
        Some((usize::try_from(width).ok()?, usize::try_from(height).ok()?))
    }

    /// The first free point, row by row.
    pub fn free(&self) -> Option<(u8, u8)> {
        let (width, height) = self.size?;
        let mut places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let (x, y) = places.find(|place| !self.taken.contains(place))?;
        Some((u8::try_from(x).ok()?, u8::try_from(y).ok()?))
    }

    /// True if the point has a stone or is out of play.
    pub fn is_taken(&self, x: u8, y: u8) -> bool {
        self.taken.contains(&(x.into(), y.into()))
    }

    /// Starts a game if the size is supported.
    fn start(&mut self, width: i64, height: i64) {
        if (5..=31).contains(&width) && (5..=31).contains(&height) {
            self.size = Some((width, height));
            self.taken.clear();
        }
    }

    /// Starts a game of size `columns rows`, as Yixin-Board sends it. The points
    /// that it sends have the row first.
    fn start_rows_last(&mut self, sizes: &str) {
        let sides: Vec<_> = sizes.split_whitespace().map(str::parse).collect();
        if let [Ok(columns), Ok(rows)] = sides[..] {
            self.start(rows, columns);
        }
    }

    /// True if the point is on the board.
    fn on_board(&self, (x, y): Place) -> bool {
        self.size
            .is_some_and(|(w, h)| (0..w).contains(&x) && (0..h).contains(&y))
    }

    /// Handles a line between BOARD and DONE.
    fn placed(&mut self, word: &str, line: &str) {
        if word == "DONE" {
            if let Some(Some(taken)) = self.placement.take() {
                self.taken = taken;
            }
            return;
        }
        if line.is_empty() || ["INFO", "STOP", "YXSTOP"].contains(&word) {
            return;
        }
        let numbers: Option<Vec<i64>> = line.split(',').map(|n| n.trim().parse().ok()).collect();
        if let Some([x, y, ..]) = numbers.as_deref() {
            self.opening.push((*x, *y));
        }
        let place = match numbers.as_deref() {
            Some(&[x, y, 1..=3]) if self.on_board((x, y)) => Some((x, y)),
            _ => None,
        };
        let entry = self.placement.as_mut().expect("an unfinished BOARD");
        let free = match (&mut *entry, place) {
            (Some(taken), Some(place)) => taken.insert(place),
            _ => false,
        };
        if !free {
            *entry = None;
        }
    }
}
