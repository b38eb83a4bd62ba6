//! The `pbrain-goshawk` program: arguments, logging, standard input and output.

mod cpu;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;

fn main() -> ExitCode {
    if let Some(reason) = cpu::refusal() {
        // A manager shows ERROR lines to its user.
        println!("ERROR {reason}");
        return ExitCode::FAILURE;
    }
    #[cfg(feature = "tune")]
    if let Err(error) = goshawk::cli::tune_from_environment() {
        eprintln!("pbrain-goshawk: {error}");
        return ExitCode::FAILURE;
    }
    // Managers merge standard error into standard output or never read it, so
    // nothing is logged unless the user asks for it.
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    // With unknown options the program runs as an engine, because managers add
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
