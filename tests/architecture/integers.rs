//! Searches compute with integers: results on floating-point numbers may differ between
//! platforms, and the node count of `bench` must not.

use crate::sources::{self, Source};

/// Modules that run during a search, and the openings, which compare searches. Their unit
/// tests may use floating point.
const MODULES: [&str; 13] = [
    "types", "time", "board", "pattern", "position", "rules", "movegen", "eval", "ordering", "tt",
    "threat", "search", "opening",
];

#[test]
fn modules_that_search_use_no_floating_point() {
    let mut found = Vec::new();
    for source in sources::all() {
        let name = source.name();
        if name.ends_with("/tests") || !MODULES.contains(&source.module()) {
            continue;
        }
        found.extend(source.floats.iter().map(|float| format!("{name}: {float}")));
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn floating_point_is_found_except_in_unit_tests() {
    let text = "\
/// An f32 like 0.5.
fn f(x: f64) -> bool {
    let text = \"1.5 f64\";
    let range = 1..5;
    x > 2.5 || format!(\"{}\", 1e3 as f32) == text
}

#[cfg(test)]
mod tests {
    const X: f32 = 0.5;
}
";
    let floats = Source::new("search/node", text).floats;
    assert_eq!(floats, ["f64", "2.5", "1e3", "f32"]);
}
