//! The contract between Muster and a game system, as Rust types.
//!
//! The types are made from the WIT package in `wit/0.1` of this crate and from nothing else, so that a word means one thing on
//! both sides of the boundary; they also go over the table's JSON protocol and into its journal. To
//! them this crate adds the two traits through which the host, the conformance suite and the tests see a
//! module, whether it is a component or compiled natively: [`Module`] and [`Game`].

/// What `wit-bindgen` makes of the package: the imports that a module calls and the traits that it exports.
#[allow(missing_docs, clippy::all, clippy::pedantic, rustdoc::all)]
pub mod bindings {
    macro_rules! generate {
        ($($more:tt)*) => {
            wit_bindgen::generate!({
                path: "wit/0.1",
                world: "module",
                pub_export_macro: true,
                default_bindings_module: "muster_contract::bindings",
                generate_unused_types: true,
                additional_derives: [
                    PartialEq, Eq, Hash, Clone, serde::Serialize, serde::Deserialize, $($more)*
                ],
            });
        };
    }
    #[cfg(feature = "schema")]
    generate!(schemars::JsonSchema);
    #[cfg(not(feature = "schema"))]
    generate!();
}

/// The longest name of a choice, space or anything else that a client may send, in bytes. A module may say it again in
/// its answer, and must not be made to say more than it may.
pub const LONGEST_NAME: usize = 4 << 10;

mod awaited;
mod described;
mod game;
mod in_force;
mod log;
mod odds;
pub mod printable;
mod records;
mod reports;
mod rulebook;
mod sections;
mod usage;

/// What rules in force and a game tell each other.
pub mod hooks {
    pub use crate::bindings::muster::game::hooks::*;

    /// The name of the custom event by which a game says that a rule changes its position, whether the position took it or not; its
    /// JSON is the rule's id.
    pub const EDITED: &str = "edited";
    /// The name of the custom event by which it says that it refused what a rule wanted changed; its JSON is the rule's id. It is for no
    /// seat, since its text has the reason.
    pub const EDIT_REFUSED: &str = "edit-refused";
}

pub use awaited::Awaited;
pub use bindings::exports::muster::game::rules::{
    AttributeInfo, ChangeInfo, DatumType, DecisionKind, Description, EffectKind, FactInfo, HookInfo,
    NumberSpan, OverlayInfo, Phase, PieceForm, Policy, QueryInfo, RuleOption, Setup, Side, UnitKind,
    ValueType,
};
pub use bindings::muster::game::map::{Board, Edge, Grid, Space, SpaceKind};
pub use bindings::muster::game::types::*;
pub use bindings::muster::game::units::Unit;
pub use game::{Dice, Game, Module, Position, Trouble};
pub use in_force::{InForce, RefusedEdit, RuleAct, RuleAnswer, RuleFailure, RuleText, Rules};
pub use log::{Log, Logged};
pub use odds::{Span, fault_in_odds};
pub use reports::fault_in_reports;
pub use rulebook::Rulebook;
pub use sections::{Section, cited, has_section, is_number};
pub use usage::{Allowance, CallUsage, Usage};
