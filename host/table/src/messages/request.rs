//! What clients ask of a table.

use std::{borrow::Cow, path::PathBuf, time::Duration};

use muster_contract::{Seat, Target};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::{Map, Value};

#[cfg(doc)]
use super::{reply::Reply, standing::Standing, update::Update};

/// A request with the number by which its reply is known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Envelope {
    /// The client's own number for it; the reply carries it back.
    pub id: u64,
    /// The request.
    #[serde(flatten)]
    pub request: Request,
}

impl<'de> Deserialize<'de> for Envelope {
    /// A field that a request hasn't is refused: what was misspelt would else be left out without a word.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut fields = Map::<String, Value>::deserialize(from)?;
        let id = fields.remove("id").ok_or_else(|| D::Error::missing_field("id"))?;
        let id = u64::deserialize(id).map_err(D::Error::custom)?;
        let ask = fields.get("ask").cloned();
        let names: Vec<String> = fields.keys().filter(|name| *name != "ask").cloned().collect();
        let request = Request::deserialize(Value::Object(fields)).map_err(D::Error::custom)?;
        // Serde looks at the fields of a request that has none only here.
        let bare =
            serde_json::to_value(&request).ok().and_then(|value| value.as_object().map(Map::len)) == Some(1);
        match names.first().filter(|_| bare) {
            Some(name) => {
                let ask = ask.as_ref().and_then(Value::as_str).unwrap_or_default();
                Err(D::Error::custom(format_args!("unknown field `{name}`, `{ask}` has none")))
            }
            None => Ok(Self { id, request }),
        }
    }
}

impl JsonSchema for Envelope {
    fn schema_name() -> Cow<'static, str> {
        "Request".into()
    }

    /// Each request with its number, so that none may have fields of another.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Request::json_schema(generator);
        let number = u64::json_schema(generator);
        schema.insert("description".into(), "A line that a client writes.".into());
        for request in schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten() {
            let fields = request.get_mut("properties").and_then(Value::as_object_mut);
            let mut number = number.clone();
            number.insert(
                "description".into(),
                "The client's own number for it; the reply carries it back.".into(),
            );
            fields.into_iter().for_each(|fields| drop(fields.insert("id".into(), number.clone().to_value())));
            let required = request.get_mut("required").and_then(Value::as_array_mut);
            required.into_iter().for_each(|required| required.push("id".into()));
        }
        schema
    }
}

/// How much undo takes back or redo does again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// One choice.
    #[default]
    Choice,
    /// The whole command (or draft) that the choice belongs to, as far as nothing bars it.
    Command,
}

/// What a client asks for. Where a seat is named, it must be one of the client's eyes; `eyes` names one of them
/// or, when missing, the public.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// How the table stands. Answer: [`Reply::Standing`].
    Standing,
    /// What a seat or the public sees now; a seat with an open draft sees its draft. Answer: [`Reply::View`].
    View {
        /// Whose view.
        #[serde(default)]
        eyes: Option<Seat>,
    },
    /// What the seat may choose now. Answer: [`Reply::Decisions`].
    Decisions {
        /// The seat.
        seat: Seat,
    },
    /// Labels, costs and consequences of choices. Answer: [`Reply::Details`].
    Details {
        /// The seat.
        seat: Seat,
        /// The choices' ids; unknown ones are left out. Empty means all.
        #[serde(default)]
        choices: Vec<String>,
    },
    /// Takes a choice. Answer: [`Reply::Done`] or [`Reply::Refused`], after which nothing has changed.
    Act {
        /// The seat that chooses.
        seat: Seat,
        /// The seat's revision that the choice was made on.
        revision: u64,
        /// The choice's id.
        choice: String,
        /// What was pointed at, if the client knows it: a refusal then explains it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
    },
    /// Why something can't be chosen, or what it is. Answer: [`Reply::Explained`].
    Explain {
        /// Who asks.
        seat: Seat,
        /// What about.
        target: Target,
    },
    /// The chances of a choice. Answer: [`Reply::Odds`].
    Odds {
        /// Who asks.
        seat: Seat,
        /// The choice's id.
        choice: String,
    },
    /// What a bot that plays "regular" would choose for the seat. It thinks about that beside the table, on what the seat knows, for as
    /// long as the bots of the table may. Answer: [`Reply::Done`] or refused; then comes
    /// [`Update::Advice`], to this client alone, unless the seat is asked something else by then. Who asks again before that is
    /// given advice once.
    Advice {
        /// The seat.
        seat: Seat,
    },
    /// An overlay of the module. Answer: [`Reply::Overlay`].
    Overlay {
        /// For whose eyes.
        #[serde(default)]
        eyes: Option<Seat>,
        /// Its id in the module's description.
        name: String,
        /// What it is about, if it needs something.
        #[serde(default)]
        focus: Option<Target>,
    },
    /// What undo and redo would do for the seat, or why they can't. Answer: [`Reply::UndoOffer`].
    UndoOffer {
        /// The seat.
        seat: Seat,
    },
    /// Takes back the seat's latest choice or command, or takes back its commit. Answer: [`Reply::Done`] or refused.
    Undo {
        /// The seat.
        seat: Seat,
        /// The seat's revision.
        revision: u64,
        /// How much.
        #[serde(default)]
        reach: Reach,
        /// Also past dice, draws, revelations and other seats' decisions. Only the table's host may ask for it, and only
        /// where nobody plays from elsewhere; the journal and the standing mark it.
        #[serde(default)]
        beyond: bool,
    },
    /// Does again what the seat took back, as long as nothing else was chosen since. Answer: done or refused.
    Redo {
        /// The seat.
        seat: Seat,
        /// The seat's revision.
        revision: u64,
        /// How much.
        #[serde(default)]
        reach: Reach,
    },
    /// What happened, from a record on. Answer: [`Reply::Log`].
    Log {
        /// Whose log. After the game anyone's may be read.
        #[serde(default)]
        eyes: Option<Seat>,
        /// The first record wanted; 0 for all.
        #[serde(default)]
        from: u64,
    },
    /// The story of the game so far as a text. After the game it tells everything. Answer: [`Reply::Chronicle`].
    Chronicle {
        /// As whose eyes know it.
        #[serde(default)]
        eyes: Option<Seat>,
    },
    /// The tables and charts to look up; a chart of one moment is drawn on over the turns gone by. Answer: [`Reply::Reports`].
    Reports {
        /// As whose eyes know them.
        #[serde(default)]
        eyes: Option<Seat>,
        /// After which step; now if it is left out.
        #[serde(default)]
        step: Option<u64>,
    },
    /// What happened since the seat's last decision. Answer: [`Reply::Log`].
    SinceMine {
        /// The seat.
        seat: Seat,
    },
    /// How the dice fell, as far as the eyes saw them. Answer: [`Reply::Dice`].
    DiceStatistics {
        /// Whose dice log.
        #[serde(default)]
        eyes: Option<Seat>,
    },
    /// The table after a step. While the game goes on, only the public and the client's eyes; after it, any seat.
    /// Answer: [`Reply::Replay`].
    Replay {
        /// From whose eyes.
        #[serde(default)]
        eyes: Option<Seat>,
        /// The step, 1 to [`Standing::steps`]; 0 is the position before `begin`.
        step: u64,
    },
    /// Copies the journal. Answer: [`Reply::Written`].
    Save {
        /// Where to; an existing file is refused.
        path: PathBuf,
    },
    /// Writes a journal that holds what was in force at a step, to be opened as a table of its own.
    /// Answer: [`Reply::Written`].
    PlayOn {
        /// The step to play on from.
        step: u64,
        /// Where to; an existing file is refused.
        path: PathBuf,
        /// A new seed for the dice from there on; without it they fall as they did here.
        #[serde(default, with = "crate::seed::chosen")]
        #[schemars(schema_with = "crate::seed::chosen::schema")]
        seed: Option<u128>,
    },
    /// How long to wait between the choices of bots, so that they can be watched. Answer: [`Reply::Done`].
    Pace {
        /// Thousandths of a second.
        pause: u64,
    },
    /// Plays the bots' choices without waiting until a person decides. Answer: [`Reply::Done`].
    Skip,
    /// How much a bot thinks a choice over, from its next choice on. Answer: [`Reply::Done`].
    Think {
        /// The allowance.
        budget: Budget,
    },
    /// Goes on after trouble. Answer: [`Reply::Done`], or refused if the trouble is still there, or if the module has
    /// failed too often in a row.
    Retry,
    /// Interrupts the module if it takes too long, as [`TableHandle::stop`](crate::TableHandle::stop) does. Only the
    /// program that runs the table can press that button while the table is busy, and then passes this on; the table
    /// itself has nothing left to stop. Answer: [`Reply::Done`].
    Stop,
    /// The build of the module that played before the last swap takes over again. Answer: [`Reply::Done`] or refused.
    SwapBack,
    /// Writes the journal of a new game from the scenario as its files are now, to be opened as a table of its own.
    /// Answer: [`Reply::Written`], or refused where the files are as they were.
    BeginAgain {
        /// Where to; an existing file is refused.
        path: PathBuf,
        /// Whether this table's choices are made again, as far as they are legal.
        #[serde(default)]
        replay: bool,
    },
    /// What the module takes, and what the house rules do. Answer: [`Reply::Workbench`].
    Workbench,
    /// Takes the client's leave. Everything acknowledged is on disk already. Answer: [`Reply::Done`].
    Quit,
}

/// How long a bot may think about one choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Budget {
    /// So many playouts: the same choice every time, on every machine.
    Playouts(u32),
    /// So many thousandths of a second.
    Millis(u64),
}

impl Budget {
    /// The longest that a bot may be told to think about a choice.
    pub const MOST: Duration = Duration::from_secs(60);
    /// The most playouts that it may be told to make for one.
    pub const MOST_PLAYOUTS: u32 = 100_000;

    /// Whether it is no more than a bot may be allowed.
    #[must_use]
    pub fn is_bounded(self) -> bool {
        match self {
            Self::Playouts(playouts) => playouts <= Self::MOST_PLAYOUTS,
            Self::Millis(millis) => Duration::from_millis(millis) <= Self::MOST,
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::Playouts(32)
    }
}
