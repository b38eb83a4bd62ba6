//! Where a command writes a result: nowhere, to standard output, or to a file.
//!
//! A destination is checked before the work begins. An existing file is replaced only if that is
//! allowed, atomically, and never if it is one of the inputs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::{self, NewFile, STANDARD_OUTPUT};

/// Where a result is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Destination {
    /// Nowhere.
    #[default]
    Nothing,
    /// To standard output.
    StandardOutput,
    /// To this file.
    File(PathBuf),
}

impl Destination {
    /// The destination named by an option. `-` is standard output.
    pub fn of(path: PathBuf) -> Destination {
        if path == Path::new(STANDARD_OUTPUT) {
            Destination::StandardOutput
        } else {
            Destination::File(path)
        }
    }

    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Destination::File(path) => Some(path),
            Destination::Nothing | Destination::StandardOutput => None,
        }
    }

    /// The name for messages.
    pub fn name(&self) -> String {
        match self {
            Destination::Nothing => "nothing".to_string(),
            Destination::StandardOutput => "standard output".to_string(),
            Destination::File(path) => path.display().to_string(),
        }
    }

    /// Checks that none of the `others` is the same file.
    ///
    /// # Errors
    /// If one is.
    pub fn check_differs(&self, others: &[&Destination]) -> io::Result<()> {
        let own = self.file();
        let mut files = others.iter().filter_map(|other| other.file());
        if files.any(|other| own.is_some_and(|own| is_same(own, other))) {
            return Err(io::Error::other(
                "two results would be written to this file",
            ));
        }
        Ok(())
    }

    /// Checks that the file is none of the `inputs`.
    ///
    /// # Errors
    /// If it is one.
    pub fn check_inputs(&self, inputs: &[&Path]) -> io::Result<()> {
        let existing = self.file().map(fs::canonicalize);
        let Some(Ok(path)) = existing else {
            return Ok(());
        };
        let is_own = |input: &&&Path| fs::canonicalize(input).is_ok_and(|input| input == path);
        match (inputs.iter().find(is_own), inputs.len()) {
            (None, _) => Ok(()),
            (Some(_), 1) => Err(io::Error::other("the file is the input")),
            (Some(_), _) => Err(io::Error::other("the file is part of the input")),
        }
    }

    /// Checks before the work begins that the file can be written. `inputs` are the files that are
    /// read, which are never overwritten; with `may_replace` the file may exist.
    ///
    /// # Errors
    /// If the file cannot be written, is one of the inputs, or exists but may not be replaced.
    pub fn check(&self, inputs: &[&Path], may_replace: bool) -> io::Result<()> {
        let Some(path) = self.file() else {
            return Ok(());
        };
        self.check_inputs(inputs)?;
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::Error::other("it is a folder")),
            // Devices such as /dev/null may always be written.
            Ok(found) if !found.is_file() => Ok(()),
            // A link without a target counts as existing.
            _ if !may_replace && fs::symlink_metadata(path).is_ok() => Err(exists()),
            _ => files::check_folder(path),
        }
    }

    /// Checks the file like [`Destination::check`] and starts to write it piece by piece.
    ///
    /// # Errors
    /// Like [`Destination::check`], or if this is not a file.
    pub fn begin(&self, inputs: &[&Path], may_replace: bool) -> io::Result<NewFile> {
        self.check(inputs, may_replace)?;
        match self.file() {
            Some(path) => NewFile::begin(path),
            None => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    /// Writes the file; does nothing for other destinations. An existing file is replaced
    /// atomically.
    ///
    /// # Errors
    /// If the file cannot be written, or if it has been created since the check and may not be
    /// replaced.
    pub fn write(&self, bytes: &[u8], may_replace: bool) -> io::Result<()> {
        let Some(path) = self.file() else {
            return Ok(());
        };
        // Devices are not replaced.
        let is_device = fs::metadata(path).is_ok_and(|found| !found.is_file());
        if may_replace || is_device {
            files::replace(path, bytes)
        } else {
            files::create(path, bytes)
        }
    }
}

/// The error for a file that must not be replaced.
fn exists() -> io::Error {
    io::Error::new(
        io::ErrorKind::AlreadyExists,
        "the file already exists; --overwrite replaces it",
    )
}

/// Checks that files can be written to a folder, which need not exist. `is_own` is true for the
/// names of the files; existing ones are replaced only if that is allowed.
///
/// # Errors
/// If the folder is not writable, or has such a file that may not be replaced.
pub fn check_folder(folder: &Path, is_own: fn(&str) -> bool, may_replace: bool) -> io::Result<()> {
    let is_missing = |folder: &&Path| fs::symlink_metadata(folder).is_err();
    let Some(found) = folder.ancestors().find(|folder| !is_missing(folder)) else {
        return files::check_folder(Path::new("folder"));
    };
    files::check_folder(&found.join("folder"))?;
    if found != folder || may_replace {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        if is_own(&entry?.file_name().to_string_lossy()) {
            return Err(exists_in_folder());
        }
    }
    Ok(())
}

/// The error for a folder with files that must not be replaced.
fn exists_in_folder() -> io::Error {
    io::Error::new(
        io::ErrorKind::AlreadyExists,
        "the folder already has such files; --overwrite replaces them",
    )
}

/// True if both names refer to the same file, which need not exist.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let full = |path: &Path| {
        fs::canonicalize(path).or_else(|error| {
            let name = path.file_name().ok_or(error)?;
            let folder = match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            Ok::<_, io::Error>(fs::canonicalize(folder)?.join(name))
        })
    };
    match (full(one), full(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::tests::folder;

    #[test]
    fn only_new_files_are_written_unless_told() {
        let folder = folder("destination");
        let (input, output) = (folder.join("in"), folder.join("out"));
        fs::write(&input, "game").unwrap();
        let to = Destination::of(output.clone());
        assert!(to.check(&[&input], false).is_ok());
        to.write(b"one", false).unwrap();
        let error = to.check(&[&input], false).unwrap_err();
        assert!(error.to_string().contains("--overwrite"), "{error}");
        assert!(to.write(b"two", false).is_err());
        to.check(&[&input], true).unwrap();
        to.write(b"three", true).unwrap();
        assert_eq!(fs::read(&output).unwrap(), b"three");
        let other_name = folder.join(".").join("in");
        for path in [&input, &other_name] {
            let same = Destination::of(path.clone()).check(&[&input], true);
            assert_eq!(same.unwrap_err().to_string(), "the file is the input");
        }
        let part = Destination::of(input.clone()).check(&[&folder, &other_name], true);
        let part = part.unwrap_err().to_string();
        assert_eq!(part, "the file is part of the input");
        assert!(
            to.check_differs(&[&Destination::of(folder.join("./out"))])
                .is_err()
        );
        assert!(to.check_differs(&[&Destination::of(input.clone())]).is_ok());
        assert!(Destination::of(folder.clone()).check(&[], true).is_err());
        let missing = Destination::of(folder.join("no/such.svg"));
        assert!(missing.check(&[], true).is_err());
        assert_eq!(Destination::of("-".into()), Destination::StandardOutput);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn folders_are_checked_for_files_of_the_same_names() {
        let folder = folder("destination-folder");
        let is_own = |name: &str| name.starts_with("move-");
        let check = |name: &str, may_replace| {
            check_folder(&folder.join(name), is_own, may_replace).map_err(|error| error.kind())
        };
        assert_eq!(check("new/deep", false), Ok(()));
        fs::create_dir(folder.join("old")).unwrap();
        fs::write(folder.join("old/other.svg"), "").unwrap();
        assert_eq!(check("old", false), Ok(()));
        fs::write(folder.join("old/move-001.svg"), "").unwrap();
        assert_eq!(check("old", false), Err(io::ErrorKind::AlreadyExists));
        assert_eq!(check("old", true), Ok(()));
        assert!(
            check("old/other.svg/deep", true).is_err(),
            "a file is not a folder"
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
