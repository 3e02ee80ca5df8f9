//! The list over the decision bar, for decisions with more choices than there is room for buttons.

use super::Ask;
use super::control::{card, key_cap, told_in_row};
use super::cue;
use super::decision::Numbers;
use crate::draw::letter::{Face, Letters};
use crate::session::Session;
use crate::theme::Palette;
use egui::{Id, Key, Pos2, Rect, Response, ScrollArea, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::Choice;

/// How wide the list is at least and at most: as wide as its widest row.
const WIDTHS: [f32; 2] = [380.0, 560.0];
/// What a row has besides its words: air, the key, and a gap before what it costs.
const BESIDE: f32 = 76.0;
/// Where a row has no room for what it costs beside its words, that stands under them.
const TALL: f32 = 48.0;
const ROW: f32 = 32.0;
/// No more rows than this are seen at a time; the others are scrolled to.
const MOST: usize = 20;
/// Longer lists are put in groups.
const LONG: usize = 14;
/// So much the frame and its shadow take around it.
const FRAME: f32 = 5.0;
/// The list leaves so much of the window free above it.
const ABOVE: f32 = 56.0;

/// A row of the list.
#[derive(Debug, PartialEq)]
enum Row<'a> {
    /// What the choices under it do.
    Heading(String),
    /// A choice.
    Choice(&'a Choice),
}

/// The rows of a list: a long one is put in groups by the first words of the ids ("recruit", "march"), in the order in which
/// these come first.
fn rows<'a>(choices: &[&'a Choice]) -> Vec<Row<'a>> {
    let groups = groups(choices);
    if groups.is_empty() {
        return choices.iter().copied().map(Row::Choice).collect();
    }
    let of = |group: Group<'a>| {
        std::iter::once(Row::Heading(group.title())).chain(group.choices.into_iter().map(Row::Choice))
    };
    groups.into_iter().flat_map(of).collect()
}

/// Choices of a long list that do the same to different things.
pub struct Group<'a> {
    /// The first word of their ids.
    pub kind: &'a str,
    /// They, in the order in which they come.
    pub choices: Vec<&'a Choice>,
}

impl Group<'_> {
    /// What they do.
    pub fn title(&self) -> String {
        let mut words = self.kind.replace('-', " ");
        if let Some(first) = words.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        words
    }
}

/// The first word of a choice's id.
pub fn kind(choice: &Choice) -> &str {
    choice.id.split(' ').next().unwrap_or_default()
}

/// The groups of a list: none if it is short, or has only one, or as many as choices.
pub fn groups<'a>(choices: &[&'a Choice]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for &choice in choices {
        let kind = kind(choice);
        match groups.iter_mut().find(|group| group.kind == kind) {
            Some(group) => group.choices.push(choice),
            None => groups.push(Group { kind, choices: vec![choice] }),
        }
    }
    let headed = choices.len() > LONG && groups.len() > 1 && groups.len() < choices.len();
    if headed { groups } else { Vec::new() }
}

/// The choices of a list in the order in which its rows show them.
pub fn in_order<'a>(choices: &[&'a Choice]) -> impl Iterator<Item = &'a Choice> {
    rows(choices).into_iter().filter_map(|row| match row {
        Row::Choice(choice) => Some(choice),
        Row::Heading(_) => None,
    })
}

/// What becomes of the list in a frame.
pub struct Listed {
    /// Whether it stays open.
    pub open: bool,
    /// The choice that is pointed at.
    pub pointed: Option<String>,
}

/// Paints the list with its lower right corner at a point.
pub fn list(
    ui: &Ui,
    corner: Pos2,
    choices: &[&Choice],
    session: &Session,
    numbers: &mut Numbers,
    p: &Palette,
    asks: &mut Vec<Ask>,
) -> Listed {
    let rows = rows(choices);
    // As many rows as there is room for above the bar.
    let wide = |choice: &&Choice| {
        let (words, cost) = said(choice, session);
        let words = Letters::new(words, Face::BodyMedium.at(15.0), p.ink).width(ui.painter());
        [words, cost.width(ui.painter())]
    };
    let widest = choices.iter().map(wide).fold([0.0f32; 3], |[one, under, line], [words, cost]| {
        [one.max(words), under.max(cost), line.max(words + cost)]
    });
    let most = WIDTHS[1].min(corner.x - 40.0).max(WIDTHS[0]);
    let beside = widest[2] + BESIDE <= most;
    let width = if beside { widest[2] } else { widest[0].max(widest[1]) } + BESIDE;
    let width = width.clamp(WIDTHS[0], most);
    let each = if beside { ROW } else { TALL };
    let most = ((corner.y - ABOVE) / each).floor().max(1.0) as usize;
    let tall = rows.len().min(MOST).min(most) as f32 * each + 12.0;
    let rect = Rect::from_min_max(corner - vec2(width, tall), corner);
    let mut listed = Listed { open: !ui.input(|i| i.key_pressed(Key::Escape)), pointed: None };
    crate::table::over(ui, rect.expand(FRAME), "choices", |ui| {
        card(ui.painter(), rect, p);
        let inner = rect.shrink(6.0);
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(inner));
        // Rows stand close, so that as many as were counted have room.
        child.spacing_mut().item_spacing.y = 0.0;
        cue::scrolled(&mut child, ScrollArea::vertical().auto_shrink(false), p.sheet, p, |ui| {
            for row in &rows {
                let (area, _) = ui.allocate_exact_size(vec2(inner.width(), each), Sense::hover());
                match row {
                    Row::Heading(words) => {
                        let baseline = area.min + vec2(4.0, 22.0);
                        Letters::new(words, Face::BodyBold.at(13.0), p.ink2).paint(ui.painter(), baseline);
                        ui.painter().hline(area.x_range(), area.bottom() - 4.0, (1.0, p.rule));
                    }
                    Row::Choice(choice) => {
                        let key = numbers.paint(&choice.id);
                        let response = row_of(ui, area, key, choice, session, p);
                        if response.hovered() || response.has_focus() {
                            listed.pointed = Some(choice.id.clone());
                        }
                        if response.clicked() {
                            asks.push(Ask::Choose(choice.id.clone()));
                            listed.open = false;
                        }
                    }
                }
            }
        });
    });
    listed
}

// A choice with what it costs and the key that takes it.
fn row_of(ui: &Ui, row: Rect, key: Option<u8>, choice: &Choice, session: &Session, p: &Palette) -> Response {
    let response = ui.interact(row, Id::unique(("listed choice", &choice.id)), Sense::click());
    let (words, cost) = said(choice, session);
    response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, true, &words));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(row, 0.0, p.chosen_tint);
    }
    let baseline = row.min + vec2(10.0, 21.0);
    let mut right = row.right() - 10.0;
    if let Some(key) = key {
        right -= 18.0;
        key_cap(ui.painter(), pos2(right, row.top() + 7.0), &key.to_string(), false, false, p);
        right -= 10.0;
    }
    let cost = Letters { colour: p.ink2, ..cost };
    let under = row.height() > ROW;
    let taken = if under { 0.0 } else { 14.0 + cost.width(ui.painter()) };
    let room = right - baseline.x - taken;
    told_in_row(ui, baseline, room, &words, p.ink);
    match under {
        true => cost.paint(ui.painter(), baseline + vec2(0.0, 17.0)),
        false => cost.right().paint(ui.painter(), pos2(right, baseline.y)),
    };
    response
}

// A choice's words, and what it costs.
fn said(choice: &Choice, session: &Session) -> (String, Letters) {
    let details = session.details(&choice.id);
    let words = details.map_or_else(|| choice.id.clone(), |d| d.label.clone());
    let cost = details.map(|d| d.cost.clone()).unwrap_or_default();
    (words, Letters::new(cost, Face::BodyBold.at(13.0), egui::Color32::BLACK))
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::{ChoiceRole, Target};

    fn choice(id: String) -> Choice {
        Choice { target: Target::Button(id.clone()), id, role: ChoiceRole::Act }
    }

    #[test]
    fn a_long_list_is_put_in_groups_by_what_its_choices_do() {
        let ids = (0..12).flat_map(|n| [format!("march us-{n}"), format!("recruit-at city-{n}")]);
        let choices: Vec<Choice> = ids.map(choice).collect();
        let all: Vec<&Choice> = choices.iter().collect();
        let rows = rows(&all);
        assert_eq!(rows.len(), 26);
        assert_eq!(rows[0], Row::Heading("March".into()));
        assert_eq!(rows[13], Row::Heading("Recruit at".into()));
        assert_eq!(rows[14], Row::Choice(all[1]));
    }

    #[test]
    fn a_short_list_has_no_headings() {
        let choices: Vec<Choice> = ["a 1", "b 1", "a 2"].map(|id| choice(id.into())).to_vec();
        let all: Vec<&Choice> = choices.iter().collect();
        assert!(rows(&all).iter().all(|row| matches!(row, Row::Choice(..))));
    }
}
