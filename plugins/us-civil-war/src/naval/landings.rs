//! §20.5: Amphibious Assaults. A voyage to where the enemy is, or what he controls, is one. Its battle is that of any stack that enters
//! a space; what it may do and where it goes when it fails stands here.

use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::battle::Fought;
use crate::charts::Card;
use crate::choice::Choice;
use crate::movement::NO_MARCH;
use crate::state::{Escort, March, Step, UsCivilWar};
use crate::world::{Side, Space};

impl UsCivilWar {
    /// §20.3.1: whether a side can go ashore in a space only by an Amphibious Assault: the enemy controls it, or has units there.
    pub fn must_storm(&self, side: Side, to: Space) -> bool {
        let foe = side.other();
        let units = self.is_defended(foe, to) || self.generals_in(foe, to).next().is_some();
        units || self.controls(foe, to)
    }

    /// §20.5.1, §20.5.6, §10.3.3: whether what the voyage was paid with lets it assault: for the Union anything does, but against a Fort or
    /// a Coastal Fort only a card, Naval or Any; for the Confederates only a card, Any. Where Naval Units are played anything does (§21.7.1,
    /// C101).
    pub(crate) fn may_storm(&self, march: &March, to: Space) -> May {
        self.may_storm_by(march.side, march.card, to)
    }

    /// The same of a voyage that a card has paid for, or none.
    pub(super) fn may_storm_by(&self, side: Side, card: Option<Card>, to: Space) -> May {
        match side {
            _ if self.has_fleets() => Ok(()),
            Side::Us => {
                let fort = self.fort(to).is_some_and(|(holder, _)| holder == Side::Cs);
                let naval = card.is_some_and(Card::is_naval);
                ensure(!fort || naval, "A Fort is assaulted by a Naval or Any card.", "20.5.6")
            }
            Side::Cs => {
                let any = card == Some(Card::Any);
                ensure(any, "Confederates assault from the water by an Any card.", "20.5.6")
            }
        }
    }

    /// §20.5.6: whether a side has the card for raids of the Confederates.
    pub(super) fn may_raid(&self, side: Side) -> bool {
        side == Side::Cs && self.holds_card(side, Card::Any) > 0
    }

    /// §20.5.4, C100: where those whose landing has failed can sail back to: where they embarked, first, and other own ports that they
    /// could have sailed to then.
    pub fn ways_back(&self) -> Vec<Space> {
        let Some(march) = self.march.as_deref() else { return Vec::new() };
        let others = self.coasts(march).open.into_iter();
        let ships = |at: Space| march.escort != Escort::Ships || self.berth_for_all(at).is_some();
        let fits = |&at: &Space| at != march.origin && self.may_put_back(march, at).is_ok() && ships(at);
        let others = others.filter(fits);
        std::iter::once(march.origin).chain(others).collect()
    }

    /// Whether they find a place in a space, if they could have sailed there.
    fn may_put_back(&self, march: &March, at: Space) -> May {
        let side = march.side;
        ensure(self.is_haven(at), "It is no port.", "20.5.4")?;
        ensure(self.controls(side, at), "You don't control it.", "20.5.4")?;
        self.may_be_in(side, at)?;
        ensure(self.room(side, at) >= march.sps, "A Coastal Fort holds three SPs.", "10.3.2")
    }

    /// Why those whose landing has failed can't sail back to a space.
    pub(crate) fn may_sail_back(&self, at: Space) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        if at != march.origin {
            self.may_put_back(march, at)?;
            let sailed = self.coasts(march).open.contains(&at);
            ensure(sailed, "They couldn't have sailed there from where they embarked.", "20.5.4")?;
        }
        Ok(())
    }

    /// §20.5.4: the attacker who came over water and hasn't won re-embarks; his SPs choose a port, if there is a choice.
    pub(crate) fn reembark(&mut self, fought: Fought, resolution: &mut Resolution<'_>) {
        match self.ways_back().as_slice() {
            [_, _, ..] if !fought.is_spent() => self.frames.next(Step::Reembark(fought)),
            [back, ..] => self.sail_back(&fought, *back, resolution),
            [] => {}
        }
    }

    pub(crate) fn list_ways_back(&self, _side: Side, list: &mut Decisions<Choice>) {
        list.extend(self.ways_back().into_iter().map(Choice::SailBack));
    }

    pub(crate) fn take_way_back(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Step::Reembark(fought), Choice::SailBack(back)) = (self.frames.step(), choice) else { return };
        self.sail_back(&fought, back, resolution);
    }

    fn sail_back(&mut self, fought: &Fought, back: Space, resolution: &mut Resolution<'_>) {
        let carried = self.march.as_deref().is_some_and(|march| march.escort == Escort::Ships);
        let nobody = fought.is_spent() && self.marching_generals().next().is_none();
        resolution.say("20.5.4", || match nobody {
            true => "The landing has failed, and nobody sails back.".to_owned(),
            false => {
                let who = self.marching_do("sails", "sail");
                format!("The landing has failed; {who} back to {}.", self.called(back))
            }
        });
        if !fought.is_spent() {
            self.occupy(fought.attacker, back, resolution);
        }
        self.repulse(fought, back, resolution);
        if carried {
            self.sail_home(back, resolution);
        }
        self.end_march();
        self.ask_spent(fought, back);
    }
}
