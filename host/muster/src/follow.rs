//! Hot reload: a table follows the files of its rules while it is open.
//!
//! The folders are watched, not the files: editors save by writing beside a file and renaming. What counts is the text
//! that a file has when its folder has been quiet for a moment and it stays the same; a text that can't be compiled (half of one, perhaps) leaves
//! the old one in force and is told, and the next save is looked at again.

use std::path::{Path, PathBuf};
use std::time::Duration;

use muster_contract::RuleText;
use muster_scripts::Known;
use muster_scripts::rules::{RuleShelf, read};
use muster_table::{Recipient, Remote};
use notify::RecursiveMode;

use crate::watch::{Watch, watch};

/// How long a folder must be quiet before its files are read.
pub(crate) const QUIET: Duration = Duration::from_millis(60);

/// How long what was read must stay the same: some editors empty a file before they write it, or write it in pieces.
const SETTLED: Duration = Duration::from_millis(120);
/// How often it is looked at again while it changes.
const LOOKS: usize = 10;

/// What was read, read again until it stays the same.
pub(crate) fn settled<T: PartialEq>(mut found: T, read: impl Fn() -> T) -> T {
    for _ in 0..LOOKS {
        std::thread::sleep(SETTLED);
        let again = read();
        if again == found {
            break;
        }
        found = again;
    }
    found
}

/// Follows the files of a table's rules until it is dropped.
pub(crate) struct Follower {
    _watch: Watch,
}

/// A rule, and what its file was when it was last looked at.
struct Followed {
    path: PathBuf,
    seen: Option<String>,
    in_force: RuleText,
}

impl Follower {
    /// Follows these rules for a table; none if there is nothing to follow. What can't be watched on this machine isn't
    /// followed, which is told once.
    pub(crate) fn start(remote: &Remote, rules: &[RuleText], shelf: &RuleShelf) -> Option<Self> {
        let followed = rules.iter().filter_map(|rule| {
            let path = shelf.find(&rule.id)?.path;
            Some(Followed { seen: read(&path).ok(), path, in_force: rule.clone() })
        });
        let mut followed: Vec<Followed> = followed.collect();
        let mut folders: Vec<PathBuf> =
            followed.iter().filter_map(|one| one.path.parent().map(Path::to_owned)).collect();
        folders.sort();
        folders.dedup();
        if folders.is_empty() {
            return None;
        }
        let to = remote.clone();
        let otherwise = "house rules are not followed as their files are saved";
        let look = move || look(&mut followed, &to);
        let watch = watch(remote, &folders, RecursiveMode::NonRecursive, QUIET, otherwise, look)?;
        Some(Self { _watch: watch })
    }
}

/// Reads what has changed, and lets it take over. What was changed earlier and isn't in force (a mistake, or a change made while
/// nobody played) stays out of it.
fn look(followed: &mut [Followed], table: &Remote) {
    let mut texts: Vec<RuleText> = Vec::new();
    for one in followed.iter_mut() {
        let id = &one.in_force.id;
        let found = read(&one.path);
        if found.as_ref().ok() == one.seen.as_ref() {
            continue;
        }
        match settled(found, || read(&one.path)) {
            Ok(text) if one.seen.as_ref() == Some(&text) => {}
            Ok(text) => {
                if one.in_force.text != text {
                    texts.push(RuleText { text: text.clone(), ..one.in_force.clone() });
                }
                one.seen = Some(text);
            }
            Err(problem) if one.seen.take().is_some() => {
                table.notify_host(format!("house rule {id} stays in force as it was: {problem}"));
            }
            Err(_) => {}
        }
    }
    if texts.is_empty() {
        return;
    }
    let taken = table.run({
        let texts = texts.clone();
        move |table| {
            // The others keep the text that the table plays with.
            let all = table
                .rules()
                .iter()
                .map(|rule| texts.iter().find(|text| text.id == rule.id).unwrap_or(rule).clone());
            let all: Vec<RuleText> = all.collect();
            let flaw = crate::rules::flaw(&all, Known::from(table.module().as_ref()));
            let done = flaw.map_or_else(|| table.reload(all).map_err(|refused| refused.to_string()), Err);
            if let Err(why) = &done {
                table.notify(Recipient::Host, format!("the house rules stay in force as they were: {why}"));
            }
            done.is_ok()
        }
    });
    if taken.recv() == Ok(true) {
        for text in texts {
            if let Some(one) = followed.iter_mut().find(|one| one.in_force.id == text.id) {
                one.in_force = text;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_pieces_is_read_whole() {
        let readings = std::cell::RefCell::new(["half", "whole", "whole", "later"].into_iter());
        let found = settled("", || readings.borrow_mut().next().unwrap());
        assert_eq!((found, readings.into_inner().next()), ("whole", Some("later")));
        // What never stays the same is taken as it is in the end.
        let counted = std::cell::Cell::new(0);
        let last = settled(0, || {
            counted.set(counted.get() + 1);
            counted.get()
        });
        assert_eq!(last, LOOKS);
    }
}
