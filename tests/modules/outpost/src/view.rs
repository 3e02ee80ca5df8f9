//! What a seat, or the public, sees. There is no field in a view for what is hidden; but whatever is put into one must not
//! depend on it either, not even the order of a list.

use muster_contract::{
    CardView, Marker, OverlayItem, OverlayShape, Panel, PanelRow, Seat, Target, Track, TrackMark, UnitFace,
    UnitView, Value, View,
};
use muster_sdk::{Names as _, Overlays, Views, attribute, line, place};

use crate::labels::counted;
use crate::orders::{MARCH, allowance};
use crate::{Card, Kind, Outpost, Side, Unit, cards};

impl Views for Outpost {
    /// All that the seat may know.
    fn view(&self, seat: Option<Seat>) -> View {
        let turn = self.status();
        View {
            phases: Vec::new(),
            units: self.visible_units(seat),
            markers: self.flags(),
            tracks: vec![Track {
                id: "turn".to_owned(),
                title: "Turn".to_owned(),
                first: 1,
                last: self.world.turns.into(),
                labels: Vec::new(),
                marks: vec![TrackMark {
                    side: turn.active.clone(),
                    value: self.turn.into(),
                    label: turn.title.clone(),
                }],
                citation: Some("B1".to_owned()),
            }],
            turn,
            cards: self.visible_cards(seat),
            panels: vec![self.orders_panel(), self.points_panel()],
            reports: Vec::new(),
            arrows: Vec::new(),
            status: vec![line(format!("Left to draw: {}.", counted(self.deck.count_ones(), "card")), "A4")],
            open_board: None,
        }
    }
}

impl Overlays for Outpost {
    /// The overlay "reach": where a block may go, as far as whoever looks can tell.
    fn overlay(&self, seat: Option<Seat>, name: &str, focus: Option<&Target>) -> Vec<OverlayItem> {
        let ("reach", Some(Target::Unit(id))) = (name, focus) else { return Vec::new() };
        let Some(unit) = self.find_unit(seat, id) else { return Vec::new() };
        // What a hidden block could do if it were cavalry would be as good a guess; but its face must not decide.
        let points = if self.knows(seat, unit) { allowance(self.world.unit(unit).kind) } else { MARCH };
        let reach = self.reach(unit, points);
        let others = reach.all().iter().filter(|reached| reached.from.is_some());
        others
            .map(|reached| OverlayItem {
                shape: OverlayShape::Space(self.world.atlas.name(reached.space).to_owned()),
                style: "range".to_owned(),
                label: reached.cost.to_string(),
            })
            .collect()
    }
}

impl Outpost {
    /// The blocks, in the order of their places and names: that of the roster would tell which they are.
    fn visible_units(&self, seat: Option<Seat>) -> Vec<UnitView> {
        let present = Side::ALL.into_iter().flat_map(|side| self.present(side));
        let mut units: Vec<UnitView> = present
            .map(|unit| UnitView {
                id: self.unit_id(seat, unit).to_string(),
                side: Some(self.world.unit(unit).side.id().to_owned()),
                place: place(self.world.atlas.name(self.block(unit).at)),
                face: self.knows(seat, unit).then(|| self.face(unit)),
            })
            .collect();
        units.sort_by(|one, two| (&one.place.space, &one.id).cmp(&(&two.place.space, &two.id)));
        units
    }

    fn face(&self, unit: Unit) -> UnitFace {
        let (info, block) = (self.world.unit(unit), self.block(unit));
        let strength = self.strength(unit);
        let points = allowance(info.kind) as i32;
        UnitFace {
            name: info.name.clone(),
            label: info.name.split(['\'', ' ']).next().unwrap_or_default().to_owned(),
            symbol: if info.kind == Kind::Wagons { "train" } else { info.kind.id() }.to_owned(),
            formation: String::new(),
            strength: (info.kind != Kind::Wagons).then_some(strength),
            spent: block.spent,
            marks: if block.losses > 0 { vec![format!("lost {}", block.losses)] } else { Vec::new() },
            attributes: vec![
                attribute("strength", Value::Number(strength.into())),
                attribute("march-points", Value::Number(points)),
            ],
            concealed_to_others: !(0..2).all(|seat| block.known.has(Some(seat))),
        }
    }

    /// V1: a flag on every post that somebody holds.
    fn flags(&self) -> Vec<Marker> {
        let held = self.world.posts.iter().zip(&self.held).filter_map(|(post, held)| Some((post, (*held)?)));
        held.map(|(post, side)| Marker {
            kind: "control".to_owned(),
            place: place(self.world.atlas.name(post.space)),
            side: Some(side.id().to_owned()),
            label: String::new(),
        })
        .collect()
    }

    /// A4: one's own hand, the backs of the enemy's, and what was played.
    fn visible_cards(&self, seat: Option<Seat>) -> Vec<CardView> {
        let face = |card: u8| {
            let card = Card::of(card);
            Some(line(card.text(), card.citation()))
        };
        let mut seen = Vec::new();
        for side in Side::ALL {
            let own = seat.is_some_and(|seat| self.side_of(seat) == side);
            for (at, card) in self.hand(side).enumerate() {
                seen.push(CardView {
                    id: if own { Card::id(card) } else { format!("{}-card-{}", side.id(), at + 1) },
                    pile: "hand".to_owned(),
                    side: Some(side.id().to_owned()),
                    face: if own { face(card) } else { None },
                    figure: String::new(),
                });
            }
        }
        let played = cards::list(self.played);
        seen.extend(played.map(|card| CardView {
            id: Card::id(card),
            pile: "played".to_owned(),
            side: None,
            face: face(card),
            figure: String::new(),
        }));
        seen
    }

    fn orders_panel(&self) -> Panel {
        let active = self.active();
        let rows = active
            .map(|side| row_of(side).points(self.world.orders.max(self.orders), self.orders).current(true));
        Panel::new("orders", "Orders", "C1", rows)
    }

    fn points_panel(&self) -> Panel {
        let rows = Side::ALL.map(|side| {
            let note =
                format!("posts {}, enemy blocks lost {}", self.posts_held(side), self.lost(side.other()));
            row_of(side).note(note).figure(self.points(side))
        });
        Panel::new("points", "Points", "V1", rows)
    }
}

fn row_of(side: Side) -> PanelRow {
    PanelRow::new(side.name()).side(side.id())
}
