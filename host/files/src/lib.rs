//! Files that others may have made. Whoever opens one by its name may meet a pipe, which is waited for until somebody writes to it,
//! a device, which has no end, or a file that grows meanwhile. What is read here is a plain file, and no longer than it may be;
//! what is written here is its owner's alone.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Opens a plain file to read it; a link is followed.
///
/// # Errors
///
/// As [`File::open`], and `InvalidInput` if something else is there, a pipe or a folder say. It is not waited for.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(path, OpenOptions::new().read(true))
}

/// As [`open`], but a link is no plain file: it leads to what wasn't meant.
///
/// # Errors
///
/// As [`open`].
pub fn open_unlinked(path: &Path) -> io::Result<File> {
    open_unlinked_with(path, OpenOptions::new().read(true))
}

/// As [`open_with`], but a link is no plain file.
///
/// # Errors
///
/// As [`open`].
pub fn open_unlinked_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    if path.is_symlink() { Err(no_plain_file()) } else { open_with(path, options) }
}

/// Whether all that a folder holds can be found in it: listed, and looked at one by one. A folder that isn't there holds nothing.
///
/// # Errors
///
/// As [`std::fs::read_dir`], and what keeps its files from being looked at.
pub fn can_be_searched(folder: &Path) -> io::Result<()> {
    match std::fs::read_dir(folder).and_then(|_| folder.join(".").metadata()) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
        _ => Ok(()),
    }
}

/// Opens a plain file with these options. Where they make a new one, it is readable by its owner alone.
///
/// # Errors
///
/// As [`open`].
pub fn open_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Opening can have effects too, on a tape say; between this and the opening the name may come to mean something else.
    match std::fs::metadata(path) {
        Ok(about) if !about.is_file() => return Err(no_plain_file()),
        _ => {}
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32).mode(0o600);
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(no_plain_file()) }
}

/// Reads a plain file of at most `most` bytes, whatever its metadata say.
///
/// # Errors
///
/// As [`open`], and `FileTooLarge` if there is more.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_opened(open(path)?, most)
}

/// As [`read`], of a file that is UTF-8 text.
///
/// # Errors
///
/// As [`read`], and `InvalidData` if it is something else.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read(path, most)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Reads what is left of a file, if it is no more than `most` bytes.
///
/// # Errors
///
/// As [`Read::read_to_end`](std::io::Read::read_to_end), and `FileTooLarge` if there is more.
pub fn read_opened(file: File, most: u64) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, format!("it is longer than {most} bytes"));
    if file.metadata()?.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // One byte more than may be tells a file that grows, or whose metadata lie.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

/// Makes a new file, to write and to read it again, that only its owner may read.
///
/// # Errors
///
/// As [`File::create_new`]: `AlreadyExists` if there is something of that name.
pub fn create_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A name beside a file that nothing has: `NAME.SUFFIX`, or where that is taken `NAME.SUFFIX-2` and so on.
pub fn free_beside(path: &Path, suffix: &str) -> PathBuf {
    let named = |number: u32| {
        let mut name = path.to_owned().into_os_string();
        name.push(if number == 1 { format!(".{suffix}") } else { format!(".{suffix}-{number}") });
        PathBuf::from(name)
    };
    (1..).map(named).find(|name| name.symlink_metadata().is_err()).unwrap_or_else(|| named(1))
}

/// Opens a file that is there to be locked, made where there is none. A link is no plain file here either.
///
/// # Errors
///
/// As [`open`].
pub fn open_lock(path: &Path) -> io::Result<File> {
    open_unlinked_with(path, OpenOptions::new().create(true).truncate(false).write(true))
}

/// Locks a file, and waits so long for another program that has locked it. Gives whether it is locked now.
///
/// # Errors
///
/// As [`File::try_lock`]: some file systems have no locks.
pub fn lock(file: &File, patience: Duration) -> io::Result<bool> {
    let since = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::Error(why)) => return Err(why),
            Err(TryLockError::WouldBlock) if since.elapsed() >= patience => return Ok(false),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// Makes a folder, with those that it lies in, which only its owner may look into, whatever the umask: what hidden choices, seeds
/// and names of games are kept in it is nobody else's. One that is there already stays as its owner has made it.
///
/// # Errors
///
/// As [`DirBuilder::create`].
pub fn private_folder(path: &Path) -> io::Result<()> {
    let mut folder = DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}

fn no_plain_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is no plain file")
}

/// Whether two paths lead to one folder, however they are spelt.
#[must_use]
pub fn is_same_folder(one: &Path, other: &Path) -> bool {
    let canonical = |path: &Path| path.canonicalize().ok();
    one == other || canonical(one).is_some_and(|one| Some(one) == canonical(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_longer_than_it_may_be_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "grüß").expect("six bytes");
        assert_eq!(read(&file, 6).expect("six"), "grüß".as_bytes());
        assert_eq!(read(&file, 5).expect_err("one more").kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read_text(&file, u64::MAX).expect("text"), "grüß");
        fs::write(&file, b"gr\xfc").expect("three bytes");
        assert_eq!(read_text(&file, 6).expect_err("Latin 1").kind(), io::ErrorKind::InvalidData);
        assert_eq!(read(&folder.path().join("no"), 6).expect_err("none").kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_folder_is_no_plain_file() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(open(folder.path()).expect_err("a folder").kind(), io::ErrorKind::InvalidInput);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn neither_pipes_nor_devices_are_waited_for() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("a pipe");
        for path in [&pipe, Path::new("/dev/zero")] {
            assert_eq!(read(path, 10).expect_err("no file").kind(), io::ErrorKind::InvalidInput);
        }
        // What is in /proc says that it is empty, and isn't.
        assert_eq!(
            read(Path::new("/proc/self/maps"), 10).expect_err("more").kind(),
            io::ErrorKind::FileTooLarge
        );
    }

    #[test]
    fn one_at_a_time_has_a_lock() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        let (one, other) = (open_lock(&path).expect("new"), open_lock(&path).expect("there"));
        assert!(lock(&one, Duration::ZERO).expect("locks"));
        let patience = Duration::from_millis(20);
        let since = Instant::now();
        assert!(!lock(&other, patience).expect("locks") && since.elapsed() >= patience);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| lock(&other, Duration::from_secs(60)));
            one.unlock().expect("locked");
            assert!(waiting.join().expect("no panic").expect("locks"));
        });
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_where_they_may_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "text").expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        assert!(open(&link).is_ok() && open_unlinked(&file).is_ok());
        assert_eq!(open_unlinked(&link).expect_err("a link").kind(), io::ErrorKind::InvalidInput);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_made_is_its_owners() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let mode = |path: &Path| fs::metadata(path).expect("it").permissions().mode() & 0o777;
        let tables = folder.path().join("one/tables");
        private_folder(&tables).expect("new");
        private_folder(&tables).expect("there");
        assert_eq!((mode(&tables), mode(&folder.path().join("one"))), (0o700, 0o700));
        let file = tables.join("file");
        open_with(&file, OpenOptions::new().write(true).create(true).truncate(false)).expect("new");
        let other = free_beside(&file, "other");
        create_new(&other).expect("new");
        assert_eq!((mode(&file), mode(&other)), (0o600, 0o600));
        assert_eq!(create_new(&other).expect_err("there").kind(), io::ErrorKind::AlreadyExists);
        let names = ["file.other", "file.other-2"].map(|name| tables.join(name));
        assert_eq!([other, free_beside(&file, "other")], names);
    }
}
