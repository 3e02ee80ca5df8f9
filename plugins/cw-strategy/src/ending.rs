//! §13: the end of the game, and the score.

use std::cmp::Ordering;

use muster_contract::{ChoiceDetails, Line, Outcome};
use muster_sdk::{Decisions, Resolution, capital, line};

use crate::arithmetic::nearest;
use crate::choice::Choice;
use crate::state::{CwStrategy, End, Stage};
use crate::world::Side;

/// §13.2, §13.10
const ANNIHILATED: i32 = 300;
const WON: i32 = 100;

/// The order in which conditions are looked at.
const ORDER: [End; 6] = [End::Annihilation, End::Time, End::Cities, End::Income, End::Capital, End::Ratio];

impl End {
    /// That it is met, before both are asked whether the war goes on (§13.9).
    const fn is_met(self) -> &'static str {
        match self {
            Self::Annihilation => "The enemy has no men left",
            Self::Time => "The end date has come",
            Self::Cities => "One side has cities enough",
            Self::Income => "One side has income enough",
            Self::Capital => "A capital is lost",
            Self::Ratio => "One side has men enough",
        }
    }

    /// What becomes of it if the war goes on (§13.9).
    const fn raised(self) -> &'static str {
        match self {
            Self::Annihilation | Self::Capital => "From now on a lost capital doesn't end the war.",
            Self::Time => "The end date is a year later.",
            Self::Cities => "A city more is needed.",
            Self::Income => "A hundredth more of both incomes is needed.",
            Self::Ratio => "The enemy's men are needed once more.",
        }
    }

    /// Why the winner has won, the rule, and how great the victory is.
    const fn victory(self) -> [&'static str; 3] {
        match self {
            Self::Annihilation => ["the enemy has no men", "13.2", "annihilation"],
            Self::Time => ["the Union hasn't won in time", "13.3", "technical"],
            Self::Cities => ["it has cities enough", "13.4", "decisive"],
            Self::Income => ["it has income enough", "13.5", "decisive"],
            Self::Capital => ["the enemy has no capital", "13.6", "decisive"],
            Self::Ratio => ["it has men enough", "13.7", "decisive"],
        }
    }
}

impl CwStrategy {
    /// §13.9: the condition over which both are asked whether the war goes on.
    fn condition(&self) -> Option<End> {
        match self.stage {
            Stage::Override(end, ..) => Some(end),
            _ => None,
        }
    }

    /// §13.9
    pub(crate) fn override_question(&self) -> String {
        let met = self.condition().map_or("", End::is_met);
        format!("{met}. Does the war go on? It does only if both say so.")
    }

    pub(crate) fn list_override(&self, _: Side, list: &mut Decisions<Choice>) {
        list.extend([Choice::PlayOn, Choice::EndGame]);
    }

    pub(crate) fn detail_play_on(&self, details: &mut ChoiceDetails) {
        details.consequences.extend(self.condition().map(|end| line(end.raised(), "13.9")));
    }

    /// Whether a side has met a condition (§13.2-13.8).
    pub fn has_met(&self, side: Side, end: End) -> bool {
        let (own, enemy) = (self.power(side), self.power(side.other()));
        let on = self.world.options.ends;
        match end {
            End::Annihilation => self.men(side.other()) == 0,
            End::Time => on[0] && (self.year, self.month) >= (self.limits.end_year, self.world.facts.ends.1),
            End::Cities => on[1] && own.cities >= self.limits.cities,
            End::Income => {
                let both = own.income + enemy.income;
                let due = on[2] && self.turn >= self.world.facts.income_from;
                due && both > 0 && 100 * own.income >= i32::from(self.limits.income) * both
            }
            End::Capital => self.limits.capital && enemy.capital.is_none() && own.capital.is_some(),
            End::Ratio => on[4] && self.men(side) > u32::from(self.limits.ratio) * self.men(side.other()),
        }
    }

    /// §13.8: how near a side is to a condition: beyond nine tenths of it, or in the last months before time ends; none once
    /// the war is over.
    pub(crate) fn warnings(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        if matches!(self.stage, Stage::Over(..)) {
            return lines;
        }
        let [time, cities, incomes, _, numbers] = self.world.options.ends;
        let limits = self.limits;
        let months = (limits.end_year, 0)..(limits.end_year, self.world.facts.ends.1);
        if time && months.contains(&(self.year, self.month)) {
            lines.push(line("The last months of the war have come.", "13.8"));
        }
        for side in Side::ALL {
            let (own, enemy) = (self.known(side, None), self.known(side.other(), None));
            let who = capital(side.who());
            if cities && 10 * u32::from(own.cities) >= 9 * u32::from(limits.cities) {
                let text = format!("{who} has {} of the {} cities that win.", own.cities, limits.cities);
                lines.push(line(text, "13.4"));
            }
            let both = own.income + enemy.income;
            if incomes && both > 0 && 1000 * own.income >= 9 * i32::from(limits.income) * both {
                let share = 100 * own.income / both;
                let from = self.world.facts.income_from;
                let when = if self.turn < from { format!(", from turn {from} on") } else { String::new() };
                let text = format!("{who} has {share} % of both incomes; {} win{when}.", limits.income);
                lines.push(line(text, "13.5"));
            }
            let ratio = limits.ratio;
            let wanted = u32::from(ratio) * enemy.men();
            if numbers && 10 * own.men() > 9 * wanted {
                let has = match own.men().cmp(&wanted) {
                    Ordering::Less => "almost",
                    Ordering::Equal => "exactly",
                    Ordering::Greater => "more than",
                };
                let text =
                    format!("{who} has {has} {ratio} times the enemy's men; more than {ratio} times win.");
                lines.push(line(text, "13.7"));
            }
        }
        lines
    }

    /// §3.4k, §13.1: the Union first, each condition in its order; the first one met counts.
    pub(crate) fn end_of_turn(&mut self, resolution: &mut Resolution<'_>) {
        let met = Side::ALL
            .into_iter()
            .find_map(|side| ORDER.into_iter().find(|&end| self.has_met(side, end)).map(|end| (end, side)));
        match met {
            None => {
                self.turn = self.turn.saturating_add(1);
                self.open_sheets(resolution);
            }
            Some((end, side)) if end == End::Annihilation || !self.world.options.play_on => {
                self.end(end, side, resolution);
            }
            Some((end, side)) => self.stage = Stage::Override(end, side, false),
        }
    }

    /// §13.9: the game goes on if both want it; the limit that was met is raised.
    pub(crate) fn answer_override(&mut self, goes_on: bool, resolution: &mut Resolution<'_>) {
        let Stage::Override(end, side, agreed) = self.stage else { return };
        // The side that met the condition is asked first; who it was is the one asked, or the other after its yes.
        let met_by = if agreed { side.other() } else { side };
        if !goes_on {
            return self.end(end, met_by, resolution);
        }
        if !agreed {
            self.stage = Stage::Override(end, side.other(), true);
            return;
        }
        let limits = &mut self.limits;
        match end {
            End::Time => limits.end_year += 1,
            End::Cities => limits.cities += 1,
            End::Income => limits.income += 1,
            End::Ratio => limits.ratio = limits.ratio.saturating_add(1),
            End::Capital | End::Annihilation => limits.capital = false,
        }
        resolution.say("13.9", || "Both sides play on.".to_owned());
        self.end_of_turn(resolution);
    }

    /// §13.10
    fn end(&mut self, end: End, side: Side, resolution: &mut Resolution<'_>) {
        match end {
            End::Time => {
                for power in &mut self.powers {
                    power.points = nearest(7 * i64::from(power.points), 10) as i32;
                }
            }
            End::Annihilation => self.score(side, ANNIHILATED + WON),
            _ => self.score(side, WON),
        }
        self.stage = Stage::Over(end, side);
        resolution.say("13.10", || format!("The war is over. {}", self.points_label()));
    }

    fn points_label(&self) -> String {
        let [union, rebels] = Side::ALL.map(|side| self.power(side).points);
        format!("Points: Union {union}, Confederacy {rebels}.")
    }

    /// How it ended, if it has.
    pub(crate) fn result(&self) -> Option<Outcome> {
        let Stage::Over(end, side) = self.stage else { return None };
        let winner = if end == End::Time { Side::Cs } else { side };
        let [why, citation, degree] = end.victory();
        Some(Outcome {
            winner: Some(winner.id().to_owned()),
            degree: degree.to_owned(),
            reasons: vec![
                line(format!("{} wins: {why}.", capital(winner.who())), citation),
                line(self.points_label(), "13.10"),
            ],
        })
    }
}
