//! §8.2 steps 1 to 7: assaults.

use std::ops::ControlFlow;

use muster_contract::{Audience, EventKind};
use muster_sdk::{Decisions, Happenings, Knowledge, event};

use crate::choice::{Choice, Leaders};
use crate::orders::Group;
use crate::state::{Action, At, BullRun, Command, Pursuit, Spot, Step};
use crate::world::{Edge, Kind, Locale, Side, Unit};

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
    /// Step 2: whether a unit can lead an assault over a boundary from a locale.
    pub(crate) fn leads(&self, unit: Unit, from: Locale, edge: Edge) -> bool {
        let boundary = self.world.edge(edge);
        let obstructed = boundary.in_approach(boundary.across(from)).obstructed;
        let state = self.unit(unit);
        state.strength >= 2
            && match state.kind {
                Kind::Infantry => true,
                Kind::Cavalry => !obstructed,
                _ => false,
            }
    }

    /// Steps 1 and 2: how a group can assault: by which leading units. Who can't lead comes along, cavalry over an obstructed
    /// approach too.
    pub(crate) fn assaults(
        &self,
        group: &Group<'_>,
        edge: Edge,
        found: &mut impl FnMut(Choice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let leads = |unit: Unit| self.leads(unit, group.spot.locale, edge);
        let leaders = group.units.iter().copied().filter(|&unit| leads(unit));
        for (number, one) in leaders.clone().enumerate() {
            found(Choice::Assault(edge, [Some(one), None]))?;
            if self.world.edge(edge).wide {
                let others = leaders.clone().skip(number + 1);
                for two in others.filter(|&two| self.unit(two).kind == self.unit(one).kind) {
                    found(Choice::Assault(edge, [Some(one), Some(two)]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Steps 1 and 2: the assault is declared, and its leading units are turned face up.
    pub(crate) fn assault(
        &mut self,
        units: Vec<Unit>,
        edge: Edge,
        leaders: Vec<Unit>,
        happenings: &mut Happenings<'_>,
    ) {
        let Some(Spot { locale: from, .. }) = self.unit(units[0]).spot() else { return };
        self.spend(&units, "8.2", happenings, |game| {
            format!("Assault over {}: {}", game.world.edge(edge).id, game.counted(&units))
        });
        self.reveal(&leaders, "8.2", happenings);
        let to = self.world.edge(edge).across(from);
        let defenders = self.in_spot(self.passive(), Spot::approach(to, edge)).collect();
        let action = self.action(Command::Assault, units, from, edge);
        self.action = Some(Box::new(Action { leaders, defenders, ..action }));
        self.ask(Step::LeadDefense);
    }

    /// Step 3: which defending units can lead.
    pub(crate) fn can_lead_defense(&self) -> Vec<Unit> {
        let Some(action) = &self.action else { return Vec::new() };
        let obstructed = self.world.edge(action.edge).in_approach(action.to).obstructed;
        let leads = |unit: &Unit| match self.unit(*unit).kind {
            Kind::Infantry => true,
            Kind::Cavalry => !obstructed,
            _ => false,
        };
        action.defenders.iter().copied().filter(leads).collect()
    }

    pub(crate) fn list_lead_defense(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.passive()), "lead-defense");
        let Some(action) = &self.action else { return };
        list.push(Choice::Lead([None; 2]));
        let alike = |one: Unit, two: Unit| self.unit(one).kind == self.unit(two).kind;
        pairs(&self.can_lead_defense(), self.world.edge(action.edge).wide, alike, |units| {
            list.push(Choice::Lead(units));
        });
    }

    /// Step 3: the leading defense units are turned face up.
    pub(crate) fn take_lead_defense(&mut self, units: Leaders, happenings: &mut Happenings<'_>) {
        let leaders: Vec<Unit> = units.into_iter().flatten().collect();
        self.reveal(&leaders, "8.2", happenings);
        let Some(action) = &mut self.action else { return };
        action.defense_leaders = leaders;
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
            self.resolve_assault(happenings);
        }
    }

    /// Step 4: the artillery that can support the defense.
    fn supporters(&self, action: &Action) -> Vec<Unit> {
        let supports = |unit: &Unit| {
            let state = self.unit(*unit);
            state.kind == Kind::Artillery && !state.is_ranging()
        };
        action.defenders.iter().copied().filter(supports).collect()
    }

    /// Step 4: whether a defense that is led so can be supported.
    pub(crate) fn can_be_supported(&self, action: &Action) -> bool {
        let led = !action.defense_leaders.is_empty();
        led && action.command != Command::Charge && !self.supporters(action).is_empty()
    }

    pub(crate) fn list_support(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.passive()), "support");
        let Some(action) = &self.action else { return };
        list.push(Choice::Support([None; 2]));
        let guns = self.supporters(action);
        pairs(
            &guns,
            self.world.edge(action.edge).wide,
            |_, _| true,
            |units| list.push(Choice::Support(units)),
        );
    }

    /// Step 4: artillery in support is turned face up.
    pub(crate) fn take_support(&mut self, units: Leaders, happenings: &mut Happenings<'_>) {
        let guns: Vec<Unit> = units.into_iter().flatten().collect();
        self.reveal(&guns, "8.2", happenings);
        if let Some(action) = &mut self.action {
            action.support = guns;
        }
        self.resolve_assault(happenings);
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
    fn resolve_assault(&mut self, happenings: &mut Happenings<'_>) {
        let Some(action) = &self.action else { return };
        let mut terms = self.arithmetic(action);
        let by_the_book: i8 = terms.iter().map(|term| term.by).sum();
        let (edge, to) = (action.edge, action.to);
        let outcome = self.hook_assault((edge, to), by_the_book, happenings);
        if outcome != by_the_book {
            terms.push(Term { what: "house rules", by: outcome - by_the_book, citation: "house rule" });
        }
        happenings.event(|| {
            let sum: Vec<String> = terms.iter().map(|term| format!("{:+} {}", term.by, term.what)).collect();
            let verdict = if outcome > 0 { "succeeds" } else { "fails" };
            let text = format!("The assault {verdict}: outcome {outcome} ({}).", sum.join(", "));
            event(EventKind::Text, Audience::Everyone, text, "8.2")
        });
        if !self.turn.fought.contains(&edge) {
            self.turn.fought.push(edge);
        }
        let Some(action) = &mut self.action else { return };
        action.outcome = Some(outcome);
        // Step 6a
        let winners = self.leaders_of(outcome > 0);
        match winners[..] {
            [one] => {
                self.lose(one, 1, "8.2", happenings);
                self.hit_loser(happenings);
            }
            [_, _, ..] => self.ask(Step::WinnerHit),
            [] => self.hit_loser(happenings),
        }
    }

    /// The leading units of the attacker, or of the defender.
    pub(crate) fn leaders_of(&self, attacker: bool) -> Vec<Unit> {
        let Some(action) = &self.action else { return Vec::new() };
        let leaders = if attacker { &action.leaders } else { &action.defense_leaders };
        leaders.iter().copied().filter(|&unit| self.unit(unit).strength > 0).collect()
    }

    fn attacker_won(&self) -> bool {
        self.action.as_ref().and_then(|action| action.outcome).is_some_and(|outcome| outcome > 0)
    }

    /// The player who has won the assault.
    pub(crate) fn winner_of_assault(&self) -> Side {
        if self.attacker_won() { self.active } else { self.passive() }
    }

    /// The loser's units that took part without leading and can still be hit.
    pub(crate) fn others_of_loser(&self) -> Vec<Unit> {
        let Some(action) = &self.action else { return Vec::new() };
        let (all, leaders) = match self.attacker_won() {
            true => (&action.defenders, &action.defense_leaders),
            false => (&action.units, &action.leaders),
        };
        all.iter().copied().filter(|unit| !leaders.contains(unit) && self.unit(*unit).strength > 0).collect()
    }

    pub(crate) fn list_assault_hits(&self, step: Step, list: &mut Decisions<Choice>) {
        let attacker_won = self.attacker_won();
        let units = match step {
            Step::WinnerHit => self.leaders_of(attacker_won),
            Step::LeaderHits(_) => self.leaders_of(!attacker_won),
            _ => self.others_of_loser(),
        };
        list.open(self.seat_of(self.decides_step(step)), "apply-losses");
        units.into_iter().for_each(|unit| list.push(Choice::Hit(unit)));
    }

    pub(crate) fn take_assault_hit(&mut self, step: Step, unit: Unit, happenings: &mut Happenings<'_>) {
        self.lose(unit, 1, "8.2", happenings);
        match step {
            Step::WinnerHit => self.hit_loser(happenings),
            Step::LeaderHits(left) => self.hit_leaders(left - 1, happenings),
            Step::OtherHits(left) => self.hit_others(left - 1, happenings),
            _ => {}
        }
    }

    /// Step 6b: the loser's losses.
    fn hit_loser(&mut self, happenings: &mut Happenings<'_>) {
        let outcome = self.action.as_ref().and_then(|action| action.outcome).unwrap_or(0);
        self.hit_leaders(1 + outcome.unsigned_abs(), happenings);
    }

    /// Leading units first; the winner says which, where it makes a difference.
    fn hit_leaders(&mut self, mut left: u8, happenings: &mut Happenings<'_>) {
        let leaders = self.leaders_of(!self.attacker_won());
        let total: u8 = leaders.iter().map(|&unit| self.unit(unit).strength).sum();
        if left > 0 && leaders.len() > 1 && total > left {
            return self.ask(Step::LeaderHits(left));
        }
        for unit in leaders {
            left -= self.lose(unit, left, "8.2", happenings);
        }
        self.hit_others(left, happenings);
    }

    /// Then others who took part; the loser says which. That he is asked must not tell how strong they are.
    fn hit_others(&mut self, left: u8, happenings: &mut Happenings<'_>) {
        match self.others_of_loser()[..] {
            [one] if left > 0 => {
                self.lose(one, left, "8.2", happenings);
                self.end_assault(happenings);
            }
            [_, _, ..] if left > 0 => self.ask(Step::OtherHits(left)),
            _ => self.end_assault(happenings),
        }
    }

    /// Step 7: the assaulting units fall back, or the defenders retreat.
    fn end_assault(&mut self, happenings: &mut Happenings<'_>) {
        if self.attacker_won() {
            return self.flee(true, happenings);
        }
        let Some(action) = &self.action else { return };
        let (from, edge) = (action.from, action.edge);
        let stand = |unit: &Unit| self.unit(*unit).spot() == Some(Spot::approach(from, edge));
        let units: Vec<Unit> = action.units.iter().copied().filter(stand).collect();
        self.go(&units, &[Spot::reserve(from)], "8.2", happenings);
        // Who was disrupted is in reserve too, and performed the command: cavalry that deploys leaves it behind.
        let there = |unit: &Unit| self.unit(*unit).at == At::Map(Spot::reserve(from));
        let Some(action) = &self.action else { return };
        let units = action.units.iter().copied().filter(there).collect();
        self.finish(units, happenings);
    }

    /// Step 7: the defense locale is occupied. Step 8: a pursuit may follow.
    pub(crate) fn occupy(&mut self, happenings: &mut Happenings<'_>) {
        let Some(action) = self.action.take() else { return };
        let (to, units) = (action.to, action.units);
        // All are there still: a leading unit has two points at least, and the winner has lost one.
        self.go(&units, &[Spot::reserve(to)], "8.2", happenings);
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
        self.finish(units, happenings);
    }
}

/// Each unit alone, and where two fit each pair that goes together.
fn pairs(
    units: &[Unit],
    two_fit: bool,
    together: impl Fn(Unit, Unit) -> bool,
    mut found: impl FnMut(Leaders),
) {
    for (number, &one) in units.iter().enumerate() {
        found([Some(one), None]);
        for &two in units[number + 1..].iter().filter(|&&two| two_fit && together(one, two)) {
            found([Some(one), Some(two)]);
        }
    }
}
