//! A folder for the files of a test.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

/// A folder that is removed when it is dropped.
pub struct Folder(TempDir);

impl Folder {
    /// A new, empty folder.
    pub fn new() -> Folder {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR"));
        Folder(folder.expect("a writable folder"))
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        let path = self.root().join(name);
        path.to_str().expect("UTF-8").to_string()
    }

    /// Writes a file; returns its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.root().join(name), content).expect("a writable folder");
        self.path(name)
    }

    /// The content of a text file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.root().join(name)).expect("a readable file")
    }

    /// The names of the files, sorted.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root()).expect("a readable folder");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut files: Vec<String> = entries.flatten().map(name).collect();
        files.sort();
        files
    }
}
