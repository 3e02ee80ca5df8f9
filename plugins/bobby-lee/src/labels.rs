//! What a person reads over a decision and on its choices.

use muster_contract::{ChoiceDetails, Seat, Target};
use muster_sdk::{Labels, Names as _, OpenDecision, Prompt};

use crate::choice::Choice;
use crate::state::{BobbyLee, Raised, Stage, Step};
use crate::world::World;

/// Whether a unit's name is a plural. A capital begins the name of a person or of a state, save in these.
fn is_plural(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or_default();
    let word =
        last.starts_with(|first: char| first.is_lowercase()) || ["Divisions", "Brigades"].contains(&last);
    word && last.ends_with('s') && !last.ends_with("'s")
}

/// A name and what the unit does, of "marches|march to war": "Georgia levies march to war", "Trimble's Division marches to war".
pub(crate) fn does(name: &str, verb: &str) -> String {
    let (one, several) = verb.split_once('|').unwrap_or((verb, verb));
    if is_plural(name) {
        return format!("{name} {several}");
    }
    let rest = several.find(' ').map_or("", |end| &several[end..]);
    format!("{name} {one}{rest}")
}

impl Labels for BobbyLee {
    /// The question, its rule, and where it stands in the sequence of play.
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let mut frame = vec![self.status().title];
        if let Some(battle) = &self.battle {
            let kind = if battle.skirmish { "Skirmish" } else { "Battle" };
            frame.push(format!("{kind} at {}", self.world.hex(battle.hex).called));
        }
        let unit = |unit| Target::Unit(self.unit_id(Some(open.seat), unit).to_string());
        Prompt {
            question: self.question(open.seat),
            citation: self.section().to_owned(),
            frame,
            focus: self.battle.as_ref().map(|battle| Target::Space(self.world.name(battle.hex).to_owned())),
            picked: self.mover().map(unit).into_iter().collect(),
        }
    }

    /// What depends on the position, which the rule's file knows.
    fn details(&self, seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        let side = self.side_of(seat);
        self.march_details(choice, details);
        self.retreat_details(side, choice, details);
        self.purchase_details(side, choice, details);
    }
}

impl BobbyLee {
    fn question(&self, seat: Seat) -> String {
        let side = self.side_of(seat);
        if let Some(raised) = self.raised[side as usize] {
            return format!("Where does {} come?", raised_label(&self.world, raised));
        }
        if let Some(unit) = self.mover() {
            return self.question_of(&self.world.unit(unit).name);
        }
        let question = match self.stage {
            Stage::Deploy => "Which units change places? Nobody else sees it.",
            Stage::Bid => "How many leaders do you bid for the first turn?",
            Stage::Activate => match self.bound {
                Some(1) => "Activate a leader, as you have bid.",
                Some(bound) => match bound.saturating_sub(self.activated().count() as u8) {
                    left if left == bound => return format!("Activate {bound} leaders, as you have bid."),
                    left => return format!("Activate {left} more of the {bound} leaders that you have bid."),
                },
                None => "Activate leaders, or pass.",
            },
            Stage::Move if self.strategic > 0 => {
                return format!("Which unit moves? {} strategic moves left.", self.strategic);
            }
            Stage::Move => "Which unit moves?",
            Stage::LeaderMove => "Which leader who commanded moves?",
            Stage::ChooseBattle => "Which battle is fought next?",
            Stage::Battle(step) => match step {
                Step::Deploy(_) => "Deploy your units: one at least in each position.",
                Step::Redeploy(_) => "Who moves up or back before the next day?",
                Step::Entrench(_) => "Where do you entrench?",
                Step::Retreat => "Who retreats, before this battle turn?",
                Step::Flee(_) => "All your units must retreat.",
                Step::Combat => "Who moves or fires?",
                Step::Losses => "Which unit takes the hit?",
                Step::Reinforce(_) => "Who comes into the battle?",
                Step::Night(_) => "Does a leader keep the battle going for another day?",
                Step::Regroup => "You have won: who goes from here, or comes?",
                Step::Hour | Step::Morale => "",
            },
            Stage::LeaderSupply(_) => "Which leader supplies the units in his command?",
            Stage::Forage(_) => "Which unit finds no food?",
            Stage::Replacements | Stage::Surge => {
                return format!("Spend replacement points: {} left.", self.points_left(side));
            }
            Stage::ReplaceLeader(_, drawn) => {
                return format!("{} was drawn. Whom does he replace?", self.world.unit(drawn).name);
            }
            Stage::Proclaim => "Do you proclaim emancipation?",
            Stage::Draft(_) => "Do you call a draft?",
            Stage::DraftCadres(_, left) => {
                return format!("Which cadres does the draft bring? {left} left.");
            }
            Stage::Over => "The game is over.",
        };
        question.to_owned()
    }

    /// The question about the unit that was picked, or is on its way.
    fn question_of(&self, name: &str) -> String {
        let verb = if is_plural(name) { "do" } else { "does" };
        match self.stage {
            Stage::Battle(Step::Deploy(_) | Step::Redeploy(_)) => format!("Where {verb} {name} stand?"),
            Stage::Battle(Step::Combat) => format!("What {verb} {name} do?"),
            _ if self.march.is_some() => format!("How far {verb} {name} go?"),
            _ => format!("Where {verb} {name} go?"),
        }
    }
}

/// A cadre that is wanted, within a sentence.
fn raised_label(world: &World, raised: Raised) -> String {
    match raised {
        Raised::Unit(unit) => format!("{}, {}", world.unit(unit).name, world.unit(unit).kind.id()),
        Raised::Leader(true) => "a major leader".to_owned(),
        Raised::Leader(false) => "a minor leader".to_owned(),
    }
}
