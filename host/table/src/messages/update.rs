//! What a table sends to its clients.

use muster_contract::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    record::LogItem,
    reply::Reply,
    standing::{Pause, Standing},
};

/// Anything that a table sends to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "each is made once and moved to whoever reads it")]
pub enum FromTable {
    /// The answer to a request.
    Reply {
        /// The number of the request's envelope.
        id: u64,
        /// The answer.
        #[serde(flatten)]
        reply: Reply,
    },
    /// Something happened.
    Update(Update),
}

/// What a table sends without being asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "update", rename_all = "kebab-case")]
pub enum Update {
    /// The table changed. Views, decisions and offers asked for before are old.
    Changed {
        /// The records that are new, for all of the client's eyes together.
        news: Vec<LogItem>,
        /// The last step still in force, when steps were taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        back_to: Option<u64>,
        /// How the table stands.
        standing: Standing,
    },
    /// A draft was changed, opened, committed or taken back. Others learn only the standing.
    Draft {
        /// How the table stands.
        standing: Standing,
    },
    /// A bot begins or stops thinking.
    Thinking {
        /// Its seat; none when no bot thinks.
        seat: Option<Seat>,
    },
    /// What a bot would choose, as this client has asked (the request `advice`).
    Advice {
        /// For which seat.
        seat: Seat,
        /// The seat's revision that it is advice on.
        revision: u64,
        /// The id of the choice; none where the bot failed.
        choice: Option<String>,
    },
    /// Trouble: the table stands on its last good state until `retry`.
    Paused {
        /// What happened.
        pause: Pause,
    },
    /// The table goes on.
    Resumed,
    /// The scenario was changed before the first choice, and the table is set up again. Nothing that was known of it
    /// holds: the boards can be others.
    SetUp {
        /// How the table stands.
        standing: Standing,
    },
    /// How the table stands has changed, and nothing that anybody sees on it.
    Standing {
        /// How it stands.
        standing: Standing,
    },
    /// Something that a person should read (the disk is full, a choice of a draft had to be dropped).
    Notice {
        /// The seat that it is for, and only whoever looks from there may read it; none if everybody may who gets it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// In words.
        text: String,
    },
    /// The table is closed; nothing more will come.
    Closed,
}
