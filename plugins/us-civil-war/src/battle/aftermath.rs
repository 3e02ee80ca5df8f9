//! §10.1.3, §10.2.5, §11.1.2, §11.2.3, §11.2.4, §11.5.4: what follows a battle, and what a stack does to a space that it takes.

use muster_contract::EventKind;
use muster_sdk::{May, Resolution, capital, ensure};

use crate::state::{UsCivilWar, Works};
use crate::world::{General, Kind, Side, Space};

use super::{Fought, Verdict, is_twice};

impl UsCivilWar {
    /// §11.1.2: Automatic Displacement where the stack enters: everything of the defender's goes to the Displaced Box, and it moves
    /// in.
    pub fn overrun(&mut self, resolution: &mut Resolution<'_>) {
        let Some((march, at)) = self.entry() else { return };
        let foe = march.side.other();
        self.announce_at(resolution, EventKind::Text, at, "11.1.2", || {
            format!("The {} force in {} gives way to one far stronger.", foe.name(), self.called(at))
        });
        self.displace_all(foe, at, "11.1.2", resolution);
        self.move_in(resolution);
    }

    /// §11.2.4: the sides whose owners may displace the generals of a force that was eliminated though it wasn't beaten, the attacker
    /// first; after a tie it can be both. They can't stay where the enemy still has a Fort.
    pub fn spent_victors(&self, fought: &Fought) -> impl Iterator<Item = Side> {
        let sides = fought.sides();
        let able = move |&number: &usize| {
            let spent = fought.left[number] == 0 && fought.had[number] > 0;
            let (attacks, foe) = (number == 0, sides[1 - number]);
            let anybody = if attacks {
                self.marching_generals().next().is_some()
            } else {
                self.generals_in(sides[1], fought.at).next().is_some()
            };
            let held = self.fort(fought.at).is_some_and(|(holder, _)| holder == foe);
            let stays = !attacks || fought.verdict != Verdict::Won || !held;
            spent && anybody && stays && fought.loser() != Some(sides[number])
        };
        (0..2).filter(able).map(move |number| sides[number])
    }

    /// The first of them.
    pub fn may_displace_victors(&self, fought: &Fought) -> Option<Side> {
        self.spent_victors(fought).next()
    }

    /// §11.2.4: their owner has them displaced.
    pub fn displace_victors(&mut self, fought: &Fought, side: Side, resolution: &mut Resolution<'_>) {
        let generals: Vec<General> = if side == fought.attacker {
            self.marching_generals().collect()
        } else {
            self.generals_in(side, fought.at).collect()
        };
        self.displace_generals(&generals, fought.at, "11.2.4", resolution);
    }

    /// §11.2.1 step 5, §11.6.2, §20.5.4: the attacker who hasn't won goes back to where he came from, or to another port, and his
    /// activation is over. After a tie supply is judged then (§13.1.5).
    pub fn repulse(&mut self, fought: &Fought, back: Space, resolution: &mut Resolution<'_>) {
        if fought.verdict == Verdict::Lost && fought.is_spent() {
            self.displace_victors(fought, fought.attacker, resolution);
        }
        self.strike_flag(back, resolution);
        self.set_down_march(back, resolution);
        if fought.verdict == Verdict::Tied {
            self.settle_tie(fought, back, resolution);
        }
    }

    /// §11.2.1 step 5: the defender is beaten. His Militia are displaced (§17.2.3), and his generals if he has no SP left (§11.2.4);
    /// his Entrenchment is gone (§10.1.3), and so is a garrison (§17.2.4). Gives whether SPs must retreat.
    pub fn rout(&mut self, fought: &Fought, resolution: &mut Resolution<'_>) -> bool {
        let foe = fought.attacker.other();
        self.displace_militia(foe, fought.at, "17.2.3", resolution);
        if self.sps(foe, fought.at) == 0 {
            let generals: Vec<General> = self.generals_in(foe, fought.at).collect();
            self.displace_generals(&generals, fought.at, "11.2.4", resolution);
        }
        self.raze_entrenchment(foe, fought.at, resolution);
        if foe == Side::Us && self.keeps_garrison(fought.at) {
            self.spot_mut(fought.at).fled = true;
        }
        self.sps(foe, fought.at) > 0
    }

    /// §11.5.1, §11.2.3: the victorious attacker moves in as a whole. If no SP of his is left nobody takes the space, and a Fort in
    /// it holds out; his generals stay, if they can.
    pub fn advance(&mut self, fought: &Fought, resolution: &mut Resolution<'_>) {
        if !fought.is_spent() {
            return self.move_in(resolution);
        }
        if self.is_defended(fought.attacker.other(), fought.at) {
            self.displace_victors(fought, fought.attacker, resolution);
        }
        self.set_down_march(fought.at, resolution);
    }

    /// The stack that is on its way moves into the space that it enters, and takes it.
    pub fn move_in(&mut self, resolution: &mut Resolution<'_>) {
        self.spend_assistance();
        let Some(march) = self.march.as_deref_mut() else { return };
        let Some(at) = march.entering.take() else { return };
        let from = march.at;
        (march.from, march.at, march.fetched) = (Some(from), at, false);
        let (side, sps, landed) = (march.side, march.sps, !march.goes_by_land());
        self.keep_command(side, at);
        self.announce_march(from, at, resolution);
        if sps > 0 {
            // It holds the space from now on (§6.3): what follows from that is found anew.
            self.derived.touch(at);
            self.seize(side, at, resolution);
            if side == Side::Cs && self.keeps_garrison(at) {
                self.spot_mut(at).fled = true;
            }
            let island = self.world.space(at).kind == Kind::Island;
            if landed && island && !self.is_marked(side, at) {
                self.put_marker(side, at, resolution);
            }
        }
    }

    /// What SPs of a side that come into a space do to what they find there: lone generals are displaced (§7.6), an Entrenchment goes
    /// (§10.1.3), a Fort is captured (§10.2.5, C90) or changes sides (§10.3.2), and one under construction is removed (§10.2.2). Enemy
    /// Control markers are not its matter (§6.2.2).
    pub fn seize(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        let foe = side.other();
        self.occupy(side, at, resolution);
        self.capture_fort(side, at, resolution);
        self.recall_garrison(side, at, resolution);
        if self.spot(at).surrender[foe as usize] > 0 {
            self.spot_mut(at).surrender[foe as usize] = 0;
        }
    }

    /// §10.2.5, C90: a Fort of the enemy's becomes the captor's of the next lower level; an F1 gives way to his Control marker, where
    /// one can lie in a state that isn't his. A Coastal Fort changes sides (§10.3.2).
    pub fn capture_fort(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        if self.fort(at).is_none_or(|(holder, _)| holder == side) {
            return;
        }
        self.announce_at(resolution, EventKind::Taken(Some(side.id().to_owned())), at, "10.2.5", || {
            let printed = self.world.space(at).kind == Kind::CoastalFort;
            let what = if printed { "" } else { "the Fort in " };
            format!("{} captures {what}{}.", capital(side.power()), self.called(at))
        });
        self.stop_building(side.other(), at, resolution);
        let marked = !self.is_home(side, at) && self.world.space(at).takes_marker();
        let spot = self.spot_mut(at);
        match spot.works {
            Works::Fort(_, level) if level > 1 => {
                (spot.works, spot.marker) = (Works::Fort(side, level - 1), None);
                self.destroy(side, at, false, resolution);
            }
            Works::Fort(..) => {
                (spot.works, spot.marker) = (Works::None, None);
                if marked {
                    self.put_marker(side, at, resolution);
                }
            }
            _ => spot.marker = Some(side),
        }
    }

    /// §10.2.2: a Fort, or its upgrade, that a side has begun is removed.
    pub(crate) fn stop_building(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        if self.spot(at).begun.is_none_or(|begun| begun.side != side) {
            return;
        }
        self.spot_mut(at).begun = None;
        self.announce_at(resolution, EventKind::Text, at, "10.2.2", || {
            format!("The Fort that was being built in {} is removed.", self.called(at))
        });
    }

    /// §10.1.3: an Entrenchment of a side is removed; in an enemy state its Control marker stays where one can lie.
    pub fn raze_entrenchment(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        if self.spot(at).works != Works::Entrenchment(side) {
            return;
        }
        self.remove_works(at, side);
        self.announce_at(resolution, EventKind::Text, at, "10.1.3", || {
            format!("The Entrenchment in {} is removed.", self.called(at))
        });
    }

    /// §5.11, §11.5.4: whether a stack may go on after a battle, if it has MPs left: it has won with twice the defender's SPs, those
    /// that stayed behind a river counted.
    pub fn may_go_on(&self, fought: &Fought) -> May {
        ensure(fought.verdict == Verdict::Won, "It hasn't won.", "5.11")?;
        ensure(!fought.is_spent(), "No SP of it is left.", "5.11")?;
        let march = self.march.as_deref();
        let landed = march.is_some_and(|march| !march.goes_by_land());
        ensure(!landed, "Those who have landed move no farther.", "20.5.3")?;
        ensure(is_twice(fought.had[0], fought.had[1]), "It wasn't twice as strong as the defender.", "5.11")
    }
}
