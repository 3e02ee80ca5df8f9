//! Why a unit can't be chosen by the player who decides now.

use muster_contract::{Line, Seat};
use muster_sdk::{May, ensure, line};

use crate::labels::quantity;
use crate::preparation::NEVER_SHUFFLED;
use crate::state::{At, BullRun, Road, Spot, Stage, Step};
use crate::world::{Kind, Unit};

/// Why disrupted infantry has no part in a command, though somebody is with it.
const ONLY_MARCHES: &str = "Disrupted infantry only marches to another locale with others: each around is enemy-occupied, \
                            closed this turn, beyond an impassable boundary, or has no room for all of them.";

impl BullRun {
    pub(super) fn why_not_unit(&self, seat: Seat, unit: Unit) -> May<Line> {
        let own = self.world.unit(unit).side == self.side_of(seat);
        let at = self.unit(unit).at;
        match self.stage {
            Stage::Command(step) => return self.why_not_in_step(step, unit, own),
            Stage::Random(..) => {
                ensure(!matches!(at, At::Map(_)), "It is placed already.", "5")?;
                ensure(at == At::Display(0), "Reinforcements stay on their display.", "5")?;
                ensure(!own, "Units of your opponent's are placed now.", "5")?;
                return Err(line("It is drawn blindly: choose a cube that it may replace.", "5"));
            }
            _ => ensure(own, "It isn't yours to command.", self.stage_row().section)?,
        }
        match self.stage {
            Stage::Field => self.why_not_commanded(unit),
            Stage::Staff => self.why_not_staffed(unit),
            Stage::Claim(locale) => self.may_claim(locale, unit).map_err(|why| self.about(why, locale, None)),
            Stage::Administer => Ok(self.may_range(unit)?),
            Stage::Shuffle => {
                let At::Map(spot) = at else {
                    return Err(line("Only units on the map are shuffled.", "7.1"));
                };
                ensure(self.takes_part_in_shuffling(unit), NEVER_SHUFFLED, "7.1")?;
                self.may_shuffle(spot)?;
                Err(line("Choose the locale.", "7.1"))
            }
            Stage::Limber => Err(line("Only ranging artillery limbers.", "7.2")),
            Stage::Cards => Err(line("Two command cards are played now.", "7.3")),
            Stage::Place(..) => {
                ensure(!matches!(at, At::Map(_)), "It is placed already.", "5")?;
                ensure(at == At::Display(0), "Reinforcements stay on their display.", "5")?;
                let taken = self.order.units.contains(&unit);
                ensure(!taken, "It is being placed: choose its cube.", "5")?;
                Err(line("Another unit is being placed: choose its cube.", "5"))
            }
            _ => Err(line("Cubes are chosen now, not units.", "5")),
        }
    }

    /// §8: a unit that no command can be given to, or that can't join those picked.
    fn why_not_commanded(&self, unit: Unit) -> May<Line> {
        let state = self.unit(unit);
        let Some(spot) = state.spot() else { return Err(line("It is not on the map.", "9.3")) };
        ensure(!state.ordered, "It was issued a command this turn.", "8")?;
        if let Some(road) = &self.order.road {
            return Ok(self.why_not_in_column(road, unit, spot)?);
        }
        let group = self.group(&self.order.units);
        match &group {
            Some(group) => self.may_join(group, unit)?,
            None => self.may_command()?,
        }
        if state.is_ranging() {
            if group.is_none() {
                self.may_bombard(spot).map_err(|why| self.about_spot(why, spot))?;
            }
            let most = quantity(self.battery(spot), "artillery unit");
            return Err(line(format!("No more than {most} can bombard from here now."), "8.3"));
        }
        if state.kind == Kind::Disrupted {
            let company = group.is_some() || self.has_company(unit, spot);
            ensure(company, "Disrupted infantry moves only with another unit that is not.", "4.1.1")?;
            return Err(line(ONLY_MARCHES, "4.1.1"));
        }
        ensure(group.is_none(), "There is no room for so many where they could go.", "4.3.1")?;
        Err(line("Every locale around is full, closed this turn, or beyond an impassable boundary.", "4.3.1"))
    }

    /// Whether somebody is with a disrupted unit who could be commanded with it.
    fn has_company(&self, unit: Unit, spot: Spot) -> bool {
        let mut others = self.in_spot(self.active, spot);
        others.any(|other| other != unit && self.is_free(other) && self.unit(other).kind != Kind::Disrupted)
    }

    /// §8.6.4: why a unit can't join the road march in the making.
    fn why_not_in_column(&self, road: &Road, unit: Unit, spot: Spot) -> May {
        let may = |holds: bool, text: &'static str| ensure(holds, text, "8.6.4");
        may(self.picked().all(|one| one != unit), "It belongs to the march.")?;
        may(road.settled, "First say where the road march goes.")?;
        may(spot.edge.is_none(), "Only units in reserve march by road.")?;
        let (been, last) = (self.road_been(), road.followers.last());
        let head = been.first().copied();
        let of_head = head == Some(spot.locale);
        may(!of_head, "The head of the column is settled; only those behind it still join.")?;
        let through = been.contains(&spot.locale);
        may(!through, "The column comes through its locale: only those behind the head join.")?;
        let waits = last.is_some_and(|last| last.locale != spot.locale && !self.has_troops(&last.units));
        may(!waits, "The disrupted infantry last in the column waits for another unit of its locale.")?;
        let next = last.map(|last| last.locale).or(head).is_some_and(|tail| {
            let joined = self.world.between(tail, spot.locale);
            tail == spot.locale || joined.is_some_and(|edge| !self.world.edge(edge).roads.is_empty())
        });
        may(next, "It isn't in the locale next behind the column, by a road that leads to it.")?;
        let alone = self.unit(unit).kind == Kind::Disrupted && !self.has_company(unit, spot);
        may(!alone, "Disrupted infantry moves only with another unit that is not.")?;
        let full = "On its way is no room, a boundary that no road march crosses, or a road that is used already, doesn't meet \
             the column's, or is local: three locales are for main roads only.";
        may(false, full)
    }

    /// §8: a unit that has no part in what is asked for in a step of a command.
    fn why_not_in_step(&self, step: Step, unit: Unit, own: bool) -> May<Line> {
        let (action, state) = (self.action(), self.unit(unit));
        let section = self.step_section(step);
        let no = |text: &str| Err(line(text, section));
        let ours = action.units.contains(&unit);
        match step {
            Step::WinnerHit => return no("The winner's loss is for one of his leading units."),
            Step::LeaderHits(_) => return no("Leading units of the loser are hit before others."),
            Step::ChargeLeaders if ours => return no("Only 2-strength cavalry leads a charge."),
            Step::ChargeLeaders => return no("It doesn't charge."),
            Step::ChargeLoss => return no("The loss is for a leading charge unit."),
            Step::Post if ours => return no("It secures the approach already."),
            Step::Post => return no("Only units that maneuver can secure the approach."),
            Step::PursuitPost if !ours => return no("It doesn't pursue."),
            Step::PursuitPost if state.spot().is_some_and(|spot| spot.edge.is_some()) => {
                return no("It secures an approach already.");
            }
            Step::PursuitPost => return no("Choose its approach."),
            _ => ensure(own, "It isn't yours.", section)?,
        }
        let disrupted = state.kind == Kind::Disrupted;
        match step {
            Step::LeadDefense => Ok(self.may_lead_defense(unit)?),
            Step::Support => Ok(self.may_support(action, unit)?),
            Step::Answer | Step::Hold => {
                self.may_hold(unit).map_err(|why| self.about(why, action.to, Some(action.edge)))
            }
            Step::FlightLoss | Step::FlightMove => self.why_not_in_flight(step, unit),
            _ if disrupted => Err(line("Disrupted infantry takes no loss.", "13.1")),
            Step::BombardHits(_) => no("It isn't in the position that is bombarded."),
            _ => no("It took no part in the assault."),
        }
    }

    /// §11, §12: a unit that takes no loss, or isn't moved.
    fn why_not_in_flight(&self, step: Step, unit: Unit) -> May<Line> {
        let (flight, state, section) = (self.flight(), self.unit(unit), self.flight_citation());
        ensure(flight.fled.iter().all(|&(gone, _)| gone != unit), "It has gone already.", section)?;
        let Some(spot) = state.spot().filter(|spot| spot.locale == flight.from) else {
            return Err(line(format!("It isn't in {}.", self.world.name(flight.from)), section));
        };
        ensure(step == Step::FlightLoss, "Choose where it goes.", section)?;
        ensure(state.kind != Kind::Disrupted, "Disrupted infantry takes no loss.", "13.1")?;
        match flight.losses.first() {
            Some((lost, _)) if *lost != spot => {
                Err(line(format!("The loss is for {}.", self.spot_label(*lost)), section))
            }
            _ => Err(line("Cavalry in reserve takes no loss.", section)),
        }
    }

    /// §9: a unit that has no part in staff commands now.
    fn why_not_staffed(&self, unit: Unit) -> May<Line> {
        let (state, turn) = (self.unit(unit), &self.turn);
        let locale = match state.at {
            At::Map(spot) => spot.locale,
            At::Display(group) => return self.why_not_mobilized(group),
            At::Off => return Err(line("It is out of the game.", "13.1")),
        };
        self.may_be_staffed(unit)?;
        ensure(turn.mobilizing.is_none(), "A reinforcement group mobilizes now.", "9.3")?;
        let elsewhere = turn.reorganizing.is_some_and(|now| now != locale);
        ensure(!elsewhere || state.kind == Kind::Artillery, "Another locale reorganizes now.", "9.1")?;
        if state.kind == Kind::Disrupted && turn.reorganizing.is_none() {
            self.may_rally(locale)?;
            ensure(!turn.mobilized, "Units rally before others mobilize.", "9")?;
            return Err(line("Choose how many pairs rally in its locale.", "9.2"));
        }
        self.may_reorganize(unit)?;
        ensure(turn.staff == 0, "Units reorganize before others rally or mobilize.", "9")?;
        ensure(!self.reorganizes(locale, unit), "Choose how it merges or splits.", "9.1")?;
        let alone =
            "It merges only with another 1-strength unit of its type in its reserve that had no command.";
        ensure(state.strength > 1, alone, "9.1")?;
        let full = "There is no room for the units that it would split into.";
        ensure(self.room(locale) > 0, full, "4.3.1")?;
        Err(line("No unit that it could split into is left off the board.", "4.1.3"))
    }

    /// §9.3: why no unit of a reinforcement group can be brought now.
    fn why_not_mobilized(&self, group: u8) -> May<Line> {
        match self.turn.mobilizing {
            Some((_, now)) if now != group => Err(line(format!("Group {now} mobilizes now."), "9.3")),
            Some((locale, _)) => Err(line(format!("{} is full.", self.world.name(locale)), "4.3.1")),
            None => {
                ensure(self.turn.reorganizing.is_none(), "Units on the map reorganize now.", "9.1")?;
                self.may_mobilize()?;
                let earlier = "All units of an earlier group have to be mobilized before.";
                ensure(self.next_group(self.active) == Some(group), earlier, "9.3")?;
                let closed = "Every entry locale is full, enemy-occupied or closed this turn.";
                ensure(self.entries().next().is_some(), closed, "9.3")?;
                Err(line("Choose the entry locale first.", "9.3"))
            }
        }
    }
}
