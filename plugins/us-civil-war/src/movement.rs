//! §5.2 to §5.8: what a step costs, and where a stack may go.

use std::cell::{Cell, OnceCell};

use muster_sdk::{May, Why, ensure};

use crate::state::{Ferried, Force, March, Means, UsCivilWar};
use crate::world::{Kind, Ridge, River, Side, Space, State, Terrain, Way};

/// §5.8.3: MPs to cross a Navigable River that the enemy controls.
const ENEMY_RIVER: u8 = 2;
/// §5.8.3: SPs that can cross it in an activation.
const OVER_ENEMY_RIVER: u8 = 1;

/// §5.3: what the MPs of a step are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepCost {
    /// For the space that is entered, or the whole price of a link or a railroad.
    pub ground: u8,
    /// For the river or water on the way.
    pub river: u8,
    /// For the mountains on the way.
    pub ridge: u8,
    /// Whether it follows a railroad, which makes everything else one MP (§5.4.1).
    pub by_rail: bool,
}

impl StepCost {
    /// All of it.
    pub const fn sum(self) -> u8 {
        self.ground + self.river + self.ridge
    }
}

impl UsCivilWar {
    /// §5.4.1, D2: whether a stack follows a railroad over a way, whoever controls the line: not where an enemy controls the water under
    /// its bridge, at Galveston too (§5.4.3, §M1), and no ships help it over (§18.1), and not over a ferry, which is no bridge (§5.4.4).
    fn is_along_rail(&self, side: Side, from: Space, way: &Way, assisted: bool) -> bool {
        let bridged = !way.side.river.is_navigable() || way.side.bridge;
        self.is_laid(way.side.rail) && bridged && !self.is_hostile_water(side, from, way, assisted)
    }

    /// §5.3: MPs of a step for a stack of a side. `assisted` crosses enemy waters as if they were its own (§18.1).
    pub fn step_cost(&self, side: Side, from: Space, way: &Way, assisted: bool) -> u8 {
        self.step_parts(side, from, way, assisted).sum()
    }

    /// §5.3: what those MPs are made of.
    pub fn step_parts(&self, side: Side, from: Space, way: &Way, assisted: bool) -> StepCost {
        if let Some(price) = way.side.price {
            return StepCost { ground: price, ..StepCost::default() };
        }
        if self.is_along_rail(side, from, way, assisted) {
            return StepCost { ground: 1, by_rail: true, ..StepCost::default() };
        }
        let path = way.side.road || self.is_laid(way.side.rail);
        let ground = match self.world.space(way.to).terrain {
            // A ferry leads to a railroad on the other side (H5).
            Terrain::Marsh if !path && !way.side.ferry => 2,
            _ => 1,
        };
        let enemy = self.is_hostile_water(side, from, way, assisted);
        let river = match way.side.river {
            River::None if self.is_over_water(from, way) => {
                if enemy {
                    ENEMY_RIVER
                } else {
                    0
                }
            }
            River::None => 0,
            River::Minor => u8::from(!path),
            River::Navigable | River::Great => {
                if enemy {
                    ENEMY_RIVER
                } else {
                    1
                }
            }
        };
        let ridge = match way.side.ridge {
            Ridge::Crest => 1,
            Ridge::Gap => u8::from(!self.is_laid(way.side.rail)),
            Ridge::None | Ridge::Pass | Ridge::Impassable => 0,
        };
        StepCost { ground, river, ridge, by_rail: false }
    }

    /// §5.8.5, B8: whether a side can use the ferry over a way that nothing else crosses, at Mobile and Simmesport: it controls both ends,
    /// and has Naval Control of what lies between; at Mobile Fort Morgan is its own too.
    fn may_take_ferry(&self, side: Side, from: Space, way: &Way) -> May {
        let text = "The ferry needs control of both its ends, and Naval Control between them.";
        let ends = [from, way.to];
        ensure(ends.iter().all(|&end| self.controls(side, end)), text, "5.8.5")?;
        let naval = match way.side.river {
            River::None => ends.iter().all(|&end| self.naval().of_space(end) == Some(side)),
            _ => self.naval().of_edge(way.edge) == Some(side) || self.is_helped_over(side, from, way),
        };
        ensure(naval, text, "5.8.5")?;
        let fort = ends.iter().find_map(|&end| self.world.space(end).partner);
        let guarded = fort.is_none_or(|fort| self.controls(side, fort));
        ensure(guarded, "The ferry over Mobile Bay needs Fort Morgan.", "5.4.4")
    }

    /// §5.7, §5.8.5, §17.1.3, §S1.3: whether land units of a side may go over a way at all.
    pub fn may_cross(&self, side: Side, from: Space, way: &Way) -> May {
        if way.side.ferry && way.side.prohibited {
            self.may_take_ferry(side, from, way)?;
        } else {
            ensure(!way.side.is_barred(), "Nobody crosses this hexside.", "5.7")?;
        }
        self.may_pass_ships(side, way.edge)?;
        self.may_be_in(side, way.to)
    }

    /// §5.7, §20.2.2, §S1.3: whether land units of a side may be in a space at all.
    pub(crate) fn may_be_in(&self, side: Side, at: Space) -> May {
        let to = self.world.space(at);
        ensure(to.is_land(), "Land units can't be there.", "5.7")?;
        self.is_in_play(at)?;
        let own = to.kind != Kind::PortBox || !to.states.is_empty();
        ensure(own || side == Side::Us, "Only the Union enters the Chesapeake Bay.", "20.2.2")?;
        let neutral = self.state_of(State::Kentucky).is_none();
        ensure(!neutral || to.id != NEW_MADRID, "New Madrid is closed while Kentucky is neutral.", "S1.3")
    }

    /// §2.1.1: whether units may be in a space's theater: a scenario may leave all but one out of play.
    pub(crate) fn is_in_play(&self, at: Space) -> May {
        ensure(self.world.is_in_play(at), "It lies in a theater that isn't in play.", "2.1.1")
    }

    /// Whether the stack that is on its way may step over a way now.
    pub fn may_step(&self, march: &March, way: &Way) -> May {
        let (side, foe) = (march.side, march.side.other());
        self.may_cross(side, march.at, way)?;
        let light = march.sps == 0 || march.sps <= OVER_ENEMY_RIVER && march.ferried != Ferried::Gone;
        ensure(
            light || !self.is_over_enemy_water(march, way),
            "No more than 1 SP of an activation crosses Navigable Rivers that the enemy controls.",
            "5.8.3",
        )?;
        let defended = self.is_defended(foe, way.to);
        let exposed = defended || self.is_in_zone(foe, way.to);
        ensure(
            march.bold || !exposed,
            "A Cautious General needs two points, or a card, to go near an enemy.",
            "7.7",
        )?;
        if march.sps == 0 {
            ensure(!exposed, "Generals without SPs don't enter an enemy Zone of Influence.", "7.6")?;
        }
        if defended {
            self.may_attack(way.to)?;
        }
        let fort = self.world.space(way.to).kind == Kind::CoastalFort;
        let room = !fort || self.sps(side, way.to) + march.sps <= crate::reaction::FORT_HOLDS;
        ensure(room, "A Coastal Fort holds three SPs.", "10.3.2")?;
        match march.means {
            Means::Rail => self.may_step_by_rail(march, way, exposed),
            _ => self.may_afford(march, way),
        }
    }

    /// §5.8.3, §18.1: whether a way leads the stack over water that the enemy controls, without a card that lets it across.
    pub(crate) fn is_over_enemy_water(&self, march: &March, way: &Way) -> bool {
        self.is_hostile_water(march.side, march.at, way, march.assisted)
    }

    /// §5.1.1, C5: whether it has the MPs; a stack that hasn't moved can go one hex without.
    fn may_afford(&self, march: &March, way: &Way) -> May {
        let cost = self.step_cost(march.side, march.at, way, march.assisted);
        let first = march.from.is_none() && march.moves == march.allowance;
        ensure(first || cost <= march.moves, "It has too few Movement Points left.", "5.1.1")
    }

    /// §5.4.2: the Rail Movement Bonus: an own line all the way, a ferry for 1 MP more, no enemy zone but where own SPs are.
    fn may_step_by_rail(&self, march: &March, way: &Way, exposed: bool) -> May {
        let own = |game: &Self| game.goes_by_rail(march.side, march.at, way);
        let laid = self.is_laid(way.side.rail) || way.side.ferry;
        let own = own(self) || laid && self.as_it_set_out(march).is_some_and(|then| own(&then));
        ensure(own, "By rail it goes along railroads that you control.", "5.4.2")?;
        let joined = self.sps(march.side, way.to) > 0;
        ensure(
            !exposed || joined,
            "By rail it enters no enemy Zone of Influence without own SPs in it.",
            "5.4.2",
        )?;
        let cost = self.rail_cost(way);
        ensure(cost <= march.moves, "By rail it goes 10 Movement Points.", "5.4.2")
    }

    /// §5.4.2: whether a way leads along railroads that a side controls, and over no bridge or ferry under which the enemy has Naval
    /// Control (§5.4.3, §5.4.4).
    pub fn goes_by_rail(&self, side: Side, from: Space, way: &Way) -> bool {
        let laid = self.is_laid(way.side.rail) || way.side.ferry;
        let own = laid && self.runs_rail(side, from) && self.runs_rail(side, way.to);
        own && !self.is_hostile_water(side, from, way, false)
    }

    /// §5.4.2, §6.5.1, §9.1: the game with the SPs on their way still in the space that they set out from. Their railroads are those that their
    /// side controlled then: it may start in an enemy zone, which doesn't reach to where they stood.
    pub(crate) fn as_it_set_out(&self, march: &March) -> Option<Self> {
        let (side, sps) = (march.side, march.sps);
        let mut then = (sps > 0).then(|| self.clone())?;
        then.march = None;
        then.put_down(march.origin, Force { side, sps, moved: 0, demoralized: false, foraging: false });
        Some(then)
    }

    /// §5.4.2: MPs of a step by rail.
    pub(crate) fn rail_cost(&self, way: &Way) -> u8 {
        1 + u8::from(way.side.ferry)
    }

    /// MPs of a step of the stack that is on its way.
    pub fn march_cost(&self, march: &March, way: &Way) -> u8 {
        match march.means {
            Means::Rail => self.rail_cost(way),
            _ => self.step_cost(march.side, march.at, way, march.assisted),
        }
    }

    /// §5, §7.6: whether the stack on its way can take a step: also that generals without SPs still get to some.
    pub(crate) fn may_go(&self, march: &March, way: &Way) -> May {
        self.may_step(march, way)?;
        let left = march.moves.saturating_sub(self.march_cost(march, way));
        let rejoins = march.sps > 0 || self.can_rejoin_from(march.side, way.to, left, march.means);
        ensure(rejoins, "From there no SP of his side is within his reach.", "7.6")
    }

    /// §7.5.3, §7.6: whether generals of a side without SPs can end their way with own SPs, from a space and with so many MPs left; those
    /// who had lost theirs also with Militia or in an own Fort. They go near no enemy.
    pub(crate) fn can_rejoin(&self, side: Side, from: Space, moves: u8, means: Means) -> bool {
        let lone = self.march.as_deref().is_none_or(|march| march.lone);
        let fort = |at: Space| self.fort(at).is_some_and(|(holder, _)| holder == side);
        let home = |at: Space| self.sps(side, at) > 0 || lone && (self.has_units(side, at) || fort(at));
        // Whoever enters neutral Kentucky goes on among enemies (§17.1.3).
        let (invaded, beyond) = (OnceCell::new(), Cell::new(false));
        let rest = |at: Space, way: &Way, left: u8| {
            if !self.is_open_to_lone(side, at, way) {
                return None;
            }
            let cost = match means {
                Means::Rail => self.goes_by_rail(side, at, way).then(|| self.rail_cost(way))?,
                _ => self.step_cost(side, at, way, false),
            };
            let left = left.checked_sub(cost)?;
            if self.would_invade(way.to) {
                let then: &Self = invaded.get_or_init(|| self.once_invaded(side));
                beyond.set(then.can_rejoin(side, way.to, left, means));
                return beyond.get().then_some(left);
            }
            Some(left)
        };
        home(from) || self.comes_to(from, moves, rest, |at| home(at) || beyond.get())
    }

    /// §7.6, §17.1.3: the same of those who have just come to that space.
    fn can_rejoin_from(&self, side: Side, at: Space, moves: u8, means: Means) -> bool {
        if self.would_invade(at) {
            self.once_invaded(side).can_rejoin(side, at, moves, means)
        } else {
            self.can_rejoin(side, at, moves, means)
        }
    }

    /// §5.1.1, §7.6: the same of those who set out on foot, over the first hexside for whatever it costs.
    pub(crate) fn can_rejoin_beyond(&self, side: Side, from: Space, moves: u8) -> bool {
        self.world.space(from).ways.iter().any(|way| {
            let left = || moves.saturating_sub(self.step_cost(side, from, way, false));
            self.is_open_to_lone(side, from, way) && self.can_rejoin_from(side, way.to, left(), Means::Land)
        })
    }

    /// §7.6: whether generals of a side without SPs can go over a way: they go near no enemy.
    fn is_open_to_lone(&self, side: Side, from: Space, way: &Way) -> bool {
        !self.is_exposed(side, way.to) && self.may_cross(side, from, way).is_ok()
    }

    /// Whether whoever has so many MPs in a space comes to another that fits. `rest` says what is left of MPs after a step from a
    /// space over a way; none if it can't be made.
    pub(crate) fn comes_to(
        &self,
        from: Space,
        moves: u8,
        rest: impl Fn(Space, &Way, u8) -> Option<u8>,
        mut fits: impl FnMut(Space) -> bool,
    ) -> bool {
        let mut best = vec![(from, moves)];
        let mut next = 0;
        while let Some(&(at, left)) = best.get(next) {
            next += 1;
            for way in &self.world.space(at).ways {
                let Some(rest) = rest(at, way, left) else { continue };
                if fits(way.to) {
                    return true;
                }
                if best.iter().all(|&(seen, more)| seen != way.to || more < rest) {
                    best.push((way.to, rest));
                }
            }
        }
        false
    }
}

/// §S1.3: the hex in the bend of the Mississippi.
const NEW_MADRID: &str = "2515";

/// A reason of its own, for what isn't listed.
pub(crate) const NO_MARCH: Why = Why { text: "No stack is on its way.", citation: "5.1" };
/// The same of spaces that don't lie next to each other.
pub(crate) const NO_WAY: Why = Why { text: "It doesn't lie next to it.", citation: "5.1" };
