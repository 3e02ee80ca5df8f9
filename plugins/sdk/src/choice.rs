//! A choice as one row: its id, what it points at, its part in the decision, what a person reads of it.

use muster_contract::{ChoiceDetails, ChoiceRole, Seat, Target};
use smallvec::SmallVec;
use std::fmt;

use crate::{Shared, UnitId, capital, details, line};

/// What a game calls its units, spaces, edges and cards: in ids, which replays and programs read, and in sentences, which
/// people read. `seat` is none for the public. What has a default, a game without such things leaves out.
pub trait Names {
    /// What never changes: the boards' index, the roster, the options.
    type World: Send + Sync + 'static;
    /// A unit, as the game numbers them.
    type Unit: Copy;
    /// A space.
    type Space: Copy;
    /// An edge; `()` in a game that has none.
    type Edge: Copy;

    /// What never changes in this game.
    fn world(&self) -> &Shared<Self::World>;

    /// A unit's id as the seat sees it: its roster key, or a token.
    fn unit_id(&self, seat: Option<Seat>, unit: Self::Unit) -> UnitId<'_>;

    /// What the seat calls a unit within a sentence.
    fn unit_name(&self, seat: Option<Seat>, unit: Self::Unit) -> String;

    /// The id of a space on its board.
    fn space_id(&self, space: Self::Space) -> &str;

    /// What a space is called within a sentence. Unless overridden, its id.
    fn space_name(&self, space: Self::Space) -> String {
        self.space_id(space).to_owned()
    }

    /// The id of an edge on its board.
    fn edge_id(&self, _edge: Self::Edge) -> &str {
        ""
    }

    /// What an edge is called within a sentence. Unless overridden, its id.
    fn edge_name(&self, edge: Self::Edge) -> String {
        self.edge_id(edge).to_owned()
    }

    /// The id of a card.
    fn card_id(_card: u8) -> String {
        String::new()
    }
}

/// Something that a choice names or points at.
pub enum Thing<'a, G: Names> {
    /// A unit, as the seat sees it.
    Unit(G::Unit),
    /// A space.
    Space(G::Space),
    /// An edge.
    Edge(G::Edge),
    /// A card.
    Card(u8),
    /// A number: an amount that is bid, how many.
    Amount(i32),
    /// A facing, in twelfths clockwise from the top.
    Facing(u8),
    /// A word that stands in the id only; as a target, the button of that id.
    Word(&'a str),
}

impl<G: Names> Clone for Thing<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Names> Copy for Thing<'_, G> {}

/// What a choice is to the table and to whoever reads it: one row of the game's table of choices.
///
/// The id is the verb and the things that the row names, in order, with blanks between. The label is a template in which
/// `{}` stands for the things in order (words don't count), by the names that people read. A row that points at nothing is a
/// button.
///
/// ```
/// # use muster_sdk::{ChoiceRow, Names, Thing};
/// enum Choice<G: Names> {
///     Flee(G::Unit, G::Space),
///     EndMoves,
/// }
///
/// fn row<'a, G: Names>(choice: Choice<G>) -> ChoiceRow<'a, G> {
///     match choice {
///         Choice::Flee(unit, to) => {
///             ChoiceRow::act("flee", "{} retreats to {}").with(Thing::Unit(unit)).on(Thing::Space(to))
///         }
///         Choice::EndMoves => ChoiceRow::finish("end-moves", "no more moves"),
///     }
/// }
/// ```
pub struct ChoiceRow<'a, G: Names> {
    verb: &'a str,
    label: &'static str,
    role: ChoiceRole,
    /// As many as the longest ids of the games name, so that looking an id up allocates nothing.
    names: SmallVec<[Thing<'a, G>; 6]>,
    target: Option<Thing<'a, G>>,
    note: Option<(&'static str, &'static str)>,
    cost: &'static str,
    citation: &'static str,
}

impl<'a, G: Names> ChoiceRow<'a, G> {
    fn new(verb: &'a str, label: &'static str, role: ChoiceRole) -> Self {
        Self { verb, label, role, names: SmallVec::new(), target: None, note: None, cost: "", citation: "" }
    }

    /// A choice that does something. Replays find it by the verb and what it names, so these don't change.
    #[must_use]
    pub fn act(verb: &'a str, label: &'static str) -> Self {
        Self::new(verb, label, ChoiceRole::Act)
    }

    /// A choice that ends a decision in which there were others.
    #[must_use]
    pub fn finish(verb: &'a str, label: &'static str) -> Self {
        Self::new(verb, label, ChoiceRole::Finish)
    }

    /// A choice that takes back what was begun.
    #[must_use]
    pub fn cancel(verb: &'a str, label: &'static str) -> Self {
        Self::new(verb, label, ChoiceRole::Cancel)
    }

    /// A choice that changes a standing answer.
    #[must_use]
    pub fn standing(verb: &'a str, label: &'static str) -> Self {
        Self::new(verb, label, ChoiceRole::Standing)
    }

    /// It names this thing.
    #[must_use]
    pub fn with(mut self, thing: Thing<'a, G>) -> Self {
        self.names.push(thing);
        self
    }

    /// It names each of these things.
    #[must_use]
    pub fn with_all(mut self, things: impl IntoIterator<Item = Thing<'a, G>>) -> Self {
        self.names.extend(things);
        self
    }

    /// It points at this thing, without naming it.
    #[must_use]
    pub fn at(mut self, thing: Thing<'a, G>) -> Self {
        self.target = Some(thing);
        self
    }

    /// It names this thing and points at it.
    #[must_use]
    pub fn on(self, thing: Thing<'a, G>) -> Self {
        self.with(thing).at(thing)
    }

    /// What a person should know before choosing it, by this section, where that is always the same.
    #[must_use]
    pub fn note(mut self, citation: &'static str, text: &'static str) -> Self {
        self.note = Some((citation, text));
        self
    }

    /// What it costs, where that is always the same.
    #[must_use]
    pub fn cost(mut self, cost: &'static str) -> Self {
        self.cost = cost;
        self
    }

    /// It is by this rule, which an order on a sheet or an event about it cites.
    #[must_use]
    pub fn by(mut self, citation: &'static str) -> Self {
        self.citation = citation;
        self
    }

    /// The rule that it is by; empty if the row names none.
    #[must_use]
    pub fn citation(&self) -> &'static str {
        self.citation
    }

    /// Its part in the decision.
    #[must_use]
    pub fn role(&self) -> ChoiceRole {
        self.role
    }

    /// What it points at; none for a button.
    #[must_use]
    pub fn target(&self) -> Option<Thing<'a, G>> {
        self.target
    }
}

/// What the SDK asks of a row in the game that it is about.
pub(crate) struct Written<'a, G: Names> {
    pub game: &'a G,
    pub seat: Seat,
}

impl<G: Names> Written<'_, G> {
    fn unit_id(&self, unit: G::Unit) -> UnitId<'_> {
        self.game.unit_id(Some(self.seat), unit)
    }

    /// Writes the id. An error of the writer is passed on: a search stops as soon as it has seen that the id is another.
    pub fn id(&self, row: &ChoiceRow<'_, G>, id: &mut dyn fmt::Write) -> fmt::Result {
        id.write_str(row.verb)?;
        row.names.iter().try_for_each(|thing| {
            id.write_char(' ')?;
            match *thing {
                Thing::Unit(unit) => write!(id, "{}", self.unit_id(unit)),
                Thing::Space(space) => id.write_str(self.game.space_id(space)),
                Thing::Edge(edge) => id.write_str(self.game.edge_id(edge)),
                Thing::Card(card) => id.write_str(&G::card_id(card)),
                Thing::Amount(amount) => write!(id, "{amount}"),
                Thing::Facing(facing) => write!(id, "{facing}"),
                Thing::Word(word) => id.write_str(word),
            }
        })
    }

    /// The id.
    pub fn id_of(&self, row: &ChoiceRow<'_, G>) -> String {
        let mut id = String::new();
        self.id(row, &mut id).expect("a string takes everything");
        id
    }

    /// What it points at.
    pub fn target(&self, row: &ChoiceRow<'_, G>) -> Target {
        match row.target {
            Some(Thing::Unit(unit)) => Target::Unit(self.unit_id(unit).to_string()),
            Some(Thing::Space(space)) => Target::Space(self.game.space_id(space).to_owned()),
            Some(Thing::Edge(edge)) => Target::Edge(self.game.edge_id(edge).to_owned()),
            Some(Thing::Card(card)) => Target::Card(G::card_id(card)),
            Some(Thing::Amount(amount)) => Target::Amount(amount),
            Some(Thing::Facing(facing)) => Target::Facing(facing),
            Some(Thing::Word(word)) => Target::Button(word.to_owned()),
            None => Target::Button(self.id_of(row)),
        }
    }

    /// What a person reads of it, without the id.
    pub fn details(&self, row: &ChoiceRow<'_, G>) -> ChoiceDetails {
        let mut things = row.names.iter().filter(|thing| !matches!(thing, Thing::Word(_)));
        let mut label = String::new();
        let mut rest = row.label;
        while let Some((before, after)) = rest.split_once("{}") {
            label.push_str(before);
            if let Some(thing) = things.next() {
                label.push_str(&self.name(*thing));
            }
            rest = after;
        }
        label.push_str(rest);
        let mut details = details(capital(&label));
        row.cost.clone_into(&mut details.cost);
        details.consequences.extend(row.note.map(|(citation, text)| line(text, citation)));
        details
    }

    fn name(&self, thing: Thing<'_, G>) -> String {
        match thing {
            Thing::Unit(unit) => self.game.unit_name(Some(self.seat), unit),
            Thing::Space(space) => self.game.space_name(space),
            Thing::Edge(edge) => self.game.edge_name(edge),
            Thing::Card(card) => G::card_id(card),
            Thing::Amount(amount) => amount.to_string(),
            Thing::Facing(facing) => facing.to_string(),
            Thing::Word(word) => word.to_owned(),
        }
    }
}
