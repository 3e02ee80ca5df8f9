//! Zip archives as a forger writes them: every number in them may be a lie.

use std::io::Read;

/// One file of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// Its name, which need not be text.
    pub name: Vec<u8>,
    /// Its content, as it is when unpacked.
    pub content: Vec<u8>,
    /// Its kind and permissions as Unix has them (`0o120777` is a link), or 0.
    pub mode: u32,
    /// How it says that it is packed: 0 is stored, 8 deflated. What is written is always right for 0 and 8.
    pub method: u16,
    /// Flags: 1 is encrypted, 8 says that sizes follow the content, 0x800 that the name is UTF-8.
    pub flags: u16,
    /// What is said of it instead of the truth.
    pub claims: Claims,
    /// The extra field.
    pub extra: Vec<u8>,
}

/// What is said of a file instead of the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// Its size when unpacked.
    pub size: Option<u32>,
    /// Its size when packed.
    pub packed: Option<u32>,
    /// Its checksum.
    pub sum: Option<u32>,
    /// Where it begins in the archive.
    pub at: Option<u32>,
    /// Its name at its place, where the directory has the other one.
    pub other_name: bool,
}

/// What is said at the end of an archive instead of the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// How many files there are.
    pub files: Option<u16>,
    /// How long the directory is.
    pub size: Option<u32>,
    /// Where the directory is.
    pub at: Option<u32>,
    /// An end for large archives before the usual one, with this many files and this place of the directory.
    pub large: Option<(u64, u64)>,
}

/// A plain file.
pub fn file(name: &str, content: &[u8]) -> Member {
    Member { name: name.as_bytes().to_vec(), content: content.to_vec(), mode: 0o100_644, ..Member::default() }
}

/// The archive of these files.
pub fn archive(members: &[Member], ending: Ending) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    for member in members {
        let at = bytes.len() as u32;
        let packed = packed(member);
        let mut local = member.clone();
        if member.claims.other_name {
            local.name.reverse();
        }
        bytes.extend(b"PK\x03\x04\x14\x00");
        bytes.extend(common(&local, &packed));
        bytes.extend(&local.name);
        bytes.extend(&local.extra);
        bytes.extend(&packed);
        directory.extend(b"PK\x01\x02\x14\x03\x14\x00");
        directory.extend(common(member, &packed));
        directory.extend([0; 6]);
        directory.extend((member.mode << 16).to_le_bytes());
        directory.extend(member.claims.at.unwrap_or(at).to_le_bytes());
        directory.extend(&member.name);
        directory.extend(&member.extra);
    }
    let (at, size) = (bytes.len() as u32, directory.len() as u32);
    bytes.extend(directory);
    if let Some((files, place)) = ending.large {
        let here = bytes.len() as u64;
        bytes.extend(b"PK\x06\x06");
        bytes.extend(44_u64.to_le_bytes());
        bytes.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        bytes.extend(files.to_le_bytes());
        bytes.extend(files.to_le_bytes());
        bytes.extend(u64::from(size).to_le_bytes());
        bytes.extend(place.to_le_bytes());
        bytes.extend(b"PK\x06\x07\0\0\0\0");
        bytes.extend(here.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
    }
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    let files = ending.files.unwrap_or(members.len() as u16).to_le_bytes();
    bytes.extend(files);
    bytes.extend(files);
    bytes.extend(ending.size.unwrap_or(size).to_le_bytes());
    bytes.extend(ending.at.unwrap_or(at).to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

/// What the local header and the directory have in common.
fn common(member: &Member, packed: &[u8]) -> Vec<u8> {
    let Claims { size, packed: packed_size, sum, .. } = member.claims;
    let mut bytes = Vec::new();
    bytes.extend(member.flags.to_le_bytes());
    bytes.extend(member.method.to_le_bytes());
    bytes.extend([0, 0, 0x21, 0]);
    bytes.extend(sum.unwrap_or_else(|| checksum(&member.content)).to_le_bytes());
    bytes.extend(packed_size.unwrap_or(packed.len() as u32).to_le_bytes());
    bytes.extend(size.unwrap_or(member.content.len() as u32).to_le_bytes());
    bytes.extend((member.name.len() as u16).to_le_bytes());
    bytes.extend((member.extra.len() as u16).to_le_bytes());
    bytes
}

/// The content as it lies in the archive; "deflated" in blocks that are stored.
fn packed(member: &Member) -> Vec<u8> {
    if member.method != 8 {
        return member.content.clone();
    }
    let mut bytes = Vec::new();
    let mut blocks = member.content.chunks(0xffff).peekable();
    while let Some(block) = blocks.next() {
        let length = block.len() as u16;
        bytes.push(u8::from(blocks.peek().is_none()));
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(block);
    }
    if bytes.is_empty() { vec![3, 0] } else { bytes }
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

/// The files of an archive that is as it should be; as many as can be read of another.
pub fn members(bytes: &[u8]) -> Vec<Member> {
    const MOST: u64 = 1 << 20;
    let Ok(mut archive) = zip::ZipArchive::new(std::io::Cursor::new(bytes)) else { return Vec::new() };
    let mut members = Vec::new();
    for index in 0..archive.len().min(200) {
        let Ok(file) = archive.by_index(index) else { continue };
        let (name, mode) = (file.name_raw().to_vec(), file.unix_mode().unwrap_or(0));
        let mut content = Vec::new();
        if file.take(MOST).read_to_end(&mut content).is_ok() {
            members.push(Member { name, content, mode, ..Member::default() });
        }
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_without_lies_is_read() {
        let files =
            [file("a.txt", b"one"), Member { method: 8, ..file("b.txt", &[7; 100_000]) }, file("c", b"")];
        let read = members(&archive(&files, Ending::default()));
        assert_eq!(read.len(), 3);
        for (read, written) in read.iter().zip(&files) {
            assert_eq!((&read.name, &read.content), (&written.name, &written.content));
        }
        let large = Ending { large: Some((1, 33)), ..Ending::default() };
        assert_eq!(members(&archive(&files[..1], large)).len(), 1);
    }
}
