//! What shells and manual readers want to know of the commands: `muster completions` and `muster manual`.

use std::io::Write;
use std::path::Path;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::{Arguments, Failure};

/// Prints the script by which a shell completes our commands and their flags.
pub(crate) fn completions(shell: Shell, out: &mut dyn Write) -> Result<(), Failure> {
    // Whatever the generator can't write, it panics over; a closed output is no reason for that.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "muster", &mut script);
    out.write_all(&script)?;
    Ok(())
}

/// Writes a manual page for the program and for each command into a folder.
pub(crate) fn manual(folder: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let failed =
        |path: &Path, why: std::io::Error| Failure::File { path: path.to_owned(), why: why.to_string() };
    std::fs::create_dir_all(folder).map_err(|why| failed(folder, why))?;
    // The generator writes into whatever bears a page's name, through links and into pipes; so it writes aside.
    let aside = tempfile::tempdir().map_err(|why| failed(&std::env::temp_dir(), why))?;
    clap_mangen::generate_to(Arguments::command(), aside.path()).map_err(|why| failed(aside.path(), why))?;
    for page in std::fs::read_dir(aside.path()).map_err(|why| failed(aside.path(), why))?.flatten() {
        let path = folder.join(page.file_name());
        if path.symlink_metadata().is_ok_and(|there| !there.is_file()) {
            let why = "it is no plain file, so no manual page is written there; move it away".to_owned();
            return Err(Failure::File { path, why });
        }
        let text = std::fs::read(page.path()).map_err(|why| failed(&path, why))?;
        crate::whole::write(&path, &text).map_err(|why| failed(&path, why))?;
    }
    writeln!(out, "{}", folder.display())?;
    Ok(())
}
