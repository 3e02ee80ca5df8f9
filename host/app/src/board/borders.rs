//! Lines that stand nowhere on the ground: boundaries of states, and the frame around an inset.

use super::ground::Sheet;
use crate::theme::fade;
use egui::Pos2;

impl Sheet<'_> {
    /// Boundaries as quiet dashes, frames as a double line; a frame of the least rank is a single fine one.
    pub fn borders(&mut self) {
        let p = *self.palette;
        let lines = |feature: &str| -> Vec<(Vec<Pos2>, u8)> {
            let ways = self.chart.ways.iter().filter(|w| w.feature == feature);
            ways.map(|w| (self.all(&w.course), w.rank)).collect()
        };
        let (borders, frames) = (lines("border"), lines("frame"));
        let w = self.width(1.5);
        for (line, _) in borders {
            self.ink.dashed(&line, w, fade(p.ink3, 0.5), 7.0, 4.0);
        }
        for (line, rank) in frames {
            if rank <= 1 {
                self.ink.line(&line, w * 0.7, p.ink3);
            } else {
                self.ink.line(&line, w * 3.6, p.ink2);
                self.ink.line(&line, w * 1.8, p.sheet);
            }
        }
    }
}
