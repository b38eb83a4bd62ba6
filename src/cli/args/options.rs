//! Reads options in the forms `--name`, `--name value` and `--name=value`.

use std::ffi::OsString;
use std::fmt::Display;
use std::str::FromStr;

use crate::cli::error::UsageError;

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// An option, without its value.
    Option(String),
    /// Any other argument, such as a file name.
    Operand(OsString),
}

/// Reads arguments one after the other.
pub struct ArgReader<'a> {
    rest: std::slice::Iter<'a, OsString>,
    /// The option that was read last.
    option: String,
    /// Its value, if it was attached by `=` and has not been read yet.
    attached: Option<OsString>,
}

impl<'a> ArgReader<'a> {
    /// Starts with the first argument.
    pub fn new(args: &'a [OsString]) -> ArgReader<'a> {
        ArgReader {
            rest: args.iter(),
            option: String::new(),
            attached: None,
        }
    }

    /// The next argument; `None` at the end. A lone `-` is an operand.
    ///
    /// # Errors
    /// If the previous option has a value that was not read.
    pub fn next(&mut self) -> Result<Option<Arg>, UsageError> {
        if self.attached.is_some() {
            return Err(UsageError::UnexpectedValue(self.option.clone()));
        }
        let Some(arg) = self.rest.next() else {
            return Ok(None);
        };
        let text = arg.to_string_lossy();
        if !text.starts_with('-') || text == "-" {
            return Ok(Some(Arg::Operand(arg.clone())));
        }
        self.option = match text.split_once('=') {
            Some((name, value)) => {
                self.attached = Some(OsString::from(value));
                name.to_string()
            }
            None => text.into_owned(),
        };
        Ok(Some(Arg::Option(self.option.clone())))
    }

    /// The value of the option that was read last.
    ///
    /// # Errors
    /// If it has none.
    pub fn raw_value(&mut self) -> Result<OsString, UsageError> {
        let value = self.attached.take().or_else(|| self.rest.next().cloned());
        value.ok_or_else(|| UsageError::MissingValue(self.option.clone()))
    }

    /// The value of the option that was read last, parsed.
    ///
    /// # Errors
    /// If it has none, or if `parse` returns `None`; the error then shows `expected`.
    pub fn value<T>(
        &mut self,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, UsageError> {
        let value = self.raw_value()?.to_string_lossy().into_owned();
        parse(&value).ok_or_else(|| UsageError::BadValue {
            option: self.option.clone(),
            value,
            expected: expected.to_string(),
        })
    }
}

/// True for the options that ask for help.
pub fn is_help(option: &str) -> bool {
    ["--help", "-h"].contains(&option)
}

/// Checks that at most one of these options is given.
///
/// # Errors
/// If two are.
pub fn exclusive(options: &[(&'static str, bool)]) -> Result<(), UsageError> {
    let mut given = options.iter().filter(|(_, given)| *given);
    match (given.next(), given.next()) {
        (Some((one, _)), Some((other, _))) => Err(UsageError::Exclusive(one, other)),
        _ => Ok(()),
    }
}

/// Reads a number greater than 0.
pub fn positive<T: FromStr + PartialOrd + Default>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number| *number > T::default())
}

/// An option with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueOption {
    /// The name with its dashes.
    pub name: String,
    /// The value.
    pub value: String,
}

/// Reads arguments that are all options with values; `None` if help is asked for.
///
/// # Errors
/// If an argument is not an option or has no value.
pub fn options(args: &[OsString]) -> Result<Option<Vec<ValueOption>>, UsageError> {
    let mut options = Vec::new();
    let mut args = ArgReader::new(args);
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Option(name) if is_help(&name) => return Ok(None),
            Arg::Option(name) => {
                let value = args.raw_value()?.to_string_lossy().into_owned();
                options.push(ValueOption { name, value });
            }
            Arg::Operand(text) => {
                let text = text.to_string_lossy().into_owned();
                return Err(UsageError::UnexpectedArgument(text));
            }
        }
    }
    Ok(Some(options))
}

/// The value of an option, parsed.
///
/// # Errors
/// If `parse` returns `None`; the error shows `expected`.
pub fn read<T>(
    option: &ValueOption,
    expected: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, UsageError> {
    parse(&option.value).ok_or_else(|| UsageError::BadValue {
        option: option.name.clone(),
        value: option.value.clone(),
        expected: expected.to_string(),
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
    read(option, &format!("a number from {min} to {max}"), |text| {
        let number: T = text.parse().ok()?;
        (min..=max).contains(&number).then_some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn values_are_attached_or_follow() {
        for line in ["--depth=4 file -", "--depth 4 file -"] {
            let words = words(line);
            let mut args = ArgReader::new(&words);
            assert_eq!(args.next(), Ok(Some(Arg::Option("--depth".into()))));
            assert_eq!(args.value("a number", positive), Ok(4));
            assert_eq!(args.next(), Ok(Some(Arg::Operand("file".into()))));
            assert_eq!(args.next(), Ok(Some(Arg::Operand("-".into()))));
            assert_eq!(args.next(), Ok(None));
        }
    }

    #[test]
    fn errors_name_the_option() {
        let words = words("--flag=x --depth=0 --last");
        let mut args = ArgReader::new(&words);
        args.next().unwrap();
        let unread = UsageError::UnexpectedValue("--flag".into());
        assert_eq!(args.next(), Err(unread));
        args.raw_value().unwrap();
        args.next().unwrap();
        let error = args.value("a depth", positive::<u32>).unwrap_err();
        assert_eq!(error.to_string(), "--depth: `0` is not a depth");
        args.next().unwrap();
        let missing = UsageError::MissingValue("--last".into());
        assert_eq!(args.raw_value(), Err(missing));
    }
}
