//! The panels beside the map: leaders, replacement pools and the supply ledger, with what of them each seat may know.

use muster_contract::{Line, Panel, PanelRow, Seat, Track, TrackMark};
use muster_sdk::line;

use crate::state::{Active, At, BobbyLee, Buy, Stage};
use crate::world::{Kind, Side, Unit};

/// What stands in a side's replacement pool, in this order.
const POOL: [Kind; 6] =
    [Kind::Infantry, Kind::Garrison, Kind::Cavalry, Kind::Artillery, Kind::Supreme, Kind::Leader];

impl BobbyLee {
    pub(crate) fn panels(&self, seat: Option<Seat>) -> Vec<Panel> {
        // The ledger comes first while points are spent.
        let mut panels: Vec<Panel> = self.ledger(seat).into_iter().collect();
        panels.push(self.leader_panel(seat));
        panels.extend(Side::ALL.map(|side| self.pool_panel(side)));
        panels.retain(|panel| !panel.rows.is_empty() || panel.id == "ledger");
        panels
    }

    /// §5.1: the leaders in play whom the seat can read, with the steps that they have left to spend.
    fn leader_panel(&self, seat: Option<Seat>) -> Panel {
        let mut rows = Vec::new();
        for side in Side::ALL {
            let leaders = self.on_map(side).filter(|&unit| self.world.unit(unit).kind.leads());
            let known = leaders.filter(|&leader| self.knows(seat, leader));
            rows.extend(known.map(|leader| self.leader_row(leader)));
        }
        Panel::new("leaders", "Leaders", "5.1", rows)
    }

    fn leader_row(&self, leader: Unit) -> PanelRow {
        let (info, state) = (self.world.unit(leader), self.unit(leader));
        let commands = match info.kind {
            Kind::Supreme => "strategic moves".to_owned(),
            _ if info.command == 0 => "commands its own hex".to_owned(),
            _ if info.command == 1 => "commands 1 hex around".to_owned(),
            _ => format!("commands {} hexes around", info.command),
        };
        let active = match state.active {
            Active::No => "",
            Active::Army | Active::Supreme => ", active",
            Active::ArmyDone | Active::SupremeDone | Active::WasSupreme => ", has commanded",
        };
        let spent = if state.strength < 2 { ", can't act" } else { "" };
        PanelRow::new(info.name.clone())
            .unit(info.id.clone())
            .side(info.side.id())
            .note(format!("{commands}{active}{spent}"))
            .points(info.steps, state.strength)
            .current(matches!(state.active, Active::Army | Active::Supreme))
    }

    /// §9.52: what cadres can be bought from; it lies open.
    fn pool_panel(&self, side: Side) -> Panel {
        let mut rows = Vec::new();
        for kind in POOL {
            let there = |&unit: &Unit| self.unit(unit).at == At::Pool && self.world.unit(unit).kind == kind;
            let count = self.world.of_side(side).filter(there).count();
            if count > 0 {
                // Of army leaders only Grant comes back from there, at a supreme leader's price.
                let price = if kind.leads() {
                    "a cadre 4 RP in the capital, else 6".to_owned()
                } else {
                    format!("a cadre {} RP", kind.cadre_price())
                };
                rows.push(PanelRow::new(kind.id()).side(side.id()).note(price).figure(count));
            }
        }
        Panel::new(format!("pool-{}", side.id()), format!("{} replacement pool", side.name()), "9.52", rows)
    }

    /// §9.5: what there was to spend, each purchase with its price, and what is left. What a side plans only it sees.
    fn ledger(&self, seat: Option<Seat>) -> Option<Panel> {
        if !self.stage.has_prices() {
            return None;
        }
        let mut rows: Vec<PanelRow> = Side::ALL
            .iter()
            .filter(|&&side| self.points[side as usize] > 0)
            .map(|&side| {
                PanelRow::new(format!("{} points", side.name()))
                    .side(side.id())
                    .figure(format!("{} RP", self.points[side as usize]))
            })
            .collect();
        let mut title = "Replacement points (RP)".to_owned();
        if let Some(seat) = seat {
            let side = self.side_of(seat);
            rows.extend(self.plans[side as usize].iter().map(|&buy| {
                let row = match buy {
                    Buy::Step(unit) => {
                        let info = self.world.unit(unit);
                        PanelRow::new(info.name.clone()).unit(info.id.clone()).note("a step")
                    }
                    _ => PanelRow::new(self.label_of(seat, buy)),
                };
                row.side(side.id()).figure(format!("-{}", self.price_of(side, buy)))
            }));
            let left = self.points_left(side);
            let row = PanelRow::new("Left").note("what isn't spent is lost").side(side.id());
            rows.push(row.figure(format!("{left} RP")).current(true));
            title = format!("Replacement points (RP): {left} left");
        }
        Some(Panel::new("ledger", title, "9.5", rows))
    }

    /// The quarters of the year (§1), with the one that is played.
    pub(crate) fn calendar(&self) -> Track {
        let turn = self.status();
        let going = turn.active.as_ref().map(|_| format!(", player turn {}", self.turns)).unwrap_or_default();
        let ground = if self.mud { "mud" } else { "dry" };
        Track {
            id: "calendar".to_owned(),
            title: format!("Calendar: {}", self.year),
            first: 1,
            last: 4,
            labels: ["Spring", "Summer", "Autumn", "Winter"].map(str::to_owned).to_vec(),
            marks: vec![TrackMark {
                side: turn.active,
                value: self.quarter.into(),
                label: format!("{}{going}, {ground}", turn.title),
            }],
            citation: Some("1".to_owned()),
        }
    }

    pub(crate) fn status_lines(&self, seat: Option<Seat>) -> Vec<Line> {
        let mut lines = Vec::new();
        if self.mud {
            lines.push(line("Mud: hexsides take fewer units, and force marches are harder.", "5"));
        }
        if self.stage == Stage::Bid {
            let own = seat.and_then(|seat| self.bids[self.side_of(seat) as usize]);
            lines.extend(own.map(|bid| line(format!("You bid {bid}."), "1.1")));
        } else if let [Some(us), Some(cs)] = self.bids {
            lines.push(line(format!("The Union bid {us}, the Confederacy {cs}."), "1.1"));
        }
        if let Some(bound) = self.bound {
            let side = self.active.name();
            lines.push(line(format!("The {side} side is bound to activate {bound}."), "1.1"));
        }
        if self.stage == Stage::Move && self.strategic > 0 {
            lines.push(line(format!("Strategic moves left: {}.", self.strategic), "5.4"));
        }
        if self.passed {
            lines.push(line("The last player turn was a pass: another ends the quarter.", "1.2"));
        }
        if self.world.one_year {
            let left = self.world.last_quarter.saturating_sub(self.quarter);
            let text = match left {
                0 => "The game ends with this quarter.".to_owned(),
                1 => "The game ends with the next quarter.".to_owned(),
                more => format!("{more} quarters follow this one."),
            };
            lines.push(line(text, "4.61"));
        }
        if self.emancipated && !self.world.emancipated {
            lines.push(line("Emancipation is proclaimed.", "4.4"));
        }
        lines
    }
}
