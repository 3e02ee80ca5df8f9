//! The file with the best scores: read and written whole, under a lock.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Best, Entry};
use crate::whole;

/// The version of the format that this build writes.
const FORMAT: u32 = 1;
/// The largest file that is read, in bytes; lists of fifty modules have room in it.
const LARGEST: u64 = 4 << 20;
/// How long another program may have the list to itself.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why the list can't be read or kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ScoresError {
    /// The file system refused.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// Another program doesn't let go of it.
    #[error("another program is writing it")]
    InUse,
    /// It isn't a list.
    #[error("{} can't be read: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// A newer program wrote it.
    #[error("{} has format {format}; this program reads up to {FORMAT}", path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: u32,
    },
}

/// Where the list is kept.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    folder: PathBuf,
}

/// What became of a game that was to be counted.
#[derive(Debug)]
pub(crate) struct Written {
    /// The list as it is now.
    pub best: Best,
    /// Where a file was put that couldn't be read.
    pub aside: Option<PathBuf>,
}

#[derive(serde::Deserialize)]
struct Format {
    format: u32,
}

impl Scores {
    /// The list in a person's own data.
    pub(crate) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The file.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.join("scores.json")
    }

    fn disk(path: &Path, source: io::Error) -> ScoresError {
        ScoresError::Disk { path: path.to_owned(), source }
    }

    /// What is kept; nothing if there is no file.
    pub(crate) fn read(&self) -> Result<Best, ScoresError> {
        let path = self.path();
        let unreadable = |why: String| ScoresError::Unreadable { path: path.clone(), why };
        let bytes = match muster_files::read(&path, LARGEST) {
            Ok(bytes) => bytes,
            Err(why) => match why.kind() {
                io::ErrorKind::NotFound => return Ok(Best { format: FORMAT, ..Best::default() }),
                io::ErrorKind::FileTooLarge | io::ErrorKind::InvalidInput => {
                    return Err(unreadable(why.to_string()));
                }
                _ => return Err(Self::disk(&path, why)),
            },
        };
        let format: Format = serde_json::from_slice(&bytes).map_err(|why| unreadable(why.to_string()))?;
        if format.format > FORMAT {
            return Err(ScoresError::TooNew { path, format: format.format });
        }
        let best: Best = serde_json::from_slice(&bytes).map_err(|why| unreadable(why.to_string()))?;
        Ok(best.ordered())
    }

    /// Takes a game up. A file that can't be read is put aside, and the list begins anew.
    pub(crate) fn count(&self, game: &str, entries: Vec<Entry>) -> Result<Written, ScoresError> {
        muster_files::private_folder(&self.folder).map_err(|why| Self::disk(&self.folder, why))?;
        let lock = self.lock()?;
        let (mut best, aside) = match self.read() {
            Ok(best) => (best, None),
            Err(ScoresError::Unreadable { .. }) => {
                (Best { format: FORMAT, ..Best::default() }, Some(self.put_aside()?))
            }
            Err(other) => return Err(other),
        };
        if best.count(game, entries) {
            self.write(&best)?;
        }
        // Closing the file isn't enough: a process that is being started may hold a copy of it for a moment.
        let _ = lock.unlock();
        Ok(Written { best, aside })
    }

    fn lock(&self) -> Result<File, ScoresError> {
        let path = self.folder.join("scores.lock");
        let file = muster_files::open_lock(&path).map_err(|why| Self::disk(&path, why))?;
        match muster_files::lock(&file, PATIENCE) {
            Ok(false) => Err(ScoresError::InUse),
            // A file system without locks is no reason to keep nothing.
            Ok(true) | Err(_) => Ok(file),
        }
    }

    /// Gives an unreadable file another name, that nothing has yet.
    fn put_aside(&self) -> Result<PathBuf, ScoresError> {
        let path = self.path();
        let named = |number: u32| self.folder.join(format!("scores.unreadable-{number}.json"));
        let aside = (1..1_000).map(named).find(|name| fs::symlink_metadata(name).is_err());
        let aside = aside.unwrap_or_else(|| named(0));
        fs::rename(&path, &aside).map_err(|why| Self::disk(&path, why))?;
        Ok(aside)
    }

    /// Writes the list in place of the old one.
    fn write(&self, best: &Best) -> Result<(), ScoresError> {
        let path = self.path();
        let disk = |why| Self::disk(&path, why);
        let text = serde_json::to_vec(best).map_err(io::Error::from).map_err(disk)?;
        if text.len() as u64 > LARGEST {
            return Err(disk(io::Error::other("the list has become too large")));
        }
        whole::write(&path, &text).map_err(disk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i32, game: &str) -> Vec<Entry> {
        let text = str::to_owned;
        vec![Entry { module: text("war"), side: text("us"), score, game: text(game), ..Entry::default() }]
    }

    fn scores(best: &Best) -> Vec<i32> {
        best.of(None).map(|entry| entry.score).collect()
    }

    #[test]
    fn what_is_counted_is_read_again_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = Scores::new(&folder.path().join("data"));
        assert_eq!(list.read().expect("none yet").of(None).count(), 0);
        assert_eq!(scores(&list.count("a", entry(3, "a")).expect("written").best), [3]);
        assert_eq!(scores(&list.count("b", entry(7, "b")).expect("written").best), [7, 3]);
        assert_eq!(scores(&list.count("b", entry(9, "b")).expect("known").best), [7, 3]);
        assert_eq!(scores(&list.read().expect("a list")), [7, 3]);
        let mut names: Vec<_> = fs::read_dir(folder.path().join("data"))
            .expect("a folder")
            .map(|file| file.expect("a file").file_name().into_string().expect("a name"))
            .collect();
        names.sort();
        assert_eq!(names, ["scores.json", "scores.lock"]);
    }

    /// Nobody ever reads from the pipe that lies where the lock should be.
    #[cfg(unix)]
    #[test]
    fn what_is_no_lock_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let made = std::process::Command::new("mkfifo").arg(folder.path().join("scores.lock")).status();
        assert!(made.expect("mkfifo").success());
        let list = Scores::new(folder.path());
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || tell.send(list.count("a", entry(1, "a")).map(drop)));
        let told = told.recv_timeout(Duration::from_secs(10)).expect("it doesn't wait");
        let why = told.expect_err("no lock").to_string();
        assert!(why.contains("scores.lock") && why.contains("it is no plain file"), "{why}");
    }

    #[test]
    fn what_cannot_be_read_is_put_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = Scores::new(folder.path());
        let large = format!("{{\"format\":1,\"entries\":[]{}}}", " ".repeat(LARGEST as usize));
        let broken = ["", "{", "[]", "{\"format\":1,\"entries\":[{}]}", large.as_str()];
        for (at, text) in broken.into_iter().enumerate() {
            fs::write(list.path(), text).expect("a file");
            assert!(matches!(list.read(), Err(ScoresError::Unreadable { .. })), "{at}");
            let written = list.count("a", entry(1, "a")).expect("begun anew");
            let aside = written.aside.expect("kept aside");
            assert_eq!(fs::read_to_string(&aside).expect("as it was"), text);
            assert_eq!(scores(&list.read().expect("a list")), [1]);
        }
        fs::remove_file(list.path()).expect("removed");
        fs::create_dir(list.path()).expect("a folder where the file should be");
        assert!(list.count("a", entry(1, "a")).expect("begun anew").aside.is_some());
    }

    #[test]
    fn a_strangers_list_is_brought_into_order_and_its_texts_play_no_tricks() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = Scores::new(folder.path());
        let row = |score: i32| {
            format!(
                "{{\"module\":\"war\",\"side\":\"us\",\"score\":{score},\"who\":\"\\u001b[2J{}\"}}",
                "x".repeat(500)
            )
        };
        let rows: Vec<String> = [1, 9, -5, 4, 7, 3].map(row).to_vec();
        fs::write(list.path(), format!("{{\"format\":1,\"entries\":[{}]}}", rows.join(","))).expect("a file");
        let best = list.read().expect("a list");
        assert_eq!(scores(&best), [9, 7, 4, 3, 1]);
        assert!(best.of(None).all(|entry| entry.who.len() < 220 && !entry.who.contains('\u{1b}')));
    }

    #[test]
    fn a_newer_programs_list_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = Scores::new(folder.path());
        let newer = "{\"format\":2,\"tables\":{}}";
        fs::write(list.path(), newer).expect("a file");
        assert!(matches!(list.count("a", entry(1, "a")), Err(ScoresError::TooNew { format: 2, .. })));
        assert_eq!(fs::read_to_string(list.path()).expect("as it was"), newer);
    }

    #[test]
    fn two_who_write_at_once_lose_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &'static str| {
            let list = Scores::new(folder.path());
            move || {
                for number in 0..20 {
                    let game = format!("{name}{number}");
                    let side = Entry { side: game.clone(), ..entry(number, &game).remove(0) };
                    list.count(&game, vec![side]).expect("written");
                }
            }
        };
        let writers = ["a", "b"].map(|name| std::thread::spawn(write(name)));
        for writer in writers {
            writer.join().expect("no writer fails");
        }
        assert_eq!(Scores::new(folder.path()).read().expect("a list").of(None).count(), 40);
    }

    #[test]
    fn whoever_holds_the_list_too_long_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = Scores::new(folder.path());
        let held = list.lock().expect("a lock");
        assert!(matches!(list.count("a", entry(1, "a")), Err(ScoresError::InUse)));
        drop(held);
        assert_eq!(scores(&list.count("a", entry(1, "a")).expect("written").best), [1]);
    }
}
