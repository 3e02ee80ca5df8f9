//! The choices, a row each: id, label, and what it points at.

use muster_board::SpaceId;
use muster_contract::Seat;
use muster_sdk::Thing::{self, Amount, Facing, Space, Word};
use muster_sdk::{ChoiceOf, ChoiceRow, Names};

use crate::state::Form;
use crate::world::{Corps, Unit, World};

/// Who is ordered to move: how they stand, the first unit, how many hexes the line or column holds, and where a column ends that isn't
/// the longest one's beginning (C6).
pub type Order = (Form, Unit, u8, Option<SpaceId>);

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// V1: the side has had enough, or goes on after all.
    Enough(bool),
    /// C1: roll the activation dice.
    Roll,
    /// C2: activate units to move them.
    Move {
        /// Who is ordered.
        order: Order,
        /// The general who pays.
        payer: Unit,
        /// Whether the id names him; it doesn't name the one whom it costs least.
        named: bool,
        /// How many units it moves.
        strength: u8,
        /// How many pips it costs.
        cost: u8,
    },
    /// A6: the unit joins a corps for good.
    Attach(Unit, Corps),
    /// No more moves.
    EndMoves,
    /// A general rides along.
    Take(Unit),
    /// The lead goes to a hex.
    To(SpaceId),
    /// The units face a corner, which ends their move.
    Face(u8),
    /// The move ends.
    Done,
    /// The activation is taken back.
    Cancel,
    /// E1: a battery fires on a hex.
    Bombard {
        /// The battery.
        gun: Unit,
        /// Its target.
        hex: SpaceId,
        /// The general who pays.
        payer: Unit,
        /// Whether the id names him.
        named: bool,
    },
    /// No more bombardment.
    EndBombard,
    /// F1: a unit fires on a hex.
    Attack(Unit, SpaceId),
    /// Every unit fires on its only target.
    FireAll,
    /// A hit goes to this unit.
    Hit(Unit),
    /// F2: the unit takes a Heavy Casualties marker.
    Stand(Unit),
    /// F2, F3: the unit retreats; to none is off the table.
    Retreat(Unit, Option<SpaceId>),
    /// O2: entrench a hex.
    Entrench(SpaceId),
    /// No more entrenching.
    EndNight,
}

/// The rows of any game whose units and hexes are Brigade's: Brigade, and what is built around it.
impl<G: Names<World = World, Unit = Unit, Space = SpaceId>> ChoiceOf<G> for Choice {
    fn row(self, game: &G, _seat: Seat) -> ChoiceRow<'_, G> {
        match self {
            Self::Enough(true) => ChoiceRow::standing("had-enough", "had enough"),
            Self::Enough(false) => ChoiceRow::standing("fight-on", "fight on"),
            Self::Roll => ChoiceRow::act("roll", "roll"),
            Self::Move { order: (form, lead, count, tail), payer, named, .. } => {
                let row = match form {
                    Form::Single if named => ChoiceRow::act("move", "move {}").with(Thing::Unit(lead)),
                    Form::Single => ChoiceRow::act("move", "move {}").on(Thing::Unit(lead)),
                    Form::Line => together("move line", "line of", lead, count),
                    Form::Column => together("move column", "column of", lead, count),
                    Form::MixedColumn => {
                        together("move mixed-column", "column of several corps,", lead, count)
                    }
                };
                let back = tail.map(|tail| [Word("back to"), Space(tail)]);
                by(row.with_all(back.into_iter().flatten()), payer, named)
            }
            Self::Attach(unit, corps) => ChoiceRow::act("attach", "attach {}")
                .with(Thing::Unit(unit))
                .with_all(game.world().corps[corps].general.map(Thing::Unit))
                .note("A6", "It stays with that corps."),
            Self::EndMoves => ChoiceRow::finish("end-moves", "end moves"),
            Self::Take(general) => ChoiceRow::act("take", "take {} along").on(Thing::Unit(general)),
            Self::To(to) => ChoiceRow::act("to", "to {}").on(Space(to)),
            Self::Face(facing) => {
                ChoiceRow::act("face", "face").with(Word(compass(facing))).at(Facing(facing))
            }
            Self::Done => ChoiceRow::finish("done", "done"),
            Self::Cancel => ChoiceRow::cancel("cancel", "cancel"),
            Self::Bombard { gun, hex, payer, named } => {
                let row = ChoiceRow::act("bombard", "bombard").with(Thing::Unit(gun)).on(Space(hex));
                by(row, payer, named).note("E1", "One die; 5 or 6 hits.")
            }
            Self::EndBombard => ChoiceRow::finish("end-bombard", "end bombardment"),
            Self::Attack(unit, hex) => ChoiceRow::act("attack", "fire on")
                .with(Thing::Unit(unit))
                .on(Space(hex))
                .note("F1", "Two dice; 5 or 6 hits."),
            Self::FireAll => ChoiceRow::act("fire-all", "fire all"),
            Self::Hit(unit) => ChoiceRow::act("hit", "a hit on {}").on(Thing::Unit(unit)),
            Self::Stand(unit) => ChoiceRow::act("stand", "{} stands").on(Thing::Unit(unit)),
            Self::Retreat(unit, None) => {
                ChoiceRow::act("retreat", "{} leaves the table").with(Thing::Unit(unit)).with(Word("off"))
            }
            Self::Retreat(unit, Some(to)) => {
                ChoiceRow::act("retreat", "{} retreats to {}").with(Thing::Unit(unit)).on(Space(to))
            }
            Self::Entrench(hex) => ChoiceRow::act("entrench", "entrench {}").on(Space(hex)).cost("1 pip"),
            Self::EndNight => ChoiceRow::finish("end-night", "end of night"),
        }
    }
}

/// The row of an order to a line or column.
fn together<'a, G: Names<Unit = Unit>>(
    verb: &'a str,
    label: &'static str,
    lead: Unit,
    count: u8,
) -> ChoiceRow<'a, G> {
    ChoiceRow::act(verb, label).with_all([Thing::Unit(lead), Amount(count.into())])
}

/// Names who pays for an order, if the id names him.
fn by<G: Names<Unit = Unit>>(row: ChoiceRow<'_, G>, payer: Unit, named: bool) -> ChoiceRow<'_, G> {
    if named { row.with_all([Word("by"), Thing::Unit(payer)]) } else { row }
}

/// The name of a facing, in twelfths clockwise from the top.
pub fn compass(facing: u8) -> &'static str {
    ["N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW", "NNW"][usize::from(facing % 12)]
}
