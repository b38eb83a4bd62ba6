//! `train`: trains the network.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::cli::args::parser::{Kind, number};
use crate::cli::error::CliError;
use crate::cli::output::unwritten;
use crate::report::destination::Destination;
use crate::tools::train::loss::Losses;
use crate::tools::train::progress::Progress;
use crate::tools::train::stream::BLOCK;
use crate::tools::train::{Event, Settings, Targets, train};
use crate::types::Rule;

/// The text before the options.
const DESCRIPTION: &str = "\
The data files are those of `datagen`. They are read again in every epoch, by a
separate thread, in blocks that are shuffled: memory use does not grow with the
data. Positions of the held-out files are never trained on; losses are measured
with them. A run writes NET.checkpoint every minute and after every epoch; the
same command continues it from there. The same data, settings and seed give the
same network, whatever the number of threads.

In the last fifth of a run the parameters are rounded as in the weight file. At
the end, the values of the integer network are compared with those of the
floats.
";

/// The text after the options.
const NOTES: &str = "\
Losses are cross-entropies against the win chance that the search's value stands
for; in brackets, the minimum loss if all values are multiplied by one factor.
The loss against game results follows.
";

/// Train the network and write its weight file
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
pub struct TrainArgs {
    /// Data to train on; may be repeated
    #[arg(long, value_name = "FILE", required = true)]
    data: Vec<PathBuf>,
    /// Data to measure with; may be repeated
    #[arg(long, value_name = "FILE", required = true)]
    held_out: Vec<PathBuf>,
    /// The weight file
    #[arg(long, value_name = "NET")]
    out: PathBuf,
    /// The rule
    #[arg(long, value_name = "NAME", default_value = "freestyle")]
    rule: Rule,
    /// The number of channels
    #[arg(long, value_name = "N", value_parser = channels(), default_value = "16")]
    channels: usize,
    /// Begin with the parameters of this weight file, which may be for another rule
    #[arg(long, value_name = "NET")]
    start: Option<PathBuf>,
    /// In positions of games, the weight of the TD(λ) target, from 0 to 1; the rest is the value of
    /// the position's own search
    #[arg(long, value_name = "X", value_parser = number(0.0_f32, 1.0), default_value = "1")]
    share: f32,
    /// The λ of TD(λ): the target is the value of the next search of the game (0), the result of
    /// the game (1), or a mean of all later values and the result
    #[arg(long, value_name = "X", value_parser = number(0.0_f32, 1.0), default_value = "0.9")]
    lambda: f32,
    /// Train on at most N positions. Default: all
    #[arg(long, value_name = "N", value_parser = number(1, u32::MAX as usize))]
    positions: Option<usize>,
    /// Passes over the data
    #[arg(long, value_name = "N", value_parser = number(1_u64, 1000), default_value = "3")]
    epochs: u64,
    /// Positions in a batch
    #[arg(long, value_name = "N", value_parser = number(2_usize, 1 << 20), default_value = "1024")]
    batch: usize,
    /// Maximum learning rate
    #[arg(long, value_name = "X", value_parser = number(0.0_f32, 1.0), default_value = "0.006")]
    rate: f32,
    /// Weight decay
    #[arg(long, value_name = "X", value_parser = number(0.0_f32, 1.0), default_value = "0")]
    decay: f32,
    /// Hidden neurons of each network that computes the rows of a table; 0 for none
    #[arg(long, value_name = "N", value_parser = number(0_usize, 1024), default_value = "64")]
    row_hidden: usize,
    /// Seed for the order of the positions
    #[arg(long, value_name = "N", value_parser = number(0, u64::MAX), default_value = "1")]
    seed: u64,
    /// Threads, 1 or 2
    #[arg(long, value_name = "N", value_parser = number(1_usize, 2), default_value = "1")]
    threads: usize,
    /// Replace existing files
    #[arg(long)]
    overwrite: bool,
}

/// The numbers of channels that there are.
fn channels() -> Kind<fn(&str) -> Option<usize>> {
    let read: fn(&str) -> _ = |text| [8, 16, 32].into_iter().find(|n| n.to_string() == text);
    Kind::of_words(&["8", "16", "32"], read)
}

impl TrainArgs {
    /// What to train.
    fn settings(&self) -> Settings {
        Settings {
            rule: self.rule,
            data: self.data.clone(),
            held_out: self.held_out.clone(),
            out: self.out.clone(),
            start: self.start.clone(),
            targets: Targets {
                share: self.share,
                lambda: self.lambda,
            },
            positions: self.positions.unwrap_or(usize::MAX),
            epochs: self.epochs,
            batch: self.batch,
            block: BLOCK,
            rate: self.rate,
            decay: self.decay,
            row_hidden: self.row_hidden,
            seed: self.seed,
            threads: self.threads,
        }
    }
}

/// Trains the network and prints the progress to `out`.
///
/// # Errors
/// If a file cannot be read or written, or the output cannot be written.
pub fn run(args: &TrainArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let settings = args.settings();
    let to = Destination::File(settings.out.clone());
    for input in settings.data.iter().chain(&settings.held_out) {
        let checked = to.check(&[input], args.overwrite);
        checked.map_err(|error| unwritten(&to, error))?;
    }
    let mut failed = None;
    let mut report = |event: &Event| {
        failed = print(event, out).and_then(|()| out.flush()).err();
        failed.is_none()
    };
    let trained = match args.channels {
        8 => train::<8>(&settings, &mut report),
        16 => train::<16>(&settings, &mut report),
        _ => train::<32>(&settings, &mut report),
    };
    trained.map_err(CliError::Training)?;
    failed.map_or(Ok(()), |error| Err(CliError::Write(error)))
}

fn print(event: &Event, out: &mut dyn Write) -> io::Result<()> {
    match event {
        Event::Read {
            training,
            held_out,
            entropy,
            fitted,
        } => {
            writeln!(out, "{training} positions, {held_out} held out")?;
            writeln!(
                out,
                "held-out loss of the labels {:.4}, results {:.4}; of the fitted evaluation {}",
                entropy.loss,
                entropy.results,
                losses(fitted)
            )
        }
        Event::Progress(progress) => writeln!(out, "{}", line(progress)),
        Event::Epoch(progress, held_out) => {
            writeln!(out, "{}, held out {}", line(progress), losses(held_out))
        }
        Event::Done(check) => writeln!(
            out,
            "integer network: held out {}, difference from floats: mean {:.2}, maximum {:.1}",
            losses(&check.losses),
            check.mean,
            check.largest
        ),
    }
}

fn line(progress: &Progress) -> String {
    format!(
        "epoch {} step {}/{} loss {:.4} {:.0} positions/s",
        progress.epoch, progress.step, progress.steps, progress.loss, progress.speed
    )
}

fn losses(losses: &Losses) -> String {
    format!(
        "{:.4} ({:.4} at x{:.2}), results {:.4}",
        losses.loss, losses.best, losses.scale, losses.results
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;

    #[test]
    fn every_option_is_read() {
        let line = "--data a --data b --held-out c --out d --rule renju --channels 32 --start e \
                    --share 0.5 --lambda 0.75 --positions 7 --epochs 2 --batch 64 --rate 0.5 --decay 0.25 \
                    --row-hidden 48 --seed 3 --threads 2 --overwrite";
        let args = parsed::<TrainArgs>(line).expect("valid");
        let settings = Settings {
            rule: Rule::Renju,
            data: vec!["a".into(), "b".into()],
            held_out: vec!["c".into()],
            out: "d".into(),
            start: Some("e".into()),
            targets: Targets {
                share: 0.5,
                lambda: 0.75,
            },
            positions: 7,
            epochs: 2,
            batch: 64,
            block: BLOCK,
            rate: 0.5,
            decay: 0.25,
            row_hidden: 48,
            seed: 3,
            threads: 2,
        };
        assert_eq!(args.settings(), settings);
        assert_eq!((args.channels, args.overwrite), (32, true));
    }

    #[test]
    fn errors_name_the_option() {
        let error = |line: &str| parsed::<TrainArgs>(line).unwrap_err().to_string();
        assert_eq!(error("--data a --out b"), "`--held-out` is required");
        assert!(error("--channels 12").contains("--channels: `12`"));
        assert!(error("--rate fast").contains("--rate: `fast`"));
        assert_eq!(error("--gpu 1"), "unknown option `--gpu`");
    }
}
