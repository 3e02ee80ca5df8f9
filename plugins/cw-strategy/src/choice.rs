//! The choices: for each its row, the function that carries it out, its details, its odds, and its weight for bots.
//!
//! The arms of these matches call functions of the rules' files, which also list the choices.

use muster_contract::{ChoiceDetails, OddsTable, Seat, Target};
use muster_sdk::Thing::{Amount, Space, Unit, Word};
use muster_sdk::{ChoiceOf, ChoiceRow, Labels, Odds, OpenDecision, Prompt, Resolution};

use crate::classic::Stage;
use crate::naval_battle::Ship;
use crate::policy::Field;
use crate::sequence::STEPS;
use crate::state::{Begun, Berth, CwStrategy, Leader, Naval, RetreatList, Turn};
use crate::world::{City, SLOTS, Side, Slot};

/// An answer. Armies are those of the seat's own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// §4
    Recruit(City),
    /// §5.1: a ship for the fleet, which lies, or is founded, in this port.
    Build(City, Ship),
    /// §5.5: the fleet's one action.
    Fleet(Naval),
    /// §6.1: an army to a neighbouring city.
    March(Slot, City),
    /// §8.1
    Fortify(City),
    /// §8.2: the ready armies of a city.
    Join(City),
    /// §8.3
    Supply(Slot),
    /// §8.5
    Detach(Slot),
    /// §8.6
    Drill(Slot),
    /// §6.4: an order to march is taken back.
    Cancel(Slot),
    /// §9.11: the army's list of retreats is struck out.
    RetreatAny(Slot),
    /// §9.10: the army is to raze the fort, if it takes the city without a battle.
    Raze(Slot),
    /// §5.20: the fleet breaks off after so many lost ships.
    BreakOff(u8),
    /// §7, §8.4, §8.7, §9.11: an order of two parts; the second is asked next.
    Begin(Begun),
    /// The city that was asked for.
    To(City),
    /// §8.7: the leader that was asked for.
    Appoint(Slot),
    /// The order that was begun isn't given.
    Back,
    /// §18.2: the sheet is done.
    Seal,
    /// §13.9
    PlayOn,
    /// §13.10: the game ends here.
    EndGame,
}

impl ChoiceOf<CwStrategy> for Choice {
    fn row(self, game: &CwStrategy, seat: Seat) -> ChoiceRow<'_, CwStrategy> {
        use ChoiceRow as Row;
        let side = game.side_of(seat);
        let army = |slot: Slot| Unit((side, slot));
        let city = |city: City| Space(Berth::Port(city));
        match self {
            Self::Recruit(at) => Row::act("recruit", "recruit in {}").on(city(at)).by("4").cost("100"),
            Self::Build(at, ship) => {
                let (word, label, price) = match ship {
                    Ship::Ironclad => ("ironclad", "build an ironclad at {}", "200"),
                    Ship::Wooden => ("wooden", "build a wooden ship at {}", "100"),
                };
                let row = Row::act("build", label).with(Word(word)).on(city(at)).by("5.1").cost(price);
                row.note("5.5", "Before the fleet's one action only.")
            }
            Self::Fleet(naval) => {
                let row = match naval {
                    Naval::Bombard => {
                        Row::act("bombard", "the fleet bombards its port").by("5.8").note("18.2.5", BOMBARDED)
                    }
                    Naval::Sail(to) => Row::act("sail", "the fleet sails to {}")
                        .with(city(to))
                        .by("5.6")
                        .note("5.7", ARRIVED),
                    Naval::Raid => Row::act("raid", "the fleet goes raiding").by("5.13").note("5.7", ARRIVED),
                    Naval::Invade => Row::act("invade", "the fleet lands an army")
                        .by("5.12")
                        .note("5.12", "One ship is lost; 3,500 men land and take the city."),
                };
                let at = naval.goes_to().or(game.power(side).fleet.map(|fleet| fleet.at));
                match at.filter(|&at| game.world.berth(at).is_some()) {
                    Some(at) => row.at(Space(at)),
                    None => row,
                }
            }
            Self::March(slot, to) => {
                Row::act("move", "{} marches to {}").with(army(slot)).on(city(to)).by("6.1")
            }
            Self::Fortify(at) => Row::act("fortify", "fortify {}").on(city(at)).by("8.1").cost("200"),
            Self::Join(at) => Row::act("join", "the armies in {} join").on(city(at)).by("8.2"),
            Self::Supply(slot) => Row::act("supply", "supply for {}").on(army(slot)).by("8.3"),
            Self::Detach(slot) => Row::act("detach", "{} detaches three tenths")
                .on(army(slot))
                .by("8.5")
                .note("8.5", "Three tenths of men and supply become an army of their own."),
            Self::Drill(slot) => Row::act("drill", "{} drills")
                .on(army(slot))
                .by("8.6")
                .note("8.6", "Experience +1; the army does nothing else."),
            Self::Cancel(slot) => Row::act("cancel", "{} stays").on(army(slot)).by("6.4"),
            Self::RetreatAny(slot) => {
                Row::act("retreat-any", "strike out {}'s list of retreats").on(army(slot)).by("9.11")
            }
            Self::Raze(slot) => {
                Row::act("raze", "{} razes the fort if nobody defends it").on(army(slot)).by("9.10")
            }
            Self::BreakOff(ships) => {
                let label = match ships {
                    0 => "the fleet never breaks off an attack",
                    _ => "the fleet breaks off after {} lost",
                };
                Row::act("break-off", label).on(Amount(ships.into())).by("5.20")
            }
            Self::Begin(Begun::Train(slot)) => Row::act("rail", "{} goes by train").on(army(slot)).by("7.1"),
            Self::Begin(Begun::Relief(slot)) => Row::act("relieve", "relieve {}")
                .on(army(slot))
                .by("8.7")
                .note("8.7", "The new leader's rating counts one less, and so does experience."),
            Self::Begin(Begun::Capital) => Row::act("capital", "move the capital")
                .by("8.4")
                .cost("500")
                .note("8.4", "The enemy gains 50 points."),
            Self::Begin(Begun::Retreat(slot)) => {
                Row::act("retreat", "where {} retreats to").on(army(slot)).by("9.11").note("9.11", RETREATED)
            }
            Self::To(to) => Row::act("to", "to {}").on(city(to)).by("18.2"),
            Self::Appoint(leader) => Row::act("appoint", " takes over").with(army(leader)).by("8.7"),
            Self::Back => Row::cancel("back", "never mind").by("18.2"),
            Self::Seal => Row::finish("seal", "seal the sheet").by("18.2"),
            Self::PlayOn => Row::act("play-on", "play on").by("13.9"),
            Self::EndGame => Row::finish("end-game", "end the game here").by("13.9"),
        }
    }
}

const BOMBARDED: &str = "Carried out when the sheets are open, after all sailings and before the trains.";
const ARRIVED: &str = "If the enemy's fleet lies there it is attacked. If both arrive, the one with fewer ships attacks; of \
                       equal ones a lot says which.";
const RETREATED: &str = "The first city of the list that is a neighbour and one's own; without any, the first such neighbour, or a \
                         later one that is worth more and empty.";

impl Choice {
    /// Carries it out for the side that chose it, and notes it if it is written on a sheet.
    pub(crate) fn carry_out(self, game: &mut CwStrategy, side: Side, resolution: &mut Resolution<'_>) {
        let sheet = &mut game.power_mut(side).sheet;
        match self {
            Self::Recruit(city) => game.recruit(side, city),
            Self::Build(city, ship) => game.build(side, city, ship),
            Self::Fleet(naval) => sheet.naval = Some(naval),
            Self::March(slot, to) => game.turn_army(side, slot, Turn::Moving(to)),
            Self::Fortify(city) => game.fortify(side, city),
            Self::Join(city) => game.join(side, city),
            Self::Supply(slot) => game.supply_army(side, slot),
            Self::Detach(slot) => game.detach(side, slot),
            Self::Drill(slot) => game.drill(side, slot),
            Self::Cancel(slot) => game.turn_army(side, slot, Turn::Ready),
            Self::RetreatAny(slot) => {
                game.with_army(side, slot, |army| army.retreat = RetreatList::default());
            }
            Self::Raze(slot) => game.with_army(side, slot, |army| army.raze = true),
            Self::BreakOff(ships) => sheet.break_off = ships,
            Self::Begin(order) => sheet.begun = Some(order),
            Self::To(city) => game.finish_order(side, city),
            Self::Appoint(leader) => game.appoint(side, leader),
            Self::Back => sheet.begun = None,
            Self::Seal => return game.seal(side, resolution),
            Self::PlayOn => return game.answer_override(true, resolution),
            Self::EndGame => return game.answer_override(false, resolution),
        }
        game.note_order(side, self, resolution);
    }

    /// §15.2: how far a sheet has come with it, which was that far before.
    pub(crate) fn stage(self, before: Stage) -> Stage {
        match self {
            Self::Supply(_) => Stage::SUPPLY,
            Self::Fortify(_) => Stage::FORT,
            Self::Build(..) if before < Stage::FIRST_SHIP => Stage::FIRST_SHIP,
            Self::Recruit(_) => Stage::RECRUIT,
            Self::Build(..) => Stage::BUILD,
            Self::Fleet(_) => Stage::NAVY,
            Self::Join(_) => Stage::JOIN,
            Self::Begin(Begun::Train(_)) => Stage::RAIL,
            Self::March(slot, _) => Stage::march(slot),
            Self::Drill(_) => Stage::DRILL,
            _ => before,
        }
    }

    /// Its weight for the policy `regular`.
    pub(crate) fn weight(self, field: &Field<'_>) -> u32 {
        match self {
            Self::Recruit(city) => field.recruit(city),
            Self::Build(..) => field.build(),
            Self::Fleet(naval) => field.naval(naval),
            Self::March(slot, to) => field.march(slot, to),
            Self::Fortify(city) => field.fortify(city),
            Self::Join(_) => 150,
            Self::Supply(_) => 900,
            Self::Drill(slot) => field.drill(slot),
            Self::Begin(Begun::Train(slot)) => field.train(slot),
            Self::To(city) => field.destination(city),
            Self::Appoint(leader) => field.rating(leader),
            Self::Seal => 2,
            Self::Back | Self::EndGame => 1,
            _ => 0,
        }
    }
}

impl Labels for CwStrategy {
    /// The question over a decision.
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let side = self.side_of(open.seat);
        let step = STEPS.iter().find(|step| step.kind == open.kind);
        let (question, citation) =
            step.map(|step| ((step.question)(self, side), step.citation.to_owned())).unwrap_or_default();
        let about = self.power(side).sheet.begun.and_then(Begun::army);
        let focus = about.map(|slot| Target::Unit(army_id(side, slot)));
        Prompt { question, citation, frame: vec![self.date()], focus, picked: Vec::new() }
    }

    /// What depends on the position: what a choice costs, what it brings, what it forgets.
    fn details(&self, seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        let side = self.side_of(seat);
        match choice {
            Choice::Recruit(city) => self.detail_recruits(side, city, details),
            Choice::March(slot, to) => self.detail_march(side, slot, to, details),
            Choice::Fortify(city) => self.detail_fort(side, city, details),
            Choice::Join(city) => self.detail_join(side, city, details),
            Choice::Supply(slot) => self.detail_supply(side, slot, details),
            Choice::Begin(Begun::Train(_)) => self.detail_train(side, details),
            Choice::Begin(Begun::Retreat(slot)) => self.detail_retreat(side, slot, details),
            Choice::Appoint(slot) => {
                details.label.insert_str(0, &self.leader_label(side, slot, Leader::Named(slot)));
            }
            Choice::Seal => self.detail_seal(side, details),
            Choice::PlayOn => self.detail_play_on(details),
            _ => {}
        }
    }
}

impl Odds for CwStrategy {
    /// The chances of a choice, without what house rules change.
    fn odds(&self, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        let side = self.side_of(seat);
        let table = match choice {
            Choice::March(slot, to) => self.odds_of_attack(side, slot, to),
            Choice::Fleet(naval) => naval.goes_to().and_then(|to| self.odds_at_sea(side, to)),
            _ => None,
        };
        table.into_iter().collect()
    }
}

/// The roster key under which an army stands on the board.
pub(crate) fn army_id(side: Side, slot: Slot) -> String {
    format!("{}-{}", side.id(), slot + 1)
}

/// The roster key of a fleet.
pub(crate) fn fleet_id(side: Side) -> String {
    format!("{}-fleet", side.id())
}

/// A piece on the board.
#[derive(Clone, Copy)]
pub(crate) enum Piece {
    Army(Side, Slot),
    Fleet(Side),
}

/// The piece of a roster key.
pub(crate) fn piece(id: &str) -> Option<Piece> {
    let (side, rest) = id.split_once('-')?;
    let side = Side::named(side)?;
    if rest == "fleet" {
        return Some(Piece::Fleet(side));
    }
    let number: usize = rest.parse().ok()?;
    (1..=SLOTS).contains(&number).then(|| Piece::Army(side, number as Slot - 1))
}
