//! `cargo xtask new-module`: begins a module from Outpost, a small complete game which is compiled and tested here like
//! any other. In this workspace it becomes `plugins/NAME`; with `--at` a workspace of its own, anywhere else.

use std::{
    fs,
    path::{Path, PathBuf},
};

use muster_workshop::{Crates, File, Name, Outside, Problem, Template, settled, taken};

use crate::{
    Failure,
    workspace::{at, checkout, here},
};

/// What to begin, and where.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Its name: lower-case words joined by hyphens ("night-raid").
    name: String,
    /// Make it in this new folder outside Muster's own, as a workspace of its own.
    #[arg(long, value_name = "FOLDER")]
    at: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let root = checkout()?;
    let name = Name::parse(&args.name).map_err(|why| refused(&args.name, &why.to_string()))?;
    let template = Template::read(&root)?;
    if let Some(why) = taken(&root, &template, &name)? {
        return Err(refused(&args.name, &why).into());
    }
    eprintln!(
        "making {} from Outpost, and taking it into the list of packages, which cargo may have to fetch first",
        args.name
    );
    let folder = match &args.at {
        Some(folder) => begin_outside(&root, &template, &name, folder)?,
        None => begin_inside(&root, &template, &name)?,
    };
    settled(&folder, &name)?;
    println!("{}", folder.display());
    match &args.at {
        Some(_) => println!("  cd {}", folder.display()),
        None => println!("  cd {}", root.display()),
    }
    println!("  cargo test -p {:<20} # its rules, and every check that a module must pass", name.kebab());
    println!("  cargo xtask play                   # plays it in the window");
    println!("docs/modules.md goes on from here.");
    Ok(())
}

fn refused(name: &str, why: &str) -> Problem {
    Problem::Module { name: name.to_owned(), detail: why.to_owned() }
}

/// `plugins/NAME` and its scenarios, as a member of this workspace.
fn begin_inside(root: &Path, template: &Template, name: &Name) -> Result<PathBuf, Failure> {
    let here = here()?.root;
    if here.canonicalize().ok().as_deref() != Some(root) {
        return Err(Problem::Place(format!(
            "{} is a workspace of its own. Say `--at FOLDER` to begin another like it, or run the command in {}",
            here.display(),
            root.display()
        ))
        .into());
    }
    let files = inside(root, template, name)?;
    for (path, _) in files.iter().filter(|(path, _)| path != Path::new("Cargo.toml")) {
        let top: PathBuf = path.iter().take(2).collect();
        if root.join(&top).exists() {
            return Err(refused(name.kebab(), &format!("there is a {} already", top.display())).into());
        }
    }
    muster_workshop::write(root, &files)?;
    Ok(root.join("plugins").join(name.kebab()))
}

/// What is made or changed in this workspace.
fn inside(root: &Path, template: &Template, name: &Name) -> Result<Vec<File>, Failure> {
    let manifest = root.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).map_err(at(&manifest))?;
    let member = format!("plugins/{}", name.kebab());
    let with_member = with_member(&text, &member).ok_or_else(|| {
        Problem::Place(format!(
            "{}: no line of `members` begins with \"plugins/, after which \"{member}\" would go; add it by hand",
            manifest.display()
        ))
    })?;
    let module = template.module(name).into_iter().map(|(path, text)| (Path::new(&member).join(path), text));
    let mut files: Vec<File> = module.collect();
    files.extend(template.scenarios(name));
    // Last, so that the workspace never names a member that isn't there.
    files.push(("Cargo.toml".into(), with_member));
    Ok(files)
}

/// The workspace's manifest with one more member, after the last plugin.
fn with_member(manifest: &str, member: &str) -> Option<String> {
    let mut lines: Vec<String> = manifest.lines().map(str::to_owned).collect();
    let last = lines.iter().rposition(|line| line.trim_start().starts_with("\"plugins/"))?;
    lines.insert(last + 1, format!("    \"{member}\","));
    Some(lines.join("\n") + "\n")
}

/// A workspace of its own.
fn begin_outside(root: &Path, template: &Template, name: &Name, folder: &Path) -> Result<PathBuf, Failure> {
    let crates = &Crates::Checkout(root.to_owned());
    let files = Outside { source: root, template, crates, guide: "" }.files(name)?;
    let own = (root, "Leave `--at` away to make it in plugins/");
    Ok(muster_workshop::begin(folder, own, &files)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_this_workspace_it_is_a_member_with_a_scenario() {
        let root = checkout().unwrap();
        let (template, name) = (Template::read(&root).unwrap(), Name::parse("night-raid").unwrap());
        assert_eq!(taken(&root, &template, &name).unwrap(), None);
        let files = inside(&root, &template, &name).unwrap();
        let paths: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
        for made in [
            "plugins/night-raid/Cargo.toml",
            "plugins/night-raid/src/lib.rs",
            "plugins/night-raid/tests/playthroughs/night-raid-1.txt",
            "scenarios/night-raid-first-light/scenario.rhai",
        ] {
            assert!(paths.iter().any(|path| path == made), "{made} in {paths:#?}");
        }
        let manifest: toml::Table = toml::from_str(&files.last().unwrap().1).unwrap();
        let members = manifest["workspace"]["members"].as_array().unwrap();
        assert!(members.iter().any(|member| member.as_str() == Some("plugins/night-raid")));
        assert_eq!(paths.last().map(String::as_str), Some("Cargo.toml"));
    }

    #[test]
    fn names_that_are_taken_are_refused() {
        let root = checkout().unwrap();
        let template = Template::read(&root).unwrap();
        let why =
            |name: &str| taken(&root, &template, &Name::parse(name).unwrap()).unwrap().unwrap_or_default();
        assert!(why("brigade").contains("a package of that name"), "{}", why("brigade"));
        assert!(why("serde").contains("a package of that name"));
        assert!(why("block").contains("the type Block"), "{}", why("block"));
    }
}
