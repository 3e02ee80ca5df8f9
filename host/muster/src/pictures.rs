//! What is kept of a game to be shown to others: a picture of the board, a film of the game, its story as a page.

mod film;
mod page;
mod past;
mod png;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use clap::Args;
use muster_app::board::chart::Chart;
use muster_app::snapshot::{Keeper, Keepsake, Snapshots, WIDTH, WIDTHS, Wanted};
use muster_app::theme::{Palette, Theme};
use muster_contract::Description;
use muster_table::messages::Peer;
use muster_table::{Opened, Remote};

use self::past::{AtTable, Past, ReadAgain, Unshown};
use self::png::png;
use crate::modules::Modules;
use crate::{Failure, whole};

/// How wide the pictures of a page are, in pixels.
const ON_PAGE: u32 = 1000;
/// How wide a film is if nobody says, in pixels.
const OF_FILM: u32 = 900;

/// A journal, and how what it holds is shown.
#[derive(Clone, Debug, Args)]
pub struct PictureArguments {
    /// The journal
    pub journal: PathBuf,
    /// The file that is written
    pub out: PathBuf,
    /// From whose eyes: a seat's number, or "public"; those of the only person who plays if not given
    #[arg(long, value_name = "SEAT")]
    pub eyes: Option<String>,
    /// How wide it is, in pixels, 200 to 4000
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(i64::from(*WIDTHS.start())..=i64::from(*WIDTHS.end())))]
    pub width: Option<u32>,
    /// In the window's dark colours
    #[arg(long)]
    pub dark: bool,
}

/// What is shown: a board, and whose game is played on it.
#[derive(Clone)]
pub(crate) struct Subject {
    /// The board.
    pub chart: Arc<Chart>,
    /// The module.
    pub description: Arc<Description>,
    /// The scenario's title.
    pub title: String,
}

impl Subject {
    fn snapshots(&self, palette: Palette, width: u32) -> Snapshots {
        Snapshots::new(self.chart.clone(), self.description.clone(), &self.title, palette, width)
    }
}

/// What files of a kind begin with.
fn begins(keepsake: Keepsake) -> &'static [u8] {
    match keepsake {
        Keepsake::Picture(_) => b"\x89PNG",
        Keepsake::Film => b"GIF89a",
        Keepsake::Page => b"<!DOCTYPE html>",
    }
}

/// Makes a keepsake, so many pixels wide or as wide as is usual.
fn made(
    keepsake: Keepsake,
    subject: &Subject,
    palette: Palette,
    width: Option<u32>,
    past: &mut dyn Past,
) -> Result<Vec<u8>, Unshown> {
    match keepsake {
        Keepsake::Picture(step) => {
            let step = step.map_or_else(|| past.steps(), Ok)?;
            let moment = past.moment(step)?;
            png(&mut subject.snapshots(palette, width.unwrap_or(WIDTH)), &moment)
        }
        Keepsake::Film => film::film(&mut subject.snapshots(palette, width.unwrap_or(OF_FILM)), past),
        Keepsake::Page => page::page(&mut subject.snapshots(palette, width.unwrap_or(ON_PAGE)), past),
    }
}

/// Who makes keepsakes of a table that is open.
pub(crate) struct OwnKeeper {
    pub remote: Remote,
    /// Who sits at this screen.
    pub peer: Peer,
    /// What is shown.
    pub subject: Subject,
    /// Called when one is made.
    pub wake: Arc<dyn Fn() + Send + Sync>,
}

impl Keeper for OwnKeeper {
    fn make(&self, wanted: Wanted) -> Receiver<Result<Vec<u8>, String>> {
        let (sender, receiver) = channel();
        let (remote, peer) = (self.remote.clone(), self.peer.clone());
        let subject = self.subject.clone();
        let wake = Arc::clone(&self.wake);
        let work = move || {
            let mut past = AtTable { remote, peer, eyes: wanted.eyes };
            let bytes = made(wanted.keepsake, &subject, wanted.palette, None, &mut past);
            // Nobody may be there any more.
            let _ = sender.send(bytes.map_err(|why| why.to_string()));
            wake();
        };
        // Without a thread the channel closes, which is told.
        let _ = std::thread::Builder::new().name("keepsake".to_owned()).spawn(work);
        receiver
    }
}

/// Makes something of a journal, and writes it to a file.
pub(crate) fn of_journal(
    keepsake: Keepsake,
    arguments: &PictureArguments,
    modules: &dyn Modules,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let PictureArguments { journal, out: path, eyes, width, dark } = arguments;
    if holds_other_work(keepsake, path) {
        let what = format!("{}: that file is there, and is something else", path.display());
        return Err(Failure::usage(what, "Name another file, or remove this one."));
    }
    let again = crate::past::read_again(modules, journal, eyes.as_deref())?;
    let palette = Palette::of(if *dark { Theme::Dark } else { Theme::Light }, false);
    let subject = subject(&again.opened, again.table.module().describe())?;
    let mut past = ReadAgain(again);
    let bytes =
        crate::progress::waiting_for("painting", || made(keepsake, &subject, palette, *width, &mut past));
    let bytes = bytes.map_err(|why| match why {
        Unshown::Refused(refused) => crate::past::refused(refused),
        Unshown::Closed | Unshown::Disk(_) => Failure::File { path: path.clone(), why: why.to_string() },
    })?;
    whole::write_out(path, &bytes)
        .map_err(|why| Failure::File { path: path.clone(), why: why.to_string() })?;
    writeln!(out, "{}: {} KiB", path.display(), bytes.len().div_ceil(1024))?;
    Ok(())
}

/// Whether a plain file is there that begins with something else than what is to be written.
fn holds_other_work(keepsake: Keepsake, path: &Path) -> bool {
    use std::io::Read;
    let whether = || {
        let mut beginning = Vec::new();
        let file = std::fs::File::open(path).ok()?;
        file.take(begins(keepsake).len() as u64).read_to_end(&mut beginning).ok()?;
        Some(!beginning.is_empty() && beginning != begins(keepsake))
    };
    path.metadata().is_ok_and(|there| there.is_file()) && whether().unwrap_or(true)
}

/// What a journal is about. Where its scenario can't be set up any more the board is shown without what was drawn on it.
fn subject(opened: &Opened, description: &Description) -> Result<Subject, Failure> {
    use muster_scripts::{Known, Texts};
    let header = &opened.header;
    let texts = Texts::new(header.scenario.name.clone(), header.scenario.texts.clone());
    let known = Known { id: header.build.module.as_str(), description };
    let Some(board) = header.position.boards.first() else {
        return Err(Failure::Differs(format!("{}: it has no board", opened.path.display())));
    };
    let drawn = crate::game::set_up(&texts, known, &[]).ok().and_then(|scenario| {
        let (first, chart) = crate::shelf::charts(&scenario).into_iter().next()?;
        (first == *board).then_some(chart)
    });
    Ok(Subject {
        chart: drawn.unwrap_or_else(|| Arc::new(Chart::bare(board))),
        description: Arc::new(description.clone()),
        title: header.scenario.title.clone(),
    })
}
