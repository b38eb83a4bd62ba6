//! The arguments of `solve`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cli::args::options::{ArgReader, exclusive, is_help, positive};
use crate::cli::error::UsageError;
use crate::cli::input::args::InputArgs;
use crate::report::files::STANDARD_OUTPUT;

/// Time limit if no limit option is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The arguments of `solve`.
#[derive(Debug)]
pub struct SolveArgs {
    /// The position and the limits.
    pub input: InputArgs,
    /// Search for a VCF.
    pub vcf: bool,
    /// Search for a VCT.
    pub vct: bool,
    /// Search for the shortest win.
    pub shortest: bool,
    /// Print JSON instead of text.
    pub json: bool,
    /// The file for the proof; `-` is standard output.
    pub proof: Option<PathBuf>,
    /// Print the proof as a readable tree.
    pub tree: bool,
    /// The file for a picture of the win; `-` is standard output.
    pub svg: Option<PathBuf>,
    /// Expand the proof so that it needs no solver to be checked.
    pub full: bool,
}

impl SolveArgs {
    /// True if the proof is written to standard output, in place of the text.
    pub fn prints_proof(&self) -> bool {
        self.proof.as_deref() == Some(Path::new(STANDARD_OUTPUT))
    }

    /// True if the picture is written to standard output, in place of the text.
    pub fn prints_picture(&self) -> bool {
        self.svg.as_deref() == Some(Path::new(STANDARD_OUTPUT))
    }

    /// True if the answer is printed as text.
    pub fn prints_text(&self) -> bool {
        !self.json && !self.prints_proof() && !self.prints_picture()
    }
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<SolveArgs>, UsageError> {
    let mut parsed = SolveArgs {
        input: InputArgs::default(),
        vcf: false,
        vct: false,
        shortest: false,
        json: false,
        proof: None,
        full: false,
        tree: false,
        svg: None,
    };
    let mut args = ArgReader::new(args);
    while let Some(option) = parsed.input.next_option(&mut args)? {
        match option.as_str() {
            help if is_help(help) => return Ok(None),
            "--vcf" => parsed.vcf = true,
            "--vct" => parsed.vct = true,
            "--shortest" => parsed.shortest = true,
            "--json" => parsed.json = true,
            "--proof" => parsed.proof = Some(PathBuf::from(args.raw_value()?)),
            "--tree" => parsed.tree = true,
            "--svg" => parsed.svg = Some(PathBuf::from(args.raw_value()?)),
            "--full" => parsed.full = true,
            "--nodes" => {
                let nodes = args.value("a number of nodes from 1", positive)?;
                parsed.input.limits.nodes = Some(nodes);
            }
            shared => parsed.input.set(shared, &mut args)?,
        }
    }
    // Each of these takes the place of the text, except the tree, which is part of it.
    exclusive(&[
        ("--json", parsed.json),
        ("--proof -", parsed.prints_proof()),
        ("--svg -", parsed.prints_picture()),
        ("--tree", parsed.tree),
    ])?;
    if parsed.full && parsed.proof.is_none() {
        return Err(UsageError::Without("--full", "--proof"));
    }
    if !parsed.vcf && !parsed.vct {
        (parsed.vcf, parsed.vct) = (true, true);
    }
    let limits = &mut parsed.input.limits;
    if limits.nodes.is_none() && limits.time.turn.is_none() {
        limits.time.turn = Some(DEFAULT_TIME);
    }
    Ok(Some(parsed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<SolveArgs>, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    #[test]
    fn options_are_read() {
        let line = "--vct --shortest --proof tree.json --rule renju board.txt";
        let args = parsed(line).unwrap().unwrap();
        assert!(args.vct && !args.vcf && args.shortest);
        assert_eq!(args.proof, Some(PathBuf::from("tree.json")));
        assert_eq!(args.input.file, Some(PathBuf::from("board.txt")));
        assert_eq!(args.input.limits.time.turn, Some(DEFAULT_TIME));
        assert!(!args.prints_proof() && !args.full);
        let printed = parsed("--proof - --full").unwrap().unwrap();
        assert!(printed.prints_proof() && printed.full);
        let args = parsed("--nodes=5 --proof=a --moves h8").unwrap().unwrap();
        assert!(args.vct && args.vcf);
        assert_eq!(args.input.limits.time.turn, None);
        assert!(parsed("-h").unwrap().is_none());
    }

    #[test]
    fn errors_name_the_option() {
        let error = |line| parsed(line).unwrap_err().to_string();
        assert_eq!(error("--proof"), "`--proof` needs a value");
        let exclusive = "`--json` and `--proof -` cannot be used together";
        assert_eq!(error("--proof - --json"), exclusive);
        assert!(error("--svg - --proof -").contains("`--svg -` cannot be used"));
        assert!(error("--tree --json").contains("`--tree` cannot be used"));
        assert_eq!(error("--full"), "`--full` has no meaning without `--proof`");
        assert_eq!(error("--vcf=1"), "`--vcf` takes no value");
        assert_eq!(error("--depth 3"), "unknown option `--depth`");
        assert_eq!(error("--threads=2"), "unknown option `--threads`");
    }
}
