//! The window's settings in their file. A person may have written it by hand.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use muster_app::settings::Settings;

/// The file's name, in the folder for a person's own data.
pub(super) const FILE: &str = "settings.toml";
/// What settings that can't be read are put aside as.
const ASIDE: &str = "settings.toml.unreadable";
/// No settings are longer, in bytes.
const LONGEST: u64 = 64 * 1024;

/// Reads the settings. A value that there isn't is left out, and the others hold; then, and when nothing can be read, the file is put
/// aside first, since the next change of a setting writes it anew.
pub(super) fn read(path: &Path) -> Settings {
    if !path.is_file() {
        return Settings::default();
    }
    let mut text = String::new();
    let read = fs::File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
    let table = read.ok().and_then(|_| text.parse::<toml::Table>().ok());
    let Some(mut table) = table else {
        put_aside(path);
        return Settings::default();
    };
    if let Ok(settings) = table.clone().try_into::<Settings>() {
        return settings.usable();
    }
    put_aside(path);
    table.retain(|key, value| {
        let alone = toml::Table::from_iter([(key.to_owned(), value.clone())]);
        alone.try_into::<Settings>().is_ok()
    });
    table.try_into::<Settings>().unwrap_or_default().usable()
}

fn put_aside(path: &Path) {
    let _ = fs::copy(path, path.with_file_name(ASIDE));
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
        assert_eq!(fs::read_to_string(folder.path().join(ASIDE)).unwrap(), written);
        fs::write(&path, "scale = 0\npace = 99999999\n").unwrap();
        assert_eq!((read(&path).scale, read(&path).pace), (50, 10_000));
        fs::write(&path, "scale = 100000\n").unwrap();
        assert_eq!(read(&path).scale, 300);
        fs::write(&path, "no toml").unwrap();
        assert_eq!(read(&path), Settings::default());
        assert_eq!(fs::read_to_string(folder.path().join(ASIDE)).unwrap(), "no toml");
    }
}
