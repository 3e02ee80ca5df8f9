//! `cargo xtask dist --check`: the packages in the hands of whoever gets them, away from the source. What a machine lacks for it is told,
//! and isn't tried.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{another, newcomer::Newcomer, wine};
use muster_workshop::Problem;

use crate::{
    Failure,
    workspace::{answer, at, run},
};

/// The games that are played on each system: module and scenario, and how many of them.
const GAMES: [(&str, &str, u32); 5] = [
    ("brigade", "first-fight", 6),
    ("bull-run", "bull-run-lesson", 5),
    ("bobby-lee", "bobby-lee-lesson", 3),
    ("cw-strategy", "cw-strategy-lesson", 3),
    ("us-civil-war", "us-civil-war-lesson", 3),
];

/// The beginning of a journal tells when it was begun.
const BEGUN: &str = "\"created\":\"";

/// How a line ends that tells by a check that it follows those before it.
const CHECK: &str = ",\"check\":\"";

/// What somebody who builds Muster may have set for his own.
pub(super) const OWN: [&str; 4] = ["MUSTER_MODULES", "MUSTER_SCENARIOS", "MUSTER_RULES", "MUSTER_DATA"];

/// The packages by what their names end in.
pub(super) struct Packages<'p>(pub(super) Vec<(&'p str, PathBuf)>);

impl Packages<'_> {
    /// Tries all of them, in a folder that is emptied first.
    pub(super) fn check(&self, work: &Path) -> Result<(), Failure> {
        if work.exists() {
            fs::remove_dir_all(work).map_err(at(work))?;
        }
        // As somebody's folder may be called.
        let home = work.join("Käthe's folder");
        fs::create_dir_all(&home).map_err(at(&home))?;
        let ending = |wanted: &str| self.0.iter().find(|(ending, _)| *ending == wanted).map(|(_, path)| path);
        let mut games = None;
        if let Some(archive) = ending(".tar.gz") {
            games = Some(unpacked(archive, &home)?);
            another::uses(&first_in(&home)?, work)?;
        }
        if let Some(package) = ending(".deb") {
            installed(package)?;
        }
        if let (Some(zip), Some(games)) = (ending(".zip"), games) {
            wine::check(zip, &home, &games)?;
        }
        Ok(())
    }
}

/// A command of a program, without what the person who builds has set for his own.
pub(super) fn muster(program: &Path, home: &Path) -> Command {
    let mut muster = Command::new(program);
    muster.current_dir(home).env("HOME", home);
    OWN.iter().for_each(|name| {
        muster.env_remove(name);
    });
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        muster.env_remove(name);
    }
    muster
}

/// The archive: unpacked in a folder with blanks, asked what it has, played. Gives the folder of the journals.
fn unpacked(archive: &Path, home: &Path) -> Result<PathBuf, Failure> {
    run(Command::new("tar").arg("-C").arg(home).arg("-xzf").arg(archive), "tar")?;
    let program = first_in(home)?.join("bin/muster");
    has_all(&mut muster(&program, home))?;
    let journals = home.join("games on Linux");
    fs::create_dir_all(&journals).map_err(at(&journals))?;
    played(&journals, &|| muster(&program, home), &|path| path.display().to_string())?;
    let prefix = first_in(home)?;
    Newcomer { program: &program, home }.begins_a_module(&prefix.join("share/muster/authors"))?;
    println!("{}: unpacked, lists its modules, {} games, a module begun", archive.display(), count());
    Ok(journals)
}

fn count() -> u32 {
    GAMES.iter().map(|(_, _, count)| count).sum()
}

/// The folder that an archive has made.
pub(super) fn first_in(home: &Path) -> Result<PathBuf, Problem> {
    let mut found = fs::read_dir(home).map_err(at(home))?.flatten().map(|entry| entry.path());
    found
        .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("muster-")))
        .ok_or_else(|| Problem::Place(format!("{}: nothing was unpacked there", home.display())))
}

/// Whether a program has all modules, and can play each.
pub(super) fn has_all(muster: &mut Command) -> Result<(), Failure> {
    let listed = answer(muster.args(["modules", "--json"]), "muster modules")?;
    let listed: Vec<serde_json::Value> = serde_json::from_slice(&listed.stdout)
        .map_err(|why| Problem::Answer { program: "muster modules".into(), detail: why.to_string() })?;
    for (id, _, _) in GAMES {
        let state = listed.iter().find(|one| one["id"] == id).map(|one| one["state"].clone());
        if state != Some("ready".into()) {
            return Err(Failure::Failed(format!("{id} can't be played ({state:?}): what was made")));
        }
    }
    Ok(())
}

/// Lets bots play the games into this folder.
pub(super) fn played(
    folder: &Path,
    muster: &dyn Fn() -> Command,
    named: &dyn Fn(&Path) -> String,
) -> Result<(), Failure> {
    for (module, scenario, count) in GAMES {
        for seed in 1..=count {
            let journal = folder.join(format!("{module}-{seed}.jsonl"));
            let mut table = muster();
            table.args(["table", module, scenario, "--seats", "bot:random,bot:random"]);
            table.args(["--seed", &seed.to_string(), "--journal", &named(&journal)]);
            table.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let begun = table.spawn();
            let mut table = begun.map_err(|error| Problem::Missing { program: "muster".into(), error })?;
            // The table ends when nobody is there to write to it.
            let kept_open = table.stdin.take();
            let mut over = false;
            if let Some(output) = table.stdout.take() {
                over = BufReader::new(output)
                    .lines()
                    .map_while(Result::ok)
                    .any(|line| line.contains("\"outcome\":{"));
            }
            drop(kept_open);
            let _ = table.wait();
            if !over {
                return Err(Failure::Failed(format!("{}: a game that was to be over", journal.display())));
            }
        }
    }
    Ok(())
}

/// Whether the same games were played into both folders, byte by byte but for when each was begun.
pub(super) fn are_the_same(one: &Path, other: &Path) -> Result<(), Failure> {
    for entry in fs::read_dir(one).map_err(at(one))?.flatten() {
        let (path, there) = (entry.path(), other.join(entry.file_name()));
        let read = |path: &Path| fs::read_to_string(path).map(|text| without_begun(&text)).map_err(at(path));
        if read(&path)? != read(&there)? {
            let what = format!("{} and {}: the comparison of games", path.display(), there.display());
            return Err(Failure::Failed(what));
        }
    }
    Ok(())
}

/// A journal without the moment that it was begun at, and without the checks at the ends of its lines, all of which follow from that.
fn without_begun(journal: &str) -> String {
    let unchecked = journal.lines().map(|line| line.rsplit_once(CHECK).map_or(line, |(before, _)| before));
    let unchecked = unchecked.collect::<Vec<_>>().join("\n");
    match unchecked.split_once(BEGUN) {
        Some((before, rest)) => {
            before.to_owned() + rest.split_once('"').map(|(_, after)| after).unwrap_or_default()
        }
        None => unchecked,
    }
}

/// The package for Debian: installed, used and removed in a fresh Debian that has neither a compiler nor a display.
fn installed(package: &Path) -> Result<(), Failure> {
    if answer(Command::new("mmdebstrap").arg("--version"), "mmdebstrap").is_err() {
        println!("{}: not tried, as mmdebstrap isn't there", package.display());
        return Ok(());
    }
    let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let inside = format!(
        "set -e; cd /tmp; test ! -e /usr/bin/cc; dpkg --install /{name}; PATH=/usr/games:$PATH; \
         muster --version; muster modules; muster sim brigade first-fight --games 1 --bots random,random; dpkg --remove muster; \
         test ! -e /usr/games/muster; test ! -e /usr/share/muster; test -d /root/.local/state/muster"
    );
    let mut debian = Command::new("mmdebstrap");
    debian.args(["--quiet", "--variant=minbase", "--format=null"]);
    debian.arg(format!("--customize-hook=copy-in '{}' /", package.display()));
    debian.arg(format!("--customize-hook=chroot \"$1\" env HOME=/root sh -c '{inside}'"));
    run(debian.args(["bookworm", "-"]), "the package for Debian, in a fresh one,")?;
    println!("{}: installed, used and removed in a fresh Debian", package.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn journals_are_compared_without_when_they_were_begun() {
        let journal = |begun: &str, check: &str| {
            let begins = format!("{{\"created\":\"{begun}\",\"seed\":1,\"check\":\"{check}\"}}");
            format!("{begins}\n{{\"pick\":2,\"check\":\"{check}\"}}\n")
        };
        let one = without_begun(&journal("2026-11-27T16:50:24Z", "6d86b3dec363480c"));
        assert_eq!(one, without_begun(&journal("2001-01-01T00:00:00Z", "dc83ae82cb1ed70c")));
        assert_ne!(one, without_begun(&journal("", "").replace(":2", ":3")));
    }
}
