//! §14.6: how SPs, generals and Militia come into the Displaced Boxes. How they come back is another chapter.

use muster_contract::EventKind;
use muster_sdk::Resolution;

use crate::state::{Post, UsCivilWar};
use crate::world::{General, Side, Space, Theater};

/// §8.7: Reinforcement Phases that a cavalryman is out beyond the next.
const CAVALRY_DELAY: u8 = 1;

impl UsCivilWar {
    /// The theater in whose box what is displaced from a space goes (§12.2, §14.6). Water has none and is no space.
    pub(crate) fn theater_of(&self, space: Space) -> Theater {
        self.world.space(space).theater.unwrap_or(Theater::East)
    }

    /// §8.7: for how many Reinforcement Phases beyond the next a general stays in the box.
    pub fn delay(&self, general: General) -> u8 {
        if self.rating(general).rides() { CAVALRY_DELAY } else { 0 }
    }

    /// §14.6, §8.7: generals go to the Displaced Box of the theater of a space.
    pub fn displace_generals(
        &mut self,
        generals: &[General],
        at: Space,
        section: &str,
        resolution: &mut Resolution<'_>,
    ) {
        if generals.is_empty() {
            return;
        }
        let theater = self.theater_of(at);
        self.announce_at(resolution, EventKind::Text, at, section, || {
            format!("{} to the Displaced Box of {}.", self.go(generals), theater.name())
        });
        for &general in generals {
            let delay = self.delay(general);
            let officer = &mut self.officers[general];
            (officer.post, officer.leads) = (Post::Displaced(theater, delay), false);
        }
    }

    /// §14.6: SPs of a side that are off the map already go to the Displaced Box of the theater of a space.
    pub(crate) fn displace_sps(&mut self, side: Side, sps: u8, at: Space) {
        let place = &mut self.displaced[side as usize][self.theater_of(at) as usize];
        *place = place.saturating_add(sps);
    }

    /// §17.2.3: the Militia of a side in a space are displaced: they wait with those that were never placed.
    pub fn displace_militia(
        &mut self,
        side: Side,
        at: Space,
        section: &str,
        resolution: &mut Resolution<'_>,
    ) {
        let Some(militia) = self.militia_in(side, at) else { return };
        self.spot_mut(at).militia = None;
        self.announce_at(resolution, EventKind::Text, at, section, || {
            format!("The Militia of {} are displaced.", self.world.militia[militia].state.name())
        });
    }

    /// All of a side's SPs, generals and Militia in a space are displaced; works stay.
    pub fn displace_all(&mut self, side: Side, at: Space, section: &str, resolution: &mut Resolution<'_>) {
        let sps = self.sps(side, at);
        if sps > 0 {
            self.take_off(side, at, sps);
            self.displace_sps(side, sps, at);
            self.announce_at(resolution, EventKind::Lost, at, section, || {
                format!("{} to the Displaced Box.", self.sps_go(side, sps))
            });
        }
        let generals: Vec<General> = self.generals_in(side, at).collect();
        self.displace_generals(&generals, at, section, resolution);
        self.displace_militia(side, at, section, resolution);
    }
}
