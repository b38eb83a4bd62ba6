//! Searches compute with integers: results on floating-point numbers may differ between
//! platforms, and the node count of `bench` must not.

use crate::sources;

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
        let code = source.code.split("#[cfg(test)]\nmod tests {").next();
        let code = code.expect("the part before the tests");
        for word in code.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if ["f32", "f64"].contains(&word) {
                found.push(format!("{name}: {word}"));
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}
