//! The problem sets: positions with known fouls, forced wins or best moves.
//! `tests/positions/README.md` describes the format.

use std::path::Path;

use goshawk::types::{Color, Rule};
use serde_json::Value;

use super::grid::{Cell, Grid, GridPoint};
use super::scale;

/// One line of a set.
pub struct Problem {
    /// Its name, unique within the set.
    pub id: String,
    /// The side to move.
    pub side: Color,
    /// The stones and the rule.
    pub grid: Grid,
    /// The complete line, for the keys that only one set has.
    pub json: Value,
}

impl Problem {
    /// The list of points under a key; empty if the key is missing.
    pub fn points(&self, key: &str) -> Vec<GridPoint> {
        self.json[key]
            .as_array()
            .map_or(Vec::new(), |list| list.iter().map(point).collect())
    }
}

fn point(value: &Value) -> GridPoint {
    let at = |i: usize| value[i].as_i64().expect("a coordinate") as i32;
    (at(0), at(1))
}

/// The problems of a set: the sample in `tests/positions`, or the complete set in
/// `../shared/positions` if that is present and [`scale`] is above 1.
pub fn read(set: &str) -> Vec<Problem> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sample = root.join("tests/positions").join(set);
    let complete = root.join("../shared/positions").join(set);
    let path = if scale() > 1 && complete.exists() {
        complete
    } else {
        sample
    };
    let text = std::fs::read_to_string(&path).expect("the set can be read");
    let problems: Vec<Problem> = text.lines().map(problem).collect();
    assert!(!problems.is_empty(), "{} is empty", path.display());
    problems
}

fn problem(line: &str) -> Problem {
    let json: Value = serde_json::from_str(line).expect("a line of JSON");
    let text = |key: &str| json[key].as_str().expect("a text").to_string();
    let size = json["size"].as_i64().expect("a size") as i32;
    let rule = Rule::from_name(&text("rule")).expect("a rule");
    let mut grid = Grid::new(size, size, rule);
    for (key, cell) in [("black", Cell::Black), ("white", Cell::White)] {
        for value in json[key].as_array().expect("stones") {
            grid.set(point(value), cell);
        }
    }
    Problem {
        id: text("id"),
        side: if text("side") == "black" {
            Color::Black
        } else {
            Color::White
        },
        grid,
        json,
    }
}
