//! The program: a command for people if the first argument names one, else
//! the protocol for managers.

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some(code) = goshawk::cli::run(&args) {
        return code;
    }
    ExitCode::SUCCESS
}
