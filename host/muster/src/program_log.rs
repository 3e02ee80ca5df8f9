//! The program's own log: what it did with modules, tables, journals and files, line by line in a file of this user's, for
//! whoever has to find out later what went wrong. What a module logs (`table --log`) is another thing and isn't in it.
//!
//! Two promises. It holds nothing that a seat may not know: who writes to it gives ids, versions, paths and numbers, never
//! a choice, a view, a seed, or what a module or a rule said when it failed. And it stays small and private: two files of a
//! mebibyte each, which only their owner can read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use muster_files::private_folder;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};

use crate::Places;
use crate::arguments::ProgramLog;
use crate::terminal;

/// How large the file may become before another is begun, in bytes; one that was full is kept beside it.
const LARGEST: u64 = 1 << 20;
/// How long a line may be, in bytes.
const LONGEST: usize = 2_000;

/// Begins to write what the program does into the log, as far as this level goes. Where the file can't be written, there
/// is none: it is no reason not to play.
pub(crate) fn begin(places: &Places, level: ProgramLog) {
    let level = match level {
        ProgramLog::Off => return,
        ProgramLog::Error => LevelFilter::ERROR,
        ProgramLog::Warn => LevelFilter::WARN,
        ProgramLog::Info => LevelFilter::INFO,
        ProgramLog::Debug => LevelFilter::DEBUG,
    };
    // Other people's crates write what they like; ours keep the promises.
    let ours = Targets::new().with_target("muster", level);
    let lines = fmt::layer().with_ansi(false).with_writer(LogFile::new(places.log())).with_filter(ours);
    // It can be begun once, and a program begins it once.
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry().with(lines));
}

/// The file. It is opened for each line, which are few: another Muster may write to it too, or have begun another.
struct LogFile {
    path: PathBuf,
    /// Whether its folder was there, or was made: one that goes later isn't made anew, in the way of whoever puts it back.
    begun: AtomicBool,
}

impl<'f> MakeWriter<'f> for LogFile {
    type Writer = &'f LogFile;

    fn make_writer(&'f self) -> &'f LogFile {
        self
    }
}

impl Write for &LogFile {
    /// Takes a whole line, since the formatter gives one at once.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes);
        self.append(&terminal::one_line(line.trim_end_matches('\n'), LONGEST))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl LogFile {
    fn new(path: PathBuf) -> Self {
        Self { path, begun: AtomicBool::new(false) }
    }

    fn append(&self, line: &str) -> io::Result<()> {
        let mut file = self.open()?;
        if file.metadata()?.len() >= LARGEST {
            self.begin_another(&file);
            file = self.open()?;
            if file.metadata()?.len() >= LARGEST {
                return Err(io::Error::other("it is full, and can't be put aside"));
            }
        }
        file.write_all(format!("{line}\n").as_bytes())
    }

    fn open(&self) -> io::Result<File> {
        if !self.begun.swap(true, Ordering::Relaxed) {
            self.path.parent().map_or(Ok(()), private_folder)?;
        }
        let mut options = OpenOptions::new();
        let file = muster_files::open_unlinked_with(&self.path, options.create(true).append(true))?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            if file.metadata()?.permissions().mode() & 0o077 != 0 {
                file.set_permissions(fs::Permissions::from_mode(0o600))?;
            }
        }
        Ok(file)
    }

    /// Puts the file aside, in place of the one that was put aside before. Of several programs that find it full one does.
    fn begin_another(&self, full: &File) {
        if full.try_lock().is_ok() && fs::metadata(&self.path).is_ok_and(|now| now.len() >= LARGEST) {
            // Where it can't be put aside, nothing more is written.
            let _ = fs::rename(&self.path, self.path.with_extension("log.1"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn read(path: &Path) -> String {
        fs::read_to_string(path).unwrap_or_default()
    }

    fn logged(path: &Path, level: LevelFilter, work: impl FnOnce()) {
        let file = LogFile::new(path.to_owned());
        let ours = Targets::new().with_target("muster", level);
        let lines = fmt::layer().with_ansi(false).with_writer(file).with_filter(ours);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines), work);
    }

    #[test]
    fn what_strangers_wrote_is_one_short_line_without_tricks() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/muster.log");
        logged(&path, LevelFilter::DEBUG, || {
            let name = "toy\u{1b}[2J\u{202e}\n2026-11-25T00:00:00Z ERROR muster: forged";
            tracing::warn!(name, why = %"x".repeat(5_000), "a module is refused");
            tracing::info!(target: "wasmtime", "another crate's words");
            tracing::info!(why = %name, "displayed");
        });
        let text = read(&path);
        assert_eq!(text.lines().count(), 2, "{text}");
        let letters = |text: &str| text.chars().all(|letter| !letter.is_control() && letter != '\u{202e}');
        assert!(text.lines().all(letters), "{text:?}");
        assert!(text.lines().all(|line| line.len() < LONGEST + 10), "{text}");
        assert!(text.contains("WARN muster") && text.contains("a module is refused"), "{text}");
    }

    #[test]
    fn a_level_leaves_out_what_is_below_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("muster.log");
        logged(&path, LevelFilter::WARN, || {
            tracing::info!("left out");
            tracing::error!("kept");
        });
        let text = read(&path);
        assert!(text.contains("kept") && !text.contains("left out"), "{text}");
    }

    #[test]
    fn the_log_is_bounded_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("muster.log");
        let file = LogFile::new(path.clone());
        fs::write(&path, "made by somebody else\n").unwrap();
        let line = "x".repeat(LONGEST);
        let lines = 3 * LARGEST as usize / LONGEST;
        (0..lines).for_each(|number| file.append(&format!("{number} {line}")).unwrap());
        let before = path.with_extension("log.1");
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder.path()).unwrap().map(|one| one.unwrap().path()).collect();
        files.sort();
        assert_eq!(files, [path.clone(), before.clone()]);
        for file in &files {
            let about = fs::metadata(file).unwrap();
            assert!(about.len() <= LARGEST + 2 * LONGEST as u64, "{}", about.len());
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt as _;
                assert_eq!(about.permissions().mode() & 0o777, 0o600);
            }
        }
        // The last line is there, and what was put aside comes right before.
        let numbers: Vec<usize> = [read(&before), read(&path)]
            .concat()
            .lines()
            .map(|line| line.split(' ').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(numbers.last(), Some(&(lines - 1)));
        assert!(numbers.windows(2).all(|two| two[0] + 1 == two[1]));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_log_is_neither_waited_for_nor_written_to() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (other, link, pipe) = (folder.path().join("o"), folder.path().join("l"), folder.path().join("p"));
        fs::write(&other, "mine").unwrap();
        fs::set_permissions(&other, fs::Permissions::from_mode(0o644)).unwrap();
        std::os::unix::fs::symlink(&other, &link).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [link, pipe] {
            assert!(LogFile::new(path).append("a line").is_err());
        }
        assert_eq!(
            (read(&other).as_str(), fs::metadata(&other).unwrap().permissions().mode() & 0o777),
            ("mine", 0o644)
        );
    }

    #[test]
    fn a_folder_that_was_moved_away_is_not_made_anew() {
        let home = tempfile::tempdir().unwrap();
        let (state, elsewhere) = (home.path().join("state"), home.path().join("elsewhere"));
        let log = LogFile::new(state.join("muster.log"));
        log.append("one").unwrap();
        fs::rename(&state, &elsewhere).unwrap();
        assert!(log.append("two").is_err() && !state.exists());
        fs::rename(&elsewhere, &state).unwrap();
        log.append("three").unwrap();
        assert_eq!(read(&state.join("muster.log")), "one\nthree\n");
    }
}
