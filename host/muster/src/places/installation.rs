//! Where what comes with Muster lies, seen from the program: the one place that decides it.

use std::path::{Path, PathBuf};

/// The folder beside the program that makes it portable: what is a person's own is kept in there and nowhere else.
const PORTABLE: &str = "muster-data";

/// How many folders above the program the top of a work tree is looked for: `target/debug/deps` is the lowest in which cargo puts
/// one.
const DEPTH: usize = 4;

/// The folder that the program lies in, and what is found from there.
#[derive(Clone, Debug)]
pub(crate) struct Installation {
    program: PathBuf,
}

impl Installation {
    /// That of the program that runs.
    pub(crate) fn of_this_program() -> Self {
        let program = std::env::current_exe().ok();
        // A link to the program, as in `~/bin`, isn't where the rest lies.
        let program = program.map(|path| match cfg!(unix) {
            true => path.canonicalize().unwrap_or(path),
            false => path,
        });
        Self::with_program_in(program.as_deref().and_then(Path::parent).unwrap_or(Path::new(".")))
    }

    /// That of a program in this folder.
    pub(crate) fn with_program_in(folder: &Path) -> Self {
        Self { program: folder.to_owned() }
    }

    /// The folder of this name among what comes with Muster: beside the program, in `share/muster` of the prefix in whose `bin`
    /// (or `games`) the program lies, or in the work tree that it was built in.
    pub(crate) fn folder(&self, name: &str) -> Option<PathBuf> {
        let beside = Some(self.program.join(name));
        let shared = self.program.parent().map(|prefix| prefix.join("share/muster").join(name));
        let installed = [beside, shared].into_iter().flatten();
        // The modules of a work tree lie beside the folder in which cargo puts the program, the scenarios at its top.
        let built = self.checkout().into_iter().flat_map(|root| {
            self.program
                .ancestors()
                .take_while(|folder| folder.starts_with(root))
                .map(|folder| folder.join(name))
                .collect::<Vec<_>>()
        });
        installed.chain(built).find(|folder| folder.is_dir())
    }

    /// A page of the documentation, as a person here finds it.
    pub(crate) fn page(&self, name: &str) -> String {
        let there = self.folder("docs").filter(|_| self.checkout().is_none());
        let page = there.map(|docs| docs.join(name)).filter(|page| page.is_file());
        page.map_or_else(|| format!("docs/{name}"), |page| page.display().to_string())
    }

    /// The folder for everything that is a person's own, if there is one beside the program, or beside the `bin` that it is in.
    pub(crate) fn portable(&self) -> Option<PathBuf> {
        let above = self.program.parent().filter(|_| self.program.ends_with("bin"));
        let places = [Some(self.program.as_path()), above].into_iter().flatten();
        places.map(|folder| folder.join(PORTABLE)).find(|folder| folder.is_dir())
    }

    /// The folder with what a module begins from, and Muster's crates for it: the work tree, or what of it comes with the program.
    pub(crate) fn authors(&self) -> Option<PathBuf> {
        self.checkout().map(Path::to_owned).or_else(|| self.folder("authors"))
    }

    /// The top of the work tree that the program was built in and lies in, as `target/debug` or the like.
    pub(crate) fn checkout(&self) -> Option<&Path> {
        self.program.ancestors().take(DEPTH).find(|folder| folder.join("xtask/Cargo.toml").is_file())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(folders: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a folder");
        for folder in folders {
            std::fs::create_dir_all(root.path().join(folder)).expect("a folder");
        }
        root
    }

    /// Which of the folder's own folders this is.
    fn found(root: &Path, program: &str, name: &str) -> Option<String> {
        let folder = Installation::with_program_in(&root.join(program)).folder(name)?;
        Some(folder.strip_prefix(root).expect("it lies there").display().to_string())
    }

    #[test]
    fn what_comes_with_muster_is_found_beside_the_program_and_in_the_share_of_its_prefix() {
        let root = made(&["a b/bin", "a b/share/muster/modules", "zip/modules", "zip/scenarios"]);
        let at = |program: &str, name: &str| found(root.path(), program, name);
        assert_eq!(at("a b/bin", "modules").as_deref(), Some("a b/share/muster/modules"));
        assert_eq!(at("zip", "modules").as_deref(), Some("zip/modules"));
        assert_eq!(at("zip", "scenarios").as_deref(), Some("zip/scenarios"));
        assert_eq!(at("zip", "docs"), None);
    }

    /// Somebody's folder of another thing's modules is none of ours.
    #[test]
    fn folders_that_merely_lie_above_the_program_are_not_taken() {
        let root = made(&["modules", "scenarios", "programs/muster/bin"]);
        assert_eq!(found(root.path(), "programs/muster/bin", "modules"), None);
        assert_eq!(found(root.path(), "programs/muster/bin", "scenarios"), None);
    }

    #[test]
    fn a_work_tree_has_its_modules_in_target_and_its_scenarios_at_the_top() {
        let root = made(&["scenarios", "target/debug/deps", "target/modules", "xtask", "docs"]);
        std::fs::write(root.path().join("xtask/Cargo.toml"), "").expect("a file");
        std::fs::write(root.path().join("docs/boards.md"), "").expect("a file");
        for program in ["target/debug", "target/debug/deps"] {
            assert_eq!(found(root.path(), program, "modules").as_deref(), Some("target/modules"));
            assert_eq!(found(root.path(), program, "scenarios").as_deref(), Some("scenarios"));
        }
        let here = Installation::with_program_in(&root.path().join("target/debug"));
        assert_eq!(here.page("boards.md"), "docs/boards.md");
    }

    #[test]
    fn a_page_is_named_where_it_lies() {
        let root = made(&["bin", "share/muster/docs"]);
        let page = root.path().join("share/muster/docs/boards.md");
        let here = Installation::with_program_in(&root.path().join("bin"));
        assert_eq!(here.page("boards.md"), "docs/boards.md");
        std::fs::write(&page, "").expect("a file");
        assert_eq!(here.page("boards.md"), page.display().to_string());
    }

    #[test]
    fn a_folder_beside_the_program_or_its_bin_makes_it_portable() {
        let root = made(&["one/muster-data", "two/bin", "two/muster-data", "three/bin", "muster-data"]);
        let portable = |program: &str| Installation::with_program_in(&root.path().join(program)).portable();
        assert_eq!(portable("one"), Some(root.path().join("one/muster-data")));
        assert_eq!(portable("two/bin"), Some(root.path().join("two/muster-data")));
        assert_eq!(portable("three/bin"), None);
        assert_eq!(portable("three"), None);
    }
}
