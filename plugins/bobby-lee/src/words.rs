//! What a person reads over a decision and on its choices.

use muster_contract::{ChoiceDetails, Place, Seat, Target};
use muster_sdk::{Labels, Names as _, OpenDecision, Prompt, line, place};

use crate::choice::Choice;
use crate::state::{BobbyLee, Raised, Stage, Step};
use crate::world::World;

/// The beginning of a question: "does Trimble's Division", "do Georgia levies".
fn asked(name: &str) -> String {
    let verb = if are_several(name) { "do" } else { "does" };
    format!("{verb} {name}")
}

/// Whether a unit's name speaks of several. A capital begins the name of a person or of a state, save in these.
fn are_several(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or_default();
    let word =
        last.starts_with(|first: char| first.is_lowercase()) || ["Divisions", "Brigades"].contains(&last);
    word && last.ends_with('s') && !last.ends_with("'s")
}

/// What a unit does: "Georgia levies march", but "Trimble's Division marches".
pub(crate) fn does(name: &str, [one, many]: [&str; 2]) -> String {
    format!("{name} {}", if are_several(name) { many } else { one })
}

impl Labels for BobbyLee {
    /// The words over a decision.
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let status = self.status();
        let mut frame = vec![status.title];
        if let Some(battle) = &self.battle {
            let kind = if battle.skirmish { "Skirmish" } else { "Battle" };
            frame.push(format!("{kind} at {}", self.world.hex(battle.hex).called));
        }
        let picked = self.picked.or(self.march.map(|march| march.unit));
        let picked: Vec<Target> = picked
            .into_iter()
            .map(|unit| Target::Unit(self.unit_id(Some(open.seat), unit).to_string()))
            .collect();
        Prompt {
            question: self.question(open.seat),
            citation: self.section().to_owned(),
            frame,
            focus: self.battle.as_ref().map(|battle| Target::Space(self.world.name(battle.hex).to_owned())),
            picked,
        }
    }

    /// What depends on the position: a retreat's toll, the price of a purchase, the way of a march.
    fn details(&self, seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        let side = self.side_of(seat);
        let mut add = |text: &str, citation: &str| details.consequences.push(line(text, citation));
        match choice {
            Choice::Retreat(to) => {
                let unit = self.picked;
                if self.stage == Stage::Battle(Step::Retreat)
                    && unit.is_some_and(|unit| self.is_engaged(unit))
                {
                    add("It leaves an engagement: it loses a step before it goes.", "6.33");
                }
                match unit.and_then(|unit| self.toll(unit, to)) {
                    Some("8.41") => add("It loses a step on the voyage.", "8.41"),
                    Some(_) => add("The hex was the enemy's when the battle began: it loses a step.", "6.31"),
                    None => {}
                }
            }
            Choice::EndRetreat if self.routed() == Some(side) => add(
                "The enemy stands alone in a position: each of your units loses a step and must retreat.",
                "6.33",
            ),
            Choice::Raise(Raised::Unit(one)) => {
                details.label.push_str(&format!(", {}", self.world.unit(one).kind.id()));
            }
            _ => {}
        }
        let wanted = match choice {
            Choice::Buy(buy) => Some(buy),
            Choice::Raise(raised) => self.cheapest(side, raised),
            _ => None,
        };
        if let Some(buy) = wanted.filter(|_| self.stage.has_prices()) {
            details.cost = format!("{} RP", self.price_of(side, buy));
        }
        if let Choice::Step(to) | Choice::Force(to) | Choice::Retreat(to) = choice {
            let unit = self.picked.or(self.march.map(|march| march.unit));
            let from = unit.and_then(|unit| self.hex_of(unit));
            details.path =
                from.into_iter().chain([to]).map(|hex| -> Place { place(self.world.name(hex)) }).collect();
        }
    }
}

impl BobbyLee {
    fn question(&self, seat: Seat) -> String {
        let side = self.side_of(seat);
        let picked = self.picked.map(|unit| self.world.unit(unit).name.as_str());
        match self.stage {
            Stage::Deploy => "Which units change places? Nobody else sees it.".to_owned(),
            Stage::Bid => "How many leaders do you bid for the first turn?".to_owned(),
            Stage::Activate => match self.bound {
                Some(1) => "Activate a leader, as you have bid.".to_owned(),
                Some(bound) => format!("Activate {bound} leaders, as you have bid."),
                None => "Activate leaders, or pass.".to_owned(),
            },
            Stage::Move | Stage::LeaderMove => match (self.march, picked) {
                (Some(march), _) => format!("How far {} go?", asked(&self.world.unit(march.unit).name)),
                (_, Some(name)) => format!("Where {} go?", asked(name)),
                _ if self.stage == Stage::LeaderMove => "Which leader who commanded moves?".to_owned(),
                _ if self.strategic > 0 => {
                    format!("Which unit moves? {} strategic moves left.", self.strategic)
                }
                _ => "Which unit moves?".to_owned(),
            },
            Stage::ChooseBattle => "Which battle is fought next?".to_owned(),
            Stage::Battle(step) => match (step, picked) {
                (Step::Deploy(_), None) => "Deploy your units: one at least in each position.".to_owned(),
                (Step::Deploy(_) | Step::Redeploy(_), Some(name)) => format!("Where {} stand?", asked(name)),
                (Step::Redeploy(_), None) => "Who moves up or back before the next day?".to_owned(),
                (Step::Entrench(_), _) => "Where do you entrench?".to_owned(),
                (Step::Retreat, None) => "Who retreats, before this battle turn?".to_owned(),
                (Step::Retreat | Step::Flee(_) | Step::Regroup, Some(name)) => {
                    format!("Where {} go?", asked(name))
                }
                (Step::Flee(_), None) => "All your units must retreat.".to_owned(),
                (Step::Combat, None) => "Who moves or fires?".to_owned(),
                (Step::Combat, Some(name)) => format!("What {} do?", asked(name)),
                (Step::Losses, _) => "Which unit takes the hit?".to_owned(),
                (Step::Reinforce(_), _) => "Who comes into the battle?".to_owned(),
                (Step::Night(_), _) => "Does a leader keep the battle going for another day?".to_owned(),
                (Step::Regroup, None) => "You have won: who goes from here, or comes?".to_owned(),
                (Step::Hour | Step::Morale, _) => String::new(),
            },
            Stage::LeaderSupply(_) => "Which leader supplies the units in his command?".to_owned(),
            Stage::Forage(_) => "Which unit finds no food?".to_owned(),
            _ if self.raised[side as usize].is_some() => {
                let wanted = self.raised[side as usize].map(|raised| raised_words(&self.world, raised));
                format!("Where does {} come?", wanted.unwrap_or_default())
            }
            Stage::Replacements | Stage::Surge => {
                format!("Spend replacement points: {} left.", self.points_left(side))
            }
            Stage::ReplaceLeader(_, drawn) => {
                format!("{} was drawn. Whom does he replace?", self.world.unit(drawn).name)
            }
            Stage::Proclaim => "Do you proclaim emancipation?".to_owned(),
            Stage::Draft(_) => "Do you call a draft?".to_owned(),
            Stage::DraftCadres(_, left) => format!("Which cadres does the draft bring? {left} left."),
            Stage::Over => "The game is over.".to_owned(),
        }
    }
}

/// A cadre that is wanted, in words.
fn raised_words(world: &World, raised: Raised) -> String {
    match raised {
        Raised::Unit(unit) => format!("{}, {}", world.unit(unit).name, world.unit(unit).kind.id()),
        Raised::Leader(true) => "a major leader".to_owned(),
        Raised::Leader(false) => "a minor leader".to_owned(),
    }
}
