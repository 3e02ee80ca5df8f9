//! What a module wanted beyond its limits.

use crate::limits::bytes;

/// A module wanted more than it may have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Excess {
    #[error("it wanted more than its {} of memory", bytes(*.0))]
    Memory(usize),
    #[error("it wanted more than its {0} table elements")]
    Table(usize),
    #[error("it wanted more than its {0} core instances, memories or tables")]
    Parts(usize),
    #[error("it handed over more than the {} that one answer may have", bytes(*.0))]
    Answer(usize),
    #[error("it gave a text of {found} bytes, more than the {} that one may have, which begins “{start}”", bytes(*most))]
    Text { found: usize, most: usize, start: String },
    #[error("the lists of one answer have {found} entries, more than the {most} that they may have")]
    Entries { found: usize, most: usize },
    #[error("one choice wanted to leave more than {} in the record", bytes(*.0))]
    Record(usize),
    #[error("one choice rolled more than {0} dice")]
    Dice(usize),
    #[error("one choice made more than {0} notes")]
    Notes(usize),
    #[error("one call wrote more than {0} lines into its log")]
    LogLines(usize),
    #[error("one call wrote more than {} into its log", bytes(*.0))]
    Log(usize),
    #[error("its state takes {found} bytes, more than the {} that it may have", bytes(*most))]
    State { found: usize, most: usize },
}
