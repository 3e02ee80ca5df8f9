//! The exact chances of what is rolled for when a choice is made. Nothing that weighs in is hidden.

use muster_contract::{OddsTable, Seat};
use muster_sdk::{Odds, odds};

use crate::battle::{Encounter, Plan, Sheet, Verdict, sums};
use crate::charts;
use crate::choice::Choice;
use crate::reaction::{REACTION_AT, Reaction, THROWS};
use crate::state::{Avoidance, Named, Step, UsCivilWar};
use crate::units::counted;
use crate::world::Space;

impl Odds for UsCivilWar {
    fn odds(&self, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        match (choice, self.frames.step()) {
            (Choice::Attack, Step::Plan(plan)) => self.battle_odds(plan),
            (Choice::Cross(sps), Step::Plan(plan)) => self.battle_odds(Plan { crossing: Some(sps), ..plan }),
            (Choice::BattleCard(_), Step::Plan(plan)) => self.battle_odds(Plan { card: true, ..plan }),
            (Choice::Support(_), Step::Plan(mut plan)) => {
                plan.support[self.side_of(seat) as usize] = true;
                self.battle_odds(plan)
            }
            (Choice::Go(to) | Choice::Sail(to), _) => {
                self.about_to_enter(to).map(|game| game.entry_odds()).unwrap_or_default()
            }
            (Choice::Intercept(from), _) => self
                .may_intercept(from)
                .map(|reaction| vec![self.interception_odds(&reaction)])
                .unwrap_or_default(),
            (Choice::Maneuver(named), _) => self.named_odds(named).into_iter().collect(),
            (Choice::RollInterceptions, _) => {
                let all = self.march.as_deref().map_or(&[][..], |march| &march.named);
                all.iter().filter_map(|&named| self.named_odds(named)).collect()
            }
            (Choice::AvoidBattle, _) => {
                self.avoidance_odds().into_iter().chain(self.met_odds(Avoidance::Failed)).collect()
            }
            (Choice::NoReaction, Step::React(now)) => self.met_odds(now.avoided),
            (Choice::Starve(at), _) => vec![self.attrition_odds(at)],
            (Choice::Naval(order), _) => self.naval_odds(order),
            _ => Vec::new(),
        }
    }
}

/// §13.1.5: what isn't told by a battle's dice, since the attacker's supply is judged where he has gone back to.
const DEMORALIZED_IN_A_TIE: &str =
    "tied, whoever is Demoralized and not in Full Supply loses an SP more (13.1.5)";

/// So many of so many, in whole per cent; what is neither never nor always is at least one and at most 99.
pub(crate) fn share(ways: u64, all: u64) -> String {
    let percent = match (ways, all) {
        (0, _) | (_, 0) => 0,
        (ways, all) if ways >= all => 100,
        (ways, all) => ((200 * ways + all) / (2 * all)).clamp(1, 99),
    };
    format!("{percent} %")
}

pub(crate) fn table(title: String, note: String, citation: &str, rows: Vec<(String, u64)>) -> OddsTable {
    OddsTable {
        title,
        note,
        citation: Some(citation.to_owned()),
        rows: odds::exact(rows.into_iter().filter(|(_, ways)| *ways > 0)),
    }
}

impl UsCivilWar {
    /// The same game with the stack that is on its way about to enter a space, before anybody reacts.
    pub(crate) fn about_to_enter(&self, to: Space) -> Option<Self> {
        let march = self.march.as_deref()?;
        if march.goes_by_land() {
            self.world.way(march.at, to)?;
        }
        let mut game = self.clone();
        game.march.as_deref_mut()?.entering = Some(to);
        Some(game)
    }

    /// What can come of a step: reactions, and a battle if they change nothing.
    fn entry_odds(&self) -> Vec<OddsTable> {
        let mut tables = self.storm_odds();
        tables.extend(self.interceptors().iter().map(|reaction| self.interception_odds(reaction)));
        tables.extend(self.avoidance_odds());
        tables.extend(self.met_odds(Avoidance::Untried));
        tables
    }

    /// §11.1, §9.3.3: the battle where the stack enters, if there is one, when nobody reacts any more and this has come of avoiding it.
    fn met_odds(&self, avoided: Avoidance) -> Vec<OddsTable> {
        match self.encounter() {
            Encounter::Battle => self.battle_odds(self.plain_plan(avoided)),
            Encounter::Open | Encounter::Overrun => Vec::new(),
        }
    }

    /// §11.2, §9.3.3: a battle to which the attacker brings nothing besides, when this has come of avoiding it.
    pub(crate) fn plain_plan(&self, avoided: Avoidance) -> Plan {
        let caught = avoided == Avoidance::Failed;
        Plan { crossing: self.crossing_limit(), caught, ..Plan::default() }
    }

    /// §11.2: all results of the battle where the stack enters.
    pub(crate) fn battle_odds(&self, plan: Plan) -> Vec<OddsTable> {
        let Some(sheet) = self.sheet(plan) else { return Vec::new() };
        let chances = sheet.chances();
        let of = |verdict| (self.verdict_label(&sheet, verdict), chances.of(verdict));
        let ends = [Verdict::Won, Verdict::Tied, Verdict::Lost].map(of).to_vec();
        let mut losses: Vec<(String, u64)> = Vec::new();
        for (outcome, ways) in &chances.rows {
            let [ours, theirs] = sheet.lost(outcome);
            let [us, them] = [&sheet.attacker, &sheet.defender].map(|line| line.side.name());
            let end = end_of(outcome.verdict);
            let label = format!("{end}: {us} \u{2212}{ours}, {them} \u{2212}{theirs}");
            // A last SP is lost once, by the table or for being Demoralized.
            match losses.iter_mut().find(|(known, _)| *known == label) {
                Some((_, count)) => *count += ways,
                None => losses.push((label, *ways)),
            }
        }
        let tie = if sheet.shaken.contains(&true) { DEMORALIZED_IN_A_TIE } else { "" };
        let side = |line: &crate::battle::Line| {
            format!(
                "{} {} in column {}, {:+}",
                line.side.name(),
                counted(line.sps),
                line.column.label(),
                line.modifier()
            )
        };
        let note = format!("{}; {}", side(&sheet.attacker), side(&sheet.defender));
        vec![
            table(
                format!("Battle at {}{}", self.called(sheet.at), if plan.caught { ", caught" } else { "" }),
                note,
                "11.2",
                ends,
            ),
            table("SPs that each side loses".to_owned(), tie.to_owned(), "11.2.1", losses),
        ]
    }

    fn verdict_label(&self, sheet: &Sheet, verdict: Verdict) -> String {
        match verdict {
            Verdict::Won => format!("the {} attack succeeds", sheet.attacker.side.name()),
            Verdict::Tied => "a tie: the attacker goes back".to_owned(),
            Verdict::Lost => format!("the {} defense holds", sheet.defender.side.name()),
        }
    }

    /// §9.2.1
    fn interception_odds(&self, reaction: &Reaction) -> OddsTable {
        let title = format!("Interception from {}", self.called(reaction.space));
        self.reaction_odds(title, "9.2.1", reaction)
    }

    /// §9.2.1, §22.6: whether a stack succeeds with what it was named for.
    fn named_odds(&self, named: Named) -> Option<OddsTable> {
        let reaction = self.may_try(named).ok()?;
        if self.intercepts(named) {
            return Some(self.interception_odds(&reaction));
        }
        let title = format!("Maneuver from {} to {}", self.called(named.from), self.called(named.to));
        Some(self.reaction_odds(title, "22.6", &reaction))
    }

    fn reaction_odds(&self, title: String, section: &str, reaction: &Reaction) -> OddsTable {
        let ways = reaction.ways();
        let rows = vec![("succeeds".to_owned(), ways), ("fails".to_owned(), THROWS - ways)];
        table(title, self.needs(reaction), section, rows)
    }

    /// How often a reaction succeeds, "about" so if rules of the table may still change it.
    pub(crate) fn chance(&self, reaction: &Reaction) -> String {
        let chance = share(reaction.ways(), THROWS);
        if reaction.unsure { format!("about {chance}") } else { chance }
    }

    /// What a reaction's dice must show.
    pub(crate) fn needs(&self, reaction: &Reaction) -> String {
        if reaction.automatic {
            return "it needs no dice (10.3.2)".to_owned();
        }
        format!("{REACTION_AT} or more of two dice, {:+}", reaction.modifier)
    }

    /// §9.3.2: where the stack in the space that is entered can go with which throw; the best ways come first.
    pub(crate) fn avoidance_odds(&self) -> Option<OddsTable> {
        self.may_avoid().ok()?;
        let (_, at) = self.entry()?;
        let best = self.avoiding_ways();
        let rows = vec![("it gets away".to_owned(), best), ("it is caught".to_owned(), THROWS - best)];
        let ways: Vec<String> = self
            .avoidances()
            .map(|reaction| format!("{} {}", self.called(reaction.space), share(reaction.ways(), THROWS)))
            .collect();
        let title = format!("Avoid Battle at {}", self.called(at));
        Some(table(title, format!("to {}", ways.join(", ")), "9.3.2", rows))
    }

    /// §13.2.2
    fn attrition_odds(&self, at: Space) -> OddsTable {
        let side = self.phasing;
        let (modifier, sps) = (self.attrition_modifier(side, at), self.sps(side, at));
        let mut rows: Vec<(String, u64)> = Vec::new();
        for (sum, &ways) in sums(1).iter().enumerate() {
            let lost = charts::attrition(sps, sum as i8 + modifier);
            let label = if lost == 0 { "no loss".to_owned() } else { format!("{} displaced", counted(lost)) };
            match rows.last_mut() {
                Some((last, count)) if *last == label => *count += ways,
                _ => rows.push((label, ways)),
            }
        }
        let title = format!("Attrition in {}", self.called(at));
        table(title, format!("{}, {modifier:+} on the die", counted(sps)), "13.2.2", rows)
    }
}

pub(crate) const fn end_of(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Won => "won",
        Verdict::Tied => "tied",
        Verdict::Lost => "lost",
    }
}
