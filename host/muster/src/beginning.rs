//! `muster new module`: a workspace of its own with a small complete game, from what comes with Muster for authors.

use std::io::Write;
use std::path::{Path, PathBuf};

use muster_workshop::{Crates, Name, Outside, Template, settled, taken};

use crate::Failure;
use crate::arguments::ModuleArguments;
use crate::building::failure;
use crate::places::{Installation, page};
use crate::terminal::remark;

pub(crate) fn module(wanted: &ModuleArguments, out: &mut dyn Write) -> Result<(), Failure> {
    let here = &Installation::of_this_program();
    let refused = |why: String| Failure::Usage {
        what: format!("a module can't be called {:?}: {why}", wanted.name),
        remedy: None,
    };
    let name = Name::parse(&wanted.name).map_err(|why| refused(why.to_string()))?;
    let (source, crates) = sources(wanted.crates.as_deref(), here)?;
    let template = Template::read(&source).map_err(failure)?;
    if let Some(why) = taken(&source, &template, &name).map_err(failure)? {
        return Err(refused(why));
    }
    let guide = page("modules.md");
    let outside = Outside { source: &source, template: &template, crates: &crates, guide: &guide };
    let files = outside.files(&name).map_err(failure)?;
    let folder = wanted.at.as_deref().unwrap_or(Path::new(name.kebab()));
    let own = (source.as_path(), "Name another folder with `--at`.");
    let made = muster_workshop::begin(folder, own, &files).map_err(failure)?;
    writeln!(out, "{}", std::path::absolute(folder).unwrap_or(made.clone()).display())?;
    if crates == Crates::Published {
        remark(&format_args!(
            "Muster's crates aren't in a registry yet, and didn't come with this Muster either: give each in {} a `path` into \
             Muster's source, or begin again with --crates FOLDER",
            made.join("Cargo.toml").display()
        ));
    } else if let Err(why) = settled(&made, &name).map_err(failure) {
        let remedy = why.remedy().map(|remedy| format!(". {remedy}")).unwrap_or_default();
        remark(&format_args!("it is there, but what compiles it isn't ready: {why}{remedy}"));
    }
    writeln!(out, "  cd {}", folder.display())?;
    writeln!(out, "  cargo test               # its rules, and every check that a module must pass")?;
    match crates {
        Crates::Checkout(_) => writeln!(out, "  cargo xtask play         # builds it and opens the window")?,
        _ => writeln!(out, "  muster dev .             # builds it and opens the window")?,
    }
    writeln!(out, "{guide} goes on from here.")?;
    Ok(())
}

/// Where the game that it begins from is read, and where its workspace finds Muster's crates.
fn sources(named: Option<&Path>, here: &Installation) -> Result<(PathBuf, Crates), Failure> {
    let own = here.authors();
    if let Some(named) = named {
        let wrong = |why: String| Failure::File { path: named.to_owned(), why };
        let folder = std::path::absolute(named).map_err(|why| wrong(why.to_string()))?;
        let folder = if cfg!(unix) { folder.canonicalize().unwrap_or(folder) } else { folder };
        if !Crates::are_in(&folder) {
            let what =
                format!("{} doesn't hold Muster's crates: there is no plugins/sdk in it", named.display());
            return Err(Failure::usage(
                what,
                "Name the top of Muster's source, or the folder `authors` of a Muster.",
            ));
        }
        // A folder with the crates alone will do, where the rest came with the program.
        let source = if Template::is_in(&folder) { folder.clone() } else { own.unwrap_or(folder.clone()) };
        return Ok((source, Crates::In(folder)));
    }
    let Some(own) = own else {
        return Err(Failure::NotHere {
            what: "what a module begins from, which comes with Muster in a folder `authors`, isn't here"
                .to_owned(),
            remedy: "Get Muster anew, or name the top of its source with --crates FOLDER.".to_owned(),
        });
    };
    let crates = match () {
        () if here.checkout().is_some() => Crates::Checkout(own.clone()),
        () if Crates::are_in(&own) => Crates::In(own.clone()),
        () => Crates::Published,
    };
    Ok((own, crates))
}
