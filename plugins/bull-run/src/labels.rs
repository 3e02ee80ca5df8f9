//! What a person reads over a decision and on its choices.

use muster_contract::{ChoiceDetails, Line, Place, Seat, Target};
use muster_sdk::{Labels, Names as _, OpenDecision, Prompt, capital, line};

use crate::choice::Choice;
use crate::state::{BullRun, Command, Spot, Stage, Step};
use crate::world::{Edge, Locale, Passage, Unit, World};

/// A number of strength points or command points ("2 points").
pub(crate) fn points(count: u8) -> String {
    quantity(count.into(), "point")
}

/// A number of things whose plural ends in -s.
pub(crate) fn quantity(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

impl Labels for BullRun {
    /// The prompt of a decision.
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let status = self.status();
        let (question, citation, step) = match self.stage {
            Stage::Command(step) => self.step_question(step),
            _ => {
                let (title, question) = self.question(open.seat);
                (question, self.stage_row().section, title.to_owned())
            }
        };
        let about = match self.stage {
            Stage::Claim(locale) => Some(Spot::reserve(locale)),
            Stage::Command(_) => Some(self.action().defense()),
            Stage::Field => self.order_spot(),
            _ => None,
        };
        let focus = about.map(|spot| match spot.edge {
            Some(edge) => Target::Edge(self.world.edge(edge).id.clone()),
            None => Target::Space(self.world.name(spot.locale).to_owned()),
        });
        let picked = self.picked().map(|unit| self.unit_id(Some(open.seat), unit).to_string());
        Prompt {
            question,
            citation: citation.to_owned(),
            frame: vec![status.title, step],
            focus,
            picked: picked.map(Target::Unit).collect(),
        }
    }

    /// Adds what depends on the position: the end of the label, the way, and what the rule of the choice adds.
    fn details(&self, seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        if let Some((before, spot)) = choice.label_end(self) {
            details.label.push_str(&format!("{before}{}", self.spot_label(spot)));
        }
        if let (Some(spot), [_, ..]) = (self.order_spot(), &choice.way()[..]) {
            details.path = self.places_of([spot.locale].into_iter().chain(choice.way()));
        }
        self.order_details(choice, details);
        self.road_details(choice, details);
        self.assault_details(choice, details);
        self.bombard_details(choice, details);
        self.charge_details(choice, details);
        self.deployment_details(choice, details);
        self.pursuit_details(seat, choice, details);
        self.staff_details(choice, details);
    }
}

impl BullRun {
    /// The units picked for a command in the making, or who leads one that is being carried out, on both sides.
    pub(crate) fn picked(&self) -> impl Iterator<Item = Unit> {
        let behind = self.order.road.iter().flat_map(|road| &road.followers).flat_map(|group| &group.units);
        let leads = self.action.iter().flat_map(|action| {
            let undefended = action.command != Command::Assault && action.defense_leaders.is_empty();
            let defense = if undefended { &action.defenders } else { &action.defense_leaders };
            action.leaders.iter().chain(defense)
        });
        self.order.units.iter().chain(behind).chain(leads).copied()
    }

    /// The title of a stage, and what is asked in it.
    fn question(&self, seat: Seat) -> (&'static str, String) {
        match self.stage {
            Stage::Cubes(side) => {
                ("Step 3: cubes", format!("Place a cube in a setup locale: {} left.", self.cubes_left(side)))
            }
            Stage::Place(_, left) => match self.order.units.first() {
                None => ("Units", format!("Choose a unit to place: {left} left.")),
                Some(&unit) => {
                    ("Units", format!("Which cube does {} replace?", self.unit_name(Some(seat), unit)))
                }
            },
            Stage::Random(side, left) => {
                let whose = side.other().name();
                let question = format!("Which {whose} cube does a unit drawn blindly replace? {left} left.");
                ("Blind placing", question)
            }
            Stage::Shuffle => ("Shuffle units", "Shuffle units that stand face up?".to_owned()),
            Stage::Limber => ("Limber artillery", "Limber ranging artillery?".to_owned()),
            Stage::Cards => ("Command cards", "Play two command cards.".to_owned()),
            Stage::Field => ("Field commands", self.field_question(seat)),
            Stage::Staff => ("Staff commands", self.staff_question()),
            Stage::Claim(locale) => {
                ("Objectives", format!("Turn a unit face up to claim {}?", self.world.locale(locale).called))
            }
            _ => ("Administration", "Range or spike artillery, and end the turn.".to_owned()),
        }
    }

    fn field_question(&self, seat: Seat) -> String {
        match &self.order.road {
            Some(road) if road.settled => "Who else marches in the column?".to_owned(),
            Some(_) => "Where does the road march go?".to_owned(),
            None if self.order.units.len() > 1 => {
                format!("What do the {} chosen units do?", self.order.units.len())
            }
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
        let over = matches!(action.command, Command::Assault | Command::Bombard);
        let title = format!("{} {}", action.command.row().1, if over { edge } else { to });
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
                let at = losses.map(|&(spot, left)| format!("{} at {}", points(left), self.spot_label(spot)));
                format!("Which unit takes a loss? {}.", at.collect::<String>())
            }
            Step::FlightMove => "Where do the units go?".to_owned(),
        };
        (question, citation, title)
    }

    /// The label of a position.
    pub(crate) fn spot_label(&self, spot: Spot) -> String {
        let name = &self.world.locale(spot.locale).called;
        match spot.edge {
            Some(edge) => format!("the approach {} in {name}", self.world.edge(edge).id),
            None => format!("the reserve of {name}"),
        }
    }

    /// The reserves of these locales, as a way on the map.
    pub(crate) fn places_of(&self, way: impl IntoIterator<Item = Locale>) -> Vec<Place> {
        way.into_iter().map(|locale| self.place_of(Spot::reserve(locale))).collect()
    }
}

/// The lines that describe a boundary and its approaches.
pub(crate) fn boundary_lines(world: &World, edge: Edge) -> Vec<Line> {
    let boundary = world.edge(edge);
    let width = if boundary.wide { "wide" } else { "narrow" };
    let passage = match boundary.passage {
        Passage::Passable => "passable",
        Passage::Restricted => "restricted: no charge, cavalry march, road march or pursuit",
        Passage::Impassable => "impassable",
    };
    let mut lines = vec![line(format!("Boundary {}: {width}, {passage}.", boundary.id), "4.3.1")];
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
            lines.push(line(format!("Against those who attack {name} here: {}.", words.join(", ")), "4.3.1"));
        }
    }
    if !boundary.roads.is_empty() {
        let roads = boundary.roads.iter().map(|crossing| {
            let name = world.road_label(crossing.road);
            if crossing.main { format!("{name} (main road)") } else { name }
        });
        lines.push(line(format!("Roads: {}.", roads.collect::<Vec<_>>().join(", ")), "8.6.4"));
    }
    lines
}
