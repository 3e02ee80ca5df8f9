//! Sets a scenario up: its script is run, and its statements are checked.

use crate::heading;
use crate::known::Known;
use crate::problem::{ScenarioProblem, Wrong, meant};
use crate::record;
use crate::resolve;
use crate::scenario::Scenario;
use crate::spot::at_its_line;
use crate::texts::{SCRIPT, Texts};

impl Scenario {
    /// Sets a scenario up: runs its script and checks its statements against the module that it is for. The problem
    /// is the first of [`Scenario::check`].
    pub fn from_texts(texts: &Texts, modules: &[Known<'_>]) -> Result<Scenario, ScenarioProblem> {
        Self::check(texts, modules).map_err(|problems| {
            problems.into_iter().next().expect("a scenario that can't be set up has a problem")
        })
    }

    /// Sets a scenario up, or returns everything that is wrong with it.
    pub fn check(texts: &Texts, modules: &[Known<'_>]) -> Result<Scenario, Vec<ScenarioProblem>> {
        Self::run_and_resolve(texts, modules).map_err(|problems| {
            let script = texts.script().unwrap_or_default();
            let of_script = |problem: ScenarioProblem| match problem.at.file == SCRIPT {
                true => at_its_line(problem, script),
                false => problem,
            };
            problems.into_iter().map(of_script).collect()
        })
    }

    fn run_and_resolve(texts: &Texts, modules: &[Known<'_>]) -> Result<Scenario, Vec<ScenarioProblem>> {
        let record = record::run(texts).map_err(|problem| vec![problem])?;
        let heading = heading::heading(texts, &record.statements).map_err(|problem| vec![problem])?;
        let module = modules.iter().find(|module| module.id == heading.value.module).ok_or_else(|| {
            let known = modules.iter().map(|module| module.id);
            let remedy = meant(&heading.value.module, known);
            let wrong =
                Wrong::Unknown { what: "module", name: heading.value.module.clone(), context: String::new() };
            vec![ScenarioProblem::meant(heading.at.clone(), wrong, remedy)]
        })?;
        resolve::resolve(texts, *module, (heading.value, heading.at), record)
    }
}
