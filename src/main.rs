//! The `pbrain-goshawk` program: arguments, logging, standard input and output.

mod cpu;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;

/// Prints the name, default, minimum and maximum of each tunable parameter.
#[cfg(feature = "tune")]
fn list_tunables() -> ExitCode {
    for tunable in &goshawk::search::params::TUNABLES {
        let (name, default) = (tunable.name, tunable.default);
        println!("{name} {default} {} {}", tunable.min, tunable.max);
    }
    ExitCode::SUCCESS
}

/// Sets tunable parameters from `GOSHAWK_TUNE`, such as `rfp_margin=60,lmr_base=40`.
#[cfg(feature = "tune")]
fn tune_from_environment() -> anyhow::Result<()> {
    let text = std::env::var("GOSHAWK_TUNE").unwrap_or_default();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let set = pair.split_once('=').is_some_and(|(name, value)| {
            value
                .parse()
                .is_ok_and(|value| goshawk::search::tune::set(name, value))
        });
        anyhow::ensure!(
            set,
            "GOSHAWK_TUNE: {pair:?} is not NAME=VALUE with a value in range"
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    if let Some(reason) = cpu::refusal() {
        // A manager shows ERROR lines to its user.
        println!("ERROR {reason}");
        return ExitCode::FAILURE;
    }
    #[cfg(feature = "tune")]
    if let Err(error) = tune_from_environment() {
        eprintln!("pbrain-goshawk: {error}");
        return ExitCode::FAILURE;
    }
    // Managers merge standard error into standard output or never read it, so
    // nothing is logged unless the user asks for it.
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    #[cfg(feature = "tune")]
    if args.first().is_some_and(|first| first == "tune") {
        return list_tunables();
    }
    // With unknown arguments the program runs as an engine, because managers add
    // their own, such as `--force-utf8`.
    if let Some(code) = goshawk::cli::run(&args) {
        return code;
    }
    // The session recovers from a panic in a thread. Managers must not take the
    // panic message for an answer, so it is logged instead of printed.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let options = goshawk::protocol::Options::from_arguments(&args);
    match goshawk::protocol::run(std::io::stdin(), std::io::stdout(), &options)
        .context("the protocol session")
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error:#}");
            // A manager shows ERROR lines to its user. If the output is closed, the exit
            // code remains.
            let _ = writeln!(std::io::stdout(), "ERROR {error:#}");
            ExitCode::FAILURE
        }
    }
}
