//! Ways to break the game, one line each, so that every check of the conformance suite can be seen to catch
//! something. Without the feature `broken` none of this is in the game.

/// What is broken. The scenario's fact `fault` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is named for what it does")]
pub enum Fault {
    DeadEnd,
    NeverEnds,
    ForgetsOnSave,
    TrustsSaves,
    CountsCalls,
    PanicsOnListed,
    SameIdTwice,
    NoPrompt,
    NoCitation,
    ExplainContradicts,
    ExplainSilent,
    ExplainNoReason,
    ViewShowsStrength,
    ViewOrderTells,
    PublicViewTells,
    OnlyAskedWithCard,
    ListOrderTells,
    LabelTells,
    ExplainTells,
    OddsTell,
    OddsFallShort,
    OverlayTells,
    OverlayTellsOrder,
    WaitsTell,
    WeightsTell,
    PolicyTells,
    ReportTells,
    SampleKeepsFord,
    SampleKeepsHands,
    SampleKeepsBlocks,
    SampleKeepsBreaking,
    SampleKeepsLedger,
    SampleMovesSeen,
    SampleForgetsStage,
    SampleDealsSeenCards,
    SilentRoll,
    SilentLook,
    DraftSharesPool,
    DraftRolls,
    DraftTells,
    DraftShows,
    EventNamesUnit,
    EventTextNames,
    EventOrderTells,
    HitsOnFour,
    BadEstimate,
    Traps,
    Loops,
    EatsMemory,
}

/// All of them, by the names that scenarios use.
#[cfg(feature = "broken")]
const NAMES: &[(&str, Fault)] = &[
    ("dead-end", Fault::DeadEnd),
    ("never-ends", Fault::NeverEnds),
    ("forgets-on-save", Fault::ForgetsOnSave),
    ("trusts-saves", Fault::TrustsSaves),
    ("counts-calls", Fault::CountsCalls),
    ("panics-on-listed", Fault::PanicsOnListed),
    ("same-id-twice", Fault::SameIdTwice),
    ("no-prompt", Fault::NoPrompt),
    ("no-citation", Fault::NoCitation),
    ("explain-contradicts", Fault::ExplainContradicts),
    ("explain-silent", Fault::ExplainSilent),
    ("explain-no-reason", Fault::ExplainNoReason),
    ("view-shows-strength", Fault::ViewShowsStrength),
    ("view-order-tells", Fault::ViewOrderTells),
    ("public-view-tells", Fault::PublicViewTells),
    ("only-asked-with-card", Fault::OnlyAskedWithCard),
    ("list-order-tells", Fault::ListOrderTells),
    ("label-tells", Fault::LabelTells),
    ("explain-tells", Fault::ExplainTells),
    ("odds-tell", Fault::OddsTell),
    ("odds-fall-short", Fault::OddsFallShort),
    ("overlay-tells", Fault::OverlayTells),
    ("overlay-tells-order", Fault::OverlayTellsOrder),
    ("waits-tell", Fault::WaitsTell),
    ("weights-tell", Fault::WeightsTell),
    ("policy-tells", Fault::PolicyTells),
    ("report-tells", Fault::ReportTells),
    ("sample-keeps-ford", Fault::SampleKeepsFord),
    ("sample-keeps-hands", Fault::SampleKeepsHands),
    ("sample-keeps-blocks", Fault::SampleKeepsBlocks),
    ("sample-keeps-breaking", Fault::SampleKeepsBreaking),
    ("sample-keeps-ledger", Fault::SampleKeepsLedger),
    ("sample-moves-seen", Fault::SampleMovesSeen),
    ("sample-forgets-stage", Fault::SampleForgetsStage),
    ("sample-deals-seen-cards", Fault::SampleDealsSeenCards),
    ("silent-roll", Fault::SilentRoll),
    ("silent-look", Fault::SilentLook),
    ("draft-shares-pool", Fault::DraftSharesPool),
    ("draft-rolls", Fault::DraftRolls),
    ("draft-tells", Fault::DraftTells),
    ("draft-shows", Fault::DraftShows),
    ("event-names-unit", Fault::EventNamesUnit),
    ("event-text-names", Fault::EventTextNames),
    ("event-order-tells", Fault::EventOrderTells),
    ("hits-on-four", Fault::HitsOnFour),
    ("bad-estimate", Fault::BadEstimate),
    ("traps", Fault::Traps),
    ("loops", Fault::Loops),
    ("eats-memory", Fault::EatsMemory),
];

#[cfg(feature = "broken")]
impl Fault {
    /// The fault of this name.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, fault)| fault)
    }

    /// Every fault's name.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|&(name, _)| name)
    }
}

/// A count that no game should have: it belongs to the program, not to the state.
#[cfg(feature = "broken")]
pub(crate) fn calls() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static CALLS: AtomicU32 = AtomicU32::new(0);
    CALLS.fetch_add(1, Ordering::Relaxed)
}

/// A count that no game should have.
#[cfg(not(feature = "broken"))]
pub(crate) fn calls() -> u32 {
    0
}
