//! The programs for Windows, built here by mingw's linker, with the picture and the version that Explorer shows of them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::Release;
use muster_workshop::Problem;

use crate::{
    Failure,
    workspace::{answer, at, cargo, ensure_target, remapped, remapped_c, run},
};

/// What is built for. The compiler's other target for Windows needs Microsoft's linker.
pub(super) const TARGET: &str = "x86_64-pc-windows-gnu";

/// The programs of mingw that are needed.
const LINKER: &str = "x86_64-w64-mingw32-gcc";
const RESOURCES: &str = "x86_64-w64-mingw32-windres";

/// The programs: each with its package and what Explorer says of it.
const PROGRAMS: [(&str, &str); 2] = [("muster", "Muster, for a console"), ("muster-window", "Muster")];

/// What Windows has to know of the programs: paths of any length, names in any script, and that they draw for the screen's own
/// density.
const MANIFEST: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
  <application xmlns="urn:schemas-microsoft-com:asm.v3">
    <windowsSettings>
      <longPathAware xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">true</longPathAware>
      <activeCodePage xmlns="http://schemas.microsoft.com/SMI/2019/WindowsSettings">UTF-8</activeCodePage>
      <dpiAwareness xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">PerMonitorV2</dpiAwareness>
    </windowsSettings>
  </application>
  <compatibility xmlns="urn:schemas-microsoft-com:compatibility.v1">
    <application><supportedOS Id="{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"/></application>
  </compatibility>
</assembly>
"#;

/// Says what is missing before anything is built.
pub(super) fn ensure(release: &Release) -> Result<(), Failure> {
    for program in [LINKER, RESOURCES] {
        if answer(Command::new(program).arg("--version"), program).is_err() {
            return Err(Problem::Place(format!(
                "{program} isn't there, with which Windows' programs are made. On Debian and Ubuntu, as root: \
                 `apt-get install gcc-mingw-w64-x86-64`; `cargo xtask dist --linux-only` does without"
            )).into());
        }
    }
    // What makes their import libraries takes a file's name apart at a blank.
    let target = release.workspace.target.display().to_string();
    if target.contains(char::is_whitespace) {
        return Err(Problem::Place(format!(
            "{target}: mingw can't build for Windows in a folder with a blank in its name. Name another in CARGO_TARGET_DIR; \
             `cargo xtask dist --linux-only` does without"
        )).into());
    }
    ensure_target(&release.workspace, TARGET)
}

/// Builds the programs and gives their files, by the names that they have in the package.
pub(super) fn programs(release: &Release) -> Result<Vec<(String, PathBuf)>, Failure> {
    println!("building the programs for Windows, which takes as long again");
    let workspace = &release.workspace;
    let mut made = Vec::new();
    for (name, about) in PROGRAMS {
        let resources = resources(release, name, about)?;
        let mut build = cargo();
        build.current_dir(&workspace.root).args(["rustc", "--locked", "--package", name, "--bin", name]);
        build.args(["--profile", "dist", "--target", TARGET]).args(remapped(workspace, TARGET)?);
        build.envs(remapped_c(workspace)?).env("MUSTER_BUILD", &release.build);
        build.arg("--").arg(format!("-Clink-arg={}", resources.display()));
        // What is linked twice is the same.
        run(build.arg("-Clink-arg=-Wl,--no-insert-timestamp"), "building the programs for Windows")?;
        let file = format!("{name}.exe");
        made.push((file.clone(), workspace.target.join(TARGET).join("dist").join(file)));
    }
    Ok(made)
}

/// A program's picture, version and manifest, as its linker takes them.
fn resources(release: &Release, name: &str, about: &str) -> Result<PathBuf, Failure> {
    let work = release.workspace.target.join("dist-windows");
    fs::create_dir_all(&work).map_err(at(&work))?;
    let file = |ending: &str| work.join(format!("{name}.{ending}"));
    let (manifest, script, object) = (work.join("manifest.xml"), file("rc"), file("o"));
    let icon = work.join("muster.ico");
    let drawn = release.workspace.root.join("xtask/desktop/muster.ico");
    fs::copy(&drawn, &icon).map_err(at(&drawn))?;
    fs::write(&manifest, MANIFEST).map_err(at(&manifest))?;
    fs::write(&script, described(name, about, &release.version)).map_err(at(&script))?;
    let mut windres = Command::new(RESOURCES);
    // It finds the others in the folder that it works in, whatever that is called.
    windres.current_dir(&work).arg(script.file_name().unwrap_or_default());
    run(windres.args(["-O", "coff", "-o"]).arg(object.file_name().unwrap_or_default()), RESOURCES)?;
    Ok(object)
}

/// The script that the resources are made by.
fn described(name: &str, about: &str, version: &str) -> String {
    let plain = version.split(['-', '+']).next().unwrap_or_default().replace('.', ",");
    let values = [
        ("FileDescription", about),
        ("FileVersion", version),
        ("InternalName", name),
        ("LegalCopyright", "MIT OR Apache-2.0"),
        ("OriginalFilename", &format!("{name}.exe")),
        ("ProductName", "Muster"),
        ("ProductVersion", version),
    ];
    let values: String = values.map(|(key, value)| format!("      VALUE \"{key}\", \"{value}\"\n")).concat();
    format!(
        "1 ICON \"muster.ico\"\n1 24 \"manifest.xml\"\n1 VERSIONINFO\nFILEVERSION {plain},0\nPRODUCTVERSION {plain},0\n\
         FILEOS 0x40004\nFILETYPE 0x1\nBEGIN\n  BLOCK \"StringFileInfo\"\n  BEGIN\n    BLOCK \"040904b0\"\n    BEGIN\n{values}    \
         END\n  END\n  BLOCK \"VarFileInfo\"\n  BEGIN\n    VALUE \"Translation\", 0x409, 1200\n  END\nEND\n"
    )
}

/// What a file of the package for Linux is called in that for Windows, where everything lies beside the program; none if it is
/// for a desktop or a shell of Linux.
pub(super) fn name_there(name: &str) -> Option<String> {
    if let Some(name) = name.strip_prefix("share/muster/") {
        return Some(name.to_owned());
    }
    let name = name.strip_prefix("share/doc/muster/")?;
    let read_first = ["README.md", "CHANGELOG.md", "NOTICE.md"].contains(&name);
    Some(if read_first { name.to_owned() } else { format!("licences/{name}") })
}

/// Whether Windows lets a file have this name below a folder: it keeps some for devices, and some letters for itself.
pub(super) fn may_be_called(name: &str) -> bool {
    let devices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    let numbered = |stem: &str| {
        let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
        number.is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']))
    };
    Path::new(name).is_relative()
        && name.split('/').all(|part| {
            let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
            !part.is_empty()
                && !part.ends_with(['.', ' '])
                && !part.contains(|one: char| one < ' ' || "<>:\"\\|?*".contains(one))
                && !devices.contains(&stem.as_str())
                && !numbered(&stem)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_lies_beside_the_program() {
        let there = |name: &str| name_there(name);
        assert_eq!(there("share/muster/modules/brigade.muster").as_deref(), Some("modules/brigade.muster"));
        assert_eq!(there("share/doc/muster/README.md").as_deref(), Some("README.md"));
        assert_eq!(there("share/doc/muster/licences.txt").as_deref(), Some("licences/licences.txt"));
        for none in ["bin/muster", "share/man/man1/muster.1", "share/applications/muster.desktop"] {
            assert_eq!(there(none), None, "{none}");
        }
    }

    #[test]
    fn names_that_windows_keeps_for_itself_are_known() {
        for name in ["docs/install.md", "scenarios/shared/console.toml", "comma", "com10.txt", "ä b/c"] {
            assert!(may_be_called(name), "{name}");
        }
        for name in [
            "con",
            "docs/NUL.md",
            "Aux.tar.gz",
            "com1",
            "LPT9.txt",
            "a.",
            "a /b",
            "a:b",
            "a\\b",
            "/a",
            "a//b",
        ] {
            assert!(!may_be_called(name), "{name}");
        }
    }

    /// They come with the source, and so with a checkout on Windows too.
    #[test]
    fn no_file_of_the_source_has_a_name_that_windows_forbids() {
        let root = crate::workspace::checkout().unwrap();
        let mut git = Command::new("git");
        let listed = answer(git.current_dir(&root).args(["ls-files", "-z"]), "git").unwrap();
        let names = String::from_utf8(listed.stdout).unwrap();
        let names: Vec<&str> = names.split('\0').filter(|name| !name.is_empty()).collect();
        let forbidden: Vec<&&str> = names.iter().filter(|name| !may_be_called(name)).collect();
        assert_eq!(forbidden, Vec::<&&str>::new());
        let small: std::collections::BTreeSet<String> =
            names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(small.len(), names.len(), "there capital letters make no other name");
    }

    #[test]
    fn the_version_is_told_in_numbers_and_in_words() {
        let script = described("muster", "Muster", "1.2.3-beta");
        assert!(
            script.contains("FILEVERSION 1,2,3,0\n")
                && script.contains("VALUE \"FileVersion\", \"1.2.3-beta\"")
        );
    }
}
