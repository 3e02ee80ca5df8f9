//! What a player can answer, a row each: its id, its label, what it points at.

use muster_contract::Seat;
use muster_sdk::Thing::{Amount, Facing, Space, Unit, Word};
use muster_sdk::{ChoiceOf, ChoiceRow, Names};

use crate::state::Form;
use crate::world::{NOWHERE, World};

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// V1: the side has had enough, or goes on after all.
    Enough(bool),
    /// C1: roll the activation dice.
    Roll,
    /// C2: activate units to move them; `count` hexes from the lead's.
    Move {
        /// How they stand.
        form: Form,
        /// The first unit.
        lead: u8,
        /// How many hexes the line or column holds.
        count: u8,
        /// Where a column ends that isn't the longest one's beginning, or [`NOWHERE`].
        tail: u16,
        /// The general who pays.
        payer: u8,
        /// Whether the id names him; it doesn't name the one whom it costs least.
        named: bool,
        /// How many units it moves.
        strength: u8,
        /// How many pips it costs.
        cost: u8,
    },
    /// A6: the unit joins a corps for good.
    Attach(u8, u8),
    /// No more moves.
    EndMoves,
    /// A general rides along.
    Take(u8),
    /// The lead goes to a hex.
    To(u16),
    /// The units face a corner, which ends their move.
    Face(u8),
    /// The move ends.
    Done,
    /// The activation is taken back.
    Cancel,
    /// E1: a battery fires on a hex.
    Bombard {
        /// The battery.
        gun: u8,
        /// Its target.
        hex: u16,
        /// The general who pays.
        payer: u8,
        /// Whether the id names him.
        named: bool,
    },
    /// No more bombardment.
    EndBombard,
    /// F1: a unit fires on a hex.
    Attack(u8, u16),
    /// Every unit fires on its only target.
    FireAll,
    /// A hit goes to this unit.
    Hit(u8),
    /// F2: the unit takes a Heavy Casualties marker.
    Stand(u8),
    /// F2, F3: the unit retreats; to [`NOWHERE`] is off the table.
    Retreat(u8, u16),
    /// O2: entrench a hex.
    Entrench(u16),
    /// No more entrenching.
    EndNight,
}

/// The rows of any game whose units and hexes are Brigade's: Brigade, and what is built around it.
impl<G: Names<World = World, Unit = u8, Space = u16>> ChoiceOf<G> for Choice {
    fn row<'a>(self, _game: &'a G, world: &'a World, _seat: Seat) -> ChoiceRow<'a, G> {
        match self {
            Self::Enough(true) => ChoiceRow::standing("had-enough", "had enough"),
            Self::Enough(false) => ChoiceRow::standing("fight-on", "fight on"),
            Self::Roll => ChoiceRow::act("roll", "roll"),
            Self::Move { form, lead, count, tail, payer, named, .. } => {
                let row = match form {
                    Form::Single if named => ChoiceRow::act("move", "move {}").with(Unit(lead)),
                    Form::Single => ChoiceRow::act("move", "move {}").on(Unit(lead)),
                    Form::Line => together("move line", "line of", lead, count),
                    Form::Column => together("move column", "column of", lead, count),
                    Form::MixedColumn => {
                        together("move mixed-column", "column of several corps,", lead, count)
                    }
                };
                let back = (tail != NOWHERE).then_some([Word("back to"), Space(tail)]);
                by(row.with_all(back.into_iter().flatten()), payer, named)
            }
            Self::Attach(unit, corps) => ChoiceRow::act("attach", "attach {}")
                .with_all([Unit(unit), Unit(world.corps[usize::from(corps)].general)])
                .note("A6", "It stays with that corps."),
            Self::EndMoves => ChoiceRow::finish("end-moves", "end moves"),
            Self::Take(general) => ChoiceRow::act("take", "take {} along").on(Unit(general)),
            Self::To(to) => ChoiceRow::act("to", "to {}").on(Space(to)),
            Self::Face(facing) => {
                ChoiceRow::act("face", "face").with(Word(compass(facing))).at(Facing(facing))
            }
            Self::Done => ChoiceRow::finish("done", "done"),
            Self::Cancel => ChoiceRow::cancel("cancel", "cancel"),
            Self::Bombard { gun, hex, payer, named } => {
                let row = ChoiceRow::act("bombard", "bombard").with(Unit(gun)).on(Space(hex));
                by(row, payer, named).note("E1", "One die; 5 or 6 hits.")
            }
            Self::EndBombard => ChoiceRow::finish("end-bombard", "end bombardment"),
            Self::Attack(unit, hex) => ChoiceRow::act("attack", "fire on")
                .with(Unit(unit))
                .on(Space(hex))
                .note("F1", "Two dice; 5 or 6 hits."),
            Self::FireAll => ChoiceRow::act("fire-all", "fire all"),
            Self::Hit(unit) => ChoiceRow::act("hit", "a hit on {}").on(Unit(unit)),
            Self::Stand(unit) => ChoiceRow::act("stand", "{} stands").on(Unit(unit)),
            Self::Retreat(unit, NOWHERE) => {
                ChoiceRow::act("retreat", "{} leaves the table").with(Unit(unit)).with(Word("off"))
            }
            Self::Retreat(unit, to) => {
                ChoiceRow::act("retreat", "{} retreats to {}").with(Unit(unit)).on(Space(to))
            }
            Self::Entrench(hex) => ChoiceRow::act("entrench", "entrench {}").on(Space(hex)),
            Self::EndNight => ChoiceRow::finish("end-night", "end of night"),
        }
    }
}

/// The row of an order to a line or column.
fn together<'a, G: Names<Unit = u8>>(
    verb: &'a str,
    label: &'static str,
    lead: u8,
    count: u8,
) -> ChoiceRow<'a, G> {
    ChoiceRow::act(verb, label).with_all([Unit(lead), Amount(count.into())])
}

/// Names who pays for an order, if the id names him.
fn by<G: Names<Unit = u8>>(row: ChoiceRow<'_, G>, payer: u8, named: bool) -> ChoiceRow<'_, G> {
    if named { row.with_all([Word("by"), Unit(payer)]) } else { row }
}

/// The name of a facing, in twelfths clockwise from the top.
pub fn compass(facing: u8) -> &'static str {
    ["N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW", "NNW"][usize::from(facing % 12)]
}
