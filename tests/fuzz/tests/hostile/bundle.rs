//! Bundles that are bombs, or lie.

use std::io::{Cursor, Write};

use muster_fuzz::fine;
use muster_fuzz::targets::zip::{Claims, Ending, Member, archive, file};
use muster_fuzz::targets::{NAMES, listed, toy};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

#[track_caller]
fn said(bytes: &[u8], words: &str) {
    let said = fine("bundle", bytes);
    assert!(said.contains(words), "{said}");
}

/// A right bundle of the toy and these files.
fn with(more: Vec<Member>) -> Vec<u8> {
    let mut files = toy();
    files.extend(more);
    archive(&listed(files), Ending::default())
}

#[test]
fn names_that_lead_elsewhere() {
    for name in NAMES {
        fine("bundle", &with(vec![file(name, b"evil")]));
    }
    said(&with(vec![file("../evil.md", b"evil")]), "can't hold a file");
    said(&with(vec![file("rules/1-FIRST.md", b"other")]), "can't tell apart");
    said(&with(vec![file(&"x/".repeat(30_000), b"deep")]), "can't hold a file");
    let link = Member { mode: 0o120_777, ..file("rules/passwd.md", b"/etc/passwd") };
    said(&with(vec![link]), "no plain file");
    let other =
        Member { claims: Claims { other_name: true, ..Claims::default() }, ..file("rules/x.md", b"x") };
    fine("bundle", &with(vec![other]));
}

#[test]
fn two_files_of_one_name_are_one_or_none() {
    fine("bundle", &with(vec![file("rules/1-first.md", b"another")]));
    let mut files = listed(toy());
    files.push(file("plugin.toml", b"another"));
    said(&archive(&files, Ending::default()), "changed after it was packed");
}

#[test]
fn a_bomb_stops_at_the_limit() {
    let zeros = vec![0_u8; 33 << 20];
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for name in ["bundle.toml", "rules/a.md", "rules/b.md"] {
        archive.start_file(name, options).unwrap();
        archive.write_all(&zeros).unwrap();
    }
    said(&archive.finish().unwrap().into_inner(), "too large");
    // Every file within the limit, and the list a million lines.
    let list = "\"a\" = \"b\"\n".repeat(3 << 20);
    said(
        &self::archive(
            &[file("bundle.toml", format!("format = 1\n[files]\n{list}").as_bytes())],
            Ending::default(),
        ),
        "too large",
    );
}

#[test]
fn lies_about_sizes_and_places() {
    for number in [0, 1, 0x7fff_ffff, u32::MAX - 1, u32::MAX] {
        let claims = [
            Claims { size: Some(number), ..Claims::default() },
            Claims { packed: Some(number), ..Claims::default() },
            Claims { at: Some(number), ..Claims::default() },
            Claims { sum: Some(number), ..Claims::default() },
        ];
        for claims in claims {
            for method in [0, 8] {
                fine("bundle", &with(vec![Member { claims, method, ..file("rules/x.md", b"content") }]));
            }
        }
        for (files, at) in
            [(u64::from(number), 0), (3, u64::from(number)), (u64::MAX, u64::MAX), (u64::MAX / 46, 0)]
        {
            let ending = Ending {
                large: Some((files, at)),
                files: Some(u16::MAX),
                size: Some(number),
                at: Some(u32::MAX),
            };
            fine("bundle", &archive(&listed(toy()), ending));
        }
    }
}

#[test]
fn a_million_files() {
    // A directory of nothing but headers, all of the same empty file.
    let member = Member { claims: Claims { at: Some(0), ..Claims::default() }, ..Member::default() };
    let one = |number: u32| {
        let mut bytes = b"PK\x01\x02\x14\x03\x14\x00".to_vec();
        bytes.extend([0; 20]);
        bytes.extend(6_u16.to_le_bytes());
        bytes.extend([0; 16]);
        bytes.extend(format!("{number:06x}").as_bytes());
        bytes
    };
    assert!(one(0).len() == 52 && member.content.is_empty());
    let mut bytes: Vec<u8> = (0..1_000_000).flat_map(one).collect();
    let size = bytes.len() as u64;
    bytes.extend(b"PK\x06\x06");
    bytes.extend(44_u64.to_le_bytes());
    bytes.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for number in [1_000_000, 1_000_000, size, 0] {
        bytes.extend(u64::to_le_bytes(number));
    }
    bytes.extend(b"PK\x06\x07\0\0\0\0");
    bytes.extend(size.to_le_bytes());
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend(b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0");
    said(&bytes, "number of its files");
}
