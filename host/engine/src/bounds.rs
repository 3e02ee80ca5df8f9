//! How large an answer may be. Every answer of a module is looked at before it is turned into the host's own
//! types: what a table keeps, sends and shows has to be of a size that a table, a client and a window can bear.

use wasmtime::component::ResourceAny;

use crate::{excess::Excess, limits::Limits};

/// So much of a text that is too long is told.
const START: usize = 40;

/// What an answer may still hold.
pub(crate) struct Room<'a> {
    limits: &'a Limits,
    entries: usize,
}

impl<'a> Room<'a> {
    /// Room for a whole answer.
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Self { limits, entries: 0 }
    }
}

/// Something that a module hands to the host.
pub(crate) trait Bounded {
    /// What of it is too much, if anything is.
    fn within(&self, room: &mut Room<'_>) -> Result<(), Excess>;
}

/// A saved state, which isn't a list like others.
pub(crate) struct State(pub(crate) Vec<u8>);

/// Whether a text is too long.
pub(crate) fn text(text: &str, limits: &Limits) -> Result<(), Excess> {
    if text.len() <= limits.text {
        return Ok(());
    }
    Err(Excess::Text { found: text.len(), most: limits.text, start: text.chars().take(START).collect() })
}

macro_rules! small {
    ($($type:ty)*) => { $(
        impl Bounded for $type {
            fn within(&self, _: &mut Room<'_>) -> Result<(), Excess> {
                Ok(())
            }
        }
    )* };
}

small! { () bool u8 u32 u64 i32 ResourceAny }

impl Bounded for String {
    fn within(&self, room: &mut Room<'_>) -> Result<(), Excess> {
        text(self, room.limits)
    }
}

impl Bounded for State {
    fn within(&self, room: &mut Room<'_>) -> Result<(), Excess> {
        match (self.0.len(), room.limits.state) {
            (found, most) if found > most => Err(Excess::State { found, most }),
            _ => Ok(()),
        }
    }
}

impl<T: Bounded> Bounded for Vec<T> {
    fn within(&self, room: &mut Room<'_>) -> Result<(), Excess> {
        room.entries += self.len();
        if room.entries > room.limits.entries {
            return Err(Excess::Entries { found: room.entries, most: room.limits.entries });
        }
        self.iter().try_for_each(|entry| entry.within(room))
    }
}

impl<T: Bounded> Bounded for Option<T> {
    fn within(&self, room: &mut Room<'_>) -> Result<(), Excess> {
        self.as_ref().map_or(Ok(()), |it| it.within(room))
    }
}

impl<T: Bounded, E: Bounded> Bounded for Result<T, E> {
    fn within(&self, room: &mut Room<'_>) -> Result<(), Excess> {
        match self {
            Ok(it) => it.within(room),
            Err(it) => it.within(room),
        }
    }
}

/// For records (every field named) and for enums and variants (every case, with `it` for what a case carries).
macro_rules! bounded {
    ($type:path, record { $($field:ident),* }) => {
        impl $crate::bounds::Bounded for $type {
            fn within(&self, room: &mut $crate::bounds::Room<'_>) -> Result<(), $crate::excess::Excess> {
                let Self { $($field),* } = self;
                $($field.within(room)?;)*
                Ok(())
            }
        }
    };
    ($type:path, choice { $($case:ident $(($it:ident))?),* }) => {
        impl $crate::bounds::Bounded for $type {
            fn within(&self, room: &mut $crate::bounds::Room<'_>) -> Result<(), $crate::excess::Excess> {
                // Most enums carry nothing.
                let _ = &room;
                match self {
                    $(Self::$case $(($it))? => { $($it.within(room)?;)? })*
                }
                Ok(())
            }
        }
    };
}
pub(crate) use bounded;
