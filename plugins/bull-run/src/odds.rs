//! §8.2: what an assault may come to, as far as the attacker can know; and what a defense comes to.
//!
//! A hidden defender counts as any unit that the seat can't identify, each as likely; the host asks a sample, in which
//! these are the same units as in truth.

use muster_contract::{Chance, OddsTable, Seat};

use crate::choice::Choice;
use crate::state::{Action, At, BullRun, Command, Spot, Stage, Step};
use crate::world::{Edge, Kind, NONE, World};

/// A face and how many such units there are.
type Counted = (Kind, u8, u8);

impl BullRun {
    /// The chances of a choice.
    pub(crate) fn chances(&self, world: &World, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        match (self.stage, choice) {
            (Stage::Field, Choice::Assault(edge, one, two)) => {
                self.assault_chances(world, seat, edge, [one, two])
            }
            (Stage::Command(Step::LeadDefense), Choice::Lead(one, two)) => {
                self.defense(world, [one, two], [NONE; 2])
            }
            (Stage::Command(Step::Support), Choice::Support(one, two)) => {
                let leaders =
                    self.action.as_ref().map(|action| action.defense_leaders.clone()).unwrap_or_default();
                let lead = |at: usize| leaders.get(at).copied().unwrap_or(NONE);
                self.defense(world, [lead(0), lead(1)], [one, two])
            }
            _ => Vec::new(),
        }
    }

    /// The outcome if the defense is led and supported so.
    fn defense(&self, world: &World, leaders: [u8; 2], support: [u8; 2]) -> Vec<OddsTable> {
        let Some(action) = &self.action else { return Vec::new() };
        let there = |units: [u8; 2]| units.into_iter().filter(|&unit| unit != NONE).collect();
        let action =
            Action { defense_leaders: there(leaders), support: there(support), ..Action::clone(action) };
        let terms = self.arithmetic(world, &action);
        let outcome: i8 = terms.iter().map(|term| term.by).sum();
        let note: Vec<String> = terms.iter().map(|term| format!("{:+} {}", term.by, term.what)).collect();
        let label = verdict(outcome);
        vec![OddsTable {
            title: format!("The assault over {}", world.edge(action.edge).id),
            note: note.join(", "),
            citation: Some("8.2".to_owned()),
            exact: true,
            rows: vec![Chance { label, of: 1, out_of: 1 }],
        }]
    }

    /// The outcomes of an assault that is defended as well as can be.
    fn assault_chances(&self, world: &World, seat: Seat, edge: Edge, leaders: [u8; 2]) -> Vec<OddsTable> {
        let Some(group) = self.group(&self.order.units) else { return Vec::new() };
        let to = world.edge(edge).across(group.spot.locale);
        let enemy = self.passive();
        let leaders: Vec<u8> = leaders.into_iter().filter(|&unit| unit != NONE).collect();
        let action = self.action(world, Command::Assault, group.units.to_vec(), group.spot.locale, edge);
        let base: i8 = self
            .arithmetic(world, &Action { leaders: leaders.clone(), ..action })
            .iter()
            .map(|term| term.by)
            .sum();
        let cavalry = self.unit(leaders[0]).kind == Kind::Cavalry;
        let defenders: Vec<u8> = self.in_spot(world, enemy, Spot::approach(to, edge)).collect();
        let (known, hidden): (Vec<u8>, Vec<u8>) =
            defenders.iter().partition(|&&unit| self.knows(Some(seat), unit));
        // Ranging artillery takes no part.
        let known: Vec<(Kind, u8)> = known
            .into_iter()
            .map(|unit| self.unit(unit))
            .filter(|unit| !unit.is_ranging())
            .map(|unit| (unit.kind, unit.strength))
            .collect();
        let pool = self.unidentified(world, seat);
        let boundary = world.edge(edge);
        let (width, obstructed) = (boundary.width(), boundary.in_approach(to).obstructed);
        let mut outcomes: Vec<(i8, u64)> = Vec::new();
        combinations(&pool, hidden.len() as u8, &mut |taken, ways| {
            let mut faces = known.clone();
            faces.extend(taken);
            let outcome = base - best_defense(&faces, width, obstructed, cavalry);
            match outcomes.iter_mut().find(|(one, _)| *one == outcome) {
                Some((_, count)) => *count += ways,
                None => outcomes.push((outcome, ways)),
            }
        });
        outcomes.sort_unstable_by_key(|(outcome, _)| std::cmp::Reverse(*outcome));
        let out_of: u64 = outcomes.iter().map(|(_, ways)| ways).sum();
        let rows = outcomes.into_iter().map(|(outcome, of)| Chance { label: verdict(outcome), of, out_of });
        vec![OddsTable {
            title: format!("Assault over {}", boundary.id),
            note: "if he defends as well as he can".to_owned(),
            citation: Some("8.2".to_owned()),
            exact: true,
            rows: rows.collect(),
        }]
    }

    /// The opponent's units that the seat can't identify, by their faces.
    pub(crate) fn unidentified(&self, world: &World, seat: Seat) -> Vec<Counted> {
        let enemy = self.side_of(seat).other();
        let mut pool: Vec<Counted> = Vec::new();
        for unit in world.of_side(enemy) {
            let state = self.unit(unit);
            if state.at == At::Off || self.knows(Some(seat), unit) {
                continue;
            }
            match pool
                .iter_mut()
                .find(|(kind, strength, _)| (*kind, *strength) == (state.kind, state.strength))
            {
                Some((.., count)) => *count += 1,
                None => pool.push((state.kind, state.strength, 1)),
            }
        }
        pool.sort_unstable();
        pool
    }
}

fn verdict(outcome: i8) -> String {
    if outcome > 0 { format!("succeeds with {outcome}") } else { format!("fails with {outcome}") }
}

/// What a defense takes from the attack at most: its leading units, their artillery, and the penalty of cavalry against
/// infantry.
fn best_defense(faces: &[(Kind, u8)], width: usize, obstructed: bool, cavalry: bool) -> i8 {
    let led_by = |kind: Kind, more: i8| {
        let mut strengths: Vec<u8> = faces.iter().filter(|face| face.0 == kind).map(|face| face.1).collect();
        strengths.sort_unstable_by(|one, other| other.cmp(one));
        let sum: u8 = strengths.iter().take(width).sum();
        if sum > 0 { Some(sum as i8 + more) } else { None }
    };
    let infantry = led_by(Kind::Infantry, i8::from(cavalry));
    let mounted = if obstructed { None } else { led_by(Kind::Cavalry, 0) };
    let guns = faces.iter().filter(|face| face.0 == Kind::Artillery).count().min(width) as i8;
    infantry.max(mounted).map_or(0, |led| led + guns)
}

/// Every way to take so many of some counted things, with the number of its ways.
fn combinations(pool: &[Counted], take: u8, found: &mut impl FnMut(Vec<(Kind, u8)>, u64)) {
    fn choose(of: u8, count: u8) -> u64 {
        (0..u64::from(count)).fold(1, |ways, at| ways * (u64::from(of) - at) / (at + 1))
    }
    fn go(
        pool: &[Counted],
        take: u8,
        taken: &mut Vec<(Kind, u8)>,
        ways: u64,
        found: &mut impl FnMut(Vec<(Kind, u8)>, u64),
    ) {
        let Some(&(kind, strength, count)) = pool.first() else {
            if take == 0 {
                found(taken.clone(), ways);
            }
            return;
        };
        let before = taken.len();
        for number in 0..=count.min(take) {
            go(&pool[1..], take - number, taken, ways * choose(count, number), found);
            taken.push((kind, strength));
        }
        taken.truncate(before);
    }
    go(pool, take, &mut Vec::new(), 1, found);
}
