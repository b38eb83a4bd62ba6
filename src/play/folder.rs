//! The folder of the games that are saved automatically.
//!
//! A deleted game goes to a folder inside, from which it can be brought back. Nothing here replaces
//! a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::saved::{Names, SavedGames, check_name, free_name};
use super::scores::Scores;
use crate::clock;
use crate::files;
use crate::report::text::printable;

/// The folder of deleted games.
const BIN: &str = "deleted";
/// The file with the scores of puzzles.
const SCORES: &str = "puzzles.json";
/// The ending of saved games.
const ENDING: &str = "sgf";
/// The largest file that is read, in bytes. A game of 961 moves takes a hundredth of this.
const LARGEST: u64 = 1 << 20;

/// The folder of saved games.
#[derive(Clone, Debug)]
pub struct Folder {
    folder: PathBuf,
}

impl Folder {
    /// The games in a folder, which need not exist yet.
    pub fn new(folder: PathBuf) -> Folder {
        Folder { folder }
    }

    /// The scores of puzzles beside the games; none if there are none that can be read.
    pub fn scores(&self) -> Scores {
        let read = fs::read(self.folder.join(SCORES));
        read.map_or_else(|_| Scores::default(), |text| Scores::read(&text))
    }

    /// Keeps the scores of puzzles beside the games.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_scores(&self, scores: &Scores) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        files::replace(&self.folder.join(SCORES), scores.text())
    }

    /// The file of a game.
    fn file(&self, name: &str) -> Result<PathBuf, String> {
        check_name(name)?;
        let file = path_of(&self.folder, name);
        let is_game = fs::metadata(&file).is_ok_and(|metadata| metadata.is_file());
        if is_game {
            Ok(file)
        } else {
            Err(format!("There is no game `{}`.", printable(name)))
        }
    }
}

impl SavedGames for Folder {
    fn files(&self) -> io::Result<Names> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry?;
            let path = PathBuf::from(entry.file_name());
            let name = path.file_stem().and_then(|name| name.to_str());
            let (Some(name), Ok(metadata)) = (name, fs::metadata(entry.path())) else {
                continue;
            };
            let is_game = path.extension().is_some_and(|ending| ending == ENDING);
            if is_game && metadata.is_file() && !name.starts_with('.') {
                files.push((clock::of_file(&metadata), name.to_string()));
            }
        }
        files.sort_by(|one, other| other.cmp(one));
        Ok(files)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let file = self.file(name)?;
        let size = fs::metadata(&file).map_err(|error| unusable(name, &error))?;
        if size.len() > LARGEST {
            return Err(format!("`{}` is too large to be a game.", printable(name)));
        }
        fs::read(&file).map_err(|error| unusable(name, &error))
    }

    fn rename(&self, name: &str, new: &str) -> Result<(), String> {
        let new = new.trim();
        check_name(new)?;
        move_file(&self.file(name)?, &self.folder, new)
    }

    fn delete(&self, name: &str) -> Result<String, String> {
        let file = self.file(name)?;
        let bin = self.folder.join(BIN);
        fs::create_dir_all(&bin).map_err(|error| unusable(name, &error))?;
        let free = free_in(&bin, name);
        move_file(&file, &bin, &free)?;
        Ok(free)
    }

    fn restore(&self, name: &str) -> Result<String, String> {
        let bin = Folder::new(self.folder.join(BIN));
        let file = bin.file(name)?;
        let free = free_in(&self.folder, name);
        move_file(&file, &self.folder, &free)?;
        Ok(free)
    }
}

/// The file of a game in a folder.
fn path_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.{ENDING}"))
}

/// The name if it is free in a folder, else the name with the first number that makes it free.
fn free_in(folder: &Path, name: &str) -> String {
    free_name(name, |name| {
        fs::symlink_metadata(path_of(folder, name)).is_err()
    })
}

/// Moves a file to a folder under a new name, which must be free.
fn move_file(file: &Path, folder: &Path, name: &str) -> Result<(), String> {
    let to = path_of(folder, name);
    // A link cannot replace a file, a renamed file would.
    match fs::hard_link(file, &to) {
        Ok(()) => fs::remove_file(file).map_err(|error| unusable(name, &error)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(format!("There is a game `{}` already.", printable(name)))
        }
        // A file system without links.
        Err(_) if fs::symlink_metadata(&to).is_err() => {
            fs::rename(file, &to).map_err(|error| unusable(name, &error))
        }
        Err(error) => Err(unusable(name, &error)),
    }
}

/// Why nothing can be done with a game.
fn unusable(name: &str, error: &io::Error) -> String {
    format!("The file of `{}` cannot be used: {error}.", printable(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Collection, GameResult, Given};
    use crate::types::{Color, Point, Rule};
    use std::time::Duration;

    /// A folder with these files, in the order in which they were written.
    fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, Folder) {
        let folder = tempfile::tempdir().expect("a folder");
        for ((name, content), second) in files.iter().zip(1u64..) {
            let path = folder.path().join(name);
            fs::write(&path, content).expect("a file");
            let written = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(second);
            let file = fs::File::options().append(true).open(&path);
            (file.and_then(|file| file.set_modified(written))).expect("a time");
        }
        let games = Folder::new(folder.path().to_path_buf());
        (folder, games)
    }

    /// The names in the list.
    fn names(games: &Folder) -> Vec<String> {
        let listing = games.list().expect("a folder");
        listing.games.into_iter().map(|game| game.name).collect()
    }

    const WON: &str = "(;FF[4]GM[4]SZ[15]AP[Goshawk play]RU[renju]PB[Anna]PW[Goshawk level 3]\
                       DT[2026-11-30]RE[B+R];B[hh];W[hg])";
    const OPEN: &str = "(;FF[4]GM[4]SZ[19];B[jj])";

    #[test]
    fn games_are_listed_with_the_latest_first() {
        let (_folder, games) = folder(&[
            ("game-1.sgf", WON),
            ("game-2.sgf", OPEN),
            ("notes.txt", "no game"),
            ("broken.sgf", "(;"),
            (".hidden.sgf", WON),
        ]);
        let listing = games.list().expect("a folder");
        assert_eq!((listing.unreadable, listing.left_out), (1, 0));
        let [open, won] = &listing.games[..] else {
            panic!("{listing:?}");
        };
        assert_eq!(
            (open.name.as_str(), won.name.as_str()),
            ("game-2", "game-1")
        );
        assert_eq!(won.players[Color::Black.index()].as_deref(), Some("Anna"));
        assert_eq!(won.rule, Some(Rule::Renju));
        assert_eq!(won.result, Some(GameResult::Win(Color::Black)));
        assert_eq!(won.date, "2026-11-30");
        assert_eq!(won.moves[1], (Color::White, Point::new(7, 6)));
        assert_eq!((open.size.width(), open.result), (19, None));
        assert_eq!(open.date, "1970-01-01");
        let none = Folder::new(PathBuf::from("/no/such/folder"));
        assert!(none.list().expect("an empty list").games.is_empty());
    }

    #[test]
    fn a_new_name_replaces_nothing() {
        let (_folder, games) = folder(&[("game-1.sgf", WON), ("game-2.sgf", OPEN)]);
        assert!(games.rename("game-1", "game-2").is_err());
        assert_eq!(games.read("game-2"), Ok(OPEN.into()));
        assert_eq!(games.rename("game-1", " Final 2026 "), Ok(()));
        assert_eq!(names(&games), ["game-2", "Final 2026"]);
        assert_eq!(games.read("Final 2026"), Ok(WON.into()));
        for wrong in [
            "",
            "a/b",
            "..",
            ".a",
            "a\\b",
            "c:d",
            "a\nb",
            "a.",
            &"n".repeat(81),
        ] {
            assert!(games.rename("game-2", wrong).is_err(), "{wrong:?}");
            assert!(games.read(wrong).is_err(), "{wrong:?}");
        }
        assert!(games.rename("game-7", "game-8").is_err());
        assert_eq!(names(&games), ["game-2", "Final 2026"]);
    }

    #[test]
    fn deleted_games_come_back() {
        let (_folder, games) = folder(&[("game-1.sgf", WON), ("game-2.sgf", OPEN)]);
        assert_eq!(games.delete("game-1"), Ok("game-1".to_string()));
        assert_eq!(names(&games), ["game-2"]);
        assert!(games.delete("game-1").is_err());
        // Another game of that name is deleted, and one of that name is there when both come back.
        games.rename("game-2", "game-1").expect("a free name");
        assert_eq!(games.delete("game-1"), Ok("game-1 (2)".to_string()));
        assert_eq!(games.restore("game-1"), Ok("game-1".to_string()));
        assert_eq!(games.restore("game-1 (2)"), Ok("game-1 (2)".to_string()));
        assert_eq!(games.read("game-1"), Ok(WON.into()));
        assert_eq!(games.read("game-1 (2)"), Ok(OPEN.into()));
        assert!(games.restore("game-1").is_err());
        assert!(games.restore("../game-1").is_err());
    }

    #[test]
    fn all_games_are_one_collection() {
        let (_folder, games) = folder(&[
            ("game-1.sgf", WON),
            ("broken.sgf", "(;"),
            ("game-2.sgf", OPEN),
        ]);
        let bytes = games.export().expect("games");
        let read = Collection::read(&bytes, &Given::default()).expect("a collection");
        let sizes: Vec<u8> = read.games.iter().map(|game| game.size().width()).collect();
        assert_eq!(sizes, [19, 15]);
        let (_folder, none) = folder(&[]);
        assert!(none.export().is_err());
    }
}
