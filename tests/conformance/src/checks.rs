//! The checks, a file for each subject.

pub mod asking;
pub mod coverage;
pub mod drafts;
pub mod events;
pub mod legality;
pub mod order;
pub mod play;
pub mod record;
pub mod secrecy;
pub mod texts;
pub mod undo;
