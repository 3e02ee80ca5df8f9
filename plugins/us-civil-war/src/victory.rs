//! §19.3: victory points; §14.4.3: open blockade ports; what a set-up must come to.

use muster_contract::{Outcome, Refusal};
use muster_sdk::{line, require};

use crate::charts::{
    BROWNSVILLE, BROWNSVILLE_INSTEAD_OF, ELECTION_LOSS, ELECTION_TURN, MARGIN, RUNNER_PORTS, RunnerPort, Zone,
};
use crate::state::{Tally, UsCivilWar};
use crate::world::{Side, Space};

impl UsCivilWar {
    /// §14.3.2, §6.4: Build Points of the Resource Hexes that the Confederacy controls: the printed value, 1 where it was destroyed.
    pub fn resource_bp(&self) -> u8 {
        let held = self.world.places.resources.iter().filter(|&&at| self.controls(Side::Cs, at));
        held.map(|&at| self.bp_left(at)).sum()
    }

    /// §6.4.2: what a Resource Hex gives to the Confederacy.
    pub(crate) fn bp_left(&self, at: Space) -> u8 {
        if self.spot(at).destroyed { 1 } else { self.world.space(at).resource }
    }

    /// §14.3.1, §14.5: Build Points of Arsenals in hexes that the Confederacy controls.
    pub fn arsenal_bp(&self) -> u8 {
        let built = self.laid().filter(|(_, spot)| spot.arsenals > 0);
        built.filter(|&(space, _)| self.controls(Side::Cs, space)).map(|(_, spot)| spot.arsenals).sum()
    }

    /// §19.3.1: what a Resource Hex is worth to the Union.
    pub(crate) fn vp_of(&self, at: Space) -> u8 {
        let printed = self.world.space(at).resource;
        if self.controls(Side::Us, at) { printed } else { printed - self.bp_left(at) }
    }

    /// §19.3.1, C12: the Union's VPs: a point for each Build Point held or destroyed, Arsenals too, and the Mississippi.
    pub fn union_vp(&self) -> u8 {
        let hexes = self.world.places.resources.iter().map(|&at| self.vp_of(at));
        hexes.sum::<u8>() + self.arsenals_destroyed + if self.mississippi { MISSISSIPPI } else { 0 }
    }

    /// §19.3.2: the Confederacy's VPs.
    pub fn confederate_vp(&self) -> u8 {
        self.invasion + if self.panic { PANIC } else { 0 }
    }

    /// §14.4.2: whether a Blockade Runner Port is open: it and the Coastal Fort that guards it are Confederate.
    fn is_open(&self, port: &str, fort: Option<&str>) -> bool {
        let held = |id: &str| self.world.find(id).is_some_and(|space| self.controls(Side::Cs, space));
        held(port) && fort.is_none_or(held)
    }

    /// §14.4.2, §14.4.6: the Blockade Runner Ports, Brownsville among them while Galveston is the Union's.
    pub(crate) fn runner_ports(&self) -> impl Iterator<Item = &'static RunnerPort> + use<> {
        let active = self.world.find(BROWNSVILLE_INSTEAD_OF).is_some_and(|at| self.controls(Side::Us, at));
        RUNNER_PORTS.iter().chain(active.then_some(&BROWNSVILLE))
    }

    /// §14.4.2: the open ports of a zone.
    pub(crate) fn open_runner_ports(&self, zone: Zone) -> impl Iterator<Item = &'static RunnerPort> + '_ {
        self.runner_ports().filter(move |port| port.zone == zone && self.is_open(port.port, port.fort))
    }

    /// §14.4.3: the points of a zone's open ports.
    pub fn open_ports(&self, zone: Zone) -> u8 {
        self.open_runner_ports(zone).map(|port| port.modifier).sum()
    }

    /// Refuses a set-up that doesn't come to the sums that its scenario gives.
    pub(crate) fn is_as_expected(&self) -> Result<(), Refusal> {
        let expected = &self.world.start.expected;
        let must = |given: Option<u8>, is: u8, name: &str, section: &str| {
            require(given.is_none_or(|given| given == is), section, || {
                format!("the set-up comes to {is}, and \"{name}\" is {}", given.unwrap_or(0))
            })
        };
        must(expected.resource_bp, self.resource_bp(), "resource-bp", "14.3.2")?;
        must(expected.arsenals, self.arsenal_bp(), "arsenals", "14.5")?;
        must(expected.union_vp, self.union_vp(), "union-vp", "19.3.1")?;
        for (zone, setting) in Zone::ALL.into_iter().zip(&crate::world::settings::BLOCKADE) {
            must(expected.blockade[zone as usize], self.open_ports(zone), setting.name(), "14.4.3")?;
        }
        Ok(())
    }

    /// Keeps how both sides stand now under a turn.
    pub(crate) fn count_up(&mut self, turn: u8) {
        let on_map = |side| self.laid().map(|(_, spot)| u16::from(spot.sps(side))).sum();
        let displaced = |side: Side| self.displaced[side as usize].iter().copied().map(u16::from).sum();
        let tally = Tally {
            turn,
            sps: Side::ALL.map(on_map),
            displaced: Side::ALL.map(displaced),
            lost: self.lost,
            points: [self.union_vp(), self.confederate_vp()],
            resources: self.resource_bp(),
            arsenals: self.arsenal_bp(),
            ports: Zone::ALL.map(|zone| self.open_ports(zone)),
            budget: self.budget,
        };
        self.tallies.push(tally);
    }

    /// §19.3.4: the Union's VPs less the Confederacy's.
    pub fn balance(&self) -> i16 {
        i16::from(self.union_vp()) - i16::from(self.confederate_vp())
    }

    /// §S1.2, §S2.2, §S3.2: twice what is added to the balance at the end of a scenario: half a VP for each point of closed blockade
    /// ports, less a VP for each Objective Hex of a Border State in Confederate hands.
    pub fn doubled_extras(&self) -> i16 {
        let points = |port: &crate::charts::RunnerPort| i16::from(port.modifier);
        let closed = RUNNER_PORTS.iter().filter(|port| !self.is_open(port.port, port.fort));
        let objectives = self.world.places.objectives.iter();
        let lost = objectives.filter(|&&at| self.is_border(at) && self.controls(Side::Cs, at)).count() as i16;
        closed.map(points).sum::<i16>() - 2 * lost
    }

    /// §19.3.3: the Union's benchmark of this turn.
    pub(crate) fn benchmark(&self) -> i16 {
        i16::from(self.world.benchmarks[usize::from(self.turn - 1)])
    }

    /// §19.3.4, §S4.3: so many VPs below its benchmark the Union loses at this turn's end: in the turn of the election fewer, since some of
    /// its VPs aren't counted.
    pub(crate) fn margin_below(&self) -> i16 {
        let election = if self.turn == ELECTION_TURN { ELECTION_LOSS } else { 0 };
        i16::from(MARGIN) - i16::from(election)
    }

    /// §19.3.4, §S4.3: who has won at the end of a turn by being 12 VPs ahead of the benchmark, or behind it.
    pub(crate) fn automatic_victory(&self) -> Option<Side> {
        let ahead = self.balance() - self.benchmark();
        if ahead >= i16::from(MARGIN) {
            Some(Side::Us)
        } else if ahead <= -self.margin_below() {
            Some(Side::Cs)
        } else {
            None
        }
    }

    /// §S4.3: whether the Confederacy is so far behind the benchmark only because fewer VPs count in the election.
    fn is_elected(&self) -> bool {
        let ahead = self.balance() - self.benchmark();
        ahead <= -self.margin_below() && ahead > -i16::from(MARGIN)
    }

    /// §S1.2 to §S4.2: who has won after the last turn. Exactly the level is the Union's (C98).
    pub(crate) fn final_victory(&self) -> Side {
        let extras = if self.world.extras { self.doubled_extras() } else { 0 };
        let reached = 2 * self.balance() + extras >= 2 * i16::from(self.world.victory);
        if reached { Side::Us } else { Side::Cs }
    }

    /// §19.3.4, §S4.2: who wins at the end of this turn if nothing changes until then, and by which section; nobody once the game is
    /// over.
    pub fn would_win(&self) -> Option<(Side, &'static str)> {
        if self.winner.is_some() {
            return None;
        }
        let section = if self.is_elected() { "S4.3" } else { "19.3.4" };
        let at_once = self.automatic_victory().map(|side| (side, section));
        let last = self.turn == self.world.last_turn;
        at_once.or_else(|| last.then(|| (self.final_victory(), self.world.final_section())))
    }

    /// How it ended.
    pub(crate) fn result(&self) -> Option<Outcome> {
        let winner = self.winner?;
        let (balance, benchmark) = (self.balance(), self.benchmark());
        let reason = if self.automatic_victory() == Some(winner) {
            let points = if balance == 1 { "VP" } else { "VPs" };
            let so = format!("{balance} {points} against a benchmark of {benchmark}");
            match self.is_elected() {
                true => line(format!("{so}, and {ELECTION_LOSS} fewer count in the election."), "S4.3"),
                false => line(format!("{so}."), "19.3.4"),
            }
        } else {
            let doubled = 2 * balance + if self.world.extras { self.doubled_extras() } else { 0 };
            let text = format!("{} VPs; the Union needed {}.", halves(doubled), self.world.victory);
            line(text, self.world.final_section())
        };
        Some(Outcome { winner: Some(winner.id().to_owned()), degree: String::new(), reasons: vec![reason] })
    }
}

/// Half of a number: "-0.5".
pub(crate) fn halves(doubled: i16) -> String {
    let (sign, half) = (if doubled < 0 { "-" } else { "" }, if doubled % 2 == 0 { "" } else { ".5" });
    format!("{sign}{}{half}", doubled.abs() / 2)
}

/// §19.3.1: VPs for the whole Mississippi.
const MISSISSIPPI: u8 = 3;
/// §19.3.2: VPs for Washington.
const PANIC: u8 = 3;
