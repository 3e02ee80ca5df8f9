//! §3.5, §19: the End Phase: control, states, Rally, victory.

use muster_contract::EventKind;
use muster_sdk::{Resolution, capital};

use crate::state::{Step, UsCivilWar, Works};
use crate::units::build_points;
use crate::world::{Side, Space, State};

impl UsCivilWar {
    /// §3.5 A to C, in order (C97).
    pub(crate) fn end_turn(&mut self, resolution: &mut Resolution<'_>) {
        self.enter(Step::Over, resolution);
        self.place_markers(resolution);
        self.drive_out_raiders(resolution);
        for state in State::BORDER {
            self.judge_state(state, resolution);
        }
        self.rally_all(resolution);
        self.rally_ships(resolution);
        self.count_mississippi(resolution);
        self.count_invasion(resolution);
        self.count_up(self.turn);
        self.winner = self.automatic_victory();
        if self.winner.is_none() && self.turn == self.world.last_turn {
            self.winner = Some(self.final_victory());
        }
        match self.result() {
            Some(outcome) => {
                let reason = &outcome.reasons[0];
                let section = reason.citation.as_deref().unwrap_or("19.3.4");
                resolution.announce(EventKind::Text, section, || reason.text.clone())
            }
            None => self.begin_repairs(resolution),
        }
    }

    /// §19.1.1: SPs in an enemy state's Port, Town, Objective or Resource Hex place a Control marker; so they do in a space of no state
    /// that can have one.
    fn place_markers(&mut self, resolution: &mut Resolution<'_>) {
        let world = self.world.clone();
        for &space in &world.places.markable {
            let Some(force) = self.spot(space).force else { continue };
            let side = force.side;
            if self.is_marked(side, space) || self.is_home(side, space) {
                continue;
            }
            self.put_marker(side, space, resolution);
        }
    }

    /// §6.2.1, §6.4.1: a side's Control marker comes to a space in place of the enemy's; in a Resource Hex the Union destroys.
    pub(crate) fn put_marker(&mut self, side: Side, space: Space, resolution: &mut Resolution<'_>) {
        let held = self.is_marked(side, space);
        self.spot_mut(space).marker = Some(side);
        let name = self.world.space(space).called.clone();
        resolution.say("6.2.1", || format!("{} has control of {name}.", capital(side.power())));
        self.destroy(side, space, held, resolution);
    }

    /// Whether a side has a Control marker or a completed fortification in a space, which serves as one (§10.1.1).
    pub(crate) fn is_marked(&self, side: Side, space: Space) -> bool {
        let spot = self.spot(space);
        spot.marker == Some(side) || spot.fortified() == Some(side)
    }

    /// §6.4.1, C11: what a Union marker or fortification destroys in a Resource Hex: Arsenals always, and from turn 9 the industry of a
    /// Heartland hex of 2 Build Points or more, unless the Union held it so before.
    pub(crate) fn destroy(&mut self, side: Side, space: Space, held: bool, resolution: &mut Resolution<'_>) {
        let info = self.world.space(space);
        if info.resource == 0 || side == Side::Cs {
            return;
        }
        let (name, printed) = (info.called.clone(), info.resource);
        let heartland = info.states.only().is_some_and(State::is_heartland);
        let arsenals = std::mem::take(&mut self.spot_mut(space).arsenals);
        if arsenals > 0 {
            self.arsenals_destroyed += arsenals;
            let points = build_points(arsenals.into());
            resolution.say("6.4.1", || format!("Arsenals of {points} in {name} are destroyed."));
        }
        if self.turn >= EMANCIPATION && heartland && printed > 1 && !held && !self.spot(space).destroyed {
            self.spot_mut(space).destroyed = true;
            resolution.say("6.4.1", || format!("The industry of {name} is destroyed."));
        }
    }

    /// §19.1.2, §17.2.5: Confederate markers in Northern States without a Line of Communication to a Confederate SP go.
    fn drive_out_raiders(&mut self, resolution: &mut Resolution<'_>) {
        let marked: Vec<Space> = self
            .laid()
            .filter(|(space, spot)| spot.marker == Some(Side::Cs) && self.is_northern(*space))
            .map(|(space, _)| space)
            .collect();
        let lost = marked.into_iter().filter(|&space| !self.reaches_sp(Side::Cs, space));
        for space in lost.collect::<Vec<Space>>() {
            self.spot_mut(space).marker = None;
            let name = self.world.space(space).called.clone();
            resolution.say("19.1.2", || format!("{name} is the Union's again."));
        }
    }

    /// §17.1.4, §17.1.5: a Border State joins the side that controls all its Objective and Resource Hexes.
    fn judge_state(&mut self, state: State, resolution: &mut Resolution<'_>) {
        let key: Vec<Space> =
            self.world.places.key().filter(|&at| self.world.space(at).states.has(state)).collect();
        let holds = |side: &Side| key.iter().all(|&at| self.controls(*side, at));
        let Some(side) = Side::ALL.into_iter().find(holds) else { return };
        if self.state_of(state) != Some(side) {
            self.join_side(state, side, resolution);
        }
    }

    /// §17.1.4, C46: a Border State joins a side: its markers there go, and the other side has markers where it has SPs or Forts in a
    /// Town or Port, a stack on its way among them.
    pub(crate) fn join_side(&mut self, state: State, side: Side, resolution: &mut Resolution<'_>) {
        self.go_over(state, side);
        resolution.say("17.1.4", || format!("{} joins {}.", state.name(), side.power()));
    }

    /// The same without a word about it.
    pub(crate) fn go_over(&mut self, state: State, side: Side) {
        self.set_border(state, Some(side));
        let world = self.world.clone();
        for &space in &world.places.markable {
            let info = world.space(space);
            if !info.states.has(state) {
                continue;
            }
            let foe = side.other();
            let fort = matches!(self.spot(space).works, Works::Fort(holder, _) if holder == foe);
            let march = self.march.as_deref();
            let marches = march.is_some_and(|march| march.side == foe && march.at == space && march.sps > 0);
            let stays = self.sps(foe, space) > 0 || marches || fort;
            self.spot_mut(space).marker = (info.is_settled() && stays && !fort).then_some(foe);
        }
    }

    /// §19.2, §12.5.3: whoever has a Line of Communication to a Supply Source Rallies.
    fn rally_all(&mut self, resolution: &mut Resolution<'_>) {
        let shaken: Vec<(Space, Side)> = self
            .laid()
            .filter_map(|(space, spot)| {
                spot.force.filter(|force| force.demoralized).map(|force| (space, force.side))
            })
            .filter(|&(space, side)| self.supply(side).has_loc(space))
            .collect();
        for (space, side) in shaken {
            if let Some(force) = &mut self.spot_mut(space).force {
                force.demoralized = false;
            }
            let name = self.world.space(space).called.clone();
            resolution.say("19.2", || format!("The {} stack in {name} Rallies.", side.name()));
        }
    }

    /// §19.3.1: the Union has 3 VPs while its Naval Control reaches from the north edge to the Gulf.
    fn count_mississippi(&mut self, resolution: &mut Resolution<'_>) {
        let open = self.naval().is_mississippi_open();
        if open != self.mississippi {
            self.mississippi = open;
            let word = if open { "open" } else { "closed" };
            resolution.say("19.3.1", || format!("The Mississippi is {word} to the Union."));
        }
    }

    /// §19.3.2: 2 VPs for each Objective Hex of a Northern State in Confederate hands; glory fades where there is none, and no marker in the
    /// North, and no Objective or Resource Hex of a Border State.
    fn count_invasion(&mut self, resolution: &mut Resolution<'_>) {
        let held: Vec<Space> =
            self.world.places.objectives.iter().copied().filter(|&at| self.controls(Side::Cs, at)).collect();
        let northern = held.iter().filter(|&&at| self.is_northern(at)).count() as u8;
        if northern > 0 {
            self.invasion = self.invasion.saturating_add(2 * northern);
            return resolution.say("19.3.2", || {
                format!("The Confederacy gains {} VPs for the invasion of the North.", 2 * northern)
            });
        }
        let raids = self.laid().any(|(space, _)| self.is_marked(Side::Cs, space) && self.is_northern(space));
        let holds = self.world.places.key().any(|at| self.is_border(at) && self.controls(Side::Cs, at));
        if !raids && !holds && self.invasion > 0 {
            self.invasion -= 1;
            resolution.say("19.3.2", || "The Confederacy's glory fades: it loses a VP.".to_owned());
        }
    }
}

/// §6.4.1: the turn from which the Union destroys the industry of the Heartland.
const EMANCIPATION: u8 = 9;
