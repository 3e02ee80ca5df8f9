//! Muster's window on Windows: a program is there either for a console or for windows. `muster` is for a console, so that its
//! commands print there and are waited for; this one starts it without any, and is what a double click opens.

#![forbid(unsafe_code)]
#![cfg_attr(windows, windows_subsystem = "windows")]

use std::env::consts::EXE_SUFFIX;
use std::process::{Command, ExitCode, Stdio};

fn main() -> ExitCode {
    let told = match open() {
        Ok(None) => return ExitCode::SUCCESS,
        Ok(Some(told)) => told,
        Err(why) => {
            format!("Muster can't be started: {why}. The program `muster` has to lie beside this one.")
        }
    };
    // Nobody sees what is printed, so it is shown as a page.
    let page = std::env::temp_dir().join("muster-window.txt");
    if std::fs::write(&page, told).is_ok() {
        let _ = Command::new("notepad").arg(page).spawn();
    }
    ExitCode::FAILURE
}

/// Opens the window and waits until it is closed. Gives what Muster said if it failed.
fn open() -> std::io::Result<Option<String>> {
    let program = std::env::current_exe()?.with_file_name(format!("muster{EXE_SUFFIX}"));
    let mut muster = Command::new(program);
    muster.args(std::env::args_os().skip(1)).stdin(Stdio::null()).stdout(Stdio::null());
    without_a_console(&mut muster);
    let output = muster.stderr(Stdio::piped()).output()?;
    let failed = !output.status.success();
    Ok(failed.then(|| String::from_utf8_lossy(&output.stderr).into_owned()))
}

#[cfg(windows)]
fn without_a_console(program: &mut Command) {
    use std::os::windows::process::CommandExt as _;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    program.creation_flags(CREATE_NO_WINDOW);
}

#[cfg(not(windows))]
fn without_a_console(_: &mut Command) {}
