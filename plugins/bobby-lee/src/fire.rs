//! §6.6: fires, hits and losses.

use muster_contract::{EventKind, OddsTable};
use muster_sdk::{Decisions, Faces, May, Resolution, Why, ensure};

use crate::choice::Choice;
use crate::labels::does;
use crate::odds::{counted, hit_ways, table};
use crate::state::{BobbyLee, Hits, HitsOn, Line, Stage, Step};
use crate::world::{Kind, Side, Unit};

/// How a unit attacks in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fire {
    /// At the enemy it is engaged with.
    Short,
    /// At the same, in melee (§6.64).
    Melee,
    /// Artillery, at the position opposite (§6.61).
    Long,
    /// At one revealed battery alone (§6.62): artillery at long range, or whoever has engaged it in its own line.
    Counter(Unit),
}

impl BobbyLee {
    /// §6.6, §6.61: dice and firepower of a fire; no dice or F0 is no fire.
    pub(crate) fn fire_strength(&self, unit: Unit, fire: Fire) -> Result<(u8, u8), Why> {
        let (info, state) = (self.world.unit(unit), self.unit(unit));
        let reserve = Why { text: "From the reserve nobody fires.", citation: "6.6" };
        let position = self.position_of(unit).ok_or(reserve)?;
        let own = position.0 == info.side;
        let battle = self.fought();
        let (woods, guns) = (self.battle_hex().woods, info.kind == Kind::Artillery);
        let engaged = self.is_engaged(unit);
        let (target, firepower) = match fire {
            Fire::Melee => {
                ensure(info.kind == Kind::Infantry, "Only infantry goes into a melee.", "6.64")?;
                ensure(engaged, "It isn't engaged.", "6.64")?;
                let fortress = self.defends_fortress(position.0);
                ensure(!fortress, "There is no melee from or against a fortress.", "6.65")?;
                (position, 3 + u8::from(woods && own))
            }
            Fire::Counter(_) if engaged && own => {
                let text = "Guns that came to engage are picked out by nobody: the strongest takes the hit.";
                return Err(Why { text, citation: "6.62" });
            }
            Fire::Short | Fire::Counter(_) if engaged => {
                let firepower = match info.kind {
                    Kind::Infantry => 2 + u8::from(woods && own),
                    // Terrain effects: in a forest artillery has one less (§6.66).
                    Kind::Artillery if state.spent || state.engages => 1 - u8::from(woods),
                    Kind::Artillery => 3 - u8::from(woods),
                    _ => info.firepower,
                };
                (position, firepower)
            }
            Fire::Short => return Err(Why { text: "It isn't engaged.", citation: "6.6" }),
            Fire::Long | Fire::Counter(_) => (self.may_bombard(unit, position.1)?, 1),
        };
        let entrenched = target.0 != info.side && battle.has_works(target.0, target.1);
        let dice = state.strength.saturating_sub(u8::from(entrenched));
        ensure(dice > 0, "At one step it can't fire on entrenchments.", "6.9")?;
        if guns && firepower == 0 {
            let text = "Guns that move to engage fire at F1, and the forest takes that from them.";
            ensure(!state.engages || state.spent, text, "6.66")?;
            ensure(false, "In a forest guns have but their first short-range fire.", "6.66")?;
        }
        ensure(firepower > 0, "It has no firepower.", "6.61")?;
        Ok((dice, firepower))
    }

    /// §6.61: the position opposite, if artillery may fire at it from this column.
    fn may_bombard(&self, unit: Unit, column: u8) -> Result<(Side, u8), Why> {
        let info = self.world.unit(unit);
        ensure(info.kind == Kind::Artillery, "Only artillery fires at long range.", "6.61")?;
        ensure(!self.is_engaged(unit), "Engaged guns fire at those who are with them only.", "6.61")?;
        let woods = self.battle_hex().woods;
        ensure(!woods, "In a forest guns don't fire at long range.", "6.66")?;
        let opposite = (info.side.other(), column);
        let text = "Friends are engaged in the position opposite: guns don't fire into it.";
        ensure(!self.stands_in(info.side, opposite), text, "6.61")?;
        let foes = self.stands_in(info.side.other(), opposite);
        ensure(foes, "Nobody stands in the position opposite.", "6.61")?;
        Ok(opposite)
    }

    /// §6.6: whether a unit can fire at all: at those with whom it is engaged, or else as artillery.
    pub(crate) fn may_fire(&self, unit: Unit) -> May {
        let engaged = self.is_engaged(unit);
        let guns = self.world.unit(unit).kind == Kind::Artillery;
        let able = engaged || guns || self.position_of(unit).is_none();
        ensure(able, "It fires only at those with whom it is engaged.", "6.6")?;
        self.fire_strength(unit, if engaged { Fire::Short } else { Fire::Long }).map(drop)
    }

    /// §6.62: whether a unit may fire at this one of the enemy's alone.
    pub(crate) fn may_single_out(&self, unit: Option<Unit>, target: Unit) -> May {
        let revealed = self.world.unit(target).kind == Kind::Artillery && self.knows(None, target);
        ensure(revealed, "Only revealed artillery is picked out to fire at.", "6.62")?;
        let unit = unit.ok_or(Why { text: "Choose first which unit fires at it.", citation: "6.62" })?;
        self.may_fire(unit)?;
        let (from, at) = (self.position_of(unit), self.position_of(target));
        let text = "The unit that was picked fires only at those with whom it is engaged.";
        ensure(from == at || !self.is_engaged(unit), text, "6.62")?;
        self.fire_strength(unit, Fire::Counter(target))?;
        let opposite = from.map(|(_, column)| (self.world.unit(target).side, column));
        ensure(at == opposite, "Guns fire only at the position opposite, where it isn't.", "6.62")
    }

    /// The fires that a unit can choose from; the batteries that it can fire on by themselves last (§6.62).
    pub(crate) fn fires(&self, unit: Unit) -> impl Iterator<Item = Choice> {
        let kinds = [Fire::Short, Fire::Melee, Fire::Long].into_iter();
        let able = kinds.filter(move |&fire| self.fire_strength(unit, fire).is_ok());
        let foes = self.fighting(self.world.unit(unit).side.other());
        let batteries = foes.filter(move |&target| self.may_single_out(Some(unit), target).is_ok());
        able.chain(batteries.map(Fire::Counter)).map(Choice::Shoot)
    }

    /// Rolls for a unit's fire, before everyone; gives the hits too.
    pub(crate) fn roll_fire(
        &mut self,
        unit: Unit,
        dice: u8,
        firepower: u8,
        citation: &str,
        resolution: &mut Resolution<'_>,
    ) -> (Faces, u8) {
        let (dice, firepower) = self.hook_fire(unit, dice, firepower, resolution);
        let reason = || format!("{} with F{firepower}", does(&self.world.unit(unit).name, "fires|fire"));
        let faces = resolution.roll_openly(dice, 6, citation, |face| face <= firepower, reason);
        let hits = faces.iter().filter(|&&face| face <= firepower).count() as u8;
        (faces, hits)
    }

    /// §6.6: a unit fires.
    pub(crate) fn take_fire(&mut self, unit: Unit, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Shoot(fire) = choice else { return };
        let Ok((dice, firepower)) = self.fire_strength(unit, fire) else { return };
        let Some((whose, column)) = self.position_of(unit) else { return };
        let enemy = self.world.unit(unit).side.other();
        self.reveal(&[unit], "6.6", resolution);
        let section = match fire {
            Fire::Melee => "6.64",
            Fire::Counter(_) => "6.62",
            Fire::Long => "6.61",
            Fire::Short => "6.6",
        };
        let (faces, hits) = self.roll_fire(unit, dice, firepower, section, resolution);
        let long = !self.is_engaged(unit);
        let state = self.unit_mut(unit);
        state.acted = true;
        state.spent |= !long;
        if fire == Fire::Melee {
            for _ in faces.iter().filter(|&&face| face == 6) {
                if self.unit(unit).strength > 0 {
                    self.lose_step(unit, "6.64", resolution);
                }
            }
        }
        if let Fire::Counter(target) = fire {
            for _ in 0..hits {
                if matches!(self.unit(target).line, Line::Own(_)) {
                    self.hit(target, long, resolution);
                }
            }
            self.check_rout(resolution);
            return;
        }
        let on = if fire == Fire::Long {
            HitsOn::LongRange(enemy, column)
        } else {
            HitsOn::Position(whose, column)
        };
        self.fought_mut().hits = Some(Hits { side: enemy, on, left: hits });
        self.suffer(resolution);
    }

    /// Whether hits fall where a unit is.
    pub(crate) fn may_be_hit(&self, hits: &Hits, unit: Unit) -> May {
        let there = match hits.on {
            HitsOn::All => true,
            HitsOn::Position(side, column) | HitsOn::LongRange(side, column) => {
                self.position_of(unit) == Some((side, column))
            }
        };
        ensure(there, "The hit falls in another position.", "6.63")
    }

    /// Those of the strongest units that the next hit can go to; and whether their owner must be asked, even if it is but
    /// one, since only he sees how strong they are.
    fn exposed(&self, hits: &Hits) -> (Vec<Unit>, bool) {
        let units: Vec<Unit> =
            self.fighting(hits.side).filter(|&unit| self.may_be_hit(hits, unit).is_ok()).collect();
        // §6.65: a half-hit is completed first.
        if let Some(&half) = units.iter().find(|&&unit| self.unit(unit).half) {
            return (vec![half], false);
        }
        let hidden = units.len() > 1 && units.iter().any(|&unit| !self.knows(None, unit));
        let most = units.iter().map(|&unit| self.unit(unit).strength).max();
        let strongest: Vec<Unit> =
            units.into_iter().filter(|&unit| Some(self.unit(unit).strength) == most).collect();
        let ask = hidden || strongest.len() > 1;
        (strongest, ask)
    }

    /// §6.63: hits are applied one by one to the strongest; the owner is asked where several are equal.
    pub(crate) fn suffer(&mut self, resolution: &mut Resolution<'_>) {
        while let Some(hits) = self.fought().hits {
            let (exposed, ask) = if hits.left > 0 { self.exposed(&hits) } else { Default::default() };
            match exposed.first() {
                None => self.fought_mut().hits = None,
                Some(_) if ask => return self.enter_step(Step::Losses, resolution),
                Some(&unit) => self.apply_hit(unit, resolution),
            }
        }
        if self.fought().skirmish {
            return self.skirmish_on(resolution);
        }
        self.check_rout(resolution);
    }

    pub(crate) fn list_losses(&self, _: Side, list: &mut Decisions<Choice>) {
        let exposed = self.fought().hits.map(|hits| self.exposed(&hits).0);
        list.extend(exposed.into_iter().flatten().map(Choice::Hit));
    }

    pub(crate) fn take_loss(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::Hit(unit) = choice {
            self.apply_hit(unit, resolution);
        }
        if !self.fought().skirmish {
            self.stage = Stage::Battle(Step::Combat);
        }
        self.suffer(resolution);
    }

    fn apply_hit(&mut self, unit: Unit, resolution: &mut Resolution<'_>) {
        let Some(hits) = &mut self.fought_mut().hits else { return };
        hits.left = hits.left.saturating_sub(1);
        let long = matches!(hits.on, HitsOn::LongRange(..));
        self.hit(unit, long, resolution);
    }

    /// A hit on a unit: a step, or half of one in a fortress; long-range fire eliminates nobody.
    fn hit(&mut self, unit: Unit, long: bool, resolution: &mut Resolution<'_>) {
        // Out in the enemy's line a hit is a whole one, and half a hit taken before stays till night.
        let out = matches!(self.unit(unit).line, Line::Foe(_));
        if !out && self.defends_fortress(self.world.unit(unit).side) {
            let state = self.unit_mut(unit);
            state.half = !state.half;
            if state.half {
                return self.log_deed(resolution, unit, EventKind::Lost, "6.65", "takes|take half a hit");
            }
        }
        if long && self.unit(unit).strength < 2 {
            self.stand_back(unit, "6.61", resolution);
        } else {
            self.lose_step(unit, "6.63", resolution);
        }
    }
    /// §6.6: the chances of the hits of the picked unit's fire, and of what a melee costs it.
    pub(crate) fn fire_odds(&self, choice: Choice) -> Vec<OddsTable> {
        let (Choice::Shoot(fire), Some(unit)) = (choice, self.picked) else { return Vec::new() };
        let Ok((dice, firepower)) = self.fire_strength(unit, fire) else { return Vec::new() };
        let name = &self.world.unit(unit).name;
        let dice_label = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
        let half = if self.is_at_fortress(unit, fire) { "; two hits take a step" } else { "" };
        let note = format!("F{firepower}: {dice_label}, a hit on {firepower} or less{half}");
        let section = if matches!(fire, Fire::Counter(_)) { "6.62" } else { "6.6" };
        let hits = counted(hit_ways(dice, firepower), "hit");
        let mut tables = vec![table(does(name, "fires|fire"), note, section, hits)];
        if fire == Fire::Melee {
            let title = format!("{} in the melee", does(name, "loses|lose"));
            let lost = counted(hit_ways(dice, 1), "step");
            tables.push(table(title, "a step for each 6".to_owned(), "6.64", lost));
        }
        tables
    }

    /// §6.65: whether those fired at stand in a fortress that they defend.
    fn is_at_fortress(&self, unit: Unit, fire: Fire) -> bool {
        let enemy = self.world.unit(unit).side.other();
        let across = matches!(fire, Fire::Long | Fire::Counter(_));
        self.defends_fortress(enemy)
            && self.position_of(unit).is_some_and(|(whose, _)| across || whose == enemy)
    }
}
