//! Why a unit can't be chosen by the player who decides now.

use muster_contract::{Line, Seat};
use muster_sdk::line;

use crate::state::{At, BullRun, Flight, Spot, Stage, Step};
use crate::world::{Kind, Locale, Unit};

/// Why ranging artillery and others aren't commanded together.
const RANGING: &str = "Ranging artillery does nothing but bombard, and nobody else with it.";

/// Why disrupted infantry has no part in a command, though somebody is with it.
const ONLY_MARCHES: &str = "Disrupted infantry only marches to another locale with others: each around is enemy-occupied, \
                            closed this turn, beyond an impassable boundary, or has no room for all of them.";

impl BullRun {
    pub(super) fn why_not_unit(&self, seat: Seat, unit: Unit) -> Line {
        let own = self.world.unit(unit).side == self.side_of(seat);
        match self.stage {
            Stage::Command(step) => self.why_not_in_step(step, unit, own),
            Stage::Random(..) => self.why_not_drawn(unit, own),
            _ if !own => line("It isn't yours to command.", self.section()),
            Stage::Field => self.why_not_commanded(unit),
            Stage::Staff => self.why_not_staffed(unit),
            Stage::Claim(locale) => self.why_no_claim(locale, unit),
            Stage::Administer => self.why_not_administered(unit),
            Stage::Shuffle => match self.unit(unit).at {
                At::Map(_) if !self.takes_part_in_shuffling(unit) => {
                    line(crate::preparation::NEVER_SHUFFLED, "7.1")
                }
                At::Map(spot) => line(self.shuffle_hindrance(spot).unwrap_or("Choose the locale."), "7.1"),
                _ => line("Only units on the map are shuffled.", "7.1"),
            },
            Stage::Limber => line("Only ranging artillery limbers.", "7.2"),
            Stage::Cards => line("Two command cards are played now.", "7.3"),
            Stage::Place(..) => match self.unit(unit).at {
                At::Map(_) => line("It is placed already.", "5"),
                At::Display(0) if self.order.units.contains(&unit) => {
                    line("It is being placed: choose its cube.", "5")
                }
                At::Display(0) => line("Another unit is being placed: choose its cube.", "5"),
                _ => line("Reinforcements stay on their display.", "5"),
            },
            _ => line("Cubes are chosen now, not units.", "5"),
        }
    }

    /// §5 steps 7 and 8: units of the opponent's are drawn blindly; only where is chosen.
    fn why_not_drawn(&self, unit: Unit, own: bool) -> Line {
        let why = match self.unit(unit).at {
            At::Map(_) => "It is placed already.",
            At::Display(0) if own => "Units of your opponent's are placed now.",
            At::Display(0) => "It is drawn blindly: choose a cube that it may replace.",
            _ => "Reinforcements stay on their display.",
        };
        line(why, "5")
    }

    /// §8: a unit that no command can be given to, or that can't join those picked.
    fn why_not_commanded(&self, unit: Unit) -> Line {
        let state = self.unit(unit);
        let Some(spot) = state.spot() else { return line("It is not on the map.", "9.3") };
        if state.ordered {
            return line("It was issued a command this turn.", "8");
        }
        if self.order.road.is_some() {
            return self.why_not_in_column(unit, spot);
        }
        if self.order.units.contains(&unit) {
            return line("It belongs to the command.", "8");
        }
        if let Some(group) = self.group(&self.order.units) {
            return if group.spot != spot {
                line("Only units of one position are commanded together.", "8")
            } else if state.is_ranging() != (group.ranging > 0) {
                line(RANGING, "8.0.2")
            } else if state.is_ranging() {
                let most = crate::words::counted_words(self.may_bombard(spot), "artillery unit");
                line(format!("No more than {most} can bombard from here now."), "8.3")
            } else if state.kind == Kind::Disrupted {
                line(ONLY_MARCHES, "4.1.1")
            } else {
                line("There is no room for so many where they could go.", "4.3.1")
            };
        }
        if let Some(why) = self.why_no_command() {
            why
        } else if state.is_ranging() {
            self.why_silent(spot)
        } else if state.kind == Kind::Disrupted && !self.has_company(unit, spot) {
            line("Disrupted infantry moves only with another unit that is not.", "4.1.1")
        } else if state.kind == Kind::Disrupted {
            line(ONLY_MARCHES, "4.1.1")
        } else {
            line("Every locale around is full, closed this turn, or beyond an impassable boundary.", "4.3.1")
        }
    }

    /// Whether somebody is with a disrupted unit who could be commanded with it.
    fn has_company(&self, unit: Unit, spot: Spot) -> bool {
        let mut others = self.in_spot(self.active, spot);
        others.any(|other| other != unit && self.is_free(other) && self.unit(other).kind != Kind::Disrupted)
    }

    /// §8.3: why ranging artillery can't bombard.
    pub(super) fn why_silent(&self, spot: Spot) -> Line {
        let Some(edge) = spot.edge else { return line("Artillery in reserve never ranges.", "10.4") };
        let (id, to) = (&self.world.edge(edge).id, self.world.edge(edge).across(spot.locale));
        if !self.is_enemy(self.active, to) {
            line(format!("No enemy is in {} any more.", self.world.name(to)), "8.3")
        } else if self.turn.bombarded.contains(&edge) {
            line(format!("There was a bombardment over {id} this turn."), "8.3")
        } else {
            let theirs = self.ranging_in(self.passive(), Spot::approach(to, edge));
            let theirs = crate::words::counted_words(theirs, "ranging artillery unit");
            line(format!("{theirs} of the enemy at the opposite approach silences as many here."), "8.3")
        }
    }

    /// §8.6.4: why a unit can't join the road march in the making.
    fn why_not_in_column(&self, unit: Unit, spot: Spot) -> Line {
        let Some(road) = &self.order.road else { return line("No road march is planned.", "8.6.4") };
        let behind = road.followers.iter().flat_map(|group| &group.units);
        if self.order.units.iter().chain(behind).any(|&one| one == unit) {
            return line("It belongs to the march.", "8.6.4");
        }
        if !road.settled {
            return line("First say where the road march goes.", "8.6.4");
        }
        if spot.edge.is_some() {
            return line("Only units in reserve march by road.", "8.6.4");
        }
        let head = self.order.units.first().and_then(|&unit| self.unit(unit).spot());
        if self.road_been().contains(&spot.locale) {
            return match head.is_some_and(|head| head == spot) {
                true => line("The head of the column is settled; only those behind it still join.", "8.6.4"),
                false => {
                    line("The column comes through its locale: only those behind the head join.", "8.6.4")
                }
            };
        }
        let last = road.followers.last();
        if last.is_some_and(|last| last.locale != spot.locale && !self.has_troops(&last.units)) {
            return line(
                "The disrupted infantry last in the column waits for another unit of its locale.",
                "8.6.4",
            );
        }
        let tail = road.followers.last().map(|last| last.locale).or(head.map(|head| head.locale));
        let joined = tail.and_then(|tail| self.world.between(tail, spot.locale));
        let next = road.followers.last().is_some_and(|last| last.locale == spot.locale)
            || joined.is_some_and(|edge| !self.world.edge(edge).roads.is_empty());
        if !next {
            return line(
                "It isn't in the locale next behind the column, by a road that leads to it.",
                "8.6.4",
            );
        }
        if self.unit(unit).kind == Kind::Disrupted && !self.has_company(unit, spot) {
            return line("Disrupted infantry moves only with another unit that is not.", "8.6.4");
        }
        line(
            "On its way is no room, a boundary that no road march crosses, or a road that is used already, doesn't meet \
             the column's, or is local: three locales are for main roads only.",
            "8.6.4",
        )
    }

    /// §8: a unit that has no part in what is asked for in a step of a command.
    fn why_not_in_step(&self, step: Step, unit: Unit, own: bool) -> Line {
        let Some(action) = &self.action else { return line("No command is carried out.", "8") };
        let state = self.unit(unit);
        let section = action.command.section();
        let at = state.spot();
        let approach = Spot::approach(action.to, action.edge);
        let others = |citation: &'static str| line("It isn't yours.", citation);
        match step {
            Step::LeadDefense | Step::Support if !own => others("8.2"),
            Step::LeadDefense | Step::Support if !action.defenders.contains(&unit) => {
                line("It doesn't secure the approach that is assaulted.", "8.2")
            }
            Step::LeadDefense if state.kind == Kind::Artillery => {
                line("Artillery leads no defense; it may support one.", "8.2")
            }
            Step::LeadDefense => line("The approach is obstructed: cavalry leads no defense there.", "8.2"),
            Step::Support if action.defense_leaders.contains(&unit) => line("It leads the defense.", "8.2"),
            Step::Support if state.is_ranging() => line("Ranging artillery supports nobody.", "8.2"),
            Step::Support => line("Only artillery supports a defense.", "8.2"),
            Step::WinnerHit => line("The winner's loss is for one of his leading units.", "8.2"),
            Step::LeaderHits(_) => line("Leading units of the loser are hit before others.", "8.2"),
            Step::OtherHits(_) if !own => others("8.2"),
            Step::OtherHits(_) if state.kind == Kind::Disrupted => {
                line("Disrupted infantry takes no loss.", "13.1")
            }
            Step::OtherHits(_) => line("It took no part in the assault.", "8.2"),
            Step::BombardHits(_) if !own => others("8.3"),
            Step::BombardHits(_) if state.kind == Kind::Disrupted => {
                line("Disrupted infantry takes no loss.", "13.1")
            }
            Step::BombardHits(_) => line("It isn't in the position that is bombarded.", "8.3"),
            Step::ChargeLeaders if action.units.contains(&unit) => {
                line("Only 2-strength cavalry leads a charge.", "8.4")
            }
            Step::ChargeLeaders => line("It doesn't charge.", "8.4"),
            Step::ChargeLoss => line("The loss is for a leading charge unit.", "8.4"),
            Step::Answer | Step::Hold if !own => others(section),
            Step::Answer | Step::Hold => match at {
                Some(spot) if spot == approach => line("It secures the approach already.", section),
                Some(spot) if spot.locale != action.to => {
                    line(format!("It isn't in {}.", self.world.name(action.to)), section)
                }
                Some(_) if state.kind == Kind::Disrupted => {
                    line("Disrupted infantry never secures an approach.", "4.3.1")
                }
                _ => line("Only units in reserve can secure the approach.", section),
            },
            Step::Post if action.units.contains(&unit) => line("It secures the approach already.", "8.5"),
            Step::Post => line("Only units that maneuver can secure the approach.", "8.5"),
            Step::PursuitPost if action.units.contains(&unit) => match at {
                Some(Spot { edge: Some(_), .. }) => line("It secures an approach already.", "8.2"),
                _ => line("Choose its approach.", "8.2"),
            },
            Step::PursuitPost => line("It doesn't pursue.", "8.2"),
            Step::FlightLoss | Step::FlightMove => match &action.flight {
                Some(flight) if own => self.why_not_in_flight(step, flight, unit),
                _ => others(self.flight_citation()),
            },
        }
    }

    /// §11, §12: a unit that takes no loss, or isn't moved.
    fn why_not_in_flight(&self, step: Step, flight: &Flight, unit: Unit) -> Line {
        let (state, citation) = (self.unit(unit), self.flight_citation());
        if flight.fled.iter().any(|&(gone, _)| gone == unit) {
            return line("It has gone already.", citation);
        }
        let Some(spot) = state.spot().filter(|spot| spot.locale == flight.from) else {
            return line(format!("It isn't in {}.", self.world.name(flight.from)), citation);
        };
        match flight.losses.first() {
            _ if step == Step::FlightMove => line("Choose where it goes.", citation),
            _ if state.kind == Kind::Disrupted => line("Disrupted infantry takes no loss.", "13.1"),
            Some((lost, _)) if *lost != spot => {
                line(format!("The loss is for {}.", self.spot_words(*lost)), citation)
            }
            _ => line("Cavalry in reserve takes no loss.", citation),
        }
    }

    /// §9: a unit that has no part in staff commands now.
    fn why_not_staffed(&self, unit: Unit) -> Line {
        let state = self.unit(unit);
        let spot = match state.at {
            At::Map(spot) => spot,
            At::Display(group) => return self.why_not_mobilized(group),
            At::Off => return line("It is out of the game.", "13.1"),
        };
        if state.ordered {
            return line("It was issued a command this turn.", "9");
        }
        if spot.edge.is_some() {
            return line("Only units in reserve reorganize or rally.", "9");
        }
        if self.turn.mobilizing.is_some() {
            return line("A reinforcement group mobilizes now.", "9.3");
        }
        let here = |locale: Locale| locale == spot.locale;
        match state.kind {
            Kind::Artillery => line("Artillery doesn't reorganize.", "9.1"),
            _ if self.turn.reorganizing.is_some_and(|locale| !here(locale)) => {
                line("Another locale reorganizes now.", "9.1")
            }
            Kind::Disrupted if self.turn.reorganizing.is_some() => {
                line("Disrupted infantry doesn't reorganize.", "9.1")
            }
            Kind::Disrupted => match self.rallying_in(spot.locale).len() {
                0 => line("It rallies only where another unit that is not disrupted is in reserve.", "9.2"),
                1 => line("Disrupted infantry rallies by pairs.", "9.2"),
                _ if self.turn.mobilized => line("Units rally before others mobilize.", "9"),
                _ => line("Choose how many pairs rally in its locale.", "9.2"),
            },
            _ if self.turn.staff > 0 => line("Units reorganize before others rally or mobilize.", "9"),
            _ if self.reorganizes(spot.locale, unit) => line("Choose how it merges or splits.", "9.1"),
            _ if state.strength == 1 => line(
                "It merges only with another 1-strength unit of its type in its reserve that had no command.",
                "9.1",
            ),
            _ if self.room(spot.locale) == 0 => {
                line("There is no room for the units that it would split into.", "4.3.1")
            }
            _ => line("No unit that it could split into is left off the board.", "4.1.3"),
        }
    }

    /// §9.3: why no unit of a reinforcement group can be brought now.
    fn why_not_mobilized(&self, group: u8) -> Line {
        match self.turn.mobilizing {
            Some((_, now)) if now != group => line(format!("Group {now} mobilizes now."), "9.3"),
            Some((locale, _)) => line(format!("{} is full.", self.world.name(locale)), "4.3.1"),
            None if self.turn.reorganizing.is_some() => line("Units on the map reorganize now.", "9.1"),
            None if self.turn.mobilized => line("Only one mobilize command is issued in a turn.", "9.3"),
            None if self.next_group() != Some(group) => {
                line("All units of an earlier group have to be mobilized before.", "9.3")
            }
            None if self.entries().is_empty() => {
                line("Every entry locale is full, enemy-occupied or closed this turn.", "9.3")
            }
            None => line("Choose the entry locale first.", "9.3"),
        }
    }

    /// §10.1: a unit that can't claim an objective.
    fn why_no_claim(&self, locale: Locale, unit: Unit) -> Line {
        match self.unit(unit).spot() {
            Some(spot) if spot.locale == locale => {
                line("Only 2- or 3-strength infantry captures an objective.", "13.3")
            }
            _ => line(format!("It isn't in {}.", self.world.name(locale)), "10.1"),
        }
    }

    /// §10.3, §10.4: a unit that can be neither spiked nor ranged.
    fn why_not_administered(&self, unit: Unit) -> Line {
        let state = self.unit(unit);
        let faces = state.spot().is_some_and(|spot| self.faces_enemy(spot));
        match state.kind {
            Kind::Artillery if state.spot().is_none() => line("It is not on the map.", "10.4"),
            Kind::Artillery if state.is_ranging() => line("It is ranging already.", "10.4"),
            Kind::Artillery if state.bombarded => line("It bombarded this turn and can't range.", "10.4"),
            Kind::Artillery if !faces => line(
                "Artillery ranges only where it secures an approach next to the enemy, and is spiked before any ranges.",
                "10.4",
            ),
            _ => line("Only artillery is spiked or ranges.", "10.4"),
        }
    }
}
