//! What has happened at the acted table.

use muster_contract::*;
use muster_table::messages::*;

fn event(kind: EventKind, text: &str, cite: &str, space: &str) -> Event {
    Event {
        kind,
        audience: Audience::Everyone,
        place: (!space.is_empty()).then(|| Place {
            space: space.into(),
            edge: None,
            facing: None,
            slot: None,
            carrier: None,
        }),
        units: vec![],
        text: text.into(),
        citation: (!cite.is_empty()).then(|| cite.into()),
    }
}

/// What has happened.
pub fn log() -> Vec<LogItem> {
    let roll = |faces: &[u8]| {
        EventKind::Rolled(Roll {
            reason: "fire".into(),
            dice: faces.iter().map(|f| Die { sides: 6, face: *f, counts: *f > 4 }).collect(),
        })
    };
    let place = |id: &str| Place { space: id.into(), edge: None, facing: None, slot: None, carrier: None };
    let went = EventKind::Moved(vec![place("1616"), place("1615"), place("1614")]);
    let item = |record, seat, events: Vec<Event>| LogItem {
        record,
        step: Some(record + 1),
        seat: Some(seat),
        kind: LogKind::Choice,
        choices: vec![],
        events,
        command: true,
        undone: false,
    };
    vec![
        item(
            0,
            0,
            vec![
                event(EventKind::Phase("combat-us".into()), "Turn 2, combat", "", ""),
                event(roll(&[2, 5]), "Hildebrand on Cleburne: one hit", "F2", "1114"),
                event(EventKind::Lost, "Cleburne holds: heavy casualties", "F5", "1114"),
            ],
        ),
        item(
            1,
            1,
            vec![event(
                roll(&[6, 5]),
                "Cleburne on Hildebrand: two hits, one taken by woods; heavy casualties",
                "F3",
                "1213",
            )],
        ),
        item(
            2,
            1,
            vec![
                event(EventKind::Phase("move".into()), "Turn 3, Confederate activation", "", ""),
                event(roll(&[4]), "Hardee rolls 4 activation points", "C1", ""),
            ],
        ),
        item(
            3,
            1,
            vec![
                event(EventKind::Command, "Gladden 0912 to 0910", "C2", "1614"),
                event(went, "1 pip; adjacent to Miller, must face him.", "D1", "1614"),
            ],
        ),
    ]
}
