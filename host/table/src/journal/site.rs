//! Where a journal lies: which file that is, whether it still is that file, and who has it open.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use super::{owner::Owner, problem::JournalError};

/// A file that no other table can open while this one has it.
#[derive(Debug)]
pub(super) struct Held(File);

impl Held {
    /// Locks a file that is open for reading and writing.
    pub fn lock(file: File, path: &Path) -> Result<Self, JournalError> {
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => {
                Err(JournalError::InUse { path: path.to_owned(), owner: Owner::of(&file) })
            }
            // A file system without locks is no reason not to play.
            Err(TryLockError::Error(_)) => Ok(Self(file)),
        }
    }

    pub fn file(&self) -> &File {
        &self.0
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // Closing the file isn't enough: a process that is being started may hold a copy of it for a moment.
        let _ = self.0.unlock();
    }
}

/// Whether a path leads to this very file.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    same(file, path).unwrap_or(false)
}

#[cfg(unix)]
fn same(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (held, there) = (file.metadata()?, std::fs::metadata(path)?);
    Ok((held.dev(), held.ino()) == (there.dev(), there.ino()))
}

/// What the system tells without opening it again: as old and as long.
#[cfg(not(unix))]
fn same(file: &File, path: &Path) -> io::Result<bool> {
    let (held, there) = (file.metadata()?, std::fs::metadata(path)?);
    Ok(held.created().ok() == there.created().ok() && held.len() == there.len())
}

/// Opens a file that is there, to read it or also to write it. What is no plain file, a pipe that nobody writes to say,
/// isn't waited for.
pub(super) fn open(path: &Path, write: bool) -> io::Result<File> {
    muster_files::open_with(path, OpenOptions::new().read(true).write(write))
}

/// Makes a new file that only its owner may read: the seed and every hidden choice are in it.
pub(super) fn create(path: &Path) -> io::Result<File> {
    muster_files::create_new(path).map_err(|why| match why.kind() {
        io::ErrorKind::AlreadyExists => taken(),
        _ => why,
    })
}

fn taken() -> io::Error {
    io::Error::new(
        io::ErrorKind::AlreadyExists,
        "there is a file of that name already, and it is not written over; take another name",
    )
}

/// Refuses a name that is taken, whatever has it.
pub(super) fn is_free(path: &Path) -> io::Result<()> {
    if path.symlink_metadata().is_ok() { Err(taken()) } else { Ok(()) }
}

/// How long nobody has written to what a killed program has left half.
const LEFT: Duration = Duration::from_secs(600);
/// How many names of a folder are looked at for such files.
const LOOKED: usize = 10_000;
/// What the names of files begin with that aren't whole.
const HALF: &str = ".muster-";

/// Where the file of this name is written until it is whole: in the same folder, under a name of its own, which is no longer
/// than others. What killed programs have left of that kind goes.
pub(super) fn half(path: &Path) -> PathBuf {
    sweep(path);
    let named = |number: u32| path.with_file_name(format!("{HALF}{}-{number}", std::process::id()));
    (1..).map(named).find(|half| is_free(half).is_ok()).unwrap_or_else(|| named(1))
}

/// Removes from the folder of this file what was left half long ago and nobody has open.
fn sweep(path: &Path) {
    for entry in std::fs::read_dir(folder_of(path)).into_iter().flatten().take(LOOKED).flatten() {
        if entry.file_name().to_str().is_some_and(is_half) && is_left(&entry.path()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_half(name: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix(HALF).and_then(|rest| rest.split_once('-'));
    numbers.is_some_and(|(program, file)| number(program) && number(file))
}

fn is_left(path: &Path) -> bool {
    let Ok(file) = open(path, true) else { return false };
    let touched = file.metadata().and_then(|known| known.modified());
    let old = touched.is_ok_and(|touched| touched.elapsed().is_ok_and(|since| since > LEFT));
    old && muster_files::lock(&file, Duration::ZERO).unwrap_or(true)
}

/// Gives a file that is whole its name, if nothing has it.
pub(super) fn settle(half: &Path, path: &Path) -> io::Result<()> {
    match std::fs::hard_link(half, path) {
        Ok(()) => std::fs::remove_file(half)?,
        Err(why) if why.kind() == io::ErrorKind::AlreadyExists => return Err(taken()),
        // Where a file has one name only, the moment between looking and renaming is left.
        Err(_) => is_free(path).and_then(|()| std::fs::rename(half, path))?,
    }
    sync_folder(path);
    Ok(())
}

/// Makes a new file's name last as well as its content, where folders can be synced.
pub(super) fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
