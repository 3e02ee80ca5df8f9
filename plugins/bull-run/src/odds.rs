//! §8.2: what an assault may come to, as far as the attacker can know; and what a defense comes to.
//!
//! Who hides behind the defenders' backs is dealt many times from what the seat could follow of them (knowledge_trace.rs), so that the
//! chances count what shuffles have left known. They are the same in every sample, since the deals start from a fixed seed.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use muster_contract::{OddsTable, Seat};
use muster_sdk::{Odds, Random, odds};

use crate::choice::{Choice, Leaders};
use crate::state::{Action, BullRun, Command, Spot, Stage, Step};
use crate::units::strongest;
use crate::world::{Edge, Kind, Unit};

/// How often hidden defenders are dealt for a table.
const DEALS: u64 = 400;

impl Odds for BullRun {
    /// The chances of a choice.
    fn odds(&self, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        self.assault_odds(seat, choice)
    }
}

impl BullRun {
    /// The outcome of an assault that is defended so.
    pub(crate) fn defense_chances(&self, action: &Action) -> OddsTable {
        let terms = self.arithmetic(action);
        let outcome: i8 = terms.iter().map(|term| term.by).sum();
        let mut note: Vec<String> = terms.iter().map(|term| format!("{:+} {}", term.by, term.what)).collect();
        if self.stage == Stage::Command(Step::LeadDefense) && self.can_be_supported(action) {
            note.push("before artillery supports it".to_owned());
        }
        OddsTable {
            title: format!("The assault over {}", self.world.edge(action.edge).id),
            note: note.join(", "),
            citation: Some("8.2".to_owned()),
            rows: odds::exact([(verdict(outcome), 1)]),
        }
    }

    /// The outcomes of an assault that is defended as well as can be.
    pub(crate) fn assault_chances(&self, seat: Seat, edge: Edge, leaders: Leaders) -> Vec<OddsTable> {
        let Some(group) = self.group(&self.order.units) else { return Vec::new() };
        let to = self.world.edge(edge).across(group.spot.locale);
        let enemy = self.passive();
        let leaders: Vec<Unit> = leaders.into_iter().flatten().collect();
        let cavalry = self.unit(leaders[0]).kind == Kind::Cavalry;
        let units = group.units.to_vec();
        let action = Action::new(&self.world, Command::Assault, units, group.spot.locale, edge);
        let base: i8 = self.arithmetic(&Action { leaders, ..action }).iter().map(|term| term.by).sum();
        let defenders: Vec<Unit> = self.in_spot(enemy, Spot::approach(to, edge)).collect();
        let (known, hidden): (Vec<Unit>, Vec<Unit>) =
            defenders.iter().partition(|&&unit| self.knows(Some(seat), unit));
        // Ranging artillery takes no part.
        let face = |&unit: &Unit| (self.unit(unit).kind, self.unit(unit).strength);
        let known = known.iter().filter(|&&unit| !self.unit(unit).is_ranging());
        let known: Vec<(Kind, u8)> = known.map(face).collect();
        let boundary = self.world.edge(edge);
        let (width, obstructed) = (boundary.width(), boundary.in_approach(to).obstructed);
        let tokens = self.tokens.of(Some(seat));
        let hidden: Vec<u32> = hidden.into_iter().filter_map(|unit| tokens.of(unit)).collect();
        let deals = if hidden.is_empty() { 1 } else { DEALS };
        let (mut trace, mut random) = (self.traces[enemy as usize].clone(), Random::new(0));
        let mut outcomes: BTreeMap<Reverse<i8>, u64> = BTreeMap::new();
        for _ in 0..deals {
            let mut faces = known.clone();
            if !hidden.is_empty() {
                let dealt = trace.deal_again(&mut random);
                faces.extend(hidden.iter().filter_map(|token| dealt.get(token)).map(face));
            }
            *outcomes.entry(Reverse(base - best_defense(&faces, width, obstructed, cavalry))).or_default() +=
                1;
        }
        let rows = outcomes.into_iter().map(|(Reverse(outcome), of)| (verdict(outcome), of));
        let note = match hidden.is_empty() {
            true => "if he defends as well as he can".to_owned(),
            false => {
                format!("if he defends as well as he can; from {deals} ways in which his units could lie")
            }
        };
        vec![OddsTable {
            title: format!("Assault over {}", boundary.id),
            note,
            citation: Some("8.2".to_owned()),
            rows: if hidden.is_empty() { odds::exact(rows) } else { odds::simulated(rows) },
        }]
    }
}

fn verdict(outcome: i8) -> String {
    if outcome > 0 { format!("succeeds with {outcome}") } else { format!("fails with {outcome}") }
}

/// What a defense takes from the attack at most: its leading units, their artillery, and the penalty of cavalry against
/// infantry.
fn best_defense(faces: &[(Kind, u8)], width: usize, obstructed: bool, cavalry: bool) -> i8 {
    let led_by = |kind: Kind, more: i8| {
        let sum = strongest(faces.iter().filter(|face| face.0 == kind).map(|face| face.1), width);
        if sum > 0 { Some(sum as i8 + more) } else { None }
    };
    let infantry = led_by(Kind::Infantry, i8::from(cavalry));
    let mounted = if obstructed { None } else { led_by(Kind::Cavalry, 0) };
    let guns = faces.iter().filter(|face| face.0 == Kind::Artillery).count().min(width) as i8;
    infantry.max(mounted).map_or(0, |led| led + guns)
}
