//! The program where the system gives less than it needs, and what it says then.
#![cfg(unix)]

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::fixture::Desk;
use crate::fixture::running::{cargo_of_parley, program, source_of_parley, test_modules};

/// The program under a limit of the shell's, and what it says beside its output.
fn under(desk: &Desk, limit: &str, typed: &[&str]) -> (Option<i32>, String) {
    let of = program(desk, typed);
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limit} && exec \"$0\" \"$@\"")]).arg(of.get_program()).args(of.get_args());
    for (name, value) in of.get_envs() {
        shell.env(name, value.unwrap_or_default());
    }
    let Output { status, stderr, .. } = shell.stdin(Stdio::null()).output().expect("a shell");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

/// That a module can't be run for want of memory or files is not the module's fault, and that what was compiled can't be kept
/// is told.
#[test]
fn what_the_system_refuses_is_told_as_that() {
    if test_modules().is_none() {
        return;
    }
    let desk = Desk::new("strained");
    let table = ["table", "parley", "quarrel"];
    let (code, told) = under(&desk, "ulimit -v 1500000", &table);
    assert!(code == Some(3) && told.contains("Cannot allocate memory (os error 12)"), "{code:?} {told}");
    assert!(!told.contains("fit") && told.contains("Nothing is wrong with the module"), "{told}");
    // Compiled, but not kept: there is room for the module's memory, and not for its code.
    let (code, told) = under(&Desk::new("unkept"), "ulimit -f 1000", &table);
    assert!(
        code == Some(0) && told.contains("compiled at every start") && told.contains("File too large"),
        "{code:?} {told}"
    );
    // With so few that the module can't be had; with some more it is the scenario that can't.
    for files in 4..8 {
        let (code, told) = under(&desk, &format!("ulimit -n {files}"), &table);
        let words = ["fit", "damaged", "there are none at all"];
        assert!(words.iter().all(|words| !told.contains(words)), "{files}: {code:?} {told}");
        assert!(code == Some(0) || told.contains("Too many open files"), "{files}: {code:?} {told}");
    }
    assert_eq!(under(&desk, "true", &table), (Some(0), String::new()));
}

/// Whoever started it sees that not all was printed, and nothing is said of it.
#[test]
fn a_closed_output_ends_it_by_the_signal_for_that() {
    use std::os::unix::process::ExitStatusExt;
    let desk = Desk::new("closed");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
    command.args(["completions", "bash"]).env("MUSTER_DATA", desk.path("data"));
    let output = command.stdout(writer).stderr(Stdio::piped()).spawn().expect("it starts").wait_with_output();
    let Output { status, stderr, .. } = output.expect("it ends");
    assert_eq!((status.signal(), String::from_utf8_lossy(&stderr).as_ref()), (Some(13), ""));
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a full disk");
    let Output { status, stderr, .. } = command.stdout(full).output().expect("it ends");
    let told = String::from_utf8_lossy(&stderr);
    assert!(status.code() == Some(3) && told.contains("No space left on device"), "{status} {told}");
}

/// A build that runs when `muster dev` is ended is ended with it, and all that it has started.
#[test]
fn a_build_ends_with_the_program_that_began_it() {
    let desk = Desk::new("built");
    let (crate_of, pid) = (source_of_parley(&desk), desk.path("pid"));
    let builds = format!("sleep 1000 &\necho $! > {0}.tmp\nmv {0}.tmp {0}\nwait", pid.display());
    let cargo = cargo_of_parley(&desk, &builds);
    let mut dev = Command::new(env!("CARGO_BIN_EXE_muster"))
        .args(["dev", crate_of.to_str().expect("a name"), "--scenario", "quarrel"])
        .env("CARGO", &cargo)
        .env("MUSTER_DATA", desk.path("data"))
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let until = Instant::now() + Duration::from_secs(20);
    let wait = |what: &dyn Fn() -> bool| {
        while !what() {
            assert!(Instant::now() < until, "it takes too long");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait(&|| pid.exists());
    let process = std::fs::read_to_string(&pid).expect("a number");
    let ended = Command::new("kill").arg(dev.id().to_string()).status();
    assert!(ended.expect("kill").success());
    assert_eq!(dev.wait().expect("it ends").code(), None, "by the signal");
    let status = format!("/proc/{}/status", process.trim());
    wait(&|| std::fs::read_to_string(&status).map_or(true, |status| status.contains("State:\tZ")));
}
