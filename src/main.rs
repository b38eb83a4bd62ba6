//! The `pbrain-goshawk` program: arguments, logging, and the real stdin and stdout.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Context;

/// Reads tunables from `GOSHAWK_TUNE`, as in `rfp_margin=60,lmr_base=40`.
#[cfg(feature = "tune")]
fn tune_from_environment() {
    let text = std::env::var("GOSHAWK_TUNE").unwrap_or_default();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').expect("NAME=VALUE");
        let value = value.parse().expect("a number");
        assert!(
            goshawk::search::tune::set(name, value),
            "no such tunable: {pair}"
        );
    }
}

fn main() -> ExitCode {
    #[cfg(feature = "tune")]
    tune_from_environment();
    // Managers merge stderr into stdout or never drain it: nothing may be
    // written there unless the user asked for it.
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    // Unknown arguments mean playing: managers add their own, such as
    // `--force-utf8`.
    if let Some(code) = goshawk::cli::run(&args) {
        return code;
    }
    // A failing thread is made up for; what it says of its end must not be taken
    // for an answer.
    std::panic::set_hook(Box::new(|fault| log::error!("{fault}")));
    let threads = goshawk::cli::threads(&args);
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
