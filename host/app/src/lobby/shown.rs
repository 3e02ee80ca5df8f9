//! Which modules the lobby shows: by words, by how complex they are, and whether they have a lesson to begin with.

use crate::catalogue::ModuleCard;
use crate::draw::letter::Face;
use crate::panel::control::strip;
use crate::theme::Palette;
use egui::{Rect, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2};
use std::ops::RangeInclusive;

/// How tall the row is, and how wide its field is at least and at most.
const ROW: f32 = 28.0;
const FIELD: (f32, f32) = (130.0, 240.0);
const GAP: f32 = 10.0;

/// What is shown, by the strip's words.
const KINDS: [&str; 5] = ["All", "Light", "Middling", "Heavy", "With a lesson"];
const LESSON: usize = 4;

/// How complex a module is, in a word and in a sentence.
pub(super) fn weight(complexity: u8) -> (&'static str, &'static str) {
    match complexity {
        0 | 1 => ("light", "learnt in a quarter of an hour"),
        2 => ("light", "learnt in a lesson, with the rules at hand"),
        3 => ("middling", "an hour with its rules before it goes by itself"),
        4 => ("heavy", "many rules that meet; begin with its lesson"),
        _ => ("heavy", "an evening of reading rules; begin with its lesson"),
    }
}

/// The filter's state.
#[derive(Default)]
pub(super) struct Shown {
    search: String,
    kind: usize,
}

impl Shown {
    /// Whether a module is shown.
    pub(super) fn has(&self, module: &ModuleCard) -> bool {
        let kind = match self.kind {
            0 => true,
            LESSON => has_lesson(module),
            kind => weight(module.complexity).0 == KINDS[kind].to_lowercase(),
        };
        kind && self.search.split_whitespace().all(|word| is_told(module, &word.to_lowercase()))
    }

    /// How tall the row is in so much width.
    pub(super) fn height(ui: &Ui, w: f32) -> f32 {
        if strip_width(ui) + GAP + FIELD.0 <= w { ROW } else { 2.0 * ROW + 6.0 }
    }

    /// The field and the strip, in one row or in two.
    pub(super) fn ui(&mut self, ui: &mut Ui, area: Rect, p: &Palette) {
        let taken = strip_width(ui);
        let (beside, wide) = match area.height() > ROW + 1.0 {
            true => (pos2(area.left(), area.top() + ROW + 6.0), area.width()),
            false => {
                let wide = (area.width() - taken - GAP).min(FIELD.1);
                (pos2(area.left() + wide + GAP, area.top()), wide)
            }
        };
        let edit = egui::TextEdit::singleline(&mut self.search)
            .hint_text("Game, year or length")
            .align(egui::Align2::LEFT_CENTER)
            .font(Face::Body.at(14.5));
        let response = ui.put(Rect::from_min_size(area.min, vec2(wide, ROW)), edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Find a game"));
        if let (Some(kind), _) = strip(ui, beside, &KINDS, self.kind, "Games", p) {
            self.kind = kind;
        }
    }
}

fn strip_width(ui: &Ui) -> f32 {
    let width = |words: &str| {
        let letters = crate::draw::letter::Letters::new(words, Face::BodyBold.at(14.5), egui::Color32::BLACK);
        letters.width(ui.painter()) + 24.0
    };
    KINDS.iter().map(|words| width(words)).sum()
}

/// Whether one of its scenarios is one with which one begins.
pub(super) fn has_lesson(module: &ModuleCard) -> bool {
    module.scenarios.iter().any(|scenario| scenario.lightest)
}

// Whether a word stands on a module's card or in its scenarios' lines, or is a year of its time.
fn is_told(module: &ModuleCard, word: &str) -> bool {
    let on_card = [&module.title, &module.subtitle, &module.period, &module.length];
    let of_scenarios = module.scenarios.iter().flat_map(|one| [&one.title, &one.note]);
    let told = |text: &String| text.to_lowercase().contains(word);
    let year = word.parse::<u32>().ok().filter(|_| word.len() == 4);
    let in_its_time = |year: u32| {
        [&module.period, &module.subtitle]
            .into_iter()
            .flat_map(|text| years(text))
            .any(|span| span.contains(&year))
    };
    on_card.into_iter().chain(of_scenarios).any(told) || year.is_some_and(in_its_time)
}

// The spans of years that words name: "1861–65", "1861 to 1865", "1862".
fn years(words: &str) -> Vec<RangeInclusive<u32>> {
    let words = words.replace(" to ", "–");
    let words = words.split(|c: char| c.is_whitespace() || c == ',' || c == ';' || c == ':');
    let span = |word: &str| {
        let mut numbers = word.split(['–', '-']).map(str::parse::<u32>);
        let from = numbers.next()?.ok().filter(|year| (1000..3000).contains(year))?;
        Some(match numbers.next() {
            Some(Ok(to)) if to < 100 => from..=from / 100 * 100 + to,
            Some(Ok(to)) => from..=to,
            _ => from..=from,
        })
    };
    words.filter_map(span).collect()
}

/// Where the row stands and how large it is.
pub(super) fn place(ui: &Ui, x: f32, y: f32, w: f32) -> Rect {
    Rect::from_min_size(pos2(x, y), Vec2::new(w, Shown::height(ui, w)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_is_found_in_the_time_that_it_lies_in() {
        assert_eq!(years("1861–65, hex of 400 yards"), [1861..=1865]);
        assert_eq!(years("The war from 1861 to 1865 in turns of two months: cities"), [1861..=1865]);
        assert_eq!(years("21 July 1861, 158 areas"), [1861..=1861]);
        assert_eq!(years("1899-1902"), [1899..=1902]);
        assert!(years("hexes of 12 miles").is_empty());
    }
}
