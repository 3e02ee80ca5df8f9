//! A turn's opening: where SPs, Forts, Arsenals and generals come.

use std::cmp::Reverse;

use super::survey::Outlook;
use super::{COMMITTED, OfList};
use crate::choice::Choice;
use crate::strategic::Convoy;
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
    pub(super) fn weigh_strategic(&self, choice: Choice, list: &OfList) -> u32 {
        match choice {
            // One that leads nowhere would be turned back, and tried again and again.
            Choice::Dispatch(from) => {
                let sps = self.game.one_from(from).map_or(0, |one| self.sps_sent(&one, list));
                6 * u32::from(sps.min(8))
            }
            Choice::EndStrategic => 12,
            _ => 0,
        }
    }

    pub(super) fn weigh_convoy(&self, convoy: &Convoy, choice: Choice, list: &OfList) -> u32 {
        match choice {
            Choice::Send(sps) => {
                let to_send =
                    *list.to_send.get_or_init(|| self.sps_sent(&Convoy { sps: 1, ..*convoy }, list));
                COMMITTED * u32::from(convoy.sps > to_send && sps == to_send)
            }
            Choice::Leg(_, to) => {
                let there = self.weigh_place(to);
                let ends = self.game.may_end_strategic_move(self.side, to, convoy.sps).is_ok();
                if ends && there > self.worth_leaving(convoy.at) { there.min(COMMITTED) } else { 0 }
            }
            Choice::Arrive => COMMITTED,
            Choice::TurnBack => 1,
            _ => 0,
        }
    }

    /// SPs that a space can do without and that could leave it by Strategic Movement.
    fn spare(&self, from: Space) -> i32 {
        let site = self.site(from);
        let needed = site.need() + self.foes(from) / 2 + i32::from(site.stake() > 40);
        i32::from(self.game.strategic_sps(self.side, from)) - needed
    }

    /// How well SPs must be placed elsewhere to be worth a journey.
    fn worth_leaving(&self, at: Space) -> u32 {
        let here = self.weigh_place(at);
        here + here / 4
    }

    /// How many SPs to send from a space that has some to spare, if a leg leads from it to where they are better placed.
    fn sps_sent(&self, one: &Convoy, list: &OfList) -> u8 {
        let (game, spare) = (self.game, self.spare(one.from));
        if spare <= 0 {
            return 0;
        }
        let least = self.worth_leaving(one.from);
        let ends = list.ends.get_or_init(|| self.ends_of_strategic_moves());
        let better = ends.iter().take_while(|(worth, _)| *worth > least).map(|&(_, to)| to);
        let Some((mode, to)) = game.first_reached(one, better) else { return 0 };
        let lift = one.left.room(mode, game.world.space(one.from).theater);
        (spare as u8).min(lift).min(game.room(self.side, to))
    }

    /// Where SPs could come by Strategic Movement if something led there, the best places first.
    fn ends_of_strategic_moves(&self) -> Vec<(u32, Space)> {
        let ends = |&at: &Space| self.game.may_end_strategic_move(self.side, at, 1).is_ok();
        let ends = self.game.world.spaces.all().filter(ends);
        let mut ends: Vec<(u32, Space)> = ends.map(|at| (self.weigh_place(at), at)).collect();
        ends.sort_unstable_by_key(|&(worth, at)| (Reverse(worth), at));
        ends
    }

    /// New SPs come where they are needed, else to an army near the enemy.
    fn weigh_place(&self, at: Space) -> u32 {
        let need = self.site(at).need() * self.site(at).stake().min(60) / 2;
        let army = self.friends(at).min(20) + 2 * i32::from(self.game.sps(self.side, at)).min(10);
        let front = self.foes(at).min(12) * 6;
        (need + army + front + 4).max(1) as u32
    }
}
