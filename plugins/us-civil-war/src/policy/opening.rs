//! A turn's opening: where SPs, Forts, Arsenals and generals come.

use std::cmp::Reverse;

use super::survey::Outlook;
use super::{COMMITTED, OfList};
use crate::charts::Card;
use crate::choice::Choice;
use crate::state::Step;
use crate::strategic::Convoy;
use crate::world::{Kind, Port, Side, Space, Theater};

impl Outlook<'_> {
    pub(super) fn weigh_opening(&self, choice: Choice, list: &OfList) -> u32 {
        let game = self.game;
        let sps = |at: Space| u32::from(game.sps(self.side, at));
        match choice {
            Choice::Place(at) | Choice::Trained(at) => cubed(self.worth_of_place(at)),
            Choice::Discard(card) => match card {
                Card::TransMississippi => 40,
                Card::Naval if self.side == Side::Cs => 40,
                Card::East | Card::West => 4,
                Card::Any | Card::Naval => 1,
            },
            Choice::FreeFort(at) => {
                let exposed = (self.foes(at).min(10) + 1) * self.site(at).stake();
                let walls = 1 + 2 * game.fort(at).map_or(0, |(_, level)| i32::from(level));
                if self.site(at).stake() > 0 { cubed(exposed / 8 / walls) } else { 0 }
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
            Choice::Post(at) => match self.game.frames.step() {
                Step::Recall(general) | Step::Arrival(general, _) | Step::Reassign(general) => cubed(
                    1 + self.wants_general(general, at, list) + (sps(at) as i32 + self.foes(at)).min(16) / 2,
                ),
                Step::FreeTransfer(general) => cubed(self.wants_general(general, at, list)),
                _ => 1,
            },
            Choice::Manage(_) => COMMITTED,
            Choice::Reassign(general) => 20 * u32::from(self.gain_of_transfer(general, list) > 6),
            Choice::StayPut => cubed(8),
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
                COMMITTED / 4 * u32::from(sps.min(8))
            }
            Choice::EndStrategic => 1,
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
                if ends && there > self.worth_leaving(convoy.at) { cubed(there as i32) } else { 0 }
            }
            Choice::Arrive => COMMITTED,
            Choice::TurnBack => 1,
            _ => 0,
        }
    }

    /// SPs that a space can do without and that could leave it by Strategic Movement. An army before the enemy keeps those whom its
    /// general can lead.
    fn spare(&self, from: Space) -> i32 {
        let (game, site) = (self.game, self.site(from));
        let needed = match () {
            () if !site.is_kept() => 1,
            () if site.stake() > 0 => self.lack_with(from, 0),
            () => 0,
        };
        let faced = match game.commander_in(self.side, from) {
            Some(general) if self.foes(from) > 1 && self.friends(from) < 6 * self.foes(from) => {
                let most = if self.friends(from) < 3 * self.foes(from) { 18 } else { 8 };
                i32::from(game.command_limit(Some(general))).min(most)
            }
            _ => 0,
        };
        i32::from(game.strategic_sps(self.side, from)) - needed.max(faced)
    }

    /// How well SPs must be placed elsewhere to be worth a journey.
    fn worth_leaving(&self, at: Space) -> u32 {
        let here = self.weigh_place(at);
        // Whoever goes beyond the Mississippi doesn't come back.
        let beyond = self.game.world.space(at).theater == Some(Theater::TransMississippi);
        here + here / 4 + if beyond { 60 } else { 0 }
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
        let ends = self.game.strategic_ends(self.side);
        let mut ends: Vec<(u32, Space)> = ends.map(|at| (self.weigh_place(at), at)).collect();
        ends.sort_unstable_by_key(|&(worth, at)| (Reverse(worth), at));
        ends
    }

    fn weigh_place(&self, at: Space) -> u32 {
        self.worth_of_place(at) as u32
    }

    /// New SPs come where they are needed, else to an army near the enemy that is too weak for him.
    fn worth_of_place(&self, at: Space) -> i32 {
        let (site, foes, friends) = (self.site(at), self.foes(at), self.friends(at));
        let sps = i32::from(self.game.sps(self.side, at));
        let bare = if sps == 0 && site.need() > 0 { site.stake() } else { 0 };
        let need = bare + site.need() * site.stake().min(60) / 2;
        let wanted = match self.side {
            Side::Us => foes * 2 + 2,
            Side::Cs => foes * 5 / 4 + 2,
        };
        // More than anybody there can lead are of little use, and those whom a good general leads of most.
        let commander = self.game.commander_in(self.side, at);
        let able = i32::from(self.game.command_limit(commander));
        let skill = commander.map_or(0, |general| self.skill(general).clamp(0, 3));
        let army = if foes > 0 && (sps > 1 || able > 6) {
            let lacking = (wanted - friends).clamp(0, 10);
            let drawn = i32::from(self.drawn(at)) / 4;
            let room = (able - sps).clamp(0, 6);
            (lacking * 3 + drawn) * (2 + room) / 8 + (3 + skill) * sps.min(able).min(12) + (2 + skill) * room
        } else {
            2 * sps.min(10)
        };
        let base = if self.is_base(at) && sps < 3 { 18 } else { 0 };
        (need + army + base + foes.min(6) + 4).max(1)
    }

    /// Whether the Union's ships take SPs from there to the enemy's coasts.
    fn is_base(&self, at: Space) -> bool {
        let info = self.game.world.space(at);
        let haven = info.port == Port::Ocean || info.kind == Kind::Island;
        self.side == Side::Us && haven && self.keeps(at)
    }
}

fn cubed(worth: i32) -> u32 {
    let worth = worth.clamp(0, 800) as u32;
    worth * worth * worth / 64 + 1
}
