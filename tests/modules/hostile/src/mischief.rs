//! What it does to its host. The scenario's roster says which: the name of its unit `mischief`.

use muster_contract::bindings::muster::game::types::{
    Audience, Chance, Decision, Event, EventKind, Line, Marker, OddsRows, OddsTable, PlayoutResult,
    TurnStatus, View,
};
use muster_contract::bindings::muster::game::{dice, journal, log, phases, units};

use crate::ladder::{event, line, rung};

/// The turn from which on it misbehaves. Creating a game is always too soon.
const FROM: u32 = 4;

/// The unit that says what it does.
const UNIT: &str = "mischief";

/// Every mischief. "loop in view" is done when a view is asked for.
pub const KNOWN: &[&str] = &[
    "loop in create",
    "loop in load",
    "loop in decisions",
    "loop in choice-count",
    "loop in weights",
    "loop in apply",
    "loop in apply-index",
    "loop in details",
    "loop in explain",
    "loop in view",
    "loop in odds",
    "loop in overlay",
    "loop in seats",
    "loop in outcome",
    "loop in save",
    "loop in fork",
    "loop in sample",
    "loop in playout",
    "loop in edit",
    "loop in drop",
    "trap in load",
    "trap in apply",
    "panic in view",
    "panic at length in decisions",
    "cry wolf",
    "recurse in decisions",
    "eat memory in apply",
    "keep games in view",
    "roll in view",
    "roll in load",
    "beg in view",
    "roll in playout",
    "no dice",
    "dice without sides",
    "many dice",
    "a long reason",
    "an endless reason",
    "many notes",
    "many phases",
    "long notes",
    "a note for many seats",
    "many events",
    "fat events",
    "many choices",
    "many decisions",
    "a long list",
    "a fat answer",
    "a long text",
    "an id twice",
    "an empty id",
    "no such seat",
    "no choice",
    "an unknown kind",
    "nobody waits",
    "a unit nowhere",
    "a unit twice",
    "a unit without a name",
    "a marker nowhere",
    "a seat too many",
    "an unknown side",
    "a state that grows",
    "a state that can't be read",
    "an unknown winner",
    "many lines logged",
    "much logged",
    "notes without end in view",
    "phases without end in view",
    "logs without end in playout",
    "refuses what it lists",
    "accepts what it doesn't list",
    "refuses and acts",
    "views that change",
    "tells what it does",
    "wrong prospects",
    "chances out of nothing",
];

/// What this game does to its host, if anything.
#[derive(Clone)]
pub struct Mischief(Option<String>);

impl Mischief {
    /// As the roster has it.
    pub fn of_roster() -> Self {
        let unit = units::roster().into_iter().find(|unit| unit.id == UNIT);
        Self(unit.map(|unit| unit.name).filter(|name| KNOWN.contains(&name.as_str())))
    }

    fn is(&self, name: &str, turn: u32) -> bool {
        turn >= FROM && self.0.as_deref() == Some(name)
    }

    /// A call begins in which it may do something.
    pub fn enter(&self, call: &str, turn: u32) {
        if turn < FROM && call != "create" {
            return;
        }
        // Says that it panics, goes on, and comes to grief later by something else.
        if self.is("cry wolf", turn) && call == "apply" {
            journal::note(&Audience::Seats(Vec::new()), &line("panic: a wolf"));
        }
        if self.is("cry wolf", turn) && turn > FROM && call == "decisions" {
            std::process::abort();
        }
        if self.is("tells what it does", turn) {
            log::write(&format!("turn {turn}"));
        }
        let Some((deed, _)) =
            self.0.as_deref().and_then(|name| name.split_once(" in ")).filter(|(_, at)| *at == call)
        else {
            return;
        };
        match deed {
            "loop" => loop {
                std::hint::spin_loop();
            },
            "recurse" => drop(deeper(0)),
            "eat memory" => loop {
                core::arch::wasm32::memory_grow(0, 16);
            },
            "keep games" => loop {
                std::mem::forget(crate::another());
            },
            "panic" => panic!("the rope is frayed"),
            "panic at length" => panic!("{}", "a".repeat(100_000)),
            "beg" => drop(dice::roll(1, 6, &"please ".repeat(10_000))),
            "roll" => drop(dice::roll(1, 6, "a look ahead")),
            // Each is copied, and takes hardly a step.
            "notes without end" => {
                let note = line(&"a note ".repeat(100_000));
                (0..100_000).for_each(|_| journal::note(&Audience::Everyone, &note));
            }
            "phases without end" => {
                let title = "dawn ".repeat(100_000);
                let status = TurnStatus {
                    number: 1,
                    of: 0,
                    title,
                    clock: String::new(),
                    phase: String::new(),
                    active: None,
                };
                (0..100_000).for_each(|_| phases::enter(&status));
            }
            "logs without end" => {
                let line = "a line ".repeat(100_000);
                (0..100_000).for_each(|_| log::write(&line));
            }
            _ => std::process::abort(),
        }
    }

    /// What it does with dice and notes while a choice is carried out.
    pub fn at_table(&self, turn: u32) {
        let Some(name) = self.0.as_deref().filter(|_| turn >= FROM) else { return };
        let note = |text: String| journal::note(&Audience::Everyone, &line(&text));
        match name {
            // What was rolled for a choice that is refused will be rolled again.
            "refuses what it lists" => drop(dice::roll(1, 6, "a second thought")),
            "no dice" => drop(dice::roll(0, 6, "nothing")),
            "dice without sides" => drop(dice::roll(1, 0, "nothing")),
            "many dice" => loop {
                dice::roll(255, 6, "again");
            },
            "a long reason" => drop(dice::roll(1, 6, &"because ".repeat(4_000))),
            "an endless reason" => drop(dice::roll(1, 6, &"because ".repeat(100_000))),
            "many notes" => (0..1_000_000).for_each(|number| note(number.to_string())),
            "many phases" => (0..1_000_000).for_each(|number| {
                phases::enter(&TurnStatus {
                    number,
                    of: 0,
                    title: String::new(),
                    clock: String::new(),
                    phase: String::new(),
                    active: None,
                });
            }),
            "many lines logged" => loop {
                log::write("again");
            },
            "much logged" => (0..40).for_each(|_| log::write(&"a line ".repeat(300))),
            "long notes" => (0..40).for_each(|_| note("a note ".repeat(2_000))),
            "a note for many seats" => {
                let nothing = Line { text: String::new(), citation: None };
                (0..40).for_each(|_| journal::note(&Audience::Seats(vec![7; 14_000]), &nothing));
            }
            _ => {}
        }
    }

    pub fn with_events(&self, turn: u32, events: &mut Vec<Event>) {
        let text = |length: usize| event(EventKind::Text, &"x".repeat(length));
        if self.is("many events", turn) {
            events.resize(1_200, text(1));
        } else if self.is("fat events", turn) {
            events.resize(60, text(10_000));
        }
    }

    /// The refusal of a choice that it lists, perhaps.
    pub fn refuses(&self, turn: u32) -> bool {
        self.is("refuses what it lists", turn)
    }

    /// What it does about a choice that it doesn't list: whether it takes another, and whether it says so.
    pub fn about_unlisted(&self, turn: u32) -> (bool, bool) {
        let accepts = self.is("accepts what it doesn't list", turn);
        (accepts || self.is("refuses and acts", turn), accepts)
    }

    pub fn with_decisions(&self, turn: u32, decisions: &mut Vec<Decision>) {
        let Some(first) = decisions.first_mut().filter(|_| turn >= FROM) else { return };
        let of = first.choices[0].clone();
        match self.0.as_deref().unwrap_or_default() {
            "many choices" => {
                let choice = |number: i32| {
                    let mut choice = of.clone();
                    choice.id = format!("climb {number}");
                    choice
                };
                first.choices.extend((0..600).map(choice));
            }
            "many decisions" => decisions.resize(1_500, decisions[0].clone()),
            "a long text" => first.prompt = "why? ".repeat(4_000),
            "an id twice" => first.choices.push(of),
            "an empty id" => first.choices[0].id.clear(),
            "no such seat" => first.seat = 9,
            "no choice" => first.choices.clear(),
            "an unknown kind" => first.kind = "fall".to_owned(),
            "nobody waits" => first.waits = false,
            _ => {}
        }
    }

    pub fn with_view(&self, turn: u32, asked: usize, view: &mut View) {
        if turn < FROM {
            return;
        }
        match self.0.as_deref().unwrap_or_default() {
            "views that change" => view.status.resize(1 + asked, line("A cloud drifts by.")),
            "a long list" => view.status.resize(1_500, line("")),
            "a unit nowhere" => view.units[0].place.space = "the moon".to_owned(),
            "a unit twice" => view.units.push(view.units[0].clone()),
            "a unit without a name" => view.units[0].id.clear(),
            "a marker nowhere" => {
                let mut place = rung(0);
                place.space = "the moon".to_owned();
                view.markers.push(Marker {
                    kind: "flag".to_owned(),
                    place,
                    side: None,
                    label: String::new(),
                });
            }
            _ => {}
        }
    }

    pub fn with_odds(&self, turn: u32, odds: &mut Vec<OddsTable>) {
        if self.is("a fat answer", turn) {
            let fat = OddsTable {
                title: "x".repeat(10_000),
                note: String::new(),
                citation: None,
                rows: OddsRows::Exact(Vec::new()),
            };
            odds.resize(800, fat);
        } else if self.is("chances out of nothing", turn) {
            let row = Chance { label: "a fall".to_owned(), of: 1, out_of: 0 };
            odds.push(OddsTable {
                title: "a step".to_owned(),
                note: String::new(),
                citation: None,
                rows: OddsRows::Exact(vec![row]),
            });
        }
    }

    pub fn with_seats(&self, turn: u32, seats: &mut Vec<String>) {
        if self.is("a seat too many", turn) {
            seats.push(seats[0].clone());
        } else if self.is("an unknown side", turn) {
            seats[0] = "green".to_owned();
        }
    }

    /// Whether a side wins that there isn't.
    pub fn lets_strangers_win(&self, turn: u32) -> bool {
        self.is("an unknown winner", turn)
    }

    pub fn with_state(&self, turn: u32, state: &mut Vec<u8>) {
        if self.is("a state that grows", turn) {
            state.resize(turn as usize * 10_000, 0);
        } else if self.is("a state that can't be read", turn) {
            state.truncate(3);
        }
    }

    pub fn with_prospects(&self, turn: u32, result: &mut PlayoutResult) {
        if self.is("wrong prospects", turn) {
            result.prospects = vec![10_000, 10_000];
        }
    }
}

fn deeper(depth: u64) -> u64 {
    if std::hint::black_box(depth) == u64::MAX { depth } else { deeper(depth + 1) + 1 }
}
