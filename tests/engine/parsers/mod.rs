//! The targets of the fuzzer (`scripts/fuzz`) and of the test `corpus`. Each target reads an input
//! with one of the parsers and panics if a property does not hold.

mod files;
mod http;
mod records;
mod sessions;
mod stream;

/// A parser and the properties of what it reads.
pub struct Target {
    /// Its name, also that of its folder in `tests/corpus`.
    pub name: &'static str,
    /// Checks an input.
    pub check: fn(&[u8]),
}

/// All targets.
pub const TARGETS: [Target; 10] = [
    target_of("record", records::record),
    target_of("diagram", records::diagram),
    target_of("session", sessions::session),
    target_of("search", sessions::search),
    target_of("weights", files::weights),
    target_of("network", files::network),
    target_of("policy", files::policy),
    target_of("data", files::data),
    target_of("http", http::http),
    target_of("stream", stream::stream),
];

const fn target_of(name: &'static str, check: fn(&[u8])) -> Target {
    Target { name, check }
}

/// The target of that name.
#[allow(dead_code, reason = "only the fuzzer chooses a target by its name")]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}
