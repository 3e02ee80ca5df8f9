//! What a program does beside a table, on the table's thread.

use crate::table::Table;

/// Called on the table's thread whenever a game is over, before anybody is told: when it ends, when it ends anew after the
/// end was taken back, and when a table is opened whose game was over.
pub type AtEnd = Box<dyn FnMut(&mut Table) + Send>;

/// Called on the table's thread when something was done at the table and then nothing more for a while, once it is opened, and when
/// it is closed.
pub type AtRest = Box<dyn FnMut(&mut Table) + Send>;

/// What a program does beside a table, on the table's thread.
#[derive(Default)]
pub struct Attendant {
    /// When the game is over.
    pub at_end: Option<AtEnd>,
    /// When nothing more is done for a while.
    pub at_rest: Option<AtRest>,
}
