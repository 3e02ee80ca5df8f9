//! A workbench with something on it: two rules, what they did, and what the module has taken.

use muster_app::catalogue::{BuildCard, Script, ScriptProblem, Tools};
use muster_contract::hooks::{Datum, Effect, Fact, Modification, Roll, Subscription};
use muster_contract::{Allowance, CallUsage, Logged, RuleAct, Usage};
use muster_table::messages::{RuleStanding, StepAct, Workbench};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

/// The rule's text.
pub const WEATHER: &str = r#"// Rain and fog over a day's fighting.
rule(#{
    title: "Weather", modules: ["brigade"],
    text: "Before a turn, two dice say whether it rains.",
});
setting("rain", 4, "It rains on this or less.");
variable("sky", "clear", "The sky");

on("turn", "dawn");
fn dawn(facts) {
    roll(2, 6, "the weather", "fallen"); // and go on
}
fn fallen(facts) {
    if facts.total <= setting("rain") { set("sky", "rain") }
}
"#;

fn fact(name: &str, value: Datum) -> Fact {
    Fact { name: name.into(), value }
}

/// What a table would tell.
pub fn workbench() -> Workbench {
    let rule = |id: &str, title: &str, hooks: &[(&str, &str)], variables: Vec<Fact>| RuleStanding {
        id: id.into(),
        title: title.into(),
        sees_hidden: false,
        text: WEATHER.into(),
        subscriptions: hooks
            .iter()
            .map(|(hook, function)| Subscription { hook: (*hook).into(), function: (*function).into() })
            .collect(),
        variables,
    };
    let act = |step: u64, function: &str, facts: Vec<Fact>, effects: Vec<Effect>, printed: &[&str]| StepAct {
        step,
        act: RuleAct {
            rule: "weather".into(),
            hook: "turn".into(),
            function: function.into(),
            facts,
            variables: vec![fact("sky", Datum::Text("clear".into()))],
            effects,
            printed: printed.iter().map(|line| (*line).to_owned()).collect(),
        },
    };
    let roll = Effect::Roll(Roll {
        count: 2,
        sides: 6,
        reason: "the weather".into(),
        hit: 0,
        then: "fallen".into(),
        data: Vec::new(),
    });
    let set = Effect::Set(fact("sky", Datum::Text("rain".into())));
    let less = Effect::Modify(Modification { name: "range".into(), by: -1 });
    let call = |call: &str, times: u64, steps: u64, micros: u64, allowed: u64| CallUsage {
        call: call.into(),
        times,
        steps,
        most_steps: steps * 3,
        allowed,
        micros,
        most_micros: micros * 4,
    };
    Workbench {
        module: "brigade".into(),
        version: "0.1.0".into(),
        component: "5d1f0c77aa20".into(),
        before: Some("0.1.0".into()),
        usage: Some(Usage {
            memory: 3 << 20,
            rule_calls: 4,
            calls: vec![
                call("apply", 12, 81_402, 96, 10_000_000_000),
                call("decisions", 25, 41_977, 41, 5_000_000_000),
                call("view", 60, 1_120_400, 730, 5_000_000),
            ],
        }),
        allowances: vec![
            Allowance { of: "memory of an instance".into(), amount: "512 MiB".into() },
            Allowance { of: "steps of a question".into(), amount: "5,000,000,000".into() },
        ],
        log: vec![Logged { number: 1, call: "apply".into(), text: "Peabody has four ways out".into() }],
        rules: vec![
            rule("weather", "Weather", &[("turn", "dawn")], vec![fact("sky", Datum::Text("rain".into()))]),
            rule("stragglers", "Stragglers", &[("march", "march"), ("night", "rally")], Vec::new()),
        ],
        acts: vec![
            act(9, "dawn", vec![fact("turn", Datum::Number(3))], vec![roll], &[]),
            act(9, "fallen", vec![fact("total", Datum::Number(4))], vec![set, less], &["it pours"]),
        ],
    }
}

/// Tools that keep what they were asked to do.
#[derive(Clone)]
pub struct Kept {
    /// The scripts saved, and the builds that were to take over.
    pub done: Arc<Mutex<Vec<String>>>,
    /// Whether that file came with Muster.
    pub shipped: bool,
    /// What stands in the file of the rule about the weather.
    pub weather: Arc<Mutex<String>>,
}

impl Default for Kept {
    fn default() -> Self {
        let weather = Mutex::new(WEATHER.replace("roll(2", "rol(2"));
        Self { done: Arc::default(), shipped: false, weather: Arc::new(weather) }
    }
}

impl Tools for Kept {
    fn file(&self, script: &Script) -> Option<PathBuf> {
        match script {
            Script::Rule(id) if id == "stragglers" => None,
            _ => Some(PathBuf::from("weather.rhai")),
        }
    }

    fn text(&self, script: &Script) -> Option<String> {
        self.file(script).map(|_| self.weather.lock().expect("no thread panics with it").clone())
    }

    fn is_shipped(&self, _: &Script) -> bool {
        self.shipped
    }

    fn check(&self, _: &Script, text: &str) -> Receiver<Option<ScriptProblem>> {
        let (answer, answers) = channel();
        let problem = text.contains("rol(").then(|| ScriptProblem {
            line: Some(11),
            message: "there is no function rol(2, 6, \"the weather\", \"fallen\").".into(),
            remedy: "Did you mean \"roll\"?".into(),
        });
        let _ = answer.send(problem);
        answers
    }

    fn save(&self, script: &Script, text: &str) -> Result<(), String> {
        let line = format!("save {script:?} {}", text.len());
        self.done.lock().expect("no thread panics with it").push(line);
        text.clone_into(&mut self.weather.lock().expect("no thread panics with it"));
        Ok(())
    }

    fn builds(&self) -> Vec<BuildCard> {
        let build = |component: &str, trouble: Option<&str>| BuildCard {
            version: "0.2.0".into(),
            component: component.into(),
            folder: PathBuf::from("modules/brigade-next"),
            trouble: trouble.map(str::to_owned),
        };
        vec![build("77e0b41d9a00", None), build("", Some("it isn't WebAssembly"))]
    }

    fn swap(&self, folder: &Path) {
        self.done.lock().expect("no thread panics with it").push(format!("swap {}", folder.display()));
    }
}
