//! How large an answer may be. Every answer of a module is looked at before it is turned into the host's own
//! types: what a table keeps, sends and shows has to be of a size that a table, a client and a window can bear.

use wasmtime::component::ResourceAny;

use crate::{bindings::Module, limits::Limits, meter::Excess};

/// So much of a text that is too long is told.
const START: usize = 40;

/// Something that a module hands to the host.
pub(crate) trait Bounded {
    /// What of it is too much, if anything is.
    fn within(&self, limits: &Limits) -> Result<(), Excess>;
}

/// A saved state, which isn't a list like others.
pub(crate) struct State(pub(crate) Vec<u8>);

pub(crate) fn text(text: &str, limits: &Limits) -> Result<(), Excess> {
    if text.len() <= limits.text {
        return Ok(());
    }
    Err(Excess::Text { found: text.len(), most: limits.text, start: text.chars().take(START).collect() })
}

macro_rules! small {
    ($($type:ty)*) => { $(
        impl Bounded for $type {
            fn within(&self, _: &Limits) -> Result<(), Excess> {
                Ok(())
            }
        }
    )* };
}

small! { () bool u8 u32 u64 i32 ResourceAny Module }

impl Bounded for String {
    fn within(&self, limits: &Limits) -> Result<(), Excess> {
        text(self, limits)
    }
}

impl Bounded for State {
    fn within(&self, limits: &Limits) -> Result<(), Excess> {
        match self.0.len() {
            found if found > limits.state => Err(Excess::State { found, most: limits.state }),
            _ => Ok(()),
        }
    }
}

impl<T: Bounded> Bounded for Vec<T> {
    fn within(&self, limits: &Limits) -> Result<(), Excess> {
        if self.len() > limits.entries {
            return Err(Excess::Entries { found: self.len(), most: limits.entries });
        }
        self.iter().try_for_each(|entry| entry.within(limits))
    }
}

impl<T: Bounded> Bounded for Option<T> {
    fn within(&self, limits: &Limits) -> Result<(), Excess> {
        self.as_ref().map_or(Ok(()), |it| it.within(limits))
    }
}

impl<T: Bounded, E: Bounded> Bounded for Result<T, E> {
    fn within(&self, limits: &Limits) -> Result<(), Excess> {
        match self {
            Ok(it) => it.within(limits),
            Err(it) => it.within(limits),
        }
    }
}

/// For records (every field named) and for enums and variants (every case, with `it` for what a case carries).
macro_rules! bounded {
    ($type:path, record { $($field:ident),* }) => {
        impl $crate::bounds::Bounded for $type {
            fn within(
                &self,
                limits: &$crate::limits::Limits,
            ) -> Result<(), $crate::meter::Excess> {
                let Self { $($field),* } = self;
                $($field.within(limits)?;)*
                Ok(())
            }
        }
    };
    ($type:path, choice { $($case:ident $(($it:ident))?),* }) => {
        impl $crate::bounds::Bounded for $type {
            fn within(
                &self,
                limits: &$crate::limits::Limits,
            ) -> Result<(), $crate::meter::Excess> {
                // Most enums carry nothing.
                let _ = limits;
                match self {
                    $(Self::$case $(($it))? => { $($it.within(limits)?;)? })*
                }
                Ok(())
            }
        }
    };
}
pub(crate) use bounded;
