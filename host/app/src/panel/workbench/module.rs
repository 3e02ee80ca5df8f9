//! The module that runs: its build, what its calls take of what they may, and other builds.

use super::words::{grouped, time};
use crate::catalogue::{BuildCard, Tools};
use crate::draw::letter::Face;
use crate::panel::Ask;
use crate::panel::control::{Button, headline};
use crate::panel::cue;
use crate::theme::Palette;
use egui::{
    Align, Label, Layout, Rect, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use muster_table::messages::Workbench;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// The other builds of the module.
#[derive(Default)]
pub struct Builds {
    known: Option<Vec<BuildCard>>,
    path: String,
}

impl Builds {
    /// Paints the page into a rectangle.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        (bench, heard): (&Workbench, &VecDeque<String>),
        tools: &dyn Tools,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let mut child = crate::table::part(ui, rect, "module page");
        cue::scrolled(&mut child, ScrollArea::vertical().auto_shrink(false), p.sheet, p, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            let words = format!("{} {}", bench.module, bench.version);
            text(ui, &words, Face::Title, 18.0, p.ink);
            if !bench.component.is_empty() {
                text(ui, &format!("component {}", short(&bench.component)), Face::Body, 13.5, p.ink2);
            }
            self.builds(ui, bench, tools, p, asks);
            said(ui, heard, p);
            logged(ui, bench, p);
            usage(ui, bench, p);
            section(ui, "What it may take", p);
            for allowance in &bench.allowances {
                row(ui, &[(&allowance.of, 0.62), (&allowance.amount, 0.38)], p.ink, p);
            }
        });
    }

    fn builds(
        &mut self,
        ui: &mut Ui,
        bench: &Workbench,
        tools: &dyn Tools,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        section(ui, "Builds", p);
        if let Some(before) = &bench.before
            && button(ui, &format!("Back to {before}"), "back to the build before", p)
        {
            asks.push(Ask::SwapBack);
        }
        let known = self.known.get_or_insert_with(|| tools.builds());
        let mut others = 0;
        for build in known.iter().filter(|build| build.component != bench.component) {
            others += 1;
            let name = format!("{} ({}), {}", build.version, short(&build.component), build.folder.display());
            match &build.trouble {
                Some(why) => text(ui, &format!("{name}: {why}"), Face::Body, 13.5, p.danger),
                None => {
                    text(ui, &name, Face::Body, 13.5, p.ink);
                    if button(ui, "Let it take over", &name, p) {
                        tools.swap(&build.folder);
                    }
                }
            }
        }
        if others == 0 {
            text(
                ui,
                "The build that plays is the only one that is installed.",
                Face::BodyItalic,
                13.5,
                p.ink2,
            );
        }
        let mut look_again = false;
        ui.horizontal(|ui| {
            let edit = TextEdit::singleline(&mut self.path)
                .hint_text("a module's folder, or its component")
                .font(Face::Body.at(14.0))
                .desired_width(ui.available_width() - 220.0);
            let response = ui.add(edit);
            response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Another build's folder"));
            let path = PathBuf::from(self.path.trim());
            let ready = !self.path.trim().is_empty();
            if button(ui, "Take over", "another build", p) && ready {
                tools.swap(folder(&path));
            }
            look_again = button(ui, "Look again", "look for builds", p);
        });
        if look_again {
            self.known = None;
        }
    }
}

// A component's folder, where its manifest is.
fn folder(path: &Path) -> &Path {
    match path.extension() {
        Some(kind) if kind == "wasm" || kind == "toml" => path.parent().unwrap_or(path),
        _ => path,
    }
}

fn usage(ui: &mut Ui, bench: &Workbench, p: &Palette) {
    section(ui, "What it has taken", p);
    let Some(usage) = &bench.usage else {
        text(ui, "Nobody counts what this module takes.", Face::BodyItalic, 13.5, p.ink2);
        return;
    };
    let memory = format!("{} KiB", grouped(usage.memory >> 10));
    row(ui, &[("memory", 0.34), (&memory, 0.66)], p.ink, p);
    row(ui, &[("calls of house rules", 0.34), (&grouped(usage.rule_calls), 0.66)], p.ink, p);
    row(
        ui,
        &[("call", 0.22), ("times", 0.14), ("steps, last / most", 0.38), ("time, last / most", 0.26)],
        p.ink2,
        p,
    );
    for call in &usage.calls {
        let steps = format!("{} / {}", grouped(call.steps), grouped(call.most_steps));
        let times = format!("{} / {}", time(call.micros), time(call.most_micros));
        row(
            ui,
            &[(&call.call, 0.22), (&grouped(call.times), 0.14), (&steps, 0.38), (&times, 0.26)],
            p.ink,
            p,
        );
        share(ui, call.most_steps as f32 / call.allowed.max(1) as f32, p);
    }
}

// How much of its allowance the call has taken that took the most.
fn share(ui: &mut Ui, share: f32, p: &Palette) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 3.0), egui::Sense::hover());
    ui.painter().rect_filled(rect, 0.0, p.sheet3);
    let ink = if share > 0.5 { p.danger } else { p.ink3 };
    let taken = (rect.width() * share.min(1.0)).max(1.0);
    ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(taken, 3.0)), 0.0, ink);
}

fn said(ui: &mut Ui, heard: &VecDeque<String>, p: &Palette) {
    if heard.is_empty() {
        return;
    }
    section(ui, "What was said", p);
    for words in heard.iter().rev() {
        text(ui, words, Face::Body, 13.5, p.ink);
    }
}

/// How many lines of the module's log are shown.
const LINES: usize = 100;

// What the module tells whoever writes it, the latest first.
fn logged(ui: &mut Ui, bench: &Workbench, p: &Palette) {
    if bench.log.is_empty() {
        return;
    }
    section(ui, "What it logged", p);
    for line in bench.log.iter().rev().take(LINES) {
        text(ui, &format!("{}: {}", line.call, line.text), Face::Body, 13.5, p.ink);
    }
}

fn section(ui: &mut Ui, title: &str, p: &Palette) {
    ui.add_space(10.0);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), egui::Sense::hover());
    headline(ui.painter(), pos2(rect.left(), rect.top() + 12.0), rect.width(), title, "", p);
    ui.add_space(4.0);
}

fn text(ui: &mut Ui, words: &str, face: Face, size: f32, ink: egui::Color32) {
    ui.add(Label::new(RichText::new(words).font(face.at(size)).color(ink)).wrap().selectable(true));
}

fn row(ui: &mut Ui, columns: &[(&str, f32)], ink: egui::Color32, _: &Palette) {
    let width = ui.available_width();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (at, (words, share)) in columns.iter().enumerate() {
            let face = if at == 0 { Face::Body } else { Face::Figure };
            let align = if at == 0 { Align::LEFT } else { Align::RIGHT };
            let layout = Layout::top_down(align);
            ui.allocate_ui_with_layout(vec2(width * share - 4.0, 17.0), layout, |ui| {
                ui.set_width(width * share - 4.0);
                ui.add(Label::new(RichText::new(*words).font(face.at(13.5)).color(ink)).truncate());
            });
        }
    });
}

fn button(ui: &mut Ui, words: &str, name: &str, p: &Palette) -> bool {
    let width = 30.0 + words.len() as f32 * 7.0;
    let (rect, _) = ui.allocate_exact_size(vec2(width, 26.0), egui::Sense::hover());
    Button::new(words, "").put(ui, rect, name, p).clicked()
}

fn short(hash: &str) -> &str {
    hash.get(..8).unwrap_or(hash)
}
