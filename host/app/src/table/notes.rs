//! The guide's notes: which of them a person has read, and where the one that belongs to what is asked lies.

use super::TableScreen;
use super::outcome::covered;
use crate::catalogue::GuideNote;
use crate::keys;
use crate::panel::dodge::{Corner, From};
use crate::panel::{Ask, card, with_keys};
use crate::settings::Settings;
use crate::theme::Palette;
use egui::{Rect, Ui, vec2};
use muster_contract::{Board, Target, UnitView, View};
use std::collections::HashSet;

/// Between a note and the board's edge.
const EDGE: f32 = 22.0;
/// Between a note and what folds a column.
const BESIDE: f32 = 6.0;
/// What the strip under the board takes.
const STRIP: f32 = 40.0;
/// A name of fewer letters may be part of any text.
const SHORTEST: usize = 3;

/// What is known of the notes.
#[derive(Default)]
pub(super) struct Notes {
    // Whether the game was begun before: then what was read stays read.
    begun: bool,
    // Those that were read; none before that is looked up.
    read: Option<HashSet<usize>>,
    corner: Corner,
    about: About,
}

/// What a note speaks of, as long as it is shown and nothing else is seen.
#[derive(Default)]
struct About {
    of: Option<(usize, u64)>,
    targets: Vec<Target>,
}

/// Whether a text names something, in whole words.
fn names(text: &str, name: &str) -> bool {
    let apart = |next: Option<char>| next.is_none_or(|next| !next.is_alphanumeric());
    name.chars().count() >= SHORTEST
        && text
            .match_indices(name)
            .any(|(at, _)| apart(text[..at].chars().last()) && apart(text[at + name.len()..].chars().next()))
}

/// The units and places that a note speaks of.
fn spoken_of(note: &GuideNote, view: &View, boards: &[Board]) -> Vec<Target> {
    let said = format!("{}\n{}", note.title, note.text);
    let label = |unit: &&UnitView| unit.face.as_ref().is_some_and(|face| names(&said, &face.label));
    let units = view.units.iter().filter(label).map(|unit| unit.id.clone());
    let spaces = boards.iter().flat_map(|board| &board.spaces).filter(|space| names(&said, &space.title));
    let spaces = spaces.map(|space| Target::Space(space.id.clone()));
    note.unit.iter().cloned().chain(units).map(Target::Unit).chain(spaces).collect()
}

impl Notes {
    /// Those of a game that was begun before, or is begun now.
    pub(super) fn of(begun: bool) -> Self {
        Self { begun, ..Self::default() }
    }
}

impl TableScreen {
    // How a note is called where it is kept that it was read.
    fn kept_as(&self, note: usize) -> String {
        format!("{}: {}", self.title, self.notes[note].title)
    }

    // A game that is begun anew is guided anew.
    fn look_up_notes(&mut self, settings: &mut Settings) {
        if self.read_notes.read.is_some() {
            return;
        }
        let mut read = HashSet::new();
        for note in 0..self.notes.len() {
            let kept = self.kept_as(note);
            if !self.read_notes.begun {
                settings.notes_read.remove(&kept);
            } else if settings.notes_read.contains(&kept) {
                read.insert(note);
            }
        }
        self.read_notes.read = Some(read);
    }

    /// Lays the note over the board that belongs to what is asked, where it covers the least of that.
    pub(super) fn guide(
        &mut self,
        ui: &mut Ui,
        board: Rect,
        settings: &mut Settings,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        // What is asked now isn't what is looked at while one looks back, or a step is shown event by event.
        if !settings.guide || self.session.moment.is_some() || self.session.told.is_some() {
            return;
        }
        // Nor does it lie where a piece may be let go, or over what is listed.
        if self.fields.iter().any(|field| field.holds_piece() || field.lists_choices()) {
            return;
        }
        self.look_up_notes(settings);
        let Some(at) = self.guide_note() else { return };
        let mut note = self.notes[at].clone();
        note.text = with_keys(&note.text, &self.description, &keys::now(ui.ctx()));
        let about = &mut self.read_notes.about;
        if about.of != Some((at, self.session.sight))
            && let Some(view) = &self.session.view
        {
            // Another note chooses anew where it lies.
            if about.of.is_none_or(|(before, _)| before != at) {
                self.read_notes.corner = Corner::default();
            }
            *about =
                About { of: Some((at, self.session.sight)), targets: spoken_of(&note, view, &self.boards) };
        }
        let about = &self.read_notes.about.targets;
        // What folds the columns stands beside it, not on it.
        let [left, right] = self.handles_over().map(|handle| EDGE.max(handle + BESIDE));
        let room = Rect::from_min_max(board.min + vec2(left, EDGE), board.max - vec2(right, STRIP + EDGE));
        let (fields, session) = (&self.fields, &self.session);
        let under = |rect: Rect| covered(fields, session, rect, about);
        let corner = &mut self.read_notes.corner;
        let mut lies = None;
        let place = |size| *lies.insert(corner.place(From::Top, room, size, under));
        let read = card::note(ui, board, place, &note, p, asks);
        self.lies_over_board(lies);
        if read {
            settings.notes_read.insert(self.kept_as(at));
            self.read_notes.read.get_or_insert_default().insert(at);
        }
    }

    fn guide_note(&self) -> Option<usize> {
        let d = self.session.decision()?;
        let turn = self.session.view.as_ref().map_or(0, |v| v.turn.number);
        let read = |i: &usize| self.read_notes.read.as_ref().is_some_and(|read| read.contains(i));
        (0..self.notes.len()).find(|i| self.notes[*i].fits(d, turn) && !read(i))
    }
}
