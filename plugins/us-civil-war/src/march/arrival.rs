//! §5.1, §6.2.2, §6.3: a stack comes into a space on its march.

use muster_sdk::Resolution;

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

    /// What a stack does to the space that it has come into, after a battle too: an enemy's Control marker goes (§6.2.2), and what its works
    /// serve as a marker for is destroyed (§6.4.1), unless it `held` the space so before.
    pub(crate) fn take_over(&mut self, held: bool, resolution: &mut Resolution<'_>) {
        let Some((side, at, sps)) = self.march.as_deref().map(|march| (march.side, march.at, march.sps))
        else {
            return;
        };
        self.invade(side, at, resolution);
        if sps == 0 {
            return;
        }
        let coastal = self.world.space(at).kind == Kind::CoastalFort;
        if self.spot(at).marker == Some(side.other()) && !coastal {
            self.clear_marker(at, resolution);
        }
        if self.is_marked(side, at) && !held {
            self.destroy(side, at, held, resolution);
        }
        self.enter_washington(side, at, resolution);
    }

    /// §17.1.3, C46: whoever enters neutral Kentucky drives it to the other side.
    pub(crate) fn invade(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        if self.world.space(at).kentucky && self.state_of(State::Kentucky).is_none() {
            resolution.say("17.1.3", || format!("The {} has invaded Kentucky.", side.name()));
            self.join_side(State::Kentucky, side.other(), resolution);
        }
    }

    /// §19.3.2: Confederate SPs in Washington are worth VPs, once (C50).
    pub(crate) fn enter_washington(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        let capital = self.world.space(at).capital && self.world.space(at).states.has(State::Columbia);
        if side == Side::Cs && capital && !self.panic {
            self.panic = true;
            resolution.say("19.3.2", || "Confederates in Washington: panic in the North.".to_owned());
        }
    }

    /// §6.2.2, §8.3: an enemy Control marker is removed, by cavalry for an MP unless it goes no farther.
    fn clear_marker(&mut self, at: Space, resolution: &mut Resolution<'_>) {
        let cavalry = self
            .march
            .as_deref()
            .and_then(|march| march.commander)
            .is_some_and(|general| self.rating(general).cavalry);
        if let Some(march) = self.march.as_deref_mut().filter(|_| cavalry) {
            march.moves = march.moves.saturating_sub(1);
        }
        self.spot_mut(at).marker = None;
        resolution.say("6.2.2", || format!("The enemy's Control marker in {} is removed.", self.called(at)));
    }
}
