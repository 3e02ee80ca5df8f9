//! What a seat, or the public, may know.

use std::collections::BTreeSet;

use muster_contract::{
    CardView, Line, Marker, OverlayItem, OverlayShape, Panel, PanelRow, Place, Report, ReportBody, Seat,
    Table, TableColumn, TableRow, Target, Track, TrackMark, UnitFace, UnitView, Value, View,
};
use muster_sdk::{Knowledge, Names as _, Overlays, Views, attribute, line, open_board, place};

use crate::{Fault, NORTH, Parley, SOUTH, Stage, Unit, cards, march, names, state::other};

impl Views for Parley {
    /// All that the seat may know.
    fn view(&self, seat: Option<Seat>) -> View {
        let side = |side: u8| Some(names::SIDES[usize::from(side)].to_owned());
        View {
            turn: muster_contract::TurnStatus { of: self.world.turns.into(), ..self.status() },
            phases: Vec::new(),
            units: units(self, seat),
            markers: markers(self),
            tracks: vec![Track {
                id: "score".to_owned(),
                title: "Score".to_owned(),
                first: -3,
                last: 9,
                labels: Vec::new(),
                marks: [NORTH, SOUTH]
                    .map(|of| TrackMark {
                        side: side(of),
                        value: self.score[usize::from(of)].into(),
                        label: names::side(of).to_owned(),
                    })
                    .to_vec(),
                citation: Some("P10".to_owned()),
            }],
            cards: visible_cards(self, seat),
            panels: ledgers(self, seat),
            reports: vec![report(self, seat)],
            arrows: Vec::new(),
            status: status(self, seat),
            open_board: matches!(self.stage, Stage::Line { .. } | Stage::Meet { .. })
                .then(|| open_board("field")),
        }
    }
}

/// The blocks by place and by the name that they have here: any other order would tell which they are.
fn units(game: &Parley, seat: Option<Seat>) -> Vec<UnitView> {
    let mut units: Vec<UnitView> = game
        .world
        .units
        .all()
        .filter(|&unit| game.is_on_board(unit))
        .map(|unit| UnitView {
            id: game.unit_id(seat, unit).to_string(),
            side: Some(names::SIDES[usize::from(Parley::owner(unit))].to_owned()),
            place: visible_place(game, seat, unit),
            face: face(game, seat, unit),
        })
        .collect();
    if !game.world.broken(Fault::ViewOrderTells) {
        units.sort_by(|one, two| {
            (&one.place.space, &one.place.edge, &one.id).cmp(&(&two.place.space, &two.place.edge, &two.id))
        });
    }
    units
}

/// The blocks that can be identified, with their strength.
fn report(game: &Parley, seat: Option<Seat>) -> Report {
    let column = |title: &str, note: &str| TableColumn { title: title.to_owned(), note: note.to_owned() };
    let mut rows: Vec<TableRow> = game
        .world
        .units
        .all()
        .filter(|&unit| game.is_on_board(unit))
        .filter(|&unit| game.knows(seat, unit) || game.world.broken(Fault::ReportTells))
        .map(|unit| TableRow {
            target: Some(Target::Unit(game.unit_id(seat, unit).to_string())),
            side: Some(names::SIDES[usize::from(Parley::owner(unit))].to_owned()),
            cells: vec![
                Value::Text(game.unit_id(seat, unit).to_string()),
                Value::Text(game.world.space(game.block(unit).space).title.clone()),
                Value::Number(game.strength(unit).into()),
                Value::Number(game.block(unit).losses.into()),
            ],
        })
        .collect();
    rows.sort_by_key(|row| format!("{:?}", row.target));
    Report {
        id: "blocks".to_owned(),
        title: "Blocks".to_owned(),
        note: "Those that can be identified.".to_owned(),
        citation: Some("P6".to_owned()),
        body: ReportBody::Table(Table {
            columns: vec![
                column("Block", ""),
                column("Place", ""),
                column("Strength", "dice"),
                column("Lost", "dice"),
            ],
            rows,
        }),
    }
}

/// P6.2: the attacker alone sees its block on the line that it chose.
fn visible_place(game: &Parley, seat: Option<Seat>, unit: Unit) -> Place {
    match game.stage {
        Stage::Meet { unit: attacker, line, .. }
            if attacker == unit && seat == Some(game.seat_of(Parley::owner(unit))) =>
        {
            place(&game.world.lines[usize::from(line)])
        }
        _ => game.place_of(unit),
    }
}

fn face(game: &Parley, seat: Option<Seat>, unit: Unit) -> Option<UnitFace> {
    let known = game.knows(seat, unit);
    let tells = game.world.broken(Fault::ViewShowsStrength)
        || (seat.is_none() && game.world.broken(Fault::PublicViewTells));
    if !known && !tells {
        return None;
    }
    let (info, block) = (game.world.unit(unit), game.block(unit));
    let strength = game.strength(unit);
    Some(UnitFace {
        name: if known { info.name.clone() } else { String::new() },
        label: if known { info.name.chars().take(8).collect() } else { String::new() },
        symbol: if known { info.kind.clone() } else { "unknown".to_owned() },
        formation: String::new(),
        strength: Some(strength),
        spent: block.spent,
        marks: if block.losses > 0 { vec![format!("lost {}", block.losses)] } else { Vec::new() },
        attributes: vec![attribute("strength", Value::Number(strength.into()))],
        concealed_to_others: block.known != Knowledge::EVERYONE,
    })
}

fn markers(game: &Parley) -> Vec<Marker> {
    let mut markers: Vec<Marker> = game
        .world
        .units
        .all()
        .filter(|&unit| game.is_on_board(unit) && game.block(unit).edge.is_some())
        .map(|unit| Marker {
            kind: "secured".to_owned(),
            place: game.place_of(unit),
            side: Some(names::SIDES[usize::from(Parley::owner(unit))].to_owned()),
            label: String::new(),
        })
        .collect();
    // In an order that tells nothing of which blocks they are: one side may secure a link from both of its ends.
    let order =
        |marker: &Marker| (marker.place.edge.clone(), marker.place.space.clone(), marker.side.clone());
    markers.sort_by_key(order);
    for link in game.world.links.iter().filter(|link| link.ford && game.ford_known) {
        markers.push(Marker {
            kind: "depth".to_owned(),
            place: Place { edge: Some(link.id.clone()), ..place(&game.world.space(link.a).id) },
            side: None,
            label: game.ford.to_string(),
        });
    }
    markers
}

/// P7: one's own hand, the backs of the other's and of the deck, and what was played.
fn visible_cards(game: &Parley, seat: Option<Seat>) -> Vec<CardView> {
    let face = |card: u8| {
        Some(Line { text: cards::CARDS[usize::from(card)].text.to_owned(), citation: Some("P7".to_owned()) })
    };
    let mut seen = Vec::new();
    for side in [NORTH, SOUTH] {
        let own = seat.is_some_and(|seat| game.side_of(seat) == side);
        let name = names::SIDES[usize::from(side)];
        for (at, card) in cards::list(game.hands[usize::from(side)]).enumerate() {
            seen.push(CardView {
                id: if own {
                    cards::CARDS[usize::from(card)].id.to_owned()
                } else {
                    format!("{name}-card-{}", at + 1)
                },
                pile: "hand".to_owned(),
                side: Some(name.to_owned()),
                face: if own { face(card) } else { None },
                figure: String::new(),
            });
        }
    }
    for at in 0..game.deck.count_ones() {
        seen.push(CardView {
            id: format!("deck-{}", at + 1),
            pile: "deck".to_owned(),
            side: None,
            face: None,
            figure: String::new(),
        });
    }
    for card in cards::list(game.discard) {
        let id = cards::CARDS[usize::from(card)].id.to_owned();
        seen.push(CardView {
            id,
            pile: "discard".to_owned(),
            side: None,
            face: face(card),
            figure: String::new(),
        });
    }
    seen
}

/// P3: one's own ledger; the other's once they were read out.
fn ledgers(game: &Parley, seat: Option<Seat>) -> Vec<Panel> {
    let mut panels = Vec::new();
    for side in [NORTH, SOUTH] {
        let own = seat.is_some_and(|seat| game.side_of(seat) == side);
        let secret = game.stage == Stage::Ledger && !own && !game.world.broken(Fault::DraftShows);
        if secret || !game.is_set_up() {
            continue;
        }
        let rows = (0..3).map(|row| {
            PanelRow::new(names::ROWS[row])
                .side(names::SIDES[usize::from(side)])
                .points(game.points[usize::from(side)], 0)
                .figure(game.ledger[usize::from(side)][row])
        });
        panels.push(Panel::new(
            format!("ledger-{}", names::SIDES[usize::from(side)]),
            format!("{}'s ledger", names::side(side)),
            "P3",
            rows,
        ));
    }
    panels
}

fn status(game: &Parley, seat: Option<Seat>) -> Vec<Line> {
    let mut status = Vec::new();
    if let (Stage::Bid, Some(seat)) = (game.stage, seat) {
        if let Some(bid) = game.bids[usize::from(seat)] {
            status.push(line(format!("You bid {bid}."), "P1"));
        }
        return status;
    }
    for side in [NORTH, SOUTH] {
        status.push(line(format!("{} has lost {}.", names::side(side), game.losses(side)), "P6.3"));
        if game.flags[usize::from(side)] {
            status.push(line(format!("{} shows a white flag.", names::side(side)), "P8"));
        }
        if game.slips[usize::from(side)] {
            status.push(line(format!("{} slips away from whoever comes.", names::side(side)), "P6.1"));
        }
    }
    if game.ford_known {
        status.push(line(format!("The ford is {} deep.", game.ford), "P5.3"));
    }
    if let (Some(seat), true) = (seat, game.is_set_up()) {
        let enemy = other(game.side_of(seat));
        let breaking = game.breaking[usize::from(enemy)];
        status.push(line(
            format!("Your spy says: {} breaks at {breaking} losses.", names::side(enemy).to_lowercase()),
            "P2",
        ));
    }
    if let Stage::Over { winner, .. } = game.stage {
        status.push(line(
            winner.map_or("Nobody won.".to_owned(), |side| format!("{} won.", names::side(side))),
            "P10",
        ));
    }
    status
}

impl Overlays for Parley {
    /// Where a block can go, and where enemies are.
    fn overlay(&self, seat: Option<Seat>, name: &str, focus: Option<&Target>) -> Vec<OverlayItem> {
        let item = |space: u8, style: &str, label: String| OverlayItem {
            shape: OverlayShape::Space(self.world.space(space).id.clone()),
            style: style.to_owned(),
            label,
        };
        match (name, focus, seat) {
            ("reach", Some(Target::Unit(id)), _) => {
                let Some(unit) = self.find_unit(seat, id) else { return Vec::new() };
                self.world
                    .links_from(self.block(unit).space)
                    .filter(|&(link, to)| march::barred(self, unit, link, to, 2).is_none())
                    .map(|(link, to)| {
                        item(to, "range", march::price(self, self.block(unit).space, link).to_string())
                    })
                    .collect()
            }
            ("danger", _, Some(seat)) => {
                let enemy = other(self.side_of(seat));
                let spaces: BTreeSet<u8> = Parley::of_side(enemy)
                    .filter(|&unit| self.is_on_board(unit))
                    .map(|unit| self.block(unit).space)
                    .collect();
                spaces
                    .into_iter()
                    .map(|space| {
                        let there = self.blocks_in(enemy, space);
                        let label = if self.world.broken(Fault::OverlayTells) {
                            there.iter().map(|&unit| self.strength(unit)).sum::<u8>().to_string()
                        } else if self.world.broken(Fault::OverlayTellsOrder)
                            && matches!(self.stage, Stage::Step { unit, .. } if there.contains(&unit))
                        {
                            "!".to_owned()
                        } else {
                            there.len().to_string()
                        };
                        item(space, "danger", label)
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}
