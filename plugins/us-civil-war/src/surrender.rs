//! §13.6.3 to §13.6.5: Surrender of Isolated Groups in their owner's Supply Segment.

use muster_contract::EventKind;
use muster_sdk::Resolution;

use crate::charts::{self, SURRENDER_AT, SURRENDER_WITH_FORT, SURRENDER_WITHOUT_FORT};
use crate::state::{Post, UsCivilWar, Works};
use crate::supply::Group;
use crate::units::verb;
use crate::world::{General, Kind, Side, Space};

impl UsCivilWar {
    /// §13.6: the phasing player's groups are found, Surrender Points are theirs or gone, and who has no provisions checks, group by
    /// group.
    pub(crate) fn check_surrenders(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let groups = self.isolation(side).groups;
        let number = side as usize;
        let marked: Vec<Space> =
            self.laid().filter(|(_, spot)| spot.surrender[number] > 0).map(|(space, _)| space).collect();
        for space in marked {
            self.spot_mut(space).surrender[number] = 0;
        }
        for group in &groups {
            let points = if group.relieved { 0 } else { group.points };
            if group.provided {
                self.give_points(side, &group.spaces, points);
            } else {
                self.check_group(side, group, points, resolution);
            }
        }
    }

    /// §13.6.3: each of these spaces of a group has its points.
    fn give_points(&mut self, side: Side, spaces: &[Space], points: u8) {
        for &space in spaces {
            // A lone general has no marker.
            if self.spot(space).surrender[side as usize] != points {
                self.spot_mut(space).surrender[side as usize] = points;
            }
        }
    }

    /// §13.6.4: what is added to a group's die: the best Defense Rating in it, and an Objective or Resource Hex of its own.
    pub fn surrender_modifier(&self, side: Side, group: &Group) -> i8 {
        let generals = group.spaces.iter().flat_map(|&space| self.generals_in(side, space));
        let rating = generals.map(|general| self.rating(general).defense).max().unwrap_or(0);
        let held = group
            .spaces
            .iter()
            .filter(|&&space| self.world.space(space).is_key() && self.controls(side, space));
        let ground = held.map(|&space| match self.spot(space).works {
            Works::Fort(holder, _) if holder == side => SURRENDER_WITH_FORT,
            _ => SURRENDER_WITHOUT_FORT,
        });
        let ground = ground.max().unwrap_or(0);
        rating as i8 + ground
    }

    fn check_group(&mut self, side: Side, group: &Group, points: u8, resolution: &mut Resolution<'_>) {
        // A stack that a card supplies in this phase ignores it, and the points of the roll too: it keeps those that it had (§18.1).
        let spaces: Vec<Space> =
            group.spaces.iter().copied().filter(|&space| !self.spot(space).spared).collect();
        self.give_points(side, &group.spaces, points);
        let Some(&first) = spaces.first() else { return };
        let modifier = self.surrender_modifier(side, group);
        let reason = || format!("Surrender of {}, {modifier:+}", self.called(first));
        let face = resolution.roll_openly(1, 6, "13.6.4", |_| true, reason)[0];
        let points = points + charts::surrender(face as i8 + modifier);
        if points < SURRENDER_AT {
            self.give_points(side, &spaces, points);
            return self.announce_at(resolution, EventKind::Text, first, "13.6.3", || {
                let what = verb(points == 1, "Surrender Point", "Surrender Points");
                format!("The Isolated Group of {} has {points} {what}.", self.called(first))
            });
        }
        self.give_points(side, &spaces, 0);
        for space in spaces {
            self.lay_down_arms(side, space, resolution);
        }
    }

    /// §13.6.3: what is in a space of a group that surrenders: SPs and Entrenchments are gone, Forts captured, generals and Militia displaced;
    /// Islands and Coastal Forts change sides. A Northern Objective Hex has its garrison again (§17.2.4).
    fn lay_down_arms(&mut self, side: Side, space: Space, resolution: &mut Resolution<'_>) {
        self.announce_at(resolution, EventKind::Lost, space, "13.6.3", || {
            format!("The {} units in {} surrender.", side.name(), self.called(space))
        });
        let foe = side.other();
        let sps = self.sps(side, space);
        self.eliminate(side, space, sps);
        let generals: Vec<General> = self.generals_in(side, space).collect();
        debug_assert!(generals.iter().all(|&general| self.officers[general].post == Post::Map(space)));
        self.displace_generals(&generals, space, "13.6.3", resolution);
        self.displace_militia(side, space, "13.6.3", resolution);
        if self.spot(space).works == Works::Entrenchment(side) {
            self.spot_mut(space).works = Works::None;
        }
        let held = self.is_marked(foe, space);
        self.capture_fort(foe, space, resolution);
        if self.world.space(space).kind == Kind::Island && !self.is_marked(foe, space) {
            self.put_marker(foe, space, resolution);
        } else if self.is_marked(foe, space) {
            self.destroy(foe, space, held, resolution);
        }
        self.recall_garrison(foe, space, resolution);
        self.seize_yard(foe, space, resolution);
        self.surrender_ships(side, space, resolution);
    }
}
