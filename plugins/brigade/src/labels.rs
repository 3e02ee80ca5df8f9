//! Names of units and hexes, prompts, labels and events.

use muster_board::SpaceId;
use muster_contract::{Audience, ChoiceDetails, Event, EventKind, Place, Seat, Target, TurnStatus};
use muster_sdk::{Decisions, Labels, Names, OpenDecision, Prompt, Resolution, Shared, UnitId, place};

use crate::choice::Choice;
use crate::state::{Brigade, Stage};
use crate::world::{Unit, World};

impl Brigade {
    /// What is left to do with the units that are being moved.
    fn left_to_do(&self, seat: Seat) -> String {
        let mut list = Decisions::default();
        list.open(seat, "march");
        self.list_march(self.active(), &mut list);
        let any = |fits: fn(&Choice) -> bool| list.of_seat(seat).any(fits);
        let hexes = any(|choice| matches!(choice, Choice::To(_)));
        let rest = match (hexes, any(|choice| matches!(choice, Choice::Face(_)))) {
            (true, true) => "choose a lit hex, or turn to a corner",
            (true, false) => "choose a lit hex",
            (false, true) => "turn to a corner, or leave it so",
            (false, false) => "there is nothing left to do",
        };
        let taken = any(|choice| matches!(choice, Choice::Take(_)));
        format!("{rest}{}", if taken { "; a lit general can be taken along first" } else { "" })
    }
}

/// A number of things ("2 points").
pub(crate) fn counted(count: impl Into<u32>, one: &str, several: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { several })
}

pub(crate) fn pips(cost: u8) -> String {
    counted(cost, "pip", "pips")
}

/// Logs a command, for everyone.
pub(crate) fn log_command(resolution: &mut Resolution<'_>, citation: &str, text: &str) {
    resolution.announce(EventKind::Command, citation, || text.to_owned());
}

/// Names are the same for every seat.
impl Names for Brigade {
    type World = World;
    type Unit = Unit;
    type Space = SpaceId;
    type Edge = ();

    fn world(&self) -> &Shared<World> {
        &self.world
    }

    fn unit_id(&self, _seat: Option<Seat>, unit: Unit) -> UnitId<'_> {
        UnitId::Own(&self.world.info(unit).id)
    }

    fn unit_name(&self, _seat: Option<Seat>, unit: Unit) -> String {
        self.name_of(unit).to_owned()
    }

    fn space_id(&self, hex: SpaceId) -> &str {
        self.world.hex_name(hex)
    }
}

impl Labels for Brigade {
    /// The prompt of a decision.
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let unit = |unit: Unit| Some(Target::Unit(self.world.info(unit).id.clone()));
        let (_, section, title) = self.stage.row();
        let active = format!("{} activation", self.active().name());
        let mut frame = vec![self.status().title, active, title.to_owned()];
        let plain = |question: &str, section| (question.to_owned(), section, None);
        let at = (open.kind, &self.march, self.fire.pending.first(), self.fire.suffering.first());
        let (question, citation, focus) = match at {
            ("roll", ..) => plain("Roll a die for each general.", section),
            ("choose-unit", ..) => plain("Choose a unit, line or column to move, or end your moves.", "C2"),
            ("march", Some(march), ..) => {
                let lead = march.units[0];
                frame.push(self.name_of(lead).to_owned());
                (format!("Move {}: {}.", self.name_of(lead), self.left_to_do(open.seat)), "D1", unit(lead))
            }
            ("bombard", ..) => plain("Choose a battery's target, or end the bombardment.", "E1"),
            ("combat", ..) => {
                plain("Every unit with an enemy in front must fire. Choose who fires on whom.", section)
            }
            ("assign-hits", _, Some(&(hex, left)), _) => {
                let hex = self.world.hex_name(hex);
                frame.push(format!("Hits on {hex}"));
                let target = Some(Target::Space(hex.to_owned()));
                (format!("Who takes a hit in {hex}? {left} to assign."), "F1", target)
            }
            ("retreat", .., Some(&(who, hits))) => {
                frame.push(format!("Hits on {}", self.name_of(who)));
                let (what, citation) = match hits {
                    2.. => (" must retreat and takes heavy casualties: where to?", "F3"),
                    _ => (": retreat a hex, or stand and take heavy casualties?", "F2"),
                };
                (format!("{}{what}", self.name_of(who)), citation, unit(who))
            }
            ("entrench", ..) => plain("Choose a hex to entrench.", "O2"),
            _ => plain("Have you had enough? If both sides have, the battle ends with this turn.", "V1"),
        };
        Prompt { question, citation: citation.to_owned(), frame, focus, picked: Vec::new() }
    }

    /// Adds what depends on the position, chapter by chapter.
    fn details(&self, _seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        self.order_details(choice, details);
        self.march_details(choice, details);
        self.bombard_details(choice, details);
        self.attack_details(choice, details);
        self.hit_details(choice, details);
    }
}

impl Brigade {
    /// The name of a unit.
    pub(crate) fn name_of(&self, unit: Unit) -> &str {
        &self.world.info(unit).name
    }

    /// A hex as events and views name it.
    pub(crate) fn place_of(&self, hex: SpaceId) -> Place {
        place(self.world.hex_name(hex))
    }

    /// An event in a hex, about these units.
    pub(crate) fn event(
        &self,
        kind: EventKind,
        at: Place,
        units: &[Unit],
        text: String,
        cite: &str,
    ) -> Event {
        let units = units.iter().map(|&unit| self.world.info(unit).id.clone()).collect();
        Event::new(kind, Audience::Everyone, text, cite).at(at).of(units)
    }

    /// The event of units that went this way; they face where the first of them does.
    pub(crate) fn moved_event(&self, way: &[SpaceId], units: &[Unit], text: String, cite: &str) -> Event {
        let facing = Some(self.piece(units[0]).facing);
        let way: Vec<Place> = way.iter().map(|&hex| Place { facing, ..self.place_of(hex) }).collect();
        let last = way[way.len() - 1].clone();
        self.event(EventKind::Moved(way), last, units, text, cite)
    }

    /// Where the game is in the sequence of play.
    pub(crate) fn status(&self) -> TurnStatus {
        let per_day = self.world.turns_per_day;
        let (day, before) = ((self.turn - 1) / per_day, (self.turn - 1) % per_day);
        let minutes = (self.world.first_hour + before * self.world.minutes_per_turn) % 1440;
        let (hour, minute) = ((minutes / 60 + 11) % 12 + 1, minutes % 60);
        let half = if minutes < 720 { "a.m." } else { "p.m." };
        let mut clock = if self.night() { "night".to_owned() } else { format!("{hour}.{minute:02} {half}") };
        if self.world.turns > per_day {
            clock = format!("day {}, {clock}", day + 1);
        }
        TurnStatus {
            number: u32::from(self.turn),
            of: u32::from(self.world.turns),
            title: format!("{} {}", if self.night() { "Night after turn" } else { "Turn" }, self.turn),
            clock,
            phase: self.stage.row().0.to_owned(),
            active: (self.stage != Stage::Over).then(|| self.active().id().to_owned()),
        }
    }
}
