//! Why something can't be chosen now, or what it is. An explanation never contradicts the list, and tells its reader nothing
//! that he may not know.

use muster_contract::{Line, Seat, Target};
use muster_sdk::{Explanations, line, remark};

use crate::choice::{army_id, fleet_id};
use crate::commands::{FORTIFICATION, MOST_JOINED};
use crate::naval_battle::Ship;
use crate::recruiting::RECRUITMENT;
use crate::ships::price;
use crate::state::{Army, Asked, Berth, CwStrategy, Fleet, Stage, Turn, armies_in};
use crate::words::{counted, men, ships_of};
use crate::world::{City, MOST_SHIPS, RAIDING_ZONE, SLOTS, Side, Slot};

impl Explanations for CwStrategy {
    /// Why the target can't be chosen now, and what it is.
    fn explain(&self, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        let mut lines = match target {
            Target::Unit(id) => self.unit_lines(seat, id),
            Target::Space(id) if self.world.zone && id == RAIDING_ZONE => self.zone_lines(seat),
            Target::Space(id) => match self.world.find(id) {
                Some(city) => self.city_lines(seat, city),
                None => vec![remark(format!("There is no city called {id}."))],
            },
            Target::Edge(_) => vec![line("A road: one link of a march.", "6.1")],
            _ => Vec::new(),
        };
        if choosable {
            lines.push(remark("It can be chosen now."));
        } else {
            lines.extend(self.why_not(seat, target));
        }
        lines
    }
}

impl CwStrategy {
    /// The army that a unit's id names, as the seat knows it.
    fn army_named(&self, seat: Option<Seat>, id: &str) -> Option<(Side, Slot, &Army)> {
        Side::ALL.into_iter().find_map(|side| {
            let slot = (0..SLOTS as Slot).find(|&slot| army_id(side, slot) == id)?;
            let army = self.known(side, seat).armies[usize::from(slot)].as_ref()?;
            Some((side, slot, army))
        })
    }

    fn unit_lines(&self, seat: Seat, id: &str) -> Vec<Line> {
        let own = self.side_of(seat);
        if let Some((side, slot, army)) = self.army_named(Some(seat), id) {
            let name = self.leader_name(side, slot, army.leader);
            let men =
                if self.size_seen(Some(seat), side, army.at) { men(army.size) } else { "an army".to_owned() };
            let at = self.world.name(army.at);
            let mut lines = vec![match army.turn {
                Turn::Train(to) => {
                    line(format!("{name}: {men} on the train from {at} to {}.", self.world.name(to)), "7.5")
                }
                _ => line(format!("{name}: {men} in {at}."), "1.3"),
            }];
            if side == own {
                let supply = if army.fresh { "not rolled for".to_owned() } else { army.supply.to_string() };
                let text =
                    format!("Rating {}, experience {}, supply {supply}.", army.rating, army.experience);
                lines.push(line(text, "1.3"));
                if let Some(named) = self.retreat_words(side, slot) {
                    lines.push(line(format!("If beaten it retreats to {named}, in this order."), "9.11"));
                }
                lines.extend(self.why_no_train(side, army));
            }
            return lines;
        }
        for side in Side::ALL.into_iter().filter(|&side| fleet_id(side) == id) {
            if let Some(fleet) = self.known(side, Some(seat)).fleet {
                return self.fleet_lines(seat, side, fleet);
            }
        }
        vec![remark(format!("You see no unit called {id}."))]
    }

    /// §7.1-7.4: why an army of one's own that is ready can't go by train.
    fn why_no_train(&self, side: Side, army: &Army) -> Option<Line> {
        if self.stage != Stage::Sheets || army.turn != Turn::Ready || self.trains(side)(army) {
            return None;
        }
        let most = self.rail_capacity(side).unsigned_abs();
        Some(if self.train_is_taken(side) {
            line("No train for it: your railroad has its one army of the turn.", "7.1")
        } else if u32::from(army.size) > most {
            line(format!("No train for it: yours take {} at most.", men(most)), "7.2")
        } else if !self.is_station(side, army.at) {
            line("No train for it: its city isn't part of an own chain of three.", "7.3")
        } else {
            line("No train for it: trains stop in no other city of yours.", "7.3")
        })
    }

    /// A fleet: its ships, where it is and what it does there, and what one's own is ordered to.
    fn fleet_lines(&self, seat: Seat, side: Side, fleet: Fleet) -> Vec<Line> {
        let ships = [(fleet.ironclads, Ship::Ironclad), (fleet.wooden, Ship::Wooden)];
        let ships: Vec<String> = ships
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|&(count, ship)| ships_of(count, ship))
            .collect();
        let at = match fleet.at {
            Berth::Port(port) => format!("in {}", self.world.name(port)),
            Berth::Raiding => "in the raiding zone".to_owned(),
        };
        let text = format!("The {} fleet: {}, {}, {at}.", side.name(), fleet.row(), ships.join(" and "));
        let mut lines = vec![line(text, "1.7")];
        match fleet.at {
            Berth::Port(port) if self.owns(side.other(), port) => {
                lines.push(line("An enemy army in this port loses 1 supply a turn.", "5.15"));
            }
            Berth::Port(_) => {}
            Berth::Raiding => lines.push(line(
                "Each turn it takes its part of the enemy's income; it may lose ships before it does, even the last. \
                 From here it can only sail.",
                "5.27",
            )),
        }
        if side == self.side_of(seat)
            && let Some(naval) = self.power(side).sheet.naval
        {
            lines.push(line(format!("This turn it {}.", self.naval_words(naval)), "5.5"));
        }
        lines
    }

    /// §5.13: the raiding zone, and who is in it.
    fn zone_lines(&self, seat: Seat) -> Vec<Line> {
        let text = "The raiding zone: each turn a fleet here takes its part of the enemy's income; it may lose ships \
                    before it does, even the last. From here it can only sail.";
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

    fn city_lines(&self, seat: Seat, city: City) -> Vec<Line> {
        let info = self.world.city(city);
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
        for side in Side::ALL {
            lines.extend(self.standing_lines(seat, side, city));
        }
        lines
    }

    /// All armies of a side in a city: how many there are, their men together, and which is fought first (§9.6).
    fn standing_lines(&self, seat: Seat, side: Side, city: City) -> Vec<Line> {
        let armies: Vec<(Slot, &Army)> = armies_in(self.known(side, Some(seat)), city).collect();
        let Some(((_, lead), rest)) = armies.split_first() else { return Vec::new() };
        let seen = self.size_seen(Some(seat), side, city);
        let named = |(slot, army): &(Slot, &Army)| {
            let name = self.leader_words(side, *slot, army.leader);
            if seen { format!("{name} {}", counted(army.size)) } else { name }
        };
        let names: Vec<String> = armies.iter().map(named).collect();
        let who = muster_sdk::capital(side.who());
        if rest.is_empty() {
            let size = if seen { men(lead.size) } else { "an army".to_owned() };
            return vec![line(format!("{who} has {size} here: {}.", names[0]), "1.3")];
        }
        let all: u32 = armies.iter().map(|(_, army)| u32::from(army.size)).sum();
        let size = if seen { format!(", {} together", men(all)) } else { String::new() };
        let text = format!("{who} has {} armies here{size}: {}.", armies.len(), names.join(", "));
        vec![line(text, "1.3"), line("Who attacks them fights each in turn, in this order.", "9.6")]
    }

    /// Why the target has no part in what is decided; each reason is true by itself.
    fn why_not(&self, seat: Seat, target: &Target) -> Vec<Line> {
        let side = self.side_of(seat);
        let sheet = &self.power(side).sheet;
        match self.stage {
            Stage::Over(..) => return vec![line("The war is over.", "13.10")],
            Stage::Sheets if sheet.sealed => return vec![line("Your sheet is sealed.", "18.2")],
            Stage::Override(..) => return vec![line("It is asked only whether the war goes on.", "13.9")],
            _ => {}
        }
        let city = match target {
            Target::Space(id) => self.world.find(id),
            _ => None,
        };
        if let Some(asked) = sheet.asked {
            let begun = line("First give the order that is begun, or take it back.", "18.2");
            return city
                .and_then(|city| self.why_not_asked(side, asked, city))
                .into_iter()
                .chain([begun])
                .collect();
        }
        match target {
            Target::Unit(id) => vec![self.why_not_unit(seat, id)],
            Target::Space(id) if self.world.zone && id == RAIDING_ZONE => vec![self.why_not_zone(side)],
            Target::Edge(_) => vec![line("An order names the city at its end.", "6.1")],
            _ => match city {
                Some(city) if self.owns(side, city) => self.why_not_own(side, city),
                Some(city) => self.why_not_other(side, city),
                None => vec![line("It has no part in what is decided now.", "3.2")],
            },
        }
    }

    /// Why a city isn't among those that the order which is begun can name.
    fn why_not_asked(&self, side: Side, asked: Asked, city: City) -> Option<Line> {
        let own = self.owns(side, city);
        Some(match asked {
            Asked::Train(_) if !own => line("Trains go to cities of your own only.", "7.3"),
            Asked::Train(slot) if self.army(side, slot).is_some_and(|army| army.at == city) => {
                line("The army is there.", "7.3")
            }
            Asked::Train(_) => {
                line("Trains stop only in a city that is part of an own chain of three.", "7.3")
            }
            Asked::Capital if !own => line("The capital moves to a city of your own only.", "8.4"),
            Asked::Capital => line("It is the capital.", "8.4"),
            Asked::Retreat(slot) => {
                let army = self.army(side, slot)?;
                if army.retreat.iter().any(|named| named == city) {
                    line("The list names it already.", "9.11")
                } else if !own {
                    line("Armies retreat to cities of their own side only.", "9.11")
                } else {
                    let text = match army.turn {
                        Turn::Train(to) => {
                            format!("It is no neighbour of {}, where the train goes.", self.world.name(to))
                        }
                        _ => format!(
                            "It is no neighbour of {}, nor of where the army is ordered to.",
                            self.world.name(army.at)
                        ),
                    };
                    line(text, "9.11")
                }
            }
            Asked::Relief(_) => return None,
        })
    }

    fn why_not_unit(&self, seat: Seat, id: &str) -> Line {
        let own = self.side_of(seat);
        if let Some((of, _, army)) = self.army_named(Some(seat), id) {
            if of != own {
                return line("It is the enemy's.", "18.1");
            }
            return match army.turn {
                _ if army.fresh => line("It was raised this turn, and does nothing else.", "4.7"),
                Turn::Spent | Turn::Done => line("It has done something else this turn.", "0.9"),
                Turn::Train(_) => line("It is on a train, which can't be called back.", "7.1"),
                Turn::Moving(to) => line(format!("It is ordered to {}.", self.world.name(to)), "6.1"),
                Turn::Ready => line("Give its order by the place it goes to, or in the list.", "6.1"),
            };
        }
        match Side::ALL.into_iter().find(|&side| fleet_id(side) == id) {
            Some(side) if self.known(side, Some(seat)).fleet.is_none() => {
                line("It has no part in what is decided now.", "3.2")
            }
            Some(side) if side != own => line("It is the enemy's.", "18.1"),
            Some(side) if self.power(side).sheet.naval.is_some() => {
                line("The fleet has its one action.", "5.5")
            }
            Some(_) => line("Give its order by the port that it sails to, or in the list.", "5.6"),
            None => line("It has no part in what is decided now.", "3.2"),
        }
    }

    /// Why nothing can be done about a city of the enemy's, or of nobody.
    fn why_not_other(&self, side: Side, city: City) -> Vec<Line> {
        let power = self.power(side);
        let beside = || self.world.city(city).links.iter().flat_map(|&next| armies_in(power, next));
        let january = !self.world.options.january && self.month == 1;
        let mut lines = vec![if beside().next().is_none() {
            line("No army of yours stands next to it.", "6.1")
        } else if january {
            line("There are no campaigns in January.", "6.3")
        } else if beside().any(|(_, army)| matches!(army.turn, Turn::Moving(_))) {
            line(
                "The armies next to it have orders, which can be taken back, or have done something else.",
                "6.4",
            )
        } else {
            line("The armies next to it have done something else this turn.", "0.9")
        }];
        lines.extend(self.why_no_ships(side, city));
        lines
    }

    /// Why nothing can be done about a city of one's own.
    fn why_not_own(&self, side: Side, city: City) -> Vec<Line> {
        let power = self.power(side);
        let mut lines = vec![if !power.sheet.list.contains(&city) {
            line("It isn't on this turn's list of recruits.", "4.2")
        } else if self.is_estranged(side, city) {
            line("Under realism the enemy's original cities give nobody.", "4.2")
        } else if power.cash < RECRUITMENT {
            line("A recruitment costs 100, which you don't have.", "4.1")
        } else {
            line("No slot is free for another army.", "4.7")
        }];
        if armies_in(power, city).next().is_some() {
            lines.push(if self.fort(city) >= 2 {
                line("Its fort has the highest level.", "8.1")
            } else if power.cash < FORTIFICATION {
                line("A fort costs 200, which you don't have.", "8.1")
            } else {
                line("The armies there have done something else this turn, so that none can dig in.", "8.1")
            });
            // None of two that are ready joins: with the first the others are too many.
            if armies_in(power, city).filter(|(_, army)| army.turn == Turn::Ready).nth(1).is_some() {
                let text = format!("The armies there can't join: at most {} together do.", men(MOST_JOINED));
                lines.push(line(text, "8.2"));
            }
        }
        lines.push(line("No army that is ready stands next to it.", "6.1"));
        lines.extend(self.why_no_ships(side, city));
        lines
    }

    /// Why the fleet does nothing in a port, and no ship is built there.
    fn why_no_ships(&self, side: Side, city: City) -> Option<Line> {
        if !self.world.city(city).port {
            return None;
        }
        let power = self.power(side);
        let own = self.owns(side, city);
        Some(match power.fleet {
            _ if power.sheet.naval.is_some() => line("The fleet has its one action.", "5.5"),
            Some(fleet) if fleet.is_in(city) && !own && fleet.ships() < 2 => {
                line("The fleet is there; a landing needs two ships.", "5.12")
            }
            Some(fleet) if fleet.is_in(city) && !own && side == Side::Cs && self.realism => {
                line("The fleet is there; under realism the Confederacy lands nobody.", "5.12")
            }
            Some(fleet) if fleet.is_in(city) && !own => {
                line("The fleet is there; no slot is free for an army that lands.", "5.12")
            }
            Some(fleet) if own && fleet.ships() >= MOST_SHIPS => line("The fleet has ten ships.", "5.1"),
            _ if own && power.cash < price(Ship::Wooden) => {
                line("A ship costs 100, which you don't have.", "5.1")
            }
            None if own => line("The enemy's fleet lies there, so that you can't found one.", "5.1"),
            None => line("You have no fleet.", "5.6"),
            // A fleet elsewhere can sail here: then the port can be chosen.
            Some(_) => return None,
        })
    }
}
