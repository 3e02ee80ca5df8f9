//! What is heard at a table: dice, marching, guns, and a bell when it is one's turn. All of it is made here, of noise and of sines.

mod wave;

use crate::settings::Loudness;
use muster_contract::{Event, EventKind};
use muster_table::messages::LogItem;
use std::sync::Arc;
pub use wave::RATE;

/// Something to be heard; of two at once the later in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sound {
    /// Units have moved.
    March,
    /// Dice have fallen.
    Dice,
    /// A unit was lost, or lost strength.
    Guns,
    /// It is one's turn, after others have decided for a while.
    Bell,
}

/// What a wave is heard through.
pub trait Speaker {
    /// Plays samples between -1 and 1, [`RATE`] of them a second, on one channel. It returns at once; a wave that comes while others
    /// are still waiting may be left out.
    fn play(&mut self, wave: Arc<[f32]>);
}

/// So many seconds pass at least from one sound to the next: bots can choose faster than anybody hears.
const APART: f64 = 0.4;

/// For so many seconds others have to decide before the bell rings: nobody is called who hasn't waited.
pub const AWAY: f64 = 3.0;

/// What is heard of what happened: nothing of what only changes the position's looks.
pub fn heard(news: &[LogItem]) -> Option<Sound> {
    let of = |event: &Event| match event.kind {
        EventKind::Moved(_) => Some(Sound::March),
        EventKind::Rolled(_) => Some(Sound::Dice),
        EventKind::Lost => Some(Sound::Guns),
        _ => None,
    };
    news.iter().flat_map(|item| &item.events).filter_map(of).max()
}

/// The sounds of a window.
#[derive(Default)]
pub struct Sounds {
    speaker: Option<Box<dyn Speaker>>,
    made: [Option<Arc<[f32]>>; 4],
    last: Option<f64>,
}

impl Sounds {
    /// Sounds that go to this speaker.
    pub fn through(speaker: Box<dyn Speaker>) -> Self {
        Self { speaker: Some(speaker), ..Self::default() }
    }

    /// Plays a sound, unless another has only just begun; the bell always rings.
    pub fn play(&mut self, sound: Sound, loudness: Loudness, now: f64) {
        let Some(speaker) = &mut self.speaker else { return };
        let gain = match loudness {
            Loudness::Off => return,
            Loudness::Quiet => 0.25,
            Loudness::Full => 1.0,
        };
        let early = self.last.is_some_and(|last| now - last < APART);
        if early && sound != Sound::Bell {
            return;
        }
        self.last = Some(now);
        let made = self.made[sound as usize].get_or_insert_with(|| wave::of(sound).into());
        speaker.play(made.iter().map(|sample| sample * gain).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::{Audience, Roll};
    use std::sync::Mutex;

    fn item(kinds: Vec<EventKind>) -> LogItem {
        let event = |kind| Event {
            kind,
            audience: Audience::Everyone,
            place: None,
            units: vec![],
            text: String::new(),
            citation: None,
        };
        LogItem {
            record: 1,
            step: Some(1),
            seat: Some(0),
            kind: muster_table::messages::LogKind::Choice,
            choices: vec![],
            events: kinds.into_iter().map(event).collect(),
            command: false,
            undone: false,
        }
    }

    #[test]
    fn what_weighs_most_is_heard() {
        let roll = || EventKind::Rolled(Roll { reason: String::new(), dice: vec![] });
        assert_eq!(heard(&[item(vec![EventKind::Text, EventKind::Command])]), None);
        assert_eq!(heard(&[item(vec![EventKind::Moved(vec![]), EventKind::Text])]), Some(Sound::March));
        assert_eq!(heard(&[item(vec![roll()]), item(vec![EventKind::Moved(vec![])])]), Some(Sound::Dice));
        assert_eq!(heard(&[item(vec![EventKind::Lost]), item(vec![roll()])]), Some(Sound::Guns));
    }

    #[derive(Clone, Default)]
    struct Ear(Arc<Mutex<Vec<Arc<[f32]>>>>);

    impl Speaker for Ear {
        fn play(&mut self, wave: Arc<[f32]>) {
            self.0.lock().expect("no thread panics with it").push(wave);
        }
    }

    #[test]
    fn a_sound_is_quiet_off_or_left_out_where_another_has_only_begun() {
        let ear = Ear::default();
        let mut sounds = Sounds::through(Box::new(ear.clone()));
        let mut play = |sound, loudness, now| {
            sounds.play(sound, loudness, now);
            ear.0.lock().expect("no thread panics with it").len()
        };
        assert_eq!(play(Sound::Dice, Loudness::Off, 0.0), 0);
        assert_eq!(play(Sound::Dice, Loudness::Full, 0.0), 1);
        assert_eq!(play(Sound::Guns, Loudness::Full, 0.1), 1, "it comes too soon");
        assert_eq!(play(Sound::Bell, Loudness::Full, 0.2), 2, "the bell rings");
        assert_eq!(play(Sound::Dice, Loudness::Quiet, 1.0), 3);
        let peak = |at: usize| {
            let waves = ear.0.lock().expect("no thread panics with it");
            waves[at].iter().fold(0.0f32, |peak, sample| peak.max(sample.abs()))
        };
        assert!((peak(0) / peak(2) - 4.0).abs() < 0.01, "{} and {}", peak(0), peak(2));
    }
}
