//! The program where the system gives less than it needs, and what it says then.
#![cfg(unix)]

use std::process::{Command, Output, Stdio};

use crate::fixture::Desk;
use crate::fixture::running::{program, test_modules};

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
