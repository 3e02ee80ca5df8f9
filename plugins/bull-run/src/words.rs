//! What a person reads over a decision and on its choices.

use muster_contract::{ChoiceDetails, Line, Place, Seat, Target};
use muster_sdk::{Labels, Names as _, OpenDecision, Prompt, capital, line};

use crate::choice::{COMMAND, Choice};
use crate::sequence::StageRow;
use crate::state::{BullRun, Command, Spot, Stage, Step};
use crate::world::{Edge, Kind, Passage, Unit, World};

/// So many strength points or command points, in words.
pub(crate) fn points(count: u8) -> String {
    counted_words(count.into(), "point")
}

/// So many of something that has a plural in -s.
pub(crate) fn counted_words(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

impl Labels for BullRun {
    /// The words over a decision.
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let status = self.status();
        let StageRow { section, title, .. } = self.stage_row();
        let (question, citation, step) = match self.stage {
            Stage::Command(step) => self.step_question(step),
            _ => (self.question(open.seat), section, title.to_owned()),
        };
        let focus = match (self.stage, self.group(&self.order.units)) {
            (Stage::Claim(locale), _) => Some(Target::Space(self.world.name(locale).to_owned())),
            (Stage::Command(_), _) => {
                self.action.as_ref().map(|action| Target::Edge(self.world.edge(action.edge).id.clone()))
            }
            (Stage::Field, Some(group)) => Some(match group.spot.edge {
                Some(edge) => Target::Edge(self.world.edge(edge).id.clone()),
                None => Target::Space(self.world.name(group.spot.locale).to_owned()),
            }),
            _ => None,
        };
        let picked = self.picked().map(|unit| self.unit_id(Some(open.seat), unit).to_string());
        Prompt {
            question,
            citation: citation.to_owned(),
            frame: vec![status.title, step],
            focus,
            picked: picked.map(Target::Unit).collect(),
        }
    }

    /// What depends on the position: costs, what the row's label can't say, consequences, the path, a warning.
    fn details(&self, seat: Seat, choice: Choice, said: &mut ChoiceDetails) {
        let costs = match choice {
            Choice::Merge(..) | Choice::Split(..) => self.turn.reorganizing.is_none(),
            Choice::Deploy(unit, edge) => self.deployment_cost(unit, edge) > 0,
            _ => false,
        };
        if costs {
            COMMAND.clone_into(&mut said.cost);
        }
        if let Choice::Charge(through, to) = choice {
            let [through, to] = [through, to].map(|locale| &self.world.locale(locale).called);
            said.label = format!("Charge {to} through {through}");
        }
        said.label.push_str(&self.label_ends(seat, choice));
        said.consequences.extend(self.consequence(choice));
        said.path = self.path_of(choice);
        said.warning = self.warning(choice);
    }
}

impl BullRun {
    /// The units picked for a command in the making, or who leads one that is being carried out, on both sides.
    pub(crate) fn picked(&self) -> impl Iterator<Item = Unit> {
        let behind = self.order.road.iter().flat_map(|road| &road.followers).flat_map(|group| &group.units);
        let leads = self.action.iter().flat_map(|action| {
            let standing = action.command != Command::Assault && action.defense_leaders.is_empty();
            let defense = if standing { &action.defenders } else { &action.defense_leaders };
            action.leaders.iter().chain(defense)
        });
        self.order.units.iter().chain(behind).chain(leads).copied()
    }

    fn question(&self, seat: Seat) -> String {
        match self.stage {
            Stage::Cubes(side) => {
                format!("Place a cube in a setup locale: {} left.", self.cubes_left(side))
            }
            Stage::Place(_, left) => match self.order.units.first() {
                None => format!("Choose a unit to place: {left} left."),
                Some(&unit) => format!("Which cube does {} replace?", self.unit_name(Some(seat), unit)),
            },
            Stage::Random(side, left) => {
                let whose = side.other().name();
                format!("Which {whose} cube does a unit drawn blindly replace? {left} left.")
            }
            Stage::Shuffle => "Shuffle units that stand face up?".to_owned(),
            Stage::Limber => "Limber ranging artillery?".to_owned(),
            Stage::Cards => "Play two command cards.".to_owned(),
            Stage::Field => self.field_question(seat),
            Stage::Staff => self.staff_question(),
            Stage::Claim(locale) => {
                format!("Turn a unit face up to claim {}?", self.world.locale(locale).called)
            }
            _ => "Range or spike artillery, and end the turn.".to_owned(),
        }
    }

    fn field_question(&self, seat: Seat) -> String {
        match &self.order.road {
            Some(road) if road.settled => "Who else marches in the column?".to_owned(),
            Some(_) => "Where does the road march go?".to_owned(),
            None if !self.order.units.is_empty() => {
                let names = self.unit_names(Some(seat), &self.order.units);
                format!("{}: what do they do?", capital(&names))
            }
            None if self.is_decided() => {
                "An army's morale is at 0: pursue, or end the phase. No other command is given.".to_owned()
            }
            None if self.points == 0 => "No command point is left.".to_owned(),
            None => format!("Give a field command, or end the phase. {} left.", points(self.points)),
        }
    }

    fn staff_question(&self) -> String {
        let called = |locale| &self.world.locale(locale).called;
        match (self.turn.reorganizing, self.turn.mobilizing) {
            (Some(locale), _) => format!("Who else reorganizes in {}?", called(locale)),
            (_, Some((locale, group))) => format!("Which units of group {group} come to {}?", called(locale)),
            _ => format!("Give a staff command, or end the phase. {} left.", points(self.points)),
        }
    }

    fn step_question(&self, step: Step) -> (String, &'static str, String) {
        let action = self.action();
        let to = &self.world.locale(action.to).called;
        let edge = &self.world.edge(action.edge).id;
        let title = match action.command {
            Command::Advance => format!("Advance into {to}"),
            Command::Assault => format!("Assault over {edge}"),
            Command::Pursuit => format!("Pursuit to {to}"),
            Command::Bombard => format!("Bombardment over {edge}"),
            Command::Charge => format!("Charge against {to}"),
            Command::Maneuver => format!("Maneuver against {to}"),
        };
        let citation = match step {
            Step::FlightLoss | Step::FlightMove => self.flight_citation(),
            _ => action.command.section(),
        };
        let way = if action.command == Command::Charge { "Retreat" } else { "Withdraw" };
        let question = match step {
            Step::LeadDefense => format!("Who leads the defense of {edge}?"),
            Step::Support => "Does artillery support the defense?".to_owned(),
            Step::WinnerHit => "Which leading unit of the winner takes his loss?".to_owned(),
            Step::LeaderHits(left) => format!("Which leading unit takes a loss? {} left.", points(left)),
            Step::OtherHits(left) | Step::BombardHits(left) => {
                format!("Which unit takes a loss? {} left.", points(left))
            }
            Step::ChargeLeaders => "Who leads the charge?".to_owned(),
            Step::Answer => format!("{way} from {to}, or secure the approach at {edge}?"),
            Step::Hold => format!("Who else secures the approach at {edge}?"),
            Step::ChargeLoss => "Which leading unit takes the loss?".to_owned(),
            Step::Post => format!("Which units secure the approach at {edge}?"),
            Step::PursuitPost => "Which approach does each unit secure?".to_owned(),
            Step::FlightLoss => {
                let losses = self.flight().losses.iter().take(1);
                let at = losses.map(|&(spot, left)| format!("{} at {}", points(left), self.spot_words(spot)));
                format!("Which unit takes a loss? {}.", at.collect::<String>())
            }
            Step::FlightMove => "Where do the units go?".to_owned(),
        };
        (question, citation, title)
    }

    /// A position in words.
    pub(crate) fn spot_words(&self, spot: Spot) -> String {
        let name = &self.world.locale(spot.locale).called;
        match spot.edge {
            Some(edge) => format!("the approach {} in {name}", self.world.edge(edge).id),
            None => format!("the reserve of {name}"),
        }
    }

    /// What the label of a choice's row doesn't say yet.
    fn label_ends(&self, seat: Seat, choice: Choice) -> String {
        let spot = |spot: Option<Spot>| spot.map(|spot| self.spot_words(spot)).unwrap_or_default();
        match choice {
            Choice::Shuffle(at) => format!(" {}", spot(Some(at))),
            Choice::Bombard(..) => format!(" {}", spot(self.bombarded_spot(choice))),
            Choice::Limber(unit) | Choice::Hit(unit) | Choice::Spike(unit) | Choice::Range(unit) => {
                format!(" at {}", spot(self.unit(unit).spot()))
            }
            Choice::RoadStep(at, road) => {
                let to = &self.world.locale(self.road_leads(at)).called;
                format!(" {to} by {}", self.world.road_words(road))
            }
            Choice::DeclarePursuit(units) | Choice::Pursue(_, units) => {
                let units: Vec<Unit> = self.pursuers(units).collect();
                format!(" with {}", self.unit_names(Some(seat), &units))
            }
            Choice::Split(_, split) => format!(" into {}", split.name()),
            _ => String::new(),
        }
    }

    /// What a bombardment would hit.
    fn bombarded_spot(&self, choice: Choice) -> Option<Spot> {
        let Choice::Bombard(at, target) = choice else { return None };
        let from = self.group(&self.order.units)?.spot.locale;
        match target {
            Some(edge) => Some(Spot::approach(self.world.edge(at).across(from), edge)),
            None => self.bombard_targets(from, at).first().copied(),
        }
    }

    /// Whether units of the passive player's in a position can take losses.
    pub(crate) fn holds_troops(&self, spot: Spot) -> bool {
        self.in_spot(self.passive(), spot).any(|unit| self.unit(unit).kind != Kind::Disrupted)
    }

    /// What would happen where that isn't always the same; from what everybody sees.
    fn consequence(&self, choice: Choice) -> Option<Line> {
        let from = self.group(&self.order.units).map(|group| group.spot.locale);
        let said = match choice {
            Choice::Assault(edge, leaders) => {
                let boundary = self.world.edge(edge);
                let penalties = boundary.in_approach(boundary.across(from.unwrap_or(boundary.ends[0])));
                let leaders = leaders.into_iter().flatten().map(|unit| self.unit(unit));
                let strength: u8 = leaders.clone().map(|unit| unit.strength).sum();
                let kind = leaders.map(|unit| unit.kind).next()?;
                let less = u8::from(kind == Kind::Infantry) + penalties.against(kind);
                let text =
                    format!("{strength} strength less {less}, before leading defenders and their artillery.");
                line(text, "8.2")
            }
            Choice::Bombard(edge, _) => {
                let strength: u8 = self.order.units.iter().map(|&unit| self.unit(unit).strength).sum();
                let outcome = from.map_or(0, |from| self.bombard_outcome(from, edge, strength));
                match self.bombarded_spot(choice) {
                    // It is face up, so that everybody sees it.
                    Some(spot) if !self.holds_troops(spot) => {
                        line("Only disrupted infantry is there: nothing is lost.", "8.3")
                    }
                    _ if outcome <= 0 => line("It has no effect.", "8.3"),
                    // Who is there has a point at least; of more nobody but the enemy knows.
                    _ if outcome == 1 => line("The enemy loses 1 point.", "8.3"),
                    _ => {
                        let most = points(outcome as u8);
                        line(format!("The enemy loses {most}, or as many as his units there have."), "8.3")
                    }
                }
            }
            Choice::Deploy(unit, edge) if self.deployment_refund(unit, edge) > 0 => {
                line("All are at one approach then: the command point comes back.", "8.0.1")
            }
            Choice::Mobilize(_)
                if self
                    .next_group(self.active)
                    .is_some_and(|group| self.mobilized[self.active as usize] >> group & 1 == 0) =>
            {
                line("The group's first units cost 2 morale.", "9.3")
            }
            Choice::Rally(_, pairs) => line(format!("Morale +{pairs}."), "9.2"),
            _ => return None,
        };
        Some(said)
    }

    fn path_of(&self, choice: Choice) -> Vec<Place> {
        let Some(group) = self.group(&self.order.units) else { return Vec::new() };
        let from = group.spot.locale;
        let road = |step: Option<(Edge, u8)>| {
            let mut path = self.order.road.as_ref().map(|road| road.path.clone()).unwrap_or_default();
            path.extend(step);
            self.road_locales(from, &path)
        };
        let locales = match choice {
            Choice::March(to) | Choice::Advance(to) | Choice::Maneuver(to) => vec![from, to],
            Choice::Ride(through, to) | Choice::Charge(through, to) => vec![from, through, to],
            Choice::RoadStep(edge, number) => road(Some((edge, number))),
            Choice::Halt | Choice::MarchOff => road(None),
            _ => Vec::new(),
        };
        locales.into_iter().map(|locale| self.place_of(Spot::reserve(locale))).collect()
    }

    fn warning(&self, choice: Choice) -> Option<String> {
        match choice {
            Choice::EndField if self.points > 0 && !self.is_decided() && !self.can_be_staffed() => {
                Some(format!("{} would be lost. End the phase?", points(self.points)))
            }
            _ => None,
        }
    }

    /// Whether some staff command could use the points that are left.
    fn can_be_staffed(&self) -> bool {
        let helps =
            |Spot { locale, .. }| self.may_rally(locale).is_ok() || !self.reorganizations(locale).is_empty();
        self.may_mobilize().is_ok() && self.entries().next().is_some()
            || self.spots(self.active, |_| true).into_iter().any(helps)
    }
}

/// What a boundary and its approaches are like, in words.
pub(crate) fn boundary_words(world: &World, edge: Edge) -> Vec<Line> {
    let boundary = world.edge(edge);
    let width = if boundary.wide { "wide" } else { "narrow" };
    let passage = match boundary.passage {
        Passage::Passable => "passable",
        Passage::Restricted => "restricted: no charge, cavalry march, road march or pursuit",
        Passage::Impassable => "impassable",
    };
    let mut said = vec![line(format!("Boundary {}: {width}, {passage}.", boundary.id), "4.3.1")];
    for (end, penalties) in boundary.ends.iter().zip(&boundary.penalties) {
        let counts = [
            (penalties.infantry, "infantry"),
            (penalties.cavalry, "cavalry"),
            (penalties.artillery, "artillery"),
        ];
        let mut words: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{what} -{count}"))
            .collect();
        if penalties.obstructed {
            words.push("obstructed".to_owned());
        }
        if !words.is_empty() {
            let name = world.name(*end);
            said.push(line(format!("Against those who attack {name} here: {}.", words.join(", ")), "4.3.1"));
        }
    }
    if !boundary.roads.is_empty() {
        let roads = boundary.roads.iter().map(|crossing| {
            let name = world.road_words(crossing.road);
            if crossing.main { format!("{name} (main road)") } else { name }
        });
        said.push(line(format!("Roads: {}.", roads.collect::<Vec<_>>().join(", ")), "8.6.4"));
    }
    said
}
