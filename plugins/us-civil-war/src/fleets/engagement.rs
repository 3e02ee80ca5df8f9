//! §21.6: Naval Battles.

use muster_contract::EventKind;
use muster_sdk::{Resolution, capital};

use super::{Order, ironclad_strength};
use crate::battle::{Verdict, is_twice, printed};
use crate::charts::{Card, Column, Result as Score};
use crate::state::{Activity, Berth, Clash, FleetStep, Leg, Salvo, Ship, Step, UsCivilWar};
use crate::units::verb;
use crate::world::Side;

/// §21.6.5, §21.14
const SHAKEN: i8 = -2;
/// §21.6.5, §21.2.8
const LED: i8 = 1;
/// §21.6.5, §21.12
const CARD: i8 = 2;

/// §21.6.5: what changes a roll in a Naval Battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavalModifier {
    /// What it is, for players.
    pub label: &'static str,
    /// What it adds.
    pub value: i8,
    /// The section behind it.
    pub section: &'static str,
}

/// §21.6.2: one side of a Naval Battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NavalLine {
    /// Whose.
    pub side: Side,
    /// §21.6.3: its NSPs.
    pub nsps: u8,
    /// What changes its roll.
    pub modifiers: Vec<NavalModifier>,
}

impl NavalLine {
    /// §21.6.2: the column of the Combat Results Table.
    pub fn column(&self) -> Column {
        Column::of(self.nsps)
    }

    /// The sum of its modifiers.
    pub fn modifier(&self) -> i8 {
        self.modifiers.iter().map(|modifier| modifier.value).sum()
    }

    /// The result of this sum of its dice.
    pub fn score(&self, sum: i8) -> Score {
        self.column().result(sum + self.modifier())
    }
}

/// §21.6.2: a Naval Battle before its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NavalSheet {
    /// Where.
    pub at: Berth,
    /// Those who have come.
    pub attacker: NavalLine,
    /// Those who are there.
    pub defender: NavalLine,
    /// §21.6.6: whether a Fort, Coastal Fort or Naval Battery takes the first hit.
    pub shielded: bool,
}

impl NavalSheet {
    /// §21.6.7: whether the attacker, if he wins, may sail on.
    pub fn is_twice(&self) -> bool {
        is_twice(self.attacker.nsps, self.defender.nsps)
    }

    /// §21.6.6: what the attacker's and the defender's results do: the first hit on works, or without hits the damage, is nothing.
    pub(super) fn salvos(&self, attack: Score, defense: Score) -> [Salvo; 2] {
        let mut ours = Salvo::of(self.attacker.side, &[attack], false, false);
        if self.shielded {
            match ours.sunk {
                0 => ours.damaged = 0,
                _ => ours.sunk -= 1,
            }
        }
        [ours, Salvo::of(self.defender.side, &[defense], false, false)]
    }
}

impl UsCivilWar {
    /// §21.6.3 to §21.6.5: the Naval Battle that the stack on its way would fight in a berth with what is decided so far.
    pub fn naval_sheet(&self, at: Berth, card: bool, ironclads: bool) -> NavalSheet {
        let attacker = self.phasing;
        let own: Vec<Ship> = self.ships_underway().copied().collect();
        let added = if ironclads { ironclad_strength(self.turn) } else { 0 };
        let nsps = own.iter().map(|ship| ship.nsps()).sum::<u8>() + added;
        let led = attacker == Side::Us && self.leaders_underway().next().is_some();
        self.sheet_at_sea(at, nsps, [own.iter().any(|ship| ship.demoralized), led, card])
    }

    /// The same of an attacker of so many NSPs, Demoralized, led, with a card or not.
    pub(crate) fn sheet_at_sea(&self, at: Berth, nsps: u8, [shaken, led, card]: [bool; 3]) -> NavalSheet {
        let (side, foe) = (self.phasing, self.phasing.other());
        let row = |label, value, section| NavalModifier { label, value, section };
        let all = [
            (shaken, row("attacks Demoralized", SHAKEN, "21.14")),
            (led, row("a Naval Leader", LED, "21.2.8")),
            (card, row("a Special Action Card", CARD, "21.12")),
        ];
        let modifiers = all.into_iter().filter(|(holds, _)| *holds).map(|(_, row)| row).collect();
        let defended = self.ships_in(foe, at).any(|ship| !ship.sheltered);
        let led = foe == Side::Us && defended && self.leaders_in(at).next().is_some();
        let theirs = led.then(|| row("a Naval Leader", LED, "21.2.8")).into_iter().collect();
        NavalSheet {
            at,
            attacker: NavalLine { side, nsps, modifiers },
            defender: NavalLine { side: foe, nsps: self.nsps(foe, at).unwrap_or(0), modifiers: theirs },
            shielded: self.is_shielded(foe, at),
        }
    }

    /// §21.6.2: the stack meets enemy NSPs: the attacker says what he brings, if he has something.
    pub(super) fn open_battle(&mut self, resolution: &mut Resolution<'_>) {
        if self.engagement_orders(false, false).len() > 1 {
            return self.frames.call(Step::Fleet(FleetStep::Engage { card: false, ironclads: false }));
        }
        self.fight_at_sea(false, false, resolution);
    }

    /// What the attacker can still bring, and the battle.
    pub(super) fn engagement_orders(&self, card: bool, ironclads: bool) -> Vec<Order> {
        let Some(sortie) = self.fleets.sortie else { return Vec::new() };
        let naval = |one: &Card| one.is_naval() && self.holds_card(self.phasing, *one) > 0;
        let cards = Card::ALL.into_iter().filter(naval).filter(|_| !card).map(Order::BattleCard);
        let fresh = !ironclads && (!self.fleets.ironclads_used || sortie.ironclads);
        let join = fresh && self.may_join_ironclads(sortie.paid, sortie.at.space).is_ok();
        cards.chain(join.then_some(Order::Ironclads)).chain([Order::Engage]).collect()
    }

    pub(super) fn take_engagement(
        &mut self,
        [card, ironclads]: [bool; 2],
        order: Order,
        resolution: &mut Resolution<'_>,
    ) {
        let (card, ironclads) = match order {
            Order::BattleCard(played) => {
                self.play_card(self.phasing, played, resolution);
                self.tell_support(resolution, "21.12", || {
                    format!("The card gives {CARD:+} in the Naval Battle.")
                });
                (true, ironclads)
            }
            Order::Ironclads => {
                let strength = ironclad_strength(self.turn);
                self.tell_support(resolution, "21.5", || {
                    let nsps = verb(strength == 1, "NSP", "NSPs");
                    format!("The Oceangoing Ironclads join, as {strength} more {nsps}.")
                });
                (card, true)
            }
            _ => {
                self.frames.end();
                self.fight_at_sea(card, ironclads, resolution);
                return self.sail_on(resolution);
            }
        };
        self.frames.next(Step::Fleet(FleetStep::Engage { card, ironclads }));
    }

    fn tell_support(&self, resolution: &mut Resolution<'_>, section: &str, text: impl FnOnce() -> String) {
        let Some(sortie) = self.fleets.sortie else { return };
        self.tell_fleet(resolution, (EventKind::Text, sortie.at.space, section), text);
    }

    /// §21.6.2: the dice, and what they do. Both results count, whoever they hit.
    fn fight_at_sea(&mut self, card: bool, ironclads: bool, resolution: &mut Resolution<'_>) {
        let Some(sortie) = &mut self.fleets.sortie else { return };
        sortie.ironclads |= ironclads;
        self.fleets.ironclads_used |= ironclads;
        let sortie = *sortie;
        let sheet = self.naval_sheet(sortie.at, card, ironclads);
        let (verdict, salvos) = self.throw_at_sea(&sheet, resolution);
        self.set_leg(Leg::Fought(Clash { verdict, twice: sheet.is_twice() }));
        self.shake(verdict, sortie.at, resolution);
        for salvo in salvos.into_iter().rev() {
            self.share_out(salvo, resolution);
        }
    }

    /// §21.6.2 steps 3 and 4: both roll, and the higher result wins.
    pub(crate) fn throw_at_sea(
        &self,
        sheet: &NavalSheet,
        resolution: &mut Resolution<'_>,
    ) -> (Verdict, [Salvo; 2]) {
        let mut roll = |line: &NavalLine, what: &str| {
            let reason = || {
                let (column, modifier, at) =
                    (line.column().label(), line.modifier(), self.berth_name(sheet.at));
                format!("{} naval {what} at {at}, column {column}, {modifier:+}", line.side.name())
            };
            let faces = resolution.roll_openly(line.column().dice(), 6, "21.6.2", |_| true, reason);
            line.score(faces.iter().map(|&face| face as i8).sum())
        };
        let (attack, defense) = (roll(&sheet.attacker, "attack"), roll(&sheet.defender, "defense"));
        let verdict = Self::verdict(attack, defense);
        self.tell_fleet(resolution, (EventKind::Text, sheet.at.space, "21.6.7"), || {
            let end = match verdict {
                Verdict::Won => format!("{} wins the Naval Battle", sheet.attacker.side.power()),
                Verdict::Tied => "nobody wins the Naval Battle".to_owned(),
                Verdict::Lost => format!("{} wins the Naval Battle", sheet.defender.side.power()),
            };
            format!("{} against {}: {end}.", capital(&printed(attack)), printed(defense))
        });
        (verdict, sheet.salvos(attack, defense))
    }

    /// §21.6.2 step 5, §21.14: the ships that have lost are Demoralized; nobody is by a tie.
    pub(super) fn shake(&mut self, verdict: Verdict, at: Berth, resolution: &mut Resolution<'_>) {
        let phasing = self.phasing;
        let beaten = |ship: &Ship| match verdict {
            Verdict::Tied => false,
            Verdict::Lost => ship.activity == Activity::Underway,
            Verdict::Won => ship.vessel.side() != phasing && ship.berth == at && !ship.sheltered,
        };
        if !self.fleets.ships.iter().any(beaten) {
            return;
        }
        self.alter_ships(|ship| ship.demoralized |= beaten(ship));
        let loser = if verdict == Verdict::Won { phasing.other() } else { phasing };
        self.tell_fleet(resolution, (EventKind::Text, at.space, "21.14"), || {
            format!("The {} ships are Demoralized.", loser.name())
        });
    }

    /// §21.6.7: the battle is over: the beaten give way, the victor stays, or sails on if he had twice as many NSPs.
    pub(super) fn conclude(&mut self, clash: Clash, resolution: &mut Resolution<'_>) {
        if clash.verdict != Verdict::Won {
            self.lay_up();
            return self.fall_back(resolution);
        }
        let Some(sortie) = self.fleets.sortie else { return };
        if self.drive_off(self.phasing.other(), sortie.at, resolution) {
            return;
        }
        self.lay_up();
        self.set_leg(Leg::Clear);
        self.fleets.ahead.clear();
        let manned = self.ships_underway().any(|ship| !ship.damaged);
        let goes_on = clash.twice && manned;
        if let Some(sortie) = &mut self.fleets.sortie {
            (sortie.goal, sortie.steams) = (None, goes_on);
        }
        if !goes_on {
            return self.anchor(resolution);
        }
        self.leave_cripples(resolution);
    }

    /// §21.6.6, §21.10.3: the battle is over: Ironclads that it has damaged are under construction like any other.
    pub(super) fn lay_up(&mut self) {
        if self.fleets.ships.iter().any(|ship| ship.activity == Activity::Hurt) {
            self.alter_ships(|ship| {
                if ship.activity == Activity::Hurt {
                    ship.activity = Activity::Fresh;
                }
            });
        }
    }

    /// §21.2.4: after a battle undamaged ships alone sail on.
    fn leave_cripples(&mut self, resolution: &mut Resolution<'_>) {
        let crippled = |ship: &Ship| ship.activity == Activity::Underway && ship.damaged;
        if !self.fleets.ships.iter().any(crippled) {
            return;
        }
        self.note_wake();
        self.alter_ships(|ship| {
            if crippled(ship) {
                ship.activity = Activity::Moved;
            }
        });
        let Some(sortie) = self.fleets.sortie else { return };
        let left = |ship: &Ship| ship.damaged && ship.activity == Activity::Moved;
        self.burn_coal(sortie.at, left, resolution);
    }
}
