//! §22.4, §22.5: Army markers and the morale of armies, where the table plays with them.
//!
//! A marker goes with a General of three or four stars who leads it; its army is the stack that he is in. Where he leaves his stack by
//! himself, another of such rank there leads it, or the marker comes off the map.

use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, ensure};
use serde::{Deserialize, Serialize};

use crate::battle::{Sheet, Verdict};
use crate::choice::Choice;
use crate::state::{Post, Step, UsCivilWar};
use crate::world::{General, Side, Space};

/// §22.4: Army markers that each side has. How many the game comes with isn't known.
pub const ARMY_MARKERS: usize = 3;
/// How often a side changes its markers in one player's Action Phase: each of them twice. It is ours: without a bound one side could
/// go on for ever while the other is to move.
pub const MOST_CHANGES: u8 = 2 * ARMY_MARKERS as u8;
/// §22.4: the least stars of who leads an army.
pub const ARMY_STARS: u8 = 3;
/// §22.5.1: SPs that each side has at least in a Major Battle.
const MAJOR: u8 = 7;

/// §22.4: an Army marker on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Army {
    /// Who leads it.
    pub leader: General,
    /// Where its stack was after the last choice.
    pub post: Post,
    /// §22.5.1: it has high morale.
    pub high: bool,
}

impl UsCivilWar {
    /// Whose an army is.
    fn side_of_army(&self, army: &Army) -> Side {
        self.world.general(army.leader).side
    }

    /// §22.4: a side's armies, in the order in which their markers were placed.
    pub fn armies_of(&self, side: Side) -> impl Iterator<Item = &Army> {
        self.armies.iter().filter(move |army| self.side_of_army(army) == side)
    }

    /// The army of a side's stack in a space, or of the one on its way.
    fn army_at(&self, side: Side, post: Post) -> Option<usize> {
        let there = |army: &Army| self.side_of_army(army) == side && self.officers[army.leader].post == post;
        self.armies.iter().position(there)
    }

    /// §22.5.3: whether a stack has an army of high morale with it.
    pub fn has_high_morale(&self, side: Side, post: Post) -> bool {
        self.army_at(side, post).is_some_and(|at| self.armies[at].high)
    }

    /// §22.4: whether a general leads an army by his rank, on the map.
    fn can_lead_army(&self, general: General) -> bool {
        let officer = self.officers[general];
        officer.stars >= ARMY_STARS && matches!(officer.post, Post::Map(_) | Post::March)
    }

    /// §22.4: whether a general's stack can have an Army marker.
    pub fn may_form_army(&self, general: General) -> May {
        let side = self.world.general(general).side;
        ensure(self.can_lead_army(general), "It takes a General of three stars, on the map.", "22.4")?;
        let marked = self.army_at(side, self.officers[general].post).is_some();
        ensure(!marked, "His stack has an Army marker.", "22.4")?;
        ensure(self.armies_of(side).count() < ARMY_MARKERS, "All Army markers are on the map.", "22.4")
    }

    /// §22.4: at any time both sides place and remove markers, whoever is the phasing player.
    pub(crate) fn list_armies(&self, list: &mut Decisions<Choice>) {
        if !self.world.army_markers || self.frames.step() == Step::Over {
            return;
        }
        for side in Side::ALL {
            if list.is_enough() || list.is_answered() {
                return;
            }
            if self.army_changes[side as usize] >= MOST_CHANGES {
                continue;
            }
            list.open_any_time(self.seat_of(side), "army");
            for general in self.world.generals_of(side) {
                list.push_if(self.may_form_army(general).is_ok(), Choice::Army(general));
                list.push_if(self.can_take_over(general), Choice::HandOver(general));
                let leads = self.armies.iter().any(|army| army.leader == general);
                list.push_if(leads, Choice::DisbandArmy(general));
            }
            list.close_if_empty();
        }
    }

    /// Whether a general can lead the army of his stack in another's place.
    fn can_take_over(&self, general: General) -> bool {
        let side = self.world.general(general).side;
        let army = self.army_at(side, self.officers[general].post).map(|at| &self.armies[at]);
        self.can_lead_army(general) && army.is_some_and(|army| army.leader != general)
    }

    /// Carries out such a choice; gives whether it was one.
    pub(crate) fn take_army(&mut self, choice: Choice, resolution: &mut Resolution<'_>) -> bool {
        let (Choice::Army(general) | Choice::DisbandArmy(general) | Choice::HandOver(general)) = choice
        else {
            return false;
        };
        self.army_changes[self.world.general(general).side as usize] += 1;
        match choice {
            Choice::Army(leader) => {
                let post = self.officers[leader].post;
                self.armies.push(Army { leader, post, high: false });
                self.tell_army(leader, "has an Army marker", resolution);
            }
            Choice::DisbandArmy(leader) => {
                self.armies.retain(|army| army.leader != leader);
                self.tell_army(leader, "no longer has an Army marker", resolution);
            }
            Choice::HandOver(leader) => {
                let side = self.world.general(leader).side;
                let Some(at) = self.army_at(side, self.officers[leader].post) else { return true };
                self.armies[at].leader = leader;
                self.tell_army(leader, "leads the army", resolution);
            }
            _ => {}
        }
        true
    }

    fn tell_army(&self, leader: General, what: &str, resolution: &mut Resolution<'_>) {
        let name = &self.world.general(leader).label;
        resolution.announce(EventKind::Text, "22.4", || format!("{name} {what}."));
    }

    /// §22.5.4: whether an army has an SP. One that hasn't set out has those too that it would leave behind.
    fn has_sps(&self, army: &Army) -> bool {
        let march = self.march.as_deref();
        match self.officers[army.leader].post {
            Post::Map(at) => self.sps(self.side_of_army(army), at) > 0,
            _ => march.is_some_and(|march| {
                march.sps > 0 || march.from.is_none() && self.sps(march.side, march.at) > 0
            }),
        }
    }

    /// SPs have gone with these generals: so has their army.
    pub(crate) fn march_army(&mut self, generals: &[General], to: Space) {
        for army in self.armies.iter_mut().filter(|army| generals.contains(&army.leader)) {
            army.post = Post::Map(to);
        }
    }

    /// §22.4, §22.5.4: once a choice is carried out: markers whose stack has no General of that rank any more come off the map, a stack
    /// has one of them, and an army without an SP has no morale.
    pub fn settle_armies(&mut self, resolution: &mut Resolution<'_>) {
        let armies = std::mem::take(&mut self.armies);
        let leaders: Vec<General> = armies.iter().map(|army| army.leader).collect();
        let mut kept: Vec<Army> = Vec::with_capacity(armies.len());
        for army in armies {
            let Some(mut army) = self.led(army, &leaders) else {
                self.tell_army(army.leader, "no longer has an Army marker", resolution);
                continue;
            };
            if army.high && !self.has_sps(&army) {
                army.high = false;
                self.tell_morale(army.leader, resolution);
            }
            let side = self.side_of_army(&army);
            let met = kept
                .iter_mut()
                .find(|other| other.post == army.post && self.world.general(other.leader).side == side);
            match met {
                None => kept.push(army),
                Some(other) => {
                    let (stays, goes) =
                        if army.high && !other.high { (army, *other) } else { (*other, army) };
                    *other = stays;
                    let name = &self.world.general(goes.leader).label;
                    resolution.say("22.4", || format!("The army of {name} is part of another."));
                }
            }
        }
        self.armies = kept;
    }

    /// The army with who leads it now, and where; none if nobody can. A leader who has left his stack by himself leads it no more.
    fn led(&self, army: Army, leaders: &[General]) -> Option<Army> {
        let post = self.officers[army.leader].post;
        let left = matches!((army.post, post), (Post::Map(before), Post::Map(now)) if before != now);
        if self.can_lead_army(army.leader) && !left {
            return Some(Army { post, ..army });
        }
        let next = self.world.generals_of(self.side_of_army(&army)).find(|&general| {
            !leaders.contains(&general)
                && self.can_lead_army(general)
                && self.officers[general].post == army.post
        });
        next.map(|leader| Army { leader, ..army })
    }

    /// §22.5.1, §22.5.4: what a battle does to the morale of the armies in it: who loses any battle loses it, who wins a Closely Fought
    /// Major Battle earns it.
    pub(crate) fn judge_morale(&mut self, sheet: &Sheet, verdict: Verdict, resolution: &mut Resolution<'_>) {
        let (attacker, defender) = (&sheet.attacker, &sheet.defender);
        let posts = [Post::March, Post::Map(sheet.at)];
        let [winner, loser] = match verdict {
            Verdict::Won => [0, 1],
            Verdict::Lost => [1, 0],
            Verdict::Tied => return,
        };
        let lines = [attacker, defender];
        if let Some(at) = self.army_at(lines[loser].side, posts[loser])
            && std::mem::replace(&mut self.armies[at].high, false)
        {
            self.tell_morale(self.armies[at].leader, resolution);
        }
        let major = lines.iter().all(|line| line.sps >= MAJOR);
        let close = lines[winner].column.dice() <= lines[loser].column.dice();
        if !(self.world.army_morale && major && close) {
            return;
        }
        if let Some(at) = self.army_at(lines[winner].side, posts[winner])
            && !std::mem::replace(&mut self.armies[at].high, true)
        {
            let name = self.world.general(self.armies[at].leader).label.clone();
            resolution.say("22.5.1", || format!("The army of {name} has high morale."));
        }
    }

    fn tell_morale(&self, leader: General, resolution: &mut Resolution<'_>) {
        let name = &self.world.general(leader).label;
        resolution.say("22.5.4", || format!("The army of {name} no longer has high morale."));
    }
}
