//! Panels: one file each. A panel paints what it is given and adds what the person asked for to a list.

pub mod announcing;
pub mod arrows;
pub mod aside;
pub mod bar;
pub mod boundary;
pub mod busy;
pub mod card;
pub mod carrying;
pub mod choices;
pub mod chronicle;
pub mod cities;
pub mod control;
pub mod cue;
pub mod curtain;
pub mod decision;
pub mod dodge;
pub mod facing;
pub mod field;
pub mod hand;
mod heights;
pub mod inspector;
pub mod keys_page;
pub mod log;
pub mod markers;
pub mod names;
pub mod odds;
pub mod pages;
mod prose;
pub mod replay;
pub mod reports;
pub mod result;
pub mod revised;
mod rules_page;
pub mod scores;
pub mod sequence;
pub mod states;
pub mod tracks;
pub mod tray;
pub mod unkept;
pub mod watch;
pub mod workbench;

use crate::keys::{Action, Keys, cap};
use crate::snapshot::Keepsake;
use crate::theme::{Livery, Palette};
use muster_contract::{Description, Target};
use muster_table::messages::Reach;

/// What a person asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// Take this choice; it asks back first if the choice has a warning.
    Choose(String),
    /// Why this can't be chosen, or what it is.
    Explain(Target),
    /// Take back.
    Undo {
        /// How much.
        reach: Reach,
        /// Past what bars it.
        beyond: bool,
    },
    /// Do again.
    Redo(Reach),
    /// What a bot would choose.
    Advice,
    /// Let a bot choose for the seat to the end of so many of the outer frames of what is asked.
    LetGoOn(usize),
    /// Forget what a bot would choose, and let it choose nothing more.
    NoAdvice,
    /// The next unit that can act.
    NextUnit,
    /// Mark this record with a bookmark, or take that away; of none, the one that is looked at.
    Mark(Option<u64>),
    /// Find words in the log.
    Find,
    /// Switch an overlay.
    Overlay(String),
    /// Measure from a place.
    Measure(String),
    /// What can be seen from a place, for who measures there, or where the unit in the hand can go.
    LookUp(Target),
    /// Open the rules at a section.
    Rule(String),
    /// Show a place on the board.
    GoTo(String),
    /// Light a unit on the board.
    Light(String),
    /// Look at a step of the past, or come back.
    LookBack(Option<u64>),
    /// Show what happened since the seat's last decision.
    SinceMine,
    /// Play on from a step as a new table.
    PlayOn(u64),
    /// Begin another game from the scenario as its files are now.
    BeginAgain {
        /// Whether this game's choices are made again, as far as they are legal.
        replay: bool,
    },
    /// Go on with the scenario as it was.
    LeaveRevised,
    /// Show a step of the past event by event.
    CarryOut(u64),
    /// Save the chronicle as a file.
    SaveChronicle,
    /// Make something of the game for others to see.
    Make(Keepsake),
    /// Play the bots' choices without waiting.
    Skip,
    /// Fold the small map up, or lay it out.
    SmallMap,
    /// Fold the second board away, or lay it out again.
    Sheet,
    /// Fold the right panel away, or take it out.
    Drawer,
    /// Unfold the left panel, or fold it to a rail.
    Unfold,
    /// Go on after trouble.
    Retry,
    /// The build of the module that played before takes over again.
    SwapBack,
    /// Open or shut the workbench.
    Workbench,
    /// Interrupt a module that takes too long.
    Stop,
    /// Save a report of the trouble.
    Report,
    /// Save the game as another file, where it is kept from then on if its own is lost.
    SaveElsewhere,
    /// Open a page over the table.
    Open(Page),
    /// Close the page.
    ClosePage,
    /// Show the game's result again.
    Result,
    /// Leave for the lobby.
    Leave,
    /// Close the window though something isn't saved.
    CloseWindow,
}

/// A page that opens over the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The keys.
    Help,
    /// The saved tables, in the lobby.
    Tables,
    /// The settings.
    Settings,
    /// The rules summary.
    Rules,
    /// Going to a unit or place by name.
    GoTo,
    /// Tables and charts.
    Reports,
    /// The story of the game.
    Chronicle,
}

/// A side's livery.
pub fn livery(description: &Description, palette: &Palette, side: Option<&str>) -> Livery {
    let side = side.and_then(|id| description.sides.iter().find(|s| s.id == id));
    palette.livery(side.map_or("", |s| s.livery.as_str()))
}

/// A side's name.
pub fn side_name<'a>(description: &'a Description, side: &'a str) -> &'a str {
    description.sides.iter().find(|s| s.id == side).map_or(side, |s| s.name.as_str())
}

/// The keys of the first nine of what is listed.
pub const DIGITS: [egui::Key; 9] = [
    egui::Key::Num1,
    egui::Key::Num2,
    egui::Key::Num3,
    egui::Key::Num4,
    egui::Key::Num5,
    egui::Key::Num6,
    egui::Key::Num7,
    egui::Key::Num8,
    egui::Key::Num9,
];

/// The key of an overlay: the letter that the module wishes, or F5 and on where the table has that letter itself.
pub fn overlay_key(description: &Description, index: usize, keys: &Keys) -> String {
    let wish = description.overlays.get(index).map(|o| o.key.to_uppercase()).unwrap_or_default();
    if !wish.is_empty() && !keys.has(&wish) {
        return wish;
    }
    // Where a person has set one of those, too, it has the first that is free behind those of all overlays.
    let own = format!("F{}", 5 + index);
    let free = |name: &String| !keys.has(name);
    let others = (5 + description.overlays.len()..=35).map(|n| format!("F{n}"));
    std::iter::once(own.clone()).chain(others).find(free).unwrap_or(own)
}

/// The words of a scenario with the keys that hold, where they name what these do: `{key go-to}`, `{overlay supply}`.
pub fn with_keys(words: &str, description: &Description, keys: &Keys) -> String {
    let own =
        Action::all().map(|action| (format!("{{key {}}}", action.name()), cap(keys.of(action)).to_owned()));
    let overlays = description.overlays.iter().enumerate();
    let overlays =
        overlays.map(|(i, one)| (format!("{{overlay {}}}", one.id), overlay_key(description, i, keys)));
    own.chain(overlays).fold(words.to_owned(), |words, (named, key)| words.replace(&named, &key))
}

/// Words that begin with a capital, whatever they are a part of elsewhere.
pub fn with_capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_scenario_name_the_keys_that_hold() {
        let overlay = muster_contract::OverlayInfo {
            id: "march".into(),
            title: "March".into(),
            key: "m".into(),
            needs_focus: true,
        };
        let description = Description { overlays: vec![overlay], ..Description::blank() };
        let said =
            |keys: &Keys| with_keys("{key go-to} finds Cairo; {overlay march} shows.", &description, keys);
        assert_eq!(said(&Keys::default()), "G finds Cairo; M shows.");
        let mut keys = Keys::default();
        keys.set(Action::Next, egui::Key::M);
        keys.set(Action::GoTo, egui::Key::P);
        assert_eq!(said(&keys), "P finds Cairo; F5 shows.");
    }

    #[test]
    fn an_overlay_never_takes_a_key_of_the_table() {
        let overlay = |key: &str| muster_contract::OverlayInfo {
            id: key.into(),
            title: key.into(),
            key: key.into(),
            needs_focus: false,
        };
        let description =
            Description { overlays: vec![overlay("f"), overlay("r"), overlay("")], ..Description::blank() };
        assert_eq!([0, 1, 2].map(|i| overlay_key(&description, i, &Keys::default())), ["F", "F6", "F7"]);
        let mut keys = Keys::default();
        keys.set(Action::Next, egui::Key::F);
        keys.set(Action::Redo, egui::Key::F7);
        let set = [0, 1, 2].map(|i| overlay_key(&description, i, &keys));
        assert_eq!(set, ["F5", "R", "F8"]);
    }
}
