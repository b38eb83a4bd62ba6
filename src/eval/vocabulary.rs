//! What weight files and feature files refer to: shapes, classes, combos and threats.
//!
//! A weight file is an array of numbers whose meaning depends on the order of the
//! combos and classes. The [`hash`] identifies that order: files with another hash are
//! refused. It covers names and numbering, not the definition of a shape. After a change of
//! a definition, increase [`weight_file::FORMAT`](super::weight_file::FORMAT).

use std::fmt::Write;
use std::sync::LazyLock;

use super::threat_mask::THREATS;
use crate::pattern::merge::{Combo, classify};
use crate::pattern::{Class, Shape};

/// The hash of the vocabulary, 16 hexadecimal digits.
///
/// It depends on the names of the shapes and classes and their order, on the shapes of
/// each combo and its class with and without fouls, and on the groups of threats.
pub fn hash() -> &'static str {
    static HASH: LazyLock<String> = LazyLock::new(|| format!("{:016x}", fnv1a(&description())));
    &HASH
}

/// Everything that the hash covers.
fn description() -> String {
    let mut text = format!("{:?}\n{:?}\n{THREATS:?}\n", Shape::ALL, Class::ALL);
    for shapes in Combo::all() {
        let [free, bound] = [false, true].map(|fouls| classify(shapes, fouls));
        writeln!(text, "{shapes:?} {free:?} {bound:?}").expect("a String accepts all text");
    }
    text
}

/// The 64-bit FNV-1a hash of a text.
// CITE: G. Fowler, L. C. Noll and K.-P. Vo, the FNV hash.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv1a_agrees_with_published_values() {
        assert_eq!(fnv1a(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn description_names_every_shape_class_and_combo() {
        let text = description();
        assert_eq!(text.lines().count(), 3 + Combo::COUNT);
        for shape in Shape::ALL {
            assert!(text.contains(&format!("{shape:?}")));
        }
        for class in Class::ALL {
            assert!(text.contains(&format!("{class:?}")));
        }
    }
}
