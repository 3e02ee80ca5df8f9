//! §20.3: Naval Transport: who embarks and what it costs, where ships put in, whom they drop off. A voyage is the march of a stack that
//! goes by [`Means::River`] or [`Means::Ocean`]: what happens where it goes ashore is what happens where any stack enters a space.

use muster_sdk::{Decisions, May, Resolution, ensure};

use super::reach::Landfalls;
use crate::charts::Card;
use crate::choice::{Choice, Pay};
use crate::march::{RAIL_SPS, VOYAGE};
use crate::movement::NO_MARCH;
use crate::state::{Escort, March, Means, UsCivilWar};
use crate::units::Piece;
use crate::world::{General, Side, Space};

/// §20.3.2: SPs that use Ocean Transport in an Action Phase.
pub(crate) const OCEAN_SPS: u8 = 3;
/// §20.3.1: SPs of a Union stack.
const UNION_HOLD: u8 = 3;
/// §20.3.1: SPs of a Confederate stack.
const CONFEDERATE_HOLD: u8 = 1;
/// §S1.3: the last turn of 1861, when the Union's ships are still few.
pub(super) const RAMP_UP: u8 = 3;

/// What of a fare decides where ships may put a stack ashore.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fare {
    /// A card that serves for assaults (§20.5.6).
    card: Option<Card>,
    /// Whether they may land near an enemy (§7.7).
    bold: bool,
}

impl Fare {
    /// Whether another lets them land wherever this one does.
    fn is_within(self, other: Self) -> bool {
        (self.card.is_none() || self.card == other.card) && (other.bold || !self.bold)
    }
}

impl UsCivilWar {
    /// Whether the stack on its way goes by water.
    pub(crate) fn is_voyage(&self) -> bool {
        self.march.as_deref().is_some_and(|march| !march.goes_by_land())
    }

    /// §18.1: the cards of a side that serve for what ships do, wherever it is.
    pub(crate) fn naval_cards(&self, side: Side) -> impl Iterator<Item = Card> + '_ {
        Card::ALL.into_iter().filter(move |&card| card.is_naval() && self.holds_card(side, card) > 0)
    }

    /// §20.3.1, §S1.3: SPs that a side can ship as one stack; none on the first turn of 1861.
    pub fn capacity(&self, side: Side) -> u8 {
        let early = self.world.special_1861 && self.turn <= RAMP_UP;
        match side {
            Side::Us if early => self.turn - 1,
            Side::Us => UNION_HOLD,
            Side::Cs if early && self.turn == 1 => 0,
            Side::Cs => CONFEDERATE_HOLD,
        }
    }

    /// How many SPs the ships of a stack take: no limit by land, by rail what is left of its bonus (§5.4.2). By sea there are three in an Action Phase (§20.3.2), and one for each
    /// Action Point (§20.3.1).
    pub(crate) fn hold(&self, march: &March) -> u8 {
        let capacity = self.capacity(march.side);
        match march.means {
            Means::Land => u8::MAX,
            Means::Rail => RAIL_SPS.saturating_sub(self.rail_sps),
            Means::River => capacity,
            Means::Ocean => {
                let bought = if march.card.is_some() { capacity } else { march.paid };
                capacity.min(bought).min(OCEAN_SPS.saturating_sub(self.ocean_sps))
            }
        }
    }

    // -------- Embarking

    /// §20.3.1, §20.3.4, §20.3.5: whether a general and those who go with him, or SPs by themselves, can be activated for Naval Transport.
    pub fn may_embark(&self, piece: Piece, means: Means) -> May {
        let Some(at) = self.space_of(piece) else { return ensure(false, "It isn't on the map.", "4.3") };
        let side = self.may_board(piece, at, means)?;
        let sails = self.sets_sail(side, at, means, self.goes_alone(piece, at, means), None);
        ensure(sails, "No ships get from here to anywhere.", "20.3.3")
    }

    /// §7.5.3, §20.3.2: SPs that ships could take along with a general, or by themselves: those that haven't moved, but for one that stays with
    /// generals who do.
    pub(crate) fn free_sps(&self, piece: Piece, at: Space) -> u8 {
        let (side, leader) = (piece.side(&self.world), piece.general());
        let stays = |one: General| {
            Some(one) != leader && (self.officers[one].moved || self.may_follow(leader, one).is_err())
        };
        let kept = u8::from(self.generals_in(side, at).any(stays));
        let there = self.sps(side, at).saturating_sub(kept);
        self.fresh(side, at).min(there).min(self.command_limit(leader))
    }

    /// Whether generals embark without SPs.
    fn goes_alone(&self, piece: Piece, at: Space, means: Means) -> bool {
        self.free_sps(piece, at) == 0 || means == Means::Ocean && self.ocean_sps >= OCEAN_SPS
    }

    /// Whether it can come aboard; whose it is.
    pub(crate) fn may_board(&self, piece: Piece, at: Space, means: Means) -> Result<Side, muster_sdk::Why> {
        let side = match piece {
            Piece::General(general) => {
                self.may_set_out(general)?;
                self.world.general(general).side
            }
            Piece::Force(side, _) => {
                self.may_activate_sps(side, at)?;
                side
            }
            Piece::Militia(_) | Piece::March(_) | Piece::Ships(..) | Piece::Commodore(_) => {
                ensure(false, "Militia don't go by Naval Transport.", "2.2.3")?;
                Side::Us
            }
        };
        ensure(self.capacity(side) > 0, "There is no Naval Transport on the first turn.", "S1.3")?;
        if means == Means::Ocean {
            ensure(side == Side::Us, "Only the Union has Ocean Transport.", "20.3.5")?;
            let room = self.ocean_sps < OCEAN_SPS || matches!(piece, Piece::General(_));
            ensure(room, "3 SPs go by Ocean Transport in an Action Phase.", "20.3.2")?;
        }
        Ok(side)
    }

    fn fare_of(&self, piece: Piece, pay: Pay) -> Fare {
        let cautious = piece.general().is_some_and(|general| self.rating(general).cautious);
        let card = match pay {
            Pay::Card(card) => Some(card).filter(|card| card.is_naval()),
            _ => None,
        };
        Fare { card, bold: !cautious || pay != Pay::Point }
    }

    /// Whether ships find a place for what is in a space, paid for so or in some way; generals without SPs need one with friends (§7.6).
    fn sets_sail(&self, side: Side, at: Space, means: Means, alone: bool, fare: Option<Fare>) -> bool {
        let raids = fare.is_none_or(|fare| fare.card == Some(Card::Any));
        let lone = self.sps(side, at) == 0;
        let joins = |to: Space| self.has_friends(side, to, lone) && !self.is_exposed(side, to);
        let pays = |to: Space| {
            fare.is_none_or(|Fare { card, bold }| {
                let storms = !self.must_storm(side, to) || self.may_storm_by(side, card, to).is_ok();
                storms && (bold || !self.is_exposed(side, to))
            })
        };
        self.has_landfall(side, at, means, [!alone, raids], |to| {
            let fits = if alone { joins(to) } else { self.room(side, to) > 0 && pays(to) };
            to != at && fits && self.may_be_in(side, to).is_ok()
        })
    }

    /// §7.5.3, §7.6: whether generals without SPs can end in a space: with SPs; those who had lost theirs also with Militia or in a Fort.
    fn has_friends(&self, side: Side, at: Space, lone: bool) -> bool {
        let fort = || self.fort(at).is_some_and(|(holder, _)| holder == side);
        self.sps(side, at) > 0 || lone && (self.has_units(side, at) || fort())
    }

    /// §7.6, §7.7: whether whoever enters a space attacks there or comes into an enemy zone.
    pub(crate) fn is_exposed(&self, side: Side, at: Space) -> bool {
        self.is_defended(side.other(), at) || self.is_in_zone(side.other(), at)
    }

    pub(crate) fn list_embarkations(&self, side: Side, list: &mut Decisions<Choice>) {
        let generals = self.posted(side).map(|(general, at)| (Piece::General(general), at));
        let forces = self.laid().map(|(space, _)| (Piece::Force(side, space), space));
        // What stands in one space and is paid for alike sails the same waters, and whoever pays more sails no fewer.
        let mut known: Vec<((Space, Means, bool), Fare, bool)> = Vec::new();
        // The Confederacy has no Ocean Transport (§20.3.5).
        let all: &[Means] = if side == Side::Us { &[Means::River, Means::Ocean] } else { &[Means::River] };
        let shore = |&(_, at): &(Piece, Space)| !self.world.waters.shore(at).is_empty();
        for (piece, at) in generals.chain(forces).filter(shore) {
            if list.is_answered() {
                return;
            }
            for &means in all.iter().filter(|&&means| self.may_board(piece, at, means).is_ok()) {
                for pay in self.fares(piece, at, means) {
                    let fare = self.fare_of(piece, pay);
                    list.push_when(Choice::Embark(piece, means, pay), || {
                        let alone = self.goes_alone(piece, at, means);
                        let says = |known: &&((Space, Means, bool), Fare, bool)| {
                            let same = known.0 == (at, means, alone);
                            same && (known.1 == fare || known.2 && known.1.is_within(fare))
                        };
                        known.iter().find(says).map(|known| known.2).unwrap_or_else(|| {
                            let sails = self.sets_sail(side, at, means, alone, Some(fare));
                            known.push(((at, means, alone), fare, sails));
                            sails
                        })
                    });
                }
            }
        }
    }

    /// §20.3.1, §7.7: what pays for a voyage. By river a point for the stack, or two if its Cautious General may come near an enemy; by sea
    /// one for each SP, and one for generals alone (§7.5.3). A card pays for all.
    fn fares(&self, piece: Piece, at: Space, means: Means) -> impl Iterator<Item = Pay> + '_ {
        let side = self.phasing;
        let commander = piece.general();
        let cautious = commander.is_some_and(|general| self.rating(general).cautious);
        let hold = || {
            let room = self.capacity(side).min(OCEAN_SPS.saturating_sub(self.ocean_sps));
            room.min(self.free_sps(piece, at))
        };
        let most = match means {
            Means::Ocean => hold().max(1 + u8::from(cautious)),
            _ => 1 + u8::from(cautious),
        };
        let points = (1..=most).filter(move |&points| self.can_pay(at, points)).map(Pay::of_points);
        let naval = self.naval_cards(side).filter(|&card| card == Card::Naval);
        points.chain(self.cards_for(side, at).chain(naval).map(Pay::Card))
    }

    // -------- The voyage

    /// Where ships of the stack on its way can put it ashore. They have set out from where it embarked, so that nothing is passed by
    /// putting in on the way (§20.3.3).
    pub(crate) fn coasts(&self, march: &March) -> Landfalls {
        match march.escort {
            Escort::Ships => self.landfalls_of_cargo(march, |_| true),
            _ => self.landfalls(march.side, march.origin, march.means, march.card == Some(Card::Any)),
        }
    }

    /// §20.3, §20.5: whether the stack on its way can go ashore in a space, one of its coasts.
    pub fn may_land(&self, to: Space) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        self.may_land_at(march, &self.coasts(march), to)
    }

    pub(crate) fn may_land_at(&self, march: &March, coasts: &Landfalls, to: Space) -> May {
        let side = march.side;
        ensure(to != march.at, "It is there.", "20.3.1")?;
        ensure(march.moves > 0, "Ships go on only where they have dropped somebody off.", "20.3.1")?;
        if self.must_storm(side, to) {
            ensure(coasts.can_be_stormed(to), "Ships don't get there.", "20.5.1")?;
            self.may_storm(march, to)?;
        } else {
            ensure(coasts.open.binary_search(&to).is_ok(), "Ships don't get there.", "20.3.3")?;
        }
        self.may_be_in(side, to)?;
        let exposed = self.is_exposed(side, to);
        let text = "A Cautious General needs two points, or a card, to land near an enemy.";
        ensure(march.bold || !exposed, text, "7.7")?;
        if march.sps == 0 {
            let joins = self.has_friends(side, to, march.lone) && !exposed;
            ensure(joins, "Generals without SPs land with friends, away from enemies.", "7.6")?;
        }
        if self.is_defended(side.other(), to) {
            self.may_attack_by(march, to)?;
        }
        let room = self.room(side, to);
        let parts = || room > 0 && march.escort != Escort::Ships;
        let fits = march.sps <= room || parts() && self.others_sail_on(march, coasts, to, march.sps - room);
        ensure(fits, "A Coastal Fort holds three SPs.", "10.3.2")
    }

    /// §10.3.2, §20.3.1: whether ships may put in at an own Coastal Fort to drop off as many as it holds: the other SPs have a place to sail
    /// on to, and needn't stay.
    fn others_sail_on(&self, march: &March, coasts: &Landfalls, to: Space, others: u8) -> bool {
        if self.must_storm(march.side, to) || self.goes_up_the_delta(march, to) {
            return false;
        }
        let on = March { at: to, sps: others, moves: VOYAGE, ..march.clone() };
        coasts.all().any(|next| {
            next != to && others <= self.room(march.side, next) && self.may_land_at(&on, coasts, next).is_ok()
        })
    }

    pub(crate) fn list_voyage(&self, _side: Side, list: &mut Decisions<Choice>) {
        let Some(march) = self.march.as_deref() else { return };
        if march.moves > 0 {
            let coasts = self.coasts(march);
            let mut all: Vec<Space> = coasts.all().collect();
            all.sort_unstable();
            all.dedup();
            let fits = |&to: &Space| self.may_land_at(march, &coasts, to).is_ok();
            list.extend(all.into_iter().filter(fits).map(Choice::Sail));
        }
        self.list_company(march, list);
        list.push_if(self.may_halt().is_ok(), Choice::Halt);
    }

    pub(crate) fn take_voyage(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Sail(to) => self.sail(to, resolution),
            Choice::Drop(_) | Choice::Leave(_) => {
                self.take_march(side, choice, resolution);
                // §20.3.1: whoever has dropped somebody off on the way sails on.
                if let Some(march) = self.march.as_deref_mut() {
                    march.moves = VOYAGE;
                }
            }
            _ => self.take_march(side, choice, resolution),
        }
    }

    /// The stack sails to a space, where the other side may react (C17). Where enemy ships or NSPs are Gunboats lead it (§21.11).
    pub(crate) fn sail(&mut self, to: Space, resolution: &mut Resolution<'_>) {
        let led = self.has_fleets() && self.is_to_be_led(to);
        let Some(march) = self.march.as_deref_mut() else { return };
        if march.from.is_none() && march.means == Means::Ocean {
            self.ocean_sps += march.sps;
        }
        (march.moves, march.entering) = (0, Some(to));
        if led {
            march.escort = Escort::Gunboats;
        }
        let (side, at) = (march.side, march.at);
        self.note_left(side, at);
        if led {
            return self.lead_landing(resolution);
        }
        self.meet(resolution);
    }

    /// Whether those who go ashore where the stack is about to do so stay there: whom ships carry, after a landing by force (§20.5.3), in the delta of the
    /// Mississippi after a way over the sea (§20.3.5), and where nobody can be dropped off so that the others sail on.
    pub(crate) fn stays_ashore(&self) -> bool {
        let Some((march, to)) = self.entry().filter(|(march, _)| !march.goes_by_land()) else { return false };
        let whole = march.sps <= u8::from(march.commander.is_none())
            && self.marching_generals().all(|general| march.commander == Some(general));
        let carried = march.escort == Escort::Ships;
        carried || self.must_storm(march.side, to) || self.goes_up_the_delta(march, to) || whole
    }

    /// §20.3.5: whether ships come into the delta of the Mississippi by a way over the sea, which ends there.
    fn goes_up_the_delta(&self, march: &March, to: Space) -> bool {
        let delta = |space: Space| {
            let shore = self.world.waters.shore(space);
            march.means == Means::Ocean && shore.iter().any(|&node| self.world.waters.is_of_delta(node))
        };
        delta(to) && !delta(march.origin)
    }
}
