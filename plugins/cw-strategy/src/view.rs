//! What a seat, or the public, sees. Nothing in it may depend on what is hidden, not even the order of a list.

use muster_contract::{Arrow, Marker, Panel, PanelRow, Seat, UnitFace, UnitView, Value, View};
use muster_sdk::{Views, attribute, capital, place};

use crate::choice::{army_id, fleet_id};
use crate::economy::MOST_CASH;
use crate::labels::men;
use crate::playback::FORT;
use crate::reports::known;
use crate::sequence::after;
use crate::state::{Army, Berth, CwStrategy, Naval, Stage, Turn, armies_in, armies_of};
use crate::world::{Side, Slot};

/// A piece with nothing to show but what it is.
fn plain(name: String, label: String, symbol: &str) -> UnitFace {
    UnitFace {
        name,
        label,
        symbol: symbol.to_owned(),
        formation: String::new(),
        strength: None,
        spent: false,
        marks: Vec::new(),
        attributes: Vec::new(),
        concealed_to_others: false,
    }
}

impl Views for CwStrategy {
    /// All that the seat may know.
    fn view(&self, seat: Option<Seat>) -> View {
        View {
            turn: self.status(),
            phases: Vec::new(),
            units: self.visible_units(seat),
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
    fn visible_units(&self, seat: Option<Seat>) -> Vec<UnitView> {
        let mut units = Vec::new();
        for side in Side::ALL {
            let power = self.known(side, seat);
            // The lead army of a city lies on top.
            for (slot, army) in armies_of(power).rev() {
                units.push(UnitView {
                    id: army_id(side, slot),
                    side: Some(side.id().to_owned()),
                    place: self.world.place(army.at),
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
                    attributes: vec![
                        attribute("size", Value::Text(fleet.row())),
                        attribute("ironclads", Value::Number(fleet.ironclads.into())),
                        attribute("wooden", Value::Number(fleet.wooden.into())),
                    ],
                    ..plain(format!("Fleet of {}", side.who()), fleet.row(), "fleet")
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
        let mut attributes = vec![attribute("size", known(self.sees_size(seat, side, army.at), army.size))];
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
        let [name, label] =
            [Self::leader_name, Self::leader_label].map(|of| of(self, side, slot, army.leader));
        let spent = own && army.turn != Turn::Ready;
        UnitFace { spent, marks, attributes, ..plain(name, label, "infantry") }
    }

    fn markers(&self, seat: Option<Seat>) -> Vec<Marker> {
        let viewer = seat.map(|seat| self.side_of(seat));
        let mut markers = Vec::new();
        for city in self.world.all() {
            let mut mark = |kind: &str, side: Option<Side>, label: String| {
                markers.push(Marker {
                    kind: kind.to_owned(),
                    place: self.world.place(city),
                    side: side.map(|side| side.id().to_owned()),
                    label,
                });
            };
            let owner = self.owner(city);
            if owner.is_some() {
                mark("control", owner, String::new());
            }
            let fort = self.visible_fort(viewer, city);
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
    fn score_panel(&self, seat: Option<Seat>) -> Panel {
        let rows = Side::ALL.map(|side| {
            let power = self.known(side, seat);
            PanelRow::new(capital(side.who()))
                .side(side.id())
                .note(match self.world.options.ends[1] {
                    true => format!("{} of the {} cities that win", power.cities, self.limits.cities),
                    false => format!("{} cities", power.cities),
                })
                .figure(power.points)
        });
        Panel::new("standing", "Victory points", "1.10", rows)
    }

    fn panels(&self, seat: Option<Seat>) -> Vec<Panel> {
        let mut panels = vec![self.score_panel(seat)];
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
        let row = PanelRow::new("As you see it")
            .side(side.id())
            .note("1 helps you most, 3 is even, 5 helps the enemy most")
            .figure(figure);
        Panel::new("balance", "Balance", "14.1", vec![row])
    }

    /// §18.1: cash and income of both are public, as the turn opened.
    fn cash_of_both(&self, seat: Option<Seat>) -> Panel {
        let rows = Side::ALL.map(|side| {
            let power = self.known(side, seat);
            PanelRow::new(capital(side.who()))
                .side(side.id())
                .note(format!("{} cities, income {}", power.cities, power.income))
                .figure(power.cash)
        });
        Panel::new("powers", "Money", "1.9", rows)
    }

    /// What is left of the money after the sheet as it stands, and what comes of it at the end of the turn.
    fn treasury(&self, seat: Seat) -> Panel {
        let side = self.side_of(seat);
        let cash = self.power(side).cash;
        let (_, left) = self.provided(seat);
        let income = self.income_of(side);
        let rows = [
            ("In hand", "after this sheet", cash),
            ("Armies", "a fifth of their hundreds of men, one by one while it lasts", left - cash),
            ("Income", "if nothing changes hands", income),
            ("Next turn", "before raiders", left.clamp(0, MOST_CASH) + income),
        ]
        .map(|(title, note, figure)| PanelRow::new(title).note(note).figure(figure));
        Panel::new("treasury", "Treasury", "11.2", rows)
    }

    /// §11.1-11.5: what the end of the turn makes of the supply of a side's armies, one after another, if each stays or goes where it
    /// is ordered; and the money that is left then.
    fn provided(&self, seat: Seat) -> (Vec<(Slot, u8)>, i32) {
        let side = self.side_of(seat);
        let power = self.power(side);
        let (_, next) = after(self.year, self.month);
        let mut cash = power.cash;
        let enemy = self.foe(side).fleet;
        let mut provided = Vec::new();
        for (slot, army) in armies_of(power) {
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
            let note = match army.turn {
                Turn::Train(to) => format!("{}, by train to {}", men(army.size), self.world.short_name(to)),
                _ => format!("{}, {}", men(army.size), self.world.short_name(army.at)),
            };
            let figure = if army.fresh { "new".to_owned() } else { format!("{} → {supply}", army.supply) };
            let row = PanelRow::new(self.army_label(side, slot)).note(note).unit(army_id(side, slot));
            rows.push(row.side(side.id()).points(10, army.supply).figure(figure));
        }
        Panel::new("supply", "Supply", "11.1", rows)
    }

    fn fleets(&self, seat: Option<Seat>) -> Panel {
        let rows = Side::ALL.map(|side| {
            let power = self.known(side, seat);
            let mut note = match power.fleet.map(|fleet| fleet.at) {
                None => "none",
                Some(Berth::Port(port)) => self.world.name(port),
                Some(Berth::Raiding) => "raiding",
            }
            .to_owned();
            if let Some(naval) = power.sheet.naval.filter(|_| self.is_own(seat, side)) {
                note = format!("{note}; {}", self.naval_label(naval));
            }
            let figure = power.fleet.map(|fleet| fleet.row()).unwrap_or_default();
            PanelRow::new(format!("{} fleet", side.name())).side(side.id()).note(note).figure(figure)
        });
        Panel::new("fleets", "Fleets", "1.7", rows)
    }

    /// The seat's own orders.
    fn arrows(&self, seat: Option<Seat>) -> Vec<Arrow> {
        let Some(side) = seat.map(|seat| self.side_of(seat)) else { return Vec::new() };
        let power = self.power(side);
        let arrow = |from: Berth, to: Berth, unit: String, style: &str, label: String| {
            let path = [self.world.berth(from)?, self.world.berth(to)?].map(str::to_owned).to_vec();
            Some(Arrow {
                path,
                unit: Some(unit),
                side: Some(side.id().to_owned()),
                style: style.to_owned(),
                label,
            })
        };
        let mut arrows = Vec::new();
        for (slot, army) in armies_of(power) {
            let (to, style) = match army.turn {
                Turn::Moving(to) => {
                    let defended = armies_in(self.foe(side), to).next().is_some();
                    (to, if defended { "attack" } else { "march" })
                }
                Turn::Train(to) => (to, "rail"),
                _ => continue,
            };
            let (from, to, label) = (Berth::Port(army.at), Berth::Port(to), army.size.to_string());
            arrows.extend(arrow(from, to, army_id(side, slot), style, label));
        }
        let to = power.sheet.naval.and_then(Naval::goes_to);
        if let Some((fleet, to)) = power.fleet.zip(to) {
            arrows.extend(arrow(fleet.at, to, fleet_id(side), "sea", String::new()));
        }
        arrows
    }
}
