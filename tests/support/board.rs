//! A second, independent opinion on which points are free.

use std::collections::HashSet;

use super::brain::points;

type Place = (i64, i64);

/// The board as it follows from the commands sent and the moves answered.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Width and height, once known.
    size: Option<Place>,
    taken: HashSet<Place>,
    /// The lines of a BOARD under way; `None` in it if one of them is faulty.
    placement: Option<Option<HashSet<Place>>>,
    /// The points of the last SWAP2BOARD, or of the one under way.
    opening: Vec<Place>,
    /// The program's last move.
    pub last: Option<(u8, u8)>,
}

impl Board {
    /// Follows a line sent to the program. What is illegal changes nothing.
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

    /// Follows a move of the program; an error if the point is not free.
    pub fn answered(&mut self, x: u8, y: u8) -> Result<(), String> {
        let place = (x.into(), y.into());
        if !self.on_board(place) {
            return Err(format!("{x},{y} lies outside the board"));
        }
        if !self.taken.insert(place) {
            return Err(format!("{x},{y} is occupied"));
        }
        self.last = Some((x, y));
        Ok(())
    }

    /// Looks at an answer to the last SWAP2BOARD, which changes nothing.
    pub fn swap2_answered(&self, line: &str) -> Result<(), String> {
        if line == "SWAP" {
            return match self.opening.len() {
                3 | 5 => Ok(()),
                stones => Err(format!("SWAP after {stones} stones")),
            };
        }
        let points = points(line).ok_or_else(|| format!("no points: {line:?}"))?;
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

    /// Is the point occupied or taken out of play?
    pub fn is_taken(&self, x: u8, y: u8) -> bool {
        self.taken.contains(&(x.into(), y.into()))
    }

    fn start(&mut self, width: i64, height: i64) {
        if (5..=31).contains(&width) && (5..=31).contains(&height) {
            self.size = Some((width, height));
            self.taken.clear();
        }
    }

    /// `columns rows`, as Yixin-Board says it. It sends rows before columns.
    fn start_rows_last(&mut self, sizes: &str) {
        let sides: Vec<_> = sizes.split_whitespace().map(str::parse).collect();
        if let [Ok(columns), Ok(rows)] = sides[..] {
            self.start(rows, columns);
        }
    }

    fn on_board(&self, (x, y): Place) -> bool {
        self.size
            .is_some_and(|(w, h)| (0..w).contains(&x) && (0..h).contains(&y))
    }

    /// Follows a line between BOARD and DONE.
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
        let entry = self.placement.as_mut().expect("a BOARD is under way");
        let free = match (&mut *entry, place) {
            (Some(taken), Some(place)) => taken.insert(place),
            _ => false,
        };
        if !free {
            *entry = None;
        }
    }
}
