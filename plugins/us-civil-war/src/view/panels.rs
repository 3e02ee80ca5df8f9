//! The panels beside the map: Action Points, cards, victory points, Displaced Boxes. What a decision is about stands first.

use muster_contract::{Die, Line, Panel, PanelRow, Seat};
use muster_sdk::{capital, line};

use crate::charts::{Card, HAND, MARGIN};
use crate::state::{Post, Step, UsCivilWar};
use crate::victory::halves;
use crate::world::{Side, State, Theater};

impl UsCivilWar {
    pub(super) fn panels(&self, seat: Option<Seat>) -> Vec<Panel> {
        let mut panels: Vec<Panel> = self.battle_panel().into_iter().chain(self.reaction_panel()).collect();
        panels.push(self.points_panel());
        panels.extend(seat.map(|seat| self.hand_panel(self.side_of(seat))));
        panels.extend(seat.map(|seat| self.standing_panel(self.side_of(seat))));
        panels.push(self.victory_panel());
        panels.extend(self.economy_panels());
        panels.push(self.displaced_panel());
        panels.push(self.naval_panel());
        panels.push(self.army_panel());
        panels.push(self.coming_panel());
        panels.extend(Theater::ALL.map(|theater| self.general_panel(theater)));
        panels.retain(|panel| !panel.rows.is_empty());
        panels
    }

    /// §4.1: the two dice, and what the phasing player has left of their difference.
    fn points_panel(&self) -> Panel {
        if self.difference == 0 || self.cycle == 0 {
            return Panel::new("points", "Action Points", "4.1", Vec::new());
        }
        let mut rows: Vec<PanelRow> = Vec::new();
        for (side, face) in Side::ALL.into_iter().zip(self.initiative) {
            let first = if side == self.first { "goes first" } else { "goes second" };
            let die = Die { sides: 6, face, counts: side == self.first };
            let row = PanelRow::new(side.name()).side(side.id()).note(first);
            rows.push(PanelRow { die: Some(die), ..row.current(side == self.phasing) });
        }
        if self.difference == 1 {
            rows.extend(self.world.theaters_in_play().map(|theater| {
                let left = self.points.theaters[theater as usize];
                PanelRow::new(capital(theater.name())).points(1, left).figure(left)
            }));
        } else {
            let left = self.points.any;
            rows.push(PanelRow::new("Left, for any theater").points(self.difference, left).figure(left));
        }
        for side in Side::ALL.into_iter().filter(|&side| self.training[side as usize] > 0) {
            let trained = self.training[side as usize];
            let row = PanelRow::new("Training").side(side.id()).note("7 are an SP");
            rows.push(row.points(7, trained).figure(trained));
        }
        let title = format!("Action Points: {} of {}", self.points.left(), self.granted());
        Panel::new("points", title, "4.1", rows)
    }

    /// §4.1.3: how many points the difference gives: of 1, one for each theater.
    fn granted(&self) -> u8 {
        if self.difference == 1 { self.world.theaters_in_play().count() as u8 } else { self.difference }
    }

    /// §19.3
    fn victory_panel(&self) -> Panel {
        let benchmark = self.benchmark();
        let ahead = self.balance() - benchmark;
        let margin = i16::from(MARGIN);
        let elects = self.margin_below() < margin;
        let or_less = if elects { "or less: five VPs fewer count in the election" } else { "or less" };
        let mut rows = vec![
            PanelRow::new("Union").side("us").note("Build Points held or destroyed").figure(self.union_vp()),
            PanelRow::new("Confederate")
                .side("cs")
                .note("Washington and the North")
                .figure(self.confederate_vp()),
            PanelRow::new("Balance").figure(self.balance()),
            PanelRow::new("The Union at the end").note("after the last turn").figure(self.world.victory),
            PanelRow::new("Benchmark of this turn").note(ahead_of(ahead)).figure(benchmark),
            PanelRow::new("The Union wins at").note("at once, at a turn's end").figure(benchmark + margin),
            PanelRow::new("The Confederacy at").note(or_less).figure(benchmark - self.margin_below()),
        ];
        if let Some((side, section)) = self.would_win() {
            let row = PanelRow::new(format!("As it stands {} wins", side.power())).side(side.id());
            rows.insert(0, row.note(format!("{section}: at the end of this turn")).current(true));
        }
        if self.mississippi {
            let at = 1 + rows.iter().position(|row| row.title == "Union").unwrap_or_default();
            rows.insert(
                at,
                PanelRow::new("The Mississippi is open").side("us").note("among its points").figure(3),
            );
        }
        if self.world.extras {
            let extras = self.doubled_extras();
            let sign = if extras < 0 { "" } else { "+" };
            let text = "half a point for each of closed ports, less Border objectives lost";
            rows.push(
                PanelRow::new("Extras at the end").note(text).figure(format!("{sign}{}", halves(extras))),
            );
        }
        let title = format!("Victory points: {} of {}", self.balance(), self.world.victory);
        Panel::new("victory", title, "19.3", rows)
    }

    /// §14.6: what waits in the Displaced Boxes.
    fn displaced_panel(&self) -> Panel {
        let mut rows = Vec::new();
        for side in Side::ALL {
            for theater in Theater::ALL {
                let sps = self.displaced(side, theater);
                let generals: Vec<&str> = self
                    .world
                    .generals_of(side)
                    .filter(|&general| {
                        matches!(self.officers[general].post, Post::Displaced(at, _) if at == theater)
                    })
                    .map(|general| self.world.general(general).label.as_str())
                    .collect();
                if sps > 0 || !generals.is_empty() {
                    let row = PanelRow::new(capital(theater.name())).side(side.id());
                    rows.push(row.note(generals.join(", ")).figure(crate::units::counted(sps)));
                }
            }
        }
        Panel::new("displaced", "Displaced Boxes", "14.6", rows)
    }

    /// §18: the cards that a side holds; of the other side's how many there are.
    fn hand_panel(&self, side: Side) -> Panel {
        let held = Card::ALL.into_iter().filter(|&card| self.holds_card(side, card) > 0);
        let mut rows: Vec<PanelRow> = held
            .map(|card| {
                let row = PanelRow::new(card.name()).side(side.id());
                row.note(serves(card)).figure(self.holds_card(side, card))
            })
            .collect();
        let theirs = PanelRow::new("Theirs").side(side.other().id()).note("face down");
        rows.push(theirs.figure(self.hand(side.other())));
        Panel::new("cards", format!("Cards: {} of {HAND}", self.hand(side)), "18", rows)
    }

    /// What weighs on the position and is seen nowhere on the map.
    pub(super) fn status_lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        if self.pressed && self.frames.step() != Step::Over {
            let text = "On to Richmond: the Union must attack or take a hex toward it in this phase, or loses an SP.";
            lines.push(line(text, "4.1.4"));
        }
        for state in State::BORDER {
            let text = match self.state_of(state) {
                None => {
                    format!("{} is neutral: whoever enters it drives it to the other side.", state.name())
                }
                Some(side) => format!("{} is {}.", state.name(), of_side(side)),
            };
            lines.push(line(text, if self.state_of(state).is_none() { "17.1.3" } else { "17.1.4" }));
        }
        if self.panic {
            lines.push(line("Confederates have been in Washington: 3 victory points.", "19.3.2"));
        }
        lines
    }
}

/// Whose a state is.
pub(super) fn of_side(side: Side) -> &'static str {
    match side {
        Side::Us => "the Union's",
        Side::Cs => "the Confederacy's",
    }
}

/// How the Union stands to its benchmark.
fn ahead_of(ahead: i16) -> String {
    match ahead {
        0 => "even with the benchmark".to_owned(),
        1.. => format!("the Union is {ahead} ahead"),
        _ => format!("the Union is {} behind", ahead.unsigned_abs()),
    }
}

/// §18.1: where a card can be used.
const fn serves(card: Card) -> &'static str {
    match card {
        Card::Any => "any theater, and at sea",
        Card::East => "what starts in the East",
        Card::West => "what starts in the West",
        Card::TransMississippi => "what starts beyond the Mississippi",
        Card::Naval => "at sea and on rivers",
    }
}
