//! Compiled code, kept from one start to the next.
//!
//! Compiling takes half a second to a second per megabyte of component, loading what was compiled a tenth of a
//! millisecond. Machine code is trusted code: what is loaded as such must have been written by this
//! program. So the folder has to be this user's alone, nothing is ever loaded from a module's own folder, and an
//! entry that was damaged is thrown away.

#![allow(unsafe_code)]

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use wasmtime::{Engine, component::Component};

/// What an entry starts with; the hash of component and code and the code follow.
const MAGIC: &[u8] = b"muster compiled module 2\n";

/// How long an entry may be, in bytes: eight times as long as the largest component that is read.
const LONGEST: u64 = 8 * crate::limits::LARGEST;

/// How many entries are kept. A module's author makes one with every build.
const ENTRIES: usize = 64;

/// How many drafts of entries this program has begun: no two have one name.
static DRAFTS: AtomicU64 = AtomicU64::new(0);

/// A folder of compiled components.
pub(crate) struct Cache {
    folder: PathBuf,
    /// The part of an entry's name that stands for the engine: its version, its settings, this processor.
    compatibility: String,
    /// Whether the folder may be used, found out at its first use.
    usable: OnceLock<Result<(), String>>,
    /// Why an entry could last not be read or kept.
    failed: Mutex<Option<(PathBuf, String)>>,
}

impl Cache {
    pub(crate) fn new(folder: PathBuf, engine: &Engine) -> Self {
        let mut hasher = Blake3::default();
        std::hash::Hash::hash(&engine.precompile_compatibility_hash(), &mut hasher);
        let compatibility = hasher.0.finalize().to_hex()[..16].to_owned();
        Self { folder, compatibility, usable: OnceLock::new(), failed: Mutex::default() }
    }

    /// The component that was compiled from bytes of this hash, if it is there in good order.
    pub(crate) fn load(&self, engine: &Engine, hash: &blake3::Hash) -> Option<Component> {
        self.usable().ok()?;
        let path = self.path(hash);
        let bytes = match read(&path) {
            Ok(bytes) => bytes,
            Err(why) if why.kind() == io::ErrorKind::NotFound => return None,
            Err(why) => {
                // What is no entry makes room for one; what the system refuses now may be there the next time.
                if why.kind() == io::ErrorKind::InvalidData && fs::remove_file(&path).is_ok() {
                    return None;
                }
                self.note(&path, &why);
                return None;
            }
        };
        let component = code(&bytes, hash).and_then(|code| {
            // SAFETY: `deserialize` must get what `Component::serialize` gave. Only `store` writes entries, and it
            // writes just that; `usable` made sure that no other user can write to the folder; and `code` checked
            // the entry's hash, so that a damaged disk or a half-written file is not taken for an entry.
            // wasmtime itself refuses the output of another version or other settings.
            unsafe { Component::deserialize(engine, code) }.ok()
        });
        match &component {
            // Which entries are still in use decides what is thrown away.
            Some(_) => {
                let _ = fs::File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
            }
            None => {
                let _ = fs::remove_file(&path);
            }
        }
        component
    }

    /// Keeps a component. It is not an error if that can't be done; the next start compiles anew.
    pub(crate) fn store(&self, hash: &blake3::Hash, component: &Component) {
        if self.usable().is_err() {
            return;
        }
        let Ok(code) = component.serialize() else { return };
        let mut entry = Vec::with_capacity(MAGIC.len() + blake3::OUT_LEN + code.len());
        entry.extend_from_slice(MAGIC);
        entry.extend_from_slice(check(hash, &code).as_bytes());
        entry.extend_from_slice(&code);
        let path = self.path(hash);
        // Written beside it and renamed, so that another Muster never reads half an entry.
        let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
        let draft = path.with_extension(format!("draft-{}-{number}", std::process::id()));
        // Of a program that had this one's number and was killed.
        let _ = fs::remove_file(&draft);
        let written = File::create_new(&draft).and_then(|mut file| file.write_all(&entry));
        match written.and_then(|()| fs::rename(&draft, &path)) {
            // What could not be read there has made room.
            Ok(()) => self.forget(&path),
            Err(why) => {
                let _ = fs::remove_file(&draft);
                self.note(&path, &why);
            }
        }
        self.prune(&path);
    }

    /// Returns why the folder isn't used, if it isn't, or why an entry could last not be read or kept.
    pub(crate) fn problem(&self) -> Option<String> {
        let failed = || self.failed().as_ref().map(|(path, why)| format!("{}: {why}", path.display()));
        self.usable().err().or_else(failed)
    }

    fn failed(&self) -> MutexGuard<'_, Option<(PathBuf, String)>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, path: &Path, why: &io::Error) {
        *self.failed() = Some((path.to_owned(), why.to_string()));
    }

    fn forget(&self, path: &Path) {
        self.failed().take_if(|failed| failed.0 == path);
    }

    fn path(&self, hash: &blake3::Hash) -> PathBuf {
        self.folder.join(format!("{}-{}.code", hash.to_hex(), self.compatibility))
    }

    fn usable(&self) -> Result<(), String> {
        self.usable
            .get_or_init(|| {
                private(&self.folder).map_err(|error| format!("{}: {error}", self.folder.display()))
            })
            .clone()
    }

    /// Throws away what was not used for longest, but never this entry, which has just been written.
    fn prune(&self, kept: &Path) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let now = SystemTime::now();
        let mut entries: Vec<(Option<SystemTime>, PathBuf)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let used = entry.metadata().ok()?.modified().ok()?;
                // Of a date that hasn't come yet it isn't known when it was.
                Some(((used <= now).then_some(used), entry.path()))
            })
            .filter(|(_, path)| path != kept)
            .collect();
        entries.sort();
        for (_, path) in entries.iter().rev().skip(ENTRIES - 1) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Reads an entry. What isn't one, a pipe say or a file without an end, is neither waited for nor read.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    muster_files::read_opened(muster_files::open_unlinked(path)?, LONGEST)
}

/// The code of an entry, if it was compiled from the component of this hash, and is whole.
fn code<'a>(entry: &'a [u8], component: &blake3::Hash) -> Option<&'a [u8]> {
    let rest = entry.strip_prefix(MAGIC)?;
    let (hash, code) = rest.split_at_checked(blake3::OUT_LEN)?;
    (check(component, code).as_bytes() == hash).then_some(code)
}

/// The hash that an entry begins with: of the component's own and of the code, so that an entry under another's name is none.
fn check(component: &blake3::Hash, code: &[u8]) -> blake3::Hash {
    blake3::Hasher::new().update(component.as_bytes()).update(code).finalize()
}

/// What makes folders that are this user's alone, as far as the system knows of such.
#[cfg(unix)]
fn private_builder() -> fs::DirBuilder {
    let mut builder = fs::DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

#[cfg(not(unix))]
fn private_builder() -> fs::DirBuilder {
    fs::DirBuilder::new()
}

/// Makes sure that the folder is there, and that it is this user's alone.
fn private(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    match private_builder().create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let about = fs::symlink_metadata(folder)?;
    if !about.is_dir() {
        return Err(io::Error::other("compiled code is not kept there, since it is no folder; remove it"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if about.mode() & 0o077 != 0 {
            return Err(io::Error::other(
                "compiled code is not kept there, since others may use the folder; remove it, or `chmod 700` it \
                 if you trust what is in it",
            ));
        }
        // The standard library doesn't say who we are; a file that we make does, and no link that somebody else made.
        forget_probes(folder);
        let probe = folder.join(format!("{PROBE}{}", std::process::id()));
        let made = fs::File::create_new(&probe).and_then(|file| file.metadata());
        let _ = fs::remove_file(&probe);
        if about.uid() != made?.uid() {
            return Err(io::Error::other(
                "compiled code is not kept there, since it belongs to another user",
            ));
        }
    }
    Ok(())
}

/// What a probe's name begins with.
#[cfg(unix)]
const PROBE: &str = ".probe-";

/// Removes probes that a program which was killed has left.
#[cfg(unix)]
fn forget_probes(folder: &Path) {
    const LEFT: Duration = Duration::from_secs(60);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let old = || entry.metadata().and_then(|about| about.modified()).ok()?.elapsed().ok();
        if entry.file_name().to_string_lossy().starts_with(PROBE) && old().is_some_and(|age| age > LEFT) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Lets blake3 stand where the standard library wants a hasher.
#[derive(Default)]
struct Blake3(blake3::Hasher);

impl std::hash::Hasher for Blake3 {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let hash = self.0.finalize();
        let mut first = [0; 8];
        first.copy_from_slice(&hash.as_bytes()[..8]);
        u64::from_le_bytes(first)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_program_left_goes_and_what_another_is_making_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
        let made = |name: &str, age: u64| {
            let path = folder.path().join(name);
            let file = fs::File::create(&path).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
            path
        };
        let (old, new, entry) = (made(".probe-1", 3_600), made(".probe-2", 1), made("entry", 3_600));
        private(folder.path()).unwrap();
        assert_eq!([old.exists(), new.exists(), entry.exists()], [false, true, true]);
    }

    /// A cache in a folder of its own, and a component that was compiled from bytes of this hash.
    fn cache() -> (tempfile::TempDir, Engine, Cache, Component) {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = Engine::default();
        let cache = Cache::new(folder.path().join("cache"), &engine);
        let empty = [0, b'a', b's', b'm', 13, 0, 1, 0];
        let component = Component::new(&engine, empty).expect("a component");
        (folder, engine, cache, component)
    }

    #[test]
    fn an_entry_under_the_name_of_another_component_is_none() {
        let (_folder, engine, cache, component) = cache();
        let [own, other] = [blake3::hash(b"own"), blake3::hash(b"other")];
        cache.store(&own, &component);
        assert!(cache.load(&engine, &own).is_some());
        fs::copy(cache.path(&own), cache.path(&other)).unwrap();
        assert!(cache.load(&engine, &other).is_none());
        assert!(!cache.path(&other).exists(), "it makes room for one");
    }

    #[test]
    fn a_problem_that_a_new_entry_has_put_right_is_told_no_longer() {
        let (_folder, engine, cache, component) = cache();
        let hash = blake3::hash(b"own");
        cache.store(&hash, &component);
        File::options().write(true).open(cache.path(&hash)).unwrap().set_len(LONGEST + 1).unwrap();
        assert!(cache.load(&engine, &hash).is_none());
        assert!(cache.problem().is_some());
        cache.store(&hash, &component);
        assert_eq!(cache.problem(), None);
        assert!(cache.load(&engine, &hash).is_some());
    }

    #[test]
    fn what_was_made_while_a_clock_ran_ahead_goes_before_what_is_used() {
        let (_folder, engine, cache, component) = cache();
        let hash = blake3::hash(b"own");
        cache.store(&hash, &component);
        for number in 0..ENTRIES + 6 {
            let file = File::create(cache.folder.join(format!("{number}.code"))).unwrap();
            file.set_modified(SystemTime::now() + Duration::from_secs(100_000_000)).unwrap();
        }
        cache.store(&blake3::hash(b"another"), &component);
        assert!(cache.load(&engine, &hash).is_some());
        assert_eq!(fs::read_dir(&cache.folder).unwrap().count(), ENTRIES);
    }
}
