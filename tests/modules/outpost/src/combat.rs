//! D: contact, cards and dice.

use muster_board::SpaceId;
use muster_contract::EventKind;
use muster_sdk::{Decisions, Resolution, place};

use crate::{Card, Choice, Fight, Kind, Outpost, Side, Stage, Unit, World};

/// D3: the dice that a volley brings.
const VOLLEY: u8 = 2;

/// D4: the least face that hits whoever stands in this space.
pub(crate) fn least_hit(world: &World, space: SpaceId) -> u8 {
    if world.is_cover(space) { 6 } else { 5 }
}

impl Outpost {
    /// D1, D2: a unit comes upon one of the enemy.
    pub(crate) fn meet(
        &mut self,
        attacker: Unit,
        from: SpaceId,
        defender: Unit,
        resolution: &mut Resolution<'_>,
    ) {
        self.reveal(attacker, "D1", resolution);
        self.reveal(defender, "D1", resolution);
        if self.world.unit(defender).kind == Kind::Wagons {
            self.lose(defender, "D2", resolution);
            self.take_post(attacker, resolution);
            return self.go_on(resolution);
        }
        let fight = Fight { attacker, from, defender, extra: [0; 2], asked: self.world.unit(attacker).side };
        self.ask_for_cards(fight, 0, resolution);
    }

    /// D3: first the attacker is asked for a card, then the defender.
    ///
    /// Whoever holds any card is asked, be there a volley among them or not: the question must not tell what is in a hand.
    fn ask_for_cards(&mut self, fight: Fight, first: usize, resolution: &mut Resolution<'_>) {
        let sides = [fight.attacker, fight.defender].map(|unit| self.world.unit(unit).side);
        match sides[first..].iter().find(|&&side| self.hands[side as usize] != 0) {
            Some(&asked) => {
                let begins = !matches!(self.stage.step(), Stage::Combat(_));
                self.stage.next(Stage::Combat(Fight { asked, ..fight }));
                if begins {
                    resolution.phase("D3", || self.status());
                }
            }
            None => self.fight(fight, resolution),
        }
    }

    /// D3: a volley, or none.
    pub(crate) fn list_volleys(&self, side: Side, list: &mut Decisions<Choice>) {
        let volleys = self.hand(side).filter(|&card| Card::of(card) == Card::Volley);
        volleys.for_each(|card| list.push(Choice::Play(card)));
        list.push(Choice::HoldFire);
    }

    /// D3: the answer.
    pub(crate) fn answer(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Stage::Combat(mut fight) = self.stage.step() else { return };
        if let Choice::Play(card) = choice {
            self.play_card(side, card, resolution);
            fight.extra[side as usize] = VOLLEY;
        }
        let next = if side == self.world.unit(fight.attacker).side { 1 } else { 2 };
        self.ask_for_cards(fight, next, resolution);
    }

    /// D4, D5: the dice, and what comes of them.
    fn fight(&mut self, fight: Fight, resolution: &mut Resolution<'_>) {
        let Fight { attacker, from, defender, .. } = fight;
        let side = self.world.unit(attacker).side;
        let mut fire = |unit: Unit, least: u8| {
            let dice = self.strength(unit) + fight.extra[self.world.unit(unit).side as usize];
            let reason = || format!("{} fires", self.world.unit(unit).name);
            let faces = resolution.roll_openly(dice, 6, "D4", |face| face >= least, reason);
            faces.iter().filter(|&&face| face >= least).count() as u8
        };
        // Both fire before losses count.
        let given = fire(attacker, least_hit(&self.world, self.block(defender).at));
        let taken = fire(defender, 5);
        self.suffer(defender, given, resolution);
        self.suffer(attacker, taken, resolution);
        let (stands, beaten) = (!self.block(attacker).gone, self.block(defender).gone || given > taken);
        if stands && beaten {
            self.fall_back(defender, self.world.camp(side.other()), resolution);
            self.take_post(attacker, resolution);
        } else {
            self.fall_back(attacker, from, resolution);
        }
        if !self.check_beaten(resolution) {
            self.go_on(resolution);
        }
    }

    /// D4: a unit loses strength.
    fn suffer(&mut self, unit: Unit, hits: u8, resolution: &mut Resolution<'_>) {
        if hits == 0 {
            return;
        }
        if hits >= self.strength(unit) {
            self.lose(unit, "D4", resolution);
            return;
        }
        self.block_mut(unit).losses += hits;
        self.log_unit_event(resolution, unit, &EventKind::Lost, "D4", |name| format!("{name} loses {hits}."));
    }

    /// D2, D4: a unit is lost.
    fn lose(&mut self, unit: Unit, citation: &str, resolution: &mut Resolution<'_>) {
        let lost = self.world.unit(unit).strength;
        let block = self.block_mut(unit);
        (block.gone, block.losses) = (true, lost);
        self.log_unit_event(resolution, unit, &EventKind::Lost, citation, |name| format!("{name}: lost."));
    }

    /// D5: a unit goes back, if it is still there.
    fn fall_back(&mut self, unit: Unit, to: SpaceId, resolution: &mut Resolution<'_>) {
        if self.block(unit).gone {
            return;
        }
        let way = [self.block(unit).at, to].map(|space| place(self.world.atlas.name(space))).to_vec();
        self.block_mut(unit).at = to;
        self.log_unit_event(resolution, unit, &EventKind::Moved(way), "D5", |name| {
            format!("{name} falls back to {}.", self.world.atlas.called(to))
        });
    }
}
