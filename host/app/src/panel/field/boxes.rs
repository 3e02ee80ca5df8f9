//! The boxes of sides on a second board: tinted from their back to their front, with their names and notes.

use crate::board::chart::{Cell, Front};
use crate::draw::letter::{Face, Letters};
use crate::panel::livery;
use crate::panel::states::Seen;
use crate::theme::mix;
use egui::{Color32, Rect, pos2};
use muster_contract::{Description, SpaceNote};

impl Seen<'_> {
    fn box_rect(&self, cell: &Cell) -> Rect {
        self.camera.rect(Rect::from_points(&cell.outline), self.view)
    }

    /// Paints the boxes that belong to a side.
    pub fn boxes(&self, description: &Description) {
        let p = self.p;
        for cell in &self.chart.cells {
            let Some(side) = &cell.side else { continue };
            let livery = livery(description, p, Some(side));
            let rect = self.box_rect(cell);
            let (back, front) = (mix(p.paper, livery.body, 0.24), mix(p.paper, livery.body, 0.05));
            let (top, foot) = match cell.front {
                Some(Front::North) => (front, back),
                _ => (back, front),
            };
            self.ink(|ink| {
                ink.graded(rect, top, foot);
                ink.rect(rect, Color32::TRANSPARENT, 1.0, p.ink2);
            });
        }
    }

    /// Writes the names of the boxes and the notes in them.
    pub fn box_words(&self, description: &Description, notes: &[SpaceNote]) {
        let p = self.p;
        for cell in &self.chart.cells {
            let Some(side) = &cell.side else { continue };
            let livery = livery(description, p, Some(side));
            let rect = self.box_rect(cell);
            let z = self.camera.zoom.clamp(0.7, 1.15);
            let y = match cell.front {
                Some(Front::North) => rect.bottom() - 9.0 * z,
                _ => rect.top() + 19.0 * z,
            };
            let title = Letters::new(&cell.title, Face::Title.at(14.0 * z), livery.text).tracked(0.5);
            let taken = title.paint(self.painter, pos2(rect.left() + 10.0, y));
            if let Some(note) = notes.iter().find(|note| note.space == cell.id) {
                let words = Letters::new(&note.text, Face::BodyItalic.at(13.0 * z), p.ink2).right();
                // What has no room beside the name is left out.
                if words.width(self.painter) + taken + 28.0 < rect.width() {
                    words.paint(self.painter, pos2(rect.right() - 10.0, y));
                }
            }
        }
    }
}
