//! Panels of the generals: who is where with which ratings, and who comes or goes on the turns ahead.

use muster_contract::{Line, Panel, PanelRow};
use muster_sdk::line;

use crate::armies::Army;
use crate::sequence::date_of;
use crate::state::{Post, UsCivilWar};
use crate::world::{Career, CareerEvent, General, Rating, Side, Theater};

impl UsCivilWar {
    /// §7.2: the generals in a theater, the Union's first, by stars.
    pub(super) fn general_panel(&self, theater: Theater) -> Panel {
        let mut rows = Vec::new();
        for side in Side::ALL {
            let mut generals: Vec<General> =
                self.world.generals_of(side).filter(|&general| self.is_in(general, theater)).collect();
            generals.sort_by_key(|&general| (u8::MAX - self.officers[general].stars, general));
            rows.extend(generals.into_iter().map(|general| self.general_row(general)));
        }
        let name = match theater {
            Theater::TransMississippi => "Trans-Miss.",
            _ => theater.name(),
        };
        let title = format!("Generals: {name}");
        Panel::new(format!("generals-{}", theater.id()), title, "7.2", rows)
    }

    /// Whether a general is on the map in a theater.
    fn is_in(&self, general: General, theater: Theater) -> bool {
        match self.officers[general].post {
            Post::Map(at) => self.theater_of(at) == theater,
            Post::March => self.march.as_deref().is_some_and(|march| self.theater_of(march.at) == theater),
            _ => false,
        }
    }

    fn general_row(&self, general: General) -> PanelRow {
        let (info, officer) = (self.world.general(general), &self.officers[general]);
        let rating = self.rating(general);
        let kinds: String = kinds_of(rating).iter().map(|kind| format!(", {kind}")).collect();
        let note = format!("{}{kinds}", self.whereabouts(general));
        PanelRow::new(info.label.clone())
            .unit(info.id.clone())
            .side(info.side.id())
            .note(note)
            .points(4, officer.stars)
            .figure(figures(rating))
            .current(officer.post == Post::March)
    }

    /// §22.4, §22.5: what is marked on who leads an army.
    pub(super) fn army_mark(&self, general: General) -> Option<&'static str> {
        let army = self.armies.iter().find(|army| army.leader == general)?;
        Some(if army.high { "army, high morale" } else { "army" })
    }

    /// §22.4, §22.5: the armies of both sides.
    pub(super) fn army_panel(&self) -> Panel {
        let armies = Side::ALL.into_iter().flat_map(|side| self.armies_of(side));
        let row = |army: &Army| {
            let info = self.world.general(army.leader);
            let morale = if army.high { ", high morale" } else { "" };
            let note = format!("{}{morale}", self.whereabouts(army.leader));
            PanelRow::new(info.label.clone()).unit(info.id.clone()).side(info.side.id()).note(note)
        };
        let rows: Vec<PanelRow> = armies.map(row).collect();
        Panel::new("armies", "Armies", "22.4", rows)
    }

    /// Where a general is, in words.
    pub(super) fn whereabouts(&self, general: General) -> String {
        match self.officers[general].post {
            Post::Map(at) => self.called(at).to_owned(),
            Post::March => {
                self.march.as_deref().map_or_else(String::new, |march| self.called(march.at).to_owned())
            }
            Post::Displaced(theater, _) => format!("displaced in {}", theater.name()),
            Post::Waiting => "not in play yet".to_owned(),
            Post::Unassigned => "unassigned".to_owned(),
            Post::Gone => "out of the game".to_owned(),
        }
    }

    /// §16.2: what the Turn Record Track has for generals, from this turn on, a row a turn.
    pub(super) fn coming_panel(&self) -> Panel {
        let turns = self.turn..=self.world.last_turn;
        let rows = turns.filter_map(|turn| {
            let events: Vec<String> = self
                .world
                .events_of(turn)
                .filter(|event| self.is_ahead(event))
                .map(|event| self.event_text(event))
                .collect();
            let row = PanelRow::new(format!("{turn}: {}", date_of(turn))).note(events.join("; "));
            (!events.is_empty()).then_some(row.current(turn == self.turn))
        });
        let rows: Vec<PanelRow> = rows.collect();
        Panel::new("track", "Generals to come and go", "16.2", rows)
    }

    /// Whether an event still can happen, as far as one can say beforehand.
    fn is_ahead(&self, event: &CareerEvent) -> bool {
        let post = self.officers[event.general].post;
        match event.what {
            Career::Arrive => post == Post::Waiting,
            _ => post != Post::Gone && (event.turn > self.turn || self.cycle == 0),
        }
    }

    /// What the track has for a general this turn.
    pub(crate) fn event_lines(&self, general: General) -> Vec<Line> {
        let own = self.world.events_of(self.turn).filter(|event| event.general == general);
        own.map(|event| line(format!("{}.", self.event_text(event)), "16.2")).collect()
    }

    /// An event of the track, in words.
    fn event_text(&self, event: &CareerEvent) -> String {
        let name = &self.world.general(event.general).label;
        let stars = match event.stars {
            None => String::new(),
            Some(1) => " with 1 star".to_owned(),
            Some(stars) => format!(" with {stars} stars"),
        };
        let place = match (event.replaces, event.theater) {
            (Some(other), _) => format!(" for {}", self.world.general(other).label),
            (None, Some(theater)) => format!(" in {}", theater.name()),
            (None, None) => String::new(),
        };
        match event.what {
            Career::Arrive => format!("{name} arrives{stars}{place}"),
            Career::Return => format!("{name} returns{stars}{place}"),
            Career::Promote => format!("{name} is promoted,{stars}{place}"),
            Career::Demote => format!("{name} is demoted,{stars}{place}"),
            Career::Remove => format!("{name} leaves"),
            Career::Unassign => format!("{name} is without a command"),
            Career::Transfer => format!("{name} may be transferred"),
        }
    }
}

/// §7.2: ratings as they stand on a counter: attack, defense, Movement Allowance.
pub(super) fn figures(rating: Rating) -> String {
    format!("{}-{}-{}", rating.attack, rating.defense, rating.moves)
}

/// §7.7, §8: what he is besides.
pub(super) fn kinds_of(rating: Rating) -> Vec<&'static str> {
    let kinds = [
        (rating.cautious, "cautious"),
        (rating.cavalry, "cavalry"),
        (rating.intrinsic, "with cavalry"),
        (rating.limited, "limited"),
    ];
    kinds.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect()
}
