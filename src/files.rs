//! Writes files: as new files only, or as atomic replacements.
//!
//! What replaces a file is written to a temporary file beside it, flushed to the disk, and renamed,
//! so that after a crash the file has its old content or the new one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// The file name that stands for standard output.
pub const STANDARD_OUTPUT: &str = "-";

/// Writes a new file. If writing fails, for example on a full disk, the file is removed.
///
/// # Errors
/// If the file already exists or cannot be written.
pub fn create(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(content.as_ref())
        .and_then(|()| file.sync_all())
        // The write error is the one to report.
        .inspect_err(|_| drop(fs::remove_file(path)))
}

/// Writes a file, or replaces its content atomically, so that the old content is kept if writing
/// fails. A replaced file keeps its permissions. A symbolic link is followed, even if its target
/// does not exist. A device such as `/dev/null` is written directly.
///
/// # Errors
/// If the file cannot be written. It is then unchanged.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    if is_device(path) {
        return fs::write(path, content);
    }
    let target = target(path);
    let mut file = temporary_beside(&target)?;
    file.write_all(content.as_ref())?;
    prepare(file.as_file(), &target)?;
    file.persist(&target)?;
    Ok(())
}

/// A file that is written piece by piece under a temporary name, and gets its name when it is
/// complete. If it is dropped before, it is removed.
pub struct NewFile(BufWriter<Output>);

/// Where a [`NewFile`] is written.
enum Output {
    /// To a temporary file, which gets this name.
    Temporary(NamedTempFile, PathBuf),
    /// To a device.
    Device(File),
}

impl NewFile {
    /// Starts a file. A device such as `/dev/null` is written directly.
    ///
    /// # Errors
    /// If the folder is not writable.
    pub fn begin(path: &Path) -> io::Result<NewFile> {
        let output = if is_device(path) {
            Output::Device(OpenOptions::new().write(true).open(path)?)
        } else {
            let target = target(path);
            Output::Temporary(temporary_beside(&target)?, target)
        };
        Ok(NewFile(BufWriter::new(output)))
    }

    /// Gives the file its name. With `may_replace` a file of that name may exist, which keeps its
    /// permissions.
    ///
    /// # Errors
    /// If writing fails, or if the name is taken. Content that is complete then keeps its
    /// temporary name, which the error states.
    pub fn finish(mut self, may_replace: bool) -> io::Result<()> {
        self.0.flush()?;
        let (output, _) = self.0.into_parts();
        let Output::Temporary(file, target) = output else {
            return Ok(());
        };
        prepare(file.as_file(), &target)?;
        let named = if may_replace {
            file.persist(&target)
        } else {
            file.persist_noclobber(&target)
        };
        let Err(failed) = named else {
            return Ok(());
        };
        // The content may be the work of hours, so it is kept.
        let (_, kept) = failed.file.keep().map_err(|failed| failed.error)?;
        let reason = match failed.error.kind() {
            io::ErrorKind::AlreadyExists => "the file exists now".to_string(),
            _ => failed.error.to_string(),
        };
        let text = format!("{reason}; the result is in {}", kept.display());
        Err(io::Error::new(failed.error.kind(), text))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Temporary(file, _) => file.write(bytes),
            Output::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Temporary(file, _) => file.flush(),
            Output::Device(file) => file.flush(),
        }
    }
}

/// Checks that [`create`] and [`replace`] can write a file: writes another file beside it and
/// removes it.
///
/// # Errors
/// If the folder is not writable.
pub fn check_folder(path: &Path) -> io::Result<()> {
    temporary_beside(&target(path))?.close()
}

/// True if the path refers to something other than a file, which must not be replaced by one.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file())
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

/// An empty temporary file beside `path`, with the permissions of any new file.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = path.file_name().unwrap_or_default().to_os_string();
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".new");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for every file, the system takes away what the user's mask forbids.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => builder.tempfile_in(folder),
        _ => builder.tempfile_in("."),
    }
}

/// Gives a temporary file the owner and the permissions of the file that it replaces, if there is
/// one, and waits until its content is on the disk.
fn prepare(file: &File, target: &Path) -> io::Result<()> {
    if let Ok(old) = fs::metadata(target) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only the superuser may give files away, and the others go on without. It comes
            // first because it can take permissions away.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
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
        let error = begin(b"3").finish(false).unwrap_err().to_string();
        assert_eq!(fs::read(&path).unwrap(), b"2");
        // The work is kept under the other name.
        let entries = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let kept: Vec<PathBuf> = entries.filter(|entry| *entry != path).collect();
        assert_eq!(kept.len(), 1);
        let kept = &kept[0];
        assert_eq!(fs::read(kept).unwrap(), b"3");
        assert!(error.contains(&kept.display().to_string()), "{error}");
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

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("output-permissions");
        let path = folder.join("a");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        create(&path, "1").unwrap();
        let usual = mode();
        fs::remove_file(&path).unwrap();
        replace(&path, "1").unwrap();
        assert_eq!(
            mode(),
            usual,
            "a new file has the permissions of any new file"
        );
        for wanted in [0o600, 0o664, 0o444] {
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
            replace(&path, "2").unwrap();
            assert_eq!(mode(), wanted);
            let mut file = NewFile::begin(&path).unwrap();
            file.write_all(b"3").unwrap();
            file.finish(true).unwrap();
            assert_eq!(mode(), wanted);
        }
        assert_eq!(fs::read(&path).unwrap(), b"3");
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_and_not_replaced() {
        replace(Path::new("/dev/null"), "1").unwrap();
        assert!(is_device(Path::new("/dev/null")));
    }

    #[test]
    fn content_that_cannot_get_its_name_is_kept() {
        let folder = folder("output-kept");
        let path = folder.join("a");
        let mut file = NewFile::begin(&path).unwrap();
        file.write_all(b"1").unwrap();
        // A file cannot replace a folder.
        fs::create_dir_all(path.join("b")).unwrap();
        let error = file.finish(true).unwrap_err().to_string();
        let (_, kept) = error.rsplit_once("the result is in ").expect("a name");
        assert_eq!(fs::read(kept).unwrap(), b"1");
        fs::remove_dir_all(folder).unwrap();
    }
}
