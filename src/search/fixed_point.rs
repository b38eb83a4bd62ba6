//! Logarithms and powers in integers.
//!
//! A search has to give the same result on every platform, but the floating-point functions
//! of the standard library may differ between platforms in the last bit. These functions use integers only and run at compile time. They take a few
//! dozen multiplications, so hot code should use them to build tables.
//!
//! Fixed-point numbers have 32 fractional bits.

/// Fractional bits of a fixed-point number.
const BITS: u32 = 32;

/// The fixed-point number 1.
const ONE: u64 = 1 << BITS;

/// ln 2 as a fixed-point number.
const LN_2: u64 = 2_977_044_472;

/// The binary logarithm of `number` in fixed point, rounded down.
///
/// `number` must not be 0.
const fn log2(number: u32) -> u64 {
    let whole = number.ilog2();
    // Squaring a mantissa within 1..2 doubles its logarithm: each time it reaches 2,
    // the next bit of the logarithm is a one. 62 fractional bits leave no visible error.
    let mut mantissa = (number as u128) << (62 - whole);
    let mut log = whole as u64;
    let mut bit = 0;
    while bit < BITS {
        mantissa = (mantissa * mantissa) >> 62;
        log <<= 1;
        if mantissa >= 2 << 62 {
            mantissa >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    log
}

/// The natural logarithm of `number` in fixed point, within 2^-30.
///
/// `number` must not be 0.
pub(super) const fn ln(number: u32) -> u64 {
    ((log2(number) as u128 * LN_2 as u128) >> BITS) as u64
}

/// 2 to the power of a fixed-point number, in fixed point, within a factor of
/// 1 ± 2^-28. The exponent must be less than 30.
const fn exp2(exponent: u64) -> u64 {
    let mut result = (ONE as u128) << (exponent >> BITS);
    // The factor of each fractional bit is the square root of the one before.
    let mut factor: u128 = 2 << 62;
    let mut bit = BITS;
    while bit > 0 {
        bit -= 1;
        factor = (factor << 62).isqrt();
        if exponent >> bit & 1 == 1 {
            result = (result * factor) >> 62;
        }
    }
    result as u64
}

/// `base` to the power of `exponent` hundredths, rounded down.
///
/// `base` must not be 0, and the result must be less than 2^30. A result that lies below
/// an integer by less than a 2^26th of itself is rounded up.
pub(super) const fn power(base: u32, exponent: u32) -> u32 {
    let result = exp2(log2(base) * exponent as u64 / 100);
    // The logarithm is rounded down: 5 to the power of 1 has to be 5, not 4.
    ((result + (result >> 26)) >> BITS) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_agree_with_floating_point() {
        for number in 1..1000 {
            let exact = f64::from(number).ln();
            let error = (ln(number) as f64 / ONE as f64 - exact).abs();
            assert!(error < 1.0 / f64::from(1 << 30), "{number}: {error}");
        }
    }

    #[test]
    fn powers_agree_with_floating_point() {
        for base in 1..64 {
            for exponent in 0..=250 {
                // The small factor rounds integers that come out a little low.
                let exact = f64::from(base).powf(f64::from(exponent) / 100.0) * (1.0 + 1e-9);
                assert_eq!(power(base, exponent), exact as u32, "{base}^{exponent}");
            }
        }
    }

    #[test]
    fn integer_powers_are_exact() {
        for base in 1..64 {
            assert_eq!(power(base, 0), 1);
            assert_eq!(power(base, 100), base);
            assert_eq!(power(base, 200), base * base);
        }
    }
}
