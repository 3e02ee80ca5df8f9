//! The hand of cards in the left panel: those of which a figure says all beside each other, others with their text.

use super::Ask;
use super::control::{inked, paragraph};
use super::sequence::Sheet;
use crate::draw::letter::{Face, Letters};
use crate::session::Session;
use crate::theme::fade;
use egui::{Color32, Id, Rect, Response, Sense, WidgetInfo, accesskit::Role, vec2};
use muster_contract::{CardView, Target, View};

impl Sheet<'_> {
    pub(super) fn cards(&mut self, view: &View, session: &Session) {
        let side = session.seat.and_then(|seat| session.side_of(seat));
        let held = |card: &&CardView| card.pile == "hand";
        let (hand, others): (Vec<&CardView>, Vec<&CardView>) =
            view.cards.iter().filter(held).partition(|card| card.side.as_deref() == side);
        if hand.is_empty() && others.is_empty() {
            return;
        }
        let p = *self.p;
        self.head("Cards", &format!("{} in hand", hand.len()));
        for of in &self.description.sides {
            let count = others.iter().filter(|card| card.side.as_ref() == Some(&of.id)).count();
            if count > 0 {
                self.y += 16.0;
                let words = format!("{}: {count}", of.name);
                self.words(0.0, &words, Face::BodyItalic, 13.0, p.ink2);
            }
        }
        self.y += 8.0;
        if hand.iter().all(|card| !card.figure.is_empty()) {
            self.figured(&hand, session);
        } else {
            hand.iter().for_each(|card| self.written_card(card, session));
        }
        self.piles(view, side);
    }

    // What lies beside the own hand: how many cards face down, and what is on those face up.
    fn piles(&mut self, view: &View, side: Option<&str>) {
        let mut piles: Vec<(&str, Vec<&str>)> = Vec::new();
        for card in view.cards.iter().filter(|card| card.pile != "hand" && card.side.as_deref() == side) {
            let pile = match piles.iter_mut().find(|(name, _)| *name == card.pile) {
                Some((_, pile)) => pile,
                None => {
                    piles.push((&card.pile, Vec::new()));
                    &mut piles.last_mut().expect("one was pushed").1
                }
            };
            pile.push(if card.face.is_some() { &card.figure } else { "" });
        }
        if piles.is_empty() {
            return;
        }
        let words: Vec<String> = piles
            .iter()
            .map(|(name, cards)| match cards.iter().all(|figure| !figure.is_empty()) {
                true => format!("{name} {}", cards.join(", ")),
                false => format!("{name} {}", cards.len()),
            })
            .collect();
        let mut words = words.join("; ");
        if let Some(first) = words.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        self.y += 12.0;
        self.words(0.0, &words, Face::BodyItalic, 13.5, self.p.ink2);
        self.y += 6.0;
    }

    // Cards of which a figure says all, beside each other.
    fn figured(&mut self, hand: &[&CardView], session: &Session) {
        let p = *self.p;
        let gap = 8.0;
        let across = hand.len().clamp(3, 6) as f32;
        let width = ((self.width + gap) / across - gap).min(58.0);
        let size = vec2(width, width * 1.38);
        for (i, card) in hand.iter().enumerate() {
            let (line, file) = (i / 6, i % 6);
            let at = self.at(file as f32 * (size.x + gap)) + vec2(0.0, line as f32 * (size.y + gap));
            let rect = Rect::from_min_size(at, size);
            let words = card.face.as_ref().map_or("", |face| face.text.as_str()).to_owned();
            let response = self.card_frame(rect, card, &words, session);
            let middle = rect.center();
            Letters::new(&card.figure, Face::Title.at(size.y * 0.46), p.pip)
                .middle()
                .paint(self.ui.painter(), middle + vec2(0.0, size.y * 0.08));
            let mark = middle + vec2(0.0, size.y * 0.28);
            inked(self.ui.painter(), |ink| {
                ink.loop_line(&crate::draw::curve::cornered(rect.shrink(4.0), 0.0), 0.8, p.pip);
                ink.segment(mark - vec2(6.0, 0.0), mark + vec2(6.0, 0.0), 1.4, p.pip);
            });
            response.on_hover_text(words);
        }
        self.y += hand.len().div_ceil(6) as f32 * (size.y + gap);
    }

    // A card with its text, over the width of the panel.
    fn written_card(&mut self, card: &CardView, session: &Session) {
        let rect = Rect::from_min_size(self.at(0.0), vec2(self.width, 58.0));
        let title = card.face.as_ref().map_or("A card face down", |f| f.text.as_str()).to_owned();
        self.card_frame(rect, card, &title, session);
        paragraph(
            self.ui.painter(),
            rect.min + vec2(10.0, 19.0),
            rect.width() - 20.0,
            &title,
            Face::Body.at(13.5),
            Color32::from_rgb(42, 35, 28),
            16.0,
        );
        self.y += 66.0;
    }

    // Its ground; lit if it may be played.
    fn card_frame(&mut self, rect: Rect, card: &CardView, words: &str, session: &Session) -> Response {
        let p = *self.p;
        let target = Target::Card(card.id.clone());
        let choice = session.pointing_at(&target).next().map(|c| c.id.clone());
        let response = self.ui.interact(rect, Id::unique(("card", &card.id)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, choice.is_some(), words));
        let (width, line) = if choice.is_some() { (2.4, p.accent) } else { (1.0, p.rule) };
        self.ui.painter().rect_filled(rect.translate(vec2(1.5, 2.5)), 3.0, fade(Color32::BLACK, 0.18));
        self.ui.painter().rect(rect, 3.0, p.card, (width, line), egui::StrokeKind::Inside);
        if response.clicked() {
            self.asks.push(choice.map_or_else(|| Ask::Explain(target.clone()), Ask::Choose));
        }
        response
    }
}
