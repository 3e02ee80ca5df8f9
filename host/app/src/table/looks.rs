//! How each person at this screen looks at the table: where on its boards, through which overlays, with which panels out. Whoever
//! comes back finds it as it was.

use super::TableScreen;
use crate::panel::field::Look;
use muster_contract::{Seat, Target};

/// What one of them looks at, while another sits here.
pub(super) struct Looks {
    fields: Vec<Look>,
    overlays: Vec<(String, Option<Target>)>,
    drawer: bool,
    unfolded: bool,
    show_trace: bool,
}

impl TableScreen {
    /// Keeps how the seat that looked until now did so.
    pub(super) fn keep_looks(&mut self, seat: Seat) {
        let looks = Looks {
            fields: self.fields.iter().map(|field| field.look()).collect(),
            overlays: self.session.overlays_on(),
            drawer: self.drawer,
            unfolded: self.unfolded,
            show_trace: self.show_trace,
        };
        self.looks.insert(seat, looks);
    }

    /// Looks as a seat did before; one that comes for the first time finds its own way about the boards.
    pub(super) fn look_as_before(&mut self, seat: Seat) {
        let Some(looks) = self.looks.remove(&seat) else {
            return self.fields.iter_mut().for_each(|field| field.look_so(Look::default()));
        };
        for (field, look) in self.fields.iter_mut().zip(looks.fields) {
            field.look_so(look);
        }
        (self.drawer, self.unfolded, self.show_trace) = (looks.drawer, looks.unfolded, looks.show_trace);
        self.session.set_overlays(looks.overlays);
    }
}
