//! F. Combat: who must fire, hits and who takes them, retreats and heavy casualties.

use muster_board::SpaceId;
use muster_contract::{ChoiceDetails, Event, EventKind, OddsTable};
use muster_sdk::{Decisions, May, Resolution, ensure, line};
use smallvec::SmallVec;

use crate::choice::Choice;
use crate::labels::{counted, log_command};
use crate::state::{Brigade, Status, add_hits};
use crate::units::turning;
use crate::world::{Kind, Side, Step, Unit, World};

/// \[F1\] A unit fires so many dice.
pub const DICE: u8 = 2;

/// \[F1\] The least face that hits: 5, or 6 against an enemy up a steep hill.
pub fn least_hit(uphill: bool) -> u8 {
    if uphill { 6 } else { 5 }
}

/// \[F1\] Whether units of a kind ever fire.
pub(crate) fn may_ever_fire(kind: Kind) -> May {
    ensure(kind.fights(), "Generals and trains don't fire.", "F1")
}

impl Brigade {
    /// \[E1\] \[F1\] The units in a hex that this side may fire on: the enemy's troops and trains, not his generals.
    pub(crate) fn targets_in(&self, hex: SpaceId, side: Side) -> impl Iterator<Item = Unit> {
        let is_target = move |&unit: &Unit| self.world.side_of(unit) != side && !self.world.is_general(unit);
        self.in_hex(hex).filter(is_target)
    }

    /// \[F1\] The hexes that a unit may fire on: adjacent, in its fire zone, with an enemy unit.
    pub fn targets(&self, unit: Unit) -> SmallVec<[SpaceId; 2]> {
        let (field, side) = (self.field(), self.world.side_of(unit));
        let front = self.world.front(self.hex_of(unit), self.piece(unit).facing).iter().copied();
        front.filter(|&hex| field.held_by_enemy(hex, side)).collect()
    }

    /// \[F1\] Whether a unit may fire, and must when its side does.
    pub(crate) fn may_fire(&self, unit: Unit) -> May {
        may_ever_fire(self.world.info(unit).kind)?;
        let missing = "It fires only with an enemy adjacent and in its fire zone.";
        ensure(!self.targets(unit).is_empty(), missing, "F1")
    }

    /// \[F1\] \[F6\] The units of the firing side that must fire.
    pub(crate) fn must_fire(&self) -> Vec<Unit> {
        self.troops(self.firing()).filter(|&unit| self.may_fire(unit).is_ok()).collect()
    }

    /// \[F1\] Whether an enemy in `hex` is up a steep hill for one who fires from `from`: the side between them is
    /// steep, and he doesn't stand lower.
    pub fn uphill(world: &World, from: SpaceId, hex: SpaceId) -> bool {
        let steep = world.steps(from).any(|step| step.to == hex && step.steep);
        steep && world.ground[hex].height >= world.ground[from].height
    }

    /// \[F1\] Lists who may fire on what.
    pub(crate) fn list_attacks(&self, _side: Side, list: &mut Decisions<Choice>) {
        let mut single = self.fire.todo.len() > 1;
        for &unit in &self.fire.todo {
            let targets = self.targets(unit);
            single &= targets.len() == 1;
            list.extend(targets.into_iter().map(|hex| Choice::Attack(unit, hex)));
        }
        list.push_if(single, Choice::FireAll);
    }

    /// \[F1\] Carries out the fire of a unit, or of all.
    pub(crate) fn take_attack(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        log_command(resolution, "F1", "Combat");
        if let Choice::Attack(unit, hex) = choice {
            return self.attack(unit, hex, resolution);
        }
        for unit in self.fire.todo.clone() {
            if let Some(&hex) = self.targets(unit).first() {
                self.attack(unit, hex, resolution);
            }
        }
    }

    /// Adds who fires on whom, and what makes it harder.
    pub(crate) fn attack_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        let Choice::Attack(unit, hex) = choice else { return };
        if Self::uphill(&self.world, self.hex_of(unit), hex) {
            details.consequences.push(line("The enemy is up a steep hill: only a 6 hits.", "F1"));
        }
        self.shot_details(unit, hex, details);
    }

    /// \[E1\] \[F4\] Adds who fires on whom, and what cover does.
    pub(crate) fn shot_details(&self, unit: Unit, hex: SpaceId, details: &mut ChoiceDetails) {
        details.label += &format!(" {} with {}", self.target_names(hex, unit), self.name_of(unit));
        if self.covered(hex) {
            details.consequences.push(line("Cover saves each unit a hit.", "F4"));
        }
    }

    /// The chances of the fire of a unit.
    pub(crate) fn attack_odds(&self, choice: Choice) -> Option<OddsTable> {
        let Choice::Attack(unit, hex) = choice else { return None };
        Some(self.shot(unit, hex))
    }

    /// \[F1\] The chances of a unit that fires from where it stands.
    pub(crate) fn shot(&self, unit: Unit, hex: SpaceId) -> OddsTable {
        let least = least_hit(Self::uphill(&self.world, self.hex_of(unit), hex));
        let title = format!("Fire of {} on {}", self.name_of(unit), self.target_names(hex, unit));
        self.table(title, (u32::from(DICE), least), (unit, hex), "F1")
    }

    /// The names of the enemy units that this shooter would fire on in a hex.
    pub(crate) fn target_names(&self, hex: SpaceId, shooter: Unit) -> String {
        let struck = self.targets_in(hex, self.world.side_of(shooter));
        let names: Vec<&str> = struck.map(|unit| self.name_of(unit)).collect();
        if names.is_empty() { self.world.hex_name(hex).to_owned() } else { names.join(" and ") }
    }

    /// \[F1\] A unit fires two dice on a hex.
    fn attack(&mut self, unit: Unit, hex: SpaceId, resolution: &mut Resolution<'_>) {
        self.fire.todo.retain(|&one| one != unit);
        let least = least_hit(Self::uphill(&self.world, self.hex_of(unit), hex));
        let reason =
            |game: &Self| format!("Fire of {} on {}", game.name_of(unit), game.target_names(hex, unit));
        self.shoot((unit, hex), (DICE, least), ("F1", reason), resolution);
    }

    /// \[E1\] \[F1\] A unit rolls its dice against a hex, by this section and for this reason; the hits wait.
    pub(crate) fn shoot(
        &mut self,
        (unit, hex): (Unit, SpaceId),
        dice: (u8, u8),
        (cite, reason): (&str, impl Fn(&Self) -> String),
        resolution: &mut Resolution<'_>,
    ) {
        let (dice, least) = self.hook_fire((unit, hex), dice, resolution);
        let about = |event: Event| event.at(self.place_of(hex)).of(vec![self.world.info(unit).id.clone()]);
        let reason = || reason(self);
        let faces = resolution.roll_about(dice, 6, cite, |face| face >= least, reason, about);
        let hits = faces.iter().filter(|&&face| face >= least).count() as u8;
        if hits > 0 {
            add_hits(&mut self.fire.pending, hex, hits);
        }
    }

    /// \[F4\] Whether a hex covers those in it.
    pub fn covered(&self, hex: SpaceId) -> bool {
        self.world.ground[hex].cover || self.entrenched.contains(&hex)
    }

    /// \[F1\] The owner gives one hit to a unit.
    fn assign_hit(&mut self, unit: Unit) {
        if let Some((_, left)) = self.fire.pending.first_mut() {
            *left -= 1;
        }
        add_hits(&mut self.fire.assigned, unit, 1);
    }

    /// Carries out hits as far as nobody has to choose; true when none are left. All are assigned before anybody retreats,
    /// so that they go to those who were fired on, and not to who comes into their hex afterwards.
    pub(crate) fn settle_hits(&mut self, resolution: &mut Resolution<'_>) -> bool {
        loop {
            if let Some(&(hex, left)) = self.fire.pending.first() {
                let targets: SmallVec<[Unit; 4]> = self.targets_in(hex, self.firing()).collect();
                match targets.as_slice() {
                    [] => {
                        self.fire.pending.remove(0);
                    }
                    [only] if left > 0 => self.assign_hit(*only),
                    _ if left > 0 => return false,
                    _ => self.apply_cover(hex, resolution),
                }
            } else if let Some(&(unit, hits)) = self.fire.suffering.first() {
                if !self.present(unit) {
                    self.fire.suffering.remove(0);
                } else if hits >= 2 && self.piece(unit).heavy {
                    // [F3] [F5] The marker comes in any case and is the second.
                    self.fire.suffering.remove(0);
                    self.take_casualties(unit, "F5", resolution);
                } else if self.retreats(unit).is_empty() {
                    self.suffer_without_retreat(unit, hits, resolution);
                } else {
                    return false;
                }
            } else {
                return true;
            }
        }
    }

    /// \[F4\] All hits on a hex are assigned: cover takes one from each unit, the rest must be carried out.
    fn apply_cover(&mut self, hex: SpaceId, resolution: &mut Resolution<'_>) {
        self.fire.pending.remove(0);
        let covered = self.covered(hex);
        for (unit, hits) in std::mem::take(&mut self.fire.assigned) {
            let left = hits - u8::from(covered);
            let name = self.name_of(unit);
            if covered {
                resolution.say("F4", || {
                    format!("Cover saves {name} a hit; {} left.", counted(left, "hit is", "hits are"))
                });
            }
            if left > 0 {
                self.fire.suffering.push((unit, left));
            }
        }
    }

    /// A unit that must retreat and can't: one hit is taken as casualties, two destroy it.
    fn suffer_without_retreat(&mut self, unit: Unit, hits: u8, resolution: &mut Resolution<'_>) {
        self.fire.suffering.remove(0);
        resolution.say("F2", || format!("{} has nowhere to go.", self.name_of(unit)));
        self.take_casualties(unit, "F2", resolution);
        if hits >= 2 && self.present(unit) {
            self.take_casualties(unit, "F3", resolution);
        }
    }

    /// \[F2\] \[F5\] A Heavy Casualties marker; the second removes the unit.
    fn take_casualties(&mut self, unit: Unit, citation: &str, resolution: &mut Resolution<'_>) {
        if self.piece(unit).heavy {
            return self.lose(unit, Status::Lost, "F5", resolution);
        }
        self.marks_mut(unit).heavy = true;
        resolution.event(|| {
            let text = format!("{} takes heavy casualties", self.name_of(unit));
            self.event(EventKind::Lost, self.place_of(self.hex_of(unit)), &[unit], text, citation)
        });
    }

    /// \[F2\] Where a unit may retreat to: an adjacent hex that isn't in front of it, passable, free of enemies and with
    /// room; if there are such away from the enemy, only those. If there is none but the board ends behind it, off.
    pub fn retreats(&self, unit: Unit) -> Vec<Option<SpaceId>> {
        let (piece, info) = (self.piece(unit), self.world.info(unit));
        let (at, field) = (self.hex_of(unit), self.field());
        let front = self.world.front(at, piece.facing);
        let open = |step: &&Step| {
            let ahead = info.kind.fights() && front.contains(&step.to);
            let full = info.kind.fights() && !field.has_room(step.to, info.side);
            let theirs = field.enemy_in(step.to, info.side)
                || field.at(step.to).others[info.side.other() as usize] > 0;
            !(step.barred || ahead || full || theirs)
        };
        let mut hexes: Vec<SpaceId> = self.world.steps(at).filter(open).map(|step| step.to).collect();
        if hexes.is_empty() && Self::edge_behind(&self.world, at, info.kind.fights().then_some(piece.facing))
        {
            return vec![None];
        }
        let away = |hex: &SpaceId| !field.beside_enemy(*hex, info.side);
        if hexes.iter().any(away) {
            hexes.retain(away);
        }
        hexes.into_iter().map(Some).collect()
    }

    /// Whether the board ends at one of the four sides of a hex that aren't in front; at any for a train, which faces nowhere.
    fn edge_behind(world: &World, hex: SpaceId, facing: Option<u8>) -> bool {
        let behind = |way: u8| facing.is_none_or(|facing| turning(facing, way) > 1);
        world.atlas.sides(hex).any(|way| behind(way) && world.atlas.neighbour(hex, way).is_none())
    }

    /// \[F1\] \[F2\] Lists what the owner of hit units may do.
    pub(crate) fn list_hits(&self, owner: Side, list: &mut Decisions<Choice>) {
        if let Some(&(hex, _)) = self.fire.pending.first() {
            list.extend(self.targets_in(hex, owner.other()).map(Choice::Hit));
        } else if let Some(&(unit, hits)) = self.fire.suffering.first() {
            list.extend(self.retreats(unit).into_iter().map(|hex| Choice::Retreat(unit, hex)));
            list.push_if(hits == 1, Choice::Stand(unit));
        }
    }

    /// \[F1\] \[F2\] Carries out what the owner of hit units chose.
    pub(crate) fn take_hit(&mut self, _owner: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Hit(unit) => self.assign_hit(unit),
            Choice::Stand(unit) => {
                self.fire.suffering.remove(0);
                self.take_casualties(unit, "F2", resolution);
            }
            Choice::Retreat(unit, to) => self.carry_out_retreat(unit, to, resolution),
            _ => {}
        }
    }

    /// Adds what a unit that is hit suffers by its owner's choice.
    pub(crate) fn hit_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        let (brings, section) = match choice {
            Choice::Stand(unit) if self.piece(unit).heavy => {
                let warning =
                    format!("{} would be removed from the table. Stand all the same?", self.name_of(unit));
                details.warning = Some(warning);
                ("It is the second marker: the unit is removed.", "F5")
            }
            Choice::Stand(_) => ("A Heavy Casualties marker.", "F2"),
            Choice::Retreat(unit, None) if self.world.info(unit).kind == Kind::Train => {
                ("It leaves the table; what is left of its corps counts against its side.", "V1")
            }
            Choice::Retreat(_, None) => ("It leaves the table and counts as destroyed.", "V1"),
            Choice::Retreat(..) if self.fire.suffering.first().is_some_and(|&(_, hits)| hits >= 2) => {
                ("It takes a Heavy Casualties marker too.", "F3")
            }
            _ => return,
        };
        details.consequences.push(line(brings, section));
    }

    /// \[F2\] \[F3\] A unit retreats one hex, its generals with it if no other unit stays; after two hits it also takes a
    /// Heavy Casualties marker.
    fn carry_out_retreat(&mut self, unit: Unit, to: Option<SpaceId>, resolution: &mut Resolution<'_>) {
        let (_, hits) = self.fire.suffering.remove(0);
        let citation = if hits >= 2 { "F3" } else { "F2" };
        let Some(to) = to else {
            return self.lose(unit, Status::Gone, "V1", resolution);
        };
        let (at, side) = (self.hex_of(unit), self.world.side_of(unit));
        let mut going = vec![unit];
        let others = self.in_hex(at).any(|other| other != unit && self.world.fights(other));
        if !others && self.world.fights(unit) {
            let is_his = |&one: &Unit| self.world.is_general(one) && self.world.side_of(one) == side;
            going.extend(self.in_hex(at).filter(is_his));
        }
        for &one in &going {
            self.place(one, |piece| piece.at = Some(to));
        }
        resolution.event(|| {
            let text = format!("{} retreats to {}", self.name_of(unit), self.world.hex_name(to));
            self.moved_event(&[at, to], &going, text, citation)
        });
        if hits >= 2 {
            self.take_casualties(unit, citation, resolution);
        }
    }

    /// Takes a unit off the board.
    pub(crate) fn lose(&mut self, unit: Unit, status: Status, cite: &str, resolution: &mut Resolution<'_>) {
        let at = self.hex_of(unit);
        self.place(unit, |piece| (piece.status, piece.at) = (status, None));
        self.fire.todo.retain(|&one| one != unit);
        resolution.event(|| {
            let name = self.name_of(unit);
            let text = match (status, self.world.info(unit).kind) {
                (Status::Gone, _) => format!("{name} leaves the table"),
                (_, Kind::General | Kind::Train) => format!("{name} is taken"),
                _ => format!("{name} is destroyed"),
            };
            self.event(EventKind::Lost, self.place_of(at), &[unit], text, cite)
        });
        self.displace_orphans(at, resolution);
    }

    /// Generals left in a hex without troops, beside the enemy, ride off.
    fn displace_orphans(&mut self, at: SpaceId, resolution: &mut Resolution<'_>) {
        if self.in_hex(at).any(|unit| self.world.fights(unit)) {
            return;
        }
        let is_orphan = |&unit: &Unit| {
            self.world.is_general(unit) && self.field().beside_enemy(at, self.world.side_of(unit))
        };
        for general in self.in_hex(at).filter(is_orphan).collect::<SmallVec<[Unit; 4]>>() {
            self.displace(general, false, resolution);
        }
    }

    /// A general without troops goes to the nearest unit of his corps, else of his side; with nobody left, and an
    /// enemy upon him, he is captured.
    pub(crate) fn displace(&mut self, general: Unit, driven: bool, resolution: &mut Resolution<'_>) {
        let (at, info) = (self.hex_of(general), self.world.info(general));
        let elsewhere = self.troops(info.side).filter(|&unit| self.hex_of(unit) != at);
        let nearest = elsewhere.min_by_key(|&unit| {
            let of_another = info.corps.is_some() && self.piece(unit).corps != info.corps;
            (of_another, self.world.distance(at, self.hex_of(unit)), unit)
        });
        match nearest {
            Some(unit) => {
                let to = self.hex_of(unit);
                self.place(general, |piece| piece.at = Some(to));
                resolution.event(|| {
                    let text = format!("{} rides to {}", self.name_of(general), self.world.hex_name(to));
                    self.moved_event(&[at, to], &[general], text, "A1")
                });
            }
            None if driven => self.lose(general, Status::Lost, "A1", resolution),
            None => {}
        }
    }
}
