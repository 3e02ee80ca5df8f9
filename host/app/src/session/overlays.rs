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

/// What can be seen from a space, by the module's own overlay of that.
#[derive(Debug)]
pub(super) struct Sight {
    from: String,
    // The spaces, once they have come.
    spaces: Option<HashSet<String>>,
}

impl Session {
    /// What can be seen from a space, if that was asked for and has come.
    pub fn seen_from(&self, space: &str) -> Option<&HashSet<String>> {
        self.seen.as_ref().filter(|seen| seen.from == space)?.spaces.as_ref()
    }

    /// Asks an overlay what can be seen from a space, once; nothing of it is shown on the board.
    pub fn want_sight(&mut self, overlay: &str, space: &str) {
        if self.seen.as_ref().is_some_and(|seen| seen.from == space) {
            return;
        }
        self.seen = Some(Sight { from: space.to_owned(), spaces: None });
        let (name, focus) = (overlay.to_owned(), Some(Target::Space(space.to_owned())));
        self.ask(Request::Overlay { eyes: self.seat, name, focus }, Wanted::Sight(space.to_owned()));
    }

    pub(super) fn take_sight(&mut self, space: &str, items: Vec<OverlayItem>) {
        let spaces = items.into_iter().filter_map(|item| match item.shape {
            OverlayShape::Space(id) => Some(id),
            _ => None,
        });
        if let Some(seen) = self.seen.as_mut().filter(|seen| seen.from == space) {
            seen.spaces = Some(spaces.collect());
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
