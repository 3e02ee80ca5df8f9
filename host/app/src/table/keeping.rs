//! Files that a person asks for.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Writes a new file, which only its owner may read: it can tell what other seats don't know. What is there under that
/// name stays, and a number makes another.
pub(super) fn written_anew(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let kind = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    let mut number = 1u32;
    loop {
        let path = match number {
            1 => path.to_owned(),
            _ => path.with_file_name(format!("{name}-{number}.{kind}")),
        };
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&path) {
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(why) => return Err(why),
            Ok(mut file) => {
                let written = file.write_all(bytes).and_then(|()| file.sync_all());
                return match written {
                    Ok(()) => Ok(path),
                    Err(why) => {
                        // Half a file is none.
                        let _ = std::fs::remove_file(&path);
                        Err(why)
                    }
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_over() {
        let folder = std::env::temp_dir().join(format!("muster-anew-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let wanted = folder.join("war.txt");
        let names =
            ["one", "two", "three"].map(|text| written_anew(&wanted, text.as_bytes()).expect("a file"));
        let texts = names.each_ref().map(|path| std::fs::read_to_string(path).expect("it"));
        assert_eq!(texts, ["one", "two", "three"]);
        assert_eq!(names[2], folder.join("war-3.txt"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &PathBuf| path.metadata().expect("it").permissions().mode() & 0o777;
            assert!(names.iter().all(|path| mode(path) == 0o600));
        }
        assert!(written_anew(&folder.join("nowhere/war.txt"), b"x").is_err());
        std::fs::remove_dir_all(folder).expect("it is ours");
    }
}
