//! §10.2: Forts that the phasing player begins, raises and lowers.

use muster_sdk::{Decisions, May, Resolution, capital, ensure};

use crate::choice::Choice;
use crate::state::{Begun, UsCivilWar, Works};
use crate::world::{Kind, Side, Space};

impl UsCivilWar {
    /// The spaces where a Fort could be: those that can be controlled by a marker, and others where something lies.
    pub(crate) fn fort_places(&self) -> impl Iterator<Item = Space> + '_ {
        let others = self.laid().map(|(at, _)| at).filter(|&at| !self.world.space(at).takes_marker());
        self.world.places.markable.iter().copied().chain(others)
    }

    pub(crate) fn list_forts(&self, side: Side, list: &mut Decisions<Choice>) {
        for at in self.fort_places() {
            let mut cards = self.cards_for(side, at).peekable();
            if cards.peek().is_some() && self.could_begin_fort(side, at).is_ok() {
                let fed = || self.may_begin_fort(side, at).is_ok();
                cards.for_each(|card| list.push_when(Choice::BeginFort(at, card), fed));
            }
        }
    }

    /// §10.2.2, §10.2.3: whether a Fort, or its upgrade, can be begun in a space.
    pub(crate) fn may_begin_fort(&self, side: Side, at: Space) -> May {
        self.could_begin_fort(side, at)?;
        ensure(self.supply(side).is_place_full(at), "It is not in Full Supply.", "10.2.2")
    }

    /// The same but for its supply.
    pub(crate) fn could_begin_fort(&self, side: Side, at: Space) -> May {
        ensure(self.controls(side, at), "You don't control it.", "10.2.2")?;
        let info = self.world.space(at);
        ensure(info.kind != Kind::CoastalFort, "A Coastal Fort stands there.", "10.2.4")?;
        self.may_be_in(side, at)?;
        let spot = self.spot(at);
        ensure(spot.begun.is_none(), "A Fort is being built there.", "10.2.2")?;
        if let Works::Fort(_, level) = spot.works {
            ensure(level < 3, "It is as strong as a Fort can be.", "10.2.3")?;
            ensure(info.is_key(), "Only Forts in Objective and Resource Hexes are upgraded.", "10.2.3")?;
        }
        Ok(())
    }

    /// §10.2.2: a Fort is begun; it is complete when so many own Action Phases have ended.
    pub(crate) fn begin_fort(&mut self, side: Side, at: Space, phases: u8, resolution: &mut Resolution<'_>) {
        let level = match self.spot(at).works {
            Works::Fort(_, level) => level + 1,
            _ => 1,
        };
        self.spot_mut(at).begun = Some(Begun { side, level, phases });
        let name = self.world.space(at).called.clone();
        resolution.say("10.2.2", || format!("{} begins an F{level} Fort in {name}.", capital(side.power())));
    }

    /// §10.2.5: the phasing player lowers a Fort of his own by a level, for nothing; an upgrade that he has begun there is given up.
    pub(crate) fn lower_fort(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        let Works::Fort(_, level) = self.spot(at).works else { return };
        self.stop_building(side, at, resolution);
        match level {
            1 => self.remove_works(at, side),
            _ => self.spot_mut(at).works = Works::Fort(side, level - 1),
        }
        let name = self.world.space(at).called.clone();
        resolution
            .say("10.2.5", || format!("{} gives up a level of the Fort in {name}.", capital(side.power())));
    }
}
