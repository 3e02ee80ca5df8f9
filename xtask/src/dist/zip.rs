//! The files of a package as a .zip, as Windows unpacks it: in the order of their names, all of one time.

use std::io::{self, Cursor, Write as _};

use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

use super::tree::Tree;

/// A moment as a .zip has it: year, month, day, hour, minute, second.
pub(super) type Moment = [u16; 6];

/// A .zip with these files in a folder of this name.
pub(super) fn zipped(folder: &str, moment: Moment, tree: &Tree) -> io::Result<Vec<u8>> {
    let [year, rest @ ..] = moment;
    let [month, day, hour, minute, second] = rest.map(|part| u8::try_from(part).unwrap_or_default());
    let time =
        DateTime::from_date_and_time(year, month, day, hour, minute, second).map_err(io::Error::other)?;
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(time)
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, file) in &tree.files {
        let options = if file.runs { options.unix_permissions(0o755) } else { options };
        zip.start_file(format!("{folder}/{name}"), options)?;
        zip.write_all(&file.bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::tree::File;

    #[test]
    fn the_same_files_give_the_same_zip() {
        let mut tree = Tree::default();
        for name in ["muster.exe", "modules/brigade.muster"] {
            tree.files
                .insert(name.into(), File { bytes: name.as_bytes().to_vec(), runs: name == "muster.exe" });
        }
        let zip = || zipped("muster-1", [2026, 11, 27, 16, 0, 2], &tree).unwrap();
        let bytes = zip();
        assert_eq!(bytes, zip());
        let mut read = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let names: Vec<String> = read.file_names().map(|name| name.unwrap().into_owned()).collect();
        assert_eq!(names, ["muster-1/modules/brigade.muster", "muster-1/muster.exe"]);
        let program = read.by_name("muster-1/muster.exe").unwrap();
        assert_eq!(program.last_modified().map(|time| (time.year(), time.second())), Some((2026, 2)));
    }
}
