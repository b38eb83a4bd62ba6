//! The coverage-guided fuzzer. The first argument of `scripts/fuzz` comes here in the
//! variable `FUZZ_TARGET`; libFuzzer reads the arguments.

#![no_main]

#[path = "../engine/parsers/mod.rs"]
mod parsers;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    static TARGET: OnceLock<parsers::Target> = OnceLock::new();
    let target = TARGET.get_or_init(|| {
        let name = std::env::var("FUZZ_TARGET").expect("FUZZ_TARGET names the target");
        parsers::target(&name).expect("FUZZ_TARGET is the name of a target")
    });
    (target.check)(input);
});
