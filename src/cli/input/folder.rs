//! The files of games in folders.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::error::CliError;
use crate::record::Format;

/// The files of games that a command reads.
#[derive(Debug, Default)]
pub struct Files {
    /// Their paths, in order. Each file is there once, even if it was named twice.
    pub paths: Vec<PathBuf>,
    /// The names of files and folders that cannot be read, each with the reason.
    pub unread: Vec<(String, String)>,
    /// A folder was named, not only files.
    pub has_folder: bool,
}

/// The files that were named, and the files of games in the folders that were named and in their
/// subfolders. Symbolic links to folders are not followed inside a folder.
///
/// # Errors
/// If a file or folder that was named does not exist, or such a folder cannot be read.
pub fn files(names: &[impl AsRef<Path>]) -> Result<Files, CliError> {
    let mut found = Files::default();
    for name in names {
        let name = name.as_ref();
        found.add(name).map_err(|error| CliError::Read {
            from: name.display().to_string(),
            error,
        })?;
    }
    if names.len() > 1 {
        let mut seen = HashSet::new();
        // A file that has disappeared is named when it is read.
        let mut is_new =
            |path: &Path| fs::canonicalize(path).map_or(true, |path| seen.insert(path));
        found.paths.retain(|path| is_new(path));
    }
    Ok(found)
}

impl Files {
    /// The paths, borrowed.
    pub fn borrowed(&self) -> Vec<&Path> {
        self.paths.iter().map(PathBuf::as_path).collect()
    }

    /// Adds a file, whatever it is, or the files of a folder in order.
    fn add(&mut self, name: &Path) -> io::Result<()> {
        if !fs::metadata(name)?.is_dir() {
            self.paths.push(name.to_path_buf());
            return Ok(());
        }
        self.has_folder = true;
        fs::read_dir(name)?;
        let first = self.paths.len();
        let mut folders = vec![name.to_path_buf()];
        while let Some(folder) = folders.pop() {
            if let Err(error) = self.add_entries(&folder, &mut folders) {
                self.leave_out(&folder, &error.to_string());
            }
        }
        self.paths[first..].sort();
        Ok(())
    }

    /// Adds the files of games in a folder, and its subfolders to `folders`.
    fn add_entries(&mut self, folder: &Path, folders: &mut Vec<PathBuf>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() {
                folders.push(path);
            } else if !is_record(&path) {
                continue;
            } else if kind.is_file() {
                self.paths.push(path);
            } else {
                self.add_special(path);
            }
        }
        Ok(())
    }

    /// Adds what is not itself a file if it is a link to one. A named pipe would never end.
    fn add_special(&mut self, path: PathBuf) {
        match fs::metadata(&path) {
            Ok(target) if target.is_file() => self.paths.push(path),
            Ok(target) if target.is_dir() => {}
            Ok(_) => self.leave_out(&path, "not a regular file"),
            Err(error) => self.leave_out(&path, &error.to_string()),
        }
    }

    /// Notes that a file or folder cannot be read.
    fn leave_out(&mut self, path: &Path, reason: &str) {
        let name = path.display().to_string();
        self.unread.push((name, reason.to_string()));
    }
}

/// True if a path has the extension of a format that can be read.
fn is_record(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy());
    ending.is_some_and(|ending| Format::of_ending(&ending).is_some())
}
