//! A game played by choice ids with arranged dice: what the tests of a module's rules are written with.
//!
//! ```
//! # use muster_contract::{Position, Seat};
//! # use muster_sdk::{Game, play::{Arranged, Play}};
//! /// The north marches against the ford, and the defender's die shows a 6.
//! fn the_ford_holds<G: Game>(position: &Position) {
//!     const NORTH: Seat = 0;
//!     let mut play: Play<G> = Play::begin(position, Arranged::else_highest());
//!     play.dice.arrange("the defence of", &[6]);
//!     play.take(NORTH, "order north-1").take(NORTH, "to ford");
//!     assert_eq!(play.at("north-1"), "camp");
//!     assert!(play.says("is thrown back"));
//! }
//! ```
//!
//! A module's tests add how a position is written down, and what only that game has, in a type of their own that
//! dereferences to [`Play`]. Everything here panics with what was listed or refused where the game doesn't do what a test
//! asks of it; the panic's place is that of the test.

use std::collections::VecDeque;

use muster_contract::{
    Attribute, Change, ChoiceDetails, Dice, Event, Line, Outcome, Position, Refusal, Seat, Target, UnitView,
    Value, View,
};

use crate::resolution::Luck;
use crate::{Game, Hosted, Resolution};

/// Dice that fall as arranged.
///
/// A face is arranged for what is rolled for: a part of the reason that the module gives, or "" for whatever is rolled next.
/// Tokens that are dealt anew ([`Tokens::deal`](crate::Tokens::deal)) take only what is arranged for "tokens".
#[derive(Clone, Debug)]
pub struct Arranged {
    arranged: Vec<(&'static str, VecDeque<u8>)>,
    rest: Rest,
}

/// How dice fall that nothing is arranged for.
#[derive(Clone, Copy, Debug)]
enum Rest {
    On(u8),
    Highest,
    Middle,
}

impl Arranged {
    /// Dice that show this face unless something else is arranged; those with fewer sides show their highest.
    #[must_use]
    pub const fn else_on(face: u8) -> Self {
        Self { arranged: Vec::new(), rest: Rest::On(face) }
    }

    /// Dice that show their highest face unless something else is arranged. Shuffles then leave everything where it is.
    #[must_use]
    pub const fn else_highest() -> Self {
        Self { arranged: Vec::new(), rest: Rest::Highest }
    }

    /// Dice that show the face in the middle (of an even number the lower of the two) unless something else is arranged.
    #[must_use]
    pub const fn else_middle() -> Self {
        Self { arranged: Vec::new(), rest: Rest::Middle }
    }

    /// Arranges the next faces for rolls in whose reason this stands, after those that were arranged for it before.
    pub fn arrange(&mut self, reason: &'static str, faces: &[u8]) -> &mut Self {
        match self.arranged.iter_mut().find(|(part, _)| *part == reason) {
            Some((_, before)) => before.extend(faces),
            None => self.arranged.push((reason, faces.iter().copied().collect())),
        }
        self
    }

    /// Forgets what is arranged and hasn't been rolled.
    pub fn clear(&mut self) {
        self.arranged.clear();
    }

    /// The same, with faces arranged.
    #[must_use]
    pub fn with(mut self, reason: &'static str, faces: &[u8]) -> Self {
        self.arrange(reason, faces);
        self
    }
}

/// A 1 on every die that nothing else is arranged for.
impl Default for Arranged {
    fn default() -> Self {
        Self::else_on(1)
    }
}

impl Dice for Arranged {
    fn roll(&mut self, count: u8, sides: u8, reason: &str) -> Vec<u8> {
        let is_token = reason.starts_with("tokens");
        let rest = match self.rest {
            _ if is_token => 1,
            Rest::On(face) => face,
            Rest::Highest => sides,
            Rest::Middle => sides.div_ceil(2),
        };
        let mut next = || {
            let mut queues = self.arranged.iter_mut().filter(|(part, faces)| {
                !faces.is_empty() && if part.is_empty() { !is_token } else { reason.contains(*part) }
            });
            queues.next().and_then(|(_, faces)| faces.pop_front()).unwrap_or(rest).min(sides)
        };
        (0..count).map(|_| next()).collect()
    }
}

/// What a function of a module is handed in a test that calls it itself, with no choice before it: these dice, and a list for what it
/// tells.
pub fn resolution<'a>(dice: &'a mut dyn Dice, events: &'a mut Vec<Event>) -> Resolution<'a> {
    Resolution::new(Luck::Table(dice), Some(events))
}

/// A game at a table where each seat does what a test says.
pub struct Play<G: Game, D = Arranged> {
    /// The game.
    pub game: Hosted<G>,
    /// Its dice.
    pub dice: D,
    /// What the last choice told.
    pub events: Vec<Event>,
}

impl<G: Game, D: Dice> Play<G, D> {
    /// A game that has not begun.
    #[track_caller]
    pub fn create(position: &Position, dice: D) -> Self {
        let game = Hosted::create(position).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        Self { game, dice, events: Vec::new() }
    }

    /// A game that has begun, and waits for its first decision.
    #[track_caller]
    pub fn begin(position: &Position, dice: D) -> Self {
        let mut play = Self::create(position, dice);
        play.take(0, "begin");
        play
    }

    /// A seat takes a choice. [`events`](Play::events) are then what came of it.
    #[track_caller]
    pub fn take(&mut self, seat: Seat, id: &str) -> &mut Self {
        let listed = self.ids(seat);
        match self.game.apply(seat, id, &mut self.dice) {
            Ok(events) => self.events = events,
            Err(refusal) => panic!("{}: {:?} {listed:?}", refusal.reason, self.next_decision()),
        }
        if let Some(failure) = self.game.take_failure() {
            panic!("{failure}");
        }
        self
    }

    /// A seat takes several choices, with commas between them.
    #[track_caller]
    pub fn all(&mut self, seat: Seat, ids: &str) -> &mut Self {
        for id in ids.split(',') {
            self.take(seat, id.trim());
        }
        self
    }

    /// A seat takes the first choice whose id has this as its last word, or after its last colon.
    #[track_caller]
    pub fn take_ending(&mut self, seat: Seat, end: &str) -> &mut Self {
        let ids = self.ids(seat);
        let id = ids.iter().find(|id| *id == end || last_word(id) == end);
        let id = id.unwrap_or_else(|| panic!("no {end} in {ids:?}"));
        self.take(seat, id)
    }

    /// The ids of all that a seat may choose.
    pub fn ids(&self, seat: Seat) -> Vec<String> {
        let decisions = self.game.decisions().into_iter().filter(|decision| decision.seat == seat);
        decisions.flat_map(|decision| decision.choices).map(|choice| choice.id).collect()
    }

    /// The last words of the ids that a seat may choose: what stands after the last blank or colon.
    pub fn ends(&self, seat: Seat) -> Vec<String> {
        self.ids(seat).iter().map(|id| last_word(id).to_owned()).collect()
    }

    /// The ids among a seat's choices that begin so.
    pub fn ids_from(&self, seat: Seat, start: &str) -> Vec<String> {
        self.ids(seat).into_iter().filter(|id| id.starts_with(start)).collect()
    }

    /// Whether a seat may choose this.
    pub fn lists(&self, seat: Seat, id: &str) -> bool {
        self.ids(seat).iter().any(|listed| listed == id)
    }

    /// Whether a seat may choose something whose id begins so.
    pub fn offers(&self, seat: Seat, start: &str) -> bool {
        self.ids(seat).iter().any(|listed| listed.starts_with(start))
    }

    /// Who decides first, and the kind of the decision; seat 255 and "" in a game that is over.
    pub fn next_decision(&self) -> (Seat, String) {
        let first = self.game.decisions().into_iter().next();
        first.map_or((Seat::MAX, String::new()), |decision| (decision.seat, decision.kind))
    }

    /// Corrects the position by hand.
    #[track_caller]
    pub fn edit(&mut self, change: Change) -> &mut Self {
        self.game.edit(&[change]).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        self
    }

    /// Corrects a fact.
    #[track_caller]
    pub fn fact(&mut self, name: &str, value: i32) -> &mut Self {
        self.edit(Change::Fact(Attribute { name: name.to_owned(), value: Value::Number(value) }))
    }

    /// Sets a flag of a unit.
    #[track_caller]
    pub fn flag(&mut self, unit: &str, name: &str) -> &mut Self {
        let flag = Attribute { name: name.to_owned(), value: Value::Flag(true) };
        self.edit(Change::Set((unit.to_owned(), flag)))
    }

    /// Takes a unit off the board.
    #[track_caller]
    pub fn remove(&mut self, unit: &str) -> &mut Self {
        self.edit(Change::Remove(unit.to_owned()))
    }

    /// Why the position can't be corrected so. Nothing has changed then.
    #[track_caller]
    pub fn refuses(&mut self, change: Change) -> Refusal {
        let before = self.game.save();
        let refusal = self.game.edit(&[change]).expect_err("the change is made");
        assert_eq!(self.game.save(), before, "a refused change changes something");
        refusal
    }

    /// What a seat sees.
    pub fn view(&self, seat: Seat) -> View {
        self.game.view(Some(seat))
    }

    /// A unit as that seat sees it that knows its face, or else as the first that sees it under this id.
    pub fn unit(&self, id: &str) -> Option<UnitView> {
        let seats = 0..self.game.seats().len() as Seat;
        let seen = seats.filter_map(|seat| self.view(seat).units.into_iter().find(|unit| unit.id == id));
        seen.max_by_key(|unit| unit.face.is_some())
    }

    /// Where a unit stands: its space, with its edge behind it ("13 11/13") if it stands at one, or "off".
    pub fn at(&self, id: &str) -> String {
        let Some(place) = self.unit(id).map(|unit| unit.place) else { return "off".to_owned() };
        place.edge.map_or(place.space.clone(), |edge| format!("{} {edge}", place.space))
    }

    /// A unit's strength; 0 if it is off or has none.
    pub fn strength(&self, id: &str) -> u8 {
        self.unit(id).and_then(|unit| unit.face).and_then(|face| face.strength).unwrap_or(0)
    }

    /// What a person is told of a choice.
    #[track_caller]
    pub fn details(&self, seat: Seat, id: &str) -> ChoiceDetails {
        self.game.details(seat, &[id.to_owned()]).pop().unwrap_or_else(|| panic!("no {id} is listed"))
    }

    /// Why a target can't be chosen, or what it is.
    pub fn explain(&self, seat: Seat, target: &Target) -> Vec<Line> {
        self.game.explain(seat, target)
    }

    /// Whether some event of the last choice has this in its text, for whomever it is.
    pub fn says(&self, text: &str) -> bool {
        self.events.iter().any(|event| event.text.contains(text))
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }
}

fn last_word(id: &str) -> &str {
    id.rsplit([' ', ':']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_fall_as_arranged_for_their_reason() {
        let mut dice = Arranged::else_highest().with("attack", &[1, 2]).with("", &[3]);
        dice.arrange("attack", &[9]);
        assert_eq!(dice.roll(1, 6, "an attack"), [1]);
        assert_eq!(dice.roll(2, 8, "the weather"), [3, 8], "3 was for anything, then the highest");
        assert_eq!(dice.roll(3, 6, "an attack"), [2, 6, 6], "a 9 is no face of this die");
        dice.arrange("", &[4]);
        assert_eq!(
            dice.roll(1, 6, "tokens are dealt anew"),
            [1],
            "tokens take nothing that is arranged for others"
        );
        assert_eq!(dice.roll(1, 6, "an attack"), [4]);
        assert_eq!(Arranged::else_on(5).roll(2, 4, "anything"), [4, 4]);
        assert_eq!(Arranged::else_middle().roll(1, 6, "anything"), [3]);
    }

    #[test]
    fn last_words_are_behind_blanks_and_colons() {
        assert_eq!(
            [last_word("move a1 0302"), last_word("rule:yes"), last_word("end")],
            ["0302", "yes", "end"]
        );
    }
}
