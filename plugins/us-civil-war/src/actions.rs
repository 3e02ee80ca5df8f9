//! §4.3: what the phasing player can do besides marches, and what he pays for it.

use muster_sdk::{Decisions, May, Resolution, capital, ensure};

use crate::choice::{Choice, Pay};
use crate::state::{Force, Means, Post, Step, UsCivilWar, Works};
use crate::world::{General, Kind, Militia, Side, Space, State, Theater};

/// §17.3: Action Points that train an SP.
const TRAINED_BY: u8 = 7;

impl UsCivilWar {
    /// §4.1.3: whether the phasing player has an Action Point for what starts in a theater.
    pub(crate) fn has_point(&self, theater: Theater) -> bool {
        self.points.any > 0 || self.points.theaters[theater as usize] > 0
    }

    /// C72: whether so many points pay for one action that starts in a space: those that can be spent anywhere and those of its theater,
    /// and one is left for the Union if it must go on to Richmond (§4.1.4).
    pub(crate) fn can_pay(&self, space: Space, points: u8) -> bool {
        self.points_for(space) >= points && (!self.pressed || self.points.left() > points)
    }

    /// C72: how many points there are for one action that starts in a space.
    pub(crate) fn points_for(&self, space: Space) -> u8 {
        let theater = self.world.space(space).theater;
        theater.map_or(0, |theater| self.points.any + self.points.theaters[theater as usize])
    }

    /// What can pay for an action that starts in a space: a point, and each kind of card that serves there (§18.1).
    pub(crate) fn payments(&self, space: Space) -> impl Iterator<Item = Pay> + '_ {
        let point = self.can_pay(space, 1).then_some(Pay::Point);
        point.into_iter().chain(self.cards_for(self.phasing, space).map(Pay::Card))
    }

    /// Pays for an action that starts in a space.
    pub(crate) fn pay(&mut self, space: Space, pay: Pay, resolution: &mut Resolution<'_>) {
        let theater = self.world.space(space).theater;
        match pay {
            Pay::Card(card) => self.play_card(self.phasing, card, resolution),
            _ => (0..pay.points()).for_each(|_| self.spend(theater)),
        }
    }

    /// §4.1.3: one that is bound to the theater goes first.
    fn spend(&mut self, theater: Option<Theater>) {
        match theater {
            Some(theater) if self.points.theaters[theater as usize] > 0 => {
                self.points.theaters[theater as usize] -= 1;
            }
            _ => self.points.any = self.points.any.saturating_sub(1),
        }
    }

    /// §4.1.3, §18.1: the theater in which all must start that is paid so for what starts in a space; none if they may anywhere.
    fn bound_to(&self, space: Space, pay: Pay) -> Option<Theater> {
        let theater = self.world.space(space).theater?;
        let bound = match pay {
            Pay::Card(card) => !Theater::ALL.into_iter().all(|theater| card.serves(theater)),
            _ => self.points.theaters[theater as usize] > 0,
        };
        bound.then_some(theater)
    }

    pub(crate) fn list_actions(&self, side: Side, list: &mut Decisions<Choice>) {
        for (space, spot) in self.laid() {
            if list.is_answered() {
                return;
            }
            if let Some(militia) = self.militia_in(side, space) {
                let free = || self.may_disperse_units(side, space).is_ok();
                list.push_when(Choice::DisperseMilitia(militia), free);
            }
            if self.could_rally(side, space).is_ok() {
                let fed = || self.may_rally(side, space).is_ok();
                self.payments(space).for_each(|pay| list.push_when(Choice::Rally(space, pay), fed));
            }
            if self.may_entrench(side, space).is_ok() {
                list.extend(self.payments(space).map(|pay| Choice::Entrench(space, pay)));
            }
            list.push_if(
                matches!(spot.works, Works::Fort(holder, _) if holder == side),
                Choice::LowerFort(space),
            );
            if self.could_disperse(side, space).is_ok() {
                list.push_when(Choice::Disperse(space), || self.may_disperse(side, space).is_ok());
            }
        }
        for part in
            [Self::list_forts, Self::list_activations, Self::list_embarkations, Self::list_naval_actions]
        {
            if list.is_answered() {
                return;
            }
            part(self, side, list);
        }
        for (general, at) in self.posted(side) {
            if self.could_transfer(general).is_ok() {
                let open = || self.may_transfer(general).is_ok();
                self.payments(at).for_each(|pay| list.push_when(Choice::Transfer(general, pay), open));
            }
            let free = || self.may_disperse_units(side, at).is_ok();
            list.push_when(Choice::DisperseGeneral(general), free);
        }
        list.push_if(self.points.any > 0 && self.has_spare_point(), Choice::Train(None));
        let open = |&theater: &Theater| self.points.theaters[theater as usize] > 0;
        let bound = Theater::ALL.into_iter().filter(open);
        list.extend(bound.map(|theater| Choice::Train(Some(theater))));
        self.list_militia(side, list);
        list.push(Choice::EndActions);
        self.list_taking_back(side, list);
    }

    pub(crate) fn take_action(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Rally(at, pay) => {
                self.pay(at, pay, resolution);
                self.rally(at, resolution);
            }
            Choice::Entrench(at, pay) => {
                self.pay(at, pay, resolution);
                self.entrench(side, at, resolution);
            }
            Choice::BeginFort(at, card) => {
                self.play_card(side, card, resolution);
                self.begin_fort(side, at, 2, resolution);
            }
            Choice::LowerFort(at) => self.lower_fort(side, at, resolution),
            Choice::Transfer(general, pay) => {
                let mut bound = None;
                if let Post::Map(at) = self.officers[general].post {
                    bound = self.bound_to(at, pay);
                    self.pay(at, pay, resolution);
                }
                self.frames.call(Step::Transfer { general, second: false, bound });
            }
            Choice::Activate(piece, pay) => self.activate(side, piece, Means::Land, pay, resolution),
            Choice::Embark(piece, means, pay) => self.activate(side, piece, means, pay, resolution),
            Choice::Naval(order) => self.take_order(side, order, resolution),
            Choice::Train(theater) => self.train(side, theater, resolution),
            Choice::Muster(militia, at) => self.muster(militia, at, resolution),
            Choice::Disperse(at) => self.disperse(side, at, resolution),
            Choice::DisperseGeneral(general) => {
                if let Post::Map(at) = self.officers[general].post {
                    self.displace_generals(&[general], at, "4.3", resolution);
                    self.note_left(side, at);
                }
            }
            Choice::DisperseMilitia(militia) => {
                if let Some(at) = self.militia_at(militia) {
                    self.displace_militia(side, at, "4.3", resolution);
                }
            }
            _ => {
                if !self.must_sacrifice(resolution) {
                    self.begin_supply_segment(resolution);
                }
            }
        }
    }

    /// §12.5.2: whether a stack can Rally: Demoralized, in supply, and it hasn't moved.
    pub(crate) fn may_rally(&self, side: Side, at: Space) -> May {
        self.could_rally(side, at)?;
        let supplied = self.supply(side).has_loc(at);
        ensure(supplied, "It has no Line of Communication to a Supply Source.", "12.5.2")
    }

    /// The same but for its supply.
    fn could_rally(&self, side: Side, at: Space) -> May {
        let force = self.spot(at).force.filter(|force| force.side == side);
        let shaken = force.is_some_and(|force| force.demoralized);
        ensure(shaken, "No Demoralized stack of yours is there.", "12.5.1")?;
        let fresh = force.is_some_and(|force| force.moved == 0);
        ensure(fresh, "A stack Rallies or moves in an Action Phase, not both.", "12.5.2")
    }

    /// §12.5.1; it can't move in this phase (§12.5.2).
    fn rally(&mut self, at: Space, resolution: &mut Resolution<'_>) {
        if let Some(force) = &mut self.spot_mut(at).force {
            (force.demoralized, force.moved) = (false, force.sps);
        }
        let name = self.world.space(at).called.clone();
        resolution.say("12.5.2", || format!("The stack in {name} Rallies."));
    }

    /// §10.1.2: whether an Entrenchment can be dug by an Action Point: in an own state, by SPs or Militia.
    pub(crate) fn may_entrench(&self, side: Side, at: Space) -> May {
        self.may_dig(side, at)?;
        // A hex with a border running through it lies in either state (§2.1.2), and so does a place of West Virginia's that the
        // Confederacy controls: in Virginia too (§17.1.2).
        let info = self.world.space(at);
        let mut states = info.states.iter();
        let own = states.any(|state| self.state_of(state) == Some(side))
            || side == Side::Cs && info.takes_marker() && info.states.has(State::WestVirginia);
        ensure(own, "An Action Point entrenches in states that you control.", "10.1.2")
    }

    /// §10.1.2, §10.2.4: whether a space can have an Entrenchment of a side's units there.
    pub(crate) fn may_dig(&self, side: Side, at: Space) -> May {
        ensure(self.has_units(side, at), "No SP or Militia of yours is there.", "10.1.2")?;
        let open = self.world.space(at).kind != Kind::CoastalFort;
        ensure(open, "A Coastal Fort stands there.", "10.1.2")?;
        ensure(self.spot(at).works == Works::None, "There is a fortification already.", "10.2.4")
    }

    /// §10.1.2: it is complete at once, and serves as a Control marker (§10.1.1).
    pub(crate) fn entrench(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        let held = self.is_marked(side, at);
        let spot = self.spot_mut(at);
        (spot.works, spot.marker) = (Works::Entrenchment(side), None);
        let name = self.world.space(at).called.clone();
        resolution.say("10.1.2", || format!("{} entrenches in {name}.", capital(side.power())));
        self.destroy(side, at, held, resolution);
    }

    /// §7.8: whether a general can be transferred: with one or two stars, no Cavalry General, not moved before.
    pub(crate) fn may_transfer(&self, general: General) -> May {
        self.could_transfer(general)?;
        let side = self.world.general(general).side;
        let places = || self.laid().filter(|&(at, _)| self.could_transfer_to(side, general, at).is_ok());
        let supply = self.supply(side);
        let open = places().any(|(at, _)| supply.is_clearly_linked(at))
            || places().any(|(at, _)| !supply.is_isolated(at));
        ensure(open, "No SP of yours that isn't Isolated is elsewhere.", "7.8")
    }

    /// The same but for where he could come.
    pub(crate) fn could_transfer(&self, general: General) -> May {
        let officer = &self.officers[general];
        let rating = self.world.general(general).rating(officer.stars);
        ensure(!rating.rides(), "Cavalry Generals aren't transferred.", "7.8")?;
        ensure(officer.stars <= 2, "Generals of three and four stars aren't transferred.", "7.4.1")?;
        ensure(!officer.moved, "He has moved in this Action Phase.", "5.1.2")
    }

    /// §7.8: whether a general can be transferred to a space: with an SP that isn't Isolated, where he isn't.
    pub(crate) fn may_transfer_to(&self, side: Side, general: General, at: Space) -> May {
        self.could_transfer_to(side, general, at)?;
        ensure(!self.supply(side).is_isolated(at), "What is there is Isolated.", "7.8")
    }

    /// The same but for its isolation.
    fn could_transfer_to(&self, side: Side, general: General, at: Space) -> May {
        ensure(self.sps(side, at) > 0, "No SP of yours is there.", "7.8")?;
        ensure(self.officers[general].post != Post::Map(at), "He is there.", "7.8")
    }

    pub(crate) fn list_transfer(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::Transfer { general, second, .. } = self.frames.step() else { return };
        for (at, _) in self.laid() {
            if self.could_transfer_to(side, general, at).is_ok() {
                let open = || self.may_transfer_to(side, general, at).is_ok();
                list.push_when(Choice::TransferTo(at), open);
            }
        }
        list.push_if(second, Choice::EndTransfer);
    }

    /// §7.8: two generals an action, both from the theater that it is paid for (§4.1.3).
    pub(crate) fn take_transfer(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::Transfer { general, second, bound } = self.frames.step() else { return };
        if let Choice::TransferTo(at) = choice {
            let standing = self.commander_in(side, at);
            let officer = &mut self.officers[general];
            let left = officer.post;
            (officer.post, officer.moved, officer.leads) = (Post::Map(at), true, false);
            self.note_rivals(standing, Some(general));
            if let Post::Map(left) = left {
                self.note_left(side, left);
            }
            let (who, name) = (&self.world.general(general).label, &self.world.space(at).called);
            resolution.say("7.8", || format!("{who} is transferred to {name}."));
            if !second {
                return self.frames.next(Step::SecondTransfer(bound));
            }
        }
        self.frames.end();
    }

    pub(crate) fn list_second_transfer(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::SecondTransfer(bound) = self.frames.step() else { return };
        let near = |at: Space| bound.is_none() || self.world.space(at).theater == bound;
        let near = |&general: &General| matches!(self.officers[general].post, Post::Map(at) if near(at));
        for general in self.world.generals_of(side).filter(near) {
            if self.could_transfer(general).is_ok() {
                let open = || self.may_transfer(general).is_ok();
                list.push_when(Choice::Transfer(general, Pay::Point), open);
            }
        }
        list.push(Choice::EndTransfer);
    }

    pub(crate) fn take_second_transfer(
        &mut self,
        _side: Side,
        choice: Choice,
        _resolution: &mut Resolution<'_>,
    ) {
        match choice {
            Choice::Transfer(general, _) => {
                // He is the last.
                self.frames.next(Step::Transfer { general, second: true, bound: None });
            }
            _ => self.frames.end(),
        }
    }

    /// §17.3: a point for training; seven make an SP.
    fn train(&mut self, side: Side, theater: Option<Theater>, resolution: &mut Resolution<'_>) {
        self.spend(theater);
        let trained = &mut self.training[side as usize];
        *trained += 1;
        let points = *trained;
        if points < TRAINED_BY {
            return resolution.say("17.3", || {
                format!("{} trains: {points} of {TRAINED_BY} points.", capital(side.power()))
            });
        }
        *trained = 0;
        resolution.say("17.3", || format!("{} has trained an SP.", capital(side.power())));
        if self.trained_places(side, theater).next().is_some() {
            self.frames.call(Step::Trained(theater));
        } else {
            resolution.say("17.3", || "There is no place for it: it is lost.".to_owned());
        }
    }

    /// §17.3: where a trained SP can come.
    fn trained_places(&self, side: Side, theater: Option<Theater>) -> impl Iterator<Item = Space> + '_ {
        let places = match side {
            Side::Us => &self.world.places.objectives,
            Side::Cs => &self.world.places.resources,
        };
        let near = move |at: &Space| theater.is_none() || self.world.space(*at).theater == theater;
        places.iter().copied().filter(near).filter(move |&at| self.may_come(side, at, "17.3").is_ok())
    }

    /// §14.2.2, §14.3.5, §17.3: whether new SPs of a side can come to a space: for the Union an own Objective Hex of a Northern State in Full
    /// Supply, for the Confederacy an own Resource Hex with a Line of Communication to a Primary Supply Source.
    pub(crate) fn may_come(&self, side: Side, at: Space, section: &'static str) -> May {
        self.could_come(side, at, section)?;
        match side {
            Side::Us => ensure(self.supply(side).is_place_full(at), "It is not in Full Supply.", section),
            Side::Cs => {
                let reached = self.supply(side).reaches_primary(at);
                ensure(reached, "It has no Line of Communication to a Primary Supply Source.", section)
            }
        }
    }

    pub(crate) fn list_trained(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::Trained(theater) = self.frames.step() else { return };
        list.extend(self.trained_places(side, theater).map(Choice::Trained));
    }

    /// §17.3: it can't move in this phase.
    pub(crate) fn take_trained(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::Trained(at) = choice {
            self.occupy(side, at, resolution);
            self.put_down(at, Force { side, sps: 1, moved: 1, demoralized: false, foraging: false });
            let name = self.world.space(at).called.clone();
            resolution.say("17.3", || format!("The trained SP comes to {name}."));
        }
        self.frames.end();
    }

    fn list_militia(&self, side: Side, list: &mut Decisions<Choice>) {
        for (militia, info) in self.world.militia.iter().filter(|(_, info)| info.side == side) {
            let Some(from) = self.militia_at(militia) else { continue };
            if self.militia_moved >> muster_sdk::Index::place(militia) & 1 == 1 {
                continue;
            }
            let key = self.world.places.key();
            let home = key.filter(|&at| at != from && self.world.space(at).states.has(info.state));
            for at in home.filter(|&at| self.could_muster(side, at).is_ok()) {
                list.push_when(Choice::Muster(militia, at), || self.may_muster(side, at).is_ok());
            }
        }
    }

    /// §17.2.3: whether Militia can come to a hex of its state.
    pub(crate) fn may_muster(&self, side: Side, at: Space) -> May {
        self.could_muster(side, at)?;
        ensure(!self.supply(side).is_isolated(at), "It is Isolated.", "17.2.3")
    }

    /// The same but for its isolation.
    pub(crate) fn could_muster(&self, side: Side, at: Space) -> May {
        self.is_in_play(at)?;
        ensure(self.controls(side, at), "You don't control it.", "17.2.3")?;
        ensure(self.spot(at).militia.is_none(), "There is Militia already.", "17.2.3")
    }

    /// §17.2.3: a Militia unit changes its hex, for nothing; its Surrender Points are gone.
    fn muster(&mut self, militia: Militia, at: Space, resolution: &mut Resolution<'_>) {
        if let Some(from) = self.militia_at(militia) {
            self.spot_mut(from).militia = None;
        }
        self.occupy(self.world.militia[militia].side, at, resolution);
        self.spot_mut(at).militia = Some(militia);
        self.militia_moved |= 1 << muster_sdk::Index::place(militia);
        let (who, name) = (self.world.militia[militia].name(), self.world.space(at).called.clone());
        resolution.say("17.2.3", || format!("{} go to {name}.", capital(&who)));
    }

    /// §4.3, §7.6: whether an SP of a space can be dispersed: it isn't Isolated, and no general stays behind alone.
    pub(crate) fn may_disperse(&self, side: Side, at: Space) -> May {
        self.could_disperse(side, at)?;
        self.may_disperse_units(side, at)
    }

    /// The same but for its isolation.
    fn could_disperse(&self, side: Side, at: Space) -> May {
        let sps = self.sps(side, at);
        ensure(sps > 0, "No SP of yours is there.", "4.3")?;
        let alone = sps > 1 || self.generals_in(side, at).next().is_none();
        ensure(alone, "A general may not be left without an SP.", "7.6")
    }

    /// §4.3: whether generals and Militia of a space can be dispersed.
    pub(crate) fn may_disperse_units(&self, side: Side, at: Space) -> May {
        ensure(!self.supply(side).is_isolated(at), "What is Isolated isn't dispersed.", "4.3")
    }

    fn disperse(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        self.take_off(side, at, 1);
        self.displace_sps(side, 1, at);
        let name = self.world.space(at).called.clone();
        resolution.say("4.3", || format!("An SP is dispersed from {name}."));
    }
}
