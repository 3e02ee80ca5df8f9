//! Scenarios: a problem names its file and line; what is set up can be played, or the module says why not.

use std::sync::Arc;
use std::time::Duration;

use muster_contract::Module;
use muster_scripts::{Heading, Known, SCRIPT, Scenario, ScenarioProblem, Texts};
use muster_sdk::Native;
use muster_table::messages::Holder;
use muster_table::{SeatAssignment, StartError, Table, TableConfig};

use super::choose;
use crate::{Allowance, Luck, Target, readable, text};

/// The target.
pub struct Scenarios {
    modules: [Arc<dyn Module>; 3],
}

/// How many problems may be told at once.
const MOST_PROBLEMS: usize = 20;
/// How many choices are made in a game that could be set up.
const CHOICES: usize = 12;

impl Scenarios {
    /// The target, with three modules.
    pub fn new() -> Self {
        let parley = Arc::new(Native::<parley::Parley>::new("parley"));
        let brigade = Arc::new(Native::<brigade::Brigade>::new("brigade"));
        let us_civil_war = Arc::new(Native::<us_civil_war::UsCivilWar>::new("us-civil-war"));
        Self { modules: [parley, brigade, us_civil_war] }
    }
}

impl Default for Scenarios {
    fn default() -> Self {
        Self::new()
    }
}

/// What stands before each file's name in an input, at the beginning of a line.
const MARK: &str = "=== ";

/// The files of a scenario as one input.
pub fn together(files: &[(&str, &str)]) -> Vec<u8> {
    files
        .iter()
        .map(|(name, text)| format!("{MARK}{name}\n{}\n", text.trim_end_matches('\n')))
        .collect::<String>()
        .into_bytes()
}

/// The files of an input.
fn apart(input: &str) -> Texts {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in input.split_inclusive('\n') {
        match (line.strip_prefix(MARK), files.last_mut()) {
            (Some(name), _) => files.push((name.trim_end().to_owned(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => files.push((SCRIPT.to_owned(), line.to_owned())),
        }
    }
    Texts::new("fuzz", files)
}

const WORDY: &str = r##"=== scenario.rhai
const SIDE = "us";
fn corps(name, at) { unit(SIDE_OF(name), "infantry", name, #{ at: at, facing: 3 }); }
fn SIDE_OF(name) { if name.starts_with("c") { "cs" } else { "us" } }
scenario(#{ module: "brigade", title: `The ${SIDE} fight`, complexity: 1 + 1 * 2 });
board(#{ id: "field", title: "A field", source: "Made up.", hexes: #{ grid: "pointy", shifted: "even", terrain: ". . . .\n. w . .\n. . . ." } });
let names = ["ua", "cb"];
for name in names { if name != () { corps(name, hex(1 + names.index_of(name), 2)); } }
place("ua", #{ at: "0101", facing: "NE" });
let turns = 0;
while turns < 8 { turns += 1; }
switch turns { 8 => fact("turns", turns), _ => print("no") }
loop { break; }
fact("first-side", SIDE); fact("date", "today".to_upper());
try { throw "x"; } catch (e) { print(e); }
option("none", true); set("ua", "stars", 2);
note(#{ decision: "roll", title: "A note", text: "Text.", turn: 1, side: "us" });
brief("us", "Hold.");
"##;

impl Target for Scenarios {
    fn whole(&mut self) -> Vec<Vec<u8>> {
        let parley = [
            (SCRIPT, include_str!("../../../scenarios/parley/scenario.rhai")),
            ("valley.toml", include_str!("../../../scenarios/parley/valley.toml")),
            ("field.toml", include_str!("../../../scenarios/parley/field.toml")),
            ("roster.toml", include_str!("../../../scenarios/parley/roster.toml")),
        ];
        let fight = [
            (SCRIPT, include_str!("../../../../scenarios/first-fight/scenario.rhai")),
            ("board.toml", include_str!("../../../../scenarios/first-fight/board.toml")),
        ];
        let rivers = [
            (SCRIPT, include_str!("../../../scenarios/two-rivers/scenario.rhai")),
            ("board.toml", include_str!("../../../scenarios/two-rivers/board.toml")),
            ("roster.toml", include_str!("../../../scenarios/two-rivers/roster.toml")),
        ];
        vec![together(&parley), together(&fight), together(&rivers), WORDY.as_bytes().to_vec()]
    }

    fn vary(&mut self, input: &[u8], others: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
        let other = luck.one(others).map(|other| String::from_utf8_lossy(other)).unwrap_or_default();
        text::altered(&String::from_utf8_lossy(input), &[&other, WORDY], luck).into_bytes()
    }

    fn allowance(&self) -> Allowance {
        // The script runs twice, and may take five seconds each time.
        Allowance { time: Duration::from_secs(25), memory: 384 << 20 }
    }

    fn check(&mut self, input: &[u8]) -> Result<String, String> {
        let texts = apart(&String::from_utf8_lossy(input));
        let known: Vec<Known<'_>> = self.modules.iter().map(|module| Known::from(module.as_ref())).collect();
        let heading = Heading::from_texts(&texts);
        match Scenario::check(&texts, &known) {
            Err(problems) => {
                if problems.is_empty() || problems.len() > MOST_PROBLEMS {
                    return Err(format!("{} problems are told", problems.len()));
                }
                for problem in &problems {
                    readable(&problem.to_string())?;
                    lies_in(&texts, problem)?;
                }
                Ok(format!("{} {}", problems[0].wrong, problems[0].remedy.as_deref().unwrap_or_default()))
            }
            Ok(scenario) => {
                if heading.as_ref() != Ok(&scenario.heading) {
                    return Err(format!("its heading is {heading:?}, alone, and {:?}", scenario.heading));
                }
                let id = &scenario.heading.module;
                let module =
                    self.modules.iter().find(|module| module.id() == id).ok_or("an unknown module")?;
                play(module, scenario)
            }
        }
    }
}

/// Whether the problem's file is one of the scenario's and has the line.
fn lies_in(texts: &Texts, problem: &ScenarioProblem) -> Result<(), String> {
    let at = &problem.at;
    let lines = match texts.files.get(&at.file) {
        Some(text) => text.lines().count() + 1,
        None if at.file == texts.id || at.file == SCRIPT => return Ok(()),
        None => return Err(format!("the problem {problem} is in a file that isn't there")),
    };
    match at.line {
        Some(line) if line == 0 || line > lines => {
            Err(format!("the problem {problem} is outside of {lines} lines"))
        }
        _ => Ok(()),
    }
}

/// Makes a few choices in a game of the scenario.
fn play(module: &Arc<dyn Module>, scenario: Scenario) -> Result<String, String> {
    let seats = scenario.position.setup.seats.iter();
    let seats = seats.map(|side| SeatAssignment { holder: Holder::Human, name: side.clone() }).collect();
    let setting = TableConfig { seed: 7, seats, ..TableConfig::default() };
    let mut table = match Table::start(module.clone(), scenario.position, setting) {
        Ok(table) => table,
        Err(StartError::SetUp(refusal)) => {
            readable(&refusal.reason)?;
            return Ok(refusal.reason);
        }
        Err(other) => {
            let said = other.to_string();
            readable(&said)?;
            return Ok(said);
        }
    };
    if let Some(refused) = choose(&mut table, CHOICES)? {
        return Ok(refused);
    }
    Ok(format!("a game of {}", module.id()))
}
