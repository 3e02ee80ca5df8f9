//! Whether a save can be one of this world.

use muster_contract::Refusal;
use muster_sdk::{Count, Index as _, Saves, corrupt_save};

use crate::armies::{ARMY_MARKERS, ARMY_STARS, Army, MOST_CHANGES};
use crate::charts::DECKS;
use crate::hooks::MOST_MODIFIER;
use crate::leaders::FREE_TRANSFERS;
use crate::reinforcements::GROWTH;
use crate::state::{Foreseen, MOST_SPS, Named, Post, Step, UsCivilWar, Works};
use crate::strategic::Lift;
use crate::world::{Edge, General, Militia, NavalLeader, Node, Side, Space, World};

/// More than 20 turns can bring: points for all Objective Hexes of the North (§19.3.2), Build Points of Arsenals (§14.5), maintenance
/// with inflation in every zone (§14.4.5).
const MOST_INVASION: u8 = 200;
const MOST_ARSENALS: u8 = 120;
const MOST_MAINTENANCE: u16 = 300;
/// What rules of the table can add to Build Points, or take away.
const MOST_BY_RULES: u16 = 1_000;

/// Refuses a save in which something doesn't hold, and says what is wrong.
fn check(holds: bool, wrong: impl std::fmt::Display) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(corrupt_save(wrong)) }
}

impl Saves for UsCivilWar {
    const STATE_SCHEMA: u32 = 4;

    fn counts(world: &World) -> Vec<Count> {
        vec![
            Space::count(world.spaces.len()),
            Edge::count(world.atlas.edge_count()),
            General::count(world.generals.len()),
            Militia::count(world.militia.len()),
            Node::count(world.waters.nodes.len()),
            NavalLeader::count(world.admiralty.as_ref().map_or(0, |all| all.leaders.len())),
        ]
    }

    fn validate(&self) -> Result<(), Refusal> {
        check(self.seats[0] != self.seats[1], "both seats play one side (1)")?;
        let turns = self.world.first_turn..=self.world.last_turn;
        check(turns.contains(&self.turn), format_args!("there is no turn {} (3)", self.turn))?;
        check(self.cycle <= 4, format_args!("there is no Action Phase {} (4.1.1)", self.cycle))?;
        check(self.difference <= 5, "two dice differ by 5 at most (4.1)")?;
        check(self.initiative.iter().all(|&face| face <= 6), "a die has six faces (4.1)")?;
        let kept = self.tallies.iter().map(|tally| tally.turn);
        let all = kept.eq((self.world.first_turn - 1..=self.turn).take(self.tallies.len()));
        check(all, "the turns that are over aren't in order (3)")?;
        check(
            self.invasion <= MOST_INVASION,
            "there are more points for the North than turns give (19.3.2)",
        )?;
        check(self.arsenals_destroyed <= MOST_ARSENALS, "more Arsenals were destroyed than built (6.4.1)")?;
        check(self.maintenance <= MOST_MAINTENANCE, "maintenance has risen too far (14.4.5)")?;
        check(self.points.left() <= 5, "there are more Action Points than dice give (4.1)")?;
        for side in Side::ALL {
            let all = |deck: &crate::charts::Deck| if side == Side::Us { deck.us } else { deck.cs };
            let held = DECKS.iter().all(|deck| self.holds_card(side, deck.card) <= all(deck));
            check(held, format_args!("the {} holds cards that it hasn't (2.3)", side.name()))?;
            check(self.training[side as usize] < 7, "seven points train an SP at once (17.3)")?;
        }
        let shipped = self.ocean_sps <= crate::naval::OCEAN_SPS;
        check(shipped, "more SPs than 3 have gone by sea (20.3.2)")?;
        check(self.spaces() == self.world.spaces.len(), "it is laid out on another board (2.1)")?;
        self.laid().try_for_each(|(space, _)| self.is_spot(space))?;
        let ranked = self.officers.rows().all(|officer| officer.stars <= 4);
        check(ranked, "a general has more than four stars (7.2.1)")?;
        let ruled = self.budget.is_none_or(|budget| budget.rules.unsigned_abs() <= MOST_BY_RULES);
        check(ruled, "rules of the table bring more Build Points than they can (14.3.1)")?;
        self.are_armies()?;
        self.is_opening()?;
        self.is_shipped()?;
        self.is_reaction()?;
        self.is_said()?;
        self.fault_of_fleets().map_or(Ok(()), |wrong| Err(corrupt_save(wrong)))?;
        let over = self.frames.step() == Step::Over;
        check(over == self.winner.is_some(), "it is over without a winner, or has one before its end (19.3)")
    }
}

impl UsCivilWar {
    /// Where a general arrives or is transferred, his side's leader management waits for that (§16.1).
    fn is_opening(&self) -> Result<(), Refusal> {
        let mut before = None;
        for &step in self.frames.path() {
            if let Step::Arrival(general, _) | Step::FreeTransfer(general) | Step::Reassign(general) = step {
                let own = self.world.general(general).side;
                let managed = matches!(before, Some(Step::Manage { side, .. }) if side == own);
                check(managed, "a general is placed outside of leader management (16.1)")?;
            }
            let within = !matches!(step, Step::Manage { transfers, .. } if transfers > FREE_TRANSFERS);
            check(within, "more than two generals are transferred for nothing (16.6)")?;
            let forward = matches!(step, Step::Forward(spaces) if self.world.start.forward != Some(spaces));
            check(!forward, "no SP of this scenario starts elsewhere (S1.1)")?;
            check(step != Step::Disband(0), "no SP is left to give up (14.1.2)")?;
            self.is_strategic(before, step)?;
            before = Some(step);
        }
        Ok(())
    }

    /// §3.2, §15.1: nothing has more lift than the turn gives, and SPs on a move are on the map.
    fn is_strategic(&self, before: Option<Step>, step: Step) -> Result<(), Refusal> {
        match (before, step) {
            (_, Step::Strategic(side, left)) => {
                let most = Lift::of(side, self.turn, self.world.special_1861);
                check(left.is_within(&most), "more SPs move strategically than can (3.2)")
            }
            (before, Step::Convoy(convoy)) => {
                let within = |most: Lift| convoy.left.is_within(&most);
                let own = matches!(before, Some(Step::Strategic(side, left)) if side == convoy.side && within(left));
                check(own, "SPs move strategically outside of their phase (3.2)")?;
                let there = (1..=self.strategic_sps(convoy.side, convoy.from)).contains(&convoy.sps);
                check(there, "more SPs move strategically than stand there (15.6)")
            }
            _ => Ok(()),
        }
    }

    /// What is aboard finds room (§20.3.1), and only those who came over water sail back (§20.5.4).
    fn is_shipped(&self) -> Result<(), Refusal> {
        let afloat = self.march.as_deref().filter(|march| !march.goes_by_land());
        let room = afloat.is_none_or(|march| march.sps <= self.capacity(march.side));
        check(room, "more SPs are aboard than ships take (20.3.1)")?;
        let back = self.frames.path().iter().any(|step| matches!(step, Step::Reembark(_)));
        check(!back || afloat.is_some(), "a landing has failed that nobody has made (20.5.4)")
    }

    /// §9: standing answers are in order, and of a side's own generals.
    fn is_said(&self) -> Result<(), Refusal> {
        for side in Side::ALL {
            let said = &self.standing[side as usize];
            let own = said.silent.iter().all(|&general| self.world.general(general).side == side);
            let sorted = said.never.is_sorted_by(|one, other| one < other);
            let sorted = sorted && said.silent.is_sorted_by(|one, other| one < other);
            check(own && sorted, "a side has said twice that it doesn't react, or for others (9)")?;
        }
        Ok(())
    }

    /// §9.2.2, §22.6: those who were named react to something, each in one way, and where nobody maneuvers they intercept.
    fn is_reaction(&self) -> Result<(), Refusal> {
        let named = self.march.as_deref().map_or(&[][..], |march| &march.named);
        let maneuvers = self.march.as_deref().is_some_and(|march| march.maneuvers);
        let sent = self.frames.path().iter().find_map(|step| match step {
            Step::Send(to) => Some(*to),
            _ => None,
        });
        let reacting = self.frames.path().iter().any(|step| matches!(step, Step::React(_)));
        let quiet = named.is_empty() && sent.is_none();
        check(quiet || reacting && self.entry().is_some(), "a stack reacts to nothing (9.2.1)")?;
        let once = |(place, one): (usize, &Named)| named[..place].iter().all(|other| other.from != one.from);
        check(named.iter().enumerate().all(once), "a stack reacts twice to one thing (9.2.2)")?;
        let bound = |to: Space| self.entry().is_some_and(|(_, entered)| to == entered);
        let all = named.iter().map(|named| named.to).chain(sent).all(bound);
        check(maneuvers || all, "a stack maneuvers, without that rule (22.6)")?;
        let Some(march) = self.march.as_deref() else { return Ok(()) };
        let side = march.side.other();
        let there = march.arrived.iter().all(|party| {
            let all = march.arrived.iter().filter(|other| other.from == party.from);
            let sps: u16 = all.map(|other| u16::from(other.sps)).sum();
            let stand = |&general: &General| self.generals_in(side, party.from).any(|one| one == general);
            sps <= self.sps(side, party.from).into() && party.generals.iter().all(stand)
        });
        let within = |one: &Foreseen| one.by.is_none_or(|by| i32::from(by).abs() <= 2 * MOST_MODIFIER);
        let ruled = march.foreseen.is_empty() || reacting;
        let foreseen = ruled && march.foreseen.iter().all(within);
        check(foreseen, "rules of the table change dice that they can't (9.2.1)")?;
        let reacts = march.arrived.is_empty() || reacting && maneuvers;
        check(there && reacts, "a stack has maneuvered that isn't there (22.6)")
    }

    /// §22.4, §22.5: armies have leaders of rank, each stack one, each side no more than there are markers.
    fn are_armies(&self) -> Result<(), Refusal> {
        check(
            self.armies.is_empty() || self.world.army_markers,
            "there are Army markers, without that rule (22.4)",
        )?;
        for (place, army) in self.armies.iter().enumerate() {
            let officer = self.officers[army.leader];
            let led = officer.stars >= ARMY_STARS && officer.post == army.post;
            check(led && matches!(army.post, Post::Map(_) | Post::March), "nobody leads an army (22.4)")?;
            let side = self.world.general(army.leader).side;
            let of_side = |other: &&Army| self.world.general(other.leader).side == side;
            let twice = self.armies[..place].iter().filter(of_side).any(|other| other.post == army.post);
            check(!twice, "a stack has two Army markers (22.4)")?;
            check(!army.high || self.world.army_morale, "an army has morale, without that rule (22.5)")?;
        }
        let changed = self.army_changes.iter().all(|&changes| changes <= MOST_CHANGES);
        check(changed, "Army markers were changed more often than they can be (22.4)")?;
        let within = Side::ALL.into_iter().all(|side| self.armies_of(side).count() <= ARMY_MARKERS);
        check(within, "a side has more Army markers than there are (22.4)")
    }

    fn is_spot(&self, space: Space) -> Result<(), Refusal> {
        let (spot, info) = (self.spot(space), self.world.space(space));
        let id = &info.id;
        check(
            info.is_land() || spot.is_empty(),
            format_args!("something lies in {id}, where nothing can be (5.7)"),
        )?;
        if let Some(force) = spot.force {
            check((1..=MOST_SPS).contains(&force.sps), format_args!("{id} has {} SPs (2.2.3)", force.sps))?;
            check(
                force.moved <= force.sps,
                format_args!("more SPs of {id} have moved than are there (5.1.2)"),
            )?;
        }
        let level = match (spot.works, spot.begun) {
            (Works::Fort(_, level), None) => level,
            (_, Some(begun)) => begun.level,
            _ => 1,
        };
        check((1..=3).contains(&level), format_args!("{id} has a Fort of level {level} (10.2.1)"))?;
        let marked = spot.marker.is_none() || info.takes_marker();
        check(marked, format_args!("{id} has a Control marker and can't (6.2.3)"))?;
        let grown = self.bp_left(space).saturating_add(spot.arsenals) <= GROWTH * info.resource;
        check(grown, format_args!("{id} has too many Arsenals (14.5)"))
    }
}
