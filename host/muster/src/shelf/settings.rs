//! The window's settings in their file. A person may have written it by hand.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use muster_app::settings::Settings;
use toml_edit::{DocumentMut, Item};

use crate::whole;

/// The file's name, in the folder for a person's own data.
pub(super) const FILE: &str = "settings.toml";
/// What settings that can't be read are put aside as.
const ASIDE: &str = "unreadable";
/// No settings are longer, in bytes.
const LONGEST: u64 = 64 * 1024;
/// No file is kept aside that is longer, in bytes: those are no settings.
const MOST_KEPT: u64 = 1 << 20;

/// Reads the settings. A value that there isn't is left out, and the others hold.
pub(super) fn read(path: &Path) -> Settings {
    let Some(mut table) = table_in(path) else { return Settings::default() };
    if let Ok(settings) = table.clone().try_into::<Settings>() {
        return settings.usable();
    }
    table.retain(|key, value| {
        let alone = toml::Table::from_iter([(key.to_owned(), value.clone())]);
        alone.try_into::<Settings>().is_ok()
    });
    table.try_into::<Settings>().unwrap_or_default().usable()
}

/// Writes what has changed since `before`. What else is in the file stays, comments and order too: a person may have written it,
/// another window, or another build that has more settings. A file that isn't read at all is kept under another name.
pub(super) fn write(path: &Path, before: &Settings, now: &Settings) -> io::Result<()> {
    let of = |settings| toml::Table::try_from(settings).map_err(io::Error::other);
    let (before, now) = (of(before)?, of(now)?);
    let there = muster_files::read_text(path, LONGEST).ok().and_then(|text| text.parse::<DocumentMut>().ok());
    if there.is_none() && path.symlink_metadata().is_ok() {
        keep_aside(path)?;
    }
    let mut document = there.unwrap_or_default();
    let changed =
        toml::Table::from_iter(now.into_iter().filter(|(key, value)| before.get(key) != Some(value)));
    let changed: DocumentMut = changed.to_string().parse().map_err(io::Error::other)?;
    for (key, item) in changed.iter() {
        match (document.get_mut(key).and_then(Item::as_value_mut), item.as_value()) {
            // What stands around it, a comment behind it too, stays.
            (Some(there), Some(value)) => {
                let around = there.decor().clone();
                *there = value.clone();
                *there.decor_mut() = around;
            }
            _ => drop(document.insert(key, item.clone())),
        }
    }
    whole::write(path, document.to_string().as_bytes())
}

/// What stands in the file, if it can be read.
fn table_in(path: &Path) -> Option<toml::Table> {
    muster_files::read_text(path, LONGEST).ok()?.parse().ok()
}

/// Keeps a copy of the file under a name that nothing has.
fn keep_aside(path: &Path) -> io::Result<()> {
    let bytes = muster_files::read(path, MOST_KEPT)?;
    let aside = muster_files::free_beside(path, ASIDE);
    let written = muster_files::create_new(&aside)?.write_all(&bytes);
    written.inspect_err(|_| drop(fs::remove_file(&aside)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_there_is_not_costs_only_itself() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        assert_eq!(read(&path), Settings::default());
        let written = "theme = \"dark\"\ndistinct-colours = true\nscale = -5\nnew = 1\n";
        fs::write(&path, written).unwrap();
        let settings = read(&path);
        let wanted = Settings { distinct_colours: true, ..Settings::default() };
        assert_eq!(Settings { theme: wanted.theme, ..settings.clone() }, wanted);
        assert_ne!(settings.theme, wanted.theme);
        super::write(&path, &settings, &Settings { guide: false, ..settings.clone() }).unwrap();
        assert!(fs::read_to_string(&path).unwrap().contains("scale = -5"), "it is nobody else's to mend");
        fs::write(&path, "scale = 0\npace = 99999999\n").unwrap();
        assert_eq!((read(&path).scale, read(&path).pace), (50, 10_000));
        for (written, read_as) in [("1.5", 150), ("2", 200), ("0.8", 80), ("120.0", 120), ("9.5", 50)] {
            fs::write(&path, format!("scale = {written}\n")).unwrap();
            assert_eq!(read(&path).scale, read_as, "{written}");
        }
        fs::write(&path, "scale = 100000\n").unwrap();
        assert_eq!(read(&path).scale, 300);
        fs::write(&path, "no toml").unwrap();
        assert_eq!(read(&path), Settings::default());
    }

    #[test]
    fn only_what_was_changed_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let before = Settings::default();
        let now = Settings { distinct_colours: true, ..before.clone() };
        write(&path, &before, &now).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "distinct-colours = true\n");
        // Another window and a newer build write theirs meanwhile.
        fs::write(&path, "theme = \"dark\"\nscale = 115\nnew = [1]\n").unwrap();
        write(&path, &now, &Settings { reduce_motion: true, ..now.clone() }).unwrap();
        let kept = read(&path);
        assert_eq!((kept.scale, kept.reduce_motion, kept.distinct_colours), (115, true, false));
        assert!(fs::read_to_string(&path).unwrap().contains("new = [1]"));
    }

    #[test]
    fn what_a_person_wrote_beside_values_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        fs::write(&path, "# mine\nscale = 115 # large\n\n# at night\nreduce-motion = false\n").unwrap();
        let before = read(&path);
        let now = Settings { scale: 130, distinct_colours: true, ..before.clone() };
        write(&path, &before, &now).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let wanted =
            "# mine\nscale = 130 # large\n\n# at night\nreduce-motion = false\ndistinct-colours = true\n";
        assert_eq!(text, wanted);
    }

    #[test]
    fn what_was_put_aside_is_not_lost_to_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let others = |number: u32| {
            let name =
                if number == 1 { format!("{FILE}.{ASIDE}") } else { format!("{FILE}.{ASIDE}-{number}") };
            fs::read_to_string(folder.path().join(name)).unwrap()
        };
        let change = |scale: u32| {
            let before = Settings::default();
            write(&path, &before, &Settings { scale, ..before.clone() })
        };
        for (number, text) in [(1, "no toml [[["), (2, "scale = large")] {
            fs::write(&path, text).unwrap();
            assert_eq!(read(&path), Settings::default());
            change(100 + number).unwrap();
            assert_eq!(others(number), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        // What can't be kept isn't written over.
        fs::write(&path, "x".repeat(MOST_KEPT as usize + 1)).unwrap();
        assert!(change(110).is_err() && fs::metadata(&path).unwrap().len() > MOST_KEPT);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_their_place_is_waited_for_by_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(read(&path), Settings::default());
        let now = Settings { scale: 110, ..Settings::default() };
        assert!(write(&path, &Settings::default(), &now).is_err());
        assert!(whole::write(&path, b"text").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "it is left alone");
    }
}
