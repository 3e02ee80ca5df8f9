//! What in a scenario can be played as it is, and is probably not meant so.

use std::collections::BTreeMap;

use muster_contract::{Edge, SpaceKind};

use crate::known::Known;
use crate::mention::{Mention, entry_between};
use crate::problem::{At, MOST_PROBLEMS, ScenarioProblem, Wrong, is_near};
use crate::scenario::Scenario;

/// What the features are called that something leads over or through.
const WET: [&str; 9] = ["stream", "river", "creek", "brook", "canal", "bayou", "water", "lake", "sea"];

fn is_wet(feature: &str) -> bool {
    WET.iter().any(|wet| feature.contains(wet))
}

fn doubt(at: &At, what: String, remedy: &str) -> ScenarioProblem {
    ScenarioProblem::new(at.clone(), Wrong::Doubtful(what)).with_remedy(remedy)
}

impl Scenario {
    /// Returns what is probably not meant: notes for turns that never come, formations and facings that look mistaken, bridges and
    /// fords over nothing. A game has so many turns, or no limit if that is 0.
    #[must_use]
    pub fn doubts(&self, module: Known<'_>, turns: u32) -> Vec<ScenarioProblem> {
        let mut doubts = self.late_notes(turns);
        doubts.extend(self.lone_formations());
        doubts.extend(self.idle_facings());
        doubts.extend(self.dry_bridges(module));
        doubts.truncate(MOST_PROBLEMS);
        doubts
    }

    fn late_notes(&self, turns: u32) -> Vec<ScenarioProblem> {
        let notes = self.notes.iter().zip(&self.source_map.notes).filter(|_| turns > 0);
        let late = notes.filter_map(|(note, at)| Some((note.turn.filter(|turn| *turn > turns)?, note, at)));
        late.map(|(turn, note, at)| {
            let what =
                format!("the note {:?} is for turn {turn}, and the game ends with turn {turns}", note.title);
            doubt(at, what, "Name a turn that comes, or leave turn out for any.")
        })
        .collect()
    }

    /// Formations of one unit whose names are nearly those of others.
    fn lone_formations(&self) -> Vec<ScenarioProblem> {
        let mut counts = BTreeMap::<(&str, &str), usize>::new();
        let formed = || self.position.roster.iter().filter(|unit| !unit.formation.is_empty());
        for unit in formed() {
            *counts.entry((unit.side.as_str(), unit.formation.as_str())).or_default() += 1;
        }
        let lone = formed().filter(|unit| counts[&(unit.side.as_str(), unit.formation.as_str())] == 1);
        lone.filter_map(|unit| {
            let others = counts.iter().filter(|((side, _), count)| *side == unit.side && **count > 1);
            let (meant, count) = others
                .map(|((_, name), count)| (name, count))
                .find(|(name, _)| is_slip(&unit.formation, name))?;
            let what = format!(
                "unit {:?} is alone in the formation {:?}, and {count} are in {meant:?}",
                unit.id, unit.formation
            );
            let at = self.source_map.formations.get(&unit.id)?;
            Some(doubt(at, what, "If the same one is meant, write it alike."))
        })
        .collect()
    }

    /// Facings where there are no hexes to face.
    fn idle_facings(&self) -> Vec<ScenarioProblem> {
        let spaces = self.position.boards.iter().flat_map(|board| &board.spaces);
        let hexes: BTreeMap<&str, bool> =
            spaces.map(|space| (space.id.as_str(), space.kind == SpaceKind::Hex)).collect();
        let facing = self.position.roster.iter().filter_map(|unit| {
            let place = unit.place.as_ref().filter(|place| place.facing.is_some())?;
            (hexes.get(place.space.as_str()) == Some(&false)).then_some((unit, place))
        });
        facing
            .filter_map(|(unit, place)| {
                let (_, at) = self.source_map.placed.get(&unit.id)?;
                let what = format!("unit {:?} has a facing in {:?}, which is no hex", unit.id, place.space);
                Some(doubt(at, what, "Leave facing out: nothing shows it there."))
            })
            .collect()
    }

    /// Bridges and fords with no water under them, where the module knows water.
    fn dry_bridges(&self, module: Known<'_>) -> Vec<ScenarioProblem> {
        if !module.description.features.iter().any(|feature| is_wet(feature)) {
            return Vec::new();
        }
        let boards = self.position.boards.iter();
        let spaces = boards.clone().flat_map(|board| &board.spaces);
        let wet: BTreeMap<&str, bool> = spaces
            .map(|space| (space.id.as_str(), space.features.iter().any(|feature| is_wet(feature))))
            .collect();
        let is_wet_there = |edge: &Edge| {
            edge.features.iter().any(|feature| is_wet(feature))
                || [&edge.a, &edge.b].iter().any(|end| wet[end.as_str()])
        };
        let crossings = boards.flat_map(|board| &board.edges).filter_map(|edge| {
            let crossing =
                edge.features.iter().find(|feature| ["bridge", "ford"].contains(&feature.as_str()));
            Some((edge, crossing?))
        });
        let dry = crossings.filter(|(edge, _)| !is_wet_there(edge));
        dry.map(|(edge, crossing)| {
            let what = format!("there is a {crossing} between {:?} and {:?}, and no water", edge.a, edge.b);
            doubt(&self.edge_at(edge, crossing), what, "Look which two spaces it lies between.")
        })
        .collect()
    }

    /// Returns where a board file has an entry of this edge, or else where it first has the feature.
    fn edge_at(&self, edge: &Edge, feature: &str) -> At {
        let texts = || {
            let files = self.source_map.boards.iter();
            files.filter_map(|file| Some((file, self.texts.named(file, &self.source_map.heading).ok()?)))
        };
        let entry = texts().find_map(|(file, text)| entry_between(file, text, &edge.a, &edge.b));
        let first = || texts().find_map(|(file, text)| Mention::Feature(feature).in_file(file, text));
        entry.or_else(first).unwrap_or_else(|| self.source_map.heading.clone())
    }
}

/// Whether a name is probably another one, with a slip of the pen: of their words one differs, and that isn't a number.
fn is_slip(name: &str, other: &str) -> bool {
    let words_of = |name: &str| name.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (ours, theirs) = (words_of(name), words_of(other));
    let is_number = |word: &str| {
        word.chars().any(|letter| letter.is_ascii_digit())
            || word.chars().all(|letter| "IVXLC".contains(letter))
    };
    let differ: Vec<(&String, &String)> = ours.iter().zip(&theirs).filter(|(one, two)| one != two).collect();
    match differ[..] {
        _ if ours.len() != theirs.len() => false,
        [] => true,
        [(one, two)] => !is_number(one) && !is_number(two) && one.len() > 3 && is_near(one, two),
        _ => false,
    }
}
