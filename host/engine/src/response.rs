//! Validates a module's answers: refuses what the types allow and the contract doesn't. Only what a host would stumble over is looked for; the
//! conformance suite looks for the rest.

use std::{cell::OnceCell, collections::HashSet};

use muster_contract::{
    Decision, Description, LONGEST_NAME, Marker, Outcome, PlayoutResult, RuleOption, View, fault_in_reports,
    printable,
};

/// What a game's answers may name: its seats, its sides and its spaces.
pub(crate) struct Known {
    /// How many seats there are.
    pub(crate) seats: usize,
    /// The sides, by their ids.
    pub(crate) sides: Vec<String>,
    spaces: OnceCell<HashSet<String>>,
}

impl Known {
    pub(crate) fn new(seats: usize, sides: &[String]) -> Self {
        Self { seats, sides: sides.to_vec(), spaces: OnceCell::new() }
    }

    /// The spaces of all boards. They are collected when the first view is looked at: a bot asks for none.
    pub(crate) fn spaces(&self, collect: impl FnOnce() -> HashSet<String>) -> &HashSet<String> {
        self.spaces.get_or_init(collect)
    }
}

/// Returns what is wrong with what a module says of itself, if anything is.
pub(crate) fn fault_in_description(description: &Description) -> Option<String> {
    // They are set as `name=value`, and listed with commas between them.
    let is_wrong = |option: &&RuleOption| option.id.is_empty() || option.id.contains(['=', ',']);
    let option = description.options.iter().find(is_wrong)?;
    let name = printable::name(&option.id);
    Some(format!("nobody can set its option `{name}`: an option's id isn't empty, and has no = or ,"))
}

/// Returns what is wrong with these decisions, if anything is.
pub(crate) fn fault_in_decisions(decisions: &[Decision], seats: usize, most: usize) -> Option<String> {
    let choices = decisions.iter().map(|decision| decision.choices.len()).sum();
    if choices > most {
        return Some(format!("it lists {choices} choices, more than the {most} that there may be"));
    }
    let mut ids = HashSet::with_capacity(choices);
    for decision in decisions {
        let Decision { seat, kind, .. } = decision;
        if usize::from(*seat) >= seats {
            return Some(format!("it asks seat {seat} to decide `{kind}`, and there are {seats} seats"));
        }
        if decision.waits && decision.choices.is_empty() {
            return Some(format!("it waits for seat {seat} to decide `{kind}` and offers it no choice"));
        }
        for choice in &decision.choices {
            if choice.id.is_empty() {
                return Some(format!("it offers seat {seat} a choice of `{kind}` that has no id"));
            }
            if choice.id.len() > LONGEST_NAME {
                let long = choice.id.len();
                return Some(format!(
                    "it offers seat {seat} a choice of `{kind}` whose id has {long} bytes, more than the {LONGEST_NAME} that anybody can send"
                ));
            }
            if !ids.insert((*seat, choice.id.as_str())) {
                return Some(format!("it offers seat {seat} the choice `{}` twice", choice.id));
            }
        }
    }
    None
}

/// Returns what is wrong with this view, if anything is.
pub(crate) fn fault_in_view(view: &View, spaces: &HashSet<String>) -> Option<String> {
    let mut ids = HashSet::with_capacity(view.units.len());
    for unit in &view.units {
        if unit.id.is_empty() {
            return Some(format!("it shows a unit at `{}` that has no id", unit.place.space));
        }
        if !ids.insert(unit.id.as_str()) {
            return Some(format!("it shows the unit `{}` twice", unit.id));
        }
        if !spaces.contains(&unit.place.space) {
            return Some(format!(
                "it shows the unit `{}` at `{}`, which no board has",
                unit.id, unit.place.space
            ));
        }
    }
    if let Some(marker) = view.markers.iter().find(|marker| !spaces.contains(&marker.place.space)) {
        let Marker { kind, place, .. } = marker;
        return Some(format!("it shows a marker `{kind}` at `{}`, which no board has", place.space));
    }
    for arrow in &view.arrows {
        if arrow.path.len() < 2 {
            return Some(format!("it shows an arrow `{}` that leads nowhere", arrow.style));
        }
        if let Some(space) = arrow.path.iter().find(|space| !spaces.contains(*space)) {
            return Some(format!("it shows an arrow by `{space}`, which no board has"));
        }
    }
    fault_in_reports(&view.reports)
}

/// Returns what is wrong with the sides of the seats, if anything is.
pub(crate) fn fault_in_seats(playing: &[String], known: &Known) -> Option<String> {
    let Known { seats, sides, .. } = known;
    if playing.len() != *seats {
        return Some(format!("it names the sides of {} seats, and there are {seats}", playing.len()));
    }
    let stranger = playing.iter().find(|side| !sides.contains(side))?;
    Some(format!("it seats somebody on the side `{stranger}`, which it doesn't describe"))
}

/// Returns what is wrong with this end of a game, if anything is.
pub(crate) fn fault_in_outcome(outcome: &Outcome, known: &Known) -> Option<String> {
    let stranger = outcome.winner.as_ref().filter(|winner| !known.sides.contains(winner))?;
    Some(format!("it lets the side `{stranger}` win, which it doesn't describe"))
}

/// Returns what is wrong with this result, if anything is.
pub(crate) fn fault_in_playout(result: &PlayoutResult, sides: usize) -> Option<String> {
    if result.prospects.len() != sides {
        return Some(format!("it has {} sides and gives prospects for {}", sides, result.prospects.len()));
    }
    let sum: u64 = result.prospects.iter().map(|&prospect| u64::from(prospect)).sum();
    (sum != 10_000).then(|| format!("the prospects of its sides add up to {sum}, not 10,000"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::{
        Arrow, Choice, ChoiceRole, Place, Report, ReportBody, Table, TableColumn, TableRow, Target,
        TurnStatus, UnitView, Value,
    };

    fn view() -> View {
        View {
            turn: TurnStatus {
                number: 1,
                of: 2,
                title: String::new(),
                clock: String::new(),
                phase: String::new(),
                active: None,
            },
            phases: vec![],
            units: vec![],
            markers: vec![],
            tracks: vec![],
            cards: vec![],
            panels: vec![],
            reports: vec![],
            arrows: vec![],
            status: vec![],
            open_board: None,
        }
    }

    fn at(space: &str) -> Place {
        Place { space: space.to_owned(), edge: None, facing: None, slot: None, carrier: None }
    }

    fn fault(view: &View) -> String {
        let spaces = HashSet::from(["richmond".to_owned(), "manassas".to_owned()]);
        fault_in_view(view, &spaces).unwrap_or_default()
    }

    fn arrow(path: &[&str]) -> Arrow {
        let path = path.iter().map(|space| (*space).to_owned()).collect();
        Arrow { path, unit: None, side: None, style: "march".to_owned(), label: String::new() }
    }

    #[test]
    fn an_option_has_an_id_that_can_be_set() {
        let described = |id: &str| Description {
            options: vec![RuleOption {
                id: id.to_owned(),
                title: String::new(),
                text: String::new(),
                default: Value::Flag(true),
                citation: String::new(),
                values: vec![],
            }],
            ..Description::blank()
        };
        assert_eq!(fault_in_description(&described("fog-of-war")), None);
        for id in ["fog=war", "fog,war", ""] {
            let fault = fault_in_description(&described(id)).unwrap_or_default();
            assert!(fault.contains(&format!("nobody can set its option `{id}`")), "{fault}");
        }
    }

    #[test]
    fn a_choice_has_an_id_that_can_be_sent() {
        let decisions = |long: usize| {
            let id = "x".repeat(long);
            let choice = Choice { id, target: Target::Amount(1), role: ChoiceRole::Act };
            vec![Decision {
                seat: 0,
                side: String::new(),
                kind: "climb".to_owned(),
                prompt: String::new(),
                citation: String::new(),
                frame: vec![],
                focus: None,
                picked: vec![],
                waits: true,
                secret: None,
                choices: vec![choice],
            }]
        };
        assert_eq!(fault_in_decisions(&decisions(LONGEST_NAME), 1, 9), None);
        let fault = fault_in_decisions(&decisions(LONGEST_NAME + 1), 1, 9).unwrap_or_default();
        assert!(fault.contains("whose id has 4097 bytes, more than the 4096"), "{fault}");
    }

    #[test]
    fn arrows_lead_from_space_to_space() {
        assert_eq!(fault(&View { arrows: vec![arrow(&["richmond", "manassas"])], ..view() }), "");
        let short = View { arrows: vec![arrow(&["richmond"])], ..view() };
        assert!(fault(&short).contains("leads nowhere"));
        let lost = View { arrows: vec![arrow(&["richmond", "atlantis"])], ..view() };
        assert!(fault(&lost).contains("`atlantis`, which no board has"));
    }

    #[test]
    fn a_report_whose_rows_do_not_fit_is_named() {
        let column = TableColumn { title: "City".to_owned(), note: String::new() };
        let row = TableRow { target: None, side: None, cells: vec![Value::Number(1), Value::Number(2)] };
        let body = ReportBody::Table(Table { columns: vec![column], rows: vec![row] });
        let title = "Cities".to_owned();
        let report = Report { id: "cities".to_owned(), title, note: String::new(), citation: None, body };
        assert!(
            fault(&View { reports: vec![report], ..view() }).contains("`cities` has 2 cells for 1 columns")
        );
    }

    #[test]
    fn a_unit_stands_on_a_board() {
        let unit = UnitView { id: "us-1".to_owned(), side: None, place: at("atlantis"), face: None };
        assert!(fault(&View { units: vec![unit], ..view() }).contains("`atlantis`, which no board has"));
    }
}
