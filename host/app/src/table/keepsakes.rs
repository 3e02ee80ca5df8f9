//! What is kept of a game to be shown to others: its story as a text or as a page, a film of it, a picture of the board.

use super::{TableScreen, keeping};
use crate::catalogue::Catalogue;
use crate::snapshot::{Keeper, Keepsake, Wanted};
use crate::theme::Palette;
use muster_contract::Seat;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError};

/// Who makes them, and what is being made.
pub(super) struct Keepsakes {
    keeper: Option<Box<dyn Keeper>>,
    palette: Option<Palette>,
    coming: Vec<Coming>,
}

struct Coming {
    keepsake: Keepsake,
    /// Who asked for it.
    seat: Option<Seat>,
    path: PathBuf,
    made: Receiver<Result<Vec<u8>, String>>,
}

impl Keepsakes {
    pub(super) fn new(keeper: Option<Box<dyn Keeper>>) -> Self {
        Self { keeper, palette: None, coming: Vec::new() }
    }

    /// Whether anybody makes any.
    pub(super) fn are_made(&self) -> bool {
        self.keeper.is_some()
    }
}

impl TableScreen {
    /// Begins to make one, from the eyes of the seat that asks; of the board as it is shown.
    pub(super) fn make(&mut self, keepsake: Keepsake, catalogue: &mut dyn Catalogue, now: f64) {
        let (Some(keeper), Some(palette)) = (&self.keepsakes.keeper, self.keepsakes.palette) else { return };
        let keepsake = match keepsake {
            Keepsake::Picture(None) => {
                Keepsake::Picture(self.session.moment.as_ref().map(|moment| moment.step))
            }
            other => other,
        };
        let made = keeper.make(Wanted { keepsake, eyes: self.session.seat, palette });
        let name = format!("{}{}", self.title, keepsake.suffix());
        let path = catalogue.copy_path(&name).with_extension(keepsake.ending());
        let seat = self.session.seat;
        self.keepsakes.coming.push(Coming { keepsake, seat, path, made });
        self.notify(self.session.seat, format!("{} is being painted …", keepsake.name()), now);
        self.pages.open = None;
    }

    /// Writes down what was made, and says so.
    pub(super) fn hear_keepsakes(&mut self, palette: &Palette, now: f64) {
        self.keepsakes.palette = Some(*palette);
        let mut words = Vec::new();
        self.keepsakes.coming.retain(|coming| {
            let name = coming.keepsake.name();
            let made = match coming.made.try_recv() {
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => Err("its painter has failed".to_owned()),
                Ok(made) => made,
            };
            let told = match made {
                Ok(bytes) => saved(name, &coming.path, &bytes),
                Err(why) => format!("{name} can’t be made: {why}"),
            };
            words.push((coming.seat, told));
            false
        });
        for (seat, words) in words {
            self.notify(seat, words, now);
        }
    }

    /// Whether something is being made.
    pub(super) fn makes_keepsakes(&self) -> bool {
        !self.keepsakes.coming.is_empty()
    }

    /// Saves the chronicle as a text.
    pub(super) fn save_chronicle(&mut self, catalogue: &mut dyn Catalogue, now: f64) {
        let path = catalogue.copy_path(&format!("{} chronicle", self.title)).with_extension("txt");
        let text = self.pages.chronicle.take().and_then(Result::ok).unwrap_or_default();
        self.notify(self.session.seat, saved("The chronicle", &path, text.as_bytes()), now);
        self.pages.open = None;
    }
}

/// Writes a file, and gives the words for it.
fn saved(name: &str, path: &Path, bytes: &[u8]) -> String {
    match keeping::written_anew(path, bytes) {
        Ok(path) => format!("{name} was saved as {}.", path.display()),
        Err(why) => format!("{name} can’t be saved as {}: {why}", path.display()),
    }
}
