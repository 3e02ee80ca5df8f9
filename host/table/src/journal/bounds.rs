//! What an entry may hold. A journal may come from a stranger, and what no table writes isn't given to a module, kept or printed.

use muster_contract::{LONGEST_NAME, Seat, printable};

use super::entry::{Build, EntryKind};

/// The largest face that can be arranged: no die that a game rolls has more sides.
pub const LARGEST_FACE: u8 = 100;

/// How many dice one entry arranges at most. More are arranged by several.
pub const MOST_ARRANGED: usize = 10_000;

/// The longest version and the longest hash of a component, in bytes.
const LONGEST_BUILD: usize = 200;

/// How many values there are in one line of a journal at most: a list takes a hundred times as much memory as it has letters.
const MOST_VALUES: usize = 400_000;

/// What is wrong with a line of so many values, before any of them is kept.
pub(super) fn fault_in_line(body: &str) -> Option<String> {
    // Each but the first has a comma before it.
    let values = body.len() / 2 > MOST_VALUES && commas(body) >= MOST_VALUES;
    values.then(|| format!("it has more values than the {MOST_VALUES} that an entry may have"))
}

/// The commas between values: those in texts are left out.
fn commas(body: &str) -> usize {
    let (mut count, mut in_text, mut escaped) = (0, false, false);
    for byte in body.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_text,
            b'"' => in_text = !in_text,
            b',' if !in_text => count += 1,
            _ => {}
        }
    }
    count
}

/// What is wrong with what an entry of a game of this module records, if anything is.
pub(super) fn fault_in_entry(kind: &EntryKind, module: &str) -> Option<String> {
    match kind {
        EntryKind::Choice { seat, choice } | EntryKind::Draft { seat, choice } => {
            fault_in_choice(*seat, choice)
        }
        EntryKind::Group { drafts, .. } => drafts
            .iter()
            .flat_map(|draft| draft.choices.iter().map(|choice| (draft.seat, choice)))
            .find_map(|(seat, choice)| fault_in_choice(seat, choice)),
        EntryKind::Arranged { faces } => fault_in_faces(faces),
        EntryKind::Swap { build } if build.module != module => Some(format!(
            "a build of {:?} takes over, and this is a game of {:?}; only another build of the same module can",
            printable::name(&build.module),
            printable::name(module)
        )),
        EntryKind::Swap { build } => fault_in_build(build),
        EntryKind::Begin
        | EntryKind::DraftBack { .. }
        | EntryKind::Undo { .. }
        | EntryKind::Redo { .. }
        | EntryKind::Reseeded { .. }
        | EntryKind::Edit { .. }
        | EntryKind::Rules { .. } => None,
    }
}

fn fault_in_choice(seat: Seat, choice: &str) -> Option<String> {
    let long = choice.len();
    (long > LONGEST_NAME).then(|| {
        format!("seat {seat}'s choice has {long} bytes, and a choice has {LONGEST_NAME} at most: nobody chose that at a table")
    })
}

fn fault_in_faces(faces: &[u8]) -> Option<String> {
    if faces.len() > MOST_ARRANGED {
        let count = faces.len();
        return Some(format!("it arranges {count} dice, and an entry arranges {MOST_ARRANGED} at most"));
    }
    let face = faces.iter().find(|face| !(1..=LARGEST_FACE).contains(*face))?;
    Some(format!("it arranges the face {face}; faces are 1 to {LARGEST_FACE}"))
}

/// What is wrong with the texts that tell a build from others, if anything is: they are printed as they are.
pub(super) fn fault_in_build(build: &Build) -> Option<String> {
    let texts = [("module's id", &build.module), ("version", &build.version), ("hash", &build.component)];
    let (what, text) =
        texts.into_iter().find(|(_, text)| text.len() > LONGEST_BUILD || printable::name(text) != **text)?;
    let long = text.len();
    Some(match long > LONGEST_BUILD {
        true => format!("the build's {what} has {long} bytes, and it has {LONGEST_BUILD} at most"),
        false => format!("the build's {what} has letters that can't be printed: {}", printable::name(text)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_texts_are_no_values() {
        assert_eq!(commas(r#"{"a":"1,2\",3","b":[1,2,3],"c":"\\","d":","}"#), 5);
    }
}
