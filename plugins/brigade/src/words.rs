//! What units and hexes are called; prompts, consequences and events in words.

use muster_board::SpaceId;
use muster_contract::{Audience, ChoiceDetails, Event, EventKind, Line, Place, Seat, Target, TurnStatus};
use muster_sdk::{Labels, Names, OpenDecision, Prompt, Resolution, Shared, UnitId, line, place};

use crate::choice::{Choice, compass};
use crate::state::{Brigade, Form, March, Stage};
use crate::world::{Kind, SIDES, Unit, World};

/// What a side is called.
pub(crate) fn side_name(side: u8) -> &'static str {
    if side == 0 { "Union" } else { "Confederate" }
}

/// So many of something, in words.
pub(crate) fn counted(count: impl Into<u32>, one: &str, several: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { several })
}

fn pips(cost: u8) -> String {
    counted(cost, "pip", "pips")
}

/// A command was given, before everyone's eyes.
pub(crate) fn command(resolution: &mut Resolution<'_>, citation: &str, text: &str) {
    resolution.announce(EventKind::Command, citation, || text.to_owned());
}

/// Everybody calls everything the same.
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
        self.world.info(unit).name.clone()
    }

    fn space_id(&self, hex: SpaceId) -> &str {
        self.world.hex_name(hex)
    }
}

impl Labels for Brigade {
    /// The words over a decision.
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let name = |unit: Unit| self.world.info(unit).name.as_str();
        let unit = |unit: Unit| Some(Target::Unit(self.world.info(unit).id.clone()));
        let (_, section, title) = self.stage.row();
        let active = format!("{} activation", side_name(self.active()));
        let mut frame = vec![self.status().title, active, title.to_owned()];
        let (march, fire) = (self.march.as_ref(), &self.fire);
        let (prompt, citation, focus) = match (open.kind, march, fire.pending.first(), fire.suffering.first())
        {
            ("roll", ..) => ("Roll a die for each general.".to_owned(), section, None),
            ("choose-unit", ..) => {
                ("Choose a unit, line or column to move, or end your moves.".to_owned(), "C2", None)
            }
            ("march", Some(march), ..) => {
                let lead = march.units[0];
                frame.push(name(lead).to_owned());
                (format!("Move {}: choose a lit hex, or turn to a corner.", name(lead)), "D1", unit(lead))
            }
            ("bombard", ..) => ("Choose a battery's target, or end the bombardment.".to_owned(), "E1", None),
            ("combat", ..) => {
                let prompt = "Every unit with an enemy in front must fire. Choose who fires on whom.";
                (prompt.to_owned(), section, None)
            }
            ("assign-hits", _, Some(&(hex, left)), _) => {
                let hex = self.world.hex_name(hex);
                frame.push(format!("Hits on {hex}"));
                let target = Some(Target::Space(hex.to_owned()));
                (format!("Who takes a hit in {hex}? {left} to assign."), "F1", target)
            }
            ("retreat", .., Some(&(who, hits))) => {
                frame.push(format!("Hits on {}", name(who)));
                let (what, citation) = match hits {
                    2.. => (" must retreat and takes heavy casualties: where to?", "F3"),
                    _ => (": retreat a hex, or stand and take heavy casualties?", "F2"),
                };
                (format!("{}{what}", name(who)), citation, unit(who))
            }
            ("entrench", ..) => ("Choose a hex to entrench.".to_owned(), "O2", None),
            _ => (
                "Have you had enough? If both sides have, the battle ends with this turn.".to_owned(),
                "V1",
                None,
            ),
        };
        Prompt { question: prompt, citation: citation.to_owned(), frame, focus, picked: Vec::new() }
    }

    fn details(&self, _seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        let name = |unit: Unit| self.world.info(unit).name.as_str();
        let (label, says) = (&mut details.label, &mut details.consequences);
        match choice {
            Choice::Move { form, lead, count, tail, payer, cost, .. } => {
                let (units, _) = self.activated((form, lead, count, tail));
                details.cost = pips(cost);
                says.extend(self.cost_reasons(payer, &units));
                if form != Form::Single {
                    let from = if form == Form::Line { "from" } else { "behind" };
                    *label += &format!(" {} {from} {}", units.len(), name(lead));
                }
                if let Some(tail) = tail {
                    *label += &format!(", back to {}", self.world.hex_name(tail));
                }
                *label += &format!(" ({})", name(payer));
            }
            Choice::Attach(_, corps) => *label += &format!(" to {}", self.world.corps[corps].name),
            Choice::EndMoves => details.warning = self.idle_warning(),
            Choice::To(to) => details.path = self.step_consequences(to, says),
            Choice::Face(facing) => *label += &format!(" {}", compass(facing)),
            Choice::Bombard { gun, hex, payer, .. } => {
                details.cost = pips(self.bombard_cost(payer, gun));
                *label += &format!(" {} with {} ({})", self.people(hex, gun), name(gun), name(payer));
                says.extend(self.cover_line(hex));
            }
            Choice::Attack(unit, hex) => {
                *label += &format!(" {} with {}", self.people(hex, unit), name(unit));
                if Self::uphill(&self.world, self.hex_of(unit), hex) {
                    says.push(line("The enemy is up a steep hill: only a 6 hits.", "F1"));
                }
                says.extend(self.cover_line(hex));
            }
            Choice::Stand(unit) if self.piece(unit).heavy => {
                says.push(line("It is the second marker: the unit is removed.", "F5"));
                let warning = format!("{} would be removed from the table. Stand all the same?", name(unit));
                details.warning = Some(warning);
            }
            Choice::Stand(_) => says.push(line("A Heavy Casualties marker.", "F2")),
            Choice::Retreat(unit, None) => {
                let counts = match self.world.info(unit).kind {
                    Kind::Train => "It leaves the table; what is left of its corps counts against its side.",
                    _ => "It leaves the table and counts as destroyed.",
                };
                says.push(line(counts, "V1"));
            }
            Choice::Retreat(..) if self.fire.suffering.first().is_some_and(|&(_, hits)| hits >= 2) => {
                says.push(line("It takes a Heavy Casualties marker too.", "F3"));
            }
            Choice::Entrench(_) => details.cost = pips(1),
            _ => {}
        }
    }
}

impl Brigade {
    pub(crate) fn place_of(&self, hex: SpaceId) -> Place {
        place(self.world.hex_name(hex))
    }

    /// What has happened to these units in a hex.
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

    /// Units went this way, and face where the first of them does.
    pub(crate) fn moved_event(&self, way: &[SpaceId], units: &[Unit], text: String, cite: &str) -> Event {
        let facing = Some(self.piece(units[0]).facing);
        let way: Vec<Place> = way.iter().map(|&hex| Place { facing, ..self.place_of(hex) }).collect();
        let last = way[way.len() - 1].clone();
        self.event(EventKind::Moved(way), last, units, text, cite)
    }

    pub(crate) fn activation_event(&self, march: &March) -> Event {
        let (lead, payer, cost) = (march.units[0], &self.world.info(march.payer).name, pips(march.cost));
        let text = if march.payer == lead {
            format!("{payer} sets out: {cost}")
        } else {
            format!("{payer} orders {}: {cost}", self.march_name(march))
        };
        self.event(EventKind::Command, self.place_of(self.hex_of(lead)), &march.units, text, "C2")
    }

    pub(crate) fn march_name(&self, march: &March) -> String {
        let lead = &self.world.info(march.units[0]).name;
        match march.form {
            Form::Single => lead.clone(),
            Form::Line => format!("a line of {} from {lead}", march.units.len()),
            Form::Column | Form::MixedColumn => format!("a column of {} behind {lead}", march.units.len()),
        }
    }

    /// \[F4\] What is said of cover before a shot at a hex, if it has any.
    fn cover_line(&self, hex: SpaceId) -> Option<Line> {
        self.covered(hex).then(|| line("Cover takes a hit from each unit.", "F4"))
    }

    /// The enemy units that this shooter would fire on in a hex, in words.
    pub(crate) fn people(&self, hex: SpaceId, shooter: Unit) -> String {
        let struck = self.targets_in(hex, self.world.side_of(shooter));
        let names: Vec<&str> = struck.map(|unit| self.world.info(unit).name.as_str()).collect();
        if names.is_empty() { self.world.hex_name(hex).to_owned() } else { names.join(" and ") }
    }

    /// Where in the sequence of play.
    pub(crate) fn status(&self) -> TurnStatus {
        let (day, hour) =
            ((self.turn - 1) / self.world.turns_per_day, (self.turn - 1) % self.world.turns_per_day);
        let minutes = (self.world.first_hour + hour * self.world.minutes_per_turn) % 1440;
        let mut clock = format!(
            "{}.{:02} {}",
            (minutes / 60 + 11) % 12 + 1,
            minutes % 60,
            if minutes < 720 { "a.m." } else { "p.m." }
        );
        if self.night() {
            clock = "night".to_owned();
        }
        if self.world.turns > self.world.turns_per_day {
            clock = format!("day {}, {clock}", day + 1);
        }
        TurnStatus {
            number: u32::from(self.turn),
            of: u32::from(self.world.turns),
            title: format!("{} {}", if self.night() { "Night after turn" } else { "Turn" }, self.turn),
            clock,
            phase: self.stage.row().0.to_owned(),
            active: (self.stage != Stage::Over).then(|| SIDES[usize::from(self.active())].to_owned()),
        }
    }

    pub(crate) fn cost_reasons(&self, payer: Unit, units: &[Unit]) -> Vec<Line> {
        let field = self.field();
        let mut reasons = Vec::new();
        let doubled = self.is_doubled(payer, units);
        if self.move_cost(field, payer, units) > if doubled { 2 } else { 1 } {
            reasons.push(line("It begins in an enemy fire zone.", "C3"));
        }
        if doubled {
            reasons.push(line(
                format!("{} is more than 3 hexes off, or out of sight: double.", self.world.info(payer).name),
                "C5",
            ));
        }
        reasons
    }

    /// What a step would bring, and the way.
    fn step_consequences(&self, to: SpaceId, says: &mut Vec<Line>) -> Vec<Place> {
        let Some((march, way, after)) = self.after_step(to) else { return Vec::new() };
        let hexes = after.hexes_of(march.units.iter().copied());
        let several = march.form != Form::Single;
        if march.stopped {
            says.push(line(if several { "They stop here." } else { "It stops here." }, "D3"));
        }
        let foe_side = self.world.side_of(march.units[0]) ^ 1;
        let mut foes: Vec<Unit> = Vec::new();
        for hex in after.hexes_of(march.units.iter().copied().filter(|&unit| self.world.fights(unit))) {
            for foe in self.world.around(hex).flat_map(|hex| self.in_hex(hex)) {
                if self.world.side_of(foe) == foe_side && self.world.fights(foe) && !foes.contains(&foe) {
                    foes.push(foe);
                }
            }
        }
        if !foes.is_empty() {
            let foes: Vec<&str> = foes.into_iter().map(|foe| self.world.info(foe).name.as_str()).collect();
            let must = if several { "who is beside an enemy must face one" } else { "it must face an enemy" };
            says.push(line(format!("Adjacent to {}: {must}.", foes.join(" and ")), "D1"));
        }
        let on = if several { "one of these units" } else { "this hex" };
        for unit in
            after.troops(foe_side).filter(|&unit| after.targets(unit).iter().any(|hex| hexes.contains(hex)))
        {
            let name = &self.world.info(unit).name;
            says.push(line(format!("{name} must fire first, on {on} or another in front."), "F1"));
        }
        way.iter().map(|&hex| self.place_of(hex)).collect()
    }

    /// The units on the march as they are after a step, the lead's way, and the game then.
    pub(crate) fn after_step(&self, to: SpaceId) -> Option<(March, Vec<SpaceId>, Self)> {
        let (mut march, mut after) = (self.march.clone()?, self.clone());
        let way = after.go(&mut march, to);
        Some((march, way, after))
    }

    /// Names those who can still act, if there are any.
    fn idle_warning(&self) -> Option<String> {
        let mut list = muster_sdk::Decisions::default();
        list.open(0, "choose-unit");
        self.list_moves(self.active(), &mut list);
        let mut names: Vec<&str> = Vec::new();
        for choice in list.of_seat(0) {
            if let Choice::Move { form: Form::Single, lead, .. } = *choice {
                let name = self.world.info(lead).name.as_str();
                if self.world.fights(lead) && !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let (count, shown) = (names.len(), names[..names.len().min(4)].join(", "));
        let more = if count > 4 { format!(" and {} more", count - 4) } else { String::new() };
        (count > 0).then(|| format!("{count} units can still act: {shown}{more}. End your moves?"))
    }
}
