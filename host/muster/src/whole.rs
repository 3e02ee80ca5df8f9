//! Files that are written whole or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file beside the one that is meant and puts it in its place, so that whoever reads finds the old content or the new
/// one, and a full disk leaves what was there. What may not be written to is left as it is. A link stays one: the file that it leads to is replaced. What is no plain file, a
/// pipe say, is refused: it could be waited for without end.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = match path.symlink_metadata() {
        Ok(about) if about.is_symlink() => fs::canonicalize(path)?,
        _ => path.to_owned(),
    };
    let there = path.metadata().ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no plain file"));
    }
    if there.is_some() {
        // Renaming asks only the folder: a file that this person may not write to isn't replaced either.
        fs::OpenOptions::new().write(true).open(&path)?;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new();
    beside.prefix(".muster-");
    // As a file that is simply written would have them.
    #[cfg(unix)]
    beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = beside.tempfile_in(folder).map_err(of_system)?;
    file.write_all(bytes).map_err(of_system)?;
    if let Some(there) = there {
        file.as_file().set_permissions(there.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}

/// What the system said. The library adds the name of the file beside the one that is meant, which would be told instead of that.
fn of_system(error: io::Error) -> io::Error {
    let words = error.to_string();
    match words.split_once(" at path ") {
        Some((why, _)) => io::Error::new(error.kind(), why.to_owned()),
        None => error,
    }
}

/// The same to where a person wants it: what is no plain file there, a pipe or a device, is written to as it is.
pub(crate) fn write_out(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match path.metadata() {
        Ok(there) if !there.is_file() => fs::write(path, bytes),
        _ => write(path, bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_of_what_could_not_be_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let names = || fs::read_dir(folder.path()).expect("the folder").count();
        let file = folder.path().join("file");
        write(&file, b"one").expect("a new file");
        write(&file, b"two").expect("in place of it");
        assert_eq!(fs::read(&file).expect("it"), b"two");
        let why = write(&folder.path().join("nowhere/file"), b"one").expect_err("no folder");
        assert!(!why.to_string().contains(".muster-"), "only what was meant is named: {why}");
        assert!(write(folder.path(), b"one").is_err(), "a folder is no file");
        assert_eq!(names(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn what_may_not_be_written_to_is_not_replaced() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "one").expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("its owner");
        // Whoever may do everything may write to it.
        let may = fs::OpenOptions::new().write(true).open(&file).is_ok();
        assert_eq!(write(&file, b"two").is_ok(), may);
        assert_eq!(fs::read(&file).expect("it"), if may { b"two" } else { b"one" });
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "one").expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("its owner");
        symlink(&file, &link).expect("a link");
        write(&link, b"two").expect("by way of the link");
        assert!(link.symlink_metadata().expect("the link").is_symlink());
        assert_eq!(fs::read(&file).expect("it"), b"two");
        assert_eq!(file.metadata().expect("it").permissions().mode() & 0o777, 0o640);
    }
}
