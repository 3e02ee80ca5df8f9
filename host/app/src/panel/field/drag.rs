//! Pieces are moved by hand: one is pressed, pulled to where it may go, and let go there.

use super::gauge::overlay_of;
use super::menu::Menu;
use super::tell::numbered;
use super::{Field, Scene};
use crate::board::chart::{Cell, Chart};
use crate::panel::Ask;
use crate::piece::layout;
use crate::session::Session;
use egui::{CursorIcon, Key, PointerButton, Pos2, Rect, Response, Ui, Vec2};
use muster_contract::{Choice, ChoiceRole, Target};
use muster_table::messages::Reach;
use std::collections::HashSet;

/// For so many seconds a piece that was let go waits to hear from the module where it may go.
const PATIENCE: f64 = 3.0;
/// So long what is told of a way is waited for: whether it is asked back about is told there.
const DETAILS: f64 = 1.0;
/// So long a piece lies where it was let go until its move is shown.
const SENT: f64 = 1.5;
/// How near the pointer has to be to an edge that may be chosen.
const NEAR_EDGE: f32 = 12.0;

/// What becomes of a piece in the hand.
enum Fate {
    /// It is held.
    Held,
    /// It was let go there, or put back, before it was known where it may go.
    LetGo { at: Option<Pos2>, since: f64 },
    /// Its choice is on its way, while this was seen.
    Sent { sight: u64, since: f64 },
}

/// A piece in the hand.
pub(super) struct Held {
    /// The unit.
    pub(super) unit: String,
    /// Where its middle is on the chart.
    pub(super) at: Pos2,
    /// The choice that letting it go now would take.
    pub(super) way: Option<String>,
    // From the pointer to its middle.
    grip: Vec2,
    took: Took,
    fate: Fate,
}

/// What taking a piece up was.
enum Took {
    /// Nothing: it could go before, or its choice is on its way.
    Nothing,
    /// A choice: the answer to this question.
    Choice(Chosen),
    /// It can do several things, and which of them is meant is asked where it is let go.
    Several,
    /// That was answered, and it waits to hear where it may go.
    Picked,
}

/// The question that was answered by taking a piece up.
struct Chosen {
    kind: String,
    // How often it had been asked anew by then.
    before: u64,
}

impl Held {
    /// Whether the hand still has it.
    pub(super) fn is_held(&self) -> bool {
        matches!(self.fate, Fate::Held)
    }

    // Whether it is to be heard where it may go.
    fn waits(&self) -> bool {
        matches!(self.took, Took::Choice(_) | Took::Picked)
    }

    /// Where it may go as far as that is known before it is said what it does: the places that the module tells, and where the pointer
    /// has it among them.
    pub(super) fn reach<'a>(
        &self,
        session: &'a Session,
        chart: &Chart,
    ) -> Option<(&'a HashSet<String>, Option<String>)> {
        let several = self.is_held() && matches!(self.took, Took::Several);
        let reach = session.spaces_of(&Target::Unit(self.unit.clone())).filter(|_| several)?;
        let over = chart.cell_at(self.at - self.grip).map(|cell| cell.id.clone());
        Some((reach, over.filter(|over| reach.contains(over))))
    }

    /// It was said what it does, after it was let go: there it goes, if it may.
    pub(super) fn goes_on(mut self, now: f64) -> Self {
        self.took = Took::Picked;
        if let Fate::LetGo { since, .. } = &mut self.fate {
            *since = now;
        }
        self
    }
}

fn on<'a>(target: &Target, unit: &'a str, session: &'a Session) -> Vec<&'a Choice> {
    session.ways_of(unit).filter(|choice| choice.target == *target).collect()
}

/// The way over an edge that leads into the space at a point, if it is the only one from where the unit stands: an edge is narrow, and
/// who lets a piece go behind it means it.
fn edge_to(at: Pos2, unit: &str, ways: &[&Target], scene: &Scene<'_>, chart: &Chart) -> Option<Target> {
    let here = &scene.view.units.iter().find(|one| one.id == unit)?.place.space;
    let there = &chart.cell_at(at)?.id;
    let mut leads = ways.iter().filter(|way| {
        let Target::Edge(id) = way else { return false };
        let ends = chart.side(id).map(|side| side.cells.map(|cell| &chart.cells[cell].id));
        ends == Some([here, there]) || ends == Some([there, here])
    });
    leads.next().filter(|_| leads.next().is_none()).map(|way| (*way).clone())
}

/// Whether the answer to taking a piece up has come, and it is not about that piece.
fn answered(chosen: &Chosen, unit: &str, session: &Session) -> bool {
    let anew = session.asked_anew != chosen.before && !session.acting;
    anew && !session.is_about(unit) && session.ways_of(unit).next().is_none()
}

impl Field {
    /// Where the piece in the hand may go, if there is one: nothing else is lit then.
    pub(super) fn ways<'a>(&'a self, session: &'a Session) -> Option<Vec<&'a Choice>> {
        let held = self.held.as_ref().filter(|held| held.is_held())?;
        Some(session.ways_of(&held.unit).collect())
    }

    /// Whether the hand has a piece.
    pub fn holds_piece(&self) -> bool {
        self.held.as_ref().is_some_and(Held::is_held)
    }

    /// Whether a piece is in the hand, or was let go and isn't on its way yet.
    pub fn carries_piece(&self) -> bool {
        self.held.as_ref().is_some_and(|held| !matches!(held.fate, Fate::Sent { .. }))
    }

    /// Takes a piece up as soon as it is pulled, if it has somewhere to go.
    pub(super) fn take_up(
        &mut self,
        ui: &Ui,
        response: &Response,
        view: Rect,
        scene: &Scene<'_>,
        asks: &mut Vec<Ask>,
    ) {
        let session = scene.session;
        if !response.drag_started_by(PointerButton::Primary) || session.moment.is_some() || session.acting {
            return;
        }
        let Some((origin, camera)) = ui.input(|i| i.pointer.press_origin()).zip(self.camera) else { return };
        let origin = camera.chart(origin, view);
        // What was seen under the pointer when it came to rest is meant.
        let pressed = match &self.pressed_on {
            Some(Target::Unit(id)) => self.laid.of(id),
            _ => layout::at(&self.laid.pieces, origin),
        };
        let Some(lying) = pressed else { return };
        let Some(unit) = scene.view.units.get(lying.unit) else { return };
        let grip = lying.at - origin;
        let goes = session.ways_of(&unit.id).next().is_some();
        // Where choosing a unit has turned out to be more than taking it up, the hand leaves it.
        let kind = session.decision().map(|decision| decision.kind.clone()).unwrap_or_default();
        let choice = session.taking_up(&unit.id).filter(|_| !self.settles.contains(&kind));
        let took = match choice {
            _ if goes => Took::Nothing,
            Some(choice) => {
                asks.push(Ask::Choose(choice.id.clone()));
                Took::Choice(Chosen { kind, before: session.asked_anew })
            }
            None if session.is_lit(&Target::Unit(unit.id.clone())) => Took::Several,
            None => return self.leave_lying(ui, Target::Unit(unit.id.clone()), session, asks),
        };
        (self.menu, self.answer) = (None, None);
        let unit = unit.id.clone();
        self.held = Some(Held { unit, at: lying.at, way: None, grip, took, fate: Fate::Held });
    }

    // A piece that may not move is pulled: that doesn't move the board, and it is told why it stays, as a click tells it.
    fn leave_lying(&mut self, ui: &Ui, piece: Target, session: &Session, asks: &mut Vec<Ask>) {
        if session.decision().is_none() || self.on_sheet {
            return;
        }
        let (at, now) = ui.input(|i| (i.pointer.press_origin(), i.time));
        self.menu = None;
        self.refused_at = at.map(|at| (at, now));
        self.looked_at = Some(piece.clone());
        self.stuck = Some(piece.clone());
        asks.push(Ask::Explain(piece));
    }

    /// The piece that was pulled and may not move: it is what is pointed at until the pointer goes on after it was let go.
    pub(super) fn stuck(&mut self, ui: &Ui) -> Option<Target> {
        let goes_on = ui.input(|i| {
            let pointer = &i.pointer;
            let held = pointer.any_down() || pointer.any_released();
            pointer.any_pressed() || !held && pointer.delta() != Vec2::ZERO
        });
        self.stuck.take_if(|_| goes_on);
        self.stuck.clone()
    }

    /// Carries the piece in the hand along with the pointer, and takes the way on which it is let go. `at` is where the pointer is on
    /// the chart. Gives what it is held over.
    pub(super) fn carry(
        &mut self,
        ui: &Ui,
        at: Option<Pos2>,
        scene: &Scene<'_>,
        chart: &Chart,
        asks: &mut Vec<Ask>,
    ) -> Option<Target> {
        let mut held = self.held.take()?;
        let session = scene.session;
        let now = ui.input(|i| i.time);
        if session.moment.is_some() || !scene.view.units.iter().any(|unit| unit.id == held.unit) {
            return None;
        }
        let of_piece = Target::Unit(held.unit.clone());
        let unknown = held.is_held() && session.spaces_of(&of_piece).is_none();
        if unknown && matches!(held.took, Took::Several) && overlay_of(&of_piece, scene.description).is_some()
        {
            asks.push(Ask::LookUp(of_piece));
        }
        if let Took::Choice(chosen) = &held.took
            && answered(chosen, &held.unit, session)
        {
            // It was more than that: it is taken back, if it can be, and not done by hand again.
            if session.is_waiting() {
                self.held = Some(held);
                return None;
            }
            if session.undo.choice.is_some() {
                asks.push(Ask::Undo { reach: Reach::Choice, beyond: false });
            }
            self.settles.insert(chosen.kind.clone());
            return None;
        }
        if held.is_held() {
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
            let (down, put_back) = ui.input(|i| {
                let right = i.pointer.button_pressed(PointerButton::Secondary);
                (i.pointer.primary_down(), right || i.key_pressed(Key::Escape))
            });
            let over = at.and_then(|at| self.way_at(at, &held.unit, scene, chart));
            held.at = at.map_or(held.at, |at| at + held.grip);
            let first = over.as_ref().and_then(|target| on(target, &held.unit, session).first().copied());
            held.way = first.map(|choice| choice.id.clone());
            if !put_back && down {
                self.held = Some(held);
                return over;
            }
            held.way = None;
            held.fate = Fate::LetGo { at: at.filter(|_| !put_back), since: now };
            if matches!(held.took, Took::Several) {
                self.ask_which(ui, held, at.filter(|_| !put_back), scene, chart);
                return None;
            }
        }
        self.put_down(ui, held, scene, chart, asks);
        None
    }

    // A piece that can do several things was let go in another place: they are listed there, and the one that is chosen goes on to it.
    fn ask_which(&mut self, ui: &Ui, held: Held, at: Option<Pos2>, scene: &Scene<'_>, chart: &Chart) {
        let Some(unit) = scene.view.units.iter().find(|unit| unit.id == held.unit) else { return };
        let other = |cell: &&Cell| cell.id != unit.place.space;
        let Some(there) = at.and_then(|at| chart.cell_at(at)).filter(other) else { return };
        let target = Target::Unit(held.unit.clone());
        let choices = scene.session.pointing_at(&target).map(|choice| choice.id.clone()).collect();
        let name = unit.face.as_ref().map_or("Unknown unit", |face| face.name.as_str());
        let title = format!("{name} to {}", numbered(there));
        let pointer = ui.input(|i| i.pointer.latest_pos()).unwrap_or(self.seen_in.center());
        self.menu = Some(Menu::of_choices(pointer, target, choices).of_hand(title, held));
    }

    // Lays down a piece that was let go: where it may go, or where it was.
    fn put_down(&mut self, ui: &Ui, mut held: Held, scene: &Scene<'_>, chart: &Chart, asks: &mut Vec<Ask>) {
        let (session, now) = (scene.session, ui.input(|i| i.time));
        ui.ctx().request_repaint();
        let (at, since) = match held.fate {
            Fate::Sent { sight, since } => {
                if sight == session.sight && now - since < SENT {
                    self.held = Some(held);
                }
                return;
            }
            Fate::LetGo { at, since } => (at, since),
            Fate::Held => return,
        };
        let waits = now - since < PATIENCE;
        let known = !session.acting && session.ways_of(&held.unit).next().is_some();
        let Some(target) = at.filter(|_| known).and_then(|at| self.way_at(at, &held.unit, scene, chart))
        else {
            // Whoever was chosen by being taken up is no longer, where nothing came of it. Taken back it isn't in the replay either.
            let cancel = session.with_role(ChoiceRole::Cancel).filter(|_| session.is_about(&held.unit));
            let chosen = matches!(held.took, Took::Choice(_));
            match cancel.filter(|_| chosen && !session.acting && (known || at.is_none())) {
                Some(_) if session.undo.choice.is_some() => {
                    asks.push(Ask::Undo { reach: Reach::Choice, beyond: false });
                }
                Some(cancel) => asks.push(Ask::Choose(cancel.id.clone())),
                None if held.waits() && !known && waits => self.held = Some(held),
                None => {}
            }
            return;
        };
        let choices = on(&target, &held.unit, session);
        match &choices[..] {
            [only] => {
                let details = session.details(&only.id);
                if details.is_none() && now - since < DETAILS {
                    self.held = Some(held);
                    return;
                }
                asks.push(Ask::Choose(only.id.clone()));
                // What is asked back about lies where it was until it is answered.
                if details.is_none_or(|details| details.warning.is_none())
                    && let Some(place) = super::place_of(&target, Some(scene.view))
                    && let Some(cell) = chart.cell(&place)
                {
                    held.at = cell.at;
                    // What comes of that choice is no answer to taking it up.
                    held.took = Took::Nothing;
                    held.fate = Fate::Sent { sight: session.sight, since: now };
                    self.held = Some(held);
                }
            }
            several => {
                let ids = several.iter().map(|choice| choice.id.clone()).collect();
                let at = ui.input(|i| i.pointer.latest_pos()).unwrap_or(self.seen_in.center());
                self.menu = Some(Menu::of_choices(at, target, ids));
            }
        }
    }

    // What a piece would be let go on at a point: a place before who stands there.
    fn way_at(&self, at: Pos2, unit: &str, scene: &Scene<'_>, chart: &Chart) -> Option<Target> {
        let zoom = self.camera?.zoom;
        let ways: Vec<&Target> = scene.session.ways_of(unit).map(|choice| &choice.target).collect();
        let edges = ways.iter().any(|target| matches!(target, Target::Edge(_)));
        let edge = edges.then(|| chart.side_at(at, NEAR_EDGE / zoom)).flatten();
        let edge = edge.map(|side| Target::Edge(side.id.clone()));
        let space = chart.cell_at(at).map(|cell| Target::Space(cell.id.clone()));
        let others = self.laid.pieces.iter().rev().filter(|lying| lying.covers(at));
        let other = others.filter_map(|lying| scene.view.units.get(lying.unit));
        let other = other.map(|unit| Target::Unit(unit.id.clone()));
        let found = [edge, space].into_iter().flatten().chain(other).find(|target| ways.contains(&target));
        found.or_else(|| edge_to(at, unit, &ways, scene, chart))
    }

    /// Whether a unit was just laid down by hand: it isn't shown on its way.
    pub(super) fn was_carried(&self, unit: &str) -> bool {
        self.held.as_ref().is_some_and(|held| held.unit == unit && matches!(held.fate, Fate::Sent { .. }))
    }
}
