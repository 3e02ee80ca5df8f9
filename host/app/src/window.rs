//! The window: the lobby, or a table.

use crate::catalogue::{Catalogue, SavedTable};
use crate::draw::letter;
use crate::first::First;
use crate::keys::{self, Keys};
use crate::lobby::{Chosen, Lobby, Trouble};
use crate::opening::Opening;
use crate::panel::unkept::Unkept;
use crate::settings::{Placed, Settings};
use crate::sound::{Sounds, Speaker};
use crate::spoken;
use crate::table::{Leave, TableScreen, over};
use crate::theme::Palette;

/// What the desktop shows for the window: the picture of the program's entry in its menu.
const ICON: &[u8] = include_bytes!("icon.png");

/// The window's state.
pub struct Window {
    catalogue: Box<dyn Catalogue>,
    settings: Settings,
    kept: Settings,
    moved: Moved,
    dressed: Option<crate::theme::Palette>,
    keyed: Option<Keys>,
    lobby: Lobby,
    table: Option<TableScreen>,
    opening: Option<Opening>,
    // A person was asked, and wants the window closed.
    closing: bool,
    unkept: Option<Unkept>,
    sounds: Sounds,
}

impl Window {
    /// A window on a catalogue, at the lobby.
    pub fn new(context: &egui::Context, mut catalogue: Box<dyn Catalogue>) -> Self {
        letter::install(context);
        catalogue.attach(context.clone());
        let settings = catalogue.settings();
        Self {
            catalogue,
            kept: settings.clone(),
            settings,
            moved: Moved::default(),
            dressed: None,
            keyed: None,
            lobby: Lobby::default(),
            table: None,
            opening: None,
            closing: false,
            unkept: None,
            sounds: Sounds::default(),
        }
    }

    /// Lets what happens at tables be heard.
    pub fn hear_through(&mut self, speaker: Box<dyn Speaker>) {
        self.sounds = Sounds::through(speaker);
    }

    /// Begins with this.
    pub fn begin(&mut self, first: First) {
        match first {
            First::Lobby => {}
            First::Table(table) => self.open(*table),
            First::Saved(saved) => self.resume(saved, false),
            First::Bundle(offer) => self.lobby.offer(offer),
            First::Neither { name, why } => self.lobby.trouble = Some(Trouble::of_file(&name, why)),
        }
    }

    /// Goes straight to a table.
    pub fn open(&mut self, table: crate::catalogue::OpenTable) {
        self.lobby.rest();
        self.table = Some(TableScreen::new(table));
    }

    /// Whether a board is still being drawn beside the frame, or a reply is to come.
    pub fn is_drawing(&self) -> bool {
        self.lobby.is_drawing() || self.table.as_ref().is_some_and(TableScreen::is_drawing)
    }

    /// Paints the window into all of the ui.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        let palette = self.settings.palette();
        if self.dressed != Some(palette) {
            palette.dress(ui.ctx());
            self.dressed = Some(palette);
        }
        if self.keyed.as_ref() != Some(&self.settings.keys) {
            keys::install(ui.ctx(), &self.settings.keys);
            self.keyed = Some(self.settings.keys.clone());
        }
        let zoom = self.settings.scale as f32 / 100.0;
        if (ui.ctx().zoom_factor() - zoom).abs() > 0.001 {
            ui.ctx().set_zoom_factor(zoom);
        }
        if ui.input(|i| i.viewport().close_requested())
            && !self.closing
            && self.table.as_mut().is_some_and(|screen| !screen.may_close())
        {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::CancelClose);
        }
        match &mut self.table {
            None => self.lobby(ui, &palette),
            Some(screen) => match screen.ui(ui, &mut self.settings, self.catalogue.as_mut()) {
                Leave::Stay => {}
                Leave::ToLobby => self.table = None,
                Leave::Close => {
                    self.closing = true;
                    ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
                }
                Leave::For(path, words) => {
                    // The journal can be that of this table, which can't be opened while the table is.
                    let before = self.table.take().map(TableScreen::shut);
                    let saved = SavedTable { path, ..SavedTable::default() };
                    self.resume(saved, false);
                    if let Some(opening) = &mut self.opening {
                        opening.before = before.map(|page| (page, words));
                    }
                    ui.ctx().request_repaint();
                }
            },
        }
        if let Some(sound) = self.table.as_mut().and_then(TableScreen::sound) {
            self.sounds.play(sound, self.settings.sounds, ui.input(|i| i.time));
        }
        self.settings.window = self.moved.stands(ui.ctx(), self.settings.window);
        if self.settings != self.kept {
            let kept = self.catalogue.keep_settings(&self.settings);
            self.unkept = kept.err().map(|why| Unkept::new(ui, &why));
            self.kept = self.settings.clone();
            ui.ctx().request_repaint();
        }
        self.unkept.take_if(|unkept| !unkept.ui(ui, &palette));
        spoken::all(ui.ctx());
    }

    // The lobby, and what is being opened over it.
    fn lobby(&mut self, ui: &mut egui::Ui, p: &Palette) {
        // What is opened hears the keys first.
        let waiting = self.opening.is_some();
        let keys = if waiting { ui.input_mut(|i| std::mem::take(&mut i.events)) } else { Vec::new() };
        let chosen = self.lobby.ui(ui, &mut self.settings, self.catalogue.as_mut());
        ui.input_mut(|i| i.events.extend(keys));
        match chosen.filter(|_| !waiting) {
            Some(Chosen::Table(table)) => self.open(*table),
            Some(Chosen::Saved(saved, accepted)) => self.resume(saved, accepted),
            None => {}
        }
        let Some(mut opening) = self.opening.take() else { return };
        ui.ctx().request_repaint();
        match self.catalogue.resumed() {
            Some(Ok(table)) => {
                self.open(table);
                if let (Some((page, words)), Some(screen)) = (opening.before, &mut self.table) {
                    screen.go_on(page, words, ui.input(|i| i.time));
                }
            }
            Some(Err(why)) => self.lobby.trouble = Some(Trouble::of(why, opening.table)),
            None if over(ui, ui.max_rect(), "opening", |ui| opening.ui(ui, p)) => {}
            None => self.opening = Some(opening),
        }
    }

    fn resume(&mut self, saved: SavedTable, accepted: bool) {
        let playing = self.catalogue.resume(&saved, accepted);
        self.opening = Some(Opening::new(saved, playing));
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        Self::ui(self, ui);
    }
}

/// How long the window stands somewhere, in seconds, before that is remembered: while it is moved or drawn larger, it stands somewhere
/// else in each frame, and what is remembered is written to disk.
const STANDS: f64 = 1.0;

/// Where the window was moved to last, and since when it stands there.
#[derive(Default)]
struct Moved(Option<(Placed, f64)>);

impl Moved {
    /// What is to be remembered of where the window stands.
    fn stands(&mut self, context: &egui::Context, before: Option<Placed>) -> Option<Placed> {
        let now = placed(context, before);
        let (time, closes) = context.input(|i| (i.time, i.viewport().close_requested()));
        let stood = self.0.filter(|(to, _)| Some(*to) == now).map_or(0.0, |(_, since)| time - since);
        if now == before || closes || stood >= STANDS {
            self.0 = None;
            return now;
        }
        if stood == 0.0 {
            self.0 = now.map(|to| (to, time));
        }
        context.request_repaint_after(std::time::Duration::from_secs_f64(STANDS - stood));
        before
    }
}

/// Where the window stands now, if the desktop tells that, and nobody drags it about.
fn placed(context: &egui::Context, before: Option<Placed>) -> Option<Placed> {
    let (about, dragged) = context.input(|i| (i.viewport().clone(), i.pointer.any_down()));
    let Some(inside) = about.inner_rect.filter(|_| !dragged && about.minimized != Some(true)) else {
        return before;
    };
    if about.maximized == Some(true) || about.fullscreen == Some(true) {
        return Some(Placed { maximized: true, ..before.unwrap_or_default() });
    }
    // It is told in points of the size that everything has, and remembered in those of the desktop.
    let zoom = context.zoom_factor();
    let size = (inside.size() * zoom).round();
    let corner = about.outer_rect.map(|outer| (outer.min.to_vec2() * zoom).round());
    let at = corner.map(|corner| [corner.x as i32, corner.y as i32]);
    Some(Placed { size: [size.x as u32, size.y as u32], at, maximized: false })
}

/// The window as it was left.
fn as_left(viewport: egui::ViewportBuilder, placed: Placed) -> egui::ViewportBuilder {
    let viewport = viewport
        .with_inner_size(placed.size.map(|side| side as f32))
        .with_maximized(placed.maximized)
        // It may have been left on a screen that is larger, or not there any more.
        .with_clamp_size_to_monitor_size(true);
    match placed.at {
        Some(at) => viewport.with_position(at.map(|side| side as f32)),
        None => viewport,
    }
}

/// What keeps the window from opening.
#[derive(Debug, thiserror::Error)]
#[error("the window can't be opened: {0}")]
pub struct NoWindow(String);

/// Opens the window and stays until it is closed.
pub fn run(
    mut catalogue: Box<dyn Catalogue>,
    speaker: Option<Box<dyn Speaker>>,
    first: First,
) -> Result<(), NoWindow> {
    let viewport = egui::ViewportBuilder::default()
        .with_title("Muster")
        .with_app_id("muster")
        .with_min_inner_size([880.0, 620.0]);
    let viewport = as_left(viewport, catalogue.settings().window.unwrap_or_default());
    let viewport = match eframe::icon_data::from_png_bytes(ICON) {
        Ok(icon) => viewport.with_icon(icon),
        Err(_) => viewport,
    };
    let options = eframe::NativeOptions { viewport, renderer: eframe::Renderer::Glow, ..Default::default() };
    eframe::run_native(
        "Muster",
        options,
        Box::new(|creation| {
            let mut window = Window::new(&creation.egui_ctx, catalogue);
            if let Some(speaker) = speaker {
                window.hear_through(speaker);
            }
            window.begin(first);
            Ok(Box::new(window))
        }),
    )
    .map_err(|error| NoWindow(in_words(&error.to_string())))
}

/// Why there is no window, without the places in other programs' sources that libraries write into their messages.
fn in_words(message: &str) -> String {
    let told = message.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    let words = told.map_or(message, |(_, words)| words);
    if words.contains("DISPLAY") {
        let remedy = "`muster table` and `muster sim` play without a window";
        return format!("there is no display in this session ({}); {remedy}", words.trim_end_matches('.'));
    }
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_comes_back_where_it_was_left() {
        let context = egui::Context::default();
        let stands = |min: [f32; 2], maximized: bool, before: Option<Placed>| {
            let inside = egui::Rect::from_min_size(min.into(), egui::vec2(1000.0, 700.0));
            let mut input = egui::RawInput::default();
            let about = input.viewports.entry(egui::ViewportId::ROOT).or_default();
            about.inner_rect = Some(inside);
            about.outer_rect = Some(inside.expand(10.0));
            about.maximized = Some(maximized);
            let mut found = before;
            context.run_ui(input, |ui| found = placed(ui.ctx(), before)).textures_delta.clear();
            found
        };
        let left = Placed { size: [1000, 700], at: Some([40, 30]), maximized: false };
        assert_eq!(stands([50.0, 40.0], false, None), Some(left));
        let filled = Placed { maximized: true, ..left };
        assert_eq!(stands([0.0, 0.0], true, Some(left)), Some(filled), "its size from before is kept");
        let built = as_left(egui::ViewportBuilder::default(), filled);
        assert_eq!(
            (built.inner_size, built.position),
            (Some([1000.0, 700.0].into()), Some([40.0, 30.0].into()))
        );
        assert_eq!(built.maximized, Some(true));
        // A desktop that doesn't tell where it stands changes nothing.
        let mut found = None;
        let mut output = context.run_ui(egui::RawInput::default(), |ui| found = placed(ui.ctx(), Some(left)));
        output.textures_delta.clear();
        assert_eq!(found, Some(left));
    }

    #[test]
    fn where_the_window_stands_is_remembered_once_it_stands_there() {
        let context = egui::Context::default();
        let mut moved = Moved::default();
        let mut stands = |left: f32, time: f64, closes: bool| {
            let mut input = egui::RawInput { time: Some(time), ..egui::RawInput::default() };
            let about = input.viewports.entry(egui::ViewportId::ROOT).or_default();
            about.inner_rect = Some(egui::Rect::from_min_size([left, 0.0].into(), egui::vec2(1000.0, 700.0)));
            about.outer_rect = about.inner_rect;
            about.events.extend(closes.then_some(egui::ViewportEvent::Close));
            let mut found = None;
            context.run_ui(input, |ui| found = moved.stands(ui.ctx(), None)).textures_delta.clear();
            found.and_then(|placed: Placed| placed.at)
        };
        let moving = [(10.0, 1.0), (20.0, 1.5), (30.0, 2.2), (40.0, 3.4), (40.0, 4.0)];
        assert_eq!(moving.map(|(left, time)| stands(left, time, false)), [None; 5]);
        assert_eq!(stands(40.0, 4.5, false), Some([40, 0]));
        assert_eq!(
            (stands(50.0, 5.0, false), stands(60.0, 5.1, true)),
            (None, Some([60, 0])),
            "it is closed"
        );
    }

    #[test]
    fn a_missing_display_is_told_in_words() {
        let winit = "winit EventLoopError: os error at /a/b/src/platform_impl/linux/mod.rs:758: neither WAYLAND_DISPLAY nor WAYLAND_SOCKET nor DISPLAY is set.";
        assert_eq!(
            in_words(winit),
            "there is no display in this session (neither WAYLAND_DISPLAY nor WAYLAND_SOCKET nor DISPLAY is set); \
             `muster table` and `muster sim` play without a window"
        );
        assert_eq!(in_words("no OpenGL: 2.1 is too old"), "no OpenGL: 2.1 is too old");
    }
}
