//! The `pbrain-goshawk` program: arguments, logging, and the real stdin and stdout.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Context;

/// Prints every tunable: name, default, smallest and largest value.
#[cfg(feature = "tune")]
fn list_tunables() -> ExitCode {
    for tunable in &goshawk::search::params::TUNABLES {
        let (name, default) = (tunable.name, tunable.default);
        println!("{name} {default} {} {}", tunable.min, tunable.max);
    }
    ExitCode::SUCCESS
}

/// Reads tunables from `GOSHAWK_TUNE`, as in `rfp_margin=60,lmr_base=40`.
#[cfg(feature = "tune")]
fn tune_from_environment() -> anyhow::Result<()> {
    let text = std::env::var("GOSHAWK_TUNE").unwrap_or_default();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let set = pair.split_once('=').is_some_and(|(name, value)| {
            value
                .parse()
                .is_ok_and(|value| goshawk::search::tune::set(name, value))
        });
        anyhow::ensure!(set, "GOSHAWK_TUNE: {pair} is no NAME=VALUE within a range");
    }
    Ok(())
}

fn main() -> ExitCode {
    #[cfg(feature = "tune")]
    if let Err(error) = tune_from_environment() {
        eprintln!("pbrain-goshawk: {error}");
        return ExitCode::FAILURE;
    }
    // Managers merge stderr into stdout or never drain it: nothing may be
    // written there unless the user asked for it.
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    #[cfg(feature = "tune")]
    if args.first().is_some_and(|first| first == "tune") {
        return list_tunables();
    }
    // Unknown arguments mean playing: managers add their own, such as
    // `--force-utf8`.
    if let Some(code) = goshawk::cli::run(&args) {
        return code;
    }
    // A failing thread is made up for; what it says of its end must not be taken
    // for an answer.
    std::panic::set_hook(Box::new(|fault| log::error!("{fault}")));
    let threads = goshawk::cli::protocol_threads(&args);
    match goshawk::protocol::run(std::io::stdin(), std::io::stdout(), threads)
        .context("the protocol session")
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
