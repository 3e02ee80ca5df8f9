//! What the field tells: the card of what is pointed at, the choices of one target, the keys.

use super::aim::offer;
use super::menu::Menu;
use super::overlays::{self, Entry};
use super::{Field, Scene};
use crate::board::chart::{Cell, Chart};
use crate::draw::letter::{Face, Letters};
use crate::keys::{self, Action};
use crate::panel::Ask;
use crate::panel::card::{self, Telling};
use crate::panel::control::{key_cap, link};
use crate::panel::inspector::feature;
use crate::panel::with_capital;
use crate::session::Session;
use crate::spoken;
use crate::theme::Palette;
use egui::{Id, Pos2, Rect, Ui, pos2, vec2};
use muster_contract::{Choice, Line, SpaceKind, Target, View};

/// What a mark of crossed sabres means.
const FOUGHT: &str = "There was fighting here a turn ago or less.";
/// The card of what is pointed at lies no farther from it than within this.
const NEAR: egui::Vec2 = vec2(1100.0, 760.0);
/// What a legend weighs that the card would cover, beside choices.
const LEGEND: usize = 8;

impl Field {
    /// The choice of the open list that is pointed at, or that the piece in the hand is held over.
    pub fn listed(&self) -> Option<&str> {
        let held = self.held.as_ref().and_then(|held| held.way.as_deref());
        self.menu.as_ref().and_then(|menu| menu.pointed.as_deref()).or(held)
    }

    /// Whether a list of what can be done at a place is open.
    pub fn lists_choices(&self) -> bool {
        self.menu.is_some()
    }

    /// Whether any list is open, a piece in the hand or something measured: Escape puts that away.
    pub fn lists(&self) -> bool {
        self.menu.is_some() || self.overlays_listed || self.holds_piece() || self.gauge.is_some()
    }

    pub(super) fn telling(&self, target: &Target, scene: &Scene<'_>, chart: &Chart) -> Option<Telling> {
        if let Target::Edge(id) = target {
            return self.telling_of_edge(target, id, scene);
        }
        let space = match target {
            Target::Space(id) => id.clone(),
            Target::Unit(id) => scene.view.units.iter().find(|u| u.id == *id)?.place.space.clone(),
            _ => return None,
        };
        let cell = chart.cell(&space)?;
        let mut telling = Telling {
            title: numbered(cell),
            aside: cell.features.iter().map(|f| feature(f, scene.description)).collect::<Vec<_>>().join(", "),
            ..Telling::default()
        };
        if let Target::Unit(id) = target {
            let unit = scene.view.units.iter().find(|u| u.id == *id)?;
            telling.title = unit.face.as_ref().map_or("Unknown unit".into(), |f| f.name.clone());
            telling.aside = numbered(cell);
        }
        if let Some((of, lines, refused)) = &self.answer
            && of == target
        {
            let told = matches!(target, Target::Space(_)).then(|| only_told(lines, cell)).flatten();
            telling.refused = *refused && told.is_none();
            return Some(telling.with_lines(told.as_deref().unwrap_or(lines)));
        }
        let pointed = self.listed();
        if let Some(details) = pointed.and_then(|id| scene.session.details(id)) {
            return Some(telling.with_details(details));
        }
        if self.fought.places.contains(&space) {
            telling.lines.push((FOUGHT.to_owned(), None));
        }
        let choices: Vec<_> = scene.session.pointing_at(target).collect();
        let told = told_choice(target, scene.session);
        if let Some((choice, details)) = told.and_then(|c| Some((c, scene.session.details(&c.id)?))) {
            let fought = telling.lines.len();
            telling = telling.with_details(details);
            // What is asked back about is told of when it is pointed at, or asked: first who is there.
            if scene.session.warns(choice) {
                telling.lines.truncate(fought);
                telling.lines.extend(who_is_here(scene.view, &space).into_iter().map(|who| (who, None)));
            }
            let ways = offer(target, scene.session).choices.len();
            if ways > 1 {
                telling.enter = format!("{ways} ways");
            }
            return Some(telling);
        }
        // On a sheet who is where can be read on the blocks.
        if choices.is_empty() && self.on_sheet {
            return None;
        }
        if choices.is_empty() && matches!(target, Target::Space(_)) {
            let here = who_is_here(scene.view, &space);
            if here.is_empty() && cell.title.is_empty() && telling.lines.is_empty() {
                return None;
            }
            if !here.is_empty() {
                telling.lines.push((here.join(", "), None));
            }
        }
        Some(telling)
    }

    // A bar is told of in the inspector; its card says what choosing it would do, or why it can't be chosen.
    fn telling_of_edge(&self, target: &Target, id: &str, scene: &Scene<'_>) -> Option<Telling> {
        let telling = Telling { title: format!("Boundary {id}"), ..Telling::default() };
        if let Some((of, lines, refused)) = &self.answer
            && of == target
        {
            return Some(Telling { refused: *refused, ..telling.with_lines(lines) });
        }
        let pointed = self.listed();
        if let Some(details) = pointed.and_then(|id| scene.session.details(id)) {
            return Some(telling.with_details(details));
        }
        let details = scene.session.details(&told_choice(target, scene.session)?.id)?;
        let mut telling = telling.with_details(details);
        let ways = scene.session.pointing_at(target).count();
        if ways > 1 {
            telling.enter = format!("{ways} ways");
        }
        Some(telling)
    }

    /// How many choices lie under a rectangle of the window.
    pub fn choices_under(&self, rect: Rect, session: &Session) -> usize {
        // What is chosen in a list isn't covered either.
        let listed = self.menu.as_ref().is_some_and(|menu| menu.rect.intersects(rect));
        let choices = session.choices().filter(|choice| self.lies_under(rect, &choice.target)).count();
        choices + if listed { 1000 } else { 0 }
    }

    /// How many units lie under a rectangle of the window.
    pub fn units_under(&self, rect: Rect) -> usize {
        let Some(camera) = self.camera else { return 0 };
        let lies = |at: Rect| rect.intersects(camera.rect(at, self.seen_in));
        self.laid.pieces.iter().filter(|piece| lies(piece.rect())).count()
    }

    /// Whether a target lies under a rectangle of the window.
    pub fn lies_under(&self, rect: Rect, target: &Target) -> bool {
        let Some(camera) = self.camera else { return false };
        let (chart, view) = (&self.surface.chart, self.seen_in);
        match target {
            Target::Space(id) => chart.cell(id).is_some_and(|cell| match cell.kind {
                // What lies in a box may lie anywhere in it.
                SpaceKind::Box => rect.intersects(camera.rect(Rect::from_points(&cell.outline), view)),
                _ => rect.contains(camera.screen(cell.at, view)),
            }),
            Target::Edge(id) => chart.side(id).is_some_and(|side| {
                let [a, b] = side.line;
                rect.contains(camera.screen(a.lerp(b, 0.5), view))
            }),
            Target::Unit(id) => {
                self.laid.of(id).is_some_and(|l| rect.intersects(camera.rect(l.rect(), view)))
            }
            _ => false,
        }
    }

    // The card lies in the corner that has the fewest choices under it.
    pub(super) fn cards(
        &self,
        ui: &Ui,
        view: Rect,
        scene: &Scene<'_>,
        chart: &Chart,
        focused: Option<&Target>,
    ) {
        let answered = self.answer.as_ref().map(|(t, ..)| t);
        let listed = self.menu.as_ref().and_then(Menu::told);
        let Some(target) = listed.or(self.hovered.as_ref()).or(focused).or(answered) else { return };
        let Some(mut telling) = self.telling(target, scene, chart) else { return };
        let Some(camera) = self.camera else { return };
        // Enter does what was advised.
        if scene.session.is_advised() && listed.is_none() {
            telling.enter.clear();
        }
        let size = vec2(card::WIDTH, card::height(ui.painter(), &telling));
        let mut room = view.shrink(16.0);
        // It keeps clear of what folds the columns.
        let [left, right] = self.handles.map(|handle| if handle > 0.0 { handle + 6.0 } else { 16.0 });
        (room.min.x, room.max.x) = (view.left() + left, view.right() - right);
        // On a large board the card keeps near to what it tells of.
        let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|at| view.contains(*at) && !self.keys_lead);
        let place = || super::place_of(target, Some(scene.view)).and_then(|space| chart.cell(&space));
        let about = pointer.or_else(|| place().map(|cell| camera.screen(cell.at, view)));
        let room = about.map_or(room, |at| Rect::from_center_size(at, NEAR).intersect(room));
        let room = if room.width() < size.x || room.height() < size.y { view.shrink(16.0) } else { room };
        let corners = [
            pos2(room.right() - size.x, room.bottom() - size.y),
            pos2(room.left(), room.bottom() - size.y),
            pos2(room.right() - size.x, room.top()),
            room.min,
        ];
        let crowd = |at: &Pos2| {
            let rect = Rect::from_min_size(*at, size).expand(20.0);
            let under = self.choices_under(rect, scene.session);
            // Nor does it lie under the list whose choices it tells of.
            let list = self.menu.as_ref().is_some_and(|menu| menu.rect.intersects(rect));
            let under = under + if list { 2000 } else { 0 } + usize::from(self.covers_small_map(rect)) * 3;
            // What lies over the board would hide it.
            let legend = self.legends.iter().any(|legend| legend.intersects(rect));
            let under = under + if legend { LEGEND } else { 0 };
            let hidden = self.cards_over.iter().any(|card| card.intersects(rect));
            let under = under + if hidden { 600 } else { 0 };
            // The card of a step that is carried out lies in the middle of the lower edge.
            let carried = scene.session.told.is_some() && at.y > view.center().y;
            let shown = if carried { 500 } else { 0 };
            under + shown + if pointer.is_some_and(|q| rect.contains(q)) { 1000 } else { 0 }
        };
        let best = corners.iter().min_by_key(|c| crowd(c)).copied().unwrap_or(corners[0]);
        // Where there is room for one of them only, that is the list.
        if crowd(&best) >= 2000 {
            return;
        }
        card::paint(ui.painter(), best, &telling, scene.p);
        // It lies on the map, whose texts are not all told.
        let rect = Rect::from_min_size(best, vec2(card::WIDTH, 40.0));
        spoken::label(ui.ctx(), Id::unique("card of what is pointed at"), &telling.words(), rect);
    }
}

/// An answer that begins with what the place is ("0710: clear") only tells of it, and refuses nothing; without the name, which stands
/// over it.
fn only_told(lines: &[Line], cell: &Cell) -> Option<Vec<Line>> {
    let (first, others) = lines.split_first()?;
    let names = [&cell.title, &cell.id, &numbered(cell)];
    let told = names.into_iter().find_map(|name| first.text.strip_prefix(name)?.strip_prefix(": "))?;
    let first = Line { text: with_capital(told), citation: first.citation.clone() };
    Some([&[first], others].concat())
}

/// The choice of a target that is told of: the one that a bot advises, or the first.
pub(super) fn told_choice<'a>(target: &'a Target, session: &'a Session) -> Option<&'a Choice> {
    let advised = session.advised().filter(|choice| choice.target == *target);
    advised.or_else(|| session.pointing_at(target).next())
}

/// A hex or area by its number and name; a box or a city has only a name.
pub(super) fn numbered(cell: &Cell) -> String {
    match cell.kind {
        SpaceKind::Box | SpaceKind::Point if !cell.title.is_empty() => cell.title.clone(),
        _ => format!("{}  {}", cell.id, cell.title).trim_end().to_owned(),
    }
}

fn who_is_here(view: &View, space: &str) -> Vec<String> {
    let here = || view.units.iter().filter(|u| u.place.space == space);
    let mut names: Vec<String> = here().filter_map(|u| u.face.as_ref()).map(|f| f.name.clone()).collect();
    match here().filter(|u| u.face.is_none()).count() {
        0 => {}
        1 => names.push("an unknown unit".to_owned()),
        many => names.push(format!("{many} unknown units")),
    }
    names
}

// The keys of the board, at the right of the strip under it. Gives whether the list of all overlays is wanted, or no longer.
pub(super) fn tools(
    ui: &mut Ui,
    strip: Rect,
    from: f32,
    scene: &Scene<'_>,
    p: &Palette,
    asks: &mut Vec<Ask>,
) -> bool {
    let painter = ui.painter().with_clip_rect(strip);
    let body = Face::Body.at(13.0);
    let words = |s: &str| Letters::new(s, body.clone(), p.ink).width(&painter);
    let mut overlays = overlays::entries(ui, scene);
    let mut tools =
        vec![(Action::ZoomIn, ""), (Action::ZoomOut, ""), (Action::Fit, "fit"), (Action::GoTo, "go to")];
    let fixed = |tools: usize| 128.0 + words("fit") + words("go to") - 23.0 * (4 - tools) as f32;
    let width = |tools: usize, overlays: &[Entry], more: f32| {
        fixed(tools)
            + more
            + overlays.iter().map(|o| words(&o.words) + 40.0).sum::<f32>()
            + if overlays.is_empty() && more == 0.0 { 0.0 } else { 12.0 }
    };
    let room = strip.right() - 8.0 - from;
    // What has no room is in a list.
    let all = overlays.len();
    let more = if width(tools.len(), &overlays, 0.0) > room { words("all overlays") + 20.0 } else { 0.0 };
    while width(tools.len(), &overlays, more) > room && !overlays.is_empty() {
        overlays.pop();
    }
    // The wheel does what the first two keys do.
    if width(tools.len(), &overlays, more) > room {
        tools.drain(..2);
    }
    let width = width(tools.len(), &overlays, more);
    if width > room {
        return false;
    }
    let rect =
        Rect::from_min_size(pos2(strip.right() - width - 8.0, strip.center().y - 16.0), vec2(width, 32.0));
    let mut x = rect.left() + 8.0;
    let y = rect.top() + 7.0;
    for (action, text) in tools {
        let key = keys::cap_of(ui, action);
        x += key_cap(&painter, pos2(x, y), key, false, false, p) + 5.0;
        if !text.is_empty() {
            x += Letters::new(text, body.clone(), p.ink).paint(&painter, pos2(x, y + 14.0)) + 9.0;
        }
    }
    if all > 0 {
        painter.vline(x, rect.top() + 6.0..=rect.bottom() - 6.0, (1.0, p.rule));
        x += 9.0;
    }
    for entry in &overlays {
        x = overlays::in_strip(ui, rect, x, entry, p, asks);
    }
    more > 0.0 && link(ui, pos2(x, y + 14.0), "all overlays", 13.0, p.focus, "all overlays").0.clicked()
}
