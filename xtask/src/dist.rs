//! `cargo xtask dist`: makes what is given away, an archive that runs wherever it is unpacked. The same source gives the same bytes
//! wherever it lies.

mod another;
mod archive;
mod authors;
mod check;
mod deb;
mod newcomer;
mod parts;
mod tree;
mod windows;
mod wine;
mod zip;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use sha2::{Digest as _, Sha256};

use muster_workshop::Problem;

use crate::{
    Failure,
    modules::{Profile, build_modules},
    workspace::{
        Workspace, answer, at, cargo, here, remapped, remapped_c, run as run_program, rustc_host, write_whole,
    },
};

use self::{archive::Folder, check::Packages, deb::About, tree::Tree, zip::Moment};

/// Where what is made goes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder that the packages go to; target/packages unless named.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Make nothing for Windows, which mingw is needed for.
    #[arg(long)]
    linux_only: bool,
    /// Also try them: the archive, the package in a fresh Debian (mmdebstrap), the .zip under Wine.
    #[arg(long)]
    check: bool,
}

/// What is built, and from what.
pub(super) struct Release {
    workspace: Workspace,
    /// The version of the program.
    version: String,
    /// The commit, for `muster --version`.
    build: String,
    /// When the commit was made, in seconds since 1970: the time of every file.
    time: u64,
    /// For which machines.
    target: String,
}

impl Release {
    fn read() -> Result<Self, Failure> {
        let workspace = here()?;
        let git = |arguments: &[&str]| -> Result<String, Failure> {
            let mut git = Command::new("git");
            let output = answer(git.current_dir(&workspace.root).args(arguments), "git")?;
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
        let changed = !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
        let time = git(&["log", "-1", "--format=%ct"])?;
        let time = time.parse().map_err(|_| Problem::Answer { program: "git".into(), detail: time })?;
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            build: if changed { format!("{commit}, with changes") } else { commit },
            time,
            target: rustc_host()?,
            workspace,
        })
    }

    /// When the commit was made, in this form.
    fn committed(&self, form: &str) -> Result<String, Failure> {
        let mut git = Command::new("git");
        git.current_dir(&self.workspace.root).envs([("TZ", "UTC"), ("LC_ALL", "C")]);
        git.args(["log", "-1", "--format=%cd"]).arg(format!("--date=format-local:{form}"));
        Ok(String::from_utf8_lossy(&answer(&mut git, "git")?.stdout).trim().to_owned())
    }

    /// The same as numbers.
    fn moment(&self) -> Result<Moment, Failure> {
        let told = self.committed("%Y %m %d %H %M %S")?;
        let numbers: Vec<u16> = told.split(' ').filter_map(|number| number.parse().ok()).collect();
        Ok(numbers.try_into().map_err(|_| Problem::Answer { program: "git".into(), detail: told })?)
    }

    /// What the packages are called, and the folder in the archive.
    fn name(&self) -> String {
        let system = self.target.strip_suffix("-unknown-linux-gnu").map(|machine| format!("linux-{machine}"));
        format!("muster-{}-{}", self.version, system.as_ref().unwrap_or(&self.target))
    }

    /// What Debian calls such machines.
    fn debian(&self) -> Option<&'static str> {
        match self.target.as_str() {
            "x86_64-unknown-linux-gnu" => Some("amd64"),
            "aarch64-unknown-linux-gnu" => Some("arm64"),
            _ => None,
        }
    }

    /// Builds the program and gives its file.
    fn program(&self) -> Result<PathBuf, Failure> {
        println!("building the program, which takes a quarter of an hour the first time");
        let mut build = cargo();
        build.current_dir(&self.workspace.root).args(["build", "--locked", "--package", "muster"]);
        build.args(["--bin", "muster", "--profile", "dist"]).args(remapped(&self.workspace, &self.target)?);
        build.envs(remapped_c(&self.workspace)?).env("MUSTER_BUILD", &self.build);
        run_program(&mut build, "building the program")?;
        Ok(self.workspace.target.join("dist/muster"))
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let release = Release::read()?;
    let workspace = &release.workspace;
    if !args.linux_only {
        windows::ensure(&release)?;
    }
    let out = args.out.clone().unwrap_or_else(|| workspace.target.join("packages"));
    fs::create_dir_all(&out).map_err(at(&out))?;
    let names = workspace.games();
    println!("building the modules: {}", names.join(", "));
    let modules = build_modules(workspace, Profile::Shipped, &names)?;
    let program = release.program()?;
    let mut tree = Tree::of(&release, &program, &modules)?;
    let mut packages = Vec::new();
    if let Some(machine) = release.debian() {
        let date = release.committed("%a, %d %b %Y %H:%M:%S +0000")?;
        let (version, time, maintainer) = (&release.version, release.time, deb::maintainer());
        let about = About { version, machine, time, date: &date, maintainer };
        packages.push((about.file(), about.package(&tree).map_err(at(&out))?));
    }
    // In the archive the program is at the top too.
    tree.links.insert("muster".to_owned(), "bin/muster".to_owned());
    let name = release.name();
    let bytes = archive::tar_gz(Folder::Top(&name), release.time, &tree).map_err(at(&out))?;
    packages.push((format!("{name}.tar.gz"), bytes));
    if !args.linux_only {
        let tree = tree.for_windows(&release, &windows::programs(&release)?)?;
        let name = format!("muster-{}-windows-x86_64", release.version);
        let bytes = zip::zipped(&name, release.moment()?, &tree).map_err(at(&out))?;
        packages.push((format!("{name}.zip"), bytes));
    }
    put(&out, &packages)?;
    if !args.check {
        return Ok(());
    }
    let out = out.canonicalize().map_err(at(&out))?;
    let made = [".tar.gz", ".deb", ".zip"].into_iter().filter_map(|ending| {
        let (name, _) = packages.iter().find(|(name, _)| name.ends_with(ending))?;
        Some((ending, out.join(name)))
    });
    Packages(made.collect()).check(&workspace.target.join("dist-check"))
}

/// Writes the packages, and beside them their checksums.
fn put(out: &Path, packages: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    let mut sums = String::new();
    for (name, bytes) in packages {
        let path = out.join(name);
        write_whole(&path, bytes)?;
        let sum: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        sums += &format!("{sum}  {name}\n");
        println!("{}: {:.1} MB", path.display(), bytes.len() as f64 / 1e6);
    }
    Ok(write_whole(&out.join("SHA256SUMS"), sums.as_bytes())?)
}
