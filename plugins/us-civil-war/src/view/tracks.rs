//! The Turn Record Track, and how far the Union is from its benchmark.

use muster_contract::{Track, TrackMark};

use crate::charts::{self, MARGIN};
use crate::sequence::date_of;
use crate::state::UsCivilWar;
use crate::world::Side;

impl UsCivilWar {
    /// §3: the turns of this scenario.
    pub(super) fn turn_track(&self) -> Track {
        let pace = charts::pace(self.turn, self.world.special_1861);
        let phase = match self.cycle {
            0 => String::new(),
            cycle => format!(", Action Phase {cycle} of {}", pace.phases),
        };
        Track {
            id: "turns".to_owned(),
            title: format!("Turn {}, the last is {}", self.turn, self.world.last_turn),
            first: self.world.first_turn.into(),
            last: self.world.last_turn.into(),
            labels: Vec::new(),
            marks: vec![TrackMark {
                side: None,
                value: self.turn.into(),
                label: format!("{}{phase}", date_of(self.turn)),
            }],
            citation: Some("3".to_owned()),
        }
    }

    /// §19.3.4: victory points above the benchmark of the turn, or below it; at either end somebody wins at once.
    pub(super) fn victory_track(&self) -> Track {
        let end = i32::from(MARGIN);
        let ahead = i32::from(self.balance() - self.benchmark());
        let side = match ahead {
            0 => None,
            1.. => Some(Side::Us),
            _ => Some(Side::Cs),
        };
        Track {
            id: "victory".to_owned(),
            title: "Benchmark".to_owned(),
            first: -i32::from(self.margin_below()),
            last: end,
            labels: Vec::new(),
            marks: vec![TrackMark {
                side: side.map(|side| side.id().to_owned()),
                value: ahead.clamp(-i32::from(self.margin_below()), end),
                label: format!("balance {}, benchmark {}", self.balance(), self.benchmark()),
            }],
            citation: Some("19.3.4".to_owned()),
        }
    }
}
