//! What screen readers are told beside what controls say of themselves: every text that is only painted, and what happens.

use crate::measure::texts;
use egui::accesskit::{Live, Role};
use egui::{Context, Id, LayerId, Rect};
use std::collections::HashMap;

/// What is painted on a control no taller than this is said by its name.
const LOW: f32 = 48.0;

/// Whether anybody listens: nothing is gathered for nobody.
pub fn is_heard(context: &Context) -> bool {
    context.accesskit_node_builder(egui::accesskit_root_id(), |_| ()).is_some()
}

/// Gives every text of this pass that lies in sight a label in the tree, but for the names on the map and what a control is called.
pub fn all(context: &Context) {
    if !is_heard(context) {
        return;
    }
    let controls = controls(context);
    let areas: Vec<LayerId> = context.memory(|memory| memory.layer_ids().collect());
    let ground = LayerId::background();
    let layers = std::iter::once(ground).chain(areas.into_iter().filter(|layer| *layer != ground));
    let (screen, parts) = (context.content_rect(), texts::parts(context));
    let in_sight = context.graphics(|graphics| {
        let lists = layers.filter_map(|layer| graphics.get(layer));
        texts::in_sight(lists.flat_map(|list| list.all_entries()), screen, &parts)
    });
    let mut alike: HashMap<String, usize> = HashMap::new();
    for (words, rect) in in_sight {
        let words = words.trim();
        if controls.iter().any(|control| control.says(words, rect)) {
            continue;
        }
        // It is the same node as long as the same words stand there, wherever they are.
        let nth = alike.entry(words.to_owned()).or_default();
        *nth += 1;
        label(context, Id::unique(("spoken", words, *nth)), words, rect);
    }
}

/// Words that are painted on the map, where not every text is told.
pub fn label(context: &Context, id: Id, words: &str, rect: Rect) {
    context.accesskit_node_builder(id, |node| {
        node.set_role(Role::Label);
        // A label's words are its value.
        node.set_value(words);
        node.set_bounds(egui::accesskit::Rect {
            x0: rect.min.x.into(),
            y0: rect.min.y.into(),
            x1: rect.max.x.into(),
            y1: rect.max.y.into(),
        });
    });
}

/// Has words said as soon as they become others, without interrupting what is being said.
pub fn announce(context: &Context, of: &str, words: &str) {
    context.accesskit_node_builder(Id::unique(("announced", of)), |node| {
        node.set_role(Role::Status);
        node.set_live(Live::Polite);
        node.set_label(words);
    });
}

/// A control that has a name.
struct Control {
    rect: Rect,
    name: String,
    clickable: bool,
}

impl Control {
    /// Whether its name says these words, which are painted here.
    fn says(&self, words: &str, rect: Rect) -> bool {
        if self.name == words {
            return true;
        }
        let on_it = self.rect.contains(rect.center());
        on_it && (self.name.contains(words) || self.clickable && self.rect.height() <= LOW)
    }
}

fn controls(context: &Context) -> Vec<Control> {
    context.viewport(|viewport| {
        let pass = &viewport.this_pass;
        let nodes = pass.accesskit_state.iter().flat_map(|state| &state.nodes);
        nodes
            .filter_map(|(id, node)| {
                let name = node.label().or(node.value())?.trim().to_owned();
                let widget = pass.widgets.get(*id);
                let rect = widget.map_or(Rect::NOTHING, |widget| widget.interact_rect);
                let clickable = widget.is_some_and(|widget| widget.sense.senses_click());
                Some(Control { rect, name, clickable })
            })
            .collect()
    })
}
