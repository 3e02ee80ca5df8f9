//! Which program has a journal open, as far as the system tells.

use std::{fmt, fs::File};

/// The program that has a journal open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Its process.
    pub process: u32,
    /// Its name, where the system tells.
    pub program: Option<String>,
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.program {
            _ if self.process == std::process::id() => f.write_str("of this program"),
            Some(program) => {
                write!(f, "of {}, process {}", muster_contract::printable::name(program), self.process)
            }
            None => write!(f, "of process {}", self.process),
        }
    }
}

impl Owner {
    pub(super) fn in_parentheses(owner: Option<&Self>) -> String {
        owner.map(|owner| format!(" ({owner})")).unwrap_or_default()
    }

    /// Who holds the lock of a file, as Linux lists them: `1: FLOCK ADVISORY WRITE 4711 fe:00:131 0 EOF`.
    #[cfg(target_os = "linux")]
    pub(super) fn of(file: &File) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let inode = file.metadata().ok()?.ino().to_string();
        let locks = std::fs::read_to_string("/proc/locks").ok()?;
        let process = locks.lines().find_map(|line| {
            let mut words = line.split_whitespace().skip_while(|word| *word != "FLOCK").skip(3);
            let (process, place) = (words.next()?, words.next()?);
            (place.rsplit(':').next() == Some(&inode)).then(|| process.parse().ok()).flatten()
        })?;
        let program = std::fs::read_to_string(format!("/proc/{process}/comm")).ok();
        Some(Self { process, program: program.map(|name| name.trim().to_owned()) })
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn of(_: &File) -> Option<Self> {
        None
    }
}
