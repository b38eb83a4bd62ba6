//! The files of games in a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::record::Format;

/// The files of games in a folder.
#[derive(Debug, Default)]
pub struct Files {
    /// Their paths, in order.
    pub paths: Vec<PathBuf>,
    /// The names of folders that cannot be read, each with the reason.
    pub unread: Vec<(String, String)>,
}

/// The files of games in a folder and its subfolders; if `folder` is a file, that file.
/// Symbolic links to folders are not followed.
///
/// # Errors
/// If the folder itself cannot be read.
pub fn files(folder: &Path) -> io::Result<Files> {
    let mut found = Files::default();
    if fs::metadata(folder)?.is_file() {
        found.paths.push(folder.to_path_buf());
        return Ok(found);
    }
    fs::read_dir(folder)?;
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let mut read = || -> io::Result<()> {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    folders.push(entry.path());
                } else if is_record(&entry.path()) {
                    found.paths.push(entry.path());
                }
            }
            Ok(())
        };
        if let Err(error) = read() {
            let name = folder.display().to_string();
            found.unread.push((name, error.to_string()));
        }
    }
    found.paths.sort();
    Ok(found)
}

/// True if a path has the extension of a format that can be read.
fn is_record(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy());
    ending.is_some_and(|ending| Format::of_ending(&ending).is_some())
}
