//! The modules' cards.

use super::shown::weight;
use super::{Lobby, Picture};
use crate::board::HEX;
use crate::board::chart::Chart;
use crate::board::surface::Camera;
use crate::catalogue::{Addition, Catalogue, ModuleCard, ModuleState};
use crate::draw::curve::{cornered, hull};
use crate::draw::ink::Ink;
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::measure::texts;
use crate::panel::control::{Button, inked, lines, paragraph, told};
use crate::panel::livery;
use crate::panel::states::Seen;
use crate::piece::Piece;
use crate::piece::counter::{Counters, State};
use crate::piece::layout;
use crate::theme::{Livery, Palette, fade, mix};
use egui::{Color32, FontId, Id, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Description, PieceForm, SpaceKind, UnitView};

const WIDTH: f32 = 318.0;
const HEIGHT: f32 = 378.0;
const PICTURE: f32 = 196.0;
const LEAST_PICTURE: f32 = 60.0;
/// So wide are the words on it.
const WORDS: f32 = WIDTH - 32.0;
const GAP: f32 = 15.0;

impl Lobby {
    pub(super) fn cards(
        &mut self,
        ui: &mut Ui,
        x: f32,
        w: f32,
        modules: &[ModuleCard],
        catalogue: &mut dyn Catalogue,
        p: &Palette,
    ) {
        let columns = (((w + GAP) / (WIDTH + GAP)).floor() as usize).max(1);
        let shown: Vec<(usize, &ModuleCard)> =
            modules.iter().enumerate().filter(|(_, module)| self.shown.has(module)).collect();
        let count = shown.len() + 1;
        let rows = count.div_ceil(columns);
        let (area, _) = ui.allocate_exact_size(
            vec2(ui.available_width(), rows as f32 * (HEIGHT + GAP) + 20.0),
            Sense::hover(),
        );
        let place = |i: usize| {
            let at = pos2(
                x + (i % columns) as f32 * (WIDTH + GAP),
                area.top() + 8.0 + (i / columns) as f32 * (HEIGHT + GAP),
            );
            Rect::from_min_size(at, vec2(WIDTH, HEIGHT))
        };
        // All pictures are as tall as the longest words leave them room.
        let words = shown.iter().map(|(_, module)| words_height(ui, module, p));
        let picture = (HEIGHT - words.fold(0.0, f32::max)).clamp(LEAST_PICTURE, PICTURE);
        for (at, (i, module)) in shown.iter().enumerate() {
            let rect = place(at);
            if let Some(scenario) = module.scenarios.first() {
                self.picture(&module.id, scenario, catalogue);
            }
            self.card(ui, rect, picture, *i, module, p);
        }
        self.from_file.open |= add_card(ui, place(count - 1), catalogue, p);
    }

    fn card(&mut self, ui: &mut Ui, rect: Rect, tall: f32, index: usize, module: &ModuleCard, p: &Palette) {
        let response = ui.interact(rect, Id::unique(("module", index, &module.id)), Sense::click());
        let selected = self.chosen == index;
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, &module.title));
        if response.clicked() {
            self.choose(index);
        }
        let painter = ui.painter().clone();
        painter.rect_filled(rect.translate(vec2(3.0, 4.0)), 0.0, fade(Color32::from_rgb(42, 35, 28), 0.16));
        painter.rect_filled(rect, 0.0, p.sheet);
        let picture = Rect::from_min_size(rect.min, vec2(WIDTH, tall));
        let key = module.scenarios.first().map(|s| (module.id.clone(), s.id.clone()));
        match key.and_then(|k| self.previews.get_mut(&k)) {
            Some(found) => {
                paint_picture(ui, picture, found, module.description.as_ref(), &mut self.counters, true, p)
            }
            None => {
                painter.rect_filled(picture, 0.0, p.paper);
                inked(&painter, |ink| {
                    symbol::draw(ink, "infantry", picture.center(), 90.0, p.hair, p.paper, 0)
                });
            }
        }
        if matches!(module.state, ModuleState::Refused { .. }) {
            painter.rect_filled(picture, 0.0, fade(p.sheet, 0.55));
        }
        painter.rect_stroke(picture.shrink(5.0), 0.0, (0.8, fade(p.ink, 0.55)), egui::StrokeKind::Middle);
        painter.rect_filled(Rect::from_min_size(picture.left_bottom(), vec2(WIDTH, 1.4)), 0.0, p.ink);
        painter.rect_stroke(rect, 0.0, (1.0, p.ink2), egui::StrokeKind::Middle);
        words(ui, rect, rect.top() + tall, module, p);
        if selected || response.hovered() {
            let (line, wide) = if selected { (p.ink, 3.4) } else { (p.ink2, 1.6) };
            painter.rect_stroke(rect.expand(3.5), 0.0, (3.0, p.sheet), egui::StrokeKind::Middle);
            painter.rect_stroke(rect.expand(4.5), 0.0, (wide, line), egui::StrokeKind::Middle);
        }
        if response.has_focus() {
            painter.rect_stroke(rect.expand(8.0), 0.0, (2.0, p.focus), egui::StrokeKind::Middle);
        }
    }
}

// What stands under a picture, line under line: words, their letters, how far apart their lines are, and the gap under them.
fn told_of<'a>(module: &'a ModuleCard, p: &Palette) -> [(&'a str, FontId, Color32, f32, f32); 3] {
    [
        (&module.title, Face::Title.at(21.0), p.ink, 24.0, 0.0),
        (&module.subtitle, Face::Body.at(14.5), p.ink, 17.0, 6.0),
        (&module.period, Face::Body.at(14.0), p.ink2, 17.0, 4.0),
    ]
}

// What is told of a module that was refused, from the baseline of its first line, with what can be done.
fn refusal(state: &ModuleState, p: &Palette) -> Option<[(String, FontId, Color32, f32); 2]> {
    let ModuleState::Refused { reason, remedy } = state else { return None };
    let reason = (format!("Refused: {reason}"), Face::BodyBold.at(15.0), p.danger, 18.0);
    Some([reason, (remedy.clone(), Face::Body.at(13.5), p.ink2, 16.0)])
}

fn wrapped(ui: &Ui, words: &str, font: &FontId, width: f32, line: f32) -> f32 {
    lines(ui.painter(), words, font.clone(), width) as f32 * line
}

// How tall the part with the module's state is.
fn foot_height(ui: &Ui, module: &ModuleCard, p: &Palette) -> f32 {
    let lines = refusal(&module.state, p);
    let tall =
        lines.iter().flatten().map(|(words, font, _, line)| wrapped(ui, words, font, WORDS - 24.0, *line));
    (tall.sum::<f32>() + 24.0).max(58.0)
}

// Whether the length of a game has room beside its complexity.
fn length_beside(ui: &Ui, module: &ModuleCard) -> bool {
    Letters::new(&module.length, Face::Body.at(14.0), Color32::BLACK).width(ui.painter()) <= 116.0
}

// How tall everything under a picture is.
fn words_height(ui: &Ui, module: &ModuleCard, p: &Palette) -> f32 {
    let told =
        told_of(module, p).map(|(words, font, _, line, gap)| wrapped(ui, words, &font, WORDS, line) + gap);
    let length = if length_beside(ui, module) {
        0.0
    } else {
        wrapped(ui, &module.length, &Face::Body.at(14.0), WORDS, 17.0) + 4.0
    };
    told.iter().sum::<f32>() + length + 30.0 + foot_height(ui, module, p)
}

fn words(ui: &Ui, rect: Rect, top: f32, module: &ModuleCard, p: &Palette) {
    let painter = ui.painter();
    let (x, w) = (rect.left() + 16.0, WORDS);
    let mut y = top + 6.0;
    for (words, font, colour, line, gap) in told_of(module, p) {
        let at = pos2(x, y + line * 0.85);
        y += paragraph(painter, at, w, words, font, colour, line) + gap;
    }
    let font = Face::Body.at(14.0);
    if length_beside(ui, module) {
        told(ui, pos2(x, y + 14.0), 116.0, &module.length, font, p.ink2);
    } else {
        y += paragraph(painter, pos2(x, y + 14.0), w, &module.length, font, p.ink2, 17.0) + 4.0;
    }
    let right = x + w - 5.0 * 17.0;
    Letters::new("Complexity", Face::Body.at(14.0), p.ink2)
        .right()
        .paint(painter, pos2(right - 8.0, y + 14.0));
    for k in 0..5u8 {
        let square = Rect::from_min_size(pos2(right + f32::from(k) * 17.0 + 4.0, y + 3.0), Vec2::splat(12.0));
        let fill = if k < module.complexity { p.ink } else { p.sheet };
        painter.rect(square, 0.0, fill, (1.0, p.ink2), egui::StrokeKind::Middle);
    }
    complexity(ui, Rect::from_min_max(pos2(right - 84.0, y), pos2(x + w, y + 20.0)), module);
    let foot = foot_height(ui, module, p);
    painter.hline(x..=x + w, rect.bottom() - foot, (0.9, p.rule));
    state(ui, rect, foot, module, p);
}

// What the squares mean, for whoever points at them or hears of them.
fn complexity(ui: &Ui, area: Rect, module: &ModuleCard) {
    let told = ui.interact(area, Id::unique(("complexity", &module.id)), Sense::hover());
    let (weight, means) = weight(module.complexity);
    let words = format!("Complexity {} of 5, {weight}: {means}", module.complexity);
    told.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    told.on_hover_text(format!("{words}."));
}

// Whether the module can be played, in the foot of its card.
fn state(ui: &Ui, rect: Rect, tall: f32, module: &ModuleCard, p: &Palette) {
    let painter = ui.painter();
    let (x, w) = (rect.left() + 16.0, WORDS);
    let foot = rect.bottom() - 22.0;
    match &module.state {
        ModuleState::Ready => {
            inked(painter, |ink| symbol::tick(ink, pos2(x + 8.0, foot - 5.0), 13.0, 2.4, p.good));
            Letters::new("Ready", Face::BodyBold.at(15.0), p.good).paint(painter, pos2(x + 22.0, foot));
            let version = format!("version {}", module.version);
            Letters::new(version, Face::Body.at(13.5), p.ink2).right().paint(painter, pos2(x + w, foot));
        }
        ModuleState::Compiling { percent } => {
            Letters::new("Compiling", Face::BodyBold.at(15.0), p.ink).paint(painter, pos2(x, foot - 12.0));
            let bar = Rect::from_min_size(pos2(x, foot - 2.0), vec2(w, 8.0));
            painter.rect(bar, 0.0, p.sheet3, (0.8, p.rule), egui::StrokeKind::Inside);
            let share =
                percent.map_or_else(|| (ui.input(|i| i.time) as f32 * 0.5).fract(), |n| f32::from(n) / 100.0);
            painter.rect_filled(Rect::from_min_size(bar.min, vec2(w * share, 8.0)), 0.0, p.ink2);
            if let Some(n) = percent {
                Letters::new(format!("{n} %"), Face::Body.at(13.5), p.ink2)
                    .right()
                    .paint(painter, pos2(x + w, foot - 12.0));
            }
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
        }
        ModuleState::Refused { .. } => {
            let mut at = pos2(x + 24.0, rect.bottom() - tall + 22.0);
            inked(painter, |ink| {
                let sign = [vec2(-16.0, -14.0), vec2(-7.0, 2.0), vec2(-25.0, 2.0)];
                ink.fill(&sign.map(|corner| at + corner), p.danger);
            });
            for (words, font, colour, line) in refusal(&module.state, p).into_iter().flatten() {
                at.y += paragraph(painter, at, w - 24.0, &words, font, colour, line);
            }
        }
    }
}

// The card at the end; gives whether a file is to be opened.
fn add_card(ui: &mut Ui, rect: Rect, catalogue: &mut dyn Catalogue, p: &Palette) -> bool {
    let painter = ui.painter().clone();
    inked(&painter, |ink| {
        ink.dashed(&crate::draw::curve::closed(&cornered(rect, 0.0)), 1.4, p.ink3, 8.0, 6.0);
        let c = pos2(rect.center().x, rect.top() + 120.0);
        let folder = Rect::from_center_size(c, vec2(88.0, 60.0));
        ink.polygon(&cornered(folder, 0.0), p.sheet, 1.4, p.ink3);
        let l = folder.left_top();
        ink.line(&[l, l - vec2(0.0, 12.0), l + vec2(32.0, -12.0), l + vec2(40.0, 0.0)], 1.4, p.ink3);
        ink.segment(c - vec2(0.0, 14.0), c + vec2(0.0, 14.0), 3.0, p.ink2);
        ink.segment(c - vec2(14.0, 0.0), c + vec2(14.0, 0.0), 3.0, p.ink2);
    });
    let middle = rect.center().x;
    Letters::new("Add a module", Face::Title.at(20.0), p.ink)
        .middle()
        .paint(&painter, pos2(middle, rect.top() + 202.0));
    let state = catalogue.addition();
    let lines = [
        "A bundle (a .muster file), or a module’s",
        "own folder: drop it onto the window,",
        "or say where it is.",
    ];
    for (i, line) in lines.iter().enumerate().filter(|_| state == Addition::None) {
        Letters::new(*line, Face::Body.at(14.5), p.ink2)
            .middle()
            .paint(&painter, pos2(middle, rect.top() + 228.0 + i as f32 * 20.0));
    }
    let button = Rect::from_center_size(pos2(middle, rect.bottom() - 40.0), vec2(150.0, 36.0));
    let pressed = Button::new("Open a file", "").put(ui, button, "open a file", p).clicked();
    let (words, ink) = match state {
        Addition::None => return pressed,
        Addition::UnderWay => ("It is being looked at and compiled …".to_owned(), p.ink2),
        Addition::Refused(why) => (why, p.danger),
    };
    let at = pos2(rect.left() + 20.0, rect.top() + 228.0);
    let height = paragraph(&painter, at, rect.width() - 40.0, &words, Face::Body.at(13.5), ink, 17.0);
    let place = Rect::from_min_size(at, vec2(rect.width() - 40.0, height));
    let told = ui.interact(place, Id::unique("add module"), Sense::hover());
    told.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    pressed
}

/// A scenario's picture: its board with what stands on it; close up on a card, whole beside its story.
pub(super) fn paint_picture(
    ui: &Ui,
    rect: Rect,
    picture: &mut Picture,
    description: Option<&Description>,
    counters: &mut Counters,
    close: bool,
    p: &Palette,
) {
    let chart = picture.preview.chart.clone();
    let form = description.map_or(PieceForm::Counters, |d| d.pieces);
    let lying = layout::lay(&chart, &picture.preview.units, form, None);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    texts::mapped(ui.ctx(), rect);
    let camera = if close {
        let middle = picture
            .preview
            .part
            .map_or_else(|| front(&chart, &picture.preview.units, &lying), |r| r.center());
        let mut camera = Camera { centre: middle, zoom: 0.62 };
        let half = rect.size() / camera.zoom / 2.0;
        let frame = chart.frame.shrink(14.0);
        let keep = |v: f32, a: f32, b: f32, h: f32| {
            if b - a < 2.0 * h { (a + b) / 2.0 } else { v.clamp(a + h, b - h) }
        };
        camera.centre = pos2(
            keep(middle.x, frame.left(), frame.right(), half.x),
            keep(middle.y, frame.top(), frame.bottom(), half.y),
        );
        camera
    } else {
        Camera::cover(chart.frame, rect)
    };
    let surface = if close { &mut picture.surface } else { &mut picture.small };
    surface.paint(&painter, rect, &camera, p);
    if let Some(description) = description {
        let seen = Seen { painter: &painter, chart: &chart, view: rect, camera, p };
        seen.cities(&picture.preview.markers, description);
        if close {
            seen.city_names(&mut picture.names);
        }
    }
    for l in &lying {
        let unit = &picture.preview.units[l.unit];
        let side = unit.side.as_deref();
        let livery = description.map_or(p.neutral, |d| livery(d, p, side));
        let at = camera.screen(l.at, rect);
        if close {
            counters.piece(&painter, at, &Piece::lying(unit, livery, l, camera.zoom, State::default()), p);
        } else {
            inked(&painter, |ink| symbol::flag(ink, &livery, at, (HEX * 0.42 * camera.zoom).max(5.0)));
        }
    }
}

// Where the two sides stand nearest to each other on the map; its middle if they don't yet.
fn front(chart: &Chart, units: &[UnitView], lying: &[layout::Lying]) -> Pos2 {
    let mut best: Option<(f32, Pos2)> = None;
    let mapped = |l: &&layout::Lying| {
        chart.cell(&units[l.unit].place.space).is_some_and(|cell| cell.kind != SpaceKind::Box)
    };
    for a in lying.iter().filter(mapped) {
        for b in lying.iter().filter(mapped).filter(|b| units[b.unit].side != units[a.unit].side) {
            let d = a.at.distance_sq(b.at);
            if best.is_none_or(|(least, _)| d < least) {
                best = Some((d, a.at.lerp(b.at, 0.5)));
            }
        }
    }
    let map = chart.cells.iter().filter(|cell| cell.kind != SpaceKind::Box);
    let middle = map.fold(Rect::NOTHING, |all, cell| all.union(Rect::from_pos(cell.at))).center();
    best.map_or(middle, |(_, at)| at)
}

/// A wooden block lying at an angle.
pub(super) fn block(ink: &mut Ink, at: Pos2, turn: f32, livery: &Livery, p: &Palette) {
    let (s, c) = turn.sin_cos();
    let size = vec2(58.0, 23.0);
    let outline = |inset: f32, by: Vec2| -> Vec<Pos2> {
        let rect = Rect::from_center_size(Pos2::ZERO, size - Vec2::splat(inset * 2.0));
        let cut = if livery.cut { 4.0 - inset * 0.3 } else { 0.0 };
        cornered(rect, cut).iter().map(|q| at + by + vec2(q.x * c - q.y * s, q.x * s + q.y * c)).collect()
    };
    ink.fill(&outline(0.0, vec2(4.0, 6.0)), fade(Color32::from_rgb(42, 35, 28), 0.26));
    let mut depth = outline(0.0, Vec2::ZERO);
    depth.extend(outline(0.0, vec2(1.2, 5.0)));
    ink.fill(&hull(&depth), livery.dark);
    let (outer, inner) = (outline(0.0, Vec2::ZERO), outline(2.6, Vec2::ZERO));
    ink.fill(&outer, livery.body);
    for i in 0..outer.len() {
        let j = (i + 1) % outer.len();
        let n = (outer[i].lerp(outer[j], 0.5) - at).normalized();
        let lit = -n.x * 0.6 - n.y * 0.8;
        let tone = if lit > 0.0 {
            mix(livery.body, livery.light, 0.35 + 0.65 * lit)
        } else {
            mix(livery.body, livery.dark, 0.25 - 0.5 * lit)
        };
        ink.fill(&[outer[i], outer[j], inner[j], inner[i]], tone);
    }
    symbol::plate(
        ink,
        livery,
        at,
        16.0,
        mix(livery.body, livery.light, 0.35),
        if livery.cut { livery.on_body } else { p.cream },
    );
    ink.loop_line(&outer, 0.9, livery.edge);
}
