//! The keys of the table: which does what, as delivered and as a person set them.

use egui::{Context, Id, Key, Ui};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Something that a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Goes on to the next unit or place.
    Next,
    /// Lists the choices that have no room as buttons.
    List,
    /// Turns the facing to the left.
    TurnLeft,
    /// Turns it to the right.
    TurnRight,
    /// Ends what is being done.
    Finish,
    /// Asks what a bot would choose.
    Advice,
    /// Takes back.
    Undo,
    /// Does again.
    Redo,
    /// Opens the page for going somewhere by name.
    GoTo,
    /// Zooms in.
    ZoomIn,
    /// Zooms out.
    ZoomOut,
    /// Shows all of the board.
    Fit,
    /// Traces the last command.
    Trace,
    /// Shows the grid and its numbers.
    Grid,
    /// Folds the small map up, or lays it out.
    SmallMap,
    /// Hides the pieces while it is held.
    Hide,
    /// Folds the second board away, or lays it out.
    Sheet,
    /// Folds the right panel away, or takes it out.
    Drawer,
    /// The same of the left one.
    Fold,
    /// Finds words in the log.
    Find,
    /// Marks what is looked at with a bookmark.
    Mark,
    /// Goes a step back in the replay.
    StepBack,
    /// Goes a step on in it.
    StepOn,
    /// Opens the page of keys.
    Help,
    /// Light or dark.
    Theme,
    /// Opens the workbench.
    Workbench,
    /// Opens the reports.
    Reports,
    /// Opens the chronicle.
    Chronicle,
}

/// What a key does: by which name it is kept, the key as delivered, and what is told of it.
struct Row(Action, &'static str, Key, &'static str);

const ROWS: [Row; 28] = [
    Row(Action::Next, "next", Key::N, "the next unit or place that can be chosen"),
    Row(Action::List, "list", Key::Period, "the list of the buttons that have no room"),
    Row(Action::TurnLeft, "turn-left", Key::Q, "turn the facing to the left; Enter takes it"),
    Row(Action::TurnRight, "turn-right", Key::E, "turn the facing to the right"),
    Row(Action::Finish, "finish", Key::X, "end what is being done (the button at the right)"),
    Row(Action::Advice, "advice", Key::A, "what a bot would choose; it can also go on for you"),
    Row(Action::Undo, "undo", Key::U, "undo; with Shift the whole command"),
    Row(Action::Redo, "redo", Key::R, "redo; with Shift the whole command"),
    Row(Action::GoTo, "go-to", Key::G, "go to a unit or place by name"),
    Row(Action::ZoomIn, "zoom-in", Key::Plus, "zoom in; the wheel zooms to the pointer"),
    Row(Action::ZoomOut, "zoom-out", Key::Minus, "zoom out"),
    Row(Action::Fit, "fit", Key::Num0, "all of the board"),
    Row(Action::Trace, "trace", Key::C, "trace the last command"),
    Row(Action::Grid, "grid", Key::H, "hex grid and numbers"),
    Row(
        Action::SmallMap,
        "small-map",
        Key::Comma,
        "a small map of the board, where not all of that is in sight",
    ),
    Row(Action::Hide, "hide", Key::Y, "hide the pieces, as long as it is held"),
    Row(Action::Sheet, "second-board", Key::B, "fold the second board away, or lay it out"),
    Row(Action::Drawer, "right-panel", Key::I, "unit, odds and log: fold them away, or take them out"),
    Row(Action::Fold, "left-panel", Key::Semicolon, "points, cards and state: the same"),
    Row(Action::Find, "find", Key::Slash, "find words in the log"),
    Row(Action::Mark, "mark", Key::K, "mark a line of the log, the moment looked at, or what happened last"),
    Row(Action::StepBack, "step-back", Key::OpenBracket, "a step back in the replay"),
    Row(Action::StepOn, "step-on", Key::CloseBracket, "a step on in it"),
    Row(Action::Help, "help", Key::F1, "this page"),
    Row(Action::Theme, "theme", Key::F2, "light and dark"),
    Row(
        Action::Workbench,
        "workbench",
        Key::F3,
        "the workbench, for those who write scenarios, rules and modules",
    ),
    Row(Action::Reports, "reports", Key::F4, "reports: tables and charts of the game"),
    Row(
        Action::Chronicle,
        "chronicle",
        Key::J,
        "the chronicle: the story of the game, to be saved as a text, a page or a film",
    ),
];

/// The keys that always do the same, and what.
pub const FIXED: [(&str, &str); 9] = [
    ("Tab", "the next thing that can be chosen; arrows go from one to the next"),
    ("Enter", "choose it, or take the only button"),
    ("1 … 9", "the buttons of the decision bar"),
    ("Esc", "cancel, close, or come back to the present"),
    ("Space", "play the others’ moves without waiting"),
    ("arrows", "move the board while nothing has the keyboard; or drag it"),
    ("drag", "a piece to where it may go; Esc or the right button puts it back"),
    ("right click", "what can be done there, and what it is; also Menu, or Shift+F10"),
    ("right drag", "measure: how far it is, and whether it is in sight"),
];

/// Whether a key always does the same, or none that a window of its own could have.
fn is_fixed(key: Key) -> bool {
    use Key::*;
    matches!(
        key,
        Tab | Enter
            | Escape
            | Space
            | Menu
            | Backspace
            | Delete
            | ArrowLeft
            | ArrowRight
            | ArrowUp
            | ArrowDown
    ) || matches!(key, Num1 | Num2 | Num3 | Num4 | Num5 | Num6 | Num7 | Num8 | Num9 | Copy | Cut | Paste)
}

impl Action {
    /// All of them, in the order in which they are listed.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.0)
    }

    fn row(self) -> &'static Row {
        // The table has a row for each, as its test holds.
        ROWS.iter().find(|row| row.0 == self).unwrap_or(&ROWS[0])
    }

    /// By which name it is kept, and called in a scenario's notes.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// What it does, in words.
    pub fn words(self) -> &'static str {
        self.row().3
    }

    /// Its key as delivered.
    fn delivered(self) -> Key {
        self.row().2
    }
}

/// What came of setting a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// It does that now.
    Done,
    /// It does, and what it did before has the key that this had.
    Swapped(Action),
    /// It always does the same.
    Fixed,
}

/// The keys as a person set them.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(from = "BTreeMap<String, String>", into = "BTreeMap<String, String>")]
pub struct Keys(BTreeMap<Action, Key>);

impl Keys {
    /// The key that does something.
    pub fn of(&self, action: Action) -> Key {
        self.0.get(&action).copied().unwrap_or_else(|| action.delivered())
    }

    /// What a key does.
    fn does(&self, key: Key) -> Option<Action> {
        Action::all().find(|action| self.of(*action) == key)
    }

    /// Whether a key of this name does something.
    pub fn has(&self, name: &str) -> bool {
        Key::from_name(name).is_some_and(|key| is_fixed(key) || self.does(key).is_some())
    }

    /// Whether they are as delivered.
    pub fn is_delivered(&self) -> bool {
        self.0.is_empty()
    }

    /// Lets a key do something. What it did before gets the key that this had.
    pub fn set(&mut self, action: Action, key: Key) -> Set {
        if is_fixed(key) {
            return Set::Fixed;
        }
        let (had, other) = (self.of(action), self.does(key).filter(|other| *other != action));
        self.put(action, key);
        let Some(other) = other else { return Set::Done };
        self.put(other, had);
        Set::Swapped(other)
    }

    fn put(&mut self, action: Action, key: Key) {
        if key == action.delivered() {
            self.0.remove(&action);
        } else {
            self.0.insert(action, key);
        }
    }
}

impl From<BTreeMap<String, String>> for Keys {
    // A person may have written them, or a program that knows others: what isn't known or can't be is left out.
    fn from(written: BTreeMap<String, String>) -> Self {
        let mut keys = Self::default();
        for row in &ROWS {
            let key = written.get(row.1).and_then(|name| Key::from_name(name));
            if let Some(key) = key.filter(|key| !is_fixed(*key)) {
                keys.put(row.0, key);
            }
        }
        // Of two that have the same key both are as delivered, if that helps.
        while let Some(twice) = Action::all().find(|action| keys.does(keys.of(*action)) != Some(*action)) {
            let first = keys.does(keys.of(twice));
            let put_back =
                [Some(twice), first].into_iter().flatten().find(|action| keys.0.contains_key(action));
            put_back.map(|action| keys.0.remove(&action));
        }
        keys
    }
}

impl From<Keys> for BTreeMap<String, String> {
    fn from(keys: Keys) -> Self {
        keys.0.iter().map(|(action, key)| (action.name().to_owned(), key.name().to_owned())).collect()
    }
}

/// What stands on a key's cap.
pub fn cap(key: Key) -> &'static str {
    match key {
        Key::Quote => "'",
        key => key.symbol_or_name(),
    }
}

fn place() -> Id {
    Id::unique("keys of the table")
}

/// Lets these hold from here on, wherever a key is asked about or shown.
pub fn install(context: &Context, keys: &Keys) {
    context.data_mut(|data| data.insert_temp(place(), Arc::new(keys.clone())));
}

/// Those that hold.
pub fn now(context: &Context) -> Arc<Keys> {
    context.data(|data| data.get_temp(place())).unwrap_or_default()
}

/// The words on the key that does something.
pub fn cap_of(ui: &Ui, action: Action) -> &'static str {
    cap(now(ui.ctx()).of(action))
}

/// Whether the key that does something writes a letter or a sign.
pub fn is_written(ui: &Ui, action: Action) -> bool {
    let name = now(ui.ctx()).of(action).name();
    let function = name.len() > 1 && name.starts_with('F') && name[1..].parse::<u8>().is_ok();
    !function && !matches!(name, "Insert" | "Home" | "End" | "PageUp" | "PageDown")
}

/// Whether the key that does something is held.
pub fn held(ui: &Ui, action: Action) -> bool {
    let key = now(ui.ctx()).of(action);
    ui.input(|i| i.key_down(key) && !i.modifiers.command && !i.modifiers.alt)
}

/// Whether the key that does something was pressed in this frame.
pub fn pressed(ui: &Ui, action: Action) -> bool {
    let key = now(ui.ctx()).of(action);
    // On many keyboards a plus stands over an equals sign.
    ui.input(|i| i.key_pressed(key) || key == Key::Plus && i.key_pressed(Key::Equals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_has_a_row_of_its_own_and_no_two_the_same_key_or_name() {
        for (at, row) in ROWS.iter().enumerate() {
            assert!(!is_fixed(row.2), "{}", row.1);
            for other in &ROWS[..at] {
                assert!(
                    other.0 != row.0 && other.1 != row.1 && other.2 != row.2,
                    "{} and {}",
                    row.1,
                    other.1
                );
            }
        }
    }

    #[test]
    fn a_key_that_does_something_already_is_swapped_and_some_always_do_the_same() {
        let mut keys = Keys::default();
        assert_eq!(keys.set(Action::Undo, Key::Z), Set::Done);
        assert_eq!(keys.set(Action::Next, Key::Z), Set::Swapped(Action::Undo));
        assert_eq!((keys.of(Action::Next), keys.of(Action::Undo)), (Key::Z, Key::N));
        assert_eq!(keys.set(Action::Next, Key::Enter), Set::Fixed);
        assert_eq!(keys.set(Action::Next, Key::Num4), Set::Fixed);
        assert_eq!(keys.set(Action::Next, Key::N), Set::Swapped(Action::Undo));
        assert_eq!(keys.set(Action::Undo, Key::U), Set::Done);
        assert!(keys.is_delivered());
    }

    #[test]
    fn what_is_written_by_hand_and_cannot_be_is_left_out() {
        let read = |text: &str| serde_json::from_str::<Keys>(text).expect("a map of names");
        assert_eq!(read(r#"{"undo":"Z"}"#).of(Action::Undo), Key::Z);
        assert!(read(r#"{"undo":"Enter","march":"M","redo":"nothing"}"#).is_delivered());
        assert!(read(r#"{"undo":"N"}"#).is_delivered(), "N does something else");
        let swapped = r#"{"next":"U","undo":"N"}"#;
        assert_eq!(serde_json::to_string(&read(swapped)).expect("a map"), swapped);
        let two = read(r#"{"next":"U","redo":"N","undo":"N"}"#);
        let all: std::collections::BTreeSet<&str> = Action::all().map(|action| cap(two.of(action))).collect();
        assert_eq!(all.len(), ROWS.len());
    }
}
