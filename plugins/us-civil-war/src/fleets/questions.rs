//! What players are asked and told of the naval game: questions, what an order brings, reasons.

use muster_contract::{ChoiceDetails, Line};
use muster_sdk::{May, Why, capital, ensure, line};

use super::{Order, in_words};
use crate::choice::Pay;
use crate::state::{Activity, Berth, FleetStep, Ship, Step, UsCivilWar};
use crate::supply::Level;
use crate::units::{Piece, verb};
use crate::world::{Side, Space, Theater};

impl UsCivilWar {
    /// What is asked in a step of the naval game.
    pub(crate) fn fleet_question(&self, step: FleetStep) -> String {
        match step {
            FleetStep::Sortie => {
                let at = self.fleets.sortie.map_or("", |sortie| self.berth_name(sortie.at));
                let ships = in_words(self.ships_underway());
                let leaders = self.leaders_underway().map(|leader| self.leader_label(leader));
                let who = if ships.is_empty() { leaders.collect::<Vec<_>>().join(" and ") } else { ships };
                let aboard = self.fleets.cargo.as_ref().map_or_else(String::new, |cargo| {
                    format!(", with {}", self.described(self.phasing, cargo.sps, &cargo.generals))
                });
                let steams = self.fleets.sortie.is_some_and(|sortie| sortie.steams);
                let question = if steams { "where to" } else { "what stays there" };
                format!("{who} in {at}{aboard}: {question}?")
            }
            FleetStep::Watch => self.question_of_watch(),
            FleetStep::Cover(at) => {
                let who = Self::gunboats_of(self.phasing);
                format!("{who} lead a landing at {}: what do your ships do?", self.berth_name(at))
            }
            FleetStep::Stormed(at, _) => format!("The Naval Battle at {} is over.", self.berth_name(at)),
            FleetStep::Engage { .. } | FleetStep::Storm(_) => {
                let at = self.place_of_battle().map_or("", |at| self.berth_name(at));
                format!("The Naval Battle at {at}: what do you bring to it?")
            }
            FleetStep::Allot(salvo) => format!("Your guns: {}. Which ship is hit?", salvo.in_words()),
            FleetStep::FallBack => "The ships haven't won. Where do they go back to?".to_owned(),
            FleetStep::Withdraw(vessel, berth) => {
                format!(
                    "The {} can't stay in {}. Where do they go?",
                    vessel.name(false),
                    self.berth_name(berth)
                )
            }
            FleetStep::Redeployment { vessel, to, .. } => {
                format!("Which {} come to {}?", vessel.name(false), self.berth_name(to))
            }
            FleetStep::Commission { vessel, left, .. } => {
                format!(
                    "Where does {}come?",
                    match left {
                        1 => format!("the {} ", vessel.name(true)),
                        left => format!("the first of {left} {} ", vessel.name(false)),
                    }
                )
            }
            FleetStep::Emplacement(_) => "Where does the new Naval Battery come?".to_owned(),
            FleetStep::Completion => "Which Ironclad is completed?".to_owned(),
            FleetStep::Station(leader, _) => {
                format!("With which ships does {} come?", self.leader_label(leader))
            }
            FleetStep::Resiting(from) | FleetStep::Hauling(from, _) => {
                format!("Where does the Naval Battery of {} go?", self.called(from))
            }
        }
    }

    /// Whose ships retreat in the present step.
    fn retreating_side(&self) -> Side {
        match self.fleet_step() {
            Some(FleetStep::Withdraw(vessel, _)) => vessel.side(),
            _ => self.phasing,
        }
    }

    fn question_of_watch(&self) -> String {
        let at = self.fleets.sortie.map_or("", |sortie| self.berth_name(sortie.at));
        let ships = in_words(self.ships_underway());
        let one = self.ships_underway().count() == 1;
        let what = match self.meets_enemies() {
            true => verb(one, "attacks", "attack"),
            false => verb(one, "passes", "pass"),
        };
        format!("{ships} {what} {at}: what do your ships do?")
    }

    /// What is told of an order before it is given.
    pub(crate) fn describe_order(&self, order: Order, details: &mut ChoiceDetails) {
        match order {
            Order::SetSail(berth, _) => {
                let side = self.phasing;
                let goes = |ship: &&Ship| !ship.is_on_the_stocks() && ship.activity == Activity::Fresh;
                let ships = in_words(self.ships_in(side, berth).filter(goes));
                details.consequences.push(line(format!("{ships}."), "21.2.4"));
                if self.ships_in(side, berth).any(|ship| ship.low_on_coal) {
                    let text = "Low on Coal: whoever ends a move out of supply is lost.";
                    details.consequences.push(line(text, "21.2.7"));
                }
            }
            Order::Sail(berth) => self.describe_course(berth, details),
            Order::Intercept(berth) => {
                if let Ok(chance) = self.may_intercept_at_sea(berth) {
                    let ways = chance.ways();
                    let text = if chance.automatic {
                        "It needs no dice.".to_owned()
                    } else {
                        format!("{} of 36 throws of two dice succeed.", ways)
                    };
                    details.consequences.push(line(text, "21.4.2"));
                }
            }
            Order::Retreat(berth) => {
                details.consequences.push(self.coal_line(self.retreating_side(), berth));
            }
            Order::Carry(piece, _, _, pay) => {
                let shy = piece.general().is_some_and(|general| self.rating(general).cautious);
                if shy && pay == Pay::Point {
                    details.consequences.push(line("He lands near no enemy.", "7.7"));
                }
                let text =
                    "They go ashore where the ships end their way; if these are beaten, nobody has left.";
                details.consequences.push(line(text, "21.7.3"));
            }
            _ => {}
        }
    }

    /// §21.2.7: how ships in a berth are supplied.
    pub(super) fn coal_line(&self, side: Side, berth: Berth) -> Line {
        let text = match self.coal(side, berth) {
            Level::Full => "In Full Supply there.",
            Level::Limited | Level::Fortress => "In Limited Supply there: Low on Coal after this phase.",
            Level::Out => "Out of supply there: Low on Coal after this phase.",
        };
        line(text, "21.2.7")
    }

    /// What is said of ships, or of a Naval Leader, that somebody looks at.
    pub(crate) fn naval_lines(&self, piece: Piece) -> Vec<Line> {
        match piece {
            Piece::Ships(vessel, damaged, berth) => {
                let all: Vec<&Ship> = self.alike(vessel, damaged, berth).collect();
                let nsps: u8 = all.iter().map(|ship| ship.nsps()).sum();
                let name = capital(&self.ships_name(vessel, damaged, berth));
                let mut lines = vec![line(format!("{name}: {nsps} NSPs in battle."), "21.6.3")];
                let marked = |holds: fn(&&&Ship) -> bool| all.iter().filter(holds).count() > 0;
                if marked(|ship| ship.low_on_coal) {
                    lines.push(line("Low on Coal: it has to find supply, or is lost if it moves.", "21.2.7"));
                }
                if marked(|ship| ship.demoralized) {
                    lines.push(line("Demoralized: it attacks with two less.", "21.14"));
                }
                lines.push(self.coal_line(vessel.side(), berth));
                lines
            }
            Piece::Commodore(leader) => {
                let name = self.leader_label(leader);
                vec![line(format!("{name}: adds 1 in Naval Battles, nothing on land."), "21.2.8")]
            }
            _ => Vec::new(),
        }
    }

    /// Why ships, or a Naval Leader, can't be chosen now.
    pub(crate) fn may_choose_naval(&self, side: Side, piece: Piece) -> May {
        let section = self.step_row().section;
        let acting = self.frames.step() == Step::Actions;
        match piece {
            Piece::Ships(_, _, berth) if acting => {
                self.may_set_sail(side, berth)?;
                let paid = self.naval_payments(berth.space).next().is_some();
                ensure(!paid, "Its stack is sent by another of its ships.", "21.2.4")?;
                ensure(false, "You have neither the free naval action, nor a point or card for it.", "21.1")
            }
            Piece::Commodore(leader) if acting => {
                self.may_send_leader(leader)?;
                ensure(false, "You have neither the free naval action, nor a point or card for it.", "21.1")
            }
            Piece::Commodore(leader) if self.fleet_step() == Some(FleetStep::Sortie) => {
                self.may_leave_leader(leader)
            }
            Piece::Commodore(_) if matches!(self.frames.step(), Step::Manage { .. }) => {
                ensure(false, "The track has nothing for him this turn.", "21.2.8")
            }
            _ => ensure(false, "No Naval Unit is chosen now.", section),
        }
    }

    /// Why a space can't be chosen in a step of the naval game.
    pub(crate) fn may_choose_water(&self, step: FleetStep, at: Space) -> May {
        match step {
            FleetStep::Sortie => {
                let all = self.world.waters.shore(at).iter();
                let tried = all.map(|&water| self.may_sail(Berth { space: at, water }));
                let first = tried.reduce(|one, other| if one.is_err() { other } else { one });
                first.unwrap_or(Err(Why { text: "No water is there.", citation: "21.2.5" }))
            }
            FleetStep::Watch | FleetStep::Cover(_) => {
                match self.berths_of(self.phasing.other()).into_iter().find(|one| one.space == at) {
                    Some(berth) => self.may_intercept_at_sea(berth).map(|_| ()),
                    None => ensure(false, "No Naval Unit of yours is there.", "21.4.2"),
                }
            }
            FleetStep::Engage { .. } | FleetStep::Allot(_) | FleetStep::Storm(_) | FleetStep::Stormed(..) => {
                ensure(false, "A Naval Battle is being fought.", "21.6.2")
            }
            FleetStep::FallBack | FleetStep::Withdraw(..) => {
                ensure(false, "They can't retreat there: enemies are near, or no way leads there.", "21.6.8")
            }
            FleetStep::Redeployment { .. } => ensure(false, "None of such NSPs comes from there.", "21.2.6"),
            FleetStep::Commission { vessel, .. } => {
                let own = self.controls(vessel.side(), at);
                ensure(own, "You don't control it.", "21.8.1")?;
                let full = self.supply(vessel.side()).is_place_full(at);
                ensure(full, "It is not in Full Supply.", "21.8.1")?;
                ensure(false, "No such ship can be placed there.", "21.8.1")
            }
            FleetStep::Hauling(from, means) => self.may_haul_to(from, means, at),
            FleetStep::Emplacement(_) | FleetStep::Resiting(_) => {
                self.may_emplace(at)?;
                ensure(
                    false,
                    "It is in another state, out of Full Supply, or no line leads there.",
                    "21.10.2",
                )
            }
            FleetStep::Completion => ensure(false, "No Ironclad is under construction there.", "21.10.3"),
            FleetStep::Station(_, theater) => self.may_take_station(theater, at),
        }
    }

    fn may_take_station(&self, theater: Theater, at: Space) -> May {
        let near = self.world.space(at).theater == Some(theater);
        ensure(near, "It lies in another theater.", "21.2.8")?;
        let ships = self.ships_of(Side::Us).any(|ship| ship.berth.space == at);
        ensure(ships, "No NSPs of yours are there.", "21.2.8")?;
        ensure(false, "They reach no port of yours in supply.", "21.2.8")
    }
}
