//! What a game has while it carries out a choice: dice to roll, and a log to tell what happens.

use muster_contract::{Audience, Dice, Die, Event, EventKind, Line, Roll, TurnStatus};
use smallvec::SmallVec;

use crate::Random;
use crate::house_rules::Running;

/// The faces of dice rolled together, from 1.
pub type Faces = SmallVec<[u8; 16]>;

/// Where chance comes from.
pub(crate) enum Luck<'a> {
    /// The table's audited dice.
    Table(&'a mut dyn Dice),
    /// A fork's own.
    Fork(&'a mut Random),
}

/// Handed to [`crate::Rules::apply`]. On a fork in search nobody reads the log: events are then not even made, since
/// they are given as closures.
pub struct Resolution<'a> {
    luck: Luck<'a>,
    events: Option<&'a mut Vec<Event>>,
    pub(crate) rules: Option<Running<'a>>,
}

impl<'a> Resolution<'a> {
    pub(crate) fn new(luck: Luck<'a>, events: Option<&'a mut Vec<Event>>) -> Self {
        Self { luck, events, rules: None }
    }

    /// The same, with the rules in force, if there are any.
    pub(crate) fn under(self, rules: Option<Running<'a>>) -> Self {
        Self { rules, ..self }
    }

    /// Whether anybody reads the log. Only for skipping work that makes texts.
    pub fn is_observed(&self) -> bool {
        self.events.is_some()
    }

    /// Rolls `count` dice of `sides` sides. The reason goes into the journal. No event is made: say with
    /// [`Resolution::rolled`] who may see the dice, or use [`Resolution::roll_openly`].
    pub fn roll(&mut self, count: u8, sides: u8, reason: impl FnOnce() -> String) -> Faces {
        if count == 0 {
            return Faces::new();
        }
        match &mut self.luck {
            Luck::Table(dice) => dice.roll(count, sides, &reason()).into_iter().collect(),
            Luck::Fork(random) => (0..count).map(|_| random.below(u32::from(sides)) as u8 + 1).collect(),
        }
    }

    /// Rolls and tells everybody; `counts` says which faces are a success for the roller.
    pub fn roll_openly(
        &mut self,
        count: u8,
        sides: u8,
        citation: &str,
        counts: impl Fn(u8) -> bool,
        reason: impl Fn() -> String,
    ) -> Faces {
        self.roll_about(count, sides, citation, counts, reason, |event| event)
    }

    /// The same for dice that are rolled over a place or by units: `about` adds them to the event.
    pub fn roll_about(
        &mut self,
        count: u8,
        sides: u8,
        citation: &str,
        counts: impl Fn(u8) -> bool,
        reason: impl Fn() -> String,
        about: impl FnOnce(Event) -> Event,
    ) -> Faces {
        let faces = self.roll(count, sides, &reason);
        if count > 0 {
            let all = Audience::Everyone;
            self.event(|| about(rolled(all, (&faces, sides), citation, counts, reason())));
        }
        faces
    }

    /// Tells an audience of dice that were rolled.
    pub fn rolled(
        &mut self,
        audience: Audience,
        faces: &[u8],
        sides: u8,
        citation: &str,
        counts: impl Fn(u8) -> bool,
        reason: impl FnOnce() -> String,
    ) {
        self.event(|| rolled(audience, (faces, sides), citation, counts, reason()));
    }

    /// Shuffles items by dice of the table, for example before tokens are dealt anew.
    pub fn shuffle<T>(&mut self, items: &mut [T], reason: impl Fn() -> String) {
        for last in (1..items.len().min(255)).rev() {
            let other = self.roll(1, last as u8 + 1, &reason)[0] as usize - 1;
            items.swap(last, other);
        }
    }

    /// Draws one of `count` things (1 to 65,025), each as likely as any other, and gives its number from 0.
    pub fn draw(&mut self, count: u32, reason: impl Fn() -> String) -> u32 {
        if count <= 1 {
            return 0;
        }
        if count <= 255 {
            return u32::from(self.roll(1, count as u8, &reason)[0]) - 1;
        }
        // Two dice make a number up to 65,025; what lies past the last whole multiple is rolled again.
        let whole = 255 * 255 / count * count;
        loop {
            let faces = self.roll(2, 255, &reason);
            let number = (u32::from(faces[0]) - 1) * 255 + u32::from(faces[1]) - 1;
            if number < whole {
                return number % count;
            }
        }
    }

    /// Tells an event: with a place or units, or to some seats only. The closure runs only if anybody reads the log. For an event that
    /// everybody may know [`announce`](Resolution::announce) is shorter, and for text alone [`say`](Resolution::say).
    ///
    /// ```
    /// use muster_contract::{Audience, Event, EventKind, Seat};
    /// use muster_sdk::{Resolution, place};
    ///
    /// fn look(owner: Seat, resolution: &mut Resolution<'_>) {
    ///     let told = Audience::Seats(vec![owner]);
    ///     resolution.event(|| {
    ///         Event::new(EventKind::Revealed, told, "The block at the mill is Doyle's company.", "C4")
    ///             .at(place("0304"))
    ///             .of(vec!["blue-doyle".to_owned()])
    ///     });
    /// }
    /// ```
    pub fn event(&mut self, event: impl FnOnce() -> Event) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// A line for everyone's log.
    pub fn say(&mut self, citation: &str, text: impl FnOnce() -> String) {
        self.announce(EventKind::Text, citation, text);
    }

    /// Tells everybody an event of any kind.
    ///
    /// ```
    /// use muster_contract::EventKind;
    /// use muster_sdk::Resolution;
    ///
    /// fn shuffle(resolution: &mut Resolution<'_>) {
    ///     resolution.announce(EventKind::Concealed, "7.1", || "The units in 13 are shuffled.".to_owned());
    /// }
    /// ```
    pub fn announce(&mut self, kind: EventKind, citation: &str, text: impl FnOnce() -> String) {
        self.event(|| Event::new(kind, Audience::Everyone, text(), citation));
    }

    /// A note for the log beside the events, see `journal.note`. Nothing on forks.
    pub fn note(&mut self, audience: Audience, line: impl FnOnce() -> Line) {
        if let Luck::Table(dice) = &mut self.luck {
            dice.note(audience, line());
        }
    }

    /// The game has entered a phase: an event for everyone, and a notice to the host. Called where a phase begins, when the step is the
    /// new one already, so that the status has its phase.
    pub fn phase(&mut self, citation: &str, status: impl FnOnce() -> TurnStatus) {
        if !self.is_observed() {
            return;
        }
        let status = status();
        self.announce(EventKind::Phase(status.phase.clone()), citation, || status.title.clone());
        if let Luck::Table(dice) = &mut self.luck {
            dice.enter(status);
        }
    }
}

/// The event of these faces of dice of so many sides.
fn rolled(
    audience: Audience,
    (faces, sides): (&[u8], u8),
    citation: &str,
    counts: impl Fn(u8) -> bool,
    reason: String,
) -> Event {
    let dice = faces.iter().map(|&face| Die { sides, face, counts: counts(face) }).collect();
    Event::new(EventKind::Rolled(Roll { reason: reason.clone(), dice }), audience, reason, citation)
}
