//! What never changes in a game, held by every fork of it.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A game's [world](crate::Names::World). Cloning it only counts a reference: all forks of a game have the same one.
///
/// It is no part of a save: in the type that holds the state it is a field with `#[serde(skip)]`. A state that was read from a save has
/// none until the SDK hands it over ([`crate::Rules::set_world`]), before it calls anything else.
///
/// ```
/// # use muster_sdk::Shared;
/// #[derive(Clone, serde::Serialize, serde::Deserialize)]
/// struct Skirmish {
///     #[serde(skip)]
///     world: Shared<Vec<String>>,
///     turn: u16,
/// }
/// let game = Skirmish { world: Shared::new(vec!["Bald Hill".to_owned()]), turn: 1 };
/// let fork = game.clone();
/// assert_eq!(fork.world[0], "Bald Hill");
/// assert_eq!(fork.world, game.world, "one world");
/// ```
///
/// # Panics
///
/// If it is read while there is none.
pub struct Shared<W>(Option<Arc<W>>);

impl<W> Shared<W> {
    /// This world.
    pub fn new(world: W) -> Self {
        Self(Some(Arc::new(world)))
    }
}

/// None yet.
impl<W> Default for Shared<W> {
    fn default() -> Self {
        Self(None)
    }
}

impl<W> Clone for Shared<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W> Deref for Shared<W> {
    type Target = W;

    #[inline(always)]
    fn deref(&self) -> &W {
        match &self.0 {
            Some(world) => world,
            None => none(),
        }
    }
}

#[cold]
#[inline(never)]
fn none() -> ! {
    panic!("a state that was read from a save has no world yet")
}

/// Two are equal if they are the same world in memory.
impl<W> PartialEq for Shared<W> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl<W> Eq for Shared<W> {}

/// Worlds are long, so a state is printed without its world.
impl<W> fmt::Debug for Shared<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Shared(..)" } else { "Shared(none)" })
    }
}
