//! The arguments of `solve`: those of `analyze` that tell the position, and its own.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::analyze_args::{AnalyzeArgs, STANDARD_INPUT};
use super::args::{Command, Topic, UsageError};

/// How long to search if no option says so.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The arguments of `solve`.
#[derive(Debug)]
pub struct SolveArgs {
    /// The position, the time and the nodes.
    pub input: AnalyzeArgs,
    /// Look for a VCF.
    pub vcf: bool,
    /// Look for a VCT.
    pub vct: bool,
    /// Where to write the proof.
    pub proof: Option<PathBuf>,
}

/// Reads the arguments.
pub fn parse(args: &[OsString]) -> Result<Command, UsageError> {
    let mut parsed = SolveArgs {
        input: AnalyzeArgs::default(),
        vcf: false,
        vct: false,
        proof: None,
    };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let text = arg.to_string_lossy();
        if !text.starts_with('-') || text == STANDARD_INPUT {
            parsed.input.set_file(arg)?;
            continue;
        }
        let (option, attached) = match text.split_once('=') {
            Some((option, value)) => (option, Some(OsString::from(value))),
            None => (text.as_ref(), None),
        };
        match (option, &attached) {
            ("--help" | "-h", None) => return Ok(Command::Help(Topic::Solve)),
            ("--vcf", None) => parsed.vcf = true,
            ("--vct", None) => parsed.vct = true,
            ("--depth" | "--threads" | "--contest", _) => {
                return Err(UsageError::UnknownOption(option.to_string()));
            }
            ("--proof", _) => {
                let value = attached.or_else(|| rest.next().cloned());
                let missing = || UsageError::MissingValue(option.to_string());
                parsed.proof = Some(PathBuf::from(value.ok_or_else(missing)?));
            }
            _ => {
                let value = || {
                    attached
                        .or_else(|| rest.next().cloned())
                        .map(|v| v.to_string_lossy().into_owned())
                };
                parsed.input.set(option, value)?;
            }
        }
    }
    if !parsed.vcf && !parsed.vct {
        (parsed.vcf, parsed.vct) = (true, true);
    }
    let limits = &mut parsed.input.limits;
    if limits.nodes.is_none() && limits.time.turn.is_none() {
        limits.time.turn = Some(DEFAULT_TIME);
    }
    Ok(Command::Solve(parsed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    fn solved(line: &str) -> SolveArgs {
        match parsed(line) {
            Ok(Command::Solve(args)) => args,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn options_are_read() {
        let args = solved("--vct --proof tree.json --rule renju board.txt");
        assert!(args.vct && !args.vcf);
        assert_eq!(args.proof, Some(PathBuf::from("tree.json")));
        assert_eq!(args.input.file, Some(PathBuf::from("board.txt")));
        assert_eq!(args.input.limits.time.turn, Some(DEFAULT_TIME));
        let args = solved("--nodes=5 --proof=a --moves h8");
        assert!(args.vct && args.vcf);
        assert_eq!(args.input.limits.time.turn, None);
    }

    #[test]
    fn faults_are_named() {
        let fault = |line| parsed(line).unwrap_err().to_string();
        assert_eq!(fault("--proof"), "`--proof` needs a value");
        assert_eq!(fault("--depth 3"), "unknown option `--depth`");
        assert_eq!(fault("--contest"), "unknown option `--contest`");
        assert_eq!(fault("--threads=2"), "unknown option `--threads`");
        assert!(matches!(parsed("-h"), Ok(Command::Help(Topic::Solve))));
    }
}
