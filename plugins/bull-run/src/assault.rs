//! §8.2 steps 1 to 7: assaults.

use muster_contract::{ChoiceDetails, OddsTable, Seat};
use muster_sdk::{Decisions, Knowledge, May, Resolution, ensure, line};

use crate::choice::{Choice, Leaders};
use crate::hooks::ASSAULT;
use crate::orders::Group;
use crate::state::{Action, BullRun, Command, Pursuit, Spot, Step};
use crate::world::{Edge, Kind, Locale, Side, Unit, Way};

/// One line of an assault's arithmetic (step 5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is for.
    pub what: &'static str,
    /// What it adds.
    pub by: i8,
    /// The section.
    pub citation: &'static str,
}

impl BullRun {
    /// §8.2: whether a group at an approach can assault over its boundary.
    pub(crate) fn may_assault(&self, group: &Group<'_>, way: &Way) -> May {
        let from = group.spot.locale;
        self.may_cross(way, group.units.len())?;
        let open = "Nobody secures the approach beyond: it is open to an advance.";
        ensure(self.defended(from, way.edge) > 0, open, "8.1")?;
        let leads = |&unit: &Unit| self.may_lead(unit, from, way.edge);
        let able = group.units.iter().find(|unit| leads(unit).is_ok());
        // Of those who can't, who only may not lead here says more than who never may.
        let strong = || group.units.iter().find(|&&unit| self.unit(unit).strength == 2);
        able.or_else(strong).or(group.units.first()).map_or(Ok(()), leads)
    }

    /// Step 2: whether a unit can lead an assault over a boundary from a locale.
    fn may_lead(&self, unit: Unit, from: Locale, edge: Edge) -> May {
        let (boundary, state) = (self.world.edge(edge), self.unit(unit));
        let strong = state.strength >= 2 && matches!(state.kind, Kind::Infantry | Kind::Cavalry);
        let weak = "An assault needs 2-strength infantry or cavalry, or 3-strength infantry, to lead it.";
        ensure(strong, weak, "8.2")?;
        let hindered = state.kind == Kind::Cavalry && boundary.in_approach(boundary.across(from)).obstructed;
        let obstructed = "The approach beyond is obstructed: cavalry comes along, but leads no assault.";
        ensure(!hindered, obstructed, "8.2")
    }

    pub(crate) fn leads(&self, unit: Unit, from: Locale, edge: Edge) -> bool {
        self.may_lead(unit, from, edge).is_ok()
    }

    /// Steps 1 and 2: how a group can assault: by which leading units. Who can't lead comes along, cavalry over an obstructed
    /// approach too.
    pub(crate) fn assaults(&self, group: &Group<'_>, way: &Way) -> impl Iterator<Item = Choice> {
        let (from, edge) = (group.spot.locale, way.edge);
        let may = self.may_assault(group, way).is_ok();
        let leads = move |unit: Unit| may && self.leads(unit, from, edge);
        self.leaderships(group.units, leads, edge).map(move |units| Choice::Assault(edge, units))
    }

    /// Each of these units that leads alone, and over a wide boundary each pair of a kind.
    pub(crate) fn leaderships(
        &self,
        units: &[Unit],
        leads: impl Fn(Unit) -> bool + Copy,
        over: Edge,
    ) -> impl Iterator<Item = Leaders> {
        let wide = self.world.edge(over).wide;
        let leaders = units.iter().copied().filter(move |&unit| leads(unit));
        leaders.clone().enumerate().flat_map(move |(number, one)| {
            let alike = move |two: &Unit| wide && self.unit(*two).kind == self.unit(one).kind;
            let others = leaders.clone().skip(number + 1).filter(alike);
            std::iter::once([Some(one), None]).chain(others.map(move |two| [Some(one), Some(two)]))
        })
    }

    /// Steps 1 and 2: the assault is declared, and its leading units are turned face up.
    pub(crate) fn assault(&mut self, units: &[Unit], choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Assault(edge, leaders) = choice else { return };
        let leaders: Vec<Unit> = leaders.into_iter().flatten().collect();
        let from = self.locale_of(units);
        self.spend(units, "8.2", resolution, |game| {
            format!("Assault over {}: {}", game.world.edge(edge).id, game.counted(units))
        });
        self.reveal(&leaders, "8.2", resolution);
        let to = self.world.edge(edge).across(from);
        let defenders = self.in_spot(self.passive(), Spot::approach(to, edge)).collect();
        let action = self.begin_action(Command::Assault, units, from, edge);
        (action.leaders, action.defenders) = (leaders, defenders);
        self.ask(Step::LeadDefense);
    }

    /// Adds the strength of the leading units and the penalties that apply in any case.
    pub(crate) fn assault_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        let (Choice::Assault(edge, leaders), Some(from)) = (choice, self.order_spot()) else { return };
        let boundary = self.world.edge(edge);
        let penalties = boundary.in_approach(boundary.across(from.locale));
        let leaders = || leaders.into_iter().flatten().map(|unit| self.unit(unit));
        let strength: u8 = leaders().map(|unit| unit.strength).sum();
        let less = leaders()
            .next()
            .map_or(0, |lead| u8::from(lead.kind == Kind::Infantry) + penalties.against(lead.kind));
        let text = format!("{strength} strength less {less}, before leading defenders and their artillery.");
        details.consequences.push(line(text, "8.2"));
    }

    /// The chances of an assault, or its outcome for a choice of leading or supporting defense units.
    pub(crate) fn assault_odds(&self, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        match choice {
            Choice::Assault(edge, leaders) => self.assault_chances(seat, edge, leaders),
            _ => self.answered(choice).iter().map(|action| self.defense_chances(action)).collect(),
        }
    }

    /// The assault with these leading or supporting defense units.
    pub(crate) fn answered(&self, choice: Choice) -> Option<Action> {
        let named = |units: Leaders| units.into_iter().flatten().collect();
        match choice {
            Choice::Lead(units) => Some(Action { defense_leaders: named(units), ..self.action().clone() }),
            Choice::Support(units) => Some(Action { support: named(units), ..self.action().clone() }),
            _ => None,
        }
    }

    /// Step 3: whether a defending unit can lead.
    pub(crate) fn may_lead_defense(&self, unit: Unit) -> May {
        let (action, kind) = (self.action(), self.unit(unit).kind);
        let secures = action.defenders.contains(&unit);
        ensure(secures, "It doesn't secure the approach that is assaulted.", "8.2")?;
        ensure(kind != Kind::Artillery, "Artillery leads no defense; it may support one.", "8.2")?;
        let hindered =
            kind == Kind::Cavalry && self.world.edge(action.edge).in_approach(action.to).obstructed;
        ensure(!hindered, "The approach is obstructed: cavalry leads no defense there.", "8.2")
    }

    pub(crate) fn list_lead_defense(&self, _: Side, list: &mut Decisions<Choice>) {
        list.push(Choice::Lead([None; 2]));
        let (action, leads) = (self.action(), |unit: Unit| self.may_lead_defense(unit).is_ok());
        list.extend(self.leaderships(&action.defenders, leads, action.edge).map(Choice::Lead));
    }

    /// Step 3: the leading defense units are turned face up.
    pub(crate) fn take_lead_defense(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Lead(units) = choice else { return };
        let leaders: Vec<Unit> = units.into_iter().flatten().collect();
        self.reveal(&leaders, "8.2", resolution);
        self.action_mut().defense_leaders = leaders;
        let action = self.action();
        // Who could be artillery for all that the opponent knows: those are asked for (step 4).
        let charge = action.command == Command::Charge;
        let maybe = |unit: &Unit| {
            let state = &self.units[*unit];
            !state.is_ranging() && (state.known != Knowledge::EVERYONE || state.kind == Kind::Artillery)
        };
        let others = action.defenders.iter().filter(|unit| !action.defense_leaders.contains(unit));
        if !charge && !action.defense_leaders.is_empty() && others.clone().any(maybe) {
            self.ask(Step::Support);
        } else {
            self.resolve_assault(resolution);
        }
    }

    /// Step 4: whether a defending unit can support a defense.
    pub(crate) fn may_support(&self, action: &Action, unit: Unit) -> May {
        let state = self.unit(unit);
        let secures = action.defenders.contains(&unit);
        ensure(secures, "It doesn't secure the approach that is assaulted.", "8.2")?;
        ensure(!action.defense_leaders.contains(&unit), "It leads the defense.", "8.2")?;
        ensure(!state.is_ranging(), "Ranging artillery supports nobody.", "8.2")?;
        ensure(state.kind == Kind::Artillery, "Only artillery supports a defense.", "8.2")
    }

    /// Step 4: whether a defense that is led so can be supported.
    pub(crate) fn can_be_supported(&self, action: &Action) -> bool {
        let led = !action.defense_leaders.is_empty() && action.command != Command::Charge;
        led && action.defenders.iter().any(|&unit| self.may_support(action, unit).is_ok())
    }

    pub(crate) fn list_support(&self, _: Side, list: &mut Decisions<Choice>) {
        list.push(Choice::Support([None; 2]));
        let action = self.action();
        let supports = |unit: Unit| self.may_support(action, unit).is_ok();
        list.extend(self.leaderships(&action.defenders, supports, action.edge).map(Choice::Support));
    }

    /// Step 4: artillery in support is turned face up.
    pub(crate) fn take_support(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Support(units) = choice else { return };
        let guns: Vec<Unit> = units.into_iter().flatten().collect();
        self.reveal(&guns, "8.2", resolution);
        self.action_mut().support = guns;
        self.resolve_assault(resolution);
    }

    /// Step 5: the outcome, term by term.
    pub(crate) fn arithmetic(&self, action: &Action) -> Vec<Term> {
        let sum = |units: &[Unit]| units.iter().map(|&unit| self.unit(unit).strength as i8).sum::<i8>();
        let Some(&lead) = action.leaders.first() else { return Vec::new() };
        let kind = self.unit(lead).kind;
        let against = self.world.edge(action.edge).in_approach(action.to).against(kind);
        let infantry = action.defense_leaders.iter().any(|&unit| self.unit(unit).kind == Kind::Infantry);
        let term = |what, by, citation| Term { what, by, citation };
        let mut terms = vec![
            term("leading assault units", sum(&action.leaders), "8.2"),
            term("leading defense units", -sum(&action.defense_leaders), "8.2"),
            term("artillery support", -sum(&action.support), "8.2"),
        ];
        if kind == Kind::Infantry {
            terms.push(term("infantry assaults", -1, "8.2"));
        }
        if kind == Kind::Cavalry && infantry && action.command != Command::Charge {
            terms.push(term("cavalry against infantry", -1, "8.2"));
        }
        terms.push(term("approach penalties", -(against as i8), "4.3.1"));
        terms.retain(|term| term.by != 0);
        terms
    }

    /// Steps 5 to 7.
    fn resolve_assault(&mut self, resolution: &mut Resolution<'_>) {
        let action = self.action();
        let mut terms = self.arithmetic(action);
        let by_the_book: i8 = terms.iter().map(|term| term.by).sum();
        let (edge, to) = (action.edge, action.to);
        let outcome = self.hook_outcome(ASSAULT, (edge, to), by_the_book, resolution);
        if outcome != by_the_book {
            terms.push(Term { what: "house rules", by: outcome - by_the_book, citation: "house rule" });
        }
        resolution.say("8.2", || {
            let sum: Vec<String> = terms.iter().map(|term| format!("{:+} {}", term.by, term.what)).collect();
            let verdict = if outcome > 0 { "succeeds" } else { "fails" };
            format!("The assault {verdict}: outcome {outcome} ({}).", sum.join(", "))
        });
        if !self.turn.fought.contains(&edge) {
            self.turn.fought.push(edge);
        }
        self.action_mut().outcome = Some(outcome);
        // Step 6a
        let winners = self.leaders_of(outcome > 0);
        match winners[..] {
            [one] => {
                self.lose(one, 1, "8.2", resolution);
                self.hit_loser(resolution);
            }
            [_, _, ..] => self.ask(Step::WinnerHit),
            [] => self.hit_loser(resolution),
        }
    }

    /// The leading units of the attacker, or of the defender.
    pub(crate) fn leaders_of(&self, attacker: bool) -> Vec<Unit> {
        let action = self.action();
        let leaders = if attacker { &action.leaders } else { &action.defense_leaders };
        leaders.iter().copied().filter(|&unit| self.unit(unit).strength > 0).collect()
    }

    pub(crate) fn attacker_won(&self) -> bool {
        self.action.as_ref().and_then(|action| action.outcome).is_some_and(|outcome| outcome > 0)
    }

    /// The player who has won the assault.
    pub(crate) fn winner_of_assault(&self) -> Side {
        if self.attacker_won() { self.active } else { self.passive() }
    }

    /// The loser's units that took part without leading and can still be hit.
    pub(crate) fn others_of_loser(&self) -> Vec<Unit> {
        let action = self.action();
        let (all, leaders) = match self.attacker_won() {
            true => (&action.defenders, &action.defense_leaders),
            false => (&action.units, &action.leaders),
        };
        all.iter().copied().filter(|unit| !leaders.contains(unit) && self.unit(*unit).strength > 0).collect()
    }

    /// Step 6b: the loser's losses.
    pub(crate) fn hit_loser(&mut self, resolution: &mut Resolution<'_>) {
        let outcome = self.action().outcome.unwrap_or(0);
        self.hit_leaders(1 + outcome.unsigned_abs(), resolution);
    }

    /// Leading units first; the winner says which, where it makes a difference.
    pub(crate) fn hit_leaders(&mut self, mut left: u8, resolution: &mut Resolution<'_>) {
        let leaders = self.leaders_of(!self.attacker_won());
        if self.is_choice_of_losses(&leaders, left) {
            return self.ask(Step::LeaderHits(left));
        }
        for unit in leaders {
            left -= self.lose(unit, left, "8.2", resolution);
        }
        self.hit_others(left, resolution);
    }

    /// Then others who took part; the loser says which. That he is asked must not tell how strong they are.
    pub(crate) fn hit_others(&mut self, left: u8, resolution: &mut Resolution<'_>) {
        match self.others_of_loser()[..] {
            [one] if left > 0 => {
                self.lose(one, left, "8.2", resolution);
                self.end_assault(resolution);
            }
            [_, _, ..] if left > 0 => self.ask(Step::OtherHits(left)),
            _ => self.end_assault(resolution),
        }
    }

    /// Step 7: the assaulting units fall back, or the defenders retreat.
    fn end_assault(&mut self, resolution: &mut Resolution<'_>) {
        if self.attacker_won() {
            return self.flee(resolution);
        }
        let (from, edge) = (self.action().from, self.action().edge);
        let units = self.acting_in(Spot::approach(from, edge));
        self.go(&units, &[Spot::reserve(from)], "8.2", resolution);
        // Who was disrupted is in reserve too, and performed the command: cavalry that deploys leaves it behind.
        self.finish(&self.acting_in(Spot::reserve(from)), resolution);
    }

    /// Step 7: the defense locale is occupied. Step 8: a pursuit may follow.
    pub(crate) fn occupy(&mut self, resolution: &mut Resolution<'_>) {
        let Some(action) = self.action.take() else { return };
        let (to, units) = (action.to, action.units);
        // All are there still: a leading unit has two points at least, and the winner has lost one.
        self.go(&units, &[Spot::reserve(to)], "8.2", resolution);
        self.turn.stormed.push(to);
        let fled = action.flight.map(|flight| flight.fled).unwrap_or_default();
        let cavalry = fled.iter().any(|&(unit, _)| self.unit(unit).kind == Kind::Cavalry);
        let mut targets: Vec<Locale> = fled.iter().map(|&(_, locale)| locale).collect();
        targets.sort_unstable();
        targets.dedup();
        // Step 9: not across a restricted boundary.
        targets.retain(|&target| {
            self.world.between(to, target).is_some_and(|edge| self.world.edge(edge).is_passable())
        });
        let others = units.iter().copied().filter(|unit| !action.leaders.contains(unit)).collect();
        if !cavalry && !targets.is_empty() {
            self.after.pursuit = Some(Pursuit { from: to, units: others, targets, declared: false });
        }
        self.finish(&units, resolution);
    }
}
