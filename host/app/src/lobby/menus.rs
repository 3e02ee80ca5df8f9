//! The menus of the pane at the right of the lobby.

use egui::{Rect, Ui, pos2};
use muster_contract::{Policy, RuleOption, Value};
use muster_table::messages::BotKind;

/// The kinds of bot, in a menu; gives the one that was chosen.
pub(super) fn levels(ui: &mut Ui, policies: &[Policy], now: &BotKind) -> Option<BotKind> {
    let own = policies.iter().filter_map(|policy| Some((BotKind::following(policy)?, policy.note.as_str())));
    let all = [
        (BotKind::Regular, "Looks a few choices ahead, in positions that it can't tell from this one."),
        (BotKind::Random, "Takes any choice that is legal."),
    ];
    let mut chosen = None;
    for (kind, note) in all.into_iter().chain(own) {
        let title = kind.title(policies);
        if ui.selectable_label(kind == *now, title).on_hover_text(note).clicked() {
            chosen = Some(kind);
        }
    }
    chosen
}

/// A list of the texts that an option may be, its right end here; gives the one that was chosen.
pub(super) fn one_of(ui: &mut Ui, right: egui::Pos2, option: &RuleOption, now: &str) -> Option<Value> {
    let mut chosen = None;
    let rect = Rect::from_min_max(pos2(right.x - 190.0, right.y), pos2(right.x - 52.0, right.y + 26.0));
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    if option.values.is_empty() {
        let mut text = now.to_owned();
        if child.put(rect, egui::TextEdit::singleline(&mut text)).changed() {
            chosen = Some(Value::Text(text));
        }
        return chosen;
    }
    egui::ComboBox::from_id_salt(("option", &option.id)).width(rect.width()).selected_text(now).show_ui(
        &mut child,
        |ui| {
            for value in &option.values {
                let Value::Text(text) = value else { continue };
                if ui.selectable_label(text == now, text).clicked() {
                    chosen = Some(value.clone());
                }
            }
        },
    );
    chosen
}
