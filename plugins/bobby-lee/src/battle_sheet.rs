//! What stands beside the battle board (§6): the clock of the battle day, engagements, the limits of hexsides, and the steps of both
//! sides as far as the seat sees them.

use muster_contract::{Clock, ClockHour, OpenBoard, Panel, PanelRow, Seat, SpaceNote};
use muster_sdk::{capital, open_board};

use crate::state::{Battle, BobbyLee, Stage, Step};
use crate::world::{COLUMNS, Side};

/// The pairs of battle turns of a day (§6.8).
const HOURS: [&str; 4] = ["Dawn", "Morning", "Afternoon", "Dusk"];
/// How full the bars of steps can be.
const MOST_STEPS: u8 = 24;

impl BobbyLee {
    /// The battle board while units stand on it: not in skirmishes (§6.1), nor when the victor regroups on the map (§6.34).
    pub(crate) fn battle_sheet(&self, seat: Option<Seat>) -> Option<OpenBoard> {
        let regroups = self.stage == Stage::Battle(Step::Regroup);
        let battle = self.battle.as_ref().filter(|battle| !battle.skirmish && !regroups)?;
        let hex = self.world.hex(battle.hex);
        let name = self.world.name(battle.hex);
        let ground = match (hex.fortress, hex.woods) {
            (true, _) => "a fortress",
            (_, true) => "forest",
            _ => "clear ground",
        };
        let from: Vec<&str> = (0u8..)
            .zip(&hex.ways)
            .filter(|(number, _)| battle.entered & (1 << number) != 0)
            .map(|(_, way)| self.world.name(way.to))
            .collect();
        let came = if from.is_empty() { String::new() } else { format!(" from {}", from.join(" and ")) };
        Some(OpenBoard {
            title: format!("Battle of {}", hex.called),
            note: format!("hex {name}, {ground}; the {} attacks{came}", battle.attacker.name()),
            at: Some(name.to_owned()),
            clock: Some(battle_clock(battle)),
            notes: self.engagements(),
            panels: vec![self.limits(battle), self.step_panel(seat)],
            ..open_board(&self.world.battle_board)
        })
    }

    // §6.5: a position in which both sides stand is engaged.
    fn engagements(&self) -> Vec<SpaceNote> {
        let mut notes = Vec::new();
        for side in Side::ALL {
            for column in 0..COLUMNS {
                let stand = [side, side.other()].map(|one| self.stands_in(one, (side, column)));
                let text = match (stand[0], stand[1]) {
                    (true, true) => "engaged",
                    (true, false) => "unengaged",
                    (false, true) => "taken",
                    (false, false) => continue,
                };
                let space = self.world.name(self.world.column_box(side, column)).to_owned();
                notes.push(SpaceNote { space, text: text.to_owned() });
            }
        }
        notes
    }

    // §2.21: how many may retreat, then how many may reinforce.
    fn limits(&self, battle: &Battle) -> Panel {
        let hex = self.world.hex(battle.hex);
        let bridged = |number: usize| battle.pontoons >> number & 1 == 1;
        let rows = hex
            .ways
            .iter()
            .enumerate()
            .filter(|&(number, way)| {
                (way.hexside.passable || bridged(number)) && !self.world.hex(way.to).is_sea
            })
            .map(|(number, way)| {
                let limits = self.limits_over(number);
                let called = &self.world.hex(way.to).called;
                PanelRow::new(self.world.name(way.to))
                    .note(if bridged(number) { format!("{called}, by pontoons") } else { called.clone() })
                    .figure(format!("{}, {}", limits.attack, limits.reinforce))
            });
        Panel::new("limits", "Retreat, reinforce", "2.21", rows)
    }

    fn step_panel(&self, seat: Option<Seat>) -> Panel {
        let rows = Side::ALL.map(|side| {
            let (mut steps, mut concealed) = (0u8, 0u8);
            for unit in self.fighting(side) {
                match self.knows(seat, unit) {
                    true => steps = steps.saturating_add(self.unit(unit).strength),
                    false => concealed += 1,
                }
            }
            let note = match concealed {
                0 => String::new(),
                1 => "and 1 concealed block".to_owned(),
                many => format!("and {many} concealed blocks"),
            };
            PanelRow::new(side.name())
                .side(side.id())
                .note(note)
                .points(MOST_STEPS.max(steps), steps)
                .figure(steps)
        });
        Panel::new("steps", "Steps on the field", "", rows)
    }
}

fn battle_clock(battle: &Battle) -> Clock {
    let turns = [battle.attacker, battle.attacker.other()];
    let hour = |title: &str, side: Side, dark: bool| ClockHour {
        title: title.to_owned(),
        side: Some(side.id().to_owned()),
        dark,
    };
    let by_day = HOURS.iter().flat_map(|title| turns.map(|side| hour(title, side, false)));
    let by_night = turns.map(|side| hour("Night", side, true));
    let pair = if battle.night { 4 } else { battle.pair.min(3) };
    let now = u32::from(pair) * 2 + u32::from(battle.turn != battle.attacker);
    let hours: Vec<ClockHour> = by_day.chain(by_night).collect();
    let title = hours.get(now as usize).map(|hour| hour.title.clone()).unwrap_or_default();
    Clock {
        title: format!("{}, {} turn", capital(&title), battle.turn.name()),
        note: format!("day {}; the attacker first", battle.day),
        citation: Some("6.8".to_owned()),
        hours,
        now,
    }
}
