//! §3, §4.1, §4.2: turns, Action Phases, Initiative.

use muster_contract::TurnStatus;
use muster_sdk::{Decisions, Resolution, capital};

use crate::charts;
use crate::choice::Choice;
use crate::state::{Derived, Points, Step, UsCivilWar, Works};
use crate::world::{General, Side, Space, Theater};

impl UsCivilWar {
    /// The first choice was taken: both draw their first cards (§S1.1, §S2.1, §S3.1), and the game begins with the Action Phases.
    pub(crate) fn open_game(&mut self, resolution: &mut Resolution<'_>) {
        let cards = self.world.start.cards;
        for side in Side::ALL {
            self.draw_cards(side, cards, resolution);
        }
        self.count_up(self.turn - 1);
        match self.world.start.forward {
            Some(spaces) => self.enter(Step::Forward(spaces), resolution),
            None => self.begin_action_phase(resolution),
        }
    }

    pub(crate) fn list_forward(&self, _side: Side, list: &mut Decisions<Choice>) {
        let Step::Forward([_, to]) = self.frames.step() else { return };
        list.extend([Choice::Forward(to), Choice::NoForward]);
    }

    /// §S1.1: an SP of Washington's starts in Alexandria, or none.
    pub(crate) fn take_forward(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::Forward([from, to]) = self.frames.step() else { return };
        if choice == Choice::Forward(to)
            && let Some(force) = self.take_off(side, from, 1)
        {
            self.put_down(to, force);
            resolution
                .say("S1.1", || format!("{} starts in {}.", self.described(side, 1, &[]), self.called(to)));
        }
        self.begin_action_phase(resolution);
    }

    /// Season and year.
    pub(crate) fn date(&self) -> String {
        date_of(self.turn)
    }

    /// Where the sequence of play stands, for the window.
    pub(crate) fn status(&self) -> TurnStatus {
        let pace = charts::pace(self.turn, self.world.special_1861);
        TurnStatus {
            number: self.turn.into(),
            of: self.world.last_turn.into(),
            title: capital(&self.date()),
            clock: match self.cycle {
                0 => String::new(),
                cycle => format!("Action Phase {cycle} of {}", pace.phases),
            },
            phase: self.step_row().phase.to_owned(),
            active: (self.cycle > 0 && self.difference > 0).then(|| self.phasing.id().to_owned()),
        }
    }

    /// Goes to a step and announces its phase, if it is another.
    pub(crate) fn enter(&mut self, step: Step, resolution: &mut Resolution<'_>) {
        let before = self.step_row().phase;
        self.frames.next(step);
        let row = self.step_row();
        if row.phase != before {
            resolution.phase(row.section, || self.status());
        }
    }

    /// What was interrupted goes on.
    pub(crate) fn go_on(&mut self, resolution: &mut Resolution<'_>) {
        match self.frames.step() {
            Step::Initiative => self.roll_initiative(resolution),
            Step::Draw(side) => self.cards_drawn(side, resolution),
            _ => {}
        }
    }

    /// §4.1.1: the next Action Phase.
    pub(crate) fn begin_action_phase(&mut self, resolution: &mut Resolution<'_>) {
        self.cycle += 1;
        (self.difference, self.initiative) = (0, [0; 2]);
        self.enter(Step::Initiative, resolution);
        self.roll_initiative(resolution);
    }

    /// Who has the higher of the two dice that are rolled now, whichever it is: a scenario can say so of the first Action Phase (§4.1).
    fn first_by_scenario(&self) -> Option<Side> {
        self.world.start.first_side.filter(|_| self.turn == self.world.first_turn && self.cycle == 1)
    }

    /// §4.1: both roll; the higher goes first, the difference is what both have. Equal rolls bring a card each (§4.1.2).
    fn roll_initiative(&mut self, resolution: &mut Resolution<'_>) {
        let said = self.first_by_scenario();
        loop {
            let faces = resolution.roll_openly(
                2,
                6,
                "4.1",
                |_| false,
                || if said.is_some() { "Initiative" } else { "Initiative, Union and Confederate" }.to_owned(),
            );
            let [low, high] = [faces[0].min(faces[1]), faces[0].max(faces[1])];
            let [us, cs] = match said {
                Some(Side::Us) => [high, low],
                Some(Side::Cs) => [low, high],
                None => [faces[0], faces[1]],
            };
            self.initiative = [us, cs];
            if us != cs {
                self.difference = us.abs_diff(cs);
                self.first = if us > cs { Side::Us } else { Side::Cs };
                let (first, difference) = (self.first, self.difference);
                resolution.say("4.1.1", || {
                    let why = if said.is_some() { ", as the scenario has it" } else { "" };
                    format!("{} goes first{why}; the difference is {difference}.", capital(first.power()))
                });
                return self.begin_player_phase(first, resolution);
            }
            resolution.say("4.1.2", || "Doubles: each side draws a card.".to_owned());
            for side in Side::ALL {
                self.draw_cards(side, 1, resolution);
            }
            if let Some(side) = self.must_discard() {
                return self.frames.call(Step::Discard(side));
            }
        }
    }

    /// §4.2 B, C: a side's Action Phase begins. A difference of 1 is one point for each theater (§4.1.3).
    fn begin_player_phase(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        self.phasing = side;
        self.points = match self.difference {
            1 => Points { any: 0, theaters: Theater::ALL.map(|theater| self.world.plays_in(theater).into()) },
            any => Points { any, theaters: [0; 3] },
        };
        self.pressed = self.is_pressed(side);
        self.militia_moved = 0;
        self.army_changes = [0; 2];
        (self.rail_sps, self.ocean_sps) = (0, 0);
        self.begin_naval_phase();
        for officer in self.officers.rows_mut() {
            officer.moved = false;
        }
        let stale = |(space, spot): (Space, &crate::state::Spot)| {
            spot.force.is_some_and(|force| force.moved > 0).then_some(space)
        };
        for space in self.laid().filter_map(stale).collect::<Vec<Space>>() {
            if let Some(force) = &mut self.spot_mut(space).force {
                force.moved = 0;
            }
        }
        self.enter(Step::Actions, resolution);
        if side == Side::Us {
            self.return_garrisons(resolution);
        }
    }

    /// §17.2.4, B11: garrisons come back to Northern Objective Hexes in which no Confederate SP stands.
    fn return_garrisons(&mut self, resolution: &mut Resolution<'_>) {
        let world = self.world.clone();
        for &space in &world.places.objectives {
            self.recall_garrison(Side::Us, space, resolution);
        }
    }

    /// §17.2.4: the garrison of a Northern Objective Hex is back, and the marker goes, if the Union has the hex again or no Confederate SP
    /// and no Fort of theirs keeps it away. One that they are building is alone with it then, and removed (§10.2.2); generals by themselves
    /// are driven away (§7.6).
    pub(crate) fn recall_garrison(&mut self, side: Side, space: Space, resolution: &mut Resolution<'_>) {
        let spot = self.spot(space);
        let gone = side == Side::Us && (spot.fled || spot.marker == Some(Side::Cs));
        let kept_away = || self.projects(Side::Cs, space);
        if gone && self.keeps_garrison(space) && !kept_away() {
            let spot = self.spot_mut(space);
            (spot.marker, spot.fled) = (None, false);
            resolution.say("17.2.4", || format!("A Union garrison is back in {}.", self.called(space)));
            self.stop_building(Side::Cs, space, resolution);
            let lone: Vec<General> = self.generals_in(Side::Cs, space).collect();
            self.displace_generals(&lone, space, "7.6", resolution);
        }
    }

    /// §4.2: the phasing player's Supply Segment is over too.
    pub(crate) fn close_player_phase(&mut self, resolution: &mut Resolution<'_>) {
        self.complete_forts(resolution);
        self.abandon_entrenchments(resolution);
        if self.phasing == self.first {
            return self.begin_player_phase(self.first.other(), resolution);
        }
        if self.cycle < charts::pace(self.turn, self.world.special_1861).phases {
            return self.begin_action_phase(resolution);
        }
        self.cycle = 0;
        self.end_turn(resolution);
    }

    /// §10.2.2: Forts whose phases of building are over are complete; a Control marker or Entrenchment in the space goes, and so do
    /// generals of the enemy's who are there by themselves (§7.6).
    fn complete_forts(&mut self, resolution: &mut Resolution<'_>) {
        let side = self.phasing;
        let own: Vec<Space> = self
            .laid()
            .filter(|(_, spot)| spot.begun.is_some_and(|begun| begun.side == side))
            .map(|(space, _)| space)
            .collect();
        for space in own {
            let spot = self.spot_mut(space);
            let Some(begun) = &mut spot.begun else { continue };
            begun.phases = begun.phases.saturating_sub(1);
            if begun.phases > 0 {
                continue;
            }
            let level = begun.level;
            let held = self.is_marked(side, space);
            let spot = self.spot_mut(space);
            spot.works = Works::Fort(side, level);
            (spot.begun, spot.marker) = (None, None);
            let name = self.world.space(space).called.clone();
            resolution.say("10.2.2", || format!("The Fort in {name} is complete: F{level}."));
            let lone: Vec<General> = self.generals_in(side.other(), space).collect();
            self.displace_generals(&lone, space, "7.6", resolution);
            self.destroy(side, space, held, resolution);
        }
    }

    /// §10.1.3: at the end of any player's Action Phase an Entrenchment without own SPs or Militia goes; in an enemy state a Control marker takes
    /// its place where one can lie.
    fn abandon_entrenchments(&mut self, resolution: &mut Resolution<'_>) {
        let left: Vec<(Space, Side)> = self
            .laid()
            .filter_map(|(space, spot)| match spot.works {
                Works::Entrenchment(side) if !self.has_units(side, space) => Some((space, side)),
                _ => None,
            })
            .collect();
        for (space, side) in left {
            self.remove_works(space, side);
            let name = self.world.space(space).called.clone();
            resolution.say("10.1.3", || format!("The Entrenchment in {name} is given up."));
        }
    }

    /// §10.1.3, §10.2.5: works are gone; their owner keeps control by a marker where the space isn't in a state of his
    /// and can have one.
    pub(crate) fn remove_works(&mut self, space: Space, side: Side) {
        let abroad = !self.is_home(side, space);
        let marker = (abroad && self.world.space(space).takes_marker()).then_some(side);
        let spot = self.spot_mut(space);
        spot.works = Works::None;
        spot.marker = spot.marker.or(marker);
    }

    /// §3, §5.4.5: the next turn begins, with its Reinforcement Phase. What changes with the turn's number alone is found anew.
    pub(crate) fn begin_turn(&mut self, resolution: &mut Resolution<'_>) {
        self.turn += 1;
        self.budget = None;
        self.derived = Derived::default();
        self.begin_reinforcements(resolution);
    }

    /// §3.1 is over, and §3.2 follows.
    pub(crate) fn end_reinforcements(&mut self, resolution: &mut Resolution<'_>) {
        self.begin_strategic_movement(resolution);
    }
}

/// Season and year of a turn.
pub(crate) fn date_of(turn: u8) -> String {
    let turn = charts::turn(turn);
    format!("{} {}", turn.season.name(), turn.year)
}
