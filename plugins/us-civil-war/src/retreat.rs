//! §11.6: retreats. What forbids a step back forbids it in a retreat and, but for Entrenchments, to those who avoid battle (§9.3.2).

use muster_contract::EventKind;
use muster_sdk::{May, Resolution, ensure};
use serde::{Deserialize, Serialize};

use crate::battle::{Fought, is_overwhelming};
use crate::state::{Force, UsCivilWar, Works};
use crate::world::{General, Kind, Ridge, Side, Space, Way};

/// Who steps back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// Whose stack it is.
    pub side: Side,
    /// Its SPs.
    pub sps: u8,
    /// The space from which the enemy's force comes that drives it: where its zone is judged from (§9.3.2, §11.6.4), of a landing too;
    /// none if its ships come from farther away.
    pub foe: Option<Space>,
    /// §11.6.4: whether it is beaten, and so can't go where an Entrenchment of the enemy's is.
    pub beaten: bool,
}

impl Withdrawal {
    /// The section that forbids it a step: of retreats, or of those who avoid battle or are pushed aside as they go (§11.6.5).
    const fn section(&self) -> &'static str {
        if self.beaten { "11.6.4" } else { "9.3.2" }
    }
}

/// §11.6.1: a way of retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Path {
    /// The first space.
    pub first: Space,
    /// The second; none if it stops in the first.
    #[serde(with = "muster_sdk::or_none")]
    pub second: Option<Space>,
}

impl Path {
    /// Where it ends.
    pub fn end(&self) -> Space {
        self.second.unwrap_or(self.first)
    }

    /// Its spaces in order.
    pub fn spaces(&self) -> impl Iterator<Item = Space> + use<> {
        [Some(self.first), self.second].into_iter().flatten()
    }
}

/// §11.6.3: what a path is judged by; the least is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Burden {
    /// Spaces in enemy zones.
    zones: u8,
    /// Mountain hexsides without a pass.
    crests: u8,
}

impl UsCivilWar {
    /// §11.6.4, §9.3.2: whether the stack may step over this way from a space.
    pub fn may_step_back(&self, who: &Withdrawal, from: Space, way: &Way) -> May {
        self.may_go_back_over(who, from, way)?;
        self.may_be_in(who.side, way.to)?;
        let (to, foe, section) = (way.to, who.side.other(), who.section());
        let info = self.world.space(to);
        let held = info.is_key() && self.controls(foe, to);
        ensure(!held, "The enemy controls this Objective or Resource Hex.", section)?;
        ensure(self.fort(to).is_none_or(|(holder, _)| holder != foe), "An enemy Fort is there.", section)?;
        let dug_in = who.beaten && self.spot(to).works == Works::Entrenchment(foe);
        ensure(!dug_in, "An enemy Entrenchment is there.", section)?;
        let open = !self.has_units(foe, to) || is_overwhelming(who.sps, self.sps(foe, to));
        let pushes = if who.beaten { "11.6.5" } else { section };
        ensure(open, "The enemy is there, and it hasn't seven times his SPs.", pushes)?;
        self.may_go_among(who, to)?;
        let base = who.foe == Some(to) || self.is_base(who.side.other(), to);
        ensure(!base, "The force that attacks comes from there.", section)?;
        let driven = who.foe.is_some_and(|at| self.zone_reaches(foe, at, to));
        ensure(!driven, "It is in the Zone of Influence of the force that attacks.", section)?;
        let strong = self.world.space(to).ways.iter().any(|way| {
            self.projects(foe, way.to)
                && self.sps(foe, way.to) >= who.sps
                && self.zone_reaches(foe, way.to, to)
        });
        ensure(!strong, "It is in the Zone of Influence of an enemy force that is no weaker.", section)
    }

    /// §7.6: whether generals of the enemy's who are by themselves in a space keep those out who come: SPs drive them away.
    pub(crate) fn may_go_among(&self, who: &Withdrawal, to: Space) -> May {
        let alone = who.sps == 0 && self.generals_in(who.side.other(), to).next().is_some();
        ensure(!alone, "Generals by themselves don't go to where enemy Generals are.", "7.6")
    }

    /// §11.6.4, §9.3.2, C83: whether a stack can fall back over a way at all: over no Navigable River without a bridge that it can use,
    /// no hexside that nobody crosses, and neither into Coastal Forts nor out of them.
    fn may_go_back_over(&self, who: &Withdrawal, from: Space, way: &Way) -> May {
        let section = who.section();
        let ends = [from, way.to].map(|end| self.world.space(end).kind);
        let fort = ends.contains(&Kind::CoastalFort);
        let text = "Nobody goes back into a Coastal Fort or out of it, but between it and its port while both are his.";
        ensure(
            !fort,
            if who.beaten { "Nobody retreats into a Coastal Fort or out of it." } else { text },
            section,
        )?;
        ensure(!way.side.is_barred(), "Nobody crosses this hexside.", section)?;
        self.may_pass_ships(who.side, way.edge)?;
        // A port beyond the map is joined to it by land.
        let by_link = ends.contains(&Kind::PortBox);
        let open = by_link || self.zone_crosses(who.side, way);
        ensure(open, "A Navigable River without a bridge that it can use is between.", section)
    }

    /// §9.3.2, §11.6.2, §20.5.4: whether a side's stack on its way stands in a space, or has embarked there: it goes back to it if it is thrown
    /// back.
    pub(crate) fn is_base(&self, side: Side, at: Space) -> bool {
        let march = self.march.as_deref().filter(|march| march.side == side);
        march.is_some_and(|march| march.at == at || !march.goes_by_land() && march.origin == at)
    }

    /// Whether the zone of a force of a side that stands in a space, or is on its way there, reaches into another next to it (§9.1).
    pub fn zone_reaches(&self, side: Side, at: Space, to: Space) -> bool {
        let foe = side.other();
        let closed = self.world.space(to).is_key() && self.controls(foe, to) || self.projects(foe, to);
        !closed && self.world.way(at, to).is_some_and(|way| self.zone_crosses(side, way))
    }

    /// §11.6.1: whether a beaten stack may stop in a space after one hex: an own Objective or Resource Hex, an own Fortification, or
    /// more own SPs than it has itself.
    pub fn may_stop(&self, who: &Withdrawal, at: Space) -> May {
        let key = self.world.space(at).is_key() && self.controls(who.side, at);
        let fort = self.fort(at).is_some_and(|(holder, _)| holder == who.side);
        let works = fort || self.spot(at).fortified() == Some(who.side);
        let friends = self.sps(who.side, at) > who.sps;
        let text = "It stops only at its own Objective or Resource Hex, its own Fortification, or with more SPs than it has.";
        ensure(key || works || friends, text, "11.6.1")
    }

    /// Who retreats after a battle.
    pub fn beaten(&self, fought: &Fought) -> Withdrawal {
        let side = fought.attacker.other();
        let foe = self.world.way(fought.from, fought.at).map(|_| fought.from);
        Withdrawal { side, sps: self.sps(side, fought.at), foe, beaten: true }
    }

    /// §11.6.3, §11.6.4, C82: the paths that the beaten defender chooses from. If there is none he surrenders.
    pub fn retreats(&self, fought: &Fought) -> Vec<Path> {
        let who = self.beaten(fought);
        let mut paths = self.legal_retreats(&who, fought.at);
        let Some(least) = paths.iter().map(|(_, burden)| *burden).min() else { return Vec::new() };
        paths.retain(|&(_, burden)| burden == least);
        let mut paths: Vec<Path> = paths.into_iter().map(|(path, _)| path).collect();
        self.keep_supplied(fought, &mut paths);
        paths
    }

    /// §11.6.3, §11.6.4: whether the beaten may end their retreat in a space.
    pub(crate) fn may_retreat_to(&self, fought: &Fought, end: Space) -> May {
        let who = self.beaten(fought);
        let legal = self.legal_retreats(&who, fought.at);
        let to = legal.iter().filter(|(path, _)| path.end() == end).map(|(_, burden)| burden).min();
        if let (Some(burden), Some(least)) = (to, legal.iter().map(|(_, burden)| burden).min()) {
            let fewest = burden.zones == least.zones;
            ensure(fewest, "A path through fewer enemy Zones of Influence is open.", "11.6.3")?;
            ensure(burden.crests == least.crests, "A path over fewer mountains is open.", "11.6.3")?;
            let kept = self.retreats(fought).iter().any(|path| path.end() == end);
            return ensure(kept, "A path that ends in supply is open.", "11.6.3");
        }
        if let Some(way) = self.world.way(fought.at, end) {
            self.may_step_back(&who, fought.at, way)?;
            self.may_stop(&who, end)?;
        }
        ensure(false, "No path of two hexes that it may take leads there.", "11.6.4")
    }

    /// §11.6.1, §11.6.4: all legal paths with what they are judged by. The second hex lies next to the battle only where nothing else
    /// is left.
    fn legal_retreats(&self, who: &Withdrawal, at: Space) -> Vec<(Path, Burden)> {
        let (mut paths, mut near) = (Vec::new(), Vec::new());
        for step in self.world.space(at).ways.iter().filter(|way| self.may_step_back(who, at, way).is_ok()) {
            let (first, burden) = (step.to, self.burden(who.side, step));
            if self.may_stop(who, first).is_ok() {
                paths.push((Path { first, second: None }, burden));
            }
            for way in &self.world.space(first).ways {
                if way.to == at || self.may_step_back(who, first, way).is_err() {
                    continue;
                }
                let next = self.burden(who.side, way);
                let burden = Burden { zones: burden.zones + next.zones, crests: burden.crests + next.crests };
                let path = Path { first, second: Some(way.to) };
                let list = if self.world.way(at, way.to).is_some() { &mut near } else { &mut paths };
                list.push((path, burden));
            }
        }
        if paths.is_empty() { near } else { paths }
    }

    fn burden(&self, side: Side, way: &Way) -> Burden {
        let zones = u8::from(self.is_in_zone(side.other(), way.to));
        Burden { zones, crests: u8::from(way.side.ridge == Ridge::Crest) }
    }

    /// §11.6.3 3: of some paths those that end in supply, if any do. It is judged as it will be: the stack at its end, and the
    /// attacker in the space that it has left.
    fn keep_supplied(&self, fought: &Fought, paths: &mut Vec<Path>) {
        let mut ends: Vec<Space> = paths.iter().map(Path::end).collect();
        ends.sort_unstable();
        ends.dedup();
        if ends.len() < 2 {
            return;
        }
        let lifted = self.lifted(fought);
        let supplied: Vec<Space> =
            ends.into_iter().filter(|&end| self.is_supplied_after(fought, &lifted, end)).collect();
        if !supplied.is_empty() {
            paths.retain(|path| supplied.contains(&path.end()));
        }
    }

    /// The position with the attacker where the battle was, and the beaten stack nowhere.
    fn lifted(&self, fought: &Fought) -> Self {
        let [attacker, side] = fought.sides();
        let mut then = self.clone();
        then.take_off(side, fought.at, self.sps(side, fought.at));
        if let Some(march) = then.march.take().filter(|march| march.sps > 0) {
            let moved =
                Force { side: attacker, sps: march.sps, moved: 0, demoralized: false, foraging: false };
            let spot = then.spot_mut(fought.at);
            (spot.works, spot.militia) = (Works::None, None);
            then.put_down(fought.at, moved);
        }
        then
    }

    /// Whether the beaten stack will be in Full or Limited Supply once it has retreated to a space.
    fn is_supplied_after(&self, fought: &Fought, lifted: &Self, end: Space) -> bool {
        let [attacker, side] = fought.sides();
        // What is in supply without the stack is so with it: it stands in nobody's way but the enemy's.
        if lifted.supply(side).has_loc(end) {
            return true;
        }
        let Some(force) = self.spot(fought.at).force.filter(|force| force.side == side) else { return false };
        let mut then = lifted.clone();
        // Those who are pushed aside are no longer there.
        then.take_off(attacker, end, then.sps(attacker, end));
        then.put_down(end, force);
        then.supply(side).has_loc(end)
    }

    /// §11.6.5, §9.3.2: where a force that stands in the way can be pushed to, by somebody who comes from a space.
    pub fn pushes(&self, side: Side, at: Space, by: Option<Space>) -> Vec<Space> {
        let ways = self.world.space(at).ways.iter();
        ways.filter(|way| self.may_push_over(side, at, by, way).is_ok()).map(|way| way.to).collect()
    }

    /// §11.6.5, §9.3.2: whether it can be pushed over a way: as those who avoid battle go, but only to where no enemy is.
    pub(crate) fn may_push_over(&self, side: Side, at: Space, by: Option<Space>, way: &Way) -> May {
        let who = Withdrawal { side, sps: self.sps(side, at), foe: by, beaten: false };
        ensure(!self.has_units(side.other(), way.to), "The enemy is there.", "9.3.2")?;
        self.may_step_back(&who, at, way)
    }

    /// §11.6.5: a force is pushed aside to a space of its owner's choice; its Militia are displaced, and all of it if it can go
    /// nowhere. Its Entrenchment is gone (§10.1.3).
    pub fn push_aside(&mut self, side: Side, at: Space, to: Option<Space>, resolution: &mut Resolution<'_>) {
        self.displace_militia(side, at, "11.6.5", resolution);
        match to {
            Some(to) => {
                let stack = self.whole_stack(side, at);
                self.shift(side, &stack, to, "11.6.5", resolution);
                self.invade(side, to, resolution);
            }
            None => self.displace_all(side, at, "11.6.5", resolution),
        }
        self.raze_entrenchment(side, at, resolution);
    }

    /// §11.6.1: the beaten defender retreats; the enemies on his path have been pushed aside before. Lone generals of the enemy's give
    /// way (§7.6).
    pub fn retreat(&mut self, fought: &Fought, path: Path, resolution: &mut Resolution<'_>) {
        let side = fought.attacker.other();
        for space in path.spaces() {
            self.occupy(side, space, resolution);
        }
        let stack = self.whole_stack(side, fought.at);
        self.shift(side, &stack, path.end(), "11.6.1", resolution);
        path.spaces().for_each(|space| self.invade(side, space, resolution));
        if let Some(march) = self.march.as_deref_mut() {
            march.retreated.retain(|&space| space != fought.at);
            march.retreated.push(path.end());
        }
    }

    /// §11.6.6: a stack that can't retreat surrenders: its SPs are eliminated and its generals displaced.
    pub fn surrender(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        let sps = self.sps(side, at);
        self.eliminate(side, at, sps);
        self.announce_at(resolution, EventKind::Lost, at, "11.6.6", || {
            let verb = if sps == 1 { "surrenders" } else { "surrender" };
            format!("{} {verb}: no way back is open.", self.described(side, sps, &[]))
        });
        let generals: Vec<General> = self.generals_in(side, at).collect();
        self.displace_generals(&generals, at, "11.6.6", resolution);
        self.displace_militia(side, at, "11.6.6", resolution);
    }
}
