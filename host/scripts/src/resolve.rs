//! Checks what a script said: every name is looked up, and every value gets its type.

use std::collections::{BTreeMap, BTreeSet};

use muster_contract::{Attribute, AttributeInfo, Description, Position, Setup, Unit};

use crate::boards::Boards;
use crate::heading::Heading;
use crate::known::Known;
use crate::named_keys;
use crate::naming;
use crate::problem::{At, MOST_PROBLEMS, ScenarioProblem, Wrong, either, meant};
use crate::raw::{self, Field, Fields, Placed, RawValue};
use crate::record::{Record, Statement};
use crate::scenario::{Note, Scenario, SourceMap, UnitWord};
use crate::texts::Texts;
use crate::typed::{out_of_range, typed_attribute};

/// A scenario has a board at least.
fn has_board(statements: &[Statement], heading_at: &At) -> Result<(), ScenarioProblem> {
    let is_board = |one: &Statement| matches!(one, Statement::Board { .. } | Statement::Drawn { .. });
    if statements.iter().any(is_board) {
        return Ok(());
    }
    let wrong = Wrong::Missing { what: "the scenario".into(), name: "board".into() };
    Err(ScenarioProblem::new(heading_at.clone(), wrong)
        .with_remedy("Add board(\"board.toml\"); after this, or draw a board in the script."))
}

/// Makes a scenario of what its script said, or returns everything that is wrong with it.
pub(crate) fn resolve(
    texts: &Texts,
    module: Known<'_>,
    (heading, heading_at): (Heading, At),
    record: Record,
) -> Result<Scenario, Vec<ScenarioProblem>> {
    let mut resolver = Resolver::new(texts, module);
    // Boards first, so that a script may name hexes before it lays out their board.
    for statement in &record.statements {
        if resolver.is_hopeless() {
            break;
        }
        let done = match statement {
            Statement::Board { file, at } => match resolver.first_time(file, at) {
                Ok(()) => resolver.boards.read(texts, file, at, module),
                Err(twice) => Err(vec![twice]),
            },
            Statement::Drawn { board, at } => resolver.boards.draw(board.clone(), at, module),
            _ => Ok(()),
        };
        for problem in done.err().into_iter().flatten() {
            resolver.keep(Err(problem));
        }
    }
    resolver.keep(has_board(&record.statements, &heading_at));
    resolver.boards_failed = !resolver.problems.is_empty();
    for statement in record.statements {
        if resolver.is_hopeless() {
            break;
        }
        resolver.statement(statement);
    }
    resolver.finish(&heading_at);
    if !resolver.problems.is_empty() {
        return Err(resolver.problems);
    }
    let (boards, pictures, board_files) = resolver.boards.finish();
    let setup = Setup {
        options: resolver.options,
        facts: resolver.facts,
        seats: module.description.sides.iter().map(|side| side.id.clone()).collect(),
        rules: Vec::new(),
    };
    let mut named = resolver.named_at;
    named.extend(resolver.units.iter().map(|listed| (listed.unit.id.clone(), listed.at.clone())));
    let formed = resolver.units.iter().map(|listed| (listed.unit.id.clone(), listed.formation_at.clone()));
    let formations = formed.collect();
    let roster = resolver.units.into_iter().map(|listed| listed.unit).collect();
    let position = Position { boards, roster, setup, in_force: muster_contract::InForce::NONE };
    let (notes, notes_at) = resolver.notes.into_iter().unzip();
    let source_map = SourceMap {
        heading: heading_at,
        named,
        unit_words: resolver.unit_words,
        placed: resolver.placed,
        formations,
        notes: notes_at,
        boards: board_files,
    };
    let texts = texts.clone();
    Ok(Scenario { heading, position, pictures, notes, log: record.log, texts, source_map })
}

/// A unit of the roster, and where it was written.
struct Listed {
    unit: Unit,
    at: At,
    placed_at: At,
    formation_at: At,
}

struct Resolver<'a> {
    texts: &'a Texts,
    module: Known<'a>,
    boards: Boards,
    units: Vec<Listed>,
    by_id: BTreeMap<String, usize>,
    facts: Vec<Attribute>,
    options: Vec<Attribute>,
    notes: Vec<(Note, At)>,
    problems: Vec<ScenarioProblem>,
    boards_failed: bool,
    /// The units that were refused, and whether a whole roster was: what else the script has of them is no problem of its own.
    refused: BTreeSet<String>,
    rosters_failed: bool,
    /// Where each fact was given.
    named_at: Vec<(String, At)>,
    /// The words of units' texts, and where they were written.
    unit_words: Vec<UnitWord>,
    /// Where each unit was put, and how many were before it.
    placed: BTreeMap<String, (usize, At)>,
    /// How many units were put somewhere.
    placings: usize,
    /// The files that have been read.
    read: BTreeSet<String>,
}

type Done = Result<(), ScenarioProblem>;

impl<'a> Resolver<'a> {
    fn new(texts: &'a Texts, module: Known<'a>) -> Self {
        Resolver {
            texts,
            module,
            boards: Boards::default(),
            units: Vec::new(),
            by_id: BTreeMap::new(),
            facts: Vec::new(),
            options: Vec::new(),
            notes: Vec::new(),
            problems: Vec::new(),
            boards_failed: false,
            refused: BTreeSet::new(),
            rosters_failed: false,
            named_at: Vec::new(),
            unit_words: Vec::new(),
            placed: BTreeMap::new(),
            placings: 0,
            read: BTreeSet::new(),
        }
    }

    /// Keeps the problem, if it is one, unless there are too many.
    fn keep(&mut self, done: Done) {
        if let Err(problem) = done
            && self.problems.len() < MOST_PROBLEMS
        {
            self.problems.push(problem);
        }
    }

    /// Whether so much is wrong that nothing more need be looked for.
    fn is_hopeless(&self) -> bool {
        self.problems.len() >= MOST_PROBLEMS
    }

    /// Makes sure that a file is read once: what is in it is there after the first time.
    fn first_time(&mut self, file: &str, at: &At) -> Done {
        if self.read.insert(file.to_owned()) {
            return Ok(());
        }
        let twice = Wrong::Twice { what: "the file", name: file.to_owned() };
        Err(ScenarioProblem::new(at.clone(), twice).with_remedy("Name each file once."))
    }

    fn describe(&self) -> &'a Description {
        self.module.description
    }

    fn statement(&mut self, statement: Statement) {
        let done = match statement {
            Statement::Scenario(_) | Statement::Board { .. } | Statement::Drawn { .. } => Ok(()),
            Statement::Brief { side, at, .. } => self.side(&side, &at),
            Statement::Roster { file, at } => {
                let done = self.roster(&file, &at);
                self.rosters_failed |= done.is_err();
                done
            }
            Statement::Unit(fields) => self.unit(fields),
            Statement::Place { unit, .. } | Statement::Set { unit, .. } if self.was_refused(&unit) => Ok(()),
            Statement::Place { unit, to } => self.place(&unit, to),
            Statement::Set { unit, name, value } => self.set(&unit, &name, &value),
            Statement::Fact { name, value } => self.fact(&name, &value),
            Statement::Choose { name, value } => self.option(&name, &value),
            Statement::Note(fields) => self.note(fields),
        };
        self.keep(done);
    }

    fn unknown<'n>(
        &self,
        what: &'static str,
        name: &str,
        context: &str,
        at: &At,
        known: impl IntoIterator<Item = &'n str>,
    ) -> ScenarioProblem {
        let wrong = Wrong::Unknown { what, name: name.to_owned(), context: context.to_owned() };
        ScenarioProblem::meant(at.clone(), wrong, meant(name, known))
    }

    /// A name of something that the module describes, and that it doesn't have.
    fn of_description<'n>(
        &self,
        what: &'static str,
        name: &str,
        at: &At,
        known: impl IntoIterator<Item = &'n str>,
    ) -> ScenarioProblem {
        let context = format!(" in the module {:?}", self.module.id);
        let problem = self.unknown(what, name, &context, at, known);
        let remedy = problem.remedy.clone().unwrap_or_else(|| self.module.lists(what));
        problem.with_remedy(remedy)
    }

    fn side(&self, side: &str, at: &At) -> Done {
        let sides = &self.describe().sides;
        if sides.iter().any(|known| known.id == side) {
            return Ok(());
        }
        Err(self.of_description("side", side, at, sides.iter().map(|side| side.id.as_str())))
    }

    fn roster(&mut self, file: &str, at: &At) -> Done {
        self.first_time(file, at)?;
        let text = self.texts.named(file, at)?;
        for fields in raw::roster(file, text)? {
            if self.is_hopeless() {
                break;
            }
            let done = self.unit(fields);
            self.keep(done);
        }
        Ok(())
    }

    /// Whether a unit isn't there because what enlists it is wrong.
    fn was_refused(&self, unit: &str) -> bool {
        !self.by_id.contains_key(unit) && (self.rosters_failed || self.refused.contains(unit))
    }

    fn unit(&mut self, mut fields: Fields) -> Done {
        let id = fields.wanted("id")?;
        let done = self.enlist(id.clone(), fields);
        if done.is_err() {
            self.refused.insert(id);
        }
        done
    }

    fn enlist(&mut self, id: String, mut fields: Fields) -> Done {
        let at = fields.at.clone();
        naming::check_id(&id, &at)?;
        let (side_at, kind_at) = (fields.place_of("side"), fields.place_of("kind"));
        let (side, kind) = (fields.wanted("side")?, fields.wanted("kind")?);
        self.side(&side, &side_at)?;
        let kinds = &self.describe().kinds;
        if !kinds.iter().any(|known| known.id == kind) {
            let known = kinds.iter().map(|kind| kind.id.as_str());
            return Err(self.of_description("kind of unit", &kind, &kind_at, known));
        }
        let formation_at = fields.place_of("formation");
        let name = fields.text("name")?.unwrap_or_else(|| id.clone());
        let formation = fields.text("formation")?.unwrap_or_default();
        naming::check_texts(&id, &[("name", &name), ("formation", &formation)], &at)?;
        let placed = fields.place()?;
        let placed_at = placed.as_ref().map_or_else(|| at.clone(), |placed| placed.at.clone());
        let place = placed.map(|placed| self.known_place(placed)).transpose()?;
        let mut attributes = Vec::new();
        for (name, value) in fields.rest() {
            attributes.push(self.attribute(&id, &kind, &name, &value)?);
            self.keep_words(&id, &name, &value);
        }
        let unit = Unit { id: id.clone(), name, side, kind, formation, attributes, place };
        if self.by_id.contains_key(&id) {
            return Err(ScenarioProblem::new(at, Wrong::Twice { what: "the unit", name: id })
                .with_remedy("Give each unit an id of its own."));
        }
        if unit.place.is_some() {
            self.put(&id, &placed_at);
        }
        self.by_id.insert(id, self.units.len());
        self.units.push(Listed { unit, at, placed_at, formation_at });
        Ok(())
    }

    /// Keeps where an attribute of a unit was written, in place of where it was before.
    fn keep_words(&mut self, unit: &str, attribute: &str, value: &Field) {
        self.unit_words.retain(|its| its.unit != unit || its.attribute != attribute);
        self.unit_words.extend(UnitWord::of(unit, attribute, value));
    }

    /// A unit's attribute, as the schema has it for its kind.
    fn attribute(
        &self,
        unit: &str,
        kind: &str,
        name: &str,
        value: &Field,
    ) -> Result<Attribute, ScenarioProblem> {
        let is_of_kind = |info: &&AttributeInfo| info.kinds.iter().any(|known| known == kind);
        let schema = &self.describe().schema;
        let Some(info) = schema.iter().filter(is_of_kind).find(|info| info.name == name) else {
            let kinds: Vec<&str> = schema
                .iter()
                .filter(|info| info.name == name)
                .flat_map(|info| &info.kinds)
                .map(String::as_str)
                .collect();
            let context = if kinds.is_empty() {
                format!(" for a unit of the kind {kind:?}")
            } else {
                format!(" for a unit of the kind {kind:?}, only for {}", kinds.join(", "))
            };
            let own = ["name", "formation", "at", "facing", "edge", "slot", "carrier"];
            let known = schema.iter().filter(is_of_kind).map(|info| info.name.as_str()).chain(own);
            return Err(self.unknown("attribute", name, &context, &value.key_at, known));
        };
        typed_attribute(&format!("{name:?} of unit {unit:?}"), info, value)
    }

    fn place(&mut self, unit: &str, mut to: Fields) -> Done {
        let index = self.index(unit, &to.at.clone())?;
        let Some(placed) = to.place()? else {
            return Err(to.placeless(format!("the place of unit {unit:?}")));
        };
        to.nothing_else(&["at", "facing", "edge", "slot", "carrier"])?;
        let at = placed.at.clone();
        self.units[index].unit.place = Some(self.known_place(placed)?);
        self.put(unit, &at);
        self.units[index].placed_at = at;
        Ok(())
    }

    fn put(&mut self, unit: &str, at: &At) {
        self.placings += 1;
        self.placed.insert(unit.to_owned(), (self.placings, at.clone()));
    }

    fn set(&mut self, unit: &str, name: &str, value: &Field) -> Done {
        let index = self.index(unit, &value.at)?;
        let kind = self.units[index].unit.kind.clone();
        let attribute = self.attribute(unit, &kind, name, value)?;
        self.keep_words(unit, name, value);
        let attributes = &mut self.units[index].unit.attributes;
        attributes.retain(|known| known.name != attribute.name);
        attributes.push(attribute);
        Ok(())
    }

    fn index(&self, unit: &str, at: &At) -> Result<usize, ScenarioProblem> {
        self.by_id.get(unit).copied().ok_or_else(|| {
            let known = self.by_id.keys().map(String::as_str);
            let problem = self.unknown("unit", unit, " in the roster so far", at, known);
            match problem.remedy {
                Some(_) => problem,
                None => problem
                    .with_remedy("Enlist it before this line, with unit(…) or in the file of a roster."),
            }
        })
    }

    /// Returns the place, if its space and edge are on the boards.
    fn known_place(&self, placed: Placed) -> Result<muster_contract::Place, ScenarioProblem> {
        let Placed { place, at } = placed;
        if self.boards_failed {
            // Without its board every space would be unknown; the board's own problems are enough.
            return Ok(place);
        }
        if !self.boards.has_space(&place.space) {
            return Err(self.unknown("space", &place.space, " on the boards", &at, self.boards.spaces()));
        }
        if let Some(edge) = &place.edge
            && !self.boards.edges_of(&place.space).any(|known| known == edge)
        {
            let context = format!(" of the space {:?}", place.space);
            return Err(self.unknown("edge", edge, &context, &at, self.boards.edges_of(&place.space)));
        }
        Ok(place)
    }

    fn fact(&mut self, name: &str, value: &Field) -> Done {
        self.named_at.push((name.to_owned(), value.at.clone()));
        let facts = || self.describe().schema.iter().filter(|info| info.kinds.is_empty());
        let Some(info) = facts().find(|info| info.name == name) else {
            let known = facts().map(|info| info.name.as_str());
            return Err(self.of_description("fact", name, &value.at, known));
        };
        let fact = typed_attribute(&format!("the fact {name:?}"), info, value)?;
        once(&mut self.facts, "the fact", fact, &value.at)
    }

    fn option(&mut self, name: &str, value: &Field) -> Done {
        let options = &self.describe().options;
        let Some(info) = options.iter().find(|info| info.id == name) else {
            let known = options.iter().map(|info| info.id.as_str());
            return Err(self.of_description("option", name, &value.at, known));
        };
        let what = format!("the option {name:?}");
        let value_of = value.like(&what, &info.default)?;
        if !info.values.is_empty() && !info.values.contains(&value_of) {
            let allowed = either(info.values.iter().map(|value| RawValue::from(value).written()));
            return Err(out_of_range(&what, value, allowed, &info.text));
        }
        once(&mut self.options, "the option", Attribute { name: name.to_owned(), value: value_of }, &value.at)
    }

    fn note(&mut self, mut fields: Fields) -> Done {
        let at = fields.at.clone();
        let turn = fields.number("turn")?;
        let decision = fields.wanted("decision")?;
        let kinds = &self.describe().decisions;
        if !kinds.iter().any(|known| known.id == decision) {
            let known = kinds.iter().map(|kind| kind.id.as_str());
            return Err(self.of_description("kind of decision", &decision, &at, known));
        }
        let note = Note {
            decision,
            title: fields.wanted("title")?,
            text: fields.wanted("text")?,
            cite: fields.text("cite")?,
            turn: turn.and_then(|turn| u32::try_from(turn).ok()),
            side: fields.text("side")?,
            unit: fields.text("unit")?,
        };
        named_keys::check(&note.text, &at, self.module)?;
        if let Some(turn) = turn.filter(|turn| *turn < 0) {
            let found = format!("the number {turn}");
            let wrong =
                Wrong::Type { what: "\"turn\" of the note".into(), found, wanted: "the number of a turn" };
            return Err(ScenarioProblem::new(at, wrong)
                .with_remedy("The first turn is 1; leave it out for any turn."));
        }
        if let Some(side) = &note.side {
            self.side(side, &at)?;
        }
        if let Some(unit) = note.unit.as_ref().filter(|unit| !self.was_refused(unit)) {
            self.index(unit, &at)?;
        }
        fields.nothing_else(&["decision", "title", "text", "cite", "turn", "side", "unit"])?;
        self.notes.push((note, at));
        Ok(())
    }

    /// Checks what depends on all statements.
    fn finish(&mut self, heading_at: &At) {
        let script = heading_at.clone();
        let mut problems = Vec::new();
        let schema = &self.describe().schema;
        for Listed { unit, at, placed_at, .. } in &self.units {
            let given: BTreeSet<&str> =
                unit.attributes.iter().map(|attribute| attribute.name.as_str()).collect();
            for info in schema.iter().filter(|info| info.required && info.kinds.contains(&unit.kind)) {
                if !given.contains(info.name.as_str()) {
                    let wrong =
                        Wrong::Missing { what: format!("unit {:?}", unit.id), name: info.name.clone() };
                    problems.push(ScenarioProblem::new(at.clone(), wrong).with_remedy(info.text.clone()));
                }
            }
            if let Some(carrier) = unit.place.as_ref().and_then(|place| place.carrier.as_ref())
                && !self.by_id.contains_key(carrier)
                && !self.was_refused(carrier)
            {
                let known = self.by_id.keys().map(String::as_str);
                problems.push(self.unknown("unit", carrier, " in the roster", placed_at, known));
            }
        }
        for info in schema.iter().filter(|info| info.required && info.kinds.is_empty()) {
            if !self.facts.iter().any(|fact| fact.name == info.name) && self.problems.is_empty() {
                let wrong = Wrong::Missing { what: "the scenario".into(), name: info.name.clone() };
                let remedy = format!("Add fact(\"{}\", …); {}", info.name, info.text);
                problems.push(ScenarioProblem::new(script.clone(), wrong).with_remedy(remedy));
            }
        }
        for problem in problems {
            self.keep(Err(problem));
        }
    }
}

/// Adds a value that may be given once.
fn once(values: &mut Vec<Attribute>, what: &'static str, value: Attribute, at: &At) -> Done {
    if values.iter().any(|known| known.name == value.name) {
        let twice = Wrong::Twice { what, name: value.name };
        return Err(ScenarioProblem::new(at.clone(), twice).with_remedy("Leave one of them out."));
    }
    values.push(value);
    Ok(())
}
