//! Alters bytes without knowing what they mean.

use crate::Luck;

/// Numbers at which something often goes wrong.
const NUMBERS: [u64; 20] = [
    0,
    1,
    2,
    7,
    16,
    32,
    64,
    99,
    100,
    127,
    128,
    255,
    256,
    0x7fff,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7fff_ffff_ffff_ffff,
    u64::MAX,
];

/// The input with one to a few alterations; parts of `others` may come into it.
pub fn altered(input: &[u8], others: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..luck.length(6) {
        alter(&mut bytes, others, luck);
    }
    bytes
}

fn alter(bytes: &mut Vec<u8>, others: &[Vec<u8>], luck: &mut Luck) {
    let part = luck.part(bytes.len());
    match luck.below(9) {
        0 => {
            let at = luck.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << luck.below(8);
            }
        }
        1 => {
            let at = luck.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte = luck.any() as u8;
            }
        }
        2 => {
            let number = *luck.one(&NUMBERS).unwrap_or(&0);
            let width = 1 << luck.below(4);
            let written = if luck.once_in(4) { number.to_be_bytes() } else { number.to_le_bytes() };
            let at = luck.below(bytes.len());
            for (place, byte) in bytes.iter_mut().skip(at).take(width).zip(written) {
                *place = byte;
            }
        }
        3 => drop(bytes.drain(part)),
        4 => {
            let copy = bytes[part].to_vec();
            insert(bytes, &copy, luck);
        }
        5 => {
            let copy = bytes[part].repeat(luck.length(64));
            insert(bytes, &copy[..copy.len().min(1 << 16)], luck);
        }
        6 => {
            if let Some(other) = luck.one(others) {
                let copy = other[luck.part(other.len())].to_vec();
                insert(bytes, &copy, luck);
            }
        }
        7 => {
            if let Some(other) = luck.one(others) {
                let copy = &other[luck.part(other.len())];
                for (place, byte) in bytes.iter_mut().skip(part.start).zip(copy) {
                    *place = *byte;
                }
            }
        }
        _ => {
            let length = luck.below(bytes.len() + 1);
            bytes.truncate(length);
        }
    }
}

fn insert(bytes: &mut Vec<u8>, more: &[u8], luck: &mut Luck) {
    let at = luck.below(bytes.len() + 1);
    bytes.splice(at..at, more.iter().copied());
}
