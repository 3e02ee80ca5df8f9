//! What is heard at a table.

use super::*;
use muster_app::settings::{Loudness, Settings};
use muster_app::sound::Speaker;
use muster_contract::{Event, EventKind};
use muster_table::messages::{FromTable, LogItem, Standing, Update};
use std::sync::{Arc, Mutex};

/// Hears waves, and keeps how long each is, in seconds.
#[derive(Clone, Default)]
struct Ear(Arc<Mutex<Vec<f32>>>);

impl Speaker for Ear {
    fn play(&mut self, wave: Arc<[f32]>) {
        let seconds = wave.len() as f32 / muster_app::sound::RATE as f32;
        self.0.lock().expect("no thread panics with it").push(seconds);
    }
}

impl Ear {
    /// How many sounds were heard since this was asked last.
    fn heard(&self) -> usize {
        std::mem::take(&mut *self.0.lock().expect("no thread panics with it")).len()
    }
}

/// A window that is listened to.
fn listened(line: Acted, sounds: Loudness) -> (Harness<'static, Option<Window>>, Ear) {
    let settings = Settings { sounds, ..Settings::default() };
    let mut harness = window(Shelf { settings, ..Shelf::default() }, Some(line));
    let ear = Ear::default();
    harness.state_mut().as_mut().expect("a window").hear_through(Box::new(ear.clone()));
    (harness, ear)
}

fn standing_of(asked: u8) -> Standing {
    let mut standing = stage::standing();
    standing.seats.iter_mut().for_each(|seat| seat.waited_for = seat.seat == asked);
    standing
}

fn changed(asked: u8, kinds: &[EventKind]) -> FromTable {
    let one = stage::log()[1].clone();
    let event = |kind: &EventKind| Event { kind: kind.clone(), ..one.events[0].clone() };
    let news = vec![LogItem { events: kinds.iter().map(event).collect(), ..one }];
    FromTable::Update(Update::Changed { news, back_to: None, standing: standing_of(asked) })
}

#[test]
fn what_happens_is_heard_once_and_not_where_it_is_off() {
    for (sounds, times) in [(Loudness::Quiet, 1), (Loudness::Off, 0)] {
        let line = Acted::of(standing_of(1));
        let later = line.later.clone();
        let (mut harness, ear) = listened(line, sounds);
        harness.run_steps(8);
        assert_eq!(ear.heard(), 0, "nothing has happened");
        later.lock().expect("no thread panics with it").push_back(changed(1, &[EventKind::Lost]));
        harness.run_steps(8);
        assert_eq!(ear.heard(), times, "{sounds:?}");
        later.lock().expect("no thread panics with it").push_back(changed(1, &[EventKind::Text]));
        harness.run_steps(8);
        assert_eq!(ear.heard(), 0);
    }
}

#[test]
fn the_bell_rings_for_who_has_waited() {
    for (steps, rings) in [(40, 1), (2, 0)] {
        let line = Acted::of(standing_of(0));
        let later = line.later.clone();
        let (mut harness, ear) = listened(line, Loudness::Full);
        harness.run_steps(steps);
        assert_eq!(ear.heard(), 0);
        later.lock().expect("no thread panics with it").push_back(changed(1, &[]));
        harness.run_steps(4);
        assert_eq!(ear.heard(), rings, "after {steps} steps");
    }
}
