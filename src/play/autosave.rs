//! The file to which a game is saved after every move.

use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};

use super::folder::Folder;
use super::game::{Match, Refusal};
use super::saved::Kept;
use crate::files::{self, STANDARD_OUTPUT};
use crate::record::Format;
use crate::report::destination::Destination;
use crate::report::text::printable;

/// The name of the first game in the default folder.
const FIRST_NAME: &str = "game-1.sgf";
/// The name of this program's folder in the folder for data.
const FOLDER: &str = "goshawk";

/// Where the game is saved after every move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SaveTo {
    /// To a new file in the default folder.
    #[default]
    NewFile,
    /// To this file.
    File {
        /// The file.
        path: PathBuf,
        /// The file may exist.
        overwrite: bool,
    },
    /// Nowhere.
    Nothing,
}

/// The file of the current game.
#[derive(Debug)]
pub struct Autosave {
    /// The file; `None` if games are not saved.
    file: Option<PathBuf>,
    /// The file may be replaced if it exists: this session has written it, or the player
    /// allows it.
    may_replace: bool,
    /// This session has written the file.
    is_written: bool,
    /// The last attempt to write the current game has failed.
    is_failing: bool,
    /// The current game cannot be a record, and is not saved.
    has_stopped: bool,
    /// The version of the game that has been saved.
    version: u64,
}

impl Autosave {
    /// The file that the arguments ask for, or a new one in the default folder. Nothing is
    /// written before the first move.
    pub fn new(save: &SaveTo) -> Autosave {
        let (file, may_replace) = match save {
            SaveTo::Nothing => (None, false),
            SaveTo::NewFile => (Some(free_name(&default_folder().join(FIRST_NAME))), false),
            SaveTo::File { path, overwrite } => (Some(path.clone()), *overwrite),
        };
        Autosave {
            file,
            may_replace,
            is_written: false,
            is_failing: false,
            has_stopped: false,
            version: 0,
        }
    }

    /// The file; `None` if the game is not saved.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref().filter(|_| !self.has_stopped)
    }

    /// True if the file has the current game, perhaps as it was before the last moves.
    pub fn has_written(&self) -> bool {
        self.is_written && self.file().is_some()
    }

    /// The folder of the file, with the games in it; `None` if games are not saved.
    pub fn games(&self) -> Option<Folder> {
        let folder = self.file.as_deref()?.parent()?;
        Some(Folder::new(folder.to_path_buf()))
    }

    /// True if the last attempt to save the current game has failed.
    pub fn is_failing(&self) -> bool {
        self.is_failing
    }

    /// A message that says where games are saved. A game in its opening is not saved yet.
    pub fn describe(&self, in_opening: bool) -> String {
        match self.file() {
            Some(file) if in_opening => format!(
                "Once its opening is over, the game is saved after every move to {}.",
                shown(file)
            ),
            Some(file) => format!("The game is saved after every move to {}.", shown(file)),
            None => "The game is not saved automatically.".to_string(),
        }
    }

    /// Chooses a new file for a new game, so that the current file is kept, and saves again if
    /// that has stopped. Returns true if the file has changed, or if the last game was not saved.
    pub fn next_game(&mut self) -> bool {
        let is_used = std::mem::take(&mut self.is_written);
        let had_stopped = std::mem::take(&mut self.has_stopped);
        let was_failing = std::mem::take(&mut self.is_failing);
        self.version = 0;
        if let Some(file) = self.file.as_mut().filter(|_| is_used) {
            *file = free_name(file);
            self.may_replace = false;
        }
        is_used || had_stopped || was_failing
    }

    /// Saves the game if it has changed since it was saved. Nothing is written before the first
    /// move; a game of which every move has been taken back replaces what was saved of it.
    pub fn keep(&mut self, game: &Match) -> Kept {
        let is_empty = game.position().ply() == 0 && game.finish().is_none();
        let is_new = is_empty && !self.has_written();
        let Some(file) = self
            .file()
            .filter(|_| game.version() != self.version && !is_new)
        else {
            return Kept::Unchanged;
        };
        match game.text(format_of(file)) {
            Ok(text) => {
                let message = self.write(&text);
                // The next move or command tries again.
                if !self.is_failing {
                    self.version = game.version();
                }
                Kept::Written(message)
            }
            Err(refusal) => {
                if refusal != Refusal::InOpening {
                    self.stop();
                }
                Kept::Refused(refusal)
            }
        }
    }

    /// Writes the game, whether it could be written before or not. Returns a message if the file is
    /// not the one announced, and when the game cannot be saved any more, or is saved again.
    fn write(&mut self, text: &str) -> Option<String> {
        let mut file = self.file()?.to_path_buf();
        let mut written = self.try_write(&file, text);
        let mut message = None;
        if !self.may_replace && is_taken(&written) {
            file = free_name(&file);
            written = self.try_write(&file, text);
            message = Some(format!("The game is saved to {} instead.", shown(&file)));
        }
        let was_failing = std::mem::replace(&mut self.is_failing, written.is_err());
        match written {
            Err(_) if was_failing => return None,
            Err(error) => {
                return Some(format!(
                    "Cannot save the game to {}: {error}. It is tried again after the next move.",
                    shown(&file)
                ));
            }
            Ok(()) if was_failing && message.is_none() => {
                message = Some(format!("The game is saved to {} again.", shown(&file)));
            }
            Ok(()) => {}
        }
        self.file = Some(file);
        self.may_replace = true;
        self.is_written = true;
        message
    }

    /// Stops saving until the next game, because this one cannot be a record.
    fn stop(&mut self) {
        self.has_stopped = true;
    }

    /// Writes a new file, or replaces it if that is allowed.
    fn try_write(&self, file: &Path, text: &str) -> io::Result<()> {
        if self.may_replace {
            return files::replace(file, text);
        }
        if file.parent() == Some(&default_folder()) {
            fs::create_dir_all(default_folder())?;
        }
        files::create(file, text)
    }
}

/// The format that the name of a file asks for.
pub fn format_of(file: &Path) -> Format {
    let ends_in = |wanted| file.extension().is_some_and(|end| end == wanted);
    match () {
        () if ends_in("psq") => Format::Psq,
        () if ends_in("sgf") => Format::Sgf,
        () => Format::Moves,
    }
}

/// Checks that a game can be saved to `file`. With `may_replace` the file may exist.
///
/// # Errors
/// If `file` is not the name of a file, if it is a folder or a device, if it exists but may not be
/// replaced, or if its folder is not writable.
pub fn check(file: &Path, may_replace: bool) -> io::Result<()> {
    let name = file.as_os_str().to_string_lossy();
    if name == STANDARD_OUTPUT {
        return Err(io::Error::other(
            "a game cannot be saved to standard output",
        ));
    }
    if file.file_name().is_none() || name.ends_with(path::is_separator) {
        return Err(io::Error::other("it is not the name of a file"));
    }
    // Saving would replace a device by a file.
    if file.exists() && !file.is_file() && !file.is_dir() {
        return Err(io::Error::other("it is not a regular file"));
    }
    Destination::File(file.to_path_buf()).check(&[], may_replace)
}

/// True if a file cannot be created because it exists.
fn is_taken<T>(written: &io::Result<T>) -> bool {
    let error = written.as_ref().err();
    error.is_some_and(|error| error.kind() == io::ErrorKind::AlreadyExists)
}

/// The name of a file for messages.
fn shown(file: &Path) -> String {
    printable(&file.display().to_string())
}

/// The program's folder inside the data folder: `XDG_DATA_HOME`, else `LOCALAPPDATA`, which
/// Windows sets, else `~/.local/share`. The current folder if none of them is known.
fn default_folder() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = || variable("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    let data = variable("XDG_DATA_HOME").or_else(|| variable("LOCALAPPDATA"));
    data.map(PathBuf::from)
        .or_else(home)
        .map_or_else(PathBuf::new, |data| data.join(FOLDER))
}

/// This file name if it is free, else the name with the next free number:
/// `game-2.sgf` after `game.sgf` and `game-1.sgf`.
fn free_name(file: &Path) -> PathBuf {
    // The name of a dangling link is taken.
    let is_free = |file: &Path| fs::symlink_metadata(file).is_err();
    if is_free(file) {
        return file.to_path_buf();
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let (base, number) = match stem.rsplit_once('-') {
        Some((base, digits)) => (base, digits.parse::<u64>().ok()),
        None => (&*stem, None),
    };
    let base = if number.is_some() { base } else { &*stem };
    let end = file.extension().map(|end| end.to_string_lossy());
    let numbered = |number: u64| {
        let end = end.as_ref().map_or(String::new(), |end| format!(".{end}"));
        file.with_file_name(format!("{base}-{number}{end}"))
    };
    let first = number.unwrap_or(1).saturating_add(1);
    let names = (first..).map(numbered);
    names
        .into_iter()
        .find(|name| is_free(name))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::tests::folder;

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let folder = folder("autosave-names");
        let name = |file: &str| {
            let free = free_name(&folder.join(file));
            free.file_name().unwrap().to_string_lossy().into_owned()
        };
        assert_eq!(name("a.sgf"), "a.sgf");
        for file in [
            "a.sgf",
            "b-7.psq",
            "b-8.psq",
            "c-d",
            "f-99999999999999999999.txt",
        ] {
            fs::write(folder.join(file), "").unwrap();
        }
        assert_eq!(name("a.sgf"), "a-2.sgf");
        assert_eq!(name("b-7.psq"), "b-9.psq");
        assert_eq!(name("c-d"), "c-d-2");
        assert_eq!(
            name("f-99999999999999999999.txt"),
            "f-99999999999999999999-2.txt"
        );
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn games_of_others_are_kept() {
        let folder = folder("autosave-games");
        let path = folder.join("game.sgf");
        let save = |overwrite| SaveTo::File {
            path: path.clone(),
            overwrite,
        };
        let mut first = Autosave::new(&save(false));
        let mut second = Autosave::new(&save(false));
        assert_eq!((first.write("1"), first.write("2")), (None, None));
        let message = second.write("3").expect("another file");
        assert!(message.contains("game-2.sgf instead"), "{message}");
        assert!(first.next_game());
        assert_eq!(first.write("4"), None);
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let texts = ["game.sgf", "game-2.sgf", "game-3.sgf"].map(read);
        assert_eq!(texts, ["2", "3", "4"]);
        let mut other = Autosave::new(&save(true));
        // No game has been saved yet, so the file stays the same.
        assert!(!other.has_written() && !other.next_game());
        assert_eq!(other.write("5"), None);
        assert!(other.has_written());
        assert_eq!(read("game.sgf"), "5");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_names_no_file_is_refused() {
        for name in ["", "..", "no-such-folder/"] {
            let error = check(Path::new(name), true).expect_err(name);
            assert_eq!(error.to_string(), "it is not the name of a file", "{name}");
        }
    }

    #[test]
    fn a_game_is_not_saved_to_a_file_called_like_standard_output() {
        let error = check(Path::new("-"), true).expect_err("no file");
        assert!(error.to_string().contains("standard output"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_without_a_target_is_taken() {
        let folder = folder("autosave-link");
        let link = folder.join("game.sgf");
        std::os::unix::fs::symlink("nothing", &link).unwrap();
        assert_eq!(free_name(&link), folder.join("game-2.sgf"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_not_replaced() {
        let error = check(Path::new("/dev/null"), true).expect_err("a device");
        assert_eq!(error.to_string(), "it is not a regular file");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_reported_once() {
        let mut save = Autosave::new(&SaveTo::File {
            path: PathBuf::from("/no/such/folder/game.sgf"),
            overwrite: false,
        });
        let message = save.write("1").expect("a message");
        assert!(message.contains("/no/such/folder/game.sgf"), "{message}");
        assert_eq!((save.write("2"), save.has_written()), (None, false));
        assert!(save.next_game());
        assert!(save.write("3").is_some());
    }

    #[test]
    fn a_game_that_could_not_be_saved_is_saved_with_a_later_move() {
        let folder = folder("autosave-again");
        let inner = folder.join("inner");
        let path = inner.join("game.sgf");
        let mut save = Autosave::new(&SaveTo::File {
            path: path.clone(),
            overwrite: false,
        });
        let read = || fs::read_to_string(&path).unwrap();
        // Before the first move is saved, and afterwards.
        for moves in ["1", "2"] {
            let message = save.write("lost").expect("a message");
            assert!(message.starts_with("Cannot save the game to "), "{message}");
            assert_eq!((save.write("lost"), save.is_failing()), (None, true));
            fs::create_dir(&inner).unwrap();
            let message = save.write(moves).expect("a message");
            assert!(message.ends_with("game.sgf again."), "{message}");
            assert_eq!((read().as_str(), save.is_failing()), (moves, false));
            assert_eq!(save.write(moves), None);
            fs::remove_dir_all(&inner).unwrap();
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_game_after_one_that_cannot_be_saved_is_saved() {
        let folder = folder("autosave-stopped");
        let mut save = Autosave::new(&SaveTo::File {
            path: folder.join("game.sgf"),
            overwrite: false,
        });
        save.stop();
        assert_eq!((save.write("1"), save.file()), (None, None));
        assert!(save.next_game());
        assert_eq!(save.write("2"), None);
        save.stop();
        assert!(save.next_game());
        assert_eq!(save.write("3"), None);
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(["game.sgf", "game-2.sgf"].map(read), ["2", "3"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
