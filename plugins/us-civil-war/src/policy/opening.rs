//! A turn's opening: where SPs, Forts, Arsenals and generals come.

use super::COMMITTED;
use super::survey::Outlook;
use crate::choice::Choice;
use crate::state::Step;
use crate::world::Space;

impl Outlook<'_> {
    pub(super) fn weigh_opening(&self, choice: Choice) -> u32 {
        let game = self.game;
        let sps = |at: Space| u32::from(game.sps(self.side, at));
        match choice {
            Choice::Place(at) | Choice::Trained(at) => self.weigh_place(at),
            Choice::FreeFort(at) => {
                let exposed = (self.foes(at).min(10) + 1) * self.site(at).stake();
                if self.site(at).stake() > 0 { exposed as u32 } else { 0 }
            }
            Choice::NoFort => 1,
            Choice::Forward(_) => 1,
            Choice::NoForward => 2,
            // An Arsenal lies best far from the enemy, and behind walls.
            Choice::Arsenal(at) => {
                let walls = game.fort(at).map_or(0, |(_, level)| 10 * u32::from(level));
                1 + walls + sps(at).min(6) + (30 - self.foes(at).min(30)) as u32
            }
            Choice::Disband(at) => 1 + sps(at) * 10 / (1 + self.foes(at).min(20) as u32),
            Choice::Muster(_, at) => (self.site(at).need() * self.site(at).stake()).max(0) as u32 + 2,
            Choice::EndMilitia => 1,
            Choice::Post(at) => 1 + self.wants_general(at) * 4 + sps(at),
            Choice::Manage(_) => COMMITTED,
            Choice::Reassign(_) => 0,
            Choice::StayPut => 20,
            Choice::EndManagement => 1,
            _ => 1,
        }
    }

    /// SPs that aren't needed go by Strategic Movement to where others would be better placed.
    pub(super) fn weigh_strategic(&self, choice: Choice) -> u32 {
        let game = self.game;
        let convoy = if let Step::Convoy(convoy) = game.frames.step() { Some(convoy) } else { None };
        match choice {
            Choice::Dispatch(from) => {
                let needed =
                    self.site(from).need() + self.foes(from) / 2 + i32::from(self.site(from).stake() > 40);
                let spare = i32::from(game.strategic_sps(self.side, from)) - needed;
                if spare > 0 { 6 * spare.min(8) as u32 } else { 0 }
            }
            Choice::Leg(_, to) => {
                let here = convoy.map_or(0, |convoy| self.weigh_place(convoy.at));
                let (there, sps) = (self.weigh_place(to), convoy.map_or(0, |convoy| convoy.sps));
                let ends = game.may_end_strategic_move(self.side, to, sps).is_ok();
                if ends && there > here + here / 4 { there * there } else { 0 }
            }
            Choice::Arrive => COMMITTED,
            Choice::TurnBack => 1,
            Choice::EndStrategic => 12,
            _ => 0,
        }
    }

    /// New SPs come where they are needed, else to an army near the enemy.
    fn weigh_place(&self, at: Space) -> u32 {
        let need = self.site(at).need() * self.site(at).stake().min(60) / 2;
        let army = self.friends(at).min(20) + 2 * i32::from(self.game.sps(self.side, at)).min(10);
        let front = self.foes(at).min(12) * 6;
        (need + army + front + 4).max(1) as u32
    }
}
