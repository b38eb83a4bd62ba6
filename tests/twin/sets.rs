//! The problem sets that lie next to the project, where they are.

use std::path::Path;

use goshawk::types::{Color, Rule};
use serde_json::Value;

use super::grid::{Grid, Man, Place};

/// One line of a set.
pub struct Problem {
    pub id: String,
    pub side: Color,
    pub grid: Grid,
    pub json: Value,
}

impl Problem {
    /// The places under a key.
    pub fn places(&self, key: &str) -> Vec<Place> {
        self.json[key]
            .as_array()
            .map_or(Vec::new(), |list| list.iter().map(place).collect())
    }
}

fn place(value: &Value) -> Place {
    let at = |i: usize| value[i].as_i64().expect("a coordinate") as i32;
    (at(0), at(1))
}

/// All problems of a set; `None`, and a word about it, if it is not there.
pub fn read(file: &str) -> Option<Vec<Problem>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/positions");
    let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
        println!("skipped: there is no ../shared/positions/{file}");
        return None;
    };
    let problems: Vec<Problem> = text.lines().map(problem).collect();
    assert!(!problems.is_empty());
    Some(problems)
}

fn problem(line: &str) -> Problem {
    let json: Value = serde_json::from_str(line).expect("a line of JSON");
    let text = |key: &str| json[key].as_str().expect("a text").to_string();
    let size = json["size"].as_i64().expect("a size") as i32;
    let rule = Rule::from_name(&text("rule")).expect("a rule");
    let mut grid = Grid::new(size, size, rule);
    for (key, man) in [("black", Man::Black), ("white", Man::White)] {
        for value in json[key].as_array().expect("stones") {
            grid.set(place(value), man);
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
