//! The workbench: the scripts in force with an editor, what house rules do, and the module that runs.

mod editor;
mod highlight;
mod module;
mod words;

use super::Ask;
use super::control::{Button, fitted, headline, strip, told, told_paragraph};
use crate::catalogue::{Script, ScriptProblem, Tools};
use crate::draw::letter::{Face, Letters};
use crate::keys::{Action, cap_of};
use crate::panel::cue;
use crate::session::Session;
use crate::theme::{Palette, fade};
use egui::{Key, Rect, ScrollArea, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_table::messages::{RuleStanding, Workbench};
use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, TryRecvError};

/// How long a script is marked after it has acted, in seconds.
const MARKED: f64 = 2.5;
/// How long nothing must be typed before a text is checked, in seconds.
const PAUSE: f64 = 0.25;
/// How many of the table's words are kept.
const HEARD: usize = 12;

/// How wide it is in a window of this width.
pub fn width(window: f32) -> f32 {
    (window * 0.4).clamp(400.0, 660.0)
}

/// The workbench of one table.
pub struct WorkbenchPanel {
    /// Whether it is shown instead of the right panel.
    pub open: bool,
    tools: Option<Box<dyn Tools>>,
    page: usize,
    chosen: Option<Script>,
    written: BTreeMap<Script, Written>,
    // The step of the latest act seen, and when each rule was last seen to act.
    seen: Option<u64>,
    acted: BTreeMap<String, f64>,
    heard: VecDeque<String>,
    module: module::Builds,
    // Whether the keyboard writes in the editor, and whether it has to be put back there.
    writes: bool,
    wrote: bool,
}

/// Where a workbench is open, and what was written in it and isn't saved.
pub struct Page {
    open: bool,
    page: usize,
    chosen: Option<Script>,
    unsaved: BTreeMap<Script, Written>,
    writes: bool,
}

/// A script as it stands in the editor.
struct Written {
    text: String,
    /// What stands in the file, as far as the editor knows.
    filed: String,
    problem: Option<ScriptProblem>,
    /// When it was last typed in, if it has to be checked since.
    typed: Option<f64>,
    checking: Option<Receiver<Option<ScriptProblem>>>,
    said: Option<String>,
    /// What is said against saving it, if anything is: whoever saves it after having had time to read that wants to.
    doubt: Option<&'static str>,
    /// Since when that is shown.
    doubted: Option<f64>,
    /// Whether it was saved here.
    saved: bool,
}

/// How long it takes to notice what is said against saving, in seconds.
const NOTICED: f64 = 1.0;

/// Said where another program has written the file since something was written here.
const OUTSIDE: &str = "Another program changed it; Save overwrites that.";
/// Said of a file that nobody has another copy of.
const SHIPPED: &str = "It came with Muster; Save overwrites it, and keeps the old text in the folder “kept”.";
/// Said each time where such a file could no longer be played.
const BROKEN: &str = "It came with Muster, and can't be played as it stands here; Save overwrites it.";

impl WorkbenchPanel {
    /// A workbench with these tools, shut.
    pub fn new(tools: Option<Box<dyn Tools>>) -> Self {
        Self {
            open: false,
            tools,
            page: 0,
            chosen: None,
            written: BTreeMap::new(),
            seen: None,
            acted: BTreeMap::new(),
            heard: VecDeque::new(),
            module: module::Builds::default(),
            writes: false,
            wrote: false,
        }
    }

    /// Where it is open.
    pub fn page(self) -> Page {
        let unsaved = self.written.into_iter().filter(|(_, written)| written.is_unsaved()).collect();
        Page { open: self.open, page: self.page, chosen: self.chosen, unsaved, writes: self.writes }
    }

    /// Opens it where it was open before.
    pub fn turn_to(&mut self, page: Page) {
        Page {
            open: self.open,
            page: self.page,
            chosen: self.chosen,
            unsaved: self.written,
            writes: self.wrote,
        } = page;
        self.refile();
    }

    /// Whether something was written that isn't in its file.
    pub fn is_unsaved(&self) -> bool {
        self.written.values().any(Written::is_unsaved)
    }

    /// Whether there is anything to work with.
    pub fn has_tools(&self) -> bool {
        self.tools.is_some()
    }

    /// Takes in what the table says: what has been reloaded or built, or why not.
    pub fn hear(&mut self, text: &str) {
        self.heard.push_back(text.to_owned());
        if self.heard.len() > HEARD {
            self.heard.pop_front();
        }
        self.refile();
    }

    /// Looks at the files again: another editor may have written one.
    pub fn refile(&mut self) {
        let Some(tools) = &self.tools else { return };
        for (script, written) in &mut self.written {
            written.refile(tools.as_ref(), script);
        }
    }

    /// Paints it into all of the ui.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, p: &Palette, asks: &mut Vec<Ask>) {
        let rect = ui.max_rect();
        let (x, w) = (rect.left() + 16.0, rect.width() - 32.0);
        headline(ui.painter(), pos2(x, rect.top() + 26.0), w, "Workbench", "", p);
        let shut = Rect::from_min_size(pos2(rect.right() - 96.0, rect.top() + 8.0), vec2(80.0, 24.0));
        let key = cap_of(ui, Action::Workbench);
        if Button::new("Shut", key).put(ui, shut, "shut workbench", p).clicked() {
            asks.push(Ask::Workbench);
        }
        let Some(bench) = session.workbench.as_ref() else { return };
        self.notice_acts(bench, ui.input(|i| i.time));
        let (page, _) =
            strip(ui, pos2(x, rect.top() + 46.0), &["Scripts", "Module"], self.page, "Workbench", p);
        self.page = page.unwrap_or(self.page);
        let body = Rect::from_min_max(pos2(x, rect.top() + 86.0), pos2(x + w, rect.bottom() - 10.0));
        match self.page {
            0 => {
                let revised = session.standing.as_ref().is_some_and(|standing| standing.revised);
                self.scripts(ui, body, (bench, revised), p, asks);
            }
            _ => {
                let Some(tools) = self.tools.as_deref() else { return };
                self.module.ui(ui, body, (bench, &self.heard), tools, p, asks);
            }
        }
    }

    fn notice_acts(&mut self, bench: &Workbench, now: f64) {
        let last = bench.acts.last().map_or(0, |act| act.step);
        // What had been done before it was opened is nothing new.
        if let Some(seen) = self.seen {
            for act in bench.acts.iter().filter(|act| act.step > seen) {
                self.acted.insert(act.act.rule.clone(), now);
            }
        }
        self.seen = Some(last);
    }

    fn scripts(
        &mut self,
        ui: &mut Ui,
        body: Rect,
        (bench, revised): (&Workbench, bool),
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let file = |script: &Script| self.tools.as_ref().and_then(|tools| tools.file(script));
        let mut rows: Vec<(Script, String, String)> = bench
            .rules
            .iter()
            .map(|rule| (Script::Rule(rule.id.clone()), rule.title.clone(), called_from(rule)))
            .collect();
        if file(&Script::Scenario).is_some() {
            rows.push((Script::Scenario, "The scenario".to_owned(), "sets the table up".to_owned()));
        }
        if rows.is_empty() {
            let words =
                "This table plays without house rules, and its scenario's files are not on this machine.";
            Letters::new(words, Face::Body.at(14.0), p.ink2).paint(ui.painter(), body.min + vec2(0.0, 16.0));
            return;
        }
        if !rows.iter().any(|(script, ..)| Some(script) == self.chosen.as_ref()) {
            self.chosen = rows.first().map(|(script, ..)| script.clone());
        }
        let now = ui.input(|i| i.time);
        let list = Rect::from_min_size(body.min, vec2(body.width(), 46.0 * rows.len().min(4) as f32));
        let mut child = super::super::table::part(ui, list, "scripts");
        cue::scrolled(&mut child, ScrollArea::vertical().auto_shrink(false), p.sheet, p, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (script, title, note) in &rows {
                let size = vec2(list.width(), 46.0);
                let (row, response) = ui.allocate_exact_size(size, Sense::click());
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, title));
                let chosen = self.chosen.as_ref() == Some(script);
                if chosen || response.hovered() || response.has_focus() {
                    ui.painter().rect_filled(row, 0.0, if chosen { p.chosen_tint } else { p.sheet3 });
                }
                let acted = match script {
                    Script::Rule(id) => self.acted.get(id).map(|at| now - at),
                    Script::Scenario => None,
                };
                mark(ui, row, acted, p);
                fitted(
                    ui.painter(),
                    row.min + vec2(24.0, 19.0),
                    200.0,
                    title,
                    Face::BodyBold.at(15.0),
                    p.ink,
                );
                let name = match script {
                    Script::Rule(id) => format!("{id}.rhai"),
                    Script::Scenario => "scenario.rhai".to_owned(),
                };
                Letters::new(name, Face::Body.at(13.0), p.ink2)
                    .right()
                    .paint(ui.painter(), pos2(row.right() - 10.0, row.top() + 19.0));
                told(ui, row.min + vec2(24.0, 37.0), row.width() - 34.0, note, Face::Body.at(13.0), p.ink2);
                if response.clicked() {
                    self.chosen = Some(script.clone());
                }
            }
        });
        let Some(chosen) = self.chosen.clone() else { return };
        let below = Rect::from_min_max(pos2(body.left(), list.bottom() + 8.0), body.max);
        let rule = match &chosen {
            Script::Rule(id) => bench.rules.iter().find(|rule| rule.id == *id),
            Script::Scenario => None,
        };
        let told = if rule.is_some() { (below.height() * 0.36).max(120.0) } else { 0.0 };
        let edit = Rect::from_min_max(below.min, pos2(below.right(), below.bottom() - told));
        let in_force = rule.map(|rule| rule.text.as_str());
        self.editor(ui, edit, &chosen, (in_force, revised), p);
        if let Some(rule) = rule {
            let rect = Rect::from_min_max(edit.left_bottom() + vec2(0.0, 10.0), below.max);
            activity(ui, rect, rule, bench, p, asks);
        }
    }

    // `in_force` is the text that the table plays by, for a rule; `revised` says that the scenario's isn't the file's.
    fn editor(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        script: &Script,
        (in_force, revised): (Option<&str>, bool),
        p: &Palette,
    ) {
        let Some(tools) = self.tools.as_deref() else { return };
        let now = ui.input(|i| i.time);
        let file = tools.file(script);
        let written = self.written.entry(script.clone()).or_insert_with(|| {
            let read = tools.text(script);
            let unread = "Its file can't be read here, so nothing is saved over it.";
            let said = (read.is_none() && file.is_some()).then(|| unread.to_owned());
            let filed = read.or_else(|| in_force.map(str::to_owned)).unwrap_or_default();
            let text = filed.clone();
            Written {
                text,
                filed,
                problem: None,
                typed: Some(0.0),
                checking: None,
                said,
                doubt: None,
                doubted: None,
                saved: false,
            }
        });
        written.check(tools, script, now, ui);
        let name = match script {
            Script::Rule(id) => id.clone(),
            Script::Scenario => "scenario".to_owned(),
        };
        let foot = 40.0;
        if std::mem::take(&mut self.wrote) {
            editor::take_keyboard(ui, &name);
        }
        let area = Rect::from_min_max(rect.min, pos2(rect.right(), rect.bottom() - foot));
        if editor::edit(ui, area, &name, &mut written.text, written.problem.as_ref(), file.is_some(), p) {
            written.typed = Some(now);
            written.said = None;
        }
        self.writes = editor::has_keyboard(ui, &name);
        let changed = written.is_unsaved();
        let y = area.bottom() + 8.0;
        let button = |at: f32, w: f32| Rect::from_min_size(pos2(rect.left() + at, y), vec2(w, 28.0));
        let save = Button::new("Save", "Ctrl S").enabled(changed && file.is_some());
        let save = if changed { save.primary() } else { save };
        let by_key = ui.input_mut(|i| i.consume_key(egui::Modifiers::COMMAND, Key::S));
        if (save.put(ui, button(0.0, 110.0), "save script", p).clicked() || by_key)
            && changed
            && file.is_some()
        {
            written.save(tools, script, now);
        }
        let back = Button::new("As in the file", "").enabled(changed);
        if back.put(ui, button(120.0, 110.0), "script as filed", p).clicked() {
            written.text.clone_from(&written.filed);
            (written.typed, written.said, written.doubt) = (Some(now), None, None);
        }
        // The scenario's text is in force unless the table says that its files were changed since.
        let is_in_force = in_force.map_or(!revised, |text| text == written.text);
        if written.doubt.is_some() && changed {
            written.doubted.get_or_insert(now);
        }
        let said = written.said.as_deref().or(written.doubt.filter(|_| changed));
        let (words, ink) = match (said, &written.problem) {
            (Some(said), _) => (said.to_owned(), p.danger),
            (None, Some(problem)) if problem.line.is_none() => (problem.message.clone(), p.danger),
            (None, Some(problem)) => {
                (format!("line {}: not as it should be", problem.line.unwrap_or(0)), p.danger)
            }
            (None, None) if file.is_none() => ("its file is not on this machine".to_owned(), p.ink2),
            (None, None) if changed => ("not saved".to_owned(), p.ink2),
            (None, None) if is_in_force => ("in force".to_owned(), p.good),
            (None, None) => ("saved; the table plays by another text".to_owned(), p.ink2),
        };
        let room = rect.width() - 246.0;
        let lines = ui.painter().layout(words.clone(), Face::Body.at(13.5), ink, room).rows.len();
        let (first, size, line) = match lines {
            1 => (19.0, 13.5, 16.0),
            2 => (11.0, 13.5, 16.0),
            _ => (7.0, 12.0, 13.0),
        };
        let at = pos2(rect.left() + 242.0, y + first);
        told_paragraph(ui, at, room, &words, Face::Body.at(size), ink, line, 3);
    }
}

impl Written {
    fn is_unsaved(&self) -> bool {
        self.text != self.filed
    }

    // Takes the file's text over if another program has written it, unless something would be lost here: then it is said.
    fn refile(&mut self, tools: &dyn Tools, script: &Script) {
        let Some(text) = tools.text(script).filter(|text| *text != self.filed) else { return };
        let doubt = (self.is_unsaved() && text != self.text).then_some(OUTSIDE);
        self.raise(doubt);
        if !self.is_unsaved() {
            self.text.clone_from(&text);
            self.typed = Some(0.0);
        }
        self.filed = text;
    }

    fn raise(&mut self, doubt: Option<&'static str>) {
        (self.doubt, self.doubted) = (doubt, None);
    }

    // Saves the text, unless something is lost by it that nobody here has noticed yet.
    fn save(&mut self, tools: &dyn Tools, script: &Script, now: f64) {
        self.refile(tools, script);
        if self.doubt.is_none() && tools.is_shipped(script) {
            let first = (!self.saved).then_some(SHIPPED);
            self.raise(self.problem.as_ref().map(|_| BROKEN).or(first));
        }
        if self.doubt.is_some() && self.doubted.is_none_or(|since| now - since < NOTICED) {
            return;
        }
        self.said = tools.save(script, &self.text).err();
        if self.said.is_none() {
            self.filed.clone_from(&self.text);
            (self.doubt, self.saved) = (None, true);
        }
    }

    // Has the text checked when nobody has typed for a moment.
    fn check(&mut self, tools: &dyn Tools, script: &Script, now: f64, ui: &Ui) {
        if let Some(checking) = &self.checking {
            match checking.try_recv() {
                Ok(problem) => (self.problem, self.checking) = (problem, None),
                Err(TryRecvError::Disconnected) => self.checking = None,
                Err(TryRecvError::Empty) => {}
            }
        } else if self.typed.is_some_and(|at| now - at > PAUSE) {
            self.typed = None;
            self.checking = Some(tools.check(script, &self.text));
        }
        if self.checking.is_some() || self.typed.is_some() {
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(60));
        }
    }
}

// A dot that is lit for a while after the script has acted.
fn mark(ui: &Ui, row: Rect, acted: Option<f64>, p: &Palette) {
    let at = row.min + vec2(12.0, 15.0);
    ui.painter().circle_stroke(at, 4.5, (1.0, p.ink3));
    if let Some(ago) = acted.filter(|ago| *ago < MARKED) {
        let light = (1.0 - ago / MARKED) as f32;
        ui.painter().circle_filled(at, 4.0, fade(p.accent, 0.35 + 0.65 * light));
        ui.painter().circle_stroke(at, 4.5 + 5.0 * (1.0 - light), (1.5, fade(p.accent, light)));
        ui.ctx().request_repaint();
    } else if acted.is_some() {
        ui.painter().circle_filled(at, 3.0, fade(p.accent, 0.35));
    }
}

fn called_from(rule: &RuleStanding) -> String {
    let hooks: Vec<&str> = rule.subscriptions.iter().map(|one| one.hook.as_str()).collect();
    let words = if hooks.is_empty() { "no hook".to_owned() } else { hooks.join(", ") };
    if rule.sees_hidden {
        format!("called from {words}; sees hidden facts")
    } else {
        format!("called from {words}")
    }
}

// A rule's variables, and what it did, the latest first.
fn activity(
    ui: &mut Ui,
    rect: Rect,
    rule: &RuleStanding,
    bench: &Workbench,
    p: &Palette,
    asks: &mut Vec<Ask>,
) {
    let (x, w) = (rect.left(), rect.width());
    headline(ui.painter(), pos2(x, rect.top() + 14.0), w, "What it did", "the latest first", p);
    let list = Rect::from_min_max(pos2(x, rect.top() + 30.0), rect.max);
    let mut child = super::super::table::part(ui, list, "activity");
    cue::scrolled(&mut child, ScrollArea::vertical().auto_shrink(false), p.sheet, p, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let line = |ui: &mut Ui, text: String, face: Face, ink| {
            let words = egui::RichText::new(text).font(face.at(13.5)).color(ink);
            ui.add(egui::Label::new(words).wrap().selectable(true));
        };
        if !rule.variables.is_empty() {
            line(ui, format!("Variables: {}", words::facts(&rule.variables)), Face::BodyMedium, p.ink);
        }
        let mut any = false;
        for act in bench.acts.iter().rev().filter(|act| act.act.rule == rule.id) {
            any = true;
            ui.horizontal(|ui| {
                let words = format!("choice {}", act.step);
                let link =
                    egui::RichText::new(&words).font(Face::BodyMedium.at(13.0)).color(p.focus).underline();
                let response = ui.add(egui::Label::new(link).sense(Sense::click()));
                response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &words));
                if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                    asks.push(Ask::LookBack(Some(act.step)));
                }
                let mut told = words::called(act);
                if !act.act.facts.is_empty() {
                    told += &format!(": {}", words::facts(&act.act.facts));
                }
                if act.act.effects.is_empty() {
                    told += "; nothing";
                }
                let told = egui::RichText::new(told).font(Face::BodyItalic.at(13.5)).color(p.ink2);
                ui.add(egui::Label::new(told).truncate());
            });
            for effect in &act.act.effects {
                line(ui, format!("    {}", words::effect(effect)), Face::Body, p.ink);
            }
            for printed in &act.act.printed {
                line(ui, format!("    printed: {printed}"), Face::Body, p.focus);
            }
        }
        if !any {
            let words = "Nothing in the last choices that this screen may know of.";
            line(ui, words.to_owned(), Face::BodyItalic, p.ink2);
        }
    });
}
