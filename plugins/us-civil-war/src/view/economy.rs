//! Panels of what feeds the war: Build Points, blockade runners, Arsenals, ports.

use muster_contract::{Panel, PanelRow};

use crate::charts::{self, Blockade, Zone};
use crate::reinforcements::GROWTH;
use crate::state::{Budget, UsCivilWar};
use crate::world::{Side, Space};

impl UsCivilWar {
    pub(super) fn economy_panels(&self) -> [Panel; 3] {
        [self.build_panel(), self.blockade_panel(), self.arsenal_panel()]
    }

    /// §14.3.1: where the Confederacy's Build Points come from: as they were this turn, or as they would be now with the runners of
    /// the last roll.
    fn build_panel(&self) -> Panel {
        let (title, budget) = match self.budget {
            Some(budget) => ("Build Points of this turn".to_owned(), budget),
            None => ("Build Points now".to_owned(), self.budget_with(0)),
        };
        let Budget { resources, arsenals, border, runners, rules, maintenance } = budget;
        let row = |name: &str, note: &str| PanelRow::new(name).side(Side::Cs.id()).note(note);
        let mut rows = vec![
            row("Resource Hexes", "14.3.2").figure(resources),
            row("Arsenals", "14.5").figure(arsenals),
            row("Border States", "14.3.3").figure(border),
            row("Blockade runners", if self.budget.is_some() { "14.4" } else { "a die for each zone" })
                .figure(runners),
            row("Maintenance", "14.3.4").figure(format!("-{maintenance}")),
            row("New SPs", "for ten points each").figure(budget.sps()),
        ];
        if rules != 0 {
            rows.insert(4, row("Rules of the table", "see their panels").figure(format!("{rules:+}")));
        }
        if self.budget.is_some() {
            let now = self.resource_bp() + self.arsenal_bp() + self.recruits();
            rows.push(row("Held now", "without runners").figure(now));
        }
        Panel::new("build", title, "14.3.1", rows)
    }

    /// §14.4.3: by zone what is added to the die, with the open ports and what a roll brings.
    fn blockade_panel(&self) -> Panel {
        let year = charts::turn(self.turn).year;
        let row = |zone: Zone| {
            let modifier = self.blockade_modifier(zone);
            let brings = |face: i8| match charts::blockade(year, face + modifier) {
                Blockade::Bp(points) => points.to_string(),
                Blockade::Inflation => "inflation".to_owned(),
            };
            let ports: Vec<&str> =
                self.open_runner_ports(zone).filter_map(|port| self.name_of(port.port)).collect();
            let ports = if ports.is_empty() { "no open port".to_owned() } else { ports.join(", ") };
            PanelRow::new(format!("{}: {} to {} points", zone.name(), brings(1), brings(6)))
                .note(ports)
                .figure(format!("{modifier:+}"))
        };
        Panel::new("blockade", "Blockade dice", "14.4.3", Zone::ALL.map(row).to_vec())
    }

    fn name_of(&self, id: &str) -> Option<&str> {
        self.world.find(id).map(|space| self.called(space))
    }

    /// §14.5
    fn arsenal_panel(&self) -> Panel {
        let built = self.laid().filter(|(_, spot)| spot.arsenals > 0);
        let row = |(at, arsenals): (Space, u8)| {
            let info = self.world.space(at);
            let most = GROWTH * info.resource - self.bp_left(at);
            let note = format!("printed {}, at most {most} more", info.resource);
            PanelRow::new(info.called.clone()).side(Side::Cs.id()).note(note).figure(arsenals)
        };
        let mut rows: Vec<PanelRow> = built.map(|(at, spot)| (at, spot.arsenals)).map(row).collect();
        if self.arsenals_destroyed > 0 {
            let row = PanelRow::new("Destroyed by the Union").side(Side::Us.id());
            rows.push(row.note("6.4.1").figure(self.arsenals_destroyed));
        }
        Panel::new("arsenals", format!("Arsenals: {} points", self.arsenal_bp()), "14.5", rows)
    }
}
