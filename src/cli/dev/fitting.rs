//! `features`: the input of the fit scripts.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::cli::args::parser::{Kind, new_file};
use crate::cli::error::CliError;
use crate::cli::output::unwritten;
use crate::eval::weight_file::Model;
use crate::report::destination::Destination;
use crate::tools::dataset::Reader;
use crate::tools::fitting::features::{ExtractError, extract};
use crate::tools::fitting::schema;

/// Extract the input of the fit scripts from the data of `datagen`
#[derive(Args, Debug)]
#[command(override_usage = "\
pbrain-goshawk features [OPTIONS] <MODEL> <DATA> <FILE>
  pbrain-goshawk features --schema")]
pub struct FeatureArgs {
    /// What the features are for
    #[arg(value_parser = model(), required_unless_present = "schema")]
    model: Option<Model>,
    /// The file with the data
    #[arg(required_unless_present = "schema", value_hint = ValueHint::FilePath)]
    data: Option<PathBuf>,
    /// The file for the features
    #[arg(required_unless_present = "schema", value_parser = new_file())]
    file: Option<Destination>,
    /// Print the vocabulary of these files and of weight files as JSON
    #[arg(long, exclusive = true)]
    schema: bool,
    /// Replace existing files
    #[arg(long)]
    overwrite: bool,
}

/// What features can be for.
fn model() -> Kind<fn(&str) -> Option<Model>> {
    Kind::of_words(&["evaluation", "order"], Model::from_name)
}

/// Prints the vocabulary, or extracts features from data to a file.
///
/// # Errors
/// If the data cannot be read, or the features cannot be written or would replace the data.
pub fn features(args: &FeatureArgs, out: &mut dyn Write) -> Result<(), CliError> {
    // `clap` makes sure that they are there, unless the schema is asked for.
    let (Some(model), Some(data), Some(file)) = (&args.model, &args.data, &args.file) else {
        return schema::write(out).map_err(CliError::Write);
    };
    let unread = |error| CliError::Read {
        from: data.display().to_string(),
        error,
    };
    let mut reader = Reader::open(data).map_err(unread)?;
    let to = file.begin(&[data], args.overwrite);
    let mut writer = to.map_err(|error| unwritten(file, error))?;
    let positions = extract(*model, &mut reader, &mut writer).map_err(|error| match error {
        ExtractError::Read(error) => unread(error),
        ExtractError::Write(error) => unwritten(file, error),
    })?;
    let finished = writer.finish(args.overwrite);
    finished.map_err(|error| unwritten(file, error))?;
    writeln!(out, "{positions} positions").map_err(CliError::Write)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;

    #[test]
    fn arguments_are_read() {
        let args = parsed::<FeatureArgs>("order a b").unwrap();
        assert!(args.model == Some(Model::Order) && !args.schema);
        let args = parsed::<FeatureArgs>("--schema").unwrap();
        assert!(args.model.is_none() && args.schema);
    }

    #[test]
    fn errors_show_what_is_expected() {
        let error = |line: &str| parsed::<FeatureArgs>(line).unwrap_err().to_string();
        assert_eq!(error("order a"), "FILE is required");
        assert!(error("order a b --schema").contains("`--schema`"));
        assert!(error("policy a b").contains("`policy` is not evaluation or order"));
    }
}
