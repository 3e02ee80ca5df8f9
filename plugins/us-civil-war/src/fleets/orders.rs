//! What can be chosen of the naval game, and its steps.

use muster_sdk::Thing::{Amount, Edge as Side_, Space as At, Unit, Word};
use muster_sdk::{ChoiceRow, Decisions, Resolution, StepRow, Who};

use crate::charts::Card;
use crate::choice::{Choice, Pay, paid};
use crate::state::{Berth, FleetStep, Means, UsCivilWar, Vessel};
use crate::units::Piece;
use crate::world::{General, NavalLeader, Side, Space};

/// An order of the naval game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// §21.2.4: the ships of a berth are activated.
    SetSail(Berth, Pay),
    /// §21.2.8: a Naval Leader is activated by himself.
    Send(NavalLeader, Pay),
    /// §21.2.4: they sail there.
    Sail(Berth),
    /// §21.2.4: a ship stays, damaged or not.
    Leave(Vessel, bool),
    /// §21.2.8: a Naval Leader stays.
    LeaveLeader(NavalLeader),
    /// §21.2.4: they go no farther.
    Anchor,
    /// §21.7.2: so many SPs with this general, or by themselves, go along so, and so much is paid for all together.
    Carry(Piece, Means, u8, Pay),
    /// §21.7.2: this general goes with them, or stays.
    Aboard(General),
    /// §21.4.2: the ships there try to intercept.
    Intercept(Berth),
    /// §21.4.2: a ship of those who were named there stays.
    Hold(Vessel, bool, Berth),
    /// §21.4.4: a ship claims Port Protection, damaged or not.
    Shelter(Vessel, bool),
    /// §21.4.3: ships go between a Coastal Fort and its port.
    Slip,
    /// §21.4: the other side does no more; those named roll.
    Await,
    /// §21.6.5, §21.12: a card for a Naval Battle.
    BattleCard(Card),
    /// §21.5: the Oceangoing Ironclads join it.
    Ironclads,
    /// §21.6: it is fought.
    Engage,
    /// §21.6.6: such a ship is hit, damaged before or not.
    Hit(Vessel, bool),
    /// §21.6.8: they retreat there.
    Retreat(Berth),
    /// §21.6.8: they seek Port Protection.
    SeekPort,
    /// §21.2.6: such NSPs come to this port.
    Redeploy(Vessel, Berth),
    /// §21.2.6: one from there.
    Bring(Berth),
    /// §21.2.6: the same, with a Naval Leader.
    BringLed(Berth),
    /// §21.2.6: no more.
    EndRedeployment,
    /// §21.9, §21.10.2: a new ship comes there.
    Commission(Berth),
    /// §21.10.2, §21.10.4: a Naval Battery comes there.
    Emplace(Space),
    /// §21.10.4: a card repositions a Naval Battery of this space.
    Resite(Space, Card),
    /// §21.10.4: a Naval Battery of this space goes by rail or ship.
    Haul(Space, Means, Pay),
    /// §12.5.2, §21.14: the ships of a berth Rally.
    Rally(Berth, Pay),
    /// §21.10.3: this Ironclad is completed.
    Complete(Berth),
    /// §21.2.8: what the track has for this Naval Leader is carried out.
    Manage(NavalLeader),
    /// §21.2.8: he comes to the ships there.
    Station(Berth),
}

type Row<'a> = ChoiceRow<'a, UsCivilWar>;

impl Order {
    /// Its row.
    pub(crate) fn row(self, game: &UsCivilWar) -> Row<'_> {
        let leader = |leader| Unit(Piece::Commodore(leader));
        match self {
            Self::SetSail(berth, pay) => {
                let row = at(game, Row::act("set-sail", "ships in {} sail"), berth);
                let row = match game.flagship(berth) {
                    Some(ships) => row.at(Unit(ships)),
                    None => row,
                };
                paid(row, pay).by("21.2.4")
            }
            Self::Send(one, pay) => {
                paid(Row::act("send-leader", "{} goes elsewhere").on(leader(one)), pay).by("21.2.8")
            }
            Self::Sail(berth) => at(game, Row::act("sail-to", "to {}"), berth).by("21.2.4"),
            Self::Leave(vessel, damaged) => of_ship("leave-ship", &LEAVES, vessel, damaged).by("21.2.4"),
            Self::LeaveLeader(one) => Row::act("leave-leader", "{} stays here").on(leader(one)).by("21.2.8"),
            Self::Anchor => Row::finish("anchor", "they stay here").by("21.2.4"),
            Self::Carry(piece, means, sps, pay) => carry(piece, means, sps, pay).by("21.7.2"),
            Self::Aboard(one) => {
                Row::act("aboard", "{} goes along or stays").on(Unit(Piece::General(one))).by("7.5.1")
            }
            Self::Intercept(berth) => {
                at(game, Row::act("intercept-ships", "the ships in {} intercept"), berth).by("21.4.2")
            }
            Self::Hold(vessel, damaged, berth) => {
                at(game, of_ship("hold", &HOLDS, vessel, damaged), berth).by("21.4.2")
            }
            Self::Shelter(vessel, damaged) => of_ship("shelter", &SHELTERS, vessel, damaged).by("21.4.4"),
            Self::Slip => Row::act("slip", "the ships slip away").by("21.4.3"),
            Self::Await => Row::finish("await", "no more").by("21.4"),
            Self::BattleCard(card) => {
                paid(Row::act("naval-card", "2 more on the die"), Pay::Card(card)).by("21.12")
            }
            Self::Ironclads => Row::act("ironclads", "the Oceangoing Ironclads join").by("21.5"),
            Self::Engage => Row::finish("engage", "fight").by("21.6.2"),
            Self::Hit(vessel, damaged) => of_ship("hit", &HITS, vessel, damaged).by("21.6.6"),
            Self::Retreat(berth) => at(game, Row::act("retreat-to", "back to {}"), berth).by("21.6.8"),
            Self::SeekPort => Row::act("seek-port", "they seek the protection of the port").by("21.6.8"),
            Self::Redeploy(vessel, berth) => {
                let label = match vessel {
                    Vessel::Oceangoing => "Oceangoing NSPs to {}",
                    _ => "River NSPs to {}",
                };
                at(game, Row::act("redeploy", label).with(Word(vessel.id())), berth).by("21.2.6")
            }
            Self::Bring(berth) => at(game, Row::act("bring", "an NSP from {}"), berth).by("21.2.6"),
            Self::BringLed(berth) => {
                at(game, Row::act("bring-led", "an NSP from {} with its leader"), berth).by("21.2.6")
            }
            Self::EndRedeployment => Row::finish("end-redeployment", "no more come").by("21.2.6"),
            Self::Commission(berth) => {
                at(game, Row::act("commission", "it comes to {}"), berth).by(game.step_row().section)
            }
            Self::Emplace(space) => {
                Row::act("emplace", "the battery to {}").on(At(space)).by(game.step_row().section)
            }
            Self::Resite(space, card) => {
                let row = Row::act("resite", "reposition a Naval Battery of {}").on(At(space));
                paid(row, Pay::Card(card)).by("21.10.4")
            }
            Self::Haul(space, means, pay) => {
                let (verb, label) = match means {
                    Means::Rail => ("haul-by-rail", "a Naval Battery of {} goes by rail"),
                    _ => ("haul-by-ship", "a Naval Battery of {} goes by ship"),
                };
                paid(Row::act(verb, label).on(At(space)), pay).by("21.10.4")
            }
            Self::Rally(berth, pay) => {
                paid(at(game, Row::act("rally-ships", "rally the ships in {}"), berth), pay).by("12.5.2")
            }
            Self::Complete(berth) => {
                at(game, Row::act("complete", "the Ironclad in {}"), berth).by("21.10.3")
            }
            Self::Manage(one) => {
                Row::act("manage-naval", game.naval_event_label(one)).on(leader(one)).by("21.2.8")
            }
            Self::Station(berth) => at(game, Row::act("station", "to the ships in {}"), berth).by("21.2.8"),
        }
    }
}

/// A row about a berth: its space, and its hexside if it has one, at which it points.
fn at<'a>(game: &UsCivilWar, row: Row<'a>, berth: Berth) -> Row<'a> {
    let row = row.on(At(berth.space));
    match game.world.waters.edge_of(berth.water) {
        Some(edge) => row.with(Side_(edge)).at(Side_(edge)),
        None => {
            let own = game.world.waters.of_space(berth.space) == Some(berth.water);
            if own { row } else { row.with(Word("coast")) }
        }
    }
}

/// §21.7.2: who goes along, how, and what it costs together with the ships.
fn carry<'a>(piece: Piece, means: Means, sps: u8, pay: Pay) -> Row<'a> {
    let label = match (piece, means) {
        (Piece::General(_), Means::Ocean) if sps == 1 => "{} goes along by Ocean Transport, with {} SP",
        (Piece::General(_), Means::Ocean) => "{} goes along by Ocean Transport, with {} SPs",
        (Piece::General(_), _) if sps == 1 => "{} goes along by River Transport, with {} SP",
        (Piece::General(_), _) => "{} goes along by River Transport, with {} SPs",
        (_, Means::Ocean) => "by Ocean Transport: of {}, {}",
        (_, _) => "by River Transport: of {}, {}",
    };
    let verb = if means == Means::Ocean { "carry-ocean" } else { "carry" };
    // The ships themselves have been paid for.
    let more = match pay {
        Pay::Two => "1 more Action Point",
        Pay::Three => "2 more Action Points",
        Pay::Free | Pay::Point | Pay::Card(_) => "",
    };
    paid(Row::act(verb, label).on(Unit(piece)).with(Amount(sps.into())), pay).cost(more)
}

/// Labels by kind of ship, sound and damaged.
type Labels = [[&'static str; 2]; 4];

macro_rules! labels {
    ($before:literal, $after:literal) => {
        [
            [
                concat!($before, "an Oceangoing NSP", $after),
                concat!($before, "a damaged Oceangoing NSP", $after),
            ],
            [concat!($before, "a River NSP", $after), concat!($before, "a damaged River NSP", $after)],
            [concat!($before, "an Ironclad", $after), concat!($before, "an unfinished Ironclad", $after)],
            [
                concat!($before, "a River Flotilla", $after),
                concat!($before, "a damaged River Flotilla", $after),
            ],
        ]
    };
}

const LEAVES: Labels = labels!("leave ", " here");
const HOLDS: Labels = labels!("", " stays in {}");
const SHELTERS: Labels = labels!("", " stays in port");
const HITS: Labels = labels!("", " is hit");

/// A row about a ship of a kind.
fn of_ship<'a>(verb: &'a str, labels: &Labels, vessel: Vessel, damaged: bool) -> Row<'a> {
    let row = Row::act(verb, labels[vessel as usize][usize::from(damaged)]).with(Word(vessel.id()));
    if damaged { row.with(Word("damaged")) } else { row }
}

impl UsCivilWar {
    /// The rows of the steps of the naval game.
    pub(crate) fn fleet_row(&self, step: FleetStep) -> StepRow<Self, Side> {
        use Who::One;
        let row = |phase, section, kind, who| {
            StepRow::new(phase, section, kind, who).by(Self::list_fleet, Self::take_fleet)
        };
        match step {
            FleetStep::Sortie => row("actions", "21.2.4", "sortie", One(self.phasing)),
            FleetStep::Watch | FleetStep::Cover(_) => {
                row("actions", "21.4", "naval-reaction", One(self.phasing.other()))
            }
            FleetStep::Stormed(..) => StepRow::new("actions", "21.6.7", "", Who::Nobody),
            FleetStep::Engage { .. } | FleetStep::Storm(_) => {
                row("actions", "21.6.2", "naval-battle", One(self.phasing))
            }
            FleetStep::Allot(salvo) => row("actions", "21.6.6", "hits", One(salvo.by)),
            FleetStep::FallBack => row("actions", "21.6.8", "naval-retreat", One(self.phasing)),
            FleetStep::Withdraw(vessel, _) => row("actions", "21.6.8", "naval-retreat", One(vessel.side())),
            FleetStep::Redeployment { .. } => row("strategic", "21.2.6", "redeployment", One(Side::Us)),
            FleetStep::Commission { vessel, .. } => {
                let section = if vessel.side() == Side::Us { "21.9.1" } else { "21.10.2" };
                row("reinforcements", section, "commission", One(vessel.side()))
            }
            FleetStep::Emplacement(_) => row("reinforcements", "21.10.2", "emplacement", One(Side::Cs)),
            FleetStep::Completion => row("end", "21.10.3", "completion", One(Side::Cs)),
            FleetStep::Station(..) => {
                let managed =
                    self.frames.path().iter().any(|step| matches!(step, crate::state::Step::Manage { .. }));
                row(if managed { "leaders" } else { "reinforcements" }, "21.2.8", "station", One(Side::Us))
            }
            FleetStep::Resiting(_) | FleetStep::Hauling(..) => {
                row("actions", "21.10.4", "resiting", One(Side::Cs))
            }
        }
    }

    fn list_fleet(&self, _side: Side, list: &mut Decisions<Choice>) {
        match self.fleet_step() {
            Some(FleetStep::Sortie) => {
                self.list_cargo(list);
                self.list_sortie(list);
            }
            Some(FleetStep::Storm(_)) => list.extend(self.storm_orders().into_iter().map(Choice::Naval)),
            Some(FleetStep::Stormed(..)) => {}
            Some(FleetStep::Watch | FleetStep::Cover(_)) => {
                list.extend(self.watch_orders().into_iter().map(Choice::Naval))
            }
            Some(FleetStep::Engage { card, ironclads }) => {
                list.extend(self.engagement_orders(card, ironclads).into_iter().map(Choice::Naval));
            }
            Some(FleetStep::Allot(salvo)) => self.list_targets(&salvo, list),
            Some(FleetStep::FallBack) => self.list_paths_back(list),
            Some(FleetStep::Withdraw(vessel, berth)) => self.list_escapes((vessel, berth), list),
            Some(FleetStep::Redeployment { vessel, to, brought }) => {
                self.list_redeployment((vessel, to, brought), list);
            }
            Some(FleetStep::Commission { vessel, state, .. }) => self.list_commissions((vessel, state), list),
            Some(FleetStep::Emplacement(state)) => self.list_emplacements(state, list),
            Some(FleetStep::Completion) => self.list_completions(list),
            Some(FleetStep::Station(_, theater)) => self.list_stations(theater, list),
            Some(FleetStep::Resiting(from)) => self.list_sites(from, list),
            Some(FleetStep::Hauling(from, means)) => self.list_hauls(from, means, list),
            None => {}
        }
    }

    fn take_fleet(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Some(step), Choice::Naval(order)) = (self.fleet_step(), choice) else { return };
        match (step, order) {
            (FleetStep::Sortie, Order::Carry(piece, means, sps, pay)) => {
                self.carry(piece, (means, sps, pay), resolution);
            }
            (FleetStep::Sortie, Order::Aboard(general)) => self.change_staff(general),
            (FleetStep::Sortie, _) => {
                if let Order::Sail(to) = order {
                    self.bind_cargo(to);
                }
                self.take_sortie(order, resolution);
            }
            (FleetStep::Watch, _) => self.take_watch(order, resolution),
            (FleetStep::Cover(at), _) => self.take_cover(at, order, resolution),
            (FleetStep::Storm(at), _) => self.take_storm(at, order, resolution),
            (FleetStep::Engage { card, ironclads }, _) => {
                self.take_engagement([card, ironclads], order, resolution);
            }
            (FleetStep::Allot(salvo), Order::Hit(vessel, damaged)) => {
                self.take_target(salvo, (vessel, damaged), resolution);
            }
            (FleetStep::FallBack, Order::Retreat(to)) => self.take_path_back(to, resolution),
            (FleetStep::Withdraw(vessel, berth), _) => self.take_escape((vessel, berth), order, resolution),
            (FleetStep::Redeployment { vessel, to, .. }, _) => {
                self.take_redeployment((vessel, to), order, resolution);
            }
            (FleetStep::Commission { vessel, left, state }, Order::Commission(berth)) => {
                self.take_commission((vessel, left, state), berth, resolution);
            }
            (FleetStep::Emplacement(_), Order::Emplace(at)) => self.take_emplacement(at, resolution),
            (FleetStep::Completion, Order::Complete(berth)) => self.take_completion(berth, resolution),
            (FleetStep::Station(leader, _), Order::Station(berth)) => {
                self.take_station(leader, berth, resolution);
            }
            (FleetStep::Resiting(from), Order::Emplace(at)) => self.take_site(from, at, resolution),
            (FleetStep::Hauling(from, means), Order::Emplace(at)) => {
                self.take_haul((from, means), at, resolution);
            }
            _ => {}
        }
    }

    /// Orders that are given in steps of the rest of the game.
    pub(crate) fn take_order(&mut self, side: Side, order: Order, resolution: &mut Resolution<'_>) {
        match order {
            Order::SetSail(berth, pay) => self.set_sail(side, berth, pay, resolution),
            Order::Send(leader, pay) => self.send_leader(leader, pay, resolution),
            Order::Resite(from, card) => self.resite(from, card, resolution),
            Order::Haul(from, means, pay) => self.haul(from, means, pay, resolution),
            Order::Rally(berth, pay) => self.rally_berth(side, berth, pay, resolution),
            Order::Redeploy(vessel, to) => self.begin_redeployment(vessel, to),
            Order::Manage(leader) => {
                self.manage_leader(leader, resolution);
                self.settle_management(resolution);
            }
            _ => {}
        }
    }
}
