//! The package for Windows under Wine, which is as near to Windows as one comes here.

use std::{
    fs,
    io::Cursor,
    path::{Path, PathBuf},
    process::Command,
};

use super::check::{OWN, are_the_same, first_in, has_all, played};
use crate::{
    Failure,
    workspace::{answer, at, run},
};

/// Debian's Wine has its program out of the way of those for everybody.
const PLACES: [&str; 3] = ["wine64", "wine", "/usr/lib/wine/wine64"];

/// What Windows has had since its tenth version, and older Wines lack: the source of chance that Rust's programs begin with.
const CHANCE: &str = "
unsigned char __stdcall SystemFunction036(void *, unsigned long);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *data, unsigned long long length) {
  for (; length; --length, ++data) if (!SystemFunction036(data, 1)) return 0;
  return 1;
}
";

/// A Windows of its own.
struct Wine {
    wine: PathBuf,
    prefix: PathBuf,
}

impl Wine {
    /// In this folder; none if there is no Wine.
    fn prepared(home: &Path) -> Result<Option<Self>, Failure> {
        let there = |wine: &&&str| answer(Command::new(wine).arg("--version"), "wine").is_ok();
        let Some(wine) = PLACES.iter().find(there) else { return Ok(None) };
        let wine = Self { wine: PathBuf::from(wine), prefix: home.join("wine") };
        fs::create_dir_all(&wine.prefix).map_err(at(&wine.prefix))?;
        run(wine.command().args(["wineboot", "--init"]), "wineboot")?;
        Ok(Some(wine))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.wine);
        command.env("WINEPREFIX", &self.prefix).env("WINEDEBUG", "-all").env("LIBGL_ALWAYS_SOFTWARE", "1");
        OWN.iter().for_each(|name| {
            command.env_remove(name);
        });
        command
    }
}

/// Unpacks the .zip, lists its modules, plays the games that were played on Linux, and lets each system look at the other's.
pub(super) fn check(zip: &Path, home: &Path, games: &Path) -> Result<(), Failure> {
    let Some(wine) = Wine::prepared(home)? else {
        println!("{}: not tried, as Wine isn't there", zip.display());
        return Ok(());
    };
    let folder = home.join("zip");
    let read = fs::read(zip).map_err(at(zip))?;
    let mut archive = zip::ZipArchive::new(Cursor::new(read)).map_err(|why| at(zip)(why.into()))?;
    archive.extract(&folder).map_err(|why| at(&folder)(why.into()))?;
    let there = first_in(&folder)?;
    chance(&there)?;
    let program = there.join("muster.exe");
    let muster = || {
        let mut muster = wine.command();
        muster.current_dir(home).arg(&program);
        muster
    };
    has_all(&mut muster())?;
    let journals = home.join("games on Windows");
    fs::create_dir_all(&journals).map_err(at(&journals))?;
    // Wine has the whole of this machine in a drive.
    let named = |path: &Path| format!("Z:{}", path.display()).replace('/', "\\");
    played(&journals, &muster, &named)?;
    are_the_same(games, &journals)?;
    for entry in fs::read_dir(games).map_err(at(games))?.flatten() {
        answer(muster().args(["verify", &named(&entry.path())]), "muster.exe verify")?;
    }
    registered(&wine, &muster)?;
    println!(
        "{}: unpacked, lists its modules, its games are those of Linux and it verifies those",
        zip.display()
    );
    Ok(())
}

/// Whether files are opened with Muster after `register`, and no longer after `unregister`.
fn registered(wine: &Wine, muster: &dyn Fn() -> Command) -> Result<(), Failure> {
    let opened = || {
        let mut query = wine.command();
        let key = r"HKCU\Software\Classes\Muster.Bundle\shell\open\command";
        let output = answer(query.args(["reg", "query", key, "/ve"]), "reg");
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("muster-window.exe"))
    };
    answer(muster().arg("register"), "muster.exe register")?;
    let registered = opened();
    answer(muster().arg("unregister"), "muster.exe unregister")?;
    if registered && !opened() { Ok(()) } else { Err(Failure::Failed("muster.exe register".into())) }
}

/// Puts what Wine lacks beside the program.
fn chance(folder: &Path) -> Result<(), Failure> {
    let source = folder.join("chance.c");
    fs::write(&source, CHANCE).map_err(at(&source))?;
    let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
    compiler.args(["-shared", "-o"]).arg(folder.join("bcryptprimitives.dll")).arg(&source);
    run(compiler.arg("-ladvapi32"), "x86_64-w64-mingw32-gcc")
}
