//! §2.2.4, §12.2: stacks that are parted and put together outside their own activation, and what is told of them.

use std::cmp::Ordering;

use muster_contract::{Audience, Event, EventKind, Place};
use muster_sdk::{Names as _, Resolution, place};
use serde::{Deserialize, Serialize};

use crate::state::{Force, MOST_SPS, March, Post, UsCivilWar};
use crate::units::{Piece, moves, verb};
use crate::world::{General, Side, Space};

/// A stack, or a part of one, that goes from its space to another while the other side is on the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detachment {
    /// Where it stands.
    pub from: Space,
    /// Its Strength Points; Militia never go with it (§2.2.3).
    pub sps: u8,
    /// Its generals, in the order of the roster.
    pub generals: Vec<General>,
}

impl UsCivilWar {
    /// All SPs and generals of a side in a space.
    pub fn whole_stack(&self, side: Side, from: Space) -> Detachment {
        Detachment { from, sps: self.sps(side, from), generals: self.generals_in(side, from).collect() }
    }

    /// Takes SPs of a side off the map; what they were is given back.
    pub fn take_off(&mut self, side: Side, at: Space, sps: u8) -> Option<Force> {
        let force = self.spot(at).force.filter(|force| force.side == side && sps > 0)?;
        let sps = sps.min(force.sps);
        let left = force.sps - sps;
        let stay = Force { sps: left, moved: force.moved.min(left), ..force };
        self.spot_mut(at).force = (left > 0).then_some(stay);
        Some(Force { sps, moved: force.moved.min(sps), ..force })
    }

    /// SPs of a side in a space are eliminated.
    pub(crate) fn eliminate(&mut self, side: Side, at: Space, sps: u8) {
        self.take_off(side, at, sps);
        self.count_lost(side, sps);
    }

    /// Counts SPs of a side that are eliminated.
    pub(crate) fn count_lost(&mut self, side: Side, sps: u8) {
        let lost = &mut self.lost[side as usize];
        *lost = lost.saturating_add(sps.into());
    }

    /// §12.2, C79, C84: puts SPs into a space, with those who are there: if either are Demoralized all are from then on; likewise
    /// those who forage. No more than [`MOST_SPS`] fit.
    pub fn put_down(&mut self, at: Space, coming: Force) {
        if coming.sps == 0 {
            return;
        }
        let spot = self.spot_mut(at);
        debug_assert!(spot.force.is_none_or(|there| there.side == coming.side), "both sides in one space");
        let force = match spot.force.filter(|force| force.side == coming.side) {
            None => coming,
            Some(there) => Force {
                side: coming.side,
                sps: there.sps.saturating_add(coming.sps).min(MOST_SPS),
                moved: there.moved.saturating_add(coming.moved).min(MOST_SPS),
                demoralized: there.demoralized || coming.demoralized,
                foraging: there.foraging || coming.foraging,
            },
        };
        spot.force = Some(force);
    }

    /// §12.2, C79: players are told where SPs that come to others make them Demoralized, or become so.
    pub(crate) fn tell_of_shaken(&self, at: Space, coming: Force, resolution: &mut Resolution<'_>) {
        let there = self.spot(at).force.filter(|there| there.side == coming.side && coming.sps > 0);
        if there.is_some_and(|there| there.demoralized != coming.demoralized) {
            resolution.say("12.2", || format!("All SPs in {} are Demoralized now.", self.called(at)));
        }
    }

    /// Moves a detachment, with its Demoralization and its Foraging marker (C79). Its commander leads where it comes to, unless
    /// somebody stands there who isn't lower in rank: then the owner may still choose ([`rivals`](Self::rivals), §7.2.4).
    pub fn shift(
        &mut self,
        side: Side,
        stack: &Detachment,
        to: Space,
        section: &str,
        resolution: &mut Resolution<'_>,
    ) {
        let Detachment { from, sps, ref generals } = *stack;
        resolution.event(|| {
            let way = vec![self.place_of(from), self.place_of(to)];
            let who = self.described(side, sps, generals);
            let go = verb(is_one(sps, generals), "goes", "go");
            let text = format!("{who} {go} to {}.", self.called(to));
            let units =
                generals.iter().map(|&general| self.unit_id(None, Piece::General(general)).to_string());
            let event = Event::new(EventKind::Moved(way), Audience::Everyone, text, section);
            event.at(self.place_of(to)).of(units.collect())
        });
        let commander = self.commander_in(side, from);
        self.forget_momentum(side, to);
        if sps > 0 {
            self.occupy(side, to, resolution);
        }
        self.carry_points(side, from, to, sps);
        if let Some(force) = self.take_off(side, from, sps) {
            self.tell_of_shaken(to, force, resolution);
            self.put_down(to, force);
            self.clear_marker(side, to, resolution);
        }
        if commander.is_some_and(|commander| generals.contains(&commander)) {
            self.come_in(generals, commander, to);
        } else {
            self.come_without_commander(generals, to);
        }
        if sps > 0 {
            self.march_army(generals, to);
        }
    }

    /// What SPs of a side that come into a space find there of the enemy's when no unit of his defends it: lone generals are displaced
    /// (§7.6, C88), an Entrenchment that he has left goes (§10.1.3), and so does a Fort that he has begun (§10.2.2). The Union's garrison
    /// is back (§17.2.4).
    pub(crate) fn occupy(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        let foe = side.other();
        let lone: Vec<General> = self.generals_in(foe, at).collect();
        self.displace_generals(&lone, at, "7.6", resolution);
        self.raze_entrenchment(foe, at, resolution);
        self.stop_building(foe, at, resolution);
        self.recall_garrison(side, at, resolution);
        self.seize_yard(side, at, resolution);
    }

    /// Generals come into a space with one of them in command.
    fn come_in(&mut self, generals: &[General], coming: Option<General>, to: Space) {
        let Some(coming) = coming else { return };
        let side = self.world.general(coming).side;
        let standing = self.commander_in(side, to);
        for &general in generals {
            self.officers[general].post = Post::Map(to);
        }
        let leads = standing.filter(|&standing| self.rank(standing) >= self.rank(coming));
        self.put_in_command(leads.unwrap_or(coming));
        self.note_rivals(standing, Some(coming));
    }

    /// §9.2.3: Generals come into a space while their commander stays where he was: of equals among them their owner says who commands
    /// (§7.2.2), or whether one who commands there goes on (§7.2.4). Whoever is a subordinate there isn't asked for (P1).
    fn come_without_commander(&mut self, generals: &[General], to: Space) {
        let Some(first) = self.commander_among(generals.iter().copied()) else { return };
        let (side, rank) = (self.world.general(first).side, self.rank(first));
        let several = generals.iter().filter(|&&general| self.rank(general) == rank).count() > 1;
        let there = self.commanders_to_choose(side, to);
        let open = there.first().is_none_or(|&one| {
            let standing = self.rank(one);
            standing < rank || standing == rank && there.len() == 1
        });
        if !several || !open {
            return self.come_in(generals, Some(first), to);
        }
        for &general in generals {
            self.officers[general].post = Post::Map(to);
        }
        for general in self.commanders_to_choose(side, to) {
            self.officers[general].leads = false;
        }
        self.note_left(side, to);
    }

    /// §13.6.5: Surrender Points go along with SPs.
    pub(crate) fn carry_points(&mut self, side: Side, from: Space, to: Space, sps: u8) {
        let points = self.lift_points(side, from, sps);
        self.bring_points(side, to, points, sps);
    }

    /// §13.6.5: Surrender Points that so many SPs take along from a space; there they are gone if none stay, and neither Militia nor a Fort,
    /// which are a part of the group with points of its own from then on.
    pub(crate) fn lift_points(&mut self, side: Side, from: Space, sps: u8) -> u8 {
        if sps == 0 {
            return 0;
        }
        let points = self.spot(from).surrender[side as usize];
        let fort = || self.fort(from).is_some_and(|(holder, _)| holder == side);
        let stays = || self.sps(side, from) > sps || self.militia_in(side, from).is_some() || fort();
        if points > 0 && !stays() {
            self.spot_mut(from).surrender[side as usize] = 0;
        }
        points
    }

    /// §13.6.5: so many SPs are about to join those in a space with their Surrender Points.
    pub(crate) fn bring_points(&mut self, side: Side, to: Space, points: u8, sps: u8) {
        let there = self.spot(to).surrender[side as usize];
        let joined = joined_points((self.sps(side, to), there), (sps, points));
        if sps > 0 && joined != there {
            self.spot_mut(to).surrender[side as usize] = joined;
        }
    }

    /// §11.6.2, §12.2, §20.5.4: the activation is over, and the stack that was on its way stands in this space: SPs and generals that
    /// have moved. Two commanders of one rank are the owner's choice (§7.2.4).
    pub fn set_down_march(&mut self, at: Space, resolution: &mut Resolution<'_>) {
        let Some(march) = self.march.take() else { return };
        let generals: Vec<General> = self.marching_generals().collect();
        self.bring_points(march.side, at, march.surrender, march.sps);
        let force = Force {
            side: march.side,
            sps: march.sps,
            moved: march.sps,
            demoralized: march.demoralized,
            foraging: false,
        };
        self.tell_of_shaken(at, force, resolution);
        self.put_down(at, force);
        let coming = march.commander.or_else(|| self.commander_among(generals.iter().copied()));
        self.come_in(&generals, coming, at);
        for general in generals {
            self.officers[general].moved = true;
        }
        // What it had left may fall back now, with SPs or without (§6.3).
        self.derived.touch(at);
    }

    /// Tells everybody of something that happens in a space.
    pub(crate) fn announce_at(
        &self,
        resolution: &mut Resolution<'_>,
        kind: EventKind,
        at: Space,
        section: &str,
        text: impl FnOnce() -> String,
    ) {
        resolution.event(|| Event::new(kind, Audience::Everyone, text(), section).at(self.place_of(at)));
    }

    /// Tells that the stack on its way has come from one space to another.
    pub(crate) fn announce_march(&self, from: Space, to: Space, resolution: &mut Resolution<'_>) {
        let Some(march) = self.march.as_deref() else { return };
        resolution.event(|| {
            let generals = self.marching_in_order();
            let units = self.marching_units(march);
            let way = vec![self.place_of(from), self.place_of(to)];
            let who = self.described(march.side, march.sps, &generals);
            let go = verb(is_one(march.sps, &generals), "goes", "go");
            let left = match march.goes_by_land() {
                true => format!("; {} left", moves(march.moves)),
                false => String::new(),
            };
            let text = format!("{who} {go} to {}{left}.", self.called(to));
            Event::new(EventKind::Moved(way), Audience::Everyone, text, "5.1").at(self.place_of(to)).of(units)
        });
    }

    /// The stack on its way, as events name its units.
    pub(crate) fn marching_units(&self, march: &March) -> Vec<String> {
        let pieces = self.marching_in_order().into_iter().map(Piece::General);
        let units = pieces.chain((march.sps > 0).then_some(Piece::March(march.side)));
        units.map(|piece| self.unit_id(None, piece).to_string()).collect()
    }

    /// A space as a place of the board.
    pub(crate) fn place_of(&self, space: Space) -> Place {
        place(&self.world.space(space).id)
    }

    /// What a space is called.
    pub(crate) fn called(&self, space: Space) -> &str {
        &self.world.space(space).called
    }

    /// "3 Union SPs", "Lee and Jackson with 12 Confederate SPs".
    pub(crate) fn described(&self, side: Side, sps: u8, generals: &[General]) -> String {
        let points = match sps {
            1 => format!("1 {} SP", side.name()),
            _ => format!("{sps} {} SPs", side.name()),
        };
        match (generals, sps) {
            ([], _) => points,
            (_, 0) => self.named(generals),
            _ => format!("{} with {points}", self.named(generals)),
        }
    }

    /// "Lee, Jackson and Longstreet".
    pub(crate) fn named(&self, generals: &[General]) -> String {
        let names: Vec<&str> =
            generals.iter().map(|&general| self.world.general(general).label.as_str()).collect();
        match &names[..] {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }

    /// "Lee and Jackson go", "Lee goes".
    pub(crate) fn go(&self, generals: &[General]) -> String {
        format!("{} {}", self.named(generals), verb(generals.len() == 1, "goes", "go"))
    }

    /// "3 Union SPs go", "1 Union SP goes".
    pub(crate) fn sps_go(&self, side: Side, sps: u8) -> String {
        format!("{} {}", self.described(side, sps, &[]), verb(sps == 1, "goes", "go"))
    }
}

/// Whether a stack is one thing in a sentence: "Lee with 3 Confederate SPs goes", "3 Confederate SPs go".
fn is_one(sps: u8, generals: &[General]) -> bool {
    match generals {
        [] => sps == 1,
        [_] => true,
        _ => false,
    }
}

/// §13.6.5: the Surrender Points of two parts that come together, each given as its SPs and its points: those of the larger, of equal ones
/// the greater.
pub(crate) fn joined_points(one: (u8, u8), other: (u8, u8)) -> u8 {
    match one.0.cmp(&other.0) {
        Ordering::Greater => one.1,
        Ordering::Equal => one.1.max(other.1),
        Ordering::Less => other.1,
    }
}
