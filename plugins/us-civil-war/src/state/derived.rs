//! What follows from a position and is asked for again and again.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::{Arc, OnceLock};

use crate::naval::Naval;
use crate::policy::{Pull, Survey};
use crate::retreat::Path;
use crate::state::UsCivilWar;
use crate::supply::{Found, Lay};
use crate::world::Space;

/// What was found for a position. A fork shares it with its origin.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// How things lie: all of spaces that the rest depends on.
    pub(crate) lay: Arc<Lay>,
    /// §20.1
    pub(crate) naval: Arc<Naval>,
    /// §21.4.1, by side: the same without the zones of the other's ships.
    pub(crate) led: Arc<[OnceLock<Naval>; 2]>,
    /// §6.5, 13: each part is found when it is first asked for.
    pub(crate) found: Arc<Found>,
    /// Spaces that a stack on its way held when it was found (§6.3).
    leaving: Vec<Space>,
}

/// What follows from a position, made when it is first asked for, from what was made last and the spaces that may have changed since.
#[derive(Clone, Debug)]
struct Since<T> {
    now: OnceCell<T>,
    /// What was made before these spaces were changed.
    before: RefCell<Option<(T, Vec<Space>)>>,
}

impl<T> Default for Since<T> {
    fn default() -> Self {
        Self { now: OnceCell::new(), before: RefCell::default() }
    }
}

impl<T> Since<T> {
    fn age(&mut self) {
        if let Some(now) = self.now.take() {
            *self.before.get_mut() = Some((now, Vec::new()));
        }
    }

    fn touch(&mut self, space: Space) {
        self.age();
        let before = self.before.get_mut().as_mut();
        if let Some((_, touched)) = before.filter(|(_, touched)| !touched.contains(&space)) {
            touched.push(space);
        }
    }

    fn get(&self, make: impl FnOnce(Option<(T, Vec<Space>)>) -> T) -> &T {
        self.now.get_or_init(|| make(self.before.take()))
    }
}

/// What follows from the state, and what may have changed since it was found. It ends with the turn, and where a Border State goes over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derived {
    /// Marks of a space, the number of SPs in it and so on change nothing of it: it is found anew only where something lies otherwise
    /// than before.
    kept: Since<Kept>,
    /// Whether ships have been changed since.
    ships: Cell<bool>,
    /// What policies make of it, the numbers of SPs and all.
    survey: Since<Arc<Survey>>,
    /// How what they want draws stacks, while they want the same.
    pub(crate) pulls: RefCell<Vec<Arc<Pull>>>,
    /// §11.6.3: the paths that the beaten defender chooses from, until he has.
    pub(crate) retreats: Option<Vec<Path>>,
}

impl Derived {
    /// A space may be changed.
    pub(crate) fn touch(&mut self, space: Space) {
        self.retreats = None;
        self.survey.touch(space);
        self.kept.touch(space);
    }

    /// Ships may be changed: who has waters is found anew, and the rest where that is another.
    pub(crate) fn touch_ships(&mut self) {
        let mut kept = std::mem::take(&mut self.kept);
        kept.age();
        *self = Self { kept, ships: Cell::new(true), ..Self::default() };
    }
}

impl UsCivilWar {
    /// What follows from the position as it is now.
    pub(crate) fn kept(&self) -> &Kept {
        self.derived.kept.get(|before| {
            let ships = self.derived.ships.take();
            before.map_or_else(|| Kept::of(self), |(before, touched)| before.after(self, &touched, ships))
        })
    }

    /// What policies ask of it.
    pub(crate) fn survey(&self) -> &Survey {
        self.derived.survey.get(|before| {
            Arc::new(match before {
                None => Survey::of(self),
                Some((before, touched)) => Arc::unwrap_or_clone(before).after(self, &touched),
            })
        })
    }

    /// §6.3: the spaces that a stack on its way holds: where it stands, and what it has left.
    pub(crate) fn leaving(&self) -> Vec<Space> {
        let Some(march) = self.march.as_deref() else { return Vec::new() };
        march.leaving.iter().copied().chain((march.sps > 0).then_some(march.at)).collect()
    }
}

impl Kept {
    fn of(game: &UsCivilWar) -> Self {
        let naval = Arc::new(game.find_naval());
        let lay = Arc::new(Lay::of(game, &naval));
        Self { lay, naval, led: Arc::default(), found: Arc::default(), leaving: game.leaving() }
    }

    /// The same once these spaces, and ships or none, may have been changed.
    fn after(&self, game: &UsCivilWar, touched: &[Space], ships: bool) -> Self {
        let leaving = game.leaving();
        let spaces = touched.iter().chain(&self.leaving).chain(&leaving).copied();
        let changed: Vec<(Space, u32)> = spaces
            .map(|space| (space, self.lay.found(game, space)))
            .filter(|&(space, bits)| bits != self.lay.fixed(space))
            .collect();
        if changed.is_empty() && !ships {
            return Self { leaving, ..self.clone() };
        }
        let moves = ships || changed.iter().any(|&(space, bits)| self.lay.moves_waters(space, bits));
        let led = if moves { Arc::default() } else { Arc::clone(&self.led) };
        let naval = moves.then(|| game.find_naval()).filter(|naval| *naval != *self.naval);
        let afloat = naval.is_some();
        let naval = naval.map_or_else(|| Arc::clone(&self.naval), Arc::new);
        let lay = Arc::new(self.lay.with(game, &changed, afloat, &naval));
        let found = if afloat {
            Arc::default()
        } else {
            let changed = changed.iter().map(|&(space, _)| space);
            let followed = |side, space| self.found.followed(side, space);
            Arc::new(self.found.after(lay.reach(&self.lay, game, &naval, changed, followed)))
        };
        Self { lay, naval, led, found, leaving }
    }
}
