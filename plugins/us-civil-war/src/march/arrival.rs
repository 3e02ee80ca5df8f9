//! §5.1, §6.2.2, §6.3: a stack comes into a space on its march.

use muster_sdk::{May, Resolution, capital, ensure};

use crate::movement::NO_MARCH;
use crate::state::UsCivilWar;
use crate::world::{Kind, Side, Space, State};

impl UsCivilWar {
    /// The stack comes into the space that it enters, where nobody fights; what it leaves stays its own until it is done (§6.3).
    pub(crate) fn arrive(&mut self, resolution: &mut Resolution<'_>) {
        let Some((side, to)) = self.entry().map(|(march, to)| (march.side, to)) else { return };
        let held = self.is_marked(side, to);
        let gained = !self.controls(side, to) && self.is_toward_richmond(to);
        self.note_leaving();
        self.move_in(resolution);
        let with_sps = self.march.as_deref().is_some_and(|march| march.sps > 0);
        self.presses_on(gained && with_sps);
        self.take_over(held, resolution);
    }

    /// What a stack does to the space that it has come into, after a battle too: an enemy's Control marker goes, but for cavalry (§6.2.2, §8.3), and what its
    /// works serve as a marker for is destroyed (§6.4.1), unless it `held` the space so before.
    pub(crate) fn take_over(&mut self, held: bool, resolution: &mut Resolution<'_>) {
        let Some((side, at, sps)) = self.march.as_deref().map(|march| (march.side, march.at, march.sps))
        else {
            return;
        };
        self.invade(side, at, resolution);
        if sps == 0 {
            return;
        }
        if !self.goes_as_cavalry() {
            self.clear_marker(side, at, resolution);
        }
        if self.is_marked(side, at) && !held {
            self.destroy(side, at, held, resolution);
        }
        self.enter_washington(side, at, resolution);
    }

    /// §17.1.3, C46: whoever enters neutral Kentucky drives it to the other side.
    pub(crate) fn invade(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        if self.would_invade(at) {
            resolution.say("17.1.3", || format!("{} has invaded Kentucky.", capital(side.power())));
            self.join_side(State::Kentucky, side.other(), resolution);
        }
    }

    /// §17.1.3: whether whoever comes into a space would invade Kentucky.
    pub(crate) fn would_invade(&self, at: Space) -> bool {
        self.world.space(at).kentucky && self.state_of(State::Kentucky).is_none()
    }

    /// The game as it is once a side has invaded Kentucky.
    pub(crate) fn once_invaded(&self, side: Side) -> Self {
        let mut then = self.clone();
        then.go_over(State::Kentucky, side.other());
        then
    }

    /// §19.3.2: Confederate SPs in Washington are worth VPs, once (C50).
    pub(crate) fn enter_washington(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        let capital = self.world.space(at).capital && self.world.space(at).states.has(State::Columbia);
        if side == Side::Cs && capital && !self.panic {
            self.panic = true;
            resolution.say("19.3.2", || "Confederates in Washington: panic in the North.".to_owned());
        }
    }

    /// §8.1, §8.3: whether the stack on its way is a Cavalry Unit.
    pub(super) fn goes_as_cavalry(&self) -> bool {
        let commander = self.march.as_deref().and_then(|march| march.commander);
        commander.is_some_and(|general| self.rating(general).cavalry)
    }

    /// §8.3: whether cavalry can remove the enemy's Control marker where it stands and ride on; if it stays, it does so for nothing.
    pub fn may_unmark(&self) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        ensure(self.is_marker_of(march.side.other(), march.at), "No enemy marker is there.", "6.2.2")?;
        ensure(self.goes_as_cavalry() && march.sps > 0, "Only a Cavalry Unit does that.", "8.3")?;
        ensure(march.moves > 0, "To remove the marker costs cavalry 1 Movement Point.", "8.3")
    }

    /// §8.3: it does.
    pub(super) fn unmark(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let Some(march) = self.march.as_deref_mut() else { return };
        march.moves -= 1;
        let at = march.at;
        self.clear_marker(side, at, resolution);
    }

    /// §8.3: the stack on its way ends it in a space: an enemy's Control marker that cavalry has spared goes.
    pub(crate) fn strike_flag(&mut self, at: Space, resolution: &mut Resolution<'_>) {
        let Some(side) = self.march.as_deref().filter(|march| march.sps > 0).map(|march| march.side) else {
            return;
        };
        self.clear_marker(side, at, resolution);
    }

    /// Whether a Control marker of a side lies in a space; that of a Coastal Fort only says who holds it.
    fn is_marker_of(&self, side: Side, at: Space) -> bool {
        self.spot(at).marker == Some(side) && self.world.space(at).kind != Kind::CoastalFort
    }

    /// §6.2.2: a side removes an enemy's Control marker, if there is one.
    pub(crate) fn clear_marker(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        if !self.is_marker_of(side.other(), at) {
            return;
        }
        self.spot_mut(at).marker = None;
        let foe = side.other().name();
        resolution.say("6.2.2", || format!("The {foe} Control marker in {} is removed.", self.called(at)));
    }
}
