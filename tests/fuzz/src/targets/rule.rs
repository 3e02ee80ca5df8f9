//! House rules: a problem names its line; a game under a rule goes on, whatever the rule does.

use std::sync::Arc;
use std::time::Duration;

use muster_contract::{Module, Position, RuleText};
use muster_scripts::rules::{Rhai, RuleHeading};
use muster_scripts::{Known, Scenario, ScenarioProblem, Texts};
use muster_sdk::Native;
use muster_table::messages::Holder;
use muster_table::{SeatAssignment, Table, TableConfig};

use super::choose;
use crate::{Allowance, Luck, Target, readable, text};

/// The target.
pub struct HouseRules {
    games: Vec<(Arc<dyn Module>, Position)>,
}

/// The rule's id.
const ID: &str = "house";
/// How many choices are made under it.
const CHOICES: usize = 20;

impl HouseRules {
    /// The target, with a game of each module that has hooks.
    pub fn new() -> Self {
        let parley: Arc<dyn Module> = Arc::new(Native::<parley::Parley>::new("parley"));
        let brigade: Arc<dyn Module> = Arc::new(Native::<brigade::Brigade>::new("brigade"));
        let bull_run: Arc<dyn Module> = Arc::new(Native::<bull_run::BullRun>::new("bull-run"));
        let bobby_lee: Arc<dyn Module> = Arc::new(Native::<bobby_lee::BobbyLee>::new("bobby-lee"));
        let cw_strategy: Arc<dyn Module> = Arc::new(Native::<cw_strategy::CwStrategy>::new("cw-strategy"));
        let us_civil_war: Arc<dyn Module> = Arc::new(Native::<us_civil_war::UsCivilWar>::new("us-civil-war"));
        let fight = set_up(
            brigade.as_ref(),
            &[
                ("scenario.rhai", include_str!("../../../../scenarios/first-fight/scenario.rhai")),
                ("board.toml", include_str!("../../../../scenarios/first-fight/board.toml")),
            ],
        );
        let lesson = set_up(
            bull_run.as_ref(),
            &[
                ("scenario.rhai", include_str!("../../../../scenarios/bull-run-lesson/scenario.rhai")),
                ("board.toml", include_str!("../../../../scenarios/bull-run-lesson/board.toml")),
                ("roster.toml", include_str!("../../../../scenarios/bull-run-lesson/roster.toml")),
            ],
        );
        let season = set_up(
            bobby_lee.as_ref(),
            &[
                ("scenario.rhai", include_str!("../../../../scenarios/bobby-lee-lesson/scenario.rhai")),
                (
                    "shared/bobby-lee/virginia.toml",
                    include_str!("../../../../scenarios/shared/bobby-lee/virginia.toml"),
                ),
                (
                    "shared/bobby-lee/battle.toml",
                    include_str!("../../../../scenarios/shared/bobby-lee/battle.toml"),
                ),
                ("roster.toml", include_str!("../../../../scenarios/bobby-lee-lesson/roster.toml")),
            ],
        );
        let war = set_up(
            cw_strategy.as_ref(),
            &[
                ("scenario.rhai", include_str!("../../../../scenarios/cw-strategy-lesson/scenario.rhai")),
                (
                    "shared/cw-strategy/war.toml",
                    include_str!("../../../../scenarios/shared/cw-strategy/war.toml"),
                ),
                ("roster.toml", include_str!("../../../../scenarios/cw-strategy-lesson/roster.toml")),
            ],
        );
        let west = west(us_civil_war.as_ref());
        let parley_game = (parley, parley::position());
        Self {
            games: vec![
                parley_game,
                (brigade, fight),
                (bull_run, lesson),
                (bobby_lee, season),
                (cw_strategy, war),
                (us_civil_war, west),
            ],
        }
    }
}

/// The lesson of The U.S. Civil War.
fn west(module: &dyn Module) -> Position {
    set_up(
        module,
        &[
            ("scenario.rhai", include_str!("../../../../scenarios/us-civil-war-lesson/scenario.rhai")),
            (
                "shared/us-civil-war/map.toml",
                include_str!("../../../../scenarios/shared/us-civil-war/map.toml"),
            ),
            (
                "shared/us-civil-war/generals.toml",
                include_str!("../../../../scenarios/shared/us-civil-war/generals.toml"),
            ),
            ("roster.toml", include_str!("../../../../scenarios/us-civil-war-lesson/roster.toml")),
        ],
    )
}

fn set_up(module: &dyn Module, files: &[(&str, &str)]) -> Position {
    let texts = Texts::new("fuzz", files.iter().copied());
    let scenario = Scenario::check(&texts, &[Known::from(module)]);
    scenario.expect("the scenario is as it should be").position
}

impl Default for HouseRules {
    fn default() -> Self {
        Self::new()
    }
}

const WHOLE: [&str; 15] = [
    include_str!("../../../../scripts/weather.rhai"),
    include_str!("../../../../scripts/chance-cards.rhai"),
    include_str!("../../../../scripts/stragglers.rhai"),
    include_str!("../../../../scripts/give-ground.rhai"),
    include_str!("../../../../scripts/morale-bid.rhai"),
    include_str!("../../../../scripts/heat-of-the-day.rhai"),
    include_str!("../../../../scripts/stone-wall.rhai"),
    include_str!("../../../../scripts/virginia-weather.rhai"),
    include_str!("../../../../scripts/blockade-runners.rhai"),
    include_str!("../../../../scripts/presidents-confidence.rhai"),
    include_str!("../../../../scripts/political-restrictions.rhai"),
    include_str!("../../../../scripts/reinforce-under-attack.rhai"),
    include_str!("../../../../scripts/salt.rhai"),
    include_str!("../../../rules/reaction.rhai"),
    include_str!("../../../rules/opening-bid.rhai"),
];

impl Target for HouseRules {
    fn whole(&mut self) -> Vec<Vec<u8>> {
        WHOLE.iter().map(|text| text.as_bytes().to_vec()).collect()
    }

    fn vary(&mut self, input: &[u8], others: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
        let other = luck.one(others).map(|other| String::from_utf8_lossy(other)).unwrap_or_default();
        let whole = luck.one(&WHOLE).copied().unwrap_or_default();
        text::altered(&String::from_utf8_lossy(input), &[&other, whole], luck).into_bytes()
    }

    fn allowance(&self) -> Allowance {
        Allowance { time: Duration::from_secs(25), memory: 384 << 20 }
    }

    fn check(&mut self, input: &[u8]) -> Result<String, String> {
        let text = String::from_utf8_lossy(input).into_owned();
        let heading = match RuleHeading::from_text(ID, &text) {
            Ok(heading) => heading,
            Err(problem) => return message_of(&problem, &text),
        };
        let mut said = String::from("a rule for modules that aren't here");
        for (module, position) in &self.games {
            if heading.modules.iter().any(|id| id == module.id()) {
                said = play(module, position, &text)?;
            }
        }
        Ok(said)
    }
}

fn message_of(problem: &ScenarioProblem, text: &str) -> Result<String, String> {
    readable(&problem.to_string())?;
    let lines = text.lines().count() + 1;
    if problem.at.line.is_some_and(|line| line == 0 || line > lines)
        || problem.at.file != format!("{ID}.rhai")
    {
        return Err(format!("the problem {problem} is outside of {lines} lines"));
    }
    Ok(problem.wrong.to_string())
}

/// Makes some choices in a game under the rule.
fn play(module: &Arc<dyn Module>, position: &Position, text: &str) -> Result<String, String> {
    let seats = position.setup.seats.iter();
    let seats = seats.map(|side| SeatAssignment { holder: Holder::Human, name: side.clone() }).collect();
    let rules = vec![RuleText { id: ID.into(), text: text.into(), settings: Vec::new() }];
    let setting =
        TableConfig { seed: 7, seats, rules, rulebook: Some(Arc::new(Rhai)), ..TableConfig::default() };
    let mut table = match Table::start(module.clone(), position.clone(), setting) {
        Ok(table) => table,
        Err(error) => {
            let said = error.to_string();
            readable(&said)?;
            return Ok(said);
        }
    };
    if let Some(refused) = choose(&mut table, CHOICES)? {
        return Ok(refused);
    }
    Ok(format!("a game of {} with {} steps", module.id(), table.standing(&Default::default()).steps))
}
