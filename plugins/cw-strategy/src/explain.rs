//! Why something can't be chosen now, or what it is. An explanation never contradicts the list, and tells its reader nothing
//! that he may not know.

use muster_contract::{Line, Seat, Target};
use muster_sdk::{line, remark};

use crate::choice::{army_id, fleet_id};
use crate::state::{Army, Berth, CwStrategy, Fleet, Stage, Turn, armies_in};
use crate::words::men;
use crate::world::{City, RAIDING_ZONE, SLOTS, Side, Slot, World};

impl CwStrategy {
    /// The army that a unit's id names, as the seat knows it.
    fn army_named(&self, seat: Option<Seat>, id: &str) -> Option<(Side, Slot, &Army)> {
        Side::ALL.into_iter().find_map(|side| {
            let slot = (0..SLOTS as Slot).find(|&slot| army_id(side, slot) == id)?;
            let army = self.known(side, seat).armies[usize::from(slot)].as_ref()?;
            Some((side, slot, army))
        })
    }

    /// Why the target can't be chosen now, and what it is.
    pub(crate) fn explanation(
        &self,
        world: &World,
        seat: Seat,
        target: &Target,
        choosable: bool,
    ) -> Vec<Line> {
        let mut lines = match target {
            Target::Unit(id) => self.unit_lines(world, seat, id),
            Target::Space(id) if world.zone && id == RAIDING_ZONE => self.zone_lines(seat),
            Target::Space(id) => match world.find(id) {
                Some(city) => self.city_lines(world, seat, city),
                None => vec![remark(format!("There is no city called {id}."))],
            },
            Target::Edge(_) => vec![line("A road: one link of a march.", "6.1")],
            _ => Vec::new(),
        };
        lines.push(if choosable {
            remark("It can be chosen now.")
        } else {
            self.why_not(world, seat, target)
        });
        lines
    }

    fn unit_lines(&self, world: &World, seat: Seat, id: &str) -> Vec<Line> {
        let own = self.side_of(seat);
        if let Some((side, slot, army)) = self.army_named(Some(seat), id) {
            let name = self.leader_name(world, side, slot, army.leader);
            let men = if self.size_seen(world, Some(seat), side, army.at) {
                men(army.size)
            } else {
                "an army".to_owned()
            };
            let mut lines = vec![line(format!("{name}: {men} in {}.", world.name(army.at)), "1.3")];
            if side == own {
                let supply = if army.fresh { "not rolled for".to_owned() } else { army.supply.to_string() };
                let text =
                    format!("Rating {}, experience {}, supply {supply}.", army.rating, army.experience);
                lines.push(line(text, "1.3"));
                if let Some(named) = self.retreat_words(world, side, slot) {
                    lines.push(line(format!("If beaten it retreats to {named}, in this order."), "9.11"));
                }
            }
            return lines;
        }
        for side in Side::ALL.into_iter().filter(|&side| fleet_id(side) == id) {
            if let Some(fleet) = self.known(side, Some(seat)).fleet {
                return vec![line(format!("The {} fleet: {}.", side.name(), fleet.row()), "1.7")];
            }
        }
        vec![remark(format!("You see no unit called {id}."))]
    }

    /// §5.13: the raiding zone, and who is in it.
    fn zone_lines(&self, seat: Seat) -> Vec<Line> {
        let text = "The raiding zone: a fleet here takes its part of the enemy's income each turn, or loses ships. \
                    From here it can only sail.";
        let mut lines = vec![line(text, "5.27")];
        for side in Side::ALL {
            let fleet = self.known(side, Some(seat)).fleet.filter(|fleet| fleet.at == Berth::Raiding);
            if let Some(fleet) = fleet {
                lines.push(line(format!("The {} fleet: {}.", side.name(), fleet.row()), "1.7"));
            }
        }
        lines
    }

    fn why_not_zone(&self, side: Side) -> Line {
        let power = self.power(side);
        match power.fleet {
            _ if power.sheet.naval.is_some() => line("The fleet has its one action.", "5.5"),
            None => line("You have no fleet.", "5.13"),
            Some(Fleet { at: Berth::Raiding, .. }) => line("Your fleet is there.", "5.13"),
            Some(_) => line("Your fleet can go there from a port.", "5.13"),
        }
    }

    fn city_lines(&self, world: &World, seat: Seat, city: City) -> Vec<Line> {
        let info = world.city(city);
        let owner = self.owner(city).map_or("nobody's".to_owned(), |side| format!("{}'s", side.who()));
        let port = if info.port { ", a seaport" } else { "" };
        let text = format!("{} ({}): {owner}, worth {}{port}.", info.title, info.state, info.worth);
        let mut lines = vec![line(text, "1.1")];
        let fort = self.fort_seen(Some(self.side_of(seat)), city);
        if fort > 0 {
            lines.push(line(
                format!("A fort of level {fort}: it multiplies a ready defender's strength by {}.", fort + 1),
                "10.13",
            ));
        }
        lines
    }

    fn why_not(&self, world: &World, seat: Seat, target: &Target) -> Line {
        let side = self.side_of(seat);
        let sheet = &self.power(side).sheet;
        match self.stage {
            Stage::Over(..) => return line("The war is over.", "13.10"),
            Stage::Sheets if sheet.sealed => return line("Your sheet is sealed.", "18.2"),
            Stage::Override(..) => return line("It is asked only whether the war goes on.", "13.9"),
            _ => {}
        }
        if sheet.asked.is_some() {
            return line("First give the order that is begun, or take it back.", "18.2");
        }
        match target {
            Target::Unit(id) => match self.army_named(Some(seat), id) {
                Some((of, _, _)) if of != side => line("It is the enemy's.", "18.1"),
                Some((_, _, army)) => match army.turn {
                    Turn::Spent | Turn::Done => line("It has done something else this turn.", "0.9"),
                    Turn::Train(_) => line("It is on a train, which can't be called back.", "7.1"),
                    Turn::Moving(to) => line(format!("It is ordered to {}.", world.name(to)), "6.1"),
                    Turn::Ready => line("Give its order by the place it goes to, or in the list.", "6.1"),
                },
                None => line("It has no part in what is decided now.", "3.2"),
            },
            Target::Space(id) if world.zone && id == RAIDING_ZONE => self.why_not_zone(side),
            Target::Space(id) => match world.find(id) {
                Some(city) => self.why_not_city(world, side, city),
                None => line("It has no part in what is decided now.", "3.2"),
            },
            _ => line("It has no part in what is decided now.", "3.2"),
        }
    }

    fn why_not_city(&self, world: &World, side: Side, city: City) -> Line {
        let power = self.power(side);
        let beside = world.city(city).links.iter().any(|&next| armies_in(power, next).next().is_some());
        if !self.owns(side, city) {
            return if !beside {
                line("No army of yours stands next to it.", "6.1")
            } else if !world.options.january && self.month == 1 {
                line("There are no campaigns in January.", "6.3")
            } else {
                line("The armies next to it have done something else this turn.", "6.1")
            };
        }
        if power.sheet.list.contains(&city) && power.cash < crate::recruiting::RECRUITMENT {
            return line("A recruitment costs 100, which you don't have.", "4.1");
        }
        if armies_in(power, city).next().is_some() && power.cash < crate::commands::FORTIFICATION {
            return line(
                "A fort costs 200, which you don't have; and it isn't on the list of recruits.",
                "8.1",
            );
        }
        if let Some(fleet) = power.fleet
            && fleet.at == Berth::Port(city)
            && power.sheet.naval.is_some()
        {
            return line("The fleet has its one action.", "5.5");
        }
        line("It isn't on this turn's list of recruits, and no army can go there.", "4.2")
    }
}
