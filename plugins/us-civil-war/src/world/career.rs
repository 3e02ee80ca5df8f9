//! What the Turn Record Track says of generals (§16.2), each in his own row of the roster.

use muster_contract::Refusal;
use muster_sdk::refuse;

use super::{General, LAST_TURN, Theater};

/// What happens to a general in the Leader Management Phase of a turn (§16.2 to §16.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Career {
    /// He comes into play.
    Arrive,
    /// He goes up to these stars (§16.3.1).
    Promote,
    /// He goes down to these stars (§16.3.2).
    Demote,
    /// He leaves the game (§16.4).
    Remove,
    /// He goes to the Unassigned Box (§16.5.2).
    Unassign,
    /// He comes back from there (§16.5.2).
    Return,
    /// Nothing but a free transfer (§16.6).
    Transfer,
}

impl Career {
    const WORDS: [(&'static str, Self); 7] = [
        ("arrive", Self::Arrive),
        ("promote", Self::Promote),
        ("demote", Self::Demote),
        ("remove", Self::Remove),
        ("unassigned", Self::Unassign),
        ("return", Self::Return),
        ("transfer", Self::Transfer),
    ];
}

/// One event of the Turn Record Track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CareerEvent {
    /// The turn, 1 to 20.
    pub turn: u8,
    /// Whose it is.
    pub general: General,
    /// What happens.
    pub what: Career,
    /// His rank afterwards, 1 to 4; none if he leaves, or keeps it.
    pub stars: Option<u8>,
    /// Where he is placed, unless he replaces somebody.
    pub theater: Option<Theater>,
    /// Whom he replaces (r/w), and so where he goes.
    pub replaces: Option<General>,
    /// The mark (T): he may be transferred for nothing afterwards (§16.6).
    pub free_transfer: bool,
    /// The owner may leave it undone (§S0).
    pub optional: bool,
    /// The number of the box of the track that he shares with others, from 1; 0 if he has his own.
    pub shared: u8,
}

/// Reads a career: events with semicolons between, each a turn, a word of [`Career`] and what goes with it. `boxes` are the names of
/// shared boxes read so far, to which it adds its own; `named` finds a general by his id.
pub(super) fn read(
    general: General,
    text: &str,
    boxes: &mut Vec<String>,
    named: impl Fn(&str) -> Option<General>,
) -> Result<Vec<CareerEvent>, Refusal> {
    let mut events = Vec::new();
    for part in text.split(';').filter(|part| !part.trim().is_empty()) {
        let wrong = |why: String| refuse(format!("career \"{}\": {why}", part.trim()), "16.2");
        let event = event_of(general, part, boxes, &named).map_err(wrong)?;
        let after = events.last().is_none_or(|last: &CareerEvent| last.turn <= event.turn);
        if !after {
            return Err(wrong("stands after a later turn".to_owned()));
        }
        events.push(event);
    }
    Ok(events)
}

fn event_of(
    general: General,
    part: &str,
    boxes: &mut Vec<String>,
    named: &impl Fn(&str) -> Option<General>,
) -> Result<CareerEvent, String> {
    let mut words = part.split_whitespace();
    let turn = words.next().and_then(|word| word.parse().ok()).filter(|turn| (1..=LAST_TURN).contains(turn));
    let turn = turn.ok_or_else(|| format!("begins with no turn from 1 to {LAST_TURN}"))?;
    let word = words.next().unwrap_or_default();
    let what = Career::WORDS.iter().find(|(name, _)| *name == word).map(|&(_, what)| what);
    let what = what.ok_or_else(|| {
        let known = Career::WORDS.map(|(name, _)| name).join(", ");
        format!("{word:?} is none of {known}")
    })?;
    let mut event = CareerEvent {
        turn,
        general,
        what,
        stars: None,
        theater: None,
        replaces: None,
        free_transfer: false,
        optional: false,
        shared: 0,
    };
    while let Some(word) = words.next() {
        match word {
            "1" | "2" | "3" | "4" => event.stars = word.parse().ok(),
            "free-transfer" => event.free_transfer = true,
            "optional" => event.optional = true,
            "for" => {
                let whom = words.next().unwrap_or_default();
                let found = named(whom).ok_or_else(|| format!("there is no general {whom:?}"))?;
                event.replaces = Some(found);
            }
            "box" => {
                let name = words.next().ok_or("\"box\" needs a name")?;
                let known = boxes.iter().position(|known| known == name).unwrap_or_else(|| {
                    boxes.push(name.to_owned());
                    boxes.len() - 1
                });
                event.shared = u8::try_from(known + 1).map_err(|_| "it is a box too many; 255 fit")?;
            }
            _ => {
                let theater = Theater::named(word).ok_or_else(|| format!("{word:?} isn't known"))?;
                event.theater = Some(theater);
            }
        }
    }
    let ranked = matches!(what, Career::Arrive | Career::Promote | Career::Demote | Career::Return);
    if ranked && event.stars.is_none() {
        return Err("needs his stars, 1 to 4".to_owned());
    }
    if matches!(what, Career::Arrive | Career::Return) && event.theater.is_none() && event.replaces.is_none()
    {
        return Err("needs a theater (E, W, TM), or \"for\" and a general".to_owned());
    }
    Ok(event)
}
