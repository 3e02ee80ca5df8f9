//! Texts as they lie on the screen after a frame: what of them is cut off, lies out of sight or under something else.

use egui::epaint::ClippedShape;
use egui::{Color32, Context, Id, Pos2, Rect, Shape, Ui};

/// A text may stand out of its frame or into another by so much: letters have air around them.
const AIR: f32 = 2.5;
/// An ellipsis is what stands for the end of a text; with a space before it, it stands for what takes a while.
const ELLIPSIS: char = '\u{2026}';

/// What the parts are kept by.
const NAME: &str = "parts of texts";

/// Parts of the window in which texts may be cut, each with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The map: what its frame cuts is seen when it is moved, and pieces lie on names.
    Map,
    /// What is scrolled: what its edge cuts is seen when it is scrolled.
    Scrolled,
}

#[derive(Clone, Default)]
struct Parts {
    pass: u64,
    all: Vec<(Part, Rect)>,
}

/// Tells who measures texts that what this ui paints is scrolled.
pub fn scrolled(ui: &Ui) {
    tell(ui.ctx(), Part::Scrolled, ui.clip_rect());
}

/// Tells who measures texts that a map is painted within this rectangle.
pub fn mapped(context: &Context, frame: Rect) {
    tell(context, Part::Map, frame);
}

fn tell(context: &Context, part: Part, rect: Rect) {
    let pass = context.cumulative_pass_nr();
    context.data_mut(|data| {
        let parts: &mut Parts = data.get_temp_mut_or_default(Id::unique(NAME));
        if parts.pass != pass {
            *parts = Parts { pass, all: Vec::new() };
        }
        parts.all.push((part, rect));
    });
}

pub(crate) fn parts(context: &Context) -> Vec<(Part, Rect)> {
    context.data_mut(|data| data.get_temp_mut_or_default::<Parts>(Id::unique(NAME)).all.clone())
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// It ends in an ellipsis.
    Elided,
    /// Its frame or the screen cuts it off.
    Cut,
    /// All of it lies outside its frame or the screen.
    Outside,
    /// It lies on another.
    Over(String),
}

/// A text and what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The text.
    pub text: String,
    /// Where it lies.
    pub rect: Rect,
    /// What is wrong.
    pub fault: Fault,
}

/// A text on the screen.
#[derive(Clone)]
struct Laid {
    text: String,
    rect: Rect,
    clip: Rect,
    elided: bool,
    free: Option<Part>,
}

/// The middle of the words that stand on the screen last, if they do.
pub fn place(shapes: &[ClippedShape], words: &str) -> Option<Pos2> {
    fn of(shape: &Shape, words: &str) -> Option<Pos2> {
        match shape {
            Shape::Vec(shapes) => shapes.iter().rev().find_map(|shape| of(shape, words)),
            Shape::Text(text) if text.galley.text() == words => Some(text.visual_bounding_rect().center()),
            _ => None,
        }
    }
    shapes.iter().rev().find_map(|clipped| of(&clipped.shape, words))
}

/// Everything that is wrong with the texts of the frame that this context made last.
pub fn measured(context: &Context, shapes: &[ClippedShape]) -> Vec<Found> {
    faults(shapes, context.content_rect(), &parts(context))
}

/// Everything that is wrong with the texts of a frame.
pub fn faults(shapes: &[ClippedShape], screen: Rect, parts: &[(Part, Rect)]) -> Vec<Found> {
    let mut laid = Vec::new();
    let mut lying = Lying { screen, parts, laid: &mut laid };
    for clipped in shapes {
        lying.add(&clipped.shape, clipped.clip_rect);
    }
    let mut found: Vec<Found> = laid.iter().filter_map(|text| alone(text, screen)).collect();
    for (i, text) in laid.iter().enumerate() {
        let over = laid[..i].iter().find(|below| lies_on(text, below));
        let fault = |below: &Laid| Fault::Over(below.text.clone());
        found.extend(over.map(|below| Found {
            text: text.text.clone(),
            rect: text.rect,
            fault: fault(below),
        }));
    }
    found
}

/// The texts that can be read off the screen and where they lie, but for what stands on the map; each once, without its halo.
pub(crate) fn in_sight<'a>(
    shapes: impl Iterator<Item = &'a ClippedShape>,
    screen: Rect,
    parts: &[(Part, Rect)],
) -> Vec<(String, Rect)> {
    let mut laid: Vec<Laid> = Vec::new();
    let mut lying = Lying { screen, parts, laid: &mut laid };
    shapes.for_each(|clipped| lying.add(&clipped.shape, clipped.clip_rect));
    laid.retain(|text| {
        let seen = text.rect.intersect(text.clip).intersect(screen);
        text.free != Some(Part::Map) && seen.width() > AIR && seen.height() > AIR
    });
    laid.dedup_by(|halo, text| is_halo(halo, text));
    laid.into_iter().map(|text| (text.text, text.rect)).collect()
}

/// What is wrong with a text, whatever lies around it.
fn alone(text: &Laid, screen: Rect) -> Option<Found> {
    let frame = text.clip.intersect(screen);
    let seen = text.rect.intersect(frame);
    let fault = if text.elided {
        Fault::Elided
    } else if text.free.is_some() || frame.expand(AIR).contains_rect(text.rect) {
        return None;
    } else if seen.is_positive() {
        Fault::Cut
    } else {
        Fault::Outside
    };
    Some(Found { text: text.text.clone(), rect: text.rect, fault })
}

fn lies_on(text: &Laid, below: &Laid) -> bool {
    if text.free == Some(Part::Map) || below.free == Some(Part::Map) {
        return false;
    }
    let both = text.rect.intersect(text.clip).intersect(below.rect).intersect(below.clip);
    both.width() > AIR && both.height() > AIR && !is_halo(text, below)
}

/// A halo is the same text again, a hair beside it.
fn is_halo(text: &Laid, below: &Laid) -> bool {
    text.text == below.text && text.rect.center().distance(below.rect.center()) < 6.0
}

struct Lying<'a> {
    screen: Rect,
    parts: &'a [(Part, Rect)],
    laid: &'a mut Vec<Laid>,
}

impl Lying<'_> {
    fn add(&mut self, shape: &Shape, clip: Rect) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.add(shape, clip)),
            Shape::Rect(rect) if rect.blur_width == 0.0 => self.cover(rect.rect.intersect(clip), rect.fill),
            Shape::Text(text) => {
                let words = text.galley.text();
                if words.trim().is_empty() {
                    return;
                }
                let rect = if text.angle == 0.0 {
                    text.galley.mesh_bounds.translate(text.pos.to_vec2())
                } else {
                    text.visual_bounding_rect()
                };
                let of = |(part, rect): &&(Part, Rect)| match part {
                    // Names are painted within parts of the map.
                    Part::Map => rect.expand(1.0).contains_rect(clip),
                    Part::Scrolled => near(*rect, clip),
                };
                let free = self.parts.iter().find(of).map(|(part, _)| *part);
                let elided = text.galley.elided
                    || words.ends_with(ELLIPSIS) && !words.ends_with(" \u{2026}") && free.is_none();
                self.laid.push(Laid { text: words.to_owned(), rect, clip, elided, free });
            }
            _ => {}
        }
    }

    // What is painted over whole is out of the way; behind a veil over the whole screen nothing is read.
    fn cover(&mut self, rect: Rect, fill: Color32) {
        let veil = fill.a() > 0 && rect.contains_rect(self.screen.shrink(1.0));
        if veil {
            self.laid.clear();
        } else if fill.a() == 255 {
            self.laid.retain(|text| !rect.expand(AIR).contains_rect(text.rect.intersect(text.clip)));
        }
    }
}

fn near(a: Rect, b: Rect) -> bool {
    let close = |a: Pos2, b: Pos2| a.distance(b) < 1.0;
    close(a.min, b.min) && close(a.max, b.max)
}
