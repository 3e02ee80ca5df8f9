//! Explanations of a target: what it is, and why it can't be chosen now. They never contradict the list of choices, and depend only on
//! what the seat knows.

use muster_contract::{Line, Seat, Target};
use muster_sdk::{Explanations, May, ensure, line, uncited};

use crate::choice::{Piece, piece};
use crate::labels::{counted, men, ships_of};
use crate::naval_battle::Ship;
use crate::state::{Army, Begun, Berth, CwStrategy, Fleet, Stage, Turn, armies_in};
use crate::world::{City, RAIDING_ZONE, Side, Slot};

impl Explanations for CwStrategy {
    /// Why the target can't be chosen now, and what it is.
    fn explain(&self, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        let about = self.about(seat, target);
        let mut lines = match (about, target) {
            (About::Army(side, slot, army), _) => self.army_lines(seat, (side, slot), army),
            (About::Fleet(side, fleet), _) => self.fleet_lines(seat, side, fleet),
            (About::City(city), _) => self.city_lines(seat, city),
            (About::Zone, _) => self.zone_lines(seat),
            (_, Target::Unit(id)) => vec![uncited(format!("You see no unit called {id}."))],
            (_, Target::Space(id)) => vec![uncited(format!("There is no city called {id}."))],
            (About::Road, _) => vec![line("A road: one link of a march.", "6.1")],
            (About::Nothing, _) => Vec::new(),
        };
        if choosable {
            lines.push(uncited("It can be chosen now."));
        } else {
            lines.extend(self.why_not(seat, about));
        }
        lines
    }
}

/// What a target is, as a seat knows it.
#[derive(Clone, Copy)]
enum About<'a> {
    Army(Side, Slot, &'a Army),
    Fleet(Side, Fleet),
    City(City),
    Zone,
    Road,
    Nothing,
}

const RAIDERS: &str = "it takes its part of the enemy's income; it may lose ships before it does, even the last. \
                       From here it can only sail.";

impl CwStrategy {
    fn about(&self, seat: Seat, target: &Target) -> About<'_> {
        let known = |side: Side| self.known(side, Some(seat));
        let found = match target {
            Target::Unit(id) => piece(id).and_then(|piece| match piece {
                Piece::Army(side, slot) => {
                    let army = known(side).armies[usize::from(slot)].as_ref();
                    army.map(|army| About::Army(side, slot, army))
                }
                Piece::Fleet(side) => known(side).fleet.map(|fleet| About::Fleet(side, fleet)),
            }),
            Target::Space(id) if self.world.zone && id == RAIDING_ZONE => Some(About::Zone),
            Target::Space(id) => self.world.find(id).map(About::City),
            Target::Edge(_) => Some(About::Road),
            _ => None,
        };
        found.unwrap_or(About::Nothing)
    }

    fn army_lines(&self, seat: Seat, (side, slot): (Side, Slot), army: &Army) -> Vec<Line> {
        let name = self.leader_name(side, slot, army.leader);
        let seen = self.sees_size(Some(seat), side, army.at);
        let men = if seen { men(army.size) } else { "an army".to_owned() };
        let at = self.world.name(army.at);
        let mut lines = vec![match army.turn {
            Turn::Train(to) => {
                line(format!("{name}: {men} on the train from {at} to {}.", self.world.name(to)), "7.5")
            }
            _ => line(format!("{name}: {men} in {at}."), "1.3"),
        }];
        if side != self.side_of(seat) {
            return lines;
        }
        let supply = if army.fresh { "not rolled for".to_owned() } else { army.supply.to_string() };
        let text = format!("Rating {}, experience {}, supply {supply}.", army.rating, army.experience);
        lines.push(line(text, "1.3"));
        if let Some(named) = self.retreat_label(side, slot) {
            lines.push(line(format!("If beaten it retreats to {named}, in this order."), "9.11"));
        }
        if self.stage == Stage::Sheets && army.turn == Turn::Ready {
            lines.extend(self.may_entrain(side)(army).err().map(Line::from));
        }
        lines
    }

    /// A fleet: its ships, where it is and what it does there, and what one's own is ordered to.
    fn fleet_lines(&self, seat: Seat, side: Side, fleet: Fleet) -> Vec<Line> {
        let ships = [(fleet.ironclads, Ship::Ironclad), (fleet.wooden, Ship::Wooden)];
        let ships = ships.into_iter().filter(|(count, _)| *count > 0);
        let ships: Vec<String> = ships.map(|(count, ship)| ships_of(count, ship)).collect();
        let at = match fleet.at {
            Berth::Port(port) => format!("in {}", self.world.name(port)),
            Berth::Raiding => "in the raiding zone".to_owned(),
        };
        let text = format!("The {} fleet: {}, {}, {at}.", side.name(), fleet.row(), ships.join(" and "));
        let mut lines = vec![line(text, "1.7")];
        match fleet.port() {
            None => lines.push(line(format!("Each turn {RAIDERS}"), "5.27")),
            Some(port) if self.owns(side.other(), port) => {
                lines.push(line("An enemy army in this port loses 1 supply a turn.", "5.15"));
            }
            Some(_) => {}
        }
        if let Some(naval) = self.power(side).sheet.naval.filter(|_| side == self.side_of(seat)) {
            lines.push(line(format!("This turn it {}.", self.naval_label(naval)), "5.5"));
        }
        lines
    }

    /// §5.13: the raiding zone, and who is in it.
    fn zone_lines(&self, seat: Seat) -> Vec<Line> {
        let text = RAIDERS.replacen("it takes", "a fleet here takes", 1);
        let mut lines = vec![line(format!("The raiding zone: each turn {text}"), "5.27")];
        for side in Side::ALL {
            let fleet = self.known(side, Some(seat)).fleet.filter(|fleet| fleet.at == Berth::Raiding);
            let text = |fleet: Fleet| format!("The {} fleet: {}.", side.name(), fleet.row());
            lines.extend(fleet.map(|fleet| line(text(fleet), "1.7")));
        }
        lines
    }

    fn city_lines(&self, seat: Seat, city: City) -> Vec<Line> {
        let info = self.world.city(city);
        let owner = self.owner(city).map_or("nobody's".to_owned(), |side| format!("{}'s", side.who()));
        let port = if info.port { ", a seaport" } else { "" };
        let text = format!("{} ({}): {owner}, worth {}{port}.", info.title, info.state, info.worth);
        let mut lines = vec![line(text, "1.1")];
        let fort = self.visible_fort(Some(self.side_of(seat)), city);
        if fort > 0 {
            let times = fort + 1;
            let text =
                format!("A fort of level {fort}: it multiplies a ready defender's strength by {times}.");
            lines.push(line(text, "10.13"));
        }
        for side in Side::ALL {
            lines.extend(self.garrison_lines(seat, side, city));
        }
        lines
    }

    /// All armies of a side in a city: how many there are, their men together, and which is fought first (§9.6).
    fn garrison_lines(&self, seat: Seat, side: Side, city: City) -> Vec<Line> {
        let armies: Vec<(Slot, &Army)> = armies_in(self.known(side, Some(seat)), city).collect();
        let seen = self.sees_size(Some(seat), side, city);
        let named = |(slot, army): &(Slot, &Army)| {
            let name = self.leader_label(side, *slot, army.leader);
            if seen { format!("{name} {}", counted(army.size)) } else { name }
        };
        let names = armies.iter().map(named).collect::<Vec<_>>().join(", ");
        let who = muster_sdk::capital(side.who());
        let all = men(armies.iter().map(|(_, army)| u32::from(army.size)).sum::<u32>());
        let has = match armies.len() {
            0 => return Vec::new(),
            1 if seen => format!("{all} here"),
            1 => "an army here".to_owned(),
            many if seen => format!("{many} armies here, {all} together"),
            many => format!("{many} armies here"),
        };
        let mut lines = vec![line(format!("{who} has {has}: {names}."), "1.3")];
        if armies.len() > 1 {
            lines.push(line("Who attacks them fights each in turn, in this order.", "9.6"));
        }
        lines
    }

    /// Why the target has no part in what is decided; each reason is true by itself.
    fn why_not(&self, seat: Seat, about: About<'_>) -> Vec<Line> {
        let side = self.side_of(seat);
        let sheet = &self.power(side).sheet;
        match (self.stage, sheet.begun, about) {
            (Stage::Over(..), ..) => vec![line("The war is over.", "13.10")],
            (Stage::Override(..), ..) => vec![line("It is asked only whether the war goes on.", "13.9")],
            (Stage::Sheets, ..) if sheet.sealed => vec![line("Your sheet is sealed.", "18.2")],
            (_, Some(begun), _) => {
                let first = line("First give the order that is begun, or take it back.", "18.2");
                let named = match about {
                    About::City(city) => self.why_not_named(side, begun, city),
                    _ => None,
                };
                named.into_iter().chain([first]).collect()
            }
            (.., About::Army(of, ..) | About::Fleet(of, _)) if of != side => {
                vec![line("It is the enemy's.", "18.1")]
            }
            (.., About::Army(_, _, army)) => vec![self.why_not_army(army)],
            (.., About::Fleet(..)) => {
                let hint = "Give its order by the port that it sails to, or in the list.";
                because(self.may_act(side).and_then(|()| ensure(false, hint, "5.6"))).collect()
            }
            (.., About::City(city)) if self.owns(side, city) => self.why_not_own(side, city),
            (.., About::City(city)) => {
                let march = because(self.may_be_marched_to(side, city));
                march.chain(self.why_no_ships(side, city)).collect()
            }
            (.., About::Zone) => because(self.may_raid(side)).collect(),
            (.., About::Road) => vec![line("An order names the city at its end.", "6.1")],
            (.., About::Nothing) => vec![line("It has no part in what is decided now.", "3.2")],
        }
    }

    fn why_not_army(&self, army: &Army) -> Line {
        match army.turn {
            _ if army.fresh => line("It was raised this turn, and does nothing else.", "4.7"),
            Turn::Spent | Turn::Done => line("It has done something else this turn.", "0.9"),
            Turn::Train(_) => line("It is on a train, which can't be called back.", "7.1"),
            Turn::Moving(to) => line(format!("It is ordered to {}.", self.world.name(to)), "6.1"),
            Turn::Ready => line("Give its order by the place it goes to, or in the list.", "6.1"),
        }
    }

    /// Why a city isn't among those that the order which is begun can name.
    fn why_not_named(&self, side: Side, begun: Begun, city: City) -> Option<Line> {
        match begun {
            Begun::Train(slot) => because(self.may_arrive(side, self.army(side, slot)?, city)).next(),
            Begun::Capital => because(self.may_be_capital(side, city)).next(),
            Begun::Retreat(slot) => {
                let army = self.army(side, slot)?;
                let far = || match army.turn {
                    Turn::Train(to) => {
                        format!("It is no neighbour of {}, where the train goes.", self.world.name(to))
                    }
                    _ => {
                        let at = self.world.name(army.at);
                        format!("It is no neighbour of {at}, nor of where the army is ordered to.")
                    }
                };
                because(self.may_name(side, army, city)).next().or_else(|| Some(line(far(), "9.11")))
            }
            Begun::Relief(_) => None,
        }
    }

    /// Why nothing can be done about a city of one's own.
    fn why_not_own(&self, side: Side, city: City) -> Vec<Line> {
        let mut lines: Vec<Line> = because(self.may_recruit(side, city)).collect();
        let ready = armies_in(self.power(side), city).filter(|(_, army)| army.turn == Turn::Ready).count();
        if self.is_in(side, city) {
            lines.extend(because(self.may_fortify(side, city)));
        }
        if ready > 1 {
            lines.extend(because(self.may_join(side, city)));
        }
        lines.push(line("No army that is ready stands next to it.", "6.1"));
        lines.extend(self.why_no_ships(side, city));
        lines
    }

    /// Why the fleet does nothing in a port, and no ship is built there. To a port where it isn't a fleet can sail.
    fn why_no_ships(&self, side: Side, city: City) -> Option<Line> {
        if !self.world.city(city).port {
            return None;
        }
        let may = self.may_act(side).and_then(|()| match self.power(side).fleet {
            _ if self.owns(side, city) => self.may_build(side, city, Ship::Wooden),
            Some(fleet) => self.may_land(side, fleet, city),
            None => ensure(false, "You have no fleet.", "5.6"),
        });
        because(may).next()
    }
}

/// The reason why something may not be, if there is one.
fn because(may: May) -> impl Iterator<Item = Line> {
    may.err().map(Line::from).into_iter()
}
