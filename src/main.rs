//! The `pbrain-goshawk` program: arguments, logging, and the real stdin and stdout.

use std::ffi::OsStr;
use std::process::ExitCode;

use anyhow::Context;

fn main() -> ExitCode {
    // Managers merge stderr into stdout or never drain it: nothing may be
    // written there unless the user asked for it.
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    let first = std::env::args_os().nth(1);
    match dispatch(first.as_deref().and_then(OsStr::to_str)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs what the first argument names. Unknown arguments mean playing: managers
/// add their own, such as `--force-utf8`.
fn dispatch(first: Option<&str>) -> anyhow::Result<()> {
    // Other modes of the program get their arms here.
    if let Some(argument) = first {
        log::info!("argument {argument:?} is unknown and ignored");
    }
    goshawk::protocol::run(std::io::stdin(), std::io::stdout()).context("the protocol session")
}
