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
    let failed = |why: std::io::Error| Failure::File { path: folder.to_owned(), why: why.to_string() };
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(Arguments::command(), folder).map_err(failed)?;
    writeln!(out, "{}", folder.display())?;
    Ok(())
}
