//! Opens the user's browser.

use std::io;
use std::process::{Command, Stdio};

/// Opens an address in the user's browser. Returns as soon as the system has been asked.
///
/// # Errors
/// If the system's program for this is missing.
pub fn open(address: &str) -> io::Result<()> {
    let mut command = opener();
    command.arg(address);
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = quiet.stderr(Stdio::null()).spawn()?;
    // Otherwise the process would stay in the system's table after its end.
    std::thread::spawn(move || child.wait());
    Ok(())
}

/// The system's program that opens an address.
fn opener() -> Command {
    if cfg!(windows) {
        // Unlike `start`, it does not interpret characters of the address.
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    }
}
