//! What is in a package: `bin`, `share` and so on, as they go below a prefix.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{Release, authors, parts::Parts, windows};
use muster_workshop::Problem;

use crate::{
    Failure,
    workspace::{answer, at, tracked},
};

/// A file of a package.
#[derive(Clone)]
pub(super) struct File {
    pub(super) bytes: Vec<u8>,
    /// Whether it is a program.
    pub(super) runs: bool,
}

/// The files of a package, by their paths below the prefix.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) files: BTreeMap<String, File>,
    /// Links, and where they lead.
    pub(super) links: BTreeMap<String, String>,
}

impl Tree {
    pub(super) fn of(release: &Release, program: &Path, modules: &[PathBuf]) -> Result<Self, Failure> {
        let mut tree = Self::default();
        tree.read("bin/muster", program)?;
        if let Some(file) = tree.files.get_mut("bin/muster") {
            file.runs = true;
        }
        tree.of_the_source(release)?;
        tree.made_by_the_program(release, program, modules)?;
        tree.parts(release, &release.target)?;
        Ok(tree)
    }

    /// The same for Windows, with the programs for it.
    pub(super) fn for_windows(
        &self,
        release: &Release,
        programs: &[(String, PathBuf)],
    ) -> Result<Self, Failure> {
        let mut shared = Self { files: self.files.clone(), links: BTreeMap::new() };
        shared.parts(release, windows::TARGET)?;
        let mut tree = Self::default();
        for (name, file) in shared.files {
            if let Some(name) = windows::name_there(&name) {
                tree.files.insert(name, file);
            }
        }
        for (name, path) in programs {
            tree.read(name, path)?;
            if let Some(file) = tree.files.get_mut(name) {
                file.runs = true;
            }
        }
        match tree.files.keys().find(|name| !windows::may_be_called(name)) {
            Some(name) => Err(Problem::Place(format!("Windows lets no file be called {name}")).into()),
            None => Ok(tree),
        }
    }

    /// What the program for this target is made of, and under which licences.
    fn parts(&mut self, release: &Release, target: &str) -> Result<(), Failure> {
        let parts = Parts::of(release, target)?;
        self.put("share/doc/muster/licences.txt", parts.licences()?.into_bytes());
        self.put("share/doc/muster/parts.cdx.json", parts.list(release).into_bytes());
        Ok(())
    }

    pub(super) fn put(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.insert(name.to_owned(), File { bytes, runs: false });
    }

    fn read(&mut self, name: &str, path: &Path) -> Result<(), Failure> {
        self.put(name, fs::read(path).map_err(at(path))?);
        Ok(())
    }

    /// What is given away as it is: nothing but what belongs to the source.
    fn of_the_source(&mut self, release: &Release) -> Result<(), Failure> {
        let root = &release.workspace.root;
        for name in tracked(root, &["scenarios", "scripts", "docs"])? {
            self.read(&format!("share/muster/{name}"), &root.join(&name))?;
        }
        for (name, bytes) in authors::files(root)? {
            self.put(&format!("share/muster/authors/{name}"), bytes);
        }
        for name in tracked(root, &["host/app/fonts/*.txt"])? {
            self.read(&format!("share/doc/muster/fonts/{}", file_name(&name)), &root.join(&name))?;
        }
        // The standard library is in the program and in every module.
        let library = sysroot()?.join("share/doc/rust/COPYRIGHT-library.html");
        self.read("share/doc/muster/rust-library.html", &library)?;
        for (name, path) in [
            ("muster.desktop", "share/applications/muster.desktop"),
            ("muster.svg", "share/icons/hicolor/scalable/apps/muster.svg"),
            ("muster-mime.xml", "share/mime/packages/muster.xml"),
        ] {
            self.read(path, &root.join("xtask/desktop").join(name))?;
        }
        let metainfo = root.join("xtask/desktop/muster.metainfo.xml");
        let text = fs::read_to_string(&metainfo).map_err(at(&metainfo))?;
        let text =
            text.replace("@VERSION@", &release.version).replace("@DATE@", &release.committed("%Y-%m-%d")?);
        self.put("share/metainfo/muster.metainfo.xml", text.into_bytes());
        for name in ["README.md", "CHANGELOG.md", "NOTICE.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            self.read(&format!("share/doc/muster/{name}"), &root.join(name))?;
        }
        Ok(())
    }

    /// What the program itself makes: bundles, manual pages, completions.
    fn made_by_the_program(
        &mut self,
        release: &Release,
        program: &Path,
        modules: &[PathBuf],
    ) -> Result<(), Failure> {
        // Not among what its person has, and out of the way of what was made before.
        let work = release.workspace.target.join("dist-work");
        if work.exists() {
            fs::remove_dir_all(&work).map_err(at(&work))?;
        }
        fs::create_dir_all(&work).map_err(at(&work))?;
        let run = |arguments: &[&Path]| {
            let mut muster = Command::new(program);
            muster.current_dir(&work).args(arguments).env("MUSTER_DATA", work.join("data"));
            muster.env("HOME", &work).env("XDG_CACHE_HOME", work.join("cache"));
            muster.env("MUSTER_SCENARIOS", release.workspace.root.join("scenarios"));
            answer(&mut muster, "muster")
        };
        for folder in modules {
            let id = folder.file_name().unwrap_or_default().to_string_lossy();
            let bundle = work.join(format!("{id}.muster"));
            run(&[Path::new("pack"), folder, Path::new("--out"), &bundle])?;
            self.read(&format!("share/muster/modules/{id}.muster"), &bundle)?;
        }
        let manual = work.join("manual");
        run(&[Path::new("manual"), &manual])?;
        for page in fs::read_dir(&manual).map_err(at(&manual))?.flatten() {
            let name = page.file_name().to_string_lossy().into_owned();
            self.read(&format!("share/man/man1/{name}"), &page.path())?;
        }
        for (shell, path) in [
            ("bash", "share/bash-completion/completions/muster"),
            ("zsh", "share/zsh/site-functions/_muster"),
            ("fish", "share/fish/vendor_completions.d/muster.fish"),
        ] {
            let script = run(&[Path::new("completions"), Path::new(shell)])?;
            self.put(path, script.stdout);
        }
        Ok(())
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Where the compiler is installed.
fn sysroot() -> Result<PathBuf, Failure> {
    let output = answer(Command::new("rustc").args(["--print", "sysroot"]), "rustc")?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}
