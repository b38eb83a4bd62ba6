//! Tunables: numbers of the search that can be changed at run time in a special build.
//!
//! In an ordinary build a tunable is a constant. With the cargo feature `tune` it is a
//! variable with a name and a range. `INFO tune.NAME VALUE` sets it, and so does the
//! environment variable `GOSHAWK_TUNE=NAME=VALUE,...`. `pbrain-goshawk tune` lists all.

/// A tunable number.
#[cfg(feature = "tune")]
pub struct Tunable {
    /// Its name, which follows `tune.` in commands.
    pub name: &'static str,
    /// The value in an ordinary build.
    pub default: i32,
    /// The smallest valid value.
    pub min: i32,
    /// The largest valid value.
    pub max: i32,
    /// The current value.
    pub(super) value: std::sync::atomic::AtomicI32,
}

/// Declares functions `name() -> i32`: `name = default, min, max;`.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $default:expr, $min:expr, $max:expr;)*) => {
        #[cfg(feature = "tune")]
        #[allow(non_camel_case_types, clippy::enum_variant_names)]
        #[derive(Clone, Copy)]
        enum Index { $($name),* }

        /// Every tunable number of the search.
        #[cfg(feature = "tune")]
        pub static TUNABLES: [super::tune::Tunable; [$(Index::$name),*].len()] = [$(super::tune::Tunable {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            value: std::sync::atomic::AtomicI32::new($default),
        }),*];

        $(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name() -> i32 {
                #[cfg(feature = "tune")]
                {
                    TUNABLES[Index::$name as usize].value.load(std::sync::atomic::Ordering::Relaxed)
                }
                #[cfg(not(feature = "tune"))]
                {
                    const DEFAULT: i32 = $default;
                    DEFAULT
                }
            }
        )*
    };
}
pub(super) use tunables;

/// Sets a tunable. Returns false if there is none of that name or if the value is out of
/// its range.
#[cfg(feature = "tune")]
pub fn set(name: &str, value: i64) -> bool {
    let found = super::params::TUNABLES.iter().find(|t| t.name == name);
    let Some(tunable) = found.filter(|t| (t.min as i64..=t.max as i64).contains(&value)) else {
        return false;
    };
    tunable
        .value
        .store(value as i32, std::sync::atomic::Ordering::Relaxed);
    true
}
