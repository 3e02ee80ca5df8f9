//! §11.3, §11.4: the sheet of a battle: who fights on which column, with how many dice and with which modifiers.

use crate::charts::{Column, Result as Score};
use crate::state::{March, Post, UsCivilWar, Works};
use crate::world::{General, Kind, Ridge, River, Side, Space, Terrain, World};

use super::fight::Outcome;
use super::{Approach, Plan, Verdict};

/// §11.4: what changes a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// §12.2: a Demoralized attacker.
    Demoralized,
    /// §11.3: the Commanding General's rating.
    Commander(General),
    /// §11.3, §8.5: another General's.
    Aide(General),
    /// §18.3.2: a card.
    Card,
    /// §18.1: Naval Support by a card.
    Support,
    /// §21.3.1: ships of the attacker's, of so many NSPs.
    ShipsAttack(u8),
    /// §21.3.2: ships of the defender's.
    ShipsDefend(u8),
    /// §21.3.2: the Union's blockade, where no ships have counters.
    Blockaders,
    /// §10.1.1
    Entrenchment,
    /// §10.2.1: a Fort of this level.
    Fort(u8),
    /// §10.3.2
    CoastalFort,
    /// §11.4: the attack comes over a Mountain hexside, by whatever pass.
    Mountains,
    /// §11.4: it comes over a river, or from a Coastal Fort.
    River,
    /// §11.4: it comes into a Marsh or out of one.
    Marsh,
}

/// A modifier of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// Where it comes from.
    pub cause: Cause,
    /// What it adds.
    pub value: i8,
}

impl Modifier {
    /// The section behind it.
    pub const fn section(&self) -> &'static str {
        match self.cause {
            Cause::Demoralized => "12.2",
            Cause::Commander(_) | Cause::Aide(_) => "11.3",
            Cause::Card => "18.3.2",
            Cause::Support => "18.1",
            Cause::ShipsAttack(_) => "21.3.1",
            Cause::ShipsDefend(_) | Cause::Blockaders => "21.3.2",
            Cause::Entrenchment => "10.1.1",
            Cause::Fort(_) => "10.2.1",
            Cause::CoastalFort => "10.3.2",
            Cause::Mountains | Cause::River | Cause::Marsh => "11.4",
        }
    }

    /// What it is, for the window.
    pub fn label(&self, world: &World) -> String {
        match self.cause {
            Cause::Demoralized => "attacks Demoralized".to_owned(),
            Cause::Commander(general) => format!("{} commands", world.general(general).label),
            Cause::Aide(general) => world.general(general).label.clone(),
            Cause::Card => "a Special Action Card".to_owned(),
            Cause::Support => "Naval Support".to_owned(),
            Cause::ShipsAttack(1) | Cause::ShipsDefend(1) => "Naval Support by 1 NSP".to_owned(),
            Cause::ShipsAttack(nsps) | Cause::ShipsDefend(nsps) => format!("Naval Support by {nsps} NSPs"),
            Cause::Blockaders => "Naval Support by the blockade".to_owned(),
            Cause::Entrenchment => "in an Entrenchment".to_owned(),
            Cause::Fort(level) => format!("in an F{level} Fort"),
            Cause::CoastalFort => "in a Coastal Fort".to_owned(),
            Cause::Mountains => "attacked over mountains".to_owned(),
            Cause::River => "attacked over a river".to_owned(),
            Cause::Marsh => "attacked through a marsh".to_owned(),
        }
    }
}

/// One side of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whose.
    pub side: Side,
    /// SPs that fight and from which losses are taken, 0 to 250.
    pub sps: u8,
    /// Its column of the Combat Results Table.
    pub column: Column,
    /// §22.5.3: an army of high morale rolls its ones again.
    pub spirited: bool,
    /// What changes its roll, in the order of §11.4.
    pub modifiers: Vec<Modifier>,
}

impl Line {
    /// The sum of its modifiers.
    pub fn modifier(&self) -> i8 {
        self.modifiers.iter().map(|modifier| modifier.value).sum()
    }

    /// The result of this sum of its dice.
    pub fn score(&self, sum: i8) -> Score {
        self.column.result(sum + self.modifier())
    }
}

/// A battle before its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Where it is fought.
    pub at: Space,
    /// Where the attacker comes from.
    pub from: Space,
    /// The stack that is on its way.
    pub attacker: Line,
    /// What is in the space.
    pub defender: Line,
    /// §10.2.1: the defender loses one SP less unless he is beaten.
    pub sheltered: bool,
    /// §12.2: whether the attacker and the defender are Demoralized.
    pub shaken: [bool; 2],
}

impl Sheet {
    /// §11.2.2, §10.2.1, C20: how the battle ends with these results of the attacker and the defender, and what each loses by the
    /// table: no more than fight, and in a Fort one less.
    pub fn outcome(&self, attack: Score, defense: Score) -> Outcome {
        let verdict = UsCivilWar::verdict(attack, defense);
        let spared = u8::from(self.sheltered && verdict != Verdict::Won);
        let defender = attack.losses.saturating_sub(spared).min(self.defender.sps);
        Outcome { verdict, lost: [defense.losses.min(self.attacker.sps), defender] }
    }

    /// §12.2: what the attacker and the defender lose in all: whoever is beaten and was Demoralized before an SP more, if one of those who
    /// fight is left.
    pub fn lost(&self, outcome: &Outcome) -> [u8; 2] {
        let beaten = [outcome.verdict == Verdict::Lost, outcome.verdict == Verdict::Won];
        let mut lost = outcome.lost;
        for (number, line) in [&self.attacker, &self.defender].into_iter().enumerate() {
            let again = beaten[number] && self.shaken[number] && line.sps > lost[number];
            lost[number] += u8::from(again);
        }
        lost
    }
}

impl UsCivilWar {
    /// §11.2, §11.4: the battle where the stack enters, by what is decided so far; none if nobody fights there.
    pub fn sheet(&self, plan: Plan) -> Option<Sheet> {
        let (march, at) = self.entry()?;
        let generals: Vec<General> = self.marching_generals().collect();
        self.sheet_of(march, &generals, at, plan)
    }

    /// The same of a stack that enters a space, with these generals.
    pub(crate) fn sheet_of(
        &self,
        march: &March,
        generals: &[General],
        at: Space,
        plan: Plan,
    ) -> Option<Sheet> {
        let foe = march.side.other();
        if !self.is_defended(foe, at) {
            return None;
        }
        let approach = self.approach(march, at);
        let most = march.sps.min(approach.limit.unwrap_or(march.sps));
        let chosen = plan.crossing.filter(|_| approach.limit.is_some());
        let sps = chosen.map_or(most, |chosen| chosen.clamp(most.min(1), most));
        let mut modifiers = self.attacks_with(march, generals, sps, plan);
        modifiers.extend(self.support_of_attack(march.side, at));
        let attacker = Line {
            side: march.side,
            sps,
            column: Self::column_of(sps, false),
            spirited: self.armies.iter().any(|army| army.high && generals.contains(&army.leader)),
            modifiers,
        };
        let forages = self.spot(at).force.is_some_and(|force| force.side == foe && force.foraging);
        let sps = self.sps(foe, at);
        let column = Self::column_of(sps, forages);
        let mut modifiers = self.defends_with(foe, [march.at, at], column, &approach, plan);
        modifiers.extend(self.support_of_defense(march, at));
        let spirited = self.has_high_morale(foe, Post::Map(at));
        let defender = Line { side: foe, sps, column, spirited, modifiers };
        let sheltered = self.is_sheltered(foe, at, plan);
        let shaken = [march.demoralized, self.is_shaken(foe, at)];
        Some(Sheet { at, from: march.at, attacker, defender, sheltered, shaken })
    }

    /// §11.4: the attacker's modifiers.
    fn attacks_with(&self, march: &March, generals: &[General], sps: u8, plan: Plan) -> Vec<Modifier> {
        let mut list = Vec::new();
        let mut add = |cause, value| list.push(Modifier { cause, value });
        if march.demoralized {
            add(Cause::Demoralized, -2);
        }
        let generals = generals.iter().copied();
        let column = Self::column_of(sps, false);
        for (place, (general, adds)) in
            self.battle_generals(march.commander, generals, column, true).into_iter().enumerate()
        {
            add(if place == 0 { Cause::Commander(general) } else { Cause::Aide(general) }, adds as i8);
        }
        if plan.card {
            add(Cause::Card, 2);
        }
        if plan.support[march.side as usize] {
            add(Cause::Support, 1);
        }
        list
    }

    /// §11.4: the defender's modifiers: of fortification and terrain one alone counts, and none where he was caught (§9.3.3).
    fn defends_with(
        &self,
        side: Side,
        [from, at]: [Space; 2],
        column: Column,
        approach: &Approach<'_>,
        plan: Plan,
    ) -> Vec<Modifier> {
        let mut list = Vec::new();
        let mut add = |cause, value| list.push(Modifier { cause, value });
        let commander = self.commander_in(side, at);
        let generals = self.generals_in(side, at);
        for (place, (general, adds)) in
            self.battle_generals(commander, generals, column, false).into_iter().enumerate()
        {
            add(if place == 0 { Cause::Commander(general) } else { Cause::Aide(general) }, adds as i8);
        }
        let cover = || self.fortification(side, at).or_else(|| self.terrain([from, at], approach));
        if let Some((cause, value)) = (!plan.caught).then(cover).flatten() {
            add(cause, value);
        }
        if plan.support[side as usize] {
            add(Cause::Support, 1);
        }
        list
    }

    /// §10.1.1, §10.2.1, §10.3.2: what a side's fortification in a space adds.
    fn fortification(&self, side: Side, at: Space) -> Option<(Cause, i8)> {
        match self.spot(at).works {
            Works::Entrenchment(holder) if holder == side => return Some((Cause::Entrenchment, 2)),
            Works::Fort(holder, level) if holder == side => {
                return Some((Cause::Fort(level), 2 * level as i8));
            }
            _ => {}
        }
        let coastal = self.world.space(at).kind == Kind::CoastalFort;
        let held = coastal && self.fort(at).is_some_and(|(holder, _)| holder == side);
        held.then_some((Cause::CoastalFort, 2))
    }

    /// §11.4: what the ground over which the attack comes adds. A landing has no hexside, and a marsh only before it.
    fn terrain(&self, [from, at]: [Space; 2], approach: &Approach<'_>) -> Option<(Cause, i8)> {
        let marsh = |space: Space| self.world.space(space).terrain == Terrain::Marsh;
        let hexside = approach.way.map(|way| way.side);
        let mountains = hexside.is_some_and(|side| side.ridge != Ridge::None);
        let river = hexside.is_some_and(|side| side.river != River::None) || approach.over_water;
        let out_of = approach.way.is_some() && marsh(from);
        let cause = match () {
            () if mountains => Cause::Mountains,
            () if river => Cause::River,
            () if marsh(at) || out_of => Cause::Marsh,
            () => return None,
        };
        Some((cause, 1))
    }
}
