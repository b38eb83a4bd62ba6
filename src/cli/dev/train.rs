//! `train`: trains the network.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use crate::cli::args::reader::read_options;
use crate::cli::args::table::{Flag, OVERWRITE, Operands, Spec, Takes};
use crate::cli::error::{CliError, UsageError};
use crate::cli::output::unwritten;
use crate::report::destination::Destination;
use crate::tools::train::loss::Losses;
use crate::tools::train::progress::Progress;
use crate::tools::train::stream::BLOCK;
use crate::tools::train::{Event, Settings, Targets, train};
use crate::types::Rule;

/// The arguments of `train`.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainArgs {
    /// What to train.
    settings: Settings,
    /// Channels of the network: 8, 16 or 32.
    channels: usize,
    /// Replace an existing network.
    overwrite: bool,
}

/// The command.
pub const SPEC: Spec = Spec {
    name: "train",
    aliases: &[],
    summary: "train a network",
    about: "Train the network and write its weight file.",
    usage: &["train --data FILE... --held-out FILE... --out NET [OPTIONS]"],
    description: "\
The data files are those of `datagen`. They are read again in every epoch, by a
thread of its own, in blocks that are shuffled: memory does not grow with the
data. Positions of the held-out files are never trained on; losses are measured
with them. A run writes NET.checkpoint every
minute and after every epoch; the same command continues it from there. The same
data, settings and seed give the same network, whatever the number of threads.

In the last fifth of a run the parameters are rounded as in the weight file. At
the end, the values of the integer network are compared with those of the
floats.
",
    flags: &[
        Flag::file("--data", "data to train on; may be repeated"),
        Flag::file("--held-out", "data to measure with; may be repeated"),
        Flag::new("--out", Takes::File("NET"), "the weight file"),
        Flag::rule("freestyle (default), standard, renju, caro, caro-exact"),
        Flag::text("--channels", "N", "8, 16 (default) or 32"),
        Flag::new(
            "--start",
            Takes::File("NET"),
            "begin with the parameters of this weight file, which may be of another rule",
        ),
        Flag::text(
            "--share",
            "X",
            "in positions of games, the weight of the TD(λ) target, from 0 to 1; the rest is the \
             value of the position's own search. Default: 1",
        ),
        Flag::text(
            "--lambda",
            "X",
            "the λ of TD(λ): the target is the value of the next search of the game (0), the \
             result of the game (1), or a mean of all later values and the result. Default: 0.9",
        ),
        Flag::text(
            "--positions",
            "N",
            "train on N positions at most. Default: all",
        ),
        Flag::text("--epochs", "N", "passes over the data. Default: 3"),
        Flag::text("--batch", "N", "positions in a batch. Default: 1024"),
        Flag::text("--rate", "X", "highest learning rate. Default: 0.006"),
        Flag::text("--decay", "X", "weight decay. Default: 0"),
        Flag::text(
            "--row-hidden",
            "N",
            "hidden neurons of each network that computes the rows of a table; 0 for none. \
             Default: 64",
        ),
        Flag::text(
            "--seed",
            "N",
            "seed of the order of the positions. Default: 1",
        ),
        Flag::text("--threads", "N", "1 (default) or 2"),
        OVERWRITE,
    ],
    operands: Operands::None,
    notes: "\
Losses are cross entropies with the chance to win that the search's value stands
for; in brackets, the least loss if all values are multiplied by one factor.
After them comes the loss against the results of games.
",
};

/// Trains the network and prints the progress to `out`.
///
/// # Errors
/// If a file cannot be read or written, or the output cannot be written.
pub fn run(args: &TrainArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let to = Destination::File(args.settings.out.clone());
    for input in args.settings.data.iter().chain(&args.settings.held_out) {
        let checked = to.check(&[input], args.overwrite);
        checked.map_err(|error| unwritten(&to, error))?;
    }
    let mut failed = None;
    let mut report = |event: &Event| {
        failed = print(event, out).and_then(|()| out.flush()).err();
        failed.is_none()
    };
    let trained = match args.channels {
        8 => train::<8>(&args.settings, &mut report),
        16 => train::<16>(&args.settings, &mut report),
        _ => train::<32>(&args.settings, &mut report),
    };
    trained.map_err(CliError::Training)?;
    failed.map_or(Ok(()), |error| Err(CliError::Write(error)))
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<TrainArgs>, UsageError> {
    let Some(options) = read_options(&SPEC, args)? else {
        return Ok(None);
    };
    let mut settings = Settings {
        rule: Rule::Freestyle,
        data: Vec::new(),
        held_out: Vec::new(),
        out: PathBuf::new(),
        start: None,
        targets: Targets {
            share: 1.0,
            lambda: 0.9,
        },
        positions: usize::MAX,
        epochs: 3,
        batch: 1024,
        block: BLOCK,
        rate: 0.006,
        decay: 0.0,
        row_hidden: 64,
        seed: 1,
        threads: 1,
    };
    let mut channels = 16;
    let mut overwrite = false;
    for option in &options {
        let path = || option.path();
        match option.name() {
            "--data" => settings.data.push(path()),
            "--held-out" => settings.held_out.push(path()),
            "--out" => settings.out = path(),
            "--rule" => settings.rule = option.value("a rule", Rule::from_any_name)?,
            "--channels" => {
                let known = |text: &str| [8, 16, 32].into_iter().find(|n| n.to_string() == text);
                channels = option.value("8, 16 or 32", known)?;
            }
            "--start" => settings.start = Some(path()),
            "--share" => settings.targets.share = option.number(0.0, 1.0)?,
            "--lambda" => settings.targets.lambda = option.number(0.0, 1.0)?,
            "--positions" => settings.positions = option.number(1, u32::MAX as usize)?,
            "--epochs" => settings.epochs = option.number(1, 1000)?,
            "--batch" => settings.batch = option.number(2, 1 << 20)?,
            "--rate" => settings.rate = option.number(0.0, 1.0)?,
            "--decay" => settings.decay = option.number(0.0, 1.0)?,
            "--row-hidden" => settings.row_hidden = option.number(0, 1024)?,
            "--seed" => settings.seed = option.number(0, u64::MAX)?,
            "--overwrite" => overwrite = true,
            "--threads" => settings.threads = option.number(1, 2)?,
            _ => return Err(option.unread()),
        }
    }
    let needed = [
        ("--data", settings.data.is_empty()),
        ("--held-out", settings.held_out.is_empty()),
        ("--out", settings.out.as_os_str().is_empty()),
    ];
    match needed.into_iter().find(|(_, missing)| *missing) {
        Some((name, _)) => Err(UsageError::Required(name)),
        None => Ok(Some(TrainArgs {
            settings,
            channels,
            overwrite,
        })),
    }
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
            "integer network: held out {}, difference to floats mean {:.2}, largest {:.1}",
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

    fn parsed(line: &str) -> Result<Option<TrainArgs>, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    #[test]
    fn every_option_is_read() {
        let line = "--data a --data b --held-out c --out d --rule renju --channels 32 --start e \
                    --share 0.5 --lambda 0.75 --positions 7 --epochs 2 --batch 64 --rate 0.5 --decay 0.25 \
                    --row-hidden 48 --seed 3 --threads 2 --overwrite";
        let args = parsed(line).expect("valid").expect("not help");
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
        assert_eq!(
            args,
            TrainArgs {
                settings,
                channels: 32,
                overwrite: true
            }
        );
        assert_eq!(parsed("--data a --help"), Ok(None));
    }

    #[test]
    fn errors_name_the_option() {
        let error = |line: &str| parsed(line).unwrap_err().to_string();
        assert_eq!(error("--data a --out b"), "`--held-out` is required");
        assert!(error("--channels 12").contains("--channels: `12`"));
        assert!(error("--rate fast").contains("--rate: `fast`"));
        assert_eq!(error("--gpu 1"), "unknown option `--gpu`");
    }
}
