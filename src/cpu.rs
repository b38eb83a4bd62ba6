//! Refuses to run on a processor that lacks instructions the program was built for.
//!
//! The ordinary build needs only what every x86-64 processor has. `scripts/package-gomocup
//! --v3` builds for x86-64-v3, which is faster because the network's layers use AVX2. On an
//! older processor such a build would crash without an explanation.

/// A feature: the index of its register in [`Registers`], its bit, and its name.
type Feature = (usize, u32, &'static str);

/// Registers that report features: `ecx` of leaf 1, `ebx` of leaf 7, `ecx` of leaf
/// 0x80000001.
pub type Registers = [u32; 3];

/// The instructions that x86-64-v3 adds to x86-64-v2.
// CITE: System V ABI, AMD64 supplement, "Micro-Architecture Levels".
const V3: [Feature; 9] = [
    (0, 12, "FMA"),
    (0, 22, "MOVBE"),
    (0, 27, "OSXSAVE"),
    (0, 28, "AVX"),
    (0, 29, "F16C"),
    (1, 3, "BMI1"),
    (1, 5, "AVX2"),
    (1, 8, "BMI2"),
    (2, 5, "LZCNT"),
];

/// The features of x86-64-v3 that a processor with these registers lacks.
pub fn missing(registers: Registers) -> Vec<&'static str> {
    let lacks = |(register, bit, _): &&Feature| registers[*register] >> bit & 1 == 0;
    V3.iter().filter(lacks).map(|(_, _, name)| *name).collect()
}

/// Why this program cannot run on this processor, as a line for the user; `None` if it can.
pub fn refusal() -> Option<String> {
    let missing = missing(registers()?);
    (!missing.is_empty()).then(|| {
        format!(
            "this program needs a processor with {}; use the build for all x86-64 processors",
            missing.join(", ")
        )
    })
}

/// The registers of this processor if the program was built with AVX2, as the build for
/// x86-64-v3 is.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
fn registers() -> Option<Registers> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    Some([
        __cpuid(1).ecx,
        __cpuid_count(7, 0).ebx,
        __cpuid(0x8000_0001).ecx,
    ])
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
fn registers() -> Option<Registers> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_without_a_feature_is_told_which() {
        let all = [u32::MAX; 3];
        assert!(missing(all).is_empty());
        for (register, bit, name) in V3 {
            let mut registers = all;
            registers[register] &= !(1 << bit);
            assert_eq!(missing(registers), [name]);
        }
        assert_eq!(missing([0; 3]).len(), V3.len());
    }

    #[test]
    fn the_tests_run_on_a_processor_that_they_were_built_for() {
        assert_eq!(refusal(), None);
    }
}
