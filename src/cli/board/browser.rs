//! Opens the user's browser.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempPath;

/// Opens an address in the user's browser. Returns as soon as the system has been asked.
///
/// The browser is given a file that leads to the address, because other users of the computer can
/// see the arguments of processes, and the address has a secret. Only the user may read the file.
/// It is removed when what is returned is dropped.
///
/// # Errors
/// If the file cannot be written, or the system's program for this is missing.
pub fn open(address: &str) -> io::Result<TempPath> {
    let file = redirect(address)?;
    let mut command = opener();
    command.arg(file.as_os_str());
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = quiet.stderr(Stdio::null()).spawn()?;
    // Otherwise the process would stay in the system's table after its end.
    std::thread::spawn(move || child.wait());
    Ok(file)
}

/// A file that leads a browser to an address, which contains no character with a meaning in HTML.
fn redirect(address: &str) -> io::Result<TempPath> {
    let page = format!(
        "<!doctype html><meta charset=\"utf-8\"><title>Goshawk</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n\
         <p><a href=\"{address}\">To the board</a>\n"
    );
    let mut builder = tempfile::Builder::new();
    builder.prefix("goshawk-").suffix(".html");
    // On Unix, a file of this crate is readable by its owner only. On Windows it is in a folder of
    // the user.
    let in_home = home().and_then(|folder| builder.tempfile_in(folder).ok());
    let mut file = match in_home {
        Some(file) => file,
        None => builder.tempfile()?,
    };
    file.write_all(page.as_bytes())?;
    Ok(file.into_temp_path())
}

/// The user's folder, where browsers may be in a sandbox that shows them neither the folder for
/// temporary files nor hidden folders, as on Ubuntu.
fn home() -> Option<PathBuf> {
    let is_needed = cfg!(unix) && !cfg!(target_os = "macos");
    is_needed.then(env::home_dir).flatten()
}

/// The system's program that opens a file.
fn opener() -> Command {
    if cfg!(windows) {
        // Unlike `start`, it does not interpret characters of the name.
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    }
}
