//! What a seat, or the public, sees. Nothing in it may depend on what is hidden, not even the order of a list.

use muster_contract::{Arrow, Marker, Panel, PanelRow, Seat, UnitFace, UnitView, Value, View};
use muster_sdk::{Views, attribute, capital, place, row};

use crate::choice::{army_id, fleet_id};
use crate::economy::MOST_CASH;
use crate::sequence::after;
use crate::shown::FORT;
use crate::state::{Army, Berth, CwStrategy, Naval, Power, Stage, Turn, armies_in};
use crate::words::men;
use crate::world::{Side, Slot};

impl Views for CwStrategy {
    /// All that the seat may know.
    fn view(&self, seat: Option<Seat>) -> View {
        View {
            turn: self.status(),
            phases: Vec::new(),
            units: self.units_seen(seat),
            markers: self.markers(seat),
            tracks: Vec::new(),
            cards: Vec::new(),
            panels: self.panels(seat),
            reports: self.reports(seat),
            arrows: self.arrows(seat),
            status: self.warnings(),
            open_board: None,
        }
    }
}

impl CwStrategy {
    fn units_seen(&self, seat: Option<Seat>) -> Vec<UnitView> {
        let mut units = Vec::new();
        for side in Side::ALL {
            let power = self.known(side, seat);
            // The lead army of a city lies on top.
            for (slot, army) in power.armies.iter().enumerate().rev() {
                let Some(army) = army else { continue };
                let slot = slot as Slot;
                units.push(UnitView {
                    id: army_id(side, slot),
                    side: Some(side.id().to_owned()),
                    place: place(self.world.id(army.at)),
                    face: Some(self.face(seat, side, slot, army)),
                });
            }
            let Some(fleet) = power.fleet else { continue };
            let Some(at) = self.world.berth(fleet.at) else { continue };
            units.push(UnitView {
                id: fleet_id(side),
                side: Some(side.id().to_owned()),
                place: place(at),
                face: Some(UnitFace {
                    name: format!("Fleet of {}", side.who()),
                    label: fleet.row(),
                    symbol: "fleet".to_owned(),
                    formation: String::new(),
                    strength: None,
                    spent: false,
                    marks: Vec::new(),
                    attributes: vec![
                        attribute("size", Value::Text(fleet.row())),
                        attribute("ironclads", Value::Number(fleet.ironclads.into())),
                        attribute("wooden", Value::Number(fleet.wooden.into())),
                    ],
                    concealed_to_others: false,
                }),
            });
        }
        units
    }

    fn face(&self, seat: Option<Seat>, side: Side, slot: Slot, army: &Army) -> UnitFace {
        let own = self.is_own(seat, side);
        let over = matches!(self.stage, Stage::Over(..));
        let mut marks = Vec::new();
        if army.supply == 0 && !army.fresh {
            marks.push("no supply".to_owned());
        }
        let mut attributes = Vec::new();
        if self.size_seen(seat, side, army.at) {
            attributes.push(attribute("size", Value::Number(army.size.into())));
        } else {
            attributes.push(attribute("size", Value::Text("?".to_owned())));
        }
        if own || over {
            attributes.push(attribute("rating", Value::Number(army.rating.into())));
            attributes.push(attribute("experience", Value::Number(army.experience.into())));
            if !army.fresh {
                attributes.push(attribute("supply", Value::Number(army.supply.into())));
            }
        }
        if own {
            match army.turn {
                Turn::Moving(to) => marks.push(format!("to {}", self.world.name(to))),
                Turn::Train(to) => marks.push(format!("by train to {}", self.world.name(to))),
                _ => {}
            }
        }
        UnitFace {
            name: self.leader_name(side, slot, army.leader),
            label: self.leader_words(side, slot, army.leader),
            symbol: "infantry".to_owned(),
            formation: String::new(),
            strength: None,
            spent: own && army.turn != Turn::Ready,
            marks,
            attributes,
            concealed_to_others: false,
        }
    }

    fn markers(&self, seat: Option<Seat>) -> Vec<Marker> {
        let viewer = seat.map(|seat| self.side_of(seat));
        let mut markers = Vec::new();
        for city in self.world.all() {
            let mut mark = |kind: &str, side: Option<Side>, label: String| {
                markers.push(Marker {
                    kind: kind.to_owned(),
                    place: place(self.world.id(city)),
                    side: side.map(|side| side.id().to_owned()),
                    label,
                });
            };
            let owner = self.owner(city);
            if owner.is_some() {
                mark("control", owner, String::new());
            }
            let fort = self.fort_seen(viewer, city);
            if fort > 0 {
                mark(FORT, owner, fort.to_string());
            }
            for side in Side::ALL {
                if self.known(side, seat).capital == Some(city) {
                    mark("objective", Some(side), "capital".to_owned());
                }
            }
        }
        markers
    }

    /// §1.10, §13.4: points, which have no end, and the cities that win.
    fn standing(&self, seat: Option<Seat>) -> Panel {
        let rows = Side::ALL.map(|side| {
            let power = self.known(side, seat);
            PanelRow {
                side: Some(side.id().to_owned()),
                note: match self.world.options.ends[1] {
                    true => format!("{} of the {} cities that win", power.cities, self.limits.cities),
                    false => format!("{} cities", power.cities),
                },
                figure: power.points.to_string(),
                ..row(capital(side.who()))
            }
        });
        Panel {
            id: "standing".to_owned(),
            title: "Victory points".to_owned(),
            citation: Some("1.10".to_owned()),
            rows: rows.to_vec(),
        }
    }

    fn panels(&self, seat: Option<Seat>) -> Vec<Panel> {
        let mut panels = vec![self.standing(seat)];
        if let Some(seat) = seat {
            panels.push(self.treasury(seat));
            panels.push(self.supply_forecast(seat));
            panels.push(self.balance_of(seat));
        }
        panels.push(self.fleets(seat));
        panels.push(self.cash_of_both(seat));
        panels
    }

    /// §14.1: the balance as the seat's side counts it: mirrored for the Union.
    fn balance_of(&self, seat: Seat) -> Panel {
        let side = self.side_of(seat);
        let figure = if side == Side::Us { 6 - self.balance } else { self.balance };
        let row = PanelRow {
            side: Some(side.id().to_owned()),
            note: "1 helps you most, 3 is even, 5 helps the enemy most".to_owned(),
            figure: figure.to_string(),
            ..row("As you see it")
        };
        Panel {
            id: "balance".to_owned(),
            title: "Balance".to_owned(),
            citation: Some("14.1".to_owned()),
            rows: vec![row],
        }
    }

    /// §18.1: cash and income of both are public, as the turn opened.
    fn cash_of_both(&self, seat: Option<Seat>) -> Panel {
        let rows = Side::ALL.map(|side| {
            let power = self.known(side, seat);
            let mut row = row(capital(side.who()));
            row.side = Some(side.id().to_owned());
            row.note = format!("{} cities, income {}", power.cities, power.income);
            row.figure = power.cash.to_string();
            row
        });
        Panel {
            id: "powers".to_owned(),
            title: "Money".to_owned(),
            citation: Some("1.9".to_owned()),
            rows: rows.to_vec(),
        }
    }

    /// What is left of the money after the sheet as it stands, and what comes of it at the end of the turn.
    fn treasury(&self, seat: Seat) -> Panel {
        let side = self.side_of(seat);
        let cash = self.power(side).cash;
        let (_, left) = self.provided(seat);
        let income = self.income_of(side);
        let line = |title: &str, note: &str, figure: i32| {
            let mut row = row(title);
            row.note = note.to_owned();
            row.figure = figure.to_string();
            row
        };
        let rows = vec![
            line("In hand", "after this sheet", cash),
            line("Armies", "a fifth of their hundreds of men, one by one while it lasts", left - cash),
            line("Income", "if nothing changes hands", income),
            line("Next turn", "before raiders", left.clamp(0, MOST_CASH) + income),
        ];
        Panel {
            id: "treasury".to_owned(),
            title: "Treasury".to_owned(),
            citation: Some("11.2".to_owned()),
            rows,
        }
    }

    /// §11.1-11.5: what the end of the turn makes of the supply of a side's armies, one after another, if each stays or goes where it
    /// is ordered; and the money that is left then.
    fn provided(&self, seat: Seat) -> (Vec<(Slot, u8)>, i32) {
        let side = self.side_of(seat);
        let power = self.power(side);
        let (_, next) = after(self.year, self.month);
        let mut cash = power.cash;
        let enemy = self.known(side.other(), Some(seat)).fleet;
        let mut provided = Vec::new();
        for (slot, army) in (0..).zip(&power.armies) {
            let Some(army) = army else { continue };
            let mut there = *army;
            match army.turn {
                Turn::Moving(to) => {
                    there.at = to;
                    // §9.3, §9.8: if nobody is in the way.
                    there.supply = (army.supply.saturating_sub(1) + 1).min(10);
                }
                Turn::Train(to) => there.at = to,
                _ => {}
            }
            let (supply, left) = self.supply_after(side, &there, next, cash, enemy);
            cash = left;
            provided.push((slot, supply));
        }
        (provided, cash)
    }

    /// What the end of the turn makes of each army's supply.
    fn supply_forecast(&self, seat: Seat) -> Panel {
        let side = self.side_of(seat);
        let mut rows = Vec::new();
        for (slot, supply) in self.provided(seat).0 {
            let Some(army) = self.army(side, slot) else { continue };
            let mut row = row(self.army_words(side, slot));
            row.note = match army.turn {
                Turn::Train(to) => format!("{}, by train to {}", men(army.size), self.world.short_name(to)),
                _ => format!("{}, {}", men(army.size), self.world.short_name(army.at)),
            };
            row.unit = Some(army_id(side, slot));
            row.side = Some(side.id().to_owned());
            row.points = 10;
            row.left = army.supply;
            row.figure = if army.fresh { "new".to_owned() } else { format!("{} → {supply}", army.supply) };
            rows.push(row);
        }
        Panel { id: "supply".to_owned(), title: "Supply".to_owned(), citation: Some("11.1".to_owned()), rows }
    }

    fn fleets(&self, seat: Option<Seat>) -> Panel {
        let rows = Side::ALL.map(|side| {
            let power = self.known(side, seat);
            let mut row = row(format!("{} fleet", side.name()));
            row.side = Some(side.id().to_owned());
            match power.fleet {
                None => row.note = "none".to_owned(),
                Some(fleet) => {
                    row.note = match fleet.at {
                        Berth::Port(port) => self.world.name(port).to_owned(),
                        Berth::Raiding => "raiding".to_owned(),
                    };
                    row.figure = fleet.row();
                }
            }
            if let Some(naval) = power.sheet.naval.filter(|_| self.is_own(seat, side)) {
                row.note = format!("{}; {}", row.note, self.naval_words(naval));
            }
            row
        });
        Panel {
            id: "fleets".to_owned(),
            title: "Fleets".to_owned(),
            citation: Some("1.7".to_owned()),
            rows: rows.to_vec(),
        }
    }

    /// The seat's own orders.
    fn arrows(&self, seat: Option<Seat>) -> Vec<Arrow> {
        let Some(side) = seat.map(|seat| self.side_of(seat)) else { return Vec::new() };
        let power: &Power = self.power(side);
        let mut arrows = Vec::new();
        for (slot, army) in (0..).zip(&power.armies) {
            let Some(army) = army else { continue };
            let (to, style) = match army.turn {
                Turn::Moving(to) => {
                    let defended = armies_in(self.known(side.other(), seat), to).next().is_some();
                    (to, if defended { "attack" } else { "march" })
                }
                Turn::Train(to) => (to, "rail"),
                _ => continue,
            };
            arrows.push(Arrow {
                path: vec![self.world.id(army.at).to_owned(), self.world.id(to).to_owned()],
                unit: Some(army_id(side, slot)),
                side: Some(side.id().to_owned()),
                style: style.to_owned(),
                label: army.size.to_string(),
            });
        }
        let to = match power.sheet.naval {
            Some(Naval::Sail(port)) => self.world.berth(Berth::Port(port)),
            Some(Naval::Raid) => self.world.berth(Berth::Raiding),
            _ => None,
        };
        let from = power.fleet.and_then(|fleet| self.world.berth(fleet.at));
        if let (Some(from), Some(to)) = (from, to) {
            arrows.push(Arrow {
                path: vec![from.to_owned(), to.to_owned()],
                unit: Some(fleet_id(side)),
                side: Some(side.id().to_owned()),
                style: "sea".to_owned(),
                label: String::new(),
            });
        }
        arrows
    }
}
