//! The lessons, played by somebody who sees nothing of the screen: by the accessibility tree alone, from the lobby to the result.

#![cfg(feature = "window")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use muster::{Places, Shelf};
use muster_app::window::Window;

use crate::fixture::Desk;

/// A lesson takes no longer, on a slow machine beside others.
const LONGEST: Duration = Duration::from_secs(300);

/// What can be pressed is one of these.
const PRESSED: [Role; 4] = [Role::Button, Role::MenuItem, Role::Link, Role::RadioButton];

/// How the names begin of what isn't chosen in a game, but does something with the window.
const OF_THE_WINDOW: [&str; 22] = [
    "Lobby",
    "Rules",
    "Settings",
    "Help",
    "Workbench",
    "Undo",
    "Redo",
    "Next ",
    "Advice",
    "Log",
    "Bookmarks",
    "Find",
    "Fold",
    "Unfold",
    "Mark",
    "Boundaries",
    "Small map",
    "Result: put away",
    "The result",
    "Replay",
    "No",
    "Event by event",
];

/// Somebody with a screen reader.
struct Listener {
    harness: Harness<'static, Option<Window>>,
    luck: u64,
    /// What was done, for who wants to know why it came to nothing.
    done: Vec<String>,
}

impl Listener {
    /// In the lobby of a Muster with these modules and the scenarios of this repository.
    fn of(modules: PathBuf, desk: &Desk) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let data = desk.path("data");
        std::fs::create_dir_all(&data).unwrap();
        let settings = "pace = 0\nreduce-motion = true\ncarrying = false\nguide = true\n";
        std::fs::write(data.join("settings.toml"), settings).unwrap();
        let places = Places {
            modules: vec![modules],
            scenarios: root.join("scenarios"),
            scripts: root.join("scripts"),
            data,
            state: desk.path("state"),
            cache: None,
            source: None,
        };
        let mut shelf = Some(Shelf::open(&places).unwrap());
        let harness = Harness::builder()
            .with_size(egui::vec2(1600.0, 1000.0))
            .with_context_setup(muster_app::draw::letter::install)
            .build_ui_state(
                move |ui, window: &mut Option<Window>| {
                    let window = window.get_or_insert_with(|| {
                        Window::new(ui.ctx(), Box::new(shelf.take().expect("a window is made once")))
                    });
                    window.ui(ui);
                },
                None,
            );
        Self { harness, luck: 1862, done: Vec::new() }
    }

    fn any(&mut self, below: usize) -> usize {
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.luck >> 33) % below.max(1) as u64) as usize
    }

    /// The names of all that can be pressed now.
    fn pressable(&self) -> Vec<String> {
        let nodes = self.harness.query_all_by(|node| PRESSED.contains(&node.role()) && !node.is_disabled());
        nodes
            .map(|node| node.accesskit_node().label().unwrap_or_default())
            .filter(|name| !name.is_empty())
            .collect()
    }

    /// Presses what has this name, if anything has.
    fn presses(&mut self, name: &str) -> bool {
        let found = {
            let mut nodes = self.harness.query_all_by(|node| {
                PRESSED.contains(&node.role()) && !node.is_disabled() && node.label().as_deref() == Some(name)
            });
            nodes.next().map(|node| node.click_accesskit()).is_some()
        };
        if found {
            self.done.push(name.to_owned());
        }
        self.harness.run_steps(2);
        found
    }

    /// Waits until something of this name can be pressed, and presses it.
    #[track_caller]
    fn waits_for(&mut self, name: &str, most: Duration) {
        let until = Instant::now() + most;
        while !self.presses(name) {
            assert!(Instant::now() < until, "{name}: it never came; there are {:?}", self.pressable());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether these words are told anywhere.
    fn hears(&self, words: &str) -> bool {
        let told = |text: Option<String>| text.is_some_and(|text| text.contains(words));
        self.harness.query_all_by(|node| told(node.label()) || told(node.value())).next().is_some()
    }

    /// Plays what is on the table to its end. In two of three cases a bot's advice is taken; else something that can be chosen is.
    fn plays_to_the_end(&mut self) {
        let until = Instant::now() + LONGEST;
        while !self.presses("To the lobby") {
            assert!(Instant::now() < until, "it never ended; done last: {:?}", self.last_done());
            // Whatever lies over the table is read and put away, and what is asked back is answered.
            if ["Close", "Got it", "Do it", "Go on"].iter().any(|name| self.presses(name)) {
                continue;
            }
            let choices: Vec<String> = self.pressable();
            let asked = choices.iter().any(|name| name == "Advice");
            if !asked {
                self.presses("Skip ahead");
                std::thread::sleep(Duration::from_millis(2));
                continue;
            }
            if self.any(3) > 0 {
                self.presses("Advice");
                self.waits_while_advised(until);
                continue;
            }
            let of_window = |name: &String| OF_THE_WINDOW.iter().any(|begin| name.starts_with(begin));
            let chosen: Vec<String> = choices.into_iter().filter(|name| !of_window(name)).collect();
            let name = chosen.get(self.any(chosen.len())).cloned();
            if let Some(name) = name {
                self.presses(&name);
            }
        }
    }

    /// A bot thinks; then it is told what it would choose, and that is done.
    fn waits_while_advised(&mut self, until: Instant) {
        while self.hears("A bot is thinking") && Instant::now() < until {
            self.harness.run_steps(1);
            std::thread::sleep(Duration::from_millis(2));
        }
        self.presses("Do it");
    }

    fn last_done(&self) -> &[String] {
        &self.done[self.done.len().saturating_sub(30)..]
    }
}

/// Plays the lesson of a game, by its title in the lobby.
fn lesson(game: &str) {
    let Some(modules) = std::env::var_os("MUSTER_MODULES").map(PathBuf::from) else { return };
    let desk = Desk::new(&format!("heard-{}", game.replace(' ', "-")));
    let mut listener = Listener::of(modules, &desk);
    listener.presses("Not now");
    listener.waits_for(game, LONGEST);
    listener.waits_for("Open the table", LONGEST);
    listener.plays_to_the_end();
    assert!(listener.done.len() > 20, "{:?}", listener.done);
}

#[test]
fn first_fight_is_played_by_who_sees_nothing_of_it() {
    lesson("Brigade");
}

#[test]
fn matthews_hill_is_played_by_who_sees_nothing_of_it() {
    lesson("Baptism at Bull Run");
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_lesson_of_bobby_lee_is_played_by_who_sees_nothing_of_it() {
    lesson("Bobby Lee");
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_lesson_of_civil_war_strategy_is_played_by_who_sees_nothing_of_it() {
    lesson("Civil War Strategy");
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_lesson_of_the_us_civil_war_is_played_by_who_sees_nothing_of_it() {
    lesson("The U.S. Civil War");
}
