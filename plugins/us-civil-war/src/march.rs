//! §5, §7.5: the march of a stack: who goes, step by step, what it picks up and drops off, and where it ends.

mod arrival;
mod end;
mod regroup;
mod set_out;

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::{Decisions, May, Resolution, Why, ensure};

use crate::choice::{Choice, Pay};
use crate::movement::NO_MARCH;
use crate::state::{Ferried, Force, March, Means, Post, Step, UsCivilWar, Works};
use crate::units::{Piece, counted, verb};
use crate::world::{General, Kind, Side, Space};

/// §5.4.2: MPs of the Rail Movement Bonus.
pub(crate) const BY_RAIL: u8 = 10;
/// §5.4.2: SPs that it can take in a player's Action Phase (C6).
pub(crate) const RAIL_SPS: u8 = 2;
/// §6.2.1, §10.1.2: SPs that place a marker or dig on their way.
const WORKING: u8 = 2;
/// §10.1.2: MPs to dig.
const DIGGING: u8 = 2;
/// §18.1: MPs of a forced march.
const FORCED: u8 = 2;
/// §20.3.1: a voyage, which takes a stack's whole Movement Allowance.
pub(crate) const VOYAGE: u8 = 1;

impl UsCivilWar {
    /// §4.3, §5.1.2: whether a general can be activated for a march.
    pub fn may_activate(&self, general: General) -> May {
        let at = self.may_set_out(general)?;
        let moves = self.rating(general).moves;
        let side = self.world.general(general).side;
        let rejoins = self.sps(side, at) > 0 || self.can_set_out_to_rejoin(side, at, moves);
        ensure(rejoins, "No SP or Fort of his side is within his reach.", "7.6")
    }

    /// §5.1.2: where a general stands who hasn't moved.
    pub(crate) fn may_set_out(&self, general: General) -> Result<Space, Why> {
        let officer = &self.officers[general];
        ensure(!officer.moved, "He has moved in this Action Phase.", "5.1.2")?;
        match officer.post {
            Post::Map(at) => Ok(at),
            _ => Err(Why { text: "He isn't on the map.", citation: "4.3" }),
        }
    }

    /// §5.10: whether SPs of a space can be activated without a general: up to three that haven't moved.
    pub fn may_activate_sps(&self, side: Side, at: Space) -> May {
        ensure(self.fresh(side, at) > 0, "No SP of yours that hasn't moved is there.", "5.1.2")?;
        self.may_leave(side, at, 1, 0)
    }

    /// SPs of a side in a space that haven't moved (§5.1.2).
    pub(crate) fn fresh(&self, side: Side, at: Space) -> u8 {
        self.spot(at).force.filter(|force| force.side == side).map_or(0, |force| force.sps - force.moved)
    }

    pub(crate) fn list_activations(&self, side: Side, list: &mut Decisions<Choice>) {
        for (general, at) in self.posted(side) {
            if self.may_activate(general).is_err() {
                continue;
            }
            self.list_activation(Piece::General(general), at, list);
            if self.rating(general).cautious && self.points_for(at) > 1 {
                let spare = !self.pressed || self.points.left() > 2;
                let free = || spare || self.could_press_on(Piece::General(general), Pay::Two);
                list.push_when(Choice::Activate(Piece::General(general), Pay::Two), free);
            }
        }
        for (space, _) in self.laid() {
            if self.may_activate_sps(side, space).is_ok() {
                self.list_activation(Piece::Force(side, space), space, list);
            }
        }
    }

    /// What an activation can be paid with: the last point of a Union that must go on to Richmond too, if it could get there (§4.1.4).
    fn list_activation(&self, piece: Piece, at: Space, list: &mut Decisions<Choice>) {
        list.extend(self.payments(at).map(|pay| Choice::Activate(piece, pay)));
        let point = self.world.space(at).theater.is_some_and(|theater| self.has_point(theater));
        if point && !self.has_spare_point() {
            list.push_when(Choice::Activate(piece, Pay::Point), || self.could_press_on(piece, Pay::Point));
        }
    }

    /// §4.3: a stack is activated: the general with all that can go with him, or SPs by themselves.
    pub(crate) fn activate(
        &mut self,
        side: Side,
        piece: Piece,
        means: Means,
        pay: Pay,
        resolution: &mut Resolution<'_>,
    ) {
        let Some(at) = self.space_of(piece) else { return };
        self.pay(at, pay, resolution);
        self.set_out(side, piece, means, pay);
        self.hook_march(resolution);
        self.frames.call(Step::March);
        let (section, who) = match means.is_by_land() {
            true => ("4.3", self.marching_do("is activated", "are activated")),
            false => ("20.3.1", self.marching_do("embarks", "embark")),
        };
        resolution.say(section, || format!("{who} in {}.", self.called(at)));
    }

    /// What the stack on its way is called: its commander, or its SPs.
    pub(crate) fn marching(&self) -> String {
        match self.march.as_deref() {
            Some(March { commander: Some(general), .. }) => self.world.general(*general).label.clone(),
            Some(march) => counted(march.sps),
            None => String::new(),
        }
    }

    /// The same with the right form of a verb: "Lee halts", "3 SPs halt".
    pub(crate) fn marching_do(&self, singular: &'static str, plural: &'static str) -> String {
        let one = self.march.as_deref().is_none_or(|march| march.commander.is_some() || march.sps == 1);
        format!("{} {}", self.marching(), verb(one, singular, plural))
    }

    /// §7.5.1: SPs that the stack can take up where it stands: they haven't moved, its commander may have so many, and a general who stays
    /// keeps one (§7.5.3). Cavalry and SPs by themselves take none once they are on their way (§8.3, §5.10); foragers cost an MP (§13.2.1).
    pub fn most_to_take(&self) -> u8 {
        let Some(march) = self.march.as_deref() else { return 0 };
        let set_out = march.has_moved();
        let fixed = match march.commander {
            None => true,
            Some(general) => self.rating(general).cavalry,
        };
        let shut = fixed || march.means == Means::Rail || self.is_voyage();
        if set_out && (shut || !self.may_fetch(march)) {
            return 0;
        }
        let stay = u8::from(self.generals_in(march.side, march.at).next().is_some());
        let there = self.sps(march.side, march.at).saturating_sub(stay);
        if march.forced && self.is_shaken(march.side, march.at) {
            return 0;
        }
        let limit = self.command_limit(march.commander).min(self.hold(march)).saturating_sub(march.sps);
        self.fresh(march.side, march.at).min(there).min(limit)
    }

    /// §12.2: whether a side's SPs in a space are Demoralized. No forced march takes such along (§18.1).
    pub(crate) fn is_shaken(&self, side: Side, at: Space) -> bool {
        self.spot(at).force.is_some_and(|force| force.side == side && force.demoralized)
    }

    /// §13.2.1: whether a side's SPs in a space forage.
    fn forages(&self, side: Side, at: Space) -> bool {
        self.spot(at).force.is_some_and(|force| force.side == side && force.foraging)
    }

    /// §13.2.1: whether picking up where the stack stands, on its way, costs an MP for foragers who are there.
    fn owes_for_foragers(&self, march: &March) -> bool {
        march.from.is_some() && !march.fetched && self.forages(march.side, march.at)
    }

    /// §13.2.1: whether it has that MP.
    fn may_fetch(&self, march: &March) -> bool {
        march.moves > 0 || !self.owes_for_foragers(march)
    }

    /// §13.2.1: it pays, once where it stands, whoever is picked up.
    fn pay_for_foragers(&mut self) {
        let owes = self.march.as_deref().is_some_and(|march| self.owes_for_foragers(march));
        if let Some(march) = self.march.as_deref_mut().filter(|_| owes) {
            march.moves = march.moves.saturating_sub(1);
            march.fetched = true;
        }
    }

    /// §7.5.1: takes SPs up; Demoralized ones make the stack so (C84).
    fn take_sps(&mut self, sps: u8) {
        let Some((side, at)) = self.march.as_deref().map(|march| (march.side, march.at)) else { return };
        if sps > 0 {
            self.pay_for_foragers();
        }
        let points = self.lift_points(side, at, sps);
        let Some(force) = self.take_off(side, at, sps) else { return };
        if let Some(march) = self.march.as_deref_mut() {
            march.gain(sps, points);
            march.demoralized |= force.demoralized;
        }
    }

    /// §7.5.1: drops SPs off; they have moved (§5.1.2), and used the Rail Movement Bonus (§5.4.2), unless the stack has done nothing yet.
    fn drop_sps(&mut self, sps: u8, resolution: &mut Resolution<'_>) {
        let Some(march) = self.march.as_deref_mut() else { return };
        march.sps -= sps;
        let moved = if march.has_moved() { sps } else { 0 };
        let force = Force {
            side: march.side,
            sps,
            moved,
            demoralized: march.demoralized,
            foraging: march.foraging && march.from.is_none(),
        };
        // §12.4: it is the SPs who are Demoralized; generals who go on without them are not.
        march.demoralized &= march.sps > 0;
        let (at, points, by_rail) = (march.at, march.surrender, march.means == Means::Rail);
        if by_rail {
            self.rail_sps += moved;
        }
        self.bring_points(force.side, at, points, sps);
        self.put_down(at, force);
        // Cavalry has spared an enemy's Control marker; those of it who stay have come to the end of their way (§8.3).
        self.clear_marker(force.side, at, resolution);
    }

    /// §7.5.1, §7.5.2, §7.5.3: whether a general can go along from where the stack stands.
    pub fn may_join(&self, general: General) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        let here = self.officers[general].post == Post::Map(march.at);
        ensure(here, "He isn't where the stack stands.", "7.5.1")?;
        let sailing = self.is_voyage() && march.from.is_some();
        ensure(!sailing, "Ships pick nobody up on their way.", "20.3.1")?;
        ensure(!self.officers[general].moved, "He has moved in this Action Phase.", "5.1.2")?;
        ensure(self.may_fetch(march), "To pick up from foragers costs 1 Movement Point.", "13.2.1")?;
        if self.takes_command(march.commander, general) {
            ensure(march.from.is_some(), "Activate him instead: he would command.", "7.5.1")?;
            let able = march.sps <= self.command_limit(Some(general));
            ensure(able, "He would command, and can't lead so many SPs: drop some off first.", "7.3")?;
            let (_, left) = self.at_rate_of(march, general);
            let rejoins = self.may_halt().is_ok() || self.can_rejoin(march.side, march.at, left, march.means);
            return ensure(
                rejoins,
                "He would command, and at his rate no SP of his side is within reach.",
                "7.6",
            );
        }
        self.may_follow(march.commander, general)
    }

    /// §7.5.2: Movement Points, all and those left, of the stack that a general takes command of: the slower of the two sets the rate. Who
    /// goes by rail disregards what he could march (§5.4.2).
    fn at_rate_of(&self, march: &March, general: General) -> (u8, u8) {
        let spent = march.allowance - march.moves;
        let allowance = match march.means {
            Means::Rail => march.allowance,
            _ => march.allowance.min(self.rating(general).moves),
        };
        (allowance, allowance.saturating_sub(spent))
    }

    /// §7.5.2: a general goes along; one of higher rank takes command, and the slower of the two sets the rate.
    fn join_march(&mut self, general: General, resolution: &mut Resolution<'_>) {
        let commander = self.march.as_deref().and_then(|march| march.commander);
        let takes = self.takes_command(commander, general);
        let rating = self.rating(general);
        self.pay_for_foragers();
        // Whoever stands with an SP ends with one (§7.5.3), though the others had lost theirs.
        let led = self.march.as_deref().is_some_and(|march| self.sps(march.side, march.at) > 0);
        if let Some(march) = self.march.as_deref_mut() {
            march.lone &= !led;
        }
        self.officers[general].post = Post::March;
        let rate = self.march.as_deref().map(|march| self.at_rate_of(march, general));
        let (Some(rate), Some(march)) = (rate, self.march.as_deref_mut().filter(|_| takes)) else { return };
        march.commander = Some(general);
        (march.allowance, march.moves) = rate;
        march.bold &= !rating.cautious || march.paid != 1;
        let name = &self.world.general(general).label;
        resolution.say("7.5.2", || format!("{name} takes command."));
    }

    /// §7.5.1, §7.5.3: whether a subordinate can be dropped off: where an SP of his side is.
    pub fn may_leave_behind(&self, general: General) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        ensure(self.officers[general].post == Post::March, "He isn't with the stack.", "7.5.1")?;
        let bound = [march.commander, march.activated].contains(&Some(general));
        ensure(!bound, "Whoever was activated goes on, and whoever commands.", "7.5.1")?;
        let kept = self.sps(march.side, march.at) > 0;
        ensure(kept, "He needs an SP to stay with.", "7.5.3")
    }

    fn leave_behind(&mut self, general: General) {
        let Some(march) = self.march.as_deref() else { return };
        let officer = &mut self.officers[general];
        (officer.post, officer.moved, officer.leads) = (Post::Map(march.at), march.has_moved(), false);
    }

    /// §7.5.3: whether SPs can be dropped off: generals who have none left must be able to rejoin some.
    pub fn may_drop(&self, sps: u8) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        let there = sps <= march.sps && sps > 0;
        ensure(there, "It hasn't so many SPs.", "7.5.1")?;
        ensure(sps <= self.room(march.side, march.at), "A Coastal Fort holds three SPs.", "10.3.2")?;
        ensure(sps < march.sps || march.commander.is_some(), "Somebody must go on.", "5.10")
    }

    /// §6.2.1: whether the stack can place a Control marker where it stands.
    pub fn may_mark(&self) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        let (side, at) = (march.side, march.at);
        let cavalry = march.commander.is_some_and(|general| self.rating(general).cavalry);
        ensure(!cavalry && march.sps >= WORKING, "It takes 2 SPs to place a Control marker.", "6.2.1")?;
        ensure(march.moves > 0, "A Control marker costs 1 Movement Point.", "6.2.1")?;
        ensure(march.means == Means::Land, "Only who marches does that.", "6.2.1")?;
        ensure(self.world.space(at).takes_marker(), "No Control marker can lie there.", "6.2.3")?;
        let marked = self.is_marked(side, at) || self.is_home(side, at);
        ensure(!marked, "You control it already.", "6.2.1")
    }

    /// §10.1.2: whether the stack can dig where it stands.
    pub fn may_dig_in(&self) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        let cavalry = march.commander.is_some_and(|general| self.rating(general).cavalry);
        ensure(!cavalry && march.sps >= WORKING, "It takes 2 SPs to entrench.", "10.1.2")?;
        ensure(march.means == Means::Land, "Only who marches does that.", "5.4.2")?;
        ensure(march.moves >= DIGGING, "An Entrenchment costs 2 Movement Points.", "10.1.2")?;
        let open = self.world.space(march.at).kind != Kind::CoastalFort;
        ensure(open, "A Coastal Fort stands there.", "10.1.2")?;
        ensure(self.spot(march.at).works == Works::None, "There is a fortification already.", "10.2.4")
    }

    /// §7.5.3, §7.6: whether the stack can end where it stands: with an SP; generals who had lost theirs also with Militia or in an own
    /// Fort.
    pub fn may_halt(&self) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        let fort = self.fort(march.at).is_some_and(|(holder, _)| holder == march.side);
        let others = march.lone && (fort || self.has_units(march.side, march.at));
        let with = march.sps > 0 || self.sps(march.side, march.at) > 0 || others;
        ensure(with, "A General must end with an SP.", "7.5.3")?;
        ensure(march.sps <= self.room(march.side, march.at), "A Coastal Fort holds three SPs.", "10.3.2")
    }

    pub(crate) fn list_march(&self, side: Side, list: &mut Decisions<Choice>) {
        let Some(march) = self.march.as_deref() else { return };
        for way in &self.world.space(march.at).ways {
            list.push_if(self.may_go(march, way).is_ok(), Choice::Go(way.to));
        }
        // What it does comes before whom it takes up or drops off, of which there is much.
        list.push_if(self.may_mark().is_ok(), Choice::Mark);
        list.push_if(self.may_unmark().is_ok(), Choice::Unmark);
        list.push_if(self.may_dig_in().is_ok(), Choice::DigIn);
        for way in &self.world.space(march.at).ways {
            list.push_if(self.may_regroup(way.to).is_ok(), Choice::Regroup(way.to));
        }
        if self.may_be_assisted().is_ok() {
            list.extend(self.naval_cards(side).map(Choice::Assist));
        }
        if march.from.is_none() && march.moves == march.allowance && march.means == Means::Land {
            list.push_when(Choice::ByRail, || self.may_go_by_rail().is_ok());
            if !march.demoralized {
                list.extend(self.cards_for(side, march.origin).map(Choice::Force));
            }
        }
        self.list_company(march, list);
        list.push_if(self.may_halt().is_ok(), Choice::Halt);
    }

    /// §7.5.1: whom the stack can take up and drop off where it stands.
    pub(crate) fn list_company(&self, march: &March, list: &mut Decisions<Choice>) {
        list.extend((1..=self.most_to_take()).map(Choice::Take));
        list.extend((1..=march.sps).filter(|&sps| self.may_drop(sps).is_ok()).map(Choice::Drop));
        for general in self.world.generals_of(march.side) {
            list.push_if(self.may_join(general).is_ok(), Choice::Join(general));
            list.push_if(self.may_leave_behind(general).is_ok(), Choice::Leave(general));
        }
    }

    /// §5.4.2: whether the stack can go by the Rail Movement Bonus.
    pub fn may_go_by_rail(&self) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        let few = march.sps + self.rail_sps <= RAIL_SPS;
        ensure(few, "2 SPs go by the Rail Movement Bonus in an Action Phase.", "5.4.2")?;
        let starts = self.starts_by_rail(march.side, march.at)
            || self.is_in_zone(march.side.other(), march.at)
                && self.as_it_set_out(march).is_some_and(|then| then.starts_by_rail(march.side, march.at));
        ensure(starts, "It doesn't start on a railroad that you control.", "5.4.2")?;
        let rejoins = self.may_halt().is_ok() || self.can_rejoin(march.side, march.at, BY_RAIL, Means::Rail);
        ensure(rejoins, "By rail no SP of his side is within his reach.", "7.6")
    }

    /// §5.4.2: whether a stack of a side's that sets out from a space starts on a railroad that the side controls.
    pub(crate) fn starts_by_rail(&self, side: Side, at: Space) -> bool {
        self.net().has_rail(at) && self.runs_rail(side, at)
    }

    /// §7.6: whether generals of a side without SPs who set out from a space, with so many MPs, can end with some or in a Fort: on foot, the
    /// first hex for whatever it costs (§5.1.1), or by rail (§5.4.2).
    fn can_set_out_to_rejoin(&self, side: Side, at: Space, moves: u8) -> bool {
        self.can_rejoin(side, at, moves, Means::Land)
            || self.can_rejoin_beyond(side, at, moves)
            || self.starts_by_rail(side, at) && self.can_rejoin(side, at, BY_RAIL, Means::Rail)
    }

    pub(crate) fn take_march(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Go(to) => self.enter_space(to, resolution),
            Choice::Take(sps) => self.take_sps(sps),
            Choice::Drop(sps) => self.drop_sps(sps, resolution),
            Choice::Join(general) => self.join_march(general, resolution),
            Choice::Leave(general) => self.leave_behind(general),
            Choice::Regroup(from) => self.call_in(from, resolution),
            Choice::Mark => self.mark_on_march(side, resolution),
            Choice::Unmark => self.unmark(side, resolution),
            Choice::DigIn => self.dig_in(side, resolution),
            Choice::ByRail => {
                if let Some(march) = self.march.as_deref_mut() {
                    (march.means, march.allowance, march.moves) = (Means::Rail, BY_RAIL, BY_RAIL);
                }
            }
            Choice::Assist(card) => {
                self.play_card(side, card, resolution);
                if let Some(march) = self.march.as_deref_mut() {
                    march.assisted = true;
                }
            }
            Choice::Force(card) => {
                self.play_card(side, card, resolution);
                if let Some(march) = self.march.as_deref_mut() {
                    (march.allowance, march.moves) = (march.allowance + FORCED, march.moves + FORCED);
                    march.forced = true;
                }
            }
            _ => self.halt(resolution),
        }
    }

    /// §6.2.1: the stack places a Control marker.
    fn mark_on_march(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let Some(march) = self.march.as_deref_mut() else { return };
        march.moves -= 1;
        let at = march.at;
        self.put_marker(side, at, resolution);
    }

    /// §10.1.2: the stack entrenches on its way.
    fn dig_in(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let Some(march) = self.march.as_deref_mut() else { return };
        march.moves -= DIGGING;
        let at = march.at;
        self.entrench(side, at, resolution);
    }

    /// §5.1: the march is over.
    pub(crate) fn halt(&mut self, resolution: &mut Resolution<'_>) {
        let Some(march) = self.march.as_deref() else { return };
        let (at, sps) = (march.at, march.sps);
        if march.means == Means::Rail && march.from.is_some() {
            self.rail_sps += sps;
        }
        let (section, who) = match self.is_voyage() {
            true => ("20.3.1", self.marching_do("goes ashore", "go ashore")),
            false => ("5.1", self.marching_do("halts", "halt")),
        };
        resolution.event(|| {
            let units = self.marching_units(march);
            let text = format!("{who} in {}.", self.called(at));
            Event::new(EventKind::Text, Audience::Everyone, text, section).at(self.place_of(at)).of(units)
        });
        self.strike_flag(at, resolution);
        self.set_down_march(at, resolution);
        self.frames.end();
    }

    /// C76: the stack names the space that it enters and pays for it.
    fn enter_space(&mut self, to: Space, resolution: &mut Resolution<'_>) {
        let Some(march) = self.march.as_deref() else { return };
        let Some(way) = self.world.way(march.at, to) else { return };
        let cost = self.march_cost(march, way);
        // Who is thrown back on the way has ended its activation.
        let ferried = march.sps > 0 && self.is_over_enemy_water(march, way);
        let (side, at) = (march.side, march.at);
        self.note_left(side, at);
        if let Some(march) = self.march.as_deref_mut() {
            if ferried {
                march.ferried = Ferried::Along;
            }
            march.moves = march.moves.saturating_sub(cost);
            march.entering = Some(to);
        }
        self.meet(resolution);
    }
}
