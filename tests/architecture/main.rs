//! The structure of the source code: modules use only modules above them, the
//! files of a module form no cycles, files and functions stay short, and only the
//! front ends read standard input and print.

mod cycles;
mod integers;
mod sources;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};

use sources::Source;

/// The modules in order: each may use those before it.
const MODULES: [&str; 35] = [
    "types", "time", "clock", "sync", "random", "files", "board", "record", "pattern", "position",
    "rules", "movegen", "eval", "tt", "ordering", "threat", "search", "engine", "solve", "explain",
    "opening", "strength", "puzzle", "tools", "report", "requests", "play", "app", "web", "stream",
    "wasm", "cli", "protocol", "book", "cpu",
];
/// Modules that must not use each other: front ends stand apart, except that commands start them.
const APART: [[&str; 2]; 8] = [
    ["cli", "protocol"],
    ["web", "protocol"],
    ["stream", "protocol"],
    ["stream", "web"],
    ["wasm", "protocol"],
    ["wasm", "web"],
    ["wasm", "stream"],
    ["wasm", "cli"],
];
/// The only file with `unsafe`: it declares the functions of the border to JavaScript.
const MAY_BE_UNSAFE: &str = "wasm/border";
/// Modules that are never compiled for WebAssembly, which has no clock. The others read the time
/// from `clock`.
const MAY_READ_TIME: [&str; 6] = ["clock", "protocol", "cli", "web", "stream", "tools"];
/// Where reading standard input and printing is allowed.
const MAY_PRINT: [&str; 3] = ["cli", "protocol", "main"];
/// What reads or prints.
const PRINTING: [&str; 8] = [
    "println!",
    "print!",
    "eprintln!",
    "eprint!",
    "dbg!",
    "stdin()",
    "stdout()",
    "stderr()",
];
/// A file with more lines is reported: perhaps its job splits.
const LONG_FILE: usize = 500;
/// The longest file allowed, in lines.
const MAX_LINES: usize = 700;
/// The longest function allowed, in lines.
const MAX_FUNCTION_LINES: usize = 80;
/// A function that may be longer, and its limit: the numbered steps of the search.
const LONG_FUNCTION: (&str, usize) = ("alphabeta", 200);
/// The tuner writes the parameters and the parameters read the tuned values.
const ALLOWED_CYCLE: [&str; 2] = ["search/params", "search/tune"];

/// True if neither of two modules may use the other.
fn is_apart(module: &str, used: &str) -> bool {
    let names = |pair: &[&str; 2]| *pair == [module, used] || *pair == [used, module];
    APART.iter().any(names)
}

/// The uses in one file that break the order of the modules.
fn order_violations(source: &Source) -> Vec<String> {
    let name = source.name();
    let module = source.module();
    let position = |module: &str| MODULES.iter().position(|known| *known == module);
    let Some(own) = position(module) else {
        return vec![format!("{name}: module `{module}` is not in MODULES")];
    };
    let used: BTreeSet<String> = source
        .mentions
        .iter()
        .filter_map(|mention| mention.path.first().cloned())
        .collect();
    let violation = |used: &String| match position(used) {
        // The crate's root defines no items, so that every path names a module.
        None => Some(format!("{name}: `{used}` is not a module")),
        Some(other) if other > own => Some(format!("{name}: {module} uses {used}, which is below")),
        Some(_) if is_apart(module, used) => Some(format!("{name}: {module} must not use {used}")),
        Some(_) => None,
    };
    used.iter().filter_map(violation).collect()
}

#[test]
fn modules_use_only_modules_above_them() {
    let violations: Vec<String> = sources::all()
        .iter()
        .filter(|source| !source.is_root())
        .flat_map(order_violations)
        .collect();
    assert!(violations.is_empty(), "\n{}", violations.join("\n"));
}

#[test]
fn files_of_a_module_form_no_cycles() {
    let cycles: Vec<String> = cycles::find(sources::all())
        .iter()
        .filter(|cycle| cycle.entries != ALLOWED_CYCLE)
        .map(ToString::to_string)
        .collect();
    assert!(cycles.is_empty(), "\n{}", cycles.join("\n"));
}

#[test]
fn files_are_short() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut long = Vec::new();
    for path in ["src", "tests"].iter().flat_map(|f| sources::rust_files(f)) {
        let lines = fs::read_to_string(&path).expect("UTF-8").lines().count();
        if lines > LONG_FILE {
            let name = path.strip_prefix(root).expect("a path in the package");
            long.push((name.to_string_lossy().replace('\\', "/"), lines));
        }
    }
    for (name, lines) in &long {
        // Not `eprintln!`, whose output is shown only if the test fails.
        let report = format!("note: {name} has {lines} lines; does its job split?\n");
        io::stderr().write_all(report.as_bytes()).expect("written");
    }
    long.retain(|(_, lines)| *lines > MAX_LINES);
    assert!(long.is_empty(), "over {MAX_LINES} lines: {long:?}");
}

#[test]
fn functions_are_short() {
    let mut long = Vec::new();
    let mut seen = 0;
    for source in sources::all() {
        for (name, lines) in &source.functions {
            let limit = if name == LONG_FUNCTION.0 {
                LONG_FUNCTION.1
            } else {
                MAX_FUNCTION_LINES
            };
            if *lines > limit {
                long.push(format!("{}: {name} has {lines} lines", source.name()));
            }
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen} functions found");
    assert!(long.is_empty(), "\n{}", long.join("\n"));
}

#[test]
fn lengths_of_functions_are_counted() {
    let text = "\
/// Text.
#[inline]
pub fn one() {
    two()
}

impl A {
    fn two<T>(
        self,
    ) {
    }
}

trait B {
    fn three();
    fn four() {
    }
}
";
    let counted = Source::new("types", text).functions;
    let counted: Vec<_> = counted
        .iter()
        .map(|(name, lines)| (name.as_str(), *lines))
        .collect();
    assert_eq!(counted, [("one", 3), ("two", 4), ("four", 2)]);
}

#[test]
fn only_front_ends_read_and_print() {
    let mut violations = Vec::new();
    for source in sources::all() {
        if MAY_PRINT.contains(&source.module()) {
            continue;
        }
        for call in PRINTING.iter().filter(|call| source.calls.contains(**call)) {
            violations.push(format!("{}: {call}", source.name()));
        }
    }
    assert!(violations.is_empty(), "\n{}", violations.join("\n"));
}

#[test]
fn one_file_is_unsafe() {
    let is_unsafe = |source: &&Source| source.names.contains("unsafe_code");
    let names = sources::all().iter().filter(is_unsafe).map(Source::name);
    let found: Vec<String> = names.collect();
    assert_eq!(found, [MAY_BE_UNSAFE]);
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("Cargo.toml");
    assert!(manifest.contains("unsafe_code = \"deny\""));
}

#[test]
fn the_engine_reads_the_time_from_one_place() {
    let reads_time = |source: &&Source| {
        let may = MAY_READ_TIME.contains(&source.module());
        !may && (source.uses_std(&["time", "Instant"]) || source.uses_std(&["time", "SystemTime"]))
    };
    let found: Vec<String> = sources::all()
        .iter()
        .filter(reads_time)
        .map(Source::name)
        .collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
    let source = Source::new("search/a", "use std::time::{Duration, Instant};");
    assert!(reads_time(&&source));
    let source = Source::new("search/a", "use std::time::Duration;");
    assert!(!reads_time(&&source));
}

#[test]
fn uses_against_the_order_are_found() {
    let violations = |path, text| order_violations(&Source::new(path, text));
    for (path, text) in [
        ("types/color", "use crate::board::notation;"),
        ("types/mod", "use super::engine::Game;"),
        ("types/color", "fn f() { super::super::time::x() }"),
        ("time", "use super::{types::Rule, search};"),
        (
            "time",
            "#[cfg(test)] mod tests { use super::super::search; }",
        ),
        (
            "board/mod",
            "use crate::{types::{Rule, Color}, engine::Game};",
        ),
        ("cli/mod", "use crate::protocol;"),
        ("protocol/session", "use crate::web::Board;"),
        (
            "protocol/session",
            "fn f() { let c = '\"'; crate::cli::run() }",
        ),
        (
            "types/color",
            "fn f() { println!(\"{}\", crate::engine::g(1)) }",
        ),
        ("types/color", "fn f(x: crate::engine::Game) {}"),
        ("unknown", ""),
        ("engine", "use crate::unknown;"),
    ] {
        assert_eq!(violations(path, text).len(), 1, "{path}: {text}");
    }
    for (path, text) in [
        ("board/notation", "use crate::types::{BoardSize, Point};"),
        (
            "types/color",
            "//! see crate::engine\nconst S: &str = \"crate::engine\";",
        ),
        ("cli/analyze", "use super::args; use super::input::{self};"),
        ("time", "#[cfg(test)] mod tests { use super::*; }"),
    ] {
        assert_eq!(
            violations(path, text),
            Vec::<String>::new(),
            "{path}: {text}"
        );
    }
}

#[test]
fn cycles_are_found() {
    let found = |files: &[(&str, &str)]| -> Vec<String> {
        let sources: Vec<Source> = files.iter().map(|(p, t)| Source::new(p, t)).collect();
        let cycles = cycles::find(&sources);
        cycles.iter().map(|c| c.entries.join(" ")).collect()
    };
    let a = ("m/a", "use super::b::B;");
    for (case, files, cycle) in [
        ("direct", vec![a, ("m/b", "use crate::m::a;")], "m/a m/b"),
        (
            "through a third file",
            vec![
                a,
                ("m/b", "use super::{c, d};"),
                ("m/c", "fn g() { super::a::f() }"),
            ],
            "m/a m/b m/c",
        ),
        (
            "through a re-export",
            vec![
                ("m/mod", "mod a; mod b; pub use a::{A, f as g};"),
                a,
                ("m/b", "fn h() { super::g() }"),
            ],
            "m/a m/b",
        ),
        (
            "through a subfolder",
            vec![
                ("m/a", "use super::n::x;"),
                ("m/n/mod", "pub mod x; pub mod y;"),
                ("m/n/x", ""),
                ("m/n/y", "use crate::m::a::A;"),
            ],
            "m/a m/n",
        ),
        (
            "a file and the folder of its submodules",
            vec![
                ("m/a", "use super::b::B;"),
                ("m/b", "mod c;"),
                ("m/b/c", "use crate::m::a;"),
            ],
            "m/a m/b",
        ),
    ] {
        assert_eq!(found(&files), [cycle], "{case}");
    }
    for (case, files) in [
        ("one direction", vec![a, ("m/b", "")]),
        (
            "a module and its submodule",
            vec![("m/mod", "mod a; use a::A;"), ("m/a", "use super::M;")],
        ),
        (
            "unit tests",
            vec![
                a,
                ("m/b", "#[cfg(test)] mod tests { use super::super::a; }"),
            ],
        ),
    ] {
        assert_eq!(found(&files), Vec::<String>::new(), "{case}");
    }
}
