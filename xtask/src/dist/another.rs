//! The archive in the hands of somebody who may not write where it lies: it was unpacked by another user.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use super::{
    check::{has_all, muster},
    newcomer::files_in,
};

use crate::{
    Failure,
    workspace::{answer, at, run},
};

/// The user and the group of that number are nobody's on every Linux.
const NOBODY: &str = "65534";

/// Lets another user list the modules and play a game, with a home of his own in this folder. Only root can be somebody else: without
/// that it says so, and tries nothing.
pub(super) fn uses(prefix: &Path, work: &Path) -> Result<(), Failure> {
    let user = answer(Command::new("id").arg("--user"), "id")?;
    if user.stdout.trim_ascii() != b"0" {
        println!("{}: not tried by another user, as only root can be one", prefix.display());
        return Ok(());
    }
    let (before, home) = (files_in(prefix)?, work.join("another's folder"));
    fs::create_dir_all(&home).map_err(at(&home))?;
    run(Command::new("chown").arg(format!("{NOBODY}:{NOBODY}")).arg(&home), "chown")?;
    let program = prefix.join("bin/muster");
    let another = || {
        let mut another = muster(Path::new("setpriv"), &home);
        another.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--"]).arg(&program);
        another.stdin(Stdio::null());
        another
    };
    has_all(&mut another())?;
    let mut plays = another();
    plays.args(["sim", "brigade", "first-fight", "--games", "1", "--bots", "random,random"]);
    let played = answer(&mut plays, "muster sim")?;
    if !String::from_utf8_lossy(&played.stdout).contains("1 game") {
        return Err(Failure::Failed(format!("{}: a game by another user", prefix.display())));
    }
    if files_in(&home)?.is_empty() {
        return Err(Failure::Failed(format!("{}: nothing was kept there: the use", home.display())));
    }
    if files_in(prefix)? != before {
        return Err(Failure::Failed(format!("{}: something was written there: the use", prefix.display())));
    }
    println!("{}: used by another user, who may not write there", prefix.display());
    Ok(())
}
