//! What takes over while a game is on the table, and what house rules cost.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use muster_contract::hooks::{Datum, Fact};
use muster_contract::{Awaited, Position, RuleText, Rules as _};
use muster_engine::{Engine, Settings, WasmModule};
use muster_scripts::Known;
use muster_scripts::rules::{Compiled, Rhai};
use muster_table::messages::Holder;
use muster_table::{Build, SeatAssignment, Table, TableConfig};

use crate::playouts::steps_of;
use crate::row::{Row, median, timed};

type Failure = Box<dyn Error>;

/// How often one thing takes over from another.
const TURNS: usize = 50;
/// How often a component is compiled.
const COMPILES: usize = 10;
/// How many playouts' steps are counted.
const PLAYOUTS: u64 = 100;
/// How long each of them is.
const CHOICES: u32 = 200;
/// How often a rule is called.
const CALLS: u32 = 20_000;

/// A rule as it is saved, with this number in it.
fn rule(scripts: &Path, number: usize) -> Result<RuleText, Failure> {
    let text = std::fs::read_to_string(scripts.join("weather.rhai"))?;
    Ok(RuleText { id: "weather".into(), text: format!("{text}// {number}\n"), settings: Vec::new() })
}

/// All of it: `module` as it is shipped, and the same module built without hooks.
pub fn measure(
    module: &WasmModule,
    position: &Position,
    bare: &Path,
    scripts: &Path,
) -> Result<Vec<Row>, Failure> {
    let bytes = bare.join("brigade/brigade.wasm");
    let without = module.engine().open("brigade", &bytes, |_| ())?;
    let mut rows = vec![reload(module, position, scripts)?];
    rows.extend(swap(module, &without, position, &bytes)?);
    let steps = |module| steps_of(module, position, "random", (PLAYOUTS, CHOICES));
    let (with, without) = (steps(module)?.0, steps(&without)?.0);
    rows.push(Row::at_most(
        "steps of 100 playouts without rules, against no hooks",
        with as f64 / without as f64,
        "x",
        1.01,
    ));
    rows.push(call(module, scripts)?);
    Ok(rows)
}

fn table(module: &WasmModule, position: &Position, rules: Vec<RuleText>) -> Result<Table, Failure> {
    let sitting = SeatAssignment { holder: Holder::Human, name: "bench".to_owned() };
    let setting = TableConfig {
        seed: 1862,
        seats: vec![sitting.clone(), sitting],
        build: Build { module: "brigade".to_owned(), version: "bench".to_owned(), ..Build::default() },
        rules,
        rulebook: Some(Arc::new(Rhai)),
        ..TableConfig::default()
    };
    Ok(Table::start(Arc::new(module.clone()), position.clone(), setting)?)
}

/// From the text that was read to the rule in force.
fn reload(module: &WasmModule, position: &Position, scripts: &Path) -> Result<Row, Failure> {
    let mut table = table(module, position, vec![rule(scripts, 0)?])?;
    let mut times = Vec::new();
    for number in 1..=TURNS {
        let text = rule(scripts, number)?;
        let (result, time) = timed(|| table.reload(vec![text]));
        result?;
        times.push(time.as_secs_f64() * 1e3);
    }
    Ok(Row::at_most("a saved rule in force, after the debounce", median(times), "ms", 100.0))
}

/// Two builds in turn, and the compile that comes before.
fn swap(
    module: &WasmModule,
    other: &WasmModule,
    position: &Position,
    component: &Path,
) -> Result<Vec<Row>, Failure> {
    let mut table = table(module, position, Vec::new())?;
    let mut times = Vec::new();
    for number in 0..TURNS {
        let next = if number % 2 == 0 { other } else { module };
        let build = Build { version: number.to_string(), ..table.build().clone() };
        let (result, time) = timed(|| table.swap(Arc::new(next.clone()), build));
        result?;
        times.push(time.as_secs_f64() * 1e3);
    }
    let mut compiles = Vec::new();
    for _ in 0..COMPILES {
        // An engine without a cache: each time anew.
        let engine = Engine::start(Settings::default())?;
        let (result, time) = timed(|| engine.open("brigade", component, |_| ()));
        result?;
        compiles.push(time.as_secs_f64() * 1e3);
    }
    Ok(vec![
        Row::at_most("a module swapped, after its compile", median(times), "ms", 100.0),
        Row::figure("  its compile to machine code", median(compiles), "ms"),
    ])
}

/// One call of a rule, as a hook makes it.
fn call(module: &WasmModule, scripts: &Path) -> Result<Row, Failure> {
    let rules = Compiled::new(&[rule(scripts, 0)?], Known::from(module))?;
    let fact = |name: &str, value| Fact { name: name.to_owned(), value };
    let facts = [
        fact("side", Datum::Text("us".to_owned())),
        fact("unit", Datum::Text("us-grant".to_owned())),
        fact("pips", Datum::Number(4)),
    ];
    let variables = [fact("weather", Datum::Text("rain".to_owned()))];
    let (result, time) = timed(|| -> Result<(), Failure> {
        for _ in 0..CALLS {
            rules.call(0, "pips", "orders", &facts, &variables, &Awaited::ALWAYS)?;
        }
        Ok(())
    });
    result?;
    Ok(Row::at_most("a call of a house rule", time.as_secs_f64() * 1e6 / f64::from(CALLS), "us", 5.0))
}
