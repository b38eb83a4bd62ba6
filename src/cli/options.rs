//! Options that all take a value, as `--name value` or `--name=value`.

use std::ffi::OsString;
use std::fmt::Display;
use std::str::FromStr;

use super::args::UsageError;

/// An option with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueOption {
    /// The name with its dashes.
    pub name: String,
    /// The value.
    pub value: String,
}

/// Splits arguments into options; `None` if help is asked for.
///
/// # Errors
/// If an argument is not an option or has no value.
pub fn options(args: &[OsString]) -> Result<Option<Vec<ValueOption>>, UsageError> {
    let mut options = Vec::new();
    let mut rest = args.iter().map(|arg| arg.to_string_lossy().into_owned());
    while let Some(arg) = rest.next() {
        if ["--help", "-h"].contains(&arg.as_str()) {
            return Ok(None);
        }
        if !arg.starts_with("--") {
            return Err(UsageError::UnknownOption(arg));
        }
        let option = match arg.split_once('=') {
            Some((name, value)) => ValueOption {
                name: name.to_string(),
                value: value.to_string(),
            },
            None => ValueOption {
                value: rest
                    .next()
                    .ok_or_else(|| UsageError::MissingValue(arg.clone()))?,
                name: arg,
            },
        };
        options.push(option);
    }
    Ok(Some(options))
}

/// The value of an option as `parse` understands it.
///
/// # Errors
/// If `parse` does not understand it; the message says what was expected.
pub fn read<T>(
    option: &ValueOption,
    expected: &'static str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, UsageError> {
    parse(&option.value).ok_or_else(|| UsageError::BadValue {
        option: option.name.clone(),
        value: option.value.clone(),
        expected,
    })
}

/// The value of an option as a number from `min` to `max`.
///
/// # Errors
/// If it is not such a number.
pub fn number<T: FromStr + PartialOrd + Display + Copy>(
    option: &ValueOption,
    min: T,
    max: T,
) -> Result<T, UsageError> {
    read(option, "a number in range", |text| {
        let number: T = text.parse().ok()?;
        (min..=max).contains(&number).then_some(number)
    })
}
