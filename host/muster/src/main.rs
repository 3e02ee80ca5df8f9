//! Start-up: what was typed becomes a command, and its failure an exit code.

use std::process::ExitCode;

use muster::{Arguments, Failure};

fn main() -> ExitCode {
    survive_full_disks();
    let arguments = match Arguments::typed() {
        Ok(arguments) => arguments,
        // What was typed may be the name of a stranger's file; the library's own words for help can be in colours.
        Err(wrong) if wrong.use_stderr() => {
            muster::say_beside(&wrong.render());
            return ExitCode::from(2);
        }
        Err(help) => help.exit(),
    };
    match muster::run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_closed_output() => of_closed_output(),
        Err(failure) => {
            let remedy = failure.remedy().map(|remedy| format!("\n  {remedy}")).unwrap_or_default();
            muster::remark(&format_args!("{}{remedy}", failure.with_lines()));
            exit_code(&failure)
        }
    }
}

/// Whoever reads our output has had enough. Nothing is said of it, and whoever started us sees that not all was printed: the
/// program ends as others do then, by the signal for it.
fn of_closed_output() -> ExitCode {
    #[cfg(unix)]
    {
        let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGPIPE);
    }
    ExitCode::from(141)
}

/// A file that reached the size that this user may write would end the program; as an error of that one write, the
/// table can say so and wait for room.
fn survive_full_disks() {
    #[cfg(unix)]
    {
        // Only a forbidden signal can't be caught, and this one can.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    }
}

/// 1: what was looked at is wrong. 2: the command was wrong (clap's own code for it). 3: something isn't there, or
/// this machine doesn't allow it. 4: a module failed.
fn exit_code(failure: &Failure) -> ExitCode {
    ExitCode::from(match failure {
        Failure::Problems(_) | Failure::Differs(_) | Failure::Damaged(_) => 1,
        Failure::Usage { .. } => 2,
        Failure::Trouble(_) => 4,
        _ => 3,
    })
}
