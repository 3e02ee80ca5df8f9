//! D. Movement: how an order to move is carried out, step by step.

use muster_board::{Atlas, SpaceId};
use muster_contract::{ChoiceDetails, Line, OddsTable, Place};
use muster_sdk::{Decisions, Resolution, capital, line};
use smallvec::SmallVec;

use crate::choice::{Choice, compass};
use crate::labels::pips;
use crate::state::{Brigade, Form, March, Status, distinct};
use crate::units::{nearest_corner, turning};
use crate::world::{Kind, Side, Unit};

impl Brigade {
    /// \[C2\] Whether one in the hex of a unit that sets out may ride along: a general of its side who has not moved.
    fn may_ride_along(&self, march: &March, one: Unit) -> bool {
        let info = self.world.info(one);
        info.kind == Kind::General
            && info.side == self.world.side_of(march.units[0])
            && !self.piece(one).spent
            && !march.units.contains(&one)
    }

    /// Lists what can be done with the units that are being moved.
    pub(crate) fn list_march(&self, _side: Side, list: &mut Decisions<Choice>) {
        let Some(march) = &self.march else { return };
        let (field, world) = (self.field(), &*self.world);
        let lead = march.units[0];
        let at = self.hex_of(lead);
        if march.form == Form::Single {
            let mut stops = self.reach(field, march);
            stops.retain(|stop| stop.first && stop.hex != at && Self::may_end(world, field, lead, stop.hex));
            list.extend(stops.iter().map(|stop| Choice::To(stop.hex)));
        } else if !march.stopped {
            let open = world.around(at).filter(|&to| self.step_together(field, march, to).is_ok());
            list.extend(open.map(Choice::To));
        }
        if world.fights(lead) {
            let turns = world.corners.into_iter().filter(|&facing| {
                march.units.iter().any(|&unit| self.piece(unit).facing != facing)
                    && Self::may_face(world, field, lead, at, march.moved, facing)
            });
            list.extend(turns.map(Choice::Face));
        }
        if march.moved == 0 {
            let mut before = None;
            for &unit in march.units.iter().filter(|&&unit| world.fights(unit)) {
                // Those of a hex stand side by side among the units.
                let at = self.hex_of(unit);
                if before.replace(at) != Some(at) {
                    let riders = self.in_hex(at).filter(|&one| self.may_ride_along(march, one));
                    list.extend(riders.map(Choice::Take));
                }
            }
            list.push(Choice::Cancel);
        } else {
            list.push(Choice::Done);
        }
    }

    /// Carries out a choice of the march: a general who rides along, a step, a turn, or the end.
    pub(crate) fn take_march(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Some(mut march) = self.march.take() else { return };
        match choice {
            Choice::Take(general) => march.units.push(general),
            Choice::To(to) => return self.take_step(march, to, resolution),
            Choice::Face(facing) => {
                self.turn_all(&march, facing);
                resolution.event(|| {
                    let text = format!("{}: front to {}", capital(&self.march_name(&march)), compass(facing));
                    self.moved_event(&[self.hex_of(march.units[0])], &march.units, text, "D1")
                });
                return self.end_march(march, resolution);
            }
            Choice::Cancel => {
                self.marks_mut(march.payer).pips += march.cost;
                return resolution.say("C2", || "The order is taken back.".to_owned());
            }
            _ => return self.end_march(march, resolution),
        }
        self.march = Some(march);
    }

    /// \[D1\] The units of a march go to a hex, or their lead does.
    fn take_step(&mut self, mut march: March, to: SpaceId, resolution: &mut Resolution<'_>) {
        let way = self.step_along(&mut march, to);
        resolution.event(|| {
            let text = format!("{} to {}", capital(&self.march_name(&march)), self.world.hex_name(to));
            self.moved_event(&way, &march.units, text, "D1")
        });
        self.overrun(&march.units, resolution);
        let lead = march.units[0];
        self.march = Some(march);
        self.hook_entered(lead, resolution);
    }

    /// \[C1\] An order is carried out: its units have been activated.
    fn end_march(&mut self, march: March, resolution: &mut Resolution<'_>) {
        for &unit in &march.units {
            let marks = self.marks_mut(unit);
            (marks.spent, marks.turned) = (true, march.moved == 0);
        }
        self.hook_marched(&march, resolution);
    }

    /// Carries out a step of the units being moved, turns them, and gives the way of the lead: one that moves alone looks
    /// along its way, others turn as little as they must.
    fn step_along(&mut self, march: &mut March, to: SpaceId) -> Vec<SpaceId> {
        let field = self.field();
        let lead = march.units[0];
        let mut way = vec![to];
        let (places, wish) = if march.form == Form::Single {
            let stops = self.reach(field, march);
            if let Some(stop) = Self::way_to(&stops, to) {
                let mut from = stop.from;
                while from > 0 {
                    way.push(stops[usize::from(from)].hex);
                    from = stops[usize::from(from)].from;
                }
                (march.moved, march.way, march.stopped) = (stop.moved, stop.way, stop.stopped);
            }
            way.push(self.hex_of(lead));
            way.reverse();
            (vec![to; march.units.len()], Some(self.facing_along(lead, &way)))
        } else {
            let Ok((places, stopped, gone)) = self.step_together(field, march, to) else {
                return way;
            };
            way.insert(0, self.hex_of(lead));
            if march.form == Form::Column {
                march.trail.insert(0, to);
                march.trail.pop();
            }
            march.moved += 1;
            (march.way, march.stopped) = (gone, stopped);
            (places, None)
        };
        self.place_and_turn(march, &places, wish);
        way
    }

    /// \[D1\] Turns the units of a march: to this corner where each may face it, else as little as they must.
    fn turn_all(&mut self, march: &March, wish: u8) {
        let places: Vec<SpaceId> = march.units.iter().map(|&unit| self.hex_of(unit)).collect();
        self.place_and_turn(march, &places, Some(wish));
    }

    /// \[D1\] Puts the units of a march into their hexes and turns them, to this corner or else as little as they must.
    fn place_and_turn(&mut self, march: &March, places: &[SpaceId], wish: Option<u8>) {
        let field = self.field();
        let turned = march.units.iter().zip(places).map(|(&unit, &at)| {
            let facing = self.piece(unit).facing;
            let fits = |corner: u8| Self::may_face(&self.world, field, unit, at, march.moved, corner);
            (unit, at, nearest_corner(&self.world, wish.unwrap_or(facing), fits).unwrap_or(facing))
        });
        for (unit, at, facing) in turned.collect::<SmallVec<[(Unit, SpaceId, u8); 4]>>() {
            self.place(unit, |piece| (piece.at, piece.facing) = (Some(at), facing));
        }
    }

    /// The corner with which a unit looks along its way: straight ahead where the way leads over a corner, else the
    /// nearer of the two corners beside the last side crossed.
    fn facing_along(&self, unit: Unit, way: &[SpaceId]) -> u8 {
        let facing = self.piece(unit).facing;
        let &[first, .., last] = way else { return facing };
        let Some(direction) = Atlas::direction(&self.world.atlas, first, last) else { return facing };
        let fits = |corner: u8| turning(direction, corner) <= 1;
        nearest_corner(&self.world, facing, fits).unwrap_or(facing)
    }

    /// Brigades and cavalry that enter a hex with nothing but a train and generals take the train and drive the
    /// generals off.
    fn overrun(&mut self, units: &[Unit], resolution: &mut Resolution<'_>) {
        for &unit in units {
            let side = self.world.side_of(unit);
            let enemies = self.in_hex(self.hex_of(unit)).filter(|&other| self.world.side_of(other) != side);
            for other in enemies.collect::<SmallVec<[Unit; 4]>>() {
                if self.world.info(other).kind == Kind::Train {
                    self.lose(other, Status::Lost, "V1", resolution);
                } else {
                    self.displace(other, true, resolution);
                }
            }
        }
    }

    /// Adds the way of a step and what it would bring, and the corner that a turn is to.
    pub(crate) fn march_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        match choice {
            Choice::To(to) => {
                details.path = self.step_consequences(to, &mut details.consequences);
                let cost = self.march.as_ref().map_or(0, |march| march.cost);
                details.cost = if cost > 0 { format!("{} for the order", pips(cost)) } else { String::new() };
            }
            Choice::Face(facing) => details.label += &format!(" {}", compass(facing)),
            _ => {}
        }
    }

    /// Adds what a step of the march would bring; gives the way of the lead.
    fn step_consequences(&self, to: SpaceId, says: &mut Vec<Line>) -> Vec<Place> {
        let Some((march, way, after)) = self.after_step(to) else { return Vec::new() };
        let hexes = after.hexes_of(march.units.iter().copied());
        let several = march.form != Form::Single;
        if march.stopped {
            says.push(line(if several { "They stop here." } else { "It stops here." }, "D3"));
        }
        let foe_side = self.world.side_of(march.units[0]).other();
        let fighters = march.units.iter().copied().filter(|&unit| self.world.fights(unit));
        let beside = after.hexes_of(fighters).into_iter().flat_map(|hex| self.world.around(hex));
        let is_foe = |&unit: &Unit| self.world.side_of(unit) == foe_side && self.world.fights(unit);
        let foes = distinct(beside.flat_map(|hex| self.in_hex(hex)).filter(is_foe));
        if !foes.is_empty() {
            let foes: Vec<&str> = foes.into_iter().map(|foe| self.name_of(foe)).collect();
            let must = if several { "who is beside an enemy must face one" } else { "it must face an enemy" };
            says.push(line(format!("Adjacent to {}: {must}.", foes.join(" and ")), "D1"));
        }
        let on = if several { "one of these units" } else { "this hex" };
        for unit in
            after.troops(foe_side).filter(|&unit| after.targets(unit).iter().any(|hex| hexes.contains(hex)))
        {
            let name = self.name_of(unit);
            says.push(line(format!("{name} must fire first, on {on} or another in front."), "F1"));
        }
        way.iter().map(|&hex| self.place_of(hex)).collect()
    }

    /// The units on the march as they are after a step, the lead's way, and the game then.
    fn after_step(&self, to: SpaceId) -> Option<(March, Vec<SpaceId>, Self)> {
        let (mut march, mut after) = (self.march.clone()?, self.clone());
        let way = after.step_along(&mut march, to);
        Some((march, way, after))
    }

    /// The chances of the shots that a step beside the enemy brings: first of those who will have one of the movers in front, then of
    /// the movers.
    pub(crate) fn march_odds(&self, choice: Choice) -> Vec<OddsTable> {
        let Choice::To(to) = choice else { return Vec::new() };
        let Some((march, _, after)) = self.after_step(to) else { return Vec::new() };
        let hexes = after.hexes_of(march.units.iter().copied());
        let shots = |unit: Unit| after.targets(unit).into_iter().map(move |hex| (unit, hex));
        let theirs = after.troops(self.world.side_of(march.units[0]).other()).flat_map(shots);
        let ours = march.units.iter().copied().filter(|&unit| self.world.fights(unit)).flat_map(shots);
        let all = theirs.filter(|(_, hex)| hexes.contains(hex)).chain(ours);
        all.map(|(unit, hex)| after.shot(unit, hex)).collect()
    }

    pub(crate) fn march_name(&self, march: &March) -> String {
        let lead = self.name_of(march.units[0]);
        match march.form {
            Form::Single => lead.to_owned(),
            Form::Line => format!("a line of {} from {lead}", march.units.len()),
            Form::Column | Form::MixedColumn => format!("a column of {} behind {lead}", march.units.len()),
        }
    }
}
