//! What a player can answer, and the names of the answers.

use std::fmt::{self, Write};

use muster_contract::{ChoiceRole, Seat, Target};
use muster_sdk::ChoiceOf;

use crate::state::{Brigade, Form};
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

impl ChoiceOf<Brigade> for Choice {
    fn write_id(&self, _game: &Brigade, world: &World, _seat: Seat, out: &mut dyn Write) -> fmt::Result {
        self.write(world, out)
    }

    fn target(&self, _game: &Brigade, world: &World, _seat: Seat) -> Target {
        let space = |hex: u16| Target::Space(world.hex_name(hex).to_owned());
        match *self {
            Choice::Move { form: Form::Single, lead: unit, named: false, .. }
            | Choice::Take(unit)
            | Choice::Hit(unit)
            | Choice::Stand(unit) => Target::Unit(world.info(unit).id.clone()),
            Choice::To(hex)
            | Choice::Entrench(hex)
            | Choice::Attack(_, hex)
            | Choice::Bombard { hex, .. } => space(hex),
            Choice::Retreat(_, hex) if hex != NOWHERE => space(hex),
            Choice::Face(facing) => Target::Facing(facing),
            _ => Target::Button(self.id(world)),
        }
    }

    fn role(&self) -> ChoiceRole {
        match self {
            Choice::Enough(_) => ChoiceRole::Standing,
            Choice::EndMoves | Choice::Done | Choice::EndBombard | Choice::EndNight => ChoiceRole::Finish,
            Choice::Cancel => ChoiceRole::Cancel,
            _ => ChoiceRole::Act,
        }
    }
}

impl Choice {
    /// Writes its id, which is the same to every seat.
    fn write(&self, world: &World, out: &mut dyn Write) -> fmt::Result {
        let unit = |unit: u8| world.info(unit).id.as_str();
        let hex = |hex: u16| if hex == NOWHERE { "off" } else { world.hex_name(hex) };
        let by = |payer: u8, named: bool, out: &mut dyn Write| {
            if named { write!(out, " by {}", unit(payer)) } else { Ok(()) }
        };
        match *self {
            Choice::Enough(true) => out.write_str("had-enough"),
            Choice::Enough(false) => out.write_str("fight-on"),
            Choice::Roll => out.write_str("roll"),
            Choice::Move { form, lead, count, tail, payer, named, .. } => {
                match form {
                    Form::Single => write!(out, "move {}", unit(lead))?,
                    Form::Line => write!(out, "move line {} {count}", unit(lead))?,
                    Form::Column => write!(out, "move column {} {count}", unit(lead))?,
                    Form::MixedColumn => write!(out, "move mixed-column {} {count}", unit(lead))?,
                }
                if tail != NOWHERE {
                    write!(out, " back to {}", hex(tail))?;
                }
                by(payer, named, out)
            }
            Choice::Attach(one, corps) => {
                let general = world.corps[usize::from(corps)].general;
                write!(out, "attach {} {}", unit(one), unit(general))
            }
            Choice::EndMoves => out.write_str("end-moves"),
            Choice::Take(general) => write!(out, "take {}", unit(general)),
            Choice::To(to) => write!(out, "to {}", hex(to)),
            Choice::Face(facing) => write!(out, "face {}", compass(facing)),
            Choice::Done => out.write_str("done"),
            Choice::Cancel => out.write_str("cancel"),
            Choice::Bombard { gun, hex: at, payer, named } => {
                write!(out, "bombard {} {}", unit(gun), hex(at))?;
                by(payer, named, out)
            }
            Choice::EndBombard => out.write_str("end-bombard"),
            Choice::Attack(one, at) => write!(out, "attack {} {}", unit(one), hex(at)),
            Choice::FireAll => out.write_str("fire-all"),
            Choice::Hit(one) => write!(out, "hit {}", unit(one)),
            Choice::Stand(one) => write!(out, "stand {}", unit(one)),
            Choice::Retreat(one, to) => write!(out, "retreat {} {}", unit(one), hex(to)),
            Choice::Entrench(at) => write!(out, "entrench {}", hex(at)),
            Choice::EndNight => out.write_str("end-night"),
        }
    }

    /// Its id.
    pub fn id(&self, world: &World) -> String {
        let mut id = String::new();
        self.write(world, &mut id).expect("a string takes everything");
        id
    }
}

/// The name of a facing, in twelfths clockwise from the top.
pub fn compass(facing: u8) -> &'static str {
    ["N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW", "NNW"][usize::from(facing % 12)]
}
