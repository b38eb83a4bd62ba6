//! The state of a run in a file that several processes share.
//!
//! A process that changes the state holds the lock of `FILE.lock`, writes the new state to
//! `FILE.new` and renames it, so the file is whole at any time. Every process also holds the lock
//! of a file of its own, `FILE.lock1`, `FILE.lock2` and so on, for as long as it lives. The state
//! says which of them plays which pair. The system releases a lock when its process ends, however
//! it ends, and the next process that asks for a pair plays that of the dead one again.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::eval::network::format::checksum;

/// What a run was started with, by name. A run with anything else has another state.
pub type Arguments = BTreeMap<String, String>;

/// More processes than can share a file.
const MAX_PROCESSES: u32 = 1000;

/// The content of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<S> {
    arguments: Arguments,
    /// The number of pairs begun.
    begun: u64,
    /// The pairs that are being played, each with the number of its process.
    playing: BTreeMap<u64, u32>,
    results: S,
}

/// This process's part in a run.
pub struct SharedRun<S> {
    path: PathBuf,
    arguments: Arguments,
    /// The file whose lock is held while the state changes.
    lock: File,
    /// The number of this process.
    process: u32,
    /// The lock that is held for as long as this process lives; `None` once it has been released.
    own: Option<File>,
    results: PhantomData<S>,
}

impl<S: Serialize + DeserializeOwned> SharedRun<S> {
    /// Takes part in the run of a state file, or begins it with `results`.
    ///
    /// # Errors
    /// If the files cannot be read or written, or if the state is damaged or that of a run with
    /// other arguments. The state is then unchanged.
    pub fn join(path: &Path, arguments: Arguments, results: S) -> io::Result<Self> {
        // A file that is refused gets no lock beside it.
        read_existing::<S>(path, &arguments)?;
        let lock = open(&beside(path, ".lock"))?;
        let held = Held::take(&lock)?;
        let document = read_existing(path, &arguments)?.unwrap_or_else(|| Document {
            arguments: arguments.clone(),
            begun: 0,
            playing: BTreeMap::new(),
            results,
        });
        // The first write shows whether the folder is writable, before any game is played.
        write(path, &document)?;
        let (process, own) = free_process(path)?;
        drop(held);
        Ok(SharedRun {
            path: path.to_path_buf(),
            arguments,
            lock,
            process,
            own: Some(own),
            results: PhantomData,
        })
    }

    /// The number of the next pair for this process, the results so far, and the number of pairs
    /// that are being played. `None` in place of the number if no pair is left. `last` is the
    /// number of the last pair, given the results.
    ///
    /// # Errors
    /// If the state cannot be read or written.
    pub fn next_pair(&self, last: impl FnOnce(&S) -> u64) -> io::Result<(Option<u64>, S, usize)> {
        let _held = Held::take(&self.lock)?;
        let mut document = self.read()?;
        let last = last(&document.results);
        let pair = match self.abandoned(&document, last)? {
            None if document.begun < last => {
                document.begun += 1;
                Some(document.begun)
            }
            abandoned => abandoned,
        };
        if let Some(pair) = pair {
            document.playing.insert(pair, self.process);
        }
        write(&self.path, &document)?;
        let playing = document.playing.len();
        Ok((pair, document.results, playing))
    }

    /// Records that this process has finished its pair: `change` changes the results. Returns them
    /// with the number of pairs that are still being played.
    ///
    /// # Errors
    /// If the state cannot be read or written, or if `change` fails. The state is then unchanged.
    pub fn finish_pair(
        &self,
        pair: u64,
        change: impl FnOnce(&mut S) -> io::Result<()>,
    ) -> io::Result<(S, usize)> {
        let _held = Held::take(&self.lock)?;
        let mut document = self.read()?;
        if document.playing.remove(&pair) != Some(self.process) {
            return Err(invalid("another program has changed the state"));
        }
        change(&mut document.results)?;
        write(&self.path, &document)?;
        Ok((document.results, document.playing.len()))
    }

    /// A pair up to `last` whose process has died. A process with the number of this one has.
    fn abandoned(&self, document: &Document<S>, last: u64) -> io::Result<Option<u64>> {
        for (pair, process) in document.playing.range(..=last) {
            let is_dead = *process == self.process
                || try_lock(&beside(&self.path, &format!(".lock{process}")))?.is_some();
            if is_dead {
                return Ok(Some(*pair));
            }
        }
        Ok(None)
    }

    fn read(&self) -> io::Result<Document<S>> {
        read(&fs::read(&self.path)?, &self.arguments)
    }
}

impl<S> Drop for SharedRun<S> {
    /// Removes the file of this process's lock.
    fn drop(&mut self) {
        let Ok(_held) = Held::take(&self.lock) else {
            return;
        };
        self.own = None;
        // A file that is left there does no harm.
        let _ = fs::remove_file(beside(&self.path, &format!(".lock{}", self.process)));
    }
}

/// A lock that is released when this is dropped.
struct Held<'a>(&'a File);

impl<'a> Held<'a> {
    fn take(file: &'a File) -> io::Result<Held<'a>> {
        file.lock()?;
        Ok(Held(file))
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // If this fails, the lock is released when the process ends.
        let _ = self.0.unlock();
    }
}

/// The first number that no living process has, with its lock.
fn free_process(path: &Path) -> io::Result<(u32, File)> {
    for process in 1..=MAX_PROCESSES {
        if let Some(file) = try_lock(&beside(path, &format!(".lock{process}")))? {
            return Ok((process, file));
        }
    }
    Err(io::Error::other("too many processes share the state"))
}

/// The file with its lock; `None` if another process has the lock.
fn try_lock(path: &Path) -> io::Result<Option<File>> {
    let file = open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).open(path)
}

/// The name of a file beside the state.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

fn write<S: Serialize>(path: &Path, document: &Document<S>) -> io::Result<()> {
    let mut bytes = serde_json::to_vec_pretty(document)?;
    bytes.push(b'\n');
    let new = beside(path, ".new");
    fs::write(&new, bytes)?;
    fs::rename(new, path)
}

/// The document in a file; `None` if there is no file.
fn read_existing<S: DeserializeOwned>(
    path: &Path,
    arguments: &Arguments,
) -> io::Result<Option<Document<S>>> {
    match fs::read(path) {
        Ok(bytes) => read(&bytes, arguments).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The document in a file, checked to belong to a run with these arguments.
fn read<S: DeserializeOwned>(bytes: &[u8], arguments: &Arguments) -> io::Result<Document<S>> {
    let document: Document<S> = serde_json::from_slice(bytes)
        .map_err(|error| invalid(&format!("not the state of such a run: {error}")))?;
    for (name, own) in arguments {
        let found = document.arguments.get(name).map_or("nothing", |text| text);
        if found != own {
            let text = format!("the state of a run with {name}: {found}, not {own}");
            return Err(invalid(&text));
        }
    }
    if document.arguments.len() == arguments.len() {
        Ok(document)
    } else {
        Err(invalid("the state of a run with more arguments"))
    }
}

/// The error for a state that is not usable.
pub(super) fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// What identifies the running program: another build may play other games.
///
/// # Errors
/// If the file of the program cannot be read.
pub fn program() -> io::Result<String> {
    let bytes = fs::read(std::env::current_exe()?)?;
    Ok(format!("{:016x}", checksum(&bytes)))
}

/// What identifies a text.
pub fn identity(text: &str) -> String {
    format!("{:016x}", checksum(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state file in an empty folder. Each test uses its own name.
    fn file(name: &str) -> PathBuf {
        let name = format!("goshawk-test-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a writable folder");
        folder.join("state")
    }

    fn arguments(nodes: &str) -> Arguments {
        Arguments::from([("nodes".to_string(), nodes.to_string())])
    }

    /// The run of a process whose results are the pairs that it has finished.
    fn join(path: &Path) -> SharedRun<Vec<u64>> {
        SharedRun::join(path, arguments("10"), vec![]).expect("a state")
    }

    fn next(run: &SharedRun<Vec<u64>>, last: u64) -> Option<u64> {
        run.next_pair(|_| last).expect("a state").0
    }

    fn finish(run: &SharedRun<Vec<u64>>, pair: u64) -> io::Result<(Vec<u64>, usize)> {
        run.finish_pair(pair, |results| {
            results.push(pair);
            Ok(())
        })
    }

    #[test]
    fn every_pair_is_played_once_unless_its_process_dies() {
        let path = file("pairs");
        let (first, second) = (join(&path), join(&path));
        assert_eq!([next(&first, 4), next(&second, 4)], [Some(1), Some(2)]);
        assert_eq!(finish(&second, 2).unwrap(), (vec![2], 1));
        assert_eq!(next(&second, 4), Some(3));
        // The second process dies. A third has its number and plays its pair.
        drop(second);
        let third = join(&path);
        assert_eq!(third.process, 2);
        assert_eq!(next(&third, 4), Some(3));
        drop(third);
        // Without a third one, the first does.
        assert_eq!(finish(&first, 1).unwrap(), (vec![2, 1], 1));
        assert_eq!(next(&first, 4), Some(3));
        assert_eq!(finish(&first, 3).unwrap(), (vec![2, 1, 3], 0));
        assert_eq!([next(&first, 4), next(&join(&path), 4)], [Some(4), None]);
        // A pair beyond the last is kept for a run with more pairs.
        drop(first);
        let first = join(&path);
        assert_eq!(next(&first, 3), None);
        assert_eq!(next(&first, 5), Some(4));
        drop(first);
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn a_change_that_fails_changes_nothing() {
        let path = file("failure");
        let run = join(&path);
        assert_eq!(next(&run, 9), Some(1));
        let before = fs::read(&path).unwrap();
        let failed = run.finish_pair(1, |results| {
            results.push(1);
            Err(io::Error::other("a full disk"))
        });
        assert!(failed.is_err());
        assert!(finish(&run, 2).is_err(), "it plays another pair");
        assert_eq!(fs::read(&path).unwrap(), before);
        fs::write(&path, "{}").unwrap();
        assert!(finish(&run, 1).is_err() && run.next_pair(|_| 9).is_err());
        drop(run);
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn a_state_of_another_run_is_refused() {
        let path = file("refused");
        drop(join(&path));
        let before = fs::read(&path).unwrap();
        let error = |arguments: Arguments| {
            let run = SharedRun::<Vec<u64>>::join(&path, arguments, vec![]);
            run.err().expect("refused").to_string()
        };
        let text = error(arguments("11"));
        assert_eq!(text, "the state of a run with nodes: 10, not 11");
        let mut more = arguments("10");
        more.insert("seed".to_string(), "1".to_string());
        assert_eq!(error(more), "the state of a run with seed: nothing, not 1");
        assert!(error(Arguments::new()).contains("more arguments"));
        assert_eq!(fs::read(&path).unwrap(), before);
        assert!(SharedRun::join(&path.join("x"), arguments("10"), vec![0_u64]).is_err());
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}
