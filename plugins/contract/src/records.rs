//! Short ways to write records that have many fields: each starts with what it must have, and takes on what else it has.

use std::fmt::Display;

use crate::{Audience, Event, EventKind, Panel, PanelRow, Place};

impl PanelRow {
    /// A row with this title and nothing else.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            note: String::new(),
            unit: None,
            side: None,
            die: None,
            points: 0,
            left: 0,
            figure: String::new(),
            current: false,
        }
    }

    /// The same with a second, smaller line.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// The same about a unit, by its id.
    #[must_use]
    pub fn unit(self, unit: impl Into<String>) -> Self {
        Self { unit: Some(unit.into()), ..self }
    }

    /// The same of a side, by its id.
    #[must_use]
    pub fn side(self, side: impl Into<String>) -> Self {
        Self { side: Some(side.into()), ..self }
    }

    /// The same with so many points, of which so many are left.
    #[must_use]
    pub fn points(self, points: u8, left: u8) -> Self {
        Self { points, left, ..self }
    }

    /// The same with a figure at its end.
    #[must_use]
    pub fn figure(self, figure: impl Display) -> Self {
        Self { figure: figure.to_string(), ..self }
    }

    /// The same, lit if the decision that is open is about it.
    #[must_use]
    pub fn current(self, current: bool) -> Self {
        Self { current, ..self }
    }
}

impl Panel {
    /// A panel with these rows; an empty citation gives none.
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        title: impl Into<String>,
        citation: &str,
        rows: impl IntoIterator<Item = PanelRow>,
    ) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            citation: cited_by(citation),
            rows: rows.into_iter().collect(),
        }
    }
}

impl Event {
    /// What this audience hears of; an empty citation gives none.
    #[must_use]
    pub fn new(kind: EventKind, audience: Audience, text: impl Into<String>, citation: &str) -> Self {
        Self {
            kind,
            audience,
            place: None,
            units: Vec::new(),
            text: text.into(),
            citation: cited_by(citation),
        }
    }

    /// The same at a place.
    #[must_use]
    pub fn at(self, place: impl Into<Option<Place>>) -> Self {
        Self { place: place.into(), ..self }
    }

    /// The same with units, by the names under which the audience sees them.
    #[must_use]
    pub fn of(self, units: Vec<String>) -> Self {
        Self { units, ..self }
    }
}

/// A citation as records have it: none where there is nothing to cite.
fn cited_by(section: &str) -> Option<String> {
    (!section.is_empty()).then(|| section.to_owned())
}
