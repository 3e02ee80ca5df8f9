//! Letters: the fonts, and text by its baseline, tracked, with a halo, turned, or along a line.

use super::curve;
use egui::epaint::TextShape;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Color32, FontData, FontDefinitions, FontFamily, FontId, Galley, Painter, Pos2, Shape, Vec2, vec2,
};
use std::borrow::Cow;
use std::sync::Arc;

/// A face, by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are those of the families")]
pub enum Face {
    Title,
    Prompt,
    PlaceItalic,
    Body,
    BodyMedium,
    BodyBold,
    BodyItalic,
    Figure,
    FigureSemi,
    FigureBold,
}

impl Face {
    /// This face at a size.
    pub fn at(self, size: f32) -> FontId {
        FontId::new(size, FontFamily::Name(self.name().into()))
    }

    fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Prompt => "prompt",
            Self::PlaceItalic => "place-italic",
            Self::Body => "body",
            Self::BodyMedium => "body-medium",
            Self::BodyBold => "body-bold",
            Self::BodyItalic => "body-italic",
            Self::Figure => "figure",
            Self::FigureSemi => "figure-semi",
            Self::FigureBold => "figure-bold",
        }
    }
}

/// Gives egui the window's fonts: one family a weight, each with a face behind it that has arrows, dice and
/// every other sign a person or a scenario may type.
pub fn install(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    macro_rules! face {
        ($face:expr, $file:literal) => {
            ($face, $file, include_bytes!(concat!("../../fonts/", $file, ".ttf")).as_slice())
        };
    }
    let faces = [
        face!(Face::Title, "OldStandardTT-Bold"),
        face!(Face::Prompt, "OldStandardTT-Regular"),
        face!(Face::PlaceItalic, "OldStandardTT-Italic"),
        face!(Face::Body, "AlegreyaSans-Regular"),
        face!(Face::BodyMedium, "AlegreyaSans-Medium"),
        face!(Face::BodyBold, "AlegreyaSans-Bold"),
        face!(Face::BodyItalic, "AlegreyaSans-Italic"),
        face!(Face::Figure, "BarlowCondensed-Medium"),
        face!(Face::FigureSemi, "BarlowCondensed-SemiBold"),
        face!(Face::FigureBold, "BarlowCondensed-Bold"),
    ];
    let signs = "DejaVuSans-Subset";
    fonts.font_data.insert(
        signs.into(),
        Arc::new(FontData::from_static(include_bytes!("../../fonts/DejaVuSans-Subset.ttf"))),
    );
    for (face, file, bytes) in faces {
        fonts.font_data.insert(file.into(), Arc::new(FontData::from_static(bytes)));
        fonts.families.insert(FontFamily::Name(face.name().into()), vec![file.into(), signs.into()]);
    }
    if let Some(list) = fonts.families.get_mut(&FontFamily::Proportional) {
        list.insert(0, "AlegreyaSans-Regular".into());
        list.push(signs.into());
    }
    if let Some(list) = fonts.families.get_mut(&FontFamily::Monospace) {
        list.push(signs.into());
    }
    ctx.set_fonts(fonts);
    ctx.all_styles_mut(|style| {
        use egui::TextStyle;
        style.text_styles = [
            (TextStyle::Small, Face::Body.at(13.0)),
            (TextStyle::Body, Face::Body.at(15.0)),
            (TextStyle::Button, Face::BodyBold.at(15.0)),
            (TextStyle::Heading, Face::Title.at(21.0)),
            (TextStyle::Monospace, FontId::monospace(13.0)),
        ]
        .into();
    });
}

/// Where text stands from its anchor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// The anchor is its left end.
    #[default]
    Left,
    /// The anchor is its middle.
    Middle,
    /// The anchor is its right end.
    Right,
}

/// Words set in one face and colour, on a baseline.
#[derive(Clone)]
pub struct Letters {
    /// The words.
    pub text: String,
    /// Face and size.
    pub font: FontId,
    /// Colour.
    pub colour: Color32,
    /// Space added between letters.
    pub tracking: f32,
    /// Where they stand from the anchor.
    pub side: Side,
    /// A halo's colour and width.
    pub halo: Option<(Color32, f32)>,
    /// Turned clockwise about the anchor, in radians.
    pub turn: f32,
    /// The most that they may take in width; what would be wider is cut off with an ellipsis.
    pub room: f32,
}

impl Letters {
    /// Words from their left end.
    pub fn new(text: impl Into<String>, font: FontId, colour: Color32) -> Self {
        let room = f32::INFINITY;
        Self { text: text.into(), font, colour, tracking: 0.0, side: Side::Left, halo: None, turn: 0.0, room }
    }

    /// Centred on the anchor.
    pub fn middle(self) -> Self {
        Self { side: Side::Middle, ..self }
    }

    /// Ending at the anchor.
    pub fn right(self) -> Self {
        Self { side: Side::Right, ..self }
    }

    /// Cut off with an ellipsis where they would be wider.
    pub fn within(self, room: f32) -> Self {
        Self { room, ..self }
    }

    /// Tracked.
    pub fn tracked(self, tracking: f32) -> Self {
        Self { tracking, ..self }
    }

    /// With a halo.
    pub fn haloed(self, colour: Color32, width: f32) -> Self {
        Self { halo: Some((colour, width)), ..self }
    }

    /// Turned.
    pub fn turned(self, turn: f32) -> Self {
        Self { turn, ..self }
    }

    /// Laid out on one line.
    pub fn galley(&self, painter: &Painter) -> Arc<Galley> {
        let format = TextFormat {
            font_id: self.font.clone(),
            color: self.colour,
            extra_letter_spacing: self.tracking,
            ..Default::default()
        };
        let mut job = set(&self.text, format);
        job.wrap = TextWrapping::truncate_at_width(self.room);
        job.break_on_newline = false;
        painter.layout_job(job)
    }

    /// Its width.
    pub fn width(&self, painter: &Painter) -> f32 {
        self.galley(painter).size().x - self.tracking
    }

    /// Paints the words with their baseline through `at`, and gives their width.
    pub fn paint(&self, painter: &Painter, at: Pos2) -> f32 {
        let galley = self.galley(painter);
        let width = galley.size().x - self.tracking;
        let left = match self.side {
            Side::Left => 0.0,
            Side::Middle => -width / 2.0,
            Side::Right => -width,
        };
        let offset = vec2(left, -baseline(&galley));
        paint_galley(painter, galley, at, offset, self.turn, self.colour, self.halo);
        width
    }

    /// Paints the words letter by letter along a line, centred at `share` of it.
    pub fn paint_along(&self, painter: &Painter, line: &[Pos2], share: f32) {
        let letters: Vec<(Arc<Galley>, f32)> = self
            .text
            .chars()
            .map(|c| {
                let galley = Self { text: c.to_string(), tracking: 0.0, ..self.clone() }.galley(painter);
                let width = galley.size().x;
                (galley, width)
            })
            .collect();
        let whole: f32 = letters.iter().map(|(_, w)| w + self.tracking).sum();
        let length = curve::length(line);
        if whole > length * 1.3 {
            return;
        }
        let start = (share * length - whole / 2.0).clamp(0.0, (length - whole).max(0.0));
        for halo in [true, false] {
            let mut d = start;
            for (galley, width) in &letters {
                let (p, direction) = curve::along(line, d + width / 2.0);
                d += width + self.tracking;
                let offset = vec2(-width / 2.0, -baseline(galley));
                let turn = direction.y.atan2(direction.x);
                match (halo, self.halo) {
                    (true, Some(ring)) => halo_only(painter, galley, p, offset, turn, ring),
                    (false, _) => paint_galley(painter, galley.clone(), p, offset, turn, self.colour, None),
                    _ => {}
                }
            }
        }
    }
}

/// How many marks a letter has at most: more than any writing puts over and under one, and too few to paint over other lines.
const MOST_MARKS: usize = 4;

/// Whether it is set over or under the letter before it.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{6d6}'..='\u{6ed}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20f0}' | '\u{fe20}'..='\u{fe2f}')
}

/// Texts of modules, scenarios and journals as they are set: all in one way, and no letter with more marks than it may have.
pub fn set(text: &str, format: TextFormat) -> LayoutJob {
    LayoutJob::single_section(with_few_marks(text).into_owned(), format)
}

/// A text without the marks that a letter has beyond what it may have.
pub fn with_few_marks(text: &str) -> Cow<'_, str> {
    let mut marks = 0;
    let fits = |letter: char, marks: &mut usize| {
        *marks = if is_mark(letter) { *marks + 1 } else { 0 };
        *marks <= MOST_MARKS
    };
    if text.is_ascii() || text.chars().all(|letter| fits(letter, &mut marks)) {
        return Cow::Borrowed(text);
    }
    marks = 0;
    Cow::Owned(text.chars().filter(|&letter| fits(letter, &mut marks)).collect())
}

/// How far below its top a galley's first baseline lies.
pub fn baseline(galley: &Galley) -> f32 {
    galley
        .rows
        .first()
        .map_or(0.0, |row| row.pos.y + row.glyphs.first().map_or(row.size.y * 0.8, |g| g.pos.y))
}

fn turned(v: Vec2, turn: f32) -> Vec2 {
    if turn == 0.0 {
        return v;
    }
    let (s, c) = turn.sin_cos();
    vec2(v.x * c - v.y * s, v.x * s + v.y * c)
}

fn halo_only(
    painter: &Painter,
    galley: &Arc<Galley>,
    at: Pos2,
    offset: Vec2,
    turn: f32,
    (colour, width): (Color32, f32),
) {
    // The wider the ring, the more copies make it; a hairline around small figures needs only four.
    let steps = match galley.rows.first().map_or(0.0, |r| r.size.y) {
        height if height > 18.0 => 12,
        // A large map has hundreds of small names, and their halos are most of what it is made of.
        height if width < 1.5 || height < 16.0 => 4,
        _ => 8,
    };
    for k in 0..steps {
        let a = std::f32::consts::TAU * (k as f32 + 0.5) / steps as f32;
        let p = at + turned(offset, turn) + vec2(a.cos(), a.sin()) * width;
        painter.add(Shape::Text(
            TextShape::new(p, galley.clone(), colour).with_override_text_color(colour).with_angle(turn),
        ));
    }
}

fn paint_galley(
    painter: &Painter,
    galley: Arc<Galley>,
    at: Pos2,
    offset: Vec2,
    turn: f32,
    colour: Color32,
    halo: Option<(Color32, f32)>,
) {
    if let Some(ring) = halo {
        halo_only(painter, &galley, at, offset, turn, ring);
    }
    painter.add(Shape::Text(TextShape::new(at + turned(offset, turn), galley, colour).with_angle(turn)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_paints_over_other_lines_by_its_marks() {
        let tower = format!("Zalgo{}!", "\u{301}".repeat(300));
        assert_eq!(with_few_marks(&tower), format!("Zalgo{}!", "\u{301}".repeat(MOST_MARKS)));
        // Vietnamese, Hebrew and Thai, spelt with marks of their own.
        let written = "Viê\u{323}t, e\u{302}\u{301}, ש\u{5c1}\u{5b8}, ก\u{e35}\u{e49}";
        assert!(matches!(with_few_marks(written), Cow::Borrowed(_)));
        assert_eq!(set(&tower, TextFormat::default()).text.chars().count(), 6 + MOST_MARKS);
    }
}
