//! The arguments of `bench`, and the number of threads wherever it is told.

use std::ffi::OsString;

use super::args::{Command, UsageError};
use crate::engine::useful_threads;

/// What a number of threads is called if it cannot be read.
pub const EXPECTED_THREADS: &str = "a number of threads from 1";

/// The arguments of `bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchArgs {
    /// How deep to search, in plies.
    pub depth: u32,
    /// Search threads.
    pub threads: usize,
}

/// Reads `bench [DEPTH] [--threads N]`.
pub fn parse(args: &[OsString]) -> Result<Command, UsageError> {
    let mut depth = None;
    let mut threads = 1;
    let mut rest = args.iter().map(|arg| arg.to_string_lossy());
    while let Some(arg) = rest.next() {
        if let Some(attached) = threads_option(&arg) {
            let option = || "--threads".to_string();
            let value = attached.or_else(|| rest.next().map(|v| v.into_owned()));
            let value = value.ok_or_else(|| UsageError::MissingValue(option()))?;
            threads = count(&value).ok_or_else(|| UsageError::BadValue {
                option: option(),
                value,
                expected: EXPECTED_THREADS,
            })?;
            continue;
        }
        if depth.is_some() || arg.starts_with('-') {
            return Err(UsageError::UnknownOption(arg.into_owned()));
        }
        let plies = arg.parse().ok().filter(|plies| *plies > 0);
        depth = Some(plies.ok_or_else(|| UsageError::BadValue {
            option: "bench".to_string(),
            value: arg.into_owned(),
            expected: "a depth in plies from 1",
        })?);
    }
    let depth = depth.unwrap_or(crate::tools::bench::DEPTH);
    Ok(Command::Bench(BenchArgs { depth, threads }))
}

/// A number of threads. More than can run at the same time are of no use, so
/// there are no more than that. `None` if the text is no number from 1.
pub fn count(text: &str) -> Option<usize> {
    // However many digits: a larger number is only a larger wish.
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let wished = text.parse().unwrap_or(usize::MAX);
    (digits && wished > 0).then(|| wished.min(useful_threads()))
}

/// The threads that arguments for the protocol ask for. A manager's arguments
/// are not ours to judge: what cannot be read is passed over.
pub fn for_protocol(args: &[OsString]) -> usize {
    let mut rest = args.iter().map(|arg| arg.to_string_lossy());
    let mut threads = 1;
    while let Some(arg) = rest.next() {
        if let Some(attached) = threads_option(&arg) {
            let value = attached.or_else(|| rest.next().map(|v| v.into_owned()));
            threads = value.and_then(|value| count(&value)).unwrap_or(threads);
        }
    }
    threads
}

/// The value behind `--threads=`, `Some(None)` if it stands in the next argument.
fn threads_option(arg: &str) -> Option<Option<String>> {
    match arg.strip_prefix("--threads")? {
        "" => Some(None),
        rest => rest.strip_prefix('=').map(|value| Some(value.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    fn bench(line: &str) -> BenchArgs {
        match parse(&words(line)) {
            Ok(Command::Bench(args)) => args,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn depth_and_threads_stand_in_any_order() {
        let two = useful_threads().min(2);
        let depth = crate::tools::bench::DEPTH;
        assert_eq!(bench(""), BenchArgs { depth, threads: 1 });
        for line in ["5 --threads 2", "--threads=2 5"] {
            let args = BenchArgs {
                depth: 5,
                threads: two,
            };
            assert_eq!(bench(line), args, "{line}");
        }
    }

    #[test]
    fn faults_are_named() {
        let fault = |line: &str| parse(&words(line)).unwrap_err().to_string();
        assert!(fault("x").contains("`x`") && fault("0").contains("`0`"));
        assert_eq!(fault("5 6"), "unknown option `6`");
        assert_eq!(fault("--fast"), "unknown option `--fast`");
        assert_eq!(fault("--threads"), "`--threads` needs a value");
        for value in ["0", "-1", "two", "1.5", ""] {
            let line = format!("--threads={value}");
            assert!(
                fault(&line).contains("is not a number of threads"),
                "{line}"
            );
        }
    }

    #[test]
    fn a_manager_is_never_refused() {
        let two = useful_threads().min(2);
        for (line, threads) in [
            ("", 1),
            ("--force-utf8", 1),
            ("--force-utf8 --threads 2 x", two),
            ("--threads=2", two),
            ("--threads", 1),
            ("--threads --threads", 1),
            ("--threads=0", 1),
            ("--threads=99999999999999999999999", useful_threads()),
            ("--threadsx=2", 1),
        ] {
            assert_eq!(for_protocol(&words(line)), threads, "{line}");
        }
    }
}
