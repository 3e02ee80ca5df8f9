//! §14.3 to §14.5, §14.1.2: Build Points: War Industry, Border States, blockade runners, maintenance, and what they build.

use muster_sdk::{Decisions, Resolution};

use crate::charts::{self, Blockade, NO_OPEN_PORT, Zone};
use crate::choice::Choice;
use crate::state::{Budget, Intake, Raised, Step, UsCivilWar};
use crate::units::{build_points, verb};
use crate::world::{Kind, Side, Space, State, Theater};

/// §14.5: with its Arsenals a Resource Hex comes to so many times what is printed in it.
pub(crate) const GROWTH: u8 = 3;
/// §14.3.3: Build Points of an Objective Hex, and the most of a Border State.
const RECRUITS: u8 = 3;
const MOST_RECRUITS: u8 = 9;
/// §14.3.3: the Border States that bring recruits. West Virginia has Resource Hexes instead.
const RECRUITING: [State; 2] = [State::Kentucky, State::Missouri];
/// §14.3.1: Build Points of an SP.
const SP_COST: u16 = 10;
/// §14.1.2: SPs that winter costs.
const WINTER: u16 = 10;

impl Budget {
    /// Build Points before maintenance.
    pub fn total(&self) -> u16 {
        let own: u16 = [self.resources, self.arsenals, self.border, self.runners].map(u16::from).iter().sum();
        own.saturating_add_signed(self.rules)
    }

    /// §14.3.1: SPs that are built; what is left over is lost.
    pub fn sps(&self) -> u16 {
        self.total().saturating_sub(self.maintenance) / SP_COST
    }
}

/// §14.3.5: by theater, how many of so many new SPs come there: one beyond the Mississippi, the others half and half, the odd one to
/// the East.
fn shares(sps: u8) -> [u8; 3] {
    let rest = sps.saturating_sub(1);
    let mut shares = [0; 3];
    shares[Theater::East as usize] = rest.div_ceil(2);
    shares[Theater::West as usize] = rest / 2;
    shares[Theater::TransMississippi as usize] = sps - rest;
    shares
}

impl UsCivilWar {
    /// §14.5, C38: the state in which an Arsenal is built is rolled until there is one that has a place for it; none is if no state has.
    pub(crate) fn begin_industry(&mut self, resolution: &mut Resolution<'_>) {
        let state_of = |sum: u8| State::named(charts::random_state(sum));
        let open = |sum: u8| state_of(sum).is_some_and(|state| !self.arsenal_sites(state).is_empty());
        if !(2..=12).any(open) {
            resolution.say("14.5", || "No Resource Hex can have another Arsenal.".to_owned());
            return self.begin_blockade(resolution);
        }
        loop {
            let faces = resolution.roll_openly(2, 6, "14.5", |_| false, || "State of the Arsenal".to_owned());
            let Some(state) = state_of(faces[0] + faces[1]) else { continue };
            match *self.arsenal_sites(state) {
                [] => resolution.say("14.5", || format!("{} has no place for an Arsenal.", state.name())),
                [at] => {
                    self.build_arsenal(at, resolution);
                    return self.begin_blockade(resolution);
                }
                _ => return self.enter(Step::Arsenal(state), resolution),
            }
        }
    }

    /// §14.5: the Resource Hexes of a state that the Confederacy controls and that aren't at three times their value.
    fn arsenal_sites(&self, state: State) -> Vec<Space> {
        let fits = |at: &Space| {
            let info = self.world.space(*at);
            info.kind == Kind::Hex
                && self.state_for_raising(*at) == Some(state)
                && self.resource_value(*at) < GROWTH * info.resource
                && self.controls(Side::Cs, *at)
        };
        self.world.places.resources.iter().copied().filter(fits).collect()
    }

    pub(crate) fn list_arsenals(&self, _side: Side, list: &mut Decisions<Choice>) {
        let Step::Arsenal(state) = self.frames.step() else { return };
        list.extend(self.arsenal_sites(state).into_iter().map(Choice::Arsenal));
    }

    pub(crate) fn take_arsenal(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Arsenal(at) = choice else { return };
        self.build_arsenal(at, resolution);
        self.begin_blockade(resolution);
    }

    fn build_arsenal(&mut self, at: Space, resolution: &mut Resolution<'_>) {
        self.spot_mut(at).arsenals += 1;
        resolution.say("14.5", || format!("An Arsenal of 1 BP is built in {}.", self.called(at)));
    }

    /// §14.4.3: what is added to a zone's die.
    pub fn blockade_modifier(&self, zone: Zone) -> i8 {
        match self.open_ports(zone) {
            0 => NO_OPEN_PORT,
            points => points as i8,
        }
    }

    /// §14.3.3: the Build Points of Kentucky and Missouri.
    pub fn recruits(&self) -> u8 {
        let of = |state: State| {
            let own = self.world.places.objectives.iter().filter(|&&at| {
                self.world.space(at).states.only() == Some(state) && self.controls(Side::Cs, at)
            });
            own.map(|_| RECRUITS).sum::<u8>().min(MOST_RECRUITS)
        };
        RECRUITING.map(of).iter().sum()
    }

    /// §14.4: a die for each zone. Inflation raises the Maintenance Cost at once, and so of this turn too.
    fn begin_blockade(&mut self, resolution: &mut Resolution<'_>) {
        let year = charts::turn(self.turn).year;
        let mut runners = 0;
        for zone in Zone::ALL {
            let name = zone.name();
            let faces =
                resolution.roll_openly(1, 6, "14.4.4", |_| false, || format!("Blockade runners, {name}"));
            let (face, modifier) = (faces[0] as i8, self.blockade_modifier(zone));
            let roll = face + modifier;
            match charts::blockade(year, roll) {
                Blockade::Bp(points) => {
                    runners += points;
                    resolution.say("14.4.4", || {
                        format!(
                            "{name}: {face} {modifier:+} is {roll}, which brings {}.",
                            build_points(points.into())
                        )
                    });
                }
                Blockade::Inflation => {
                    self.maintenance += charts::INFLATION;
                    let cost = self.maintenance;
                    resolution.say("14.4.5", || {
                        format!("{name}: a roll of {roll} brings inflation; the Maintenance Cost is {cost}.")
                    });
                }
            }
        }
        self.build(runners, resolution);
    }

    /// §14.3.1: the Build Points as they are now, with so many of blockade runners.
    pub fn budget_with(&self, runners: u8) -> Budget {
        Budget {
            resources: self.resource_bp(),
            arsenals: self.arsenal_bp(),
            border: self.recruits(),
            runners,
            rules: 0,
            maintenance: self.maintenance,
        }
    }

    /// §14.3.1, §14.1.2: what the Build Points build; winter takes ten of it, or SPs from the map.
    fn build(&mut self, runners: u8, resolution: &mut Resolution<'_>) {
        let budget = self.hook_build_points(self.budget_with(runners), resolution);
        let built = budget.sps();
        self.budget = Some(budget);
        resolution.say("14.3.1", || {
            let Budget { resources, arsenals, border, runners, rules, maintenance } = budget;
            let others = if rules == 0 { String::new() } else { format!(", {rules:+} by rules of the table") };
            format!(
                "Build Points: {resources} of Resource Hexes, {arsenals} of Arsenals, {border} of Border States, {runners} of runners{others}, \
                 less {maintenance} for maintenance: {built} SPs."
            )
        });
        let winter = if self.is_winter() { WINTER } else { 0 };
        if built < winter {
            let lost = winter - built;
            resolution.say("14.1.2", || {
                let leave = verb(lost == 1, "leaves", "leave");
                format!("The winter costs {winter} SPs: {lost} {leave} the map.")
            });
            self.enter(Step::Disband(lost as u8), resolution);
            return self.settle_disbanding(resolution);
        }
        let (side, what, raised) = (Side::Cs, Intake::New, Raised::default());
        let left = self.in_play(Theater::ALL, shares((built - winter) as u8));
        self.enter(Step::Intake { side, what, left, raised }, resolution);
        self.settle_intake(resolution);
    }

    /// §14.1.2, §7.6: the spaces whose SPs can be given up: not Isolated. No general is left without an SP as long as there are
    /// others.
    fn disbanding_places(&self) -> Vec<Space> {
        let side = Side::Cs;
        let free = |&at: &Space| self.sps(side, at) > 0 && !self.supply(side).is_isolated(at);
        let all: Vec<Space> = self.laid().map(|(at, _)| at).filter(free).collect();
        let kind = |at: &Space| self.sps(side, *at) > 1 || self.generals_in(side, *at).next().is_none();
        let first: Vec<Space> = all.iter().copied().filter(kind).collect();
        if first.is_empty() { all } else { first }
    }

    pub(crate) fn list_disbanding(&self, _side: Side, list: &mut Decisions<Choice>) {
        list.extend(self.disbanding_places().into_iter().map(Choice::Disband));
    }

    /// §14.1.2: an SP leaves the game.
    pub(crate) fn take_disbanding(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Choice::Disband(at), Step::Disband(left)) = (choice, self.frames.step()) else { return };
        self.take_off(side, at, 1);
        resolution.say("14.1.2", || format!("An SP of {} is given up.", self.called(at)));
        self.frames.next(Step::Disband(left - 1));
        self.settle_disbanding(resolution);
    }

    /// Goes on once no SP has to go any more, or none can.
    fn settle_disbanding(&mut self, resolution: &mut Resolution<'_>) {
        let more = matches!(self.frames.step(), Step::Disband(1..));
        if !more || self.disbanding_places().is_empty() {
            self.begin_cards(Side::Cs, resolution);
        }
    }
}
