//! Naval Transport and landings: what ships gain by taking a stack somewhere, the same before it embarks and afterwards, so that whoever
//! embarks sails.
//!
//! The Confederates' ships take one SP at most, past no Union port; he is worth more where he is.

use std::rc::Rc;

use super::march::Going;
use super::survey::Outlook;
use super::{COMMITTED, OfList};
use crate::charts::Card;
use crate::choice::{Choice, Pay};
use crate::naval::Landfalls;
use crate::state::{March, Means};
use crate::units::Piece;
use crate::world::{Kind, Side, Space};

/// The most SPs that a general has to lead where he is if he is to sail with three.
const EXPEDITION: u8 = 6;
/// A voyage that gains less isn't begun.
const LEAST: i32 = 6;

impl Outlook<'_> {
    /// What a stack gains by embarking, by the best place that it can go ashore in.
    pub(super) fn gain_of_voyage(&self, piece: Piece, means: Means, pay: Pay, list: &OfList) -> i32 {
        let game = self.game;
        let Some(at) = game.space_of(piece) else { return 0 };
        if self.side == Side::Cs || self.fresh_and_spare(at) == 0 {
            return 0;
        }
        let Some(going) = self.going(piece, pay) else { return 0 };
        if going.march.commander.is_some() && going.march.sps > EXPEDITION {
            return 0;
        }
        let card = match pay {
            Pay::Card(card) => Some(card),
            _ => None,
        };
        let march = March { means, card, paid: pay.points(), moves: 1, allowance: 1, ..going.march.clone() };
        let sps = march.sps.min(game.hold(&march)).min(self.fresh_and_spare(at));
        // An SP that isn't taken along needn't be paid for.
        if sps == 0 || means == Means::Ocean && card.is_none() && pay.points() > sps {
            return 0;
        }
        // Whatever else pays for the same voyage gains the same.
        let same = (piece, means, sps, march.bold, card.is_some_and(Card::is_naval));
        if let Some((_, gain)) = list.voyage.get().filter(|(known, _)| *known == same) {
            return gain;
        }
        let sailing = Going { march: March { sps, ..march }, ..going };
        let coasts = self.coasts_of(at, means, list);
        let stays = self.value_of_staying(at, sps);
        let (gain, _) = self.best_landing(&sailing, &coasts, stays);
        list.voyage.set(Some((same, if gain < LEAST { 0 } else { gain })));
        if gain < LEAST { 0 } else { gain }
    }

    /// SPs of a space that can sail away: one stays where the enemy would have what he wants by walking in.
    pub(super) fn fresh_and_spare(&self, at: Space) -> u8 {
        let spare = i32::from(self.game.sps(self.side, at)) - self.anchor(at);
        self.game.fresh(self.side, at).min(spare.max(0) as u8)
    }

    /// SPs that stay where a stack sails from.
    fn anchor(&self, at: Space) -> i32 {
        let site = self.site(at);
        match () {
            () if !site.is_kept() => 1,
            () if site.stake() > 0 => self.lack_with(at, 0),
            () => 0,
        }
    }

    fn coasts_of(&self, at: Space, means: Means, list: &OfList) -> Rc<Landfalls> {
        let mut known = list.coasts.borrow_mut();
        if let Some((.., coasts)) = known.iter().find(|&&(space, by, _)| (space, by) == (at, means)) {
            return Rc::clone(coasts);
        }
        let coasts = Rc::new(self.game.landfalls(self.side, at, means, false));
        known.push((at, means, Rc::clone(&coasts)));
        coasts
    }

    /// The best that it gains by going ashore somewhere, and where.
    fn best_landing(&self, going: &Going, coasts: &Landfalls, stays: i32) -> (i32, Option<Space>) {
        let march = &going.march;
        let all = coasts.open.iter().chain(&coasts.stormed);
        let worth_it =
            all.filter(|&&to| to != march.at && self.is_goal(to) && self.may_put_in(march, coasts, to));
        let gains = worth_it.map(|&to| (self.worth_of_landing(going, stays, to) - stays, Some(to)));
        gains.max_by_key(|&(gain, _)| gain).unwrap_or((super::march::NOWHERE, None))
    }

    /// Whether something is to be had there at all.
    fn is_goal(&self, to: Space) -> bool {
        let site = self.site(to);
        site.is_land() && if site.is_kept() { site.need() > 0 } else { site.prize() > 5 }
    }

    /// §20.3, §20.5, §7.7: whether they can go ashore there.
    fn may_put_in(&self, march: &March, coasts: &Landfalls, to: Space) -> bool {
        let (game, site) = (self.game, self.site(to));
        let storms = game.must_storm(self.side, to);
        let reached = if storms { &coasts.stormed } else { &coasts.open };
        reached.binary_search(&to).is_ok()
            && (!storms || game.may_storm(march, to).is_ok())
            && game.may_be_in(self.side, to).is_ok()
            && (march.bold || !site.is_exposed())
            && march.sps <= game.room(self.side, to)
    }

    /// What it is worth to go ashore in a space: a landing that fails takes them back.
    fn worth_of_landing(&self, going: &Going, stays: i32, to: Space) -> i32 {
        let sps = going.march.sps;
        let info = self.game.world.space(to);
        // Only an Island or a Coastal Fort is theirs at once; elsewhere they must still be there when the turn ends.
        let late = if matches!(info.kind, Kind::CoastalFort | Kind::Island) { 0 } else { 4 };
        let counted = going.counted.as_ref().map_or(0, |counted| counted[to]);
        let won = self.value(to, sps, counted.into()) - late;
        if !self.site(to).is_defended() {
            return won;
        }
        match self.odds(&going.march, &going.generals, to) {
            Some(odds) => self.worth_of_battle(&odds, stays, won),
            None => won,
        }
    }

    /// A stack that has embarked: it sails to the best place, and stays where it has gone ashore.
    pub(super) fn weigh_voyage(&self, march: &March, choices: &[Choice], weights: &mut Vec<u32>) {
        let game = self.game;
        let generals = game.marching_generals().collect();
        let spare = i32::from(march.sps) + i32::from(game.sps(self.side, march.at)) - self.anchor(march.at);
        let extra = (i32::from(march.sps) - spare).max(0);
        let counted = None;
        let sps =
            if march.from.is_none() { march.sps - extra.min(march.sps.into()) as u8 } else { march.sps };
        let going = Going { march: March { sps, ..march.clone() }, generals, counted, fresh: true };
        let (gain, best) = match march.from {
            None if sps > 0 => self.best_landing(&going, &game.coasts(march), self.value(march.at, sps, 0)),
            _ => (0, None),
        };
        // It has been paid for.
        let goes = best.is_some() && (gain > -LEAST || game.may_halt().is_err());
        weights.extend(choices.iter().map(|&choice| match choice {
            Choice::Drop(sps) if goes && extra > 0 => COMMITTED * u32::from(i32::from(sps) == extra),
            Choice::Sail(to) if goes && extra == 0 => COMMITTED * u32::from(best == Some(to)),
            Choice::Halt if !goes => COMMITTED,
            _ => 0,
        }));
    }

    /// §20.5.4: those whose landing has failed sail back to where they are of most use, and not far.
    pub(super) fn weigh_way_back(&self, choice: Choice) -> u32 {
        let Choice::SailBack(to) = choice else { return 1 };
        let Some(march) = self.game.march.as_deref() else { return 1 };
        let home = if to == march.origin { 30 } else { 0 };
        let worth = (100 + home + self.value(to, march.sps, 0)).clamp(1, 400) as u32;
        worth * worth * worth
    }
}
