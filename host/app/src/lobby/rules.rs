//! The optional and house rules of a module in the lobby: which are on, and their settings.

use std::collections::BTreeMap;

use egui::{Rect, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Attribute, Value};

use crate::catalogue::RuleCard;
use crate::draw::letter::{Face, Letters};
use crate::panel::control::{headline, paragraph, tick_box};
use crate::theme::Palette;

/// What was chosen of the rules: those that are on, with the settings that were changed.
#[derive(Clone, Debug, Default)]
pub struct ChosenRules(BTreeMap<String, BTreeMap<String, Value>>);

impl ChosenRules {
    /// Those of these rules that are on, in their order.
    pub fn of(&self, rules: &[RuleCard]) -> Vec<(String, Vec<Attribute>)> {
        let on = rules.iter().filter_map(|rule| Some((rule, self.0.get(&rule.id)?)));
        on.map(|(rule, settings)| {
            let known =
                settings.iter().filter(|(name, _)| rule.settings.iter().any(|one| one.name == **name));
            let settings = known.map(|(name, value)| Attribute { name: name.clone(), value: value.clone() });
            (rule.id.clone(), settings.collect())
        })
        .collect()
    }

    /// How many of these are on.
    pub fn count(&self, rules: &[&RuleCard]) -> usize {
        rules.iter().filter(|rule| self.0.contains_key(&rule.id)).count()
    }

    /// Paints these under a heading of their own and gives where the next thing begins.
    pub fn ui(&mut self, ui: &mut Ui, x: f32, mut y: f32, w: f32, rules: &[&RuleCard], p: &Palette) -> f32 {
        if rules.is_empty() {
            return y;
        }
        y += 14.0;
        let on = format!("{} of {} on", self.count(rules), rules.len());
        headline(ui.painter(), pos2(x, y + 4.0), w, "House rules", &on, p);
        self.rows(ui, x, y + 30.0, w, rules, p)
    }

    /// Paints these, row by row.
    pub fn rows(&mut self, ui: &mut Ui, x: f32, mut y: f32, w: f32, rules: &[&RuleCard], p: &Palette) -> f32 {
        for rule in rules {
            let on = self.0.contains_key(&rule.id);
            if tick_box(ui, pos2(x, y - 1.0), on, &rule.title, p) {
                if on {
                    self.0.remove(&rule.id);
                } else {
                    self.0.insert(rule.id.clone(), BTreeMap::new());
                }
            }
            Letters::new(&rule.title, Face::BodyBold.at(15.0), p.ink)
                .paint(ui.painter(), pos2(x + 26.0, y + 12.0));
            let note = if rule.sees_hidden { "sees hidden facts" } else { rule.citation.as_str() };
            let ink = if rule.sees_hidden { p.danger } else { p.ink2 };
            Letters::new(note, Face::BodyMedium.at(13.5), ink)
                .right()
                .paint(ui.painter(), pos2(x + w, y + 12.0));
            let below = pos2(x + 26.0, y + 30.0);
            y += paragraph(ui.painter(), below, w - 26.0, &rule.text, Face::Body.at(14.0), p.ink2, 17.0)
                + 29.0;
            if let Some(chosen) = self.0.get_mut(&rule.id) {
                y = settings(ui, x + 26.0, y - 4.0, w - 26.0, rule, chosen, p);
            }
        }
        y
    }
}

/// These rules, the rulebook's first: they cite one of its sections; then those of the house.
pub fn by_origin(rules: &[RuleCard]) -> (Vec<&RuleCard>, Vec<&RuleCard>) {
    rules.iter().partition(|rule| rule.citation.starts_with(|letter: char| letter.is_ascii_digit()))
}

fn settings(
    ui: &mut Ui,
    x: f32,
    mut y: f32,
    w: f32,
    rule: &RuleCard,
    chosen: &mut BTreeMap<String, Value>,
    p: &Palette,
) -> f32 {
    for setting in &rule.settings {
        let value = chosen.get(&setting.name).unwrap_or(&setting.default).clone();
        let label = format!("{}: {}", rule.title, setting.name);
        let field = Rect::from_min_size(pos2(x, y - 3.0), vec2(56.0, 24.0));
        match value {
            Value::Number(mut number) => {
                let response = ui.put(field, egui::DragValue::new(&mut number));
                response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, &label));
                if response.changed() {
                    chosen.insert(setting.name.clone(), Value::Number(number));
                }
            }
            Value::Flag(on) => {
                if tick_box(ui, pos2(x + 34.0, y), on, &label, p) {
                    chosen.insert(setting.name.clone(), Value::Flag(!on));
                }
            }
            Value::Text(mut text) => {
                let wide = Rect::from_min_size(field.min, vec2(120.0, 24.0));
                let response = ui.put(wide, egui::TextEdit::singleline(&mut text));
                response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, &label));
                if response.changed() {
                    chosen.insert(setting.name.clone(), Value::Text(text));
                }
            }
        }
        let left = if matches!(setting.default, Value::Text(_)) { 130.0 } else { 66.0 };
        let words = if setting.text.is_empty() { &setting.name } else { &setting.text };
        let place = pos2(x + left, y + 13.0);
        y += paragraph(ui.painter(), place, w - left, words, Face::Body.at(14.0), p.ink2, 17.0) + 12.0;
    }
    y + 4.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_cite_a_section_are_the_rulebooks() {
        let rule = |id: &str, citation: &str| RuleCard {
            id: id.to_owned(),
            title: String::new(),
            text: String::new(),
            citation: citation.to_owned(),
            sees_hidden: false,
            settings: Vec::new(),
        };
        let rules = [rule("weather", "house rule"), rule("salt", "22.2"), rule("border", "19 C")];
        let (optional, house) = by_origin(&rules);
        let ids = |rules: &[&RuleCard]| rules.iter().map(|rule| rule.id.clone()).collect::<Vec<_>>();
        assert_eq!(
            (ids(&optional), ids(&house)),
            (vec!["salt".into(), "border".into()], vec!["weather".into()])
        );
    }
}
