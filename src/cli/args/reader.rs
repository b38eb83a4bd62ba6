//! Reads the arguments of a command according to its table, in the forms `--name`, `--name value`
//! and `--name=value`.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::cli::args::names::nearest;
use crate::cli::args::table::{Flag, Operands, Spec, Takes};
use crate::cli::error::UsageError;

/// The name that stands for standard input or output.
const STANDARD: &str = "-";

/// The arguments in their order.
pub type Given = Vec<Arg>;

/// An argument.
#[derive(Debug, PartialEq, Eq)]
pub enum Arg {
    /// An option with its value.
    Option(GivenFlag),
    /// Any other argument, such as a file name. A lone `-` is one.
    Operand(OsString),
}

/// An option with its value.
#[derive(Debug, PartialEq, Eq)]
pub struct GivenFlag {
    /// The option.
    flag: &'static Flag,
    /// The value; empty if it takes none.
    value: OsString,
}

/// Reads the arguments of a command; `None` if they ask for help.
///
/// After `--`, all arguments are operands. A value that begins with `--` has to be attached with
/// `=`: otherwise an option without its value would take the next option as the value.
///
/// # Errors
/// If an option is unknown, lacks its value or has a value that it does not take, or if there is an
/// operand but the command takes none.
pub fn read(spec: &Spec, args: &[OsString]) -> Result<Option<Given>, UsageError> {
    if asks_for_help(args) {
        return Ok(None);
    }
    let mut given = Vec::new();
    let mut rest = args.iter();
    let mut only_operands = false;
    while let Some(arg) = rest.next() {
        if arg == "--" && !only_operands {
            only_operands = true;
            continue;
        }
        if only_operands || !is_option(arg) {
            if spec.operands == Operands::None {
                let text = arg.to_string_lossy().into_owned();
                return Err(UsageError::UnexpectedArgument(text));
            }
            given.push(Arg::Operand(arg.clone()));
            continue;
        }
        let (name, attached) = split(arg);
        let flag = spec.flag(&name).ok_or_else(|| UsageError::UnknownOption {
            nearest: nearest(&name, spec.flags.iter().map(|flag| flag.name)),
            option: name,
        })?;
        let value = match (flag.takes, attached) {
            (Takes::Nothing, None) => OsString::new(),
            (Takes::Nothing, Some(_)) => return Err(UsageError::UnexpectedValue(flag.name)),
            (_, Some(value)) => value,
            (_, None) => match rest.next() {
                Some(value) if !begins_with_dashes(value) => value.clone(),
                Some(value) => {
                    let value = value.to_string_lossy().into_owned();
                    return Err(UsageError::OptionAsValue(flag.name, value));
                }
                None => return Err(UsageError::MissingValue(flag.name)),
            },
        };
        given.push(Arg::Option(GivenFlag { flag, value }));
    }
    Ok(Some(given))
}

/// Reads the arguments of a command that only takes options; `None` if they ask for help.
///
/// # Errors
/// Like [`read`].
pub fn read_options(spec: &Spec, args: &[OsString]) -> Result<Option<Vec<GivenFlag>>, UsageError> {
    debug_assert_eq!(spec.operands, Operands::None);
    let option = |arg| match arg {
        Arg::Option(option) => Some(option),
        Arg::Operand(_) => None,
    };
    let given = read(spec, args)?;
    Ok(given.map(|given| given.into_iter().filter_map(option).collect()))
}

/// True if an argument before `--` asks for help.
pub fn asks_for_help(args: &[OsString]) -> bool {
    let options = args.iter().take_while(|arg| *arg != "--");
    options
        .into_iter()
        .any(|arg| arg == "--help" || arg == "-h")
}

/// True for an option. A lone `-` stands for standard input or output.
pub fn is_option(arg: &OsStr) -> bool {
    arg != "-" && arg.as_encoded_bytes().starts_with(b"-")
}

fn begins_with_dashes(arg: &OsStr) -> bool {
    arg.as_encoded_bytes().starts_with(b"--")
}

impl GivenFlag {
    /// The name.
    pub fn name(&self) -> &'static str {
        self.flag.name
    }

    /// The value as the name of a file, as the system gives it.
    pub fn path(&self) -> PathBuf {
        PathBuf::from(&self.value)
    }

    /// The value as the name of a file that is read as well as written, which standard output
    /// cannot be.
    ///
    /// # Errors
    /// If it is `-`.
    pub fn path_of_file(&self) -> Result<PathBuf, UsageError> {
        let path = self.path();
        match path == Path::new(STANDARD) {
            true => Err(UsageError::BadValue {
                option: self.name().to_string(),
                value: self.text(),
                expected: "the name of a file".to_string(),
            }),
            false => Ok(path),
        }
    }

    /// The value as text.
    pub fn text(&self) -> String {
        self.value.to_string_lossy().into_owned()
    }

    /// The value, parsed.
    ///
    /// # Errors
    /// If `parse` returns `None`; the error shows `expected`.
    pub fn value<T>(
        &self,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, UsageError> {
        let value = self.text();
        parse(&value).ok_or_else(|| UsageError::BadValue {
            option: self.name().to_string(),
            value,
            expected: expected.to_string(),
        })
    }

    /// The value as a number from `min` to `max`.
    ///
    /// # Errors
    /// If it is not such a number.
    pub fn number<T: FromStr + PartialOrd + Display + Copy>(
        &self,
        min: T,
        max: T,
    ) -> Result<T, UsageError> {
        self.value(&format!("a number from {min} to {max}"), |text| {
            let number: T = text.parse().ok()?;
            (min..=max).contains(&number).then_some(number)
        })
    }

    /// The error for an option of the table that its command does not read.
    pub fn unread(&self) -> UsageError {
        UsageError::UnknownOption {
            option: self.name().to_string(),
            nearest: None,
        }
    }
}

/// The name of an option and the value that `=` attaches to it.
#[cfg(unix)]
fn split(arg: &OsStr) -> (String, Option<OsString>) {
    use std::os::unix::ffi::OsStrExt;
    let bytes = arg.as_bytes();
    let (name, value) = match bytes.iter().position(|byte| *byte == b'=') {
        Some(at) => (&bytes[..at], Some(&bytes[at + 1..])),
        None => (bytes, None),
    };
    let name = String::from_utf8_lossy(name).into_owned();
    (
        name,
        value.map(|value| OsStr::from_bytes(value).to_os_string()),
    )
}

/// The name of an option and the value that `=` attaches to it.
#[cfg(windows)]
fn split(arg: &OsStr) -> (String, Option<OsString>) {
    use std::os::windows::ffi::{OsStrExt, OsStringExt};
    let units: Vec<u16> = arg.encode_wide().collect();
    let (name, value) = match units.iter().position(|unit| *unit == u16::from(b'=')) {
        Some(at) => (&units[..at], Some(&units[at + 1..])),
        None => (&units[..], None),
    };
    (
        String::from_utf16_lossy(name),
        value.map(OsString::from_wide),
    )
}

/// The name of an option and the value that `=` attaches to it.
#[cfg(not(any(unix, windows)))]
fn split(arg: &OsStr) -> (String, Option<OsString>) {
    let text = arg.to_string_lossy();
    match text.split_once('=') {
        Some((name, value)) => (name.to_string(), Some(value.into())),
        None => (text.into_owned(), None),
    }
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    const SPEC: Spec = Spec {
        name: "test",
        aliases: &[],
        summary: "",
        about: "",
        usage: &[],
        description: "",
        flags: &[
            Flag::switch("--flag", ""),
            Flag::text("--depth", "N", ""),
            Flag::file("--svg", ""),
        ],
        operands: Operands::Files,
        notes: "",
    };

    /// The words of a line as arguments.
    pub fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    /// A short form of the arguments; the error if they are wrong.
    fn shown(line: &str) -> String {
        let text = |arg: &Arg| match arg {
            Arg::Option(given) => format!("{}:{}", given.name(), given.text()),
            Arg::Operand(text) => text.to_string_lossy().into_owned(),
        };
        match read(&SPEC, &words(line)) {
            Ok(Some(given)) => given.iter().map(text).collect::<Vec<_>>().join(" "),
            Ok(None) => "help".to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn values_are_attached_or_follow() {
        assert_eq!(shown("--depth=4 file -"), "--depth:4 file -");
        assert_eq!(shown("file --depth 4 --flag"), "file --depth:4 --flag:");
        assert_eq!(shown("--svg=a=b --svg -"), "--svg:a=b --svg:-");
        assert_eq!(shown("--depth -4"), "--depth:-4");
        assert_eq!(shown("--svg= x"), "--svg: x");
    }

    #[test]
    fn two_dashes_end_the_options() {
        assert_eq!(shown("--flag -- --flag -- -h"), "--flag: --flag -- -h");
        assert_eq!(shown("--flag x -h"), "help");
    }

    #[test]
    fn errors_name_the_option() {
        assert_eq!(shown("--flag=x"), "`--flag` takes no value");
        assert_eq!(shown("--depth"), "`--depth` needs a value");
        let swallowed = shown("--svg --flag");
        assert!(
            swallowed.starts_with("`--svg` needs a value"),
            "{swallowed}"
        );
        assert!(swallowed.contains("`--svg=--flag`"), "{swallowed}");
        assert_eq!(shown("--fast"), "unknown option `--fast`");
        let near = "unknown option `--dept`; did you mean `--depth`?";
        assert_eq!(shown("--dept=3"), near);
        assert_eq!(shown("-d"), "unknown option `-d`");
    }

    #[cfg(unix)]
    #[test]
    fn paths_need_not_be_text() {
        use std::os::unix::ffi::OsStrExt;
        let bytes = |bytes: &[u8]| OsStr::from_bytes(bytes).to_os_string();
        let args = [
            bytes(b"--svg=a\xff"),
            bytes(b"--svg"),
            bytes(b"\xfe"),
            bytes(b"\xfd"),
        ];
        let given = read(&SPEC, &args).expect("valid").expect("not help");
        let paths = given.iter().map(|arg| match arg {
            Arg::Option(given) => given.path(),
            Arg::Operand(text) => PathBuf::from(text),
        });
        let expected = [&b"a\xff"[..], b"\xfe", b"\xfd"];
        assert!(paths.eq(expected.map(|path| PathBuf::from(OsStr::from_bytes(path)))));
    }
}
