//! Writes files: as new files only, or as atomic replacements.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The file name that stands for standard output.
pub const STANDARD_OUTPUT: &str = "-";

/// Writes a new file. If writing fails, for example on a full disk, the file is removed.
///
/// # Errors
/// If the file exists already or cannot be written.
pub fn create(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(content.as_ref())
        // The write error is the one to report.
        .inspect_err(|_| drop(fs::remove_file(path)))
}

/// Writes a file, or replaces its content atomically, so that the old content is kept if writing
/// fails. A symbolic link is followed, even if its target does not exist.
///
/// # Errors
/// If the file cannot be written. It is then unchanged.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let target = target(path);
    let new = create_beside(&target, content.as_ref())?;
    fs::rename(&new, &target).inspect_err(|_| drop(fs::remove_file(&new)))
}

/// A file that is written piece by piece under a temporary name, and gets its name when it is
/// complete. If it is dropped before, it is removed.
pub struct NewFile {
    writer: BufWriter<File>,
    /// The number of bytes accepted.
    length: u64,
    /// That number at the last flush.
    flushed: u64,
    /// Its temporary name and its final name; `None` for a device, which is written directly.
    names: Option<(PathBuf, PathBuf)>,
}

impl NewFile {
    /// Starts a file. A device such as `/dev/null` is written directly.
    ///
    /// # Errors
    /// If the folder is not writable.
    pub fn begin(path: &Path) -> io::Result<NewFile> {
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let writer = BufWriter::new(OpenOptions::new().write(true).open(path)?);
            return Ok(NewFile {
                writer,
                length: 0,
                flushed: 0,
                names: None,
            });
        }
        let target = target(path);
        let new = create_beside(&target, b"")?;
        let file = OpenOptions::new().write(true).open(&new)?;
        Ok(NewFile {
            writer: BufWriter::new(file),
            length: 0,
            flushed: 0,
            names: Some((new, target)),
        })
    }

    /// Gives the file its name. With `may_replace` a file of that name may exist.
    ///
    /// # Errors
    /// If writing fails, or if the name is taken. The file then keeps its temporary name, which the
    /// error states.
    pub fn finish(mut self, may_replace: bool) -> io::Result<()> {
        self.writer.flush()?;
        let Some((new, target)) = &self.names else {
            return Ok(());
        };
        if !may_replace && fs::symlink_metadata(target).is_ok() {
            // The content may be the work of hours, so it is kept.
            let text = format!("the file exists now; the result is in {}", new.display());
            self.names = None;
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, text));
        }
        fs::rename(new, target)?;
        self.names = None;
        Ok(())
    }

    /// After a write error: keeps the content up to the last flush under the temporary name, which
    /// it returns. `None` if there is no such content.
    pub fn keep(mut self) -> Option<PathBuf> {
        let length = self.flushed;
        let (new, _) = self.names.take_if(|_| length > 0)?;
        // The writer tries once more to write what is left.
        drop(self);
        let file = OpenOptions::new().write(true).open(&new);
        file.and_then(|file| file.set_len(length)).ok()?;
        Some(new)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.writer.write(bytes)?;
        self.length += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.flushed = self.length;
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((new, _)) = &self.names {
            // The write error is the one to report.
            let _ = fs::remove_file(new);
        }
    }
}

/// Checks that [`create`] and [`replace`] can write a file: writes another file beside it and
/// removes it.
///
/// # Errors
/// If the folder is not writable.
pub fn check_folder(path: &Path) -> io::Result<()> {
    create_beside(&target(path), b"").and_then(fs::remove_file)
}

/// The file that `path` refers to after symbolic links.
fn target(path: &Path) -> PathBuf {
    let missing = || {
        let link = fs::read_link(path).ok()?;
        Some(path.parent().unwrap_or(Path::new("")).join(link))
    };
    let existing = fs::canonicalize(path).ok();
    existing
        .or_else(missing)
        .unwrap_or_else(|| path.to_path_buf())
}

/// Writes a new file beside `path` and returns its name.
fn create_beside(path: &Path, content: &[u8]) -> io::Result<PathBuf> {
    let mut number = 0_u32;
    loop {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(match number {
            0 => ".new".to_string(),
            _ => format!(".new{number}"),
        });
        let new = path.with_file_name(name);
        match create(&new, content) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            written => return written.map(|()| new),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An empty folder for a test. Each test uses its own name.
    pub fn folder(name: &str) -> PathBuf {
        let name = format!("goshawk-test-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a writable folder");
        folder
    }

    #[test]
    fn files_beside_a_replaced_file_are_kept() {
        let folder = folder("output-beside");
        let at = |name: &str| folder.join(name);
        fs::write(at("a.new"), "of somebody else").unwrap();
        replace(&at("a"), "1").unwrap();
        replace(&at("a"), "2").unwrap();
        check_folder(&at("a")).unwrap();
        let read = |name: &str| fs::read_to_string(at(name)).unwrap();
        assert_eq!(
            (read("a"), read("a.new")),
            ("2".into(), "of somebody else".into())
        );
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        let taken = create(&at("a"), "3").unwrap_err();
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(read("a"), "2");
        assert!(replace(&at("none/a"), "1").is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_appears_when_it_is_complete() {
        let folder = folder("output-new");
        let path = folder.join("a");
        let begin = |text: &[u8]| {
            let mut file = NewFile::begin(&path).unwrap();
            file.write_all(text).unwrap();
            file
        };
        drop(begin(b"1"));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        let file = begin(b"2");
        assert!(!path.exists());
        file.finish(false).unwrap();
        assert!(begin(b"3").finish(false).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"2");
        // The work is kept under the other name.
        let kept = folder.join("a.new");
        assert_eq!(fs::read(&kept).unwrap(), b"3");
        fs::remove_file(kept).unwrap();
        begin(b"4").finish(true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"4");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn the_target_of_a_link_is_replaced() {
        let folder = folder("output-link");
        let (link, file) = (folder.join("link"), folder.join("file"));
        fs::write(&file, "1").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        replace(&link, "2").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "2");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        fs::remove_file(&file).unwrap();
        check_folder(&link).unwrap();
        replace(&link, "3").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "3");
        let nowhere = folder.join("nowhere");
        std::os::unix::fs::symlink("no/folder", &nowhere).unwrap();
        assert!(check_folder(&nowhere).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
