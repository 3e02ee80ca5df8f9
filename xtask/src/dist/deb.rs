//! A package for Debian and what comes from it: three files in an `ar` archive, whose headers are of one length.

use std::io::{self, Write as _};

use flate2::{Compression, GzBuilder};

use super::{
    archive::{Folder, tar_gz},
    tree::{File, Tree},
};

/// What the window needs, which any desktop has. Without it the commands work.
const WINDOW: &str =
    "libgl1, libgl1-mesa-dri, libx11-6, libx11-xcb1, libxcursor1, libxi6, libxkbcommon-x11-0";

/// What the package says of itself.
pub(super) struct About<'r> {
    pub(super) version: &'r str,
    /// As Debian calls it.
    pub(super) machine: &'r str,
    pub(super) time: u64,
    /// The same as Debian's changelogs have it.
    pub(super) date: &'r str,
    /// Who answers for the package, as Debian's tools have it in the environment.
    pub(super) maintainer: String,
}

/// Whose name stands in the package if nobody is named by DEBFULLNAME and DEBEMAIL.
const MAINTAINER: (&str, &str) = ("The developers of Muster", "muster@example.org");

/// Who makes the package.
pub(super) fn maintainer() -> String {
    let told = |name: &str, or: &str| std::env::var(name).unwrap_or_else(|_| or.to_owned());
    format!("{} <{}>", told("DEBFULLNAME", MAINTAINER.0), told("DEBEMAIL", MAINTAINER.1))
}

/// Where Debian has games.
const PROGRAM: &str = "games/muster";

/// The licences, in Debian's form.
const COPYRIGHT: &str = include_str!("../../desktop/copyright");

impl About<'_> {
    /// What the package's file is called.
    pub(super) fn file(&self) -> String {
        format!("muster_{}_{}.deb", self.version, self.machine)
    }

    /// The files as Debian wants them.
    fn arranged(&self, tree: &Tree) -> io::Result<Tree> {
        let mut arranged = Tree::default();
        for (name, file) in &tree.files {
            // Debian has one copy of these for all packages.
            if name.starts_with("share/doc/muster/LICENSE-") {
                continue;
            }
            let manual = name.starts_with("share/man/");
            let bytes = if manual { packed(&file.bytes)? } else { file.bytes.clone() };
            let name = if manual { format!("{name}.gz") } else { name.clone() };
            let name = name.replace("share/zsh/site-functions/", "share/zsh/vendor-completions/");
            let name = if name == "bin/muster" { PROGRAM.to_owned() } else { name };
            arranged.files.insert(name, File { bytes, runs: file.runs });
        }
        arranged.put("share/doc/muster/copyright", COPYRIGHT.as_bytes().to_vec());
        let changes = format!(
            "muster ({}) unstable; urgency=low\n\n  * Made from the source; see CHANGELOG.md.\n\n -- {}  {}\n",
            self.version, self.maintainer, self.date
        );
        arranged.put("share/doc/muster/changelog.gz", packed(changes.as_bytes())?);
        Ok(arranged)
    }

    /// The package of these files, which go to /usr.
    pub(super) fn package(&self, tree: &Tree) -> io::Result<Vec<u8>> {
        let tree = &self.arranged(tree)?;
        let mut control = Tree::default();
        let text = self.control(tree);
        control.files.insert("control".to_owned(), File { bytes: text.into_bytes(), runs: false });
        let members = [
            ("debian-binary", b"2.0\n".to_vec()),
            ("control.tar.gz", tar_gz(Folder::Top("."), self.time, &control)?),
            ("data.tar.gz", tar_gz(Folder::Made("./usr"), self.time, tree)?),
        ];
        let mut package = b"!<arch>\n".to_vec();
        for (name, bytes) in members {
            let (time, length) = (self.time, bytes.len());
            package.extend(
                format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{length:<10}`\n", 0, 0, "100644").bytes(),
            );
            package.extend(bytes);
            if length % 2 == 1 {
                package.push(b'\n');
            }
        }
        Ok(package)
    }

    fn control(&self, tree: &Tree) -> String {
        let size: usize = tree.files.values().map(|file| file.bytes.len().div_ceil(1024)).sum();
        let program = tree.files.get(PROGRAM).map(|file| file.bytes.as_slice()).unwrap_or_default();
        let library = match newest_of_c_library(program) {
            Some((major, minor)) => format!("libc6 (>= {major}.{minor})"),
            None => "libc6".to_owned(),
        };
        let (version, machine, maintainer) = (self.version, self.machine, &self.maintainer);
        format!(
            "Package: muster\nVersion: {version}\nArchitecture: {machine}\nMaintainer: {maintainer}\n\
             Installed-Size: {size}\nDepends: {library}, libgcc-s1\nRecommends: {WINDOW}\nSection: games\nPriority: optional\n\
             Description: historical wargames with every rule enforced\n \
             Muster plays historical wargames against a bot or a friend at the same screen.\n \
             Its games are modules in a sandbox, its scenarios data and short scripts.\n"
        )
    }
}

/// Packed as the format allows, without a name and a time.
fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = GzBuilder::new().write(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    packed.finish()
}

/// The newest version of the C library that a program names.
fn newest_of_c_library(program: &[u8]) -> Option<(u32, u32)> {
    const MARK: &[u8] = b"GLIBC_";
    let named = program.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK);
    let versions = named.filter_map(|(at, _)| {
        let rest = program.get(at + MARK.len()..)?;
        let length = rest.iter().take(12).take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
        let mut numbers = std::str::from_utf8(&rest[..length]).ok()?.split('.');
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    });
    versions.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_of_the_c_library_is_asked_for() {
        let program = b"\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.2.5\0GLIBC_PRIVATE\0GLIBC_";
        assert_eq!(newest_of_c_library(program), Some((2, 34)));
        assert_eq!(newest_of_c_library(b"no program"), None);
    }

    #[test]
    fn every_part_begins_at_an_even_place_after_a_header_of_sixty_bytes() {
        let mut tree = Tree::default();
        tree.files.insert("bin/muster".into(), File { bytes: b"GLIBC_2.36".to_vec(), runs: true });
        tree.put("share/man/man1/muster.1", b"manual".to_vec());
        let about = About {
            version: "1.2.3",
            machine: "amd64",
            time: 1_000_000_000,
            date: "Sun, 09 Sep 2001 01:46:40 +0000",
            maintainer: "Somebody <somebody@example.org>".to_owned(),
        };
        let there = about.arranged(&tree).unwrap();
        let names: Vec<&str> = there.files.keys().map(String::as_str).collect();
        let documents = ["share/doc/muster/changelog.gz", "share/doc/muster/copyright"];
        assert_eq!(names, [&["games/muster"], &documents[..], &["share/man/man1/muster.1.gz"]].concat());
        let package = about.package(&tree).unwrap();
        assert_eq!(package, about.package(&tree).unwrap());
        let (mut at, mut names) = (8, Vec::new());
        while at < package.len() {
            let header = std::str::from_utf8(&package[at..at + 60]).unwrap();
            assert!(header.ends_with("`\n"), "{header}");
            names.push(header[..16].trim_end());
            let length: usize = header[48..58].trim_end().parse().unwrap();
            at += 60 + length + length % 2;
        }
        assert_eq!(names, ["debian-binary", "control.tar.gz", "data.tar.gz"]);
        let control = about.control(&there);
        assert!(control.contains("\nMaintainer: Somebody <somebody@example.org>\n"), "{control}");
        assert!(control.contains("Depends: libc6 (>= 2.36), libgcc-s1\n"));
    }
}
