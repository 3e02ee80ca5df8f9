//! The overlays that are switched on.

use super::{Session, Wanted};
use muster_contract::{OverlayItem, Target};
use muster_table::messages::Request;

/// An overlay that is switched on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// What it shows, once that has come.
    pub items: Option<Vec<OverlayItem>>,
    // What it is about, if it is about one thing.
    focus: Option<Target>,
}

impl Session {
    /// Switches an overlay on or off.
    pub fn switch_overlay(&mut self, name: &str, focus: Option<Target>) {
        if self.overlays.remove(name).is_none() {
            self.ask_overlay(name, focus);
        }
    }

    /// Asks an overlay, perhaps again, for another focus.
    pub fn ask_overlay(&mut self, name: &str, focus: Option<Target>) {
        self.overlays.entry(name.to_owned()).or_default().focus.clone_from(&focus);
        let request = Request::Overlay { eyes: self.seat, name: name.to_owned(), focus };
        self.ask(request, Wanted::Overlay(name.to_owned()));
    }

    /// Those that are on, each with what it is about.
    pub fn overlays_on(&self) -> Vec<(String, Option<Target>)> {
        self.overlays.iter().map(|(name, overlay)| (name.clone(), overlay.focus.clone())).collect()
    }

    /// Switches these on, and all others off.
    pub fn set_overlays(&mut self, on: Vec<(String, Option<Target>)>) {
        self.overlays.clear();
        for (name, focus) in on {
            self.ask_overlay(&name, focus);
        }
    }

    /// Asks all of them again: something has changed.
    pub(super) fn ask_overlays(&mut self) {
        let on: Vec<_> =
            self.overlays.iter().map(|(name, overlay)| (name.clone(), overlay.focus.clone())).collect();
        for (name, focus) in on {
            self.ask_overlay(&name, focus);
        }
    }

    /// Forgets what they showed: other eyes look now.
    pub(super) fn forget_overlays(&mut self) {
        self.overlays.values_mut().for_each(|overlay| *overlay = Overlay::default());
    }
}
