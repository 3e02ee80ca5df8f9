//! The overlays that are switched on.

use super::{Session, Wanted};
use muster_contract::{OverlayItem, OverlayShape, Target};
use muster_table::messages::Request;
use std::collections::HashSet;

/// An overlay that is switched on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// What it shows, once that has come.
    pub items: Option<Vec<OverlayItem>>,
    // What it is about, if it is about one thing.
    focus: Option<Target>,
}

/// The spaces of an overlay of the module's that is looked up, and not shown: what can be seen from a space, where a unit can go.
#[derive(Debug)]
pub(super) struct LookedUp {
    of: Target,
    // The spaces, once they have come.
    spaces: Option<HashSet<String>>,
}

impl Session {
    /// What can be seen from a space, or where a unit can go, if that was asked for and has come.
    pub fn spaces_of(&self, of: &Target) -> Option<&HashSet<String>> {
        self.looked_up.as_ref().filter(|known| known.of == *of)?.spaces.as_ref()
    }

    /// Asks an overlay for the spaces of what it is about, once; nothing of it is shown on the board.
    pub fn look_up(&mut self, overlay: &str, of: &Target) {
        if self.looked_up.as_ref().is_some_and(|known| known.of == *of) {
            return;
        }
        self.looked_up = Some(LookedUp { of: of.clone(), spaces: None });
        let (name, focus) = (overlay.to_owned(), Some(of.clone()));
        self.ask(Request::Overlay { eyes: self.seat, name, focus }, Wanted::LookUp(of.clone()));
    }

    pub(super) fn take_spaces(&mut self, of: &Target, items: Vec<OverlayItem>) {
        let spaces = items.into_iter().filter_map(|item| match item.shape {
            OverlayShape::Space(id) => Some(id),
            _ => None,
        });
        if let Some(known) = self.looked_up.as_mut().filter(|known| known.of == *of) {
            known.spaces = Some(spaces.collect());
        }
    }

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
