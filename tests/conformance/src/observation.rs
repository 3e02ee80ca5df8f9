//! All that a seat gets from a game.

use std::fmt::Debug;

use muster_contract::{
    ChoiceDetails, Decision, Game, Line, OddsTable, Outcome, OverlayItem, Seat, SpaceKind, Target, View,
};

use crate::{Evidence, Subject, TestDice};

/// How many spaces and edges are asked about; on large boards they are taken at even distances.
const ASKED: usize = 24;

/// All that a seat gets from a game: two states that it can't tell apart must be equal in all of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    decisions: Vec<Decision>,
    /// Who else is asked what: seat, side, kind, citation, whether the game waits, the secret group.
    others: Vec<(Seat, String, String, String, bool, Option<String>)>,
    count: u32,
    weights: Vec<(String, Vec<u32>)>,
    seats: Vec<String>,
    outcome: Option<Outcome>,
    view: View,
    public: View,
    details: Vec<ChoiceDetails>,
    explained: Vec<(Target, Vec<Line>)>,
    odds: Vec<(String, Vec<OddsTable>)>,
    overlays: Vec<(String, Vec<OverlayItem>)>,
    refusals: Vec<(String, Option<String>)>,
}

impl Observation {
    /// Asks the game everything that the seat may ask.
    pub fn ask(
        subject: &Subject<'_>,
        game: &mut dyn Game,
        seat: Seat,
        stale: &[String],
    ) -> Result<Self, Evidence> {
        let (decisions, others): (Vec<_>, Vec<_>) =
            game.decisions()?.into_iter().partition(|decision| decision.seat == seat);
        let others = others
            .into_iter()
            .map(|other| {
                let group = other.secret.map(|secret| secret.name);
                (other.seat, other.side, other.kind, other.citation, other.waits, group)
            })
            .collect();
        let ids: Vec<String> =
            decisions.iter().flat_map(|decision| &decision.choices).map(|choice| choice.id.clone()).collect();
        let (view, public) = (game.view(Some(seat))?, game.view(None)?);
        let mut explained = Vec::new();
        for target in targets(subject, &decisions, &view) {
            let lines = game.explain(seat, &target)?;
            explained.push((target, lines));
        }
        let mut odds = Vec::new();
        for id in &ids {
            odds.push((id.clone(), game.odds(seat, id)?));
        }
        let mut overlays = Vec::new();
        for overlay in &subject.module.describe().overlays {
            for eyes in [Some(seat), None] {
                overlays.push((overlay.id.clone(), game.overlay(eyes, &overlay.id, None)?));
                if overlay.needs_focus {
                    for unit in &view.units {
                        let focus = Target::Unit(unit.id.clone());
                        overlays.push((overlay.id.clone(), game.overlay(eyes, &overlay.id, Some(&focus))?));
                    }
                }
            }
        }
        let mut refusals = Vec::new();
        for id in stale.iter().filter(|id| !ids.contains(id)) {
            let refused = game.fork(0)?.apply(seat, id, &mut TestDice::new(0))?;
            refusals.push((id.clone(), refused.err().map(|refusal| refusal.reason)));
        }
        let mut weights = Vec::new();
        for policy in subject.policies() {
            weights.push((policy.to_owned(), game.weights(seat, policy)?));
        }
        Ok(Self {
            others,
            count: game.choice_count(seat)?,
            weights,
            seats: game.seats()?,
            outcome: game.outcome()?,
            details: game.details(seat, &ids)?,
            decisions,
            view,
            public,
            explained,
            odds,
            overlays,
            refusals,
        })
    }

    /// Whether the table looks the same: what is shown, and who is asked what.
    pub(crate) fn looks_like(&self, other: &Self) -> bool {
        self.view == other.view
            && self.public == other.public
            && self.decisions == other.decisions
            && self.others == other.others
            && self.seats == other.seats
            && self.outcome == other.outcome
    }

    /// The first difference, in words.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self == other {
            return None;
        }
        unlike("who is asked what", &self.others, &other.others)
            .or_else(|| unlike("the decisions", &self.decisions, &other.decisions))
            .or_else(|| unlike("the sides of the seats", &self.seats, &other.seats))
            .or_else(|| one_unlike("the outcome", &self.outcome, &other.outcome))
            .or_else(|| view_unlike("the view", &self.view, &other.view))
            .or_else(|| view_unlike("the public's view", &self.public, &other.public))
            .or_else(|| unlike("the labels", &self.details, &other.details))
            .or_else(|| unlike("the explanations", &self.explained, &other.explained))
            .or_else(|| unlike("the odds", &self.odds, &other.odds))
            .or_else(|| unlike("the overlays", &self.overlays, &other.overlays))
            .or_else(|| unlike("the refusals", &self.refusals, &other.refusals))
            .or_else(|| unlike("the weights", &self.weights, &other.weights))
            .or_else(|| one_unlike("the number of choices", &self.count, &other.count))
    }

    /// Leaves out who else is asked: that another seat has committed may be known.
    pub(crate) fn without_others(mut self) -> Self {
        self.others.clear();
        self
    }
}

/// The first difference of two lists.
pub(crate) fn unlike<T: PartialEq + Debug>(what: &str, one: &[T], two: &[T]) -> Option<String> {
    if let Some((one, two)) = one.iter().zip(two).find(|(one, two)| one != two) {
        return Some(format!("{what} differ: {one:?} against {two:?}"));
    }
    (one.len() != two.len()).then(|| format!("{what} differ: there are {} against {}", one.len(), two.len()))
}

fn one_unlike<T: PartialEq + Debug>(what: &str, one: &T, two: &T) -> Option<String> {
    (one != two).then(|| format!("{what} differ: {one:?} against {two:?}"))
}

/// The first difference of two views.
pub(crate) fn view_unlike(what: &str, one: &View, two: &View) -> Option<String> {
    // Taken apart, so that nothing which a view comes to hold can be forgotten here.
    let View { turn, phases, units, markers, tracks, cards, panels, reports, arrows, status, open_board } =
        one;
    unlike(&format!("{what}: units"), units, &two.units)
        .or_else(|| unlike(&format!("{what}: cards"), cards, &two.cards))
        .or_else(|| unlike(&format!("{what}: status"), status, &two.status))
        .or_else(|| unlike(&format!("{what}: panels"), panels, &two.panels))
        .or_else(|| unlike(&format!("{what}: reports"), reports, &two.reports))
        .or_else(|| unlike(&format!("{what}: arrows"), arrows, &two.arrows))
        .or_else(|| unlike(&format!("{what}: tracks"), tracks, &two.tracks))
        .or_else(|| unlike(&format!("{what}: markers"), markers, &two.markers))
        .or_else(|| one_unlike(&format!("{what}: turn"), turn, &two.turn))
        .or_else(|| unlike(&format!("{what}: phases"), phases, &two.phases))
        .or_else(|| one_unlike(&format!("{what}: open board"), open_board, &two.open_board))
}

/// What a seat may point at and ask about: its choices' targets, what it sees, spaces and edges, and things that it
/// does not see.
pub(crate) fn targets(subject: &Subject<'_>, decisions: &[Decision], view: &View) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    let mut add = |target: Target| {
        if !targets.contains(&target) {
            targets.push(target);
        }
    };
    for choice in decisions.iter().flat_map(|decision| &decision.choices).take(4 * ASKED) {
        add(choice.target.clone());
    }
    view.units.iter().for_each(|unit| add(Target::Unit(unit.id.clone())));
    view.cards.iter().for_each(|card| add(Target::Card(card.id.clone())));
    // Also by roster key: a key that the seat can't place must not answer.
    subject.position.roster.iter().take(2 * ASKED).for_each(|unit| add(Target::Unit(unit.id.clone())));
    for board in &subject.position.boards {
        let boxes = |kind| kind == SpaceKind::Box;
        for space in board.spaces.iter().step_by(board.spaces.len() / ASKED + 1) {
            add(Target::Space(space.id.clone()));
        }
        board
            .spaces
            .iter()
            .filter(|space| boxes(space.kind))
            .for_each(|space| add(Target::Space(space.id.clone())));
        for edge in board.edges.iter().step_by(board.edges.len() / ASKED + 1) {
            add(Target::Edge(edge.id.clone()));
        }
    }
    add(Target::Unit("nobody".to_owned()));
    add(Target::Space("nowhere".to_owned()));
    targets
}
