//! What the window needs of the machine: libraries that any desktop has, and a display.

use std::{path::Path, process::Command};

use crate::{
    Failure,
    workspace::{answer, run},
};

/// The libraries that are opened at run time, and the Debian packages that bring them.
const LIBRARIES: [(&str, &str); 8] = [
    ("libGL.so.1", "libgl1"),
    ("libEGL.so.1", "libegl1"),
    ("libX11.so.6", "libx11-6"),
    ("libX11-xcb.so.1", "libx11-xcb1"),
    ("libXcursor.so.1", "libxcursor1"),
    ("libXi.so.6", "libxi6"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
];

/// Mesa's drivers, which libGL and libEGL look for when no maker's driver is there.
const DRIVERS: (&str, &str) = ("libGLX_mesa.so.0", "libgl1-mesa-dri");

/// Makes sure that a window can open: installs missing libraries where that is ours to do, and otherwise says how.
pub(crate) fn ensure() -> Result<(), Failure> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let missing = missing();
    if !missing.is_empty() {
        install(&missing)?;
    }
    if ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .all(|name| std::env::var_os(name).is_none_or(|value| value.is_empty()))
    {
        return Err(Failure::Display(
            "there is no display to open a window on. Start it from a desktop session, or on a virtual one: \
             `xvfb-run -a cargo xtask play`"
                .to_owned(),
        ));
    }
    Ok(())
}

/// The missing libraries with their packages.
fn missing() -> Vec<(&'static str, &'static str)> {
    let known = ["/sbin/ldconfig", "/usr/sbin/ldconfig", "ldconfig"]
        .iter()
        .find_map(|program| answer(Command::new(program).arg("-p"), program).ok())
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    // Without an answer nothing is known to be missing, and the window will say what it can't open.
    let Some(known) = known else { return Vec::new() };
    lacking(&known)
}

/// Which libraries the linker's cache, in the words of `ldconfig -p`, doesn't have.
fn lacking(known: &str) -> Vec<(&'static str, &'static str)> {
    let has = |library: &str| known.lines().any(|line| line.trim_start().starts_with(&format!("{library} ")));
    let mut missing: Vec<_> = LIBRARIES.into_iter().filter(|(library, _)| !has(library)).collect();
    if !has(DRIVERS.0) && !has("libGLX_nvidia.so.0") {
        missing.push(DRIVERS);
    }
    missing
}

fn install(missing: &[(&str, &str)]) -> Result<(), Failure> {
    let libraries: Vec<&str> = missing.iter().map(|(library, _)| *library).collect();
    let packages: Vec<&str> = missing.iter().map(|(_, package)| *package).collect();
    if !Path::new("/etc/debian_version").exists() {
        return Err(Failure::Display(format!(
            "the window needs libraries that this machine lacks: {}. Install the packages that have them",
            libraries.join(", ")
        )));
    }
    if !is_root() {
        return Err(Failure::Display(format!(
            "the window needs libraries that this machine lacks. Install them with:\n  sudo apt-get install \
             --no-install-recommends {}",
            packages.join(" ")
        )));
    }
    println!("installing what the window needs: {}", packages.join(" "));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command
            .env("DEBIAN_FRONTEND", "noninteractive")
            .args(["-qq", "-o", "Dpkg::Use-Pty=0"])
            .args(arguments);
        run(&mut command, &format!("`apt-get {}`", arguments.join(" ")))
    };
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(packages);
    // A fresh machine knows no packages before the first update.
    apt(&arguments).or_else(|_| apt(&["update"]).and_then(|()| apt(&arguments)))
}

fn is_root() -> bool {
    answer(Command::new("id").arg("-u"), "id").is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_libraries_are_told_by_name() {
        let mut known: String = LIBRARIES
            .iter()
            .map(|(library, _)| format!("\t{library} (libc6,x86-64) => /lib/{library}\n"))
            .collect();
        assert_eq!(lacking(&known), [DRIVERS]);
        known.push_str("\tlibGLX_nvidia.so.0 (libc6,x86-64) => /lib/x\n");
        assert_eq!(lacking(&known), []);
        let without = known.replace("\tlibXi.so.6 ", "\tlibXi.so.60 ");
        assert_eq!(lacking(&without), [("libXi.so.6", "libxi6")]);
    }
}
