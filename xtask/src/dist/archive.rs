//! The files of a package as an archive: in the order of their names, all of one time, owned by nobody in particular.

use std::collections::BTreeSet;
use std::io;

use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

use super::tree::Tree;

/// The folder of an archive that the files are in.
#[derive(Clone, Copy)]
pub(super) enum Folder<'a> {
    /// One that is made by whoever unpacks them.
    Top(&'a str),
    /// One that stands in the archive, with all that it lies in and all in it, as packages have to have it.
    Made(&'a str),
}

/// A .tar.gz of these files.
pub(super) fn tar_gz(folder: Folder, time: u64, tree: &Tree) -> io::Result<Vec<u8>> {
    let (Folder::Top(top) | Folder::Made(top)) = folder;
    // Without the name and time that the format has room for.
    let packed = GzBuilder::new().write(Vec::new(), Compression::best());
    let mut archive = Builder::new(packed);
    let mut made = BTreeSet::new();
    for (name, file) in &tree.files {
        let path = format!("{top}/{name}");
        if matches!(folder, Folder::Made(_)) {
            let above = path.match_indices('/').map(|(end, _)| &path[..=end]);
            for above in above.filter(|above| made.insert((*above).to_owned())) {
                let mut header = header(time, 0o755);
                header.set_entry_type(EntryType::Directory);
                header.set_size(0);
                archive.append_data(&mut header, above, io::empty())?;
            }
        }
        let mut header = header(time, if file.runs { 0o755 } else { 0o644 });
        header.set_entry_type(EntryType::Regular);
        header.set_size(file.bytes.len() as u64);
        archive.append_data(&mut header, &path, file.bytes.as_slice())?;
    }
    for (name, to) in &tree.links {
        let mut link = header(time, 0o777);
        link.set_entry_type(EntryType::Symlink);
        link.set_size(0);
        archive.append_link(&mut link, format!("{top}/{name}"), to)?;
    }
    archive.into_inner()?.finish()
}

fn header(time: u64, mode: u32) -> Header {
    let mut header = Header::new_gnu();
    header.set_mode(mode);
    header.set_mtime(time);
    header.set_uid(0);
    header.set_gid(0);
    header
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;
    use crate::dist::tree::File;

    #[test]
    fn the_same_files_give_the_same_archive_in_order_and_of_one_time() {
        let mut tree = Tree::default();
        for name in ["share/muster/b", "bin/muster", "share/muster/a b"] {
            let runs = name.starts_with("bin/");
            tree.files.insert(name.into(), File { bytes: name.as_bytes().to_vec(), runs });
        }
        tree.links.insert("muster".into(), "bin/muster".into());
        let archive = tar_gz(Folder::Top("muster-1"), 1_000_000_000, &tree).unwrap();
        assert_eq!(archive, tar_gz(Folder::Top("muster-1"), 1_000_000_000, &tree).unwrap());
        let mut unpacked = tar::Archive::new(flate2::read::GzDecoder::new(archive.as_slice()));
        let mut found = Vec::new();
        for entry in unpacked.entries().unwrap() {
            let mut entry = entry.unwrap();
            let name = entry.path().unwrap().display().to_string();
            let header = entry.header().clone();
            assert_eq!((header.mtime().unwrap(), header.uid().unwrap()), (1_000_000_000, 0), "{name}");
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            found.push((name, header.mode().unwrap(), text));
        }
        let found: Vec<(&str, u32, &str)> =
            found.iter().map(|(name, mode, text)| (name.as_str(), *mode, text.as_str())).collect();
        assert_eq!(
            found,
            [
                ("muster-1/bin/muster", 0o755, "bin/muster"),
                ("muster-1/share/muster/a b", 0o644, "share/muster/a b"),
                ("muster-1/share/muster/b", 0o644, "share/muster/b"),
                ("muster-1/muster", 0o777, ""),
            ]
        );
    }
}
