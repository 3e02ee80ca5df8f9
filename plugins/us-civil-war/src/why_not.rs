//! Which rule keeps a unit or a space from being chosen in the present step. The reasons are those of the functions by which the list
//! is made, so that the two can't part.

use muster_contract::Target;
use muster_sdk::{May, Why, ensure};

use crate::movement::{NO_MARCH, NO_WAY};
use crate::reinforcements::ST_LOUIS;
use crate::state::{Avoidance, FleetStep, Intake, Post, Reacting, Step, UsCivilWar};
use crate::units::Piece;
use crate::world::{General, Kind, Side, Space, Theater};

impl UsCivilWar {
    /// Whether a side has something to decide now.
    pub(crate) fn decides(&self, side: Side) -> bool {
        self.step_row().who == muster_sdk::Who::One(side)
    }

    /// What keeps a side from choosing this.
    pub(crate) fn may_choose(&self, side: Side, target: &Target) -> May {
        match target {
            Target::Unit(id) => {
                self.piece_named(id).map_or(Ok(()), |piece| self.may_choose_piece(side, piece))
            }
            Target::Space(id) => {
                self.world.find(id).map_or(Ok(()), |space| self.may_choose_space(side, space))
            }
            _ => Ok(()),
        }
    }

    fn may_choose_piece(&self, side: Side, piece: Piece) -> May {
        let section = self.step_row().section;
        let own = piece.side(&self.world) == side;
        ensure(own, "It is the other side's.", section)?;
        match (self.frames.step(), piece) {
            (_, Piece::Ships(..) | Piece::Commodore(_)) => self.may_choose_naval(side, piece),
            (Step::Actions, Piece::General(general)) => {
                self.may_activate(general)?;
                self.may_be_paid(self.space_of(piece))
            }
            (Step::Actions, Piece::Force(side, at)) => {
                self.may_activate_sps(side, at)?;
                self.may_be_paid(Some(at))
            }
            (Step::Actions, Piece::Militia(_)) => {
                ensure(false, "No space of its state can take it, or it has moved in this phase.", "17.2.3")
            }
            (Step::March, Piece::General(general)) => self.may_come_or_stay(general),
            (Step::React(_), _) => match self.space_of(piece) {
                Some(at) => self.may_choose_space(side, at),
                None => ensure(false, "It isn't on the map.", section),
            },
            (Step::March, _) => match self.space_of(piece) {
                Some(at) if self.march.as_deref().is_some_and(|march| march.at != at) => {
                    self.may_be_called_in(at, None)
                }
                _ => ensure(false, "How many SPs come along is chosen by a button.", "7.5.1"),
            },
            (Step::Send(_) | Step::Regroup, Piece::General(general)) => self.may_be_sent(side, general),
            (Step::SecondTransfer(bound), Piece::General(general)) => {
                self.may_transfer(general)?;
                let theater = self.space_of(piece).and_then(|at| self.world.space(at).theater);
                let near = bound.is_none() || theater == bound;
                ensure(near, "What was paid serves only in the other's theater.", "4.1.3")
            }
            (Step::Manage { .. }, Piece::General(general)) => self.may_be_managed(side, general),
            (Step::Fleet(FleetStep::Sortie), _) => self.may_go_aboard(piece),
            _ => ensure(false, "No unit is chosen now.", section),
        }
    }

    /// §4.3, §4.1.3, §4.1.4: whether the phasing player has anything to pay with for what starts in a space.
    fn may_be_paid(&self, at: Option<Space>) -> May {
        let at = at.ok_or(Why { text: "He isn't on the map.", citation: "4.3" })?;
        let theater = self.world.space(at).theater;
        let point = theater.is_some_and(|theater| self.has_point(theater));
        if point && !self.has_spare_point() {
            return ensure(false, "The last point is for whoever can go on to Richmond.", "4.1.4");
        }
        ensure(point, "You have no Action Point, and no card, for its theater.", "4.1.3")
    }

    fn may_come_or_stay(&self, general: General) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        match self.officers[general].post {
            Post::March => self.may_leave_behind(general),
            Post::Map(at) if at == march.at => self.may_join(general),
            Post::Map(at) => self.may_be_called_in(at, Some(general)),
            _ => ensure(false, "He isn't where the stack stands.", "7.5.1"),
        }
    }

    /// §5.9: whether those in another space can be called in, and this general with them; it is their space that is chosen for it.
    fn may_be_called_in(&self, at: Space, general: Option<General>) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        let near = self.world.way(at, march.at).is_some();
        let text = match general {
            Some(_) => "He isn't where the stack stands.",
            None => "They aren't where the stack stands.",
        };
        ensure(near, text, "7.5.1")?;
        self.may_regroup(at)?;
        general.map_or(Ok(()), |general| self.may_come_along(march, general))?;
        ensure(false, "Those there can regroup: it is their space that is called in.", "5.9")
    }

    fn may_be_sent(&self, side: Side, general: General) -> May {
        let from = self.party.as_ref().map(|party| party.from);
        let there = from.is_some_and(|from| self.generals_in(side, from).any(|one| one == general));
        let section = self.step_row().section;
        ensure(there, "He isn't in that stack.", section)?;
        let stood = from.is_none_or(|from| self.stood(side, from).generals.contains(&general));
        ensure(stood, "He has just maneuvered there, and goes no farther.", "22.6")?;
        match (self.frames.step(), &self.party, self.march.as_deref()) {
            (Step::Send(to), Some(party), _) => self.fitted(side, party, to, general).map(drop),
            (_, Some(party), Some(march)) => self.with_or_without(march, party, general).map(drop),
            _ => Ok(()),
        }
    }

    fn may_be_managed(&self, side: Side, general: General) -> May {
        let Step::Manage { done, .. } = self.frames.step() else { return Ok(()) };
        let has_event = self.world.events_of(self.turn).any(|event| event.general == general);
        let waits = has_event && self.pending_for(side, done, general);
        ensure(!waits, "What the track has for him waits for another's.", "16.1")?;
        ensure(has_event, "The track has nothing for him this turn, and he can't be transferred.", "16.2")?;
        ensure(false, "What the track has for him is done, or can't be.", "16.2")
    }

    /// Whether a space may be chosen, by the step.
    fn may_choose_space(&self, side: Side, at: Space) -> May {
        let info = self.world.space(at);
        ensure(info.is_land() || info.kind == Kind::OffMap, "No land unit can be there.", "5.7")?;
        match self.frames.step() {
            Step::March => self.may_go_to(at),
            Step::Actions => self.may_act_in(side, at),
            Step::React(now) if self.entry().is_some_and(|(_, entered)| entered == at) => {
                self.may_still_avoid(now)
            }
            Step::React(now) => {
                ensure(!now.rolled, "The Interceptions have been rolled.", "9.2.2")?;
                self.may_react_by(side, at)
            }
            Step::Avoid(sum) => self.may_avoid_to(sum, at),
            Step::Push(from) => {
                let way = self.world.way(from, at).ok_or(NO_WAY)?;
                self.may_push_over(side, from, self.pusher(from), way)
            }
            Step::Retreat(fought) => self.may_retreat_to(&fought, at),
            Step::Fleet(step) => self.may_choose_water(step, at),
            _ => self.may_choose_place(side, at),
        }
    }

    /// The same where units are put down, or taken from the map.
    fn may_choose_place(&self, side: Side, at: Space) -> May {
        let (info, section) = (self.world.space(at), self.step_row().section);
        match self.frames.step() {
            Step::Transfer { general, .. } | Step::Reassign(general) | Step::FreeTransfer(general) => {
                self.may_transfer_to(side, general, at)?;
                ensure(false, "He can't be transferred there.", section)
            }
            Step::Trained(theater) => {
                self.may_come(side, at, "17.3")?;
                ensure(theater.is_none() || info.theater == theater, "It lies in another theater.", "17.3")
            }
            Step::Intake { what, .. } => self.may_take_in(side, what, at),
            Step::Strategic(..) => {
                ensure(self.sps(side, at) > 0, "No SP of yours is there.", "15.1")?;
                ensure(self.strategic_sps(side, at) > 0, "The last SP stays with its generals.", "15.6")?;
                ensure(
                    false,
                    "No railroad, water or road that still has room leads from there to where a move ends.",
                    "15.1",
                )
            }
            Step::Convoy(convoy) => {
                ensure(at != convoy.at, "They are there.", "15.1")?;
                self.may_end_strategic_move(side, at, convoy.sps)?;
                ensure(
                    false,
                    "No railroad, water or road of yours leads there, or so many have gone that way.",
                    "15.1",
                )
            }
            Step::Reembark(_) => self.may_sail_back(at),
            Step::Forward(_) => ensure(false, "That is not where the set-up has the choice.", "S1.1"),
            Step::FreeFort => self.may_begin_fort(side, at),
            Step::Arsenal(state) => {
                ensure(info.resource > 0, "It is no Resource Hex.", "14.5")?;
                ensure(self.controls(Side::Cs, at), "You don't control it.", "14.5")?;
                let counts = info.states.has(state) || self.state_for_raising(at) == Some(state);
                ensure(counts, "It lies in another state.", "14.5")?;
                ensure(false, "It has three times its printed value.", "14.5")
            }
            Step::Militia(_) => {
                ensure(info.is_key(), "Militia come to Objective and Resource Hexes.", "17.2.1")?;
                self.may_muster(side, at)?;
                ensure(false, "No Militia of its state waits for a place.", "17.2.1")
            }
            Step::Sacrifice | Step::Disband(_) => {
                ensure(self.sps(side, at) > 0, "No SP of yours is there.", section)?;
                ensure(false, "Its supply, or a General who would be left alone, forbids it.", section)
            }
            Step::Attrition => ensure(false, "No stack of yours suffers Attrition there.", "13.2.2"),
            Step::Recall(_) | Step::Arrival(..) => self.may_arrive(side, at),
            _ => Ok(()),
        }
    }

    /// §9.3: whether the stack in the space that is entered may still try to avoid battle; it does by a button.
    fn may_still_avoid(&self, now: Reacting) -> May {
        ensure(!now.met, "Once somebody has intercepted nobody avoids battle.", "9.3.4")?;
        ensure(!now.railed, "J. Johnston has tried to come, and it stands.", "S1.3")?;
        let untried = now.avoided == Avoidance::Untried;
        ensure(untried, "It has tried to avoid battle, or has gone.", "9.3.2")?;
        self.may_avoid()?;
        let named = self.march.as_deref().is_some_and(|march| !march.named.is_empty());
        ensure(!named, "Those who were named roll first.", "9.2.2")?;
        ensure(false, "Whether it avoids battle is chosen by a button.", "9.3.1")
    }

    /// §9.2, §22.6: whether the stack in a space may intercept; of a space without one, whether somebody may maneuver there.
    fn may_react_by(&self, side: Side, at: Space) -> May {
        let led = self.commander_in(side, at).is_some();
        let maneuvers = self.march.as_deref().is_some_and(|march| march.maneuvers);
        let to = self.march.as_deref().and_then(|march| march.entering);
        let tried = if maneuvers && !led && to != Some(at) {
            self.may_maneuver_to(at)
        } else {
            self.may_intercept(at)
        };
        tried?;
        ensure(false, "The stack has been named, for one thing.", "9.2.2")
    }

    /// Whether the stack that is on its way can go to a space.
    fn may_go_to(&self, at: Space) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        ensure(at != march.at, "The stack stands there.", "5.1")?;
        if self.is_voyage() {
            return self.may_land(at);
        }
        let way = self.world.way(march.at, at).ok_or(NO_WAY)?;
        self.may_go(march, way)
    }

    /// Whether anything can be done in a space by an action.
    fn may_act_in(&self, side: Side, at: Space) -> May {
        if self.sps(side, at) == 0 {
            return ensure(self.controls(side, at), "You have neither SPs nor control there.", "4.3");
        }
        let rally = self.may_rally(side, at);
        let entrench = self.may_entrench(side, at);
        if rally.is_ok() || entrench.is_ok() {
            return self.may_be_paid(Some(at));
        }
        let shaken = self.spot(at).force.is_some_and(|force| force.demoralized);
        if shaken { rally } else { entrench }
    }

    fn may_avoid_to(&self, sum: i8, at: Space) -> May {
        let from = self.entry().map(|(_, at)| at).ok_or(NO_MARCH)?;
        let way = self.world.way(from, at).ok_or(NO_WAY)?;
        let reaction = self.may_avoid_over(way)?;
        ensure(reaction.succeeds(sum), "The throw doesn't reach there.", "9.4")
    }

    /// §14.6: whether a side holds a space, and it is in Full Supply.
    fn may_supply(&self, side: Side, at: Space) -> May {
        ensure(self.controls(side, at), "You don't control it.", "14.6")?;
        ensure(self.supply(side).is_place_full(at), "It is not in Full Supply.", "14.6")
    }

    fn may_take_in(&self, side: Side, what: Intake, at: Space) -> May {
        let info = self.world.space(at);
        match (what, side) {
            (Intake::Displaced, Side::Cs) => {
                ensure(info.resource > 0, "It is no Resource Hex.", "14.6")?;
                self.may_supply(side, at)?;
            }
            (Intake::Displaced, Side::Us) if info.theater == Some(Theater::TransMississippi) => {
                let place = self.world.find(ST_LOUIS) == Some(at);
                ensure(place, "Those of the Trans-Mississippi come to St. Louis.", "14.6")?;
                self.may_supply(side, at)?;
            }
            (Intake::Displaced, Side::Us) => self.may_come(side, at, "14.6")?,
            (Intake::New, Side::Us) if info.is_chesapeake() => {}
            (Intake::New, Side::Us) => self.may_come(side, at, "14.2.2")?,
            (Intake::New, Side::Cs) => self.may_come(side, at, "14.3.5")?,
        }
        ensure(
            false,
            "No SP is left for its area, or it has as many as it can take.",
            self.step_row().section,
        )
    }

    fn may_arrive(&self, side: Side, at: Space) -> May {
        let section = self.step_row().section;
        ensure(self.sps(side, at) > 0, "A General comes to an SP of his side.", section)?;
        let reached = self.supply(side).reaches_primary(at);
        ensure(reached, "It has no Line of Communication to a Primary Supply Source.", section)?;
        ensure(false, "He can't come there: another theater, or no place for his rank.", section)
    }
}
