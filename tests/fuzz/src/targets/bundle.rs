//! Bundles: what is read from one stays in its place, and packs again to the same content.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use muster_bundle::{Bundle, LIST, Limits, Replace, install, pack};
use tempfile::TempDir;

use super::zip::{Ending, Member, archive, file, members};
use crate::{Luck, Target, bytes, readable, text};

/// Whole files of bundles, to begin from.
const MANIFEST: &str = "id = \"toy\"\nversion = \"0.1.0\"\napi = \"0.1\"\ntitle = \"A toy\"\nauthors = [\"A\"]\n\
                        licence = \"MIT\"\ncomponent = \"toy.wasm\"\n";

/// Names that lead elsewhere, or that some systems read otherwise.
pub const NAMES: [&str; 34] = [
    "../evil.md",
    "rules/../../evil.md",
    "scenarios/../../x.toml",
    "/etc/evil.md",
    "//server/share/x.md",
    "C:\\evil.md",
    "C:evil.md",
    "rules\\..\\evil.md",
    "rules/./x.md",
    "rules//x.md",
    "rules/",
    "rules",
    "rules/x.md/",
    "rules/x.md/y.md",
    "rules/con.md",
    "rules/COM1.md",
    "rules/x.md.",
    "rules/x.md ",
    "rules/x.md:stream",
    "rules/\u{202e}dm.x.md",
    "rules/X.md",
    "RULES/x.md",
    "Plugin.toml",
    "plugin.toml",
    "toy.wasm",
    "TOY.WASM",
    "other.wasm",
    "toy.cwasm",
    "toy.so",
    ".hidden",
    "bundle.toml",
    "scenarios/a/scenario.rhai",
    "scenarios/a/b/c.toml",
    "scenarios/.a/scenario.rhai",
];

/// The target.
pub struct Bundles {
    /// Everything that is written is written in here.
    desk: TempDir,
}

impl Bundles {
    /// The target, with a folder to install into.
    pub fn new() -> Self {
        Self { desk: tempfile::tempdir().expect("there is a place for temporary files") }
    }
}

impl Default for Bundles {
    fn default() -> Self {
        Self::new()
    }
}

/// A right list of these files as the first of them.
pub fn listed(mut files: Vec<Member>) -> Vec<Member> {
    files.retain(|member| member.name != LIST.as_bytes());
    let line = |member: &Member| {
        format!(
            "{:?} = \"{}\"\n",
            String::from_utf8_lossy(&member.name),
            blake3::hash(&member.content).to_hex()
        )
    };
    let list = format!("format = 1\n[files]\n{}", files.iter().map(line).collect::<String>());
    files.insert(0, file(LIST, list.as_bytes()));
    files
}

/// The files of a small module that is as it should be.
pub fn toy() -> Vec<Member> {
    vec![
        file("plugin.toml", MANIFEST.as_bytes()),
        file("toy.wasm", b"\0asm\x0d\0\x01\0"),
        file("LICENSE", b"free"),
        file("rules/1-first.md", b"# One"),
        Member { method: 8, ..file("scenarios/a/scenario.rhai", b"scenario(#{});") },
    ]
}

impl Target for Bundles {
    fn whole(&mut self) -> Vec<Vec<u8>> {
        vec![
            archive(&listed(toy()), Ending::default()),
            archive(&listed(toy()[..2].to_vec()), Ending::default()),
        ]
    }

    fn vary(&mut self, input: &[u8], others: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
        if luck.once_in(3) {
            return bytes::altered(input, others, luck);
        }
        let mut files = members(input);
        if files.is_empty() {
            files = listed(toy());
        }
        let mut listed_rightly = !luck.once_in(6);
        for _ in 0..luck.length(4) {
            alter(&mut files, luck, &mut listed_rightly);
        }
        if listed_rightly {
            files = listed(files);
        }
        archive(&files, ending(luck))
    }

    fn check(&mut self, input: &[u8]) -> Result<String, String> {
        let bundle = match Bundle::read(input, &Limits::default()) {
            Ok(bundle) => bundle,
            Err(problem) => {
                let said = problem.to_string();
                readable(&said)?;
                return Ok(said);
            }
        };
        let home = self.desk.path().join("home");
        let installed = install(&bundle, &home, Replace::Yes, |_| Ok(()))
            .map_err(|problem| format!("what was read can't be installed: {problem}"));
        let done = installed.and_then(|_| self.lies_in_its_place(&bundle, &home));
        let packed = done.and_then(|()| {
            let (again, _) = pack(&home.join(&bundle.manifest.id), &[], &[])
                .map_err(|problem| format!("what was installed can't be packed again: {problem}"))?;
            let same = again.files == bundle.files && again.manifest == bundle.manifest;
            if same { Ok(()) } else { Err("packed again, it is another bundle".to_owned()) }
        });
        fs::remove_dir_all(&home).map_err(|error| format!("the desk can't be cleared: {error}"))?;
        packed?;
        Ok(format!("a bundle of {} files", bundle.files.len()))
    }
}

impl Bundles {
    /// Whether everything on the desk is a file of the bundle, in the module's own folder.
    fn lies_in_its_place(&self, bundle: &Bundle, home: &Path) -> Result<(), String> {
        let folder = home.join(&bundle.manifest.id);
        let mut expected: BTreeMap<PathBuf, &[u8]> = bundle
            .files
            .iter()
            .map(|(name, content)| (folder.join(name.path()), content.as_slice()))
            .collect();
        // Who installs holds this.
        expected.insert(home.with_extension("lock"), b"");
        let mark = mark_of(bundle);
        expected.insert(folder.join(".installed"), mark.as_bytes());
        let mut folders = vec![self.desk.path().to_owned()];
        while let Some(next) = folders.pop() {
            for entry in fs::read_dir(&next).map_err(|error| error.to_string())?.flatten() {
                let path = entry.path();
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => folders.push(path),
                    Ok(kind) if kind.is_file() => {
                        let content = fs::read(&path).map_err(|error| error.to_string())?;
                        if expected.remove(&path) != Some(content.as_slice()) {
                            return Err(format!("{} was written, or with another content", path.display()));
                        }
                    }
                    _ => return Err(format!("{} is no plain file", path.display())),
                }
            }
        }
        match expected.keys().next() {
            None => Ok(()),
            Some(path) => Err(format!("{} wasn't written", path.display())),
        }
    }
}

/// What the mark of an installed bundle says: its files with their hashes, in the order of their names.
fn mark_of(bundle: &Bundle) -> String {
    let hashed = |content: &[u8]| blake3::hash(content).to_hex().to_string();
    let files: BTreeMap<String, String> =
        bundle.files.iter().map(|(name, content)| (name.to_string(), hashed(content))).collect();
    let is_bare =
        |name: &str| name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter));
    let lines = files.iter().map(|(name, hash)| match is_bare(name) {
        true => format!("{name} = \"{hash}\"\n"),
        false => format!("\"{name}\" = \"{hash}\"\n"),
    });
    format!(
        "# muster remove {} removes this folder. By these hashes it knows what was changed in it, and keeps that.\n[files]\n{}",
        bundle.manifest.id,
        lines.collect::<String>()
    )
}

fn alter(files: &mut Vec<Member>, luck: &mut Luck, listed_rightly: &mut bool) {
    let at = luck.below(files.len());
    if files.is_empty() {
        return;
    }
    let number = |luck: &mut Luck| -> u32 {
        [0, 1, 0xffff, 0x7fff_ffff, 0xffff_ffff, luck.any() as u32][luck.below(6)]
    };
    match luck.below(14) {
        0 => files[at].name = luck.one(&NAMES).unwrap_or(&"x").as_bytes().to_vec(),
        1 => files.push(file(luck.one(&NAMES).unwrap_or(&"x"), b"more")),
        2 => files.push(files[at].clone()),
        3 => drop(files.remove(at)),
        4 => {
            let other = luck.below(files.len());
            files.swap(at, other);
            *listed_rightly = false;
        }
        5 => files[at].name = bytes::altered(&files[at].name, &[], luck),
        6 => files[at].name = files[at].name.to_ascii_uppercase(),
        7 | 8 => {
            let content = String::from_utf8_lossy(&files[at].content).into_owned();
            files[at].content = text::altered(&content, &[MANIFEST], luck).into_bytes();
            *listed_rightly &= files[at].name != LIST.as_bytes();
        }
        9 => files[at].mode = [0, 0o120_777, 0o040_755, 0o010_644, 0o060_644, 0o104_755][luck.below(6)],
        10 => files[at].method = [0, 8, 9, 12, 14, 93, 99][luck.below(7)],
        11 => files[at].flags = [0, 1, 8, 0x40, 0x800, 0x2000][luck.below(6)],
        12 => {
            let claims = &mut files[at].claims;
            match luck.below(5) {
                0 => claims.size = Some(number(luck)),
                1 => claims.packed = Some(number(luck)),
                2 => claims.sum = Some(number(luck)),
                3 => claims.at = Some(number(luck)),
                _ => claims.other_name = true,
            }
        }
        _ => {
            // Fields that readers know: for large files, for names in UTF-8, for encryption.
            let kind: u16 = [1, 0x7075, 0x9901, 0x5455, 0xffff][luck.below(5)];
            let length = [0, 1, 8, 28, 40][luck.below(5)];
            let extra = &mut files[at].extra;
            extra.extend(kind.to_le_bytes());
            extra.extend((length as u16).to_le_bytes());
            extra.extend((0..length).map(|_| luck.any() as u8));
        }
    }
}

fn ending(luck: &mut Luck) -> Ending {
    let mut ending = Ending::default();
    match luck.below(12) {
        0 => ending.files = Some(luck.any() as u16),
        1 => ending.size = Some(luck.any() as u32 >> luck.below(32)),
        2 => ending.at = Some(luck.any() as u32 >> luck.below(32)),
        3 => ending.large = Some((luck.any() >> luck.below(64), luck.any() >> luck.below(64))),
        4 => {
            ending = Ending { files: Some(u16::MAX), size: Some(u32::MAX), at: Some(u32::MAX), large: None };
            ending.large = Some((luck.any() >> luck.below(64), luck.any() >> luck.below(64)));
        }
        _ => {}
    }
    ending
}
