//! The page of dice: every roll that the log tells of, and how often each face fell against what is expected. Games that roll none
//! have no such reports.

use crate::panel::side_name;
use crate::session::Session;
use muster_contract::{
    Chart, Description, Event, EventKind, Report, ReportBody, Roll, Series, Table, TableColumn, TableRow,
    Target, Value,
};
use muster_table::messages::{DiceStatistics, DieCount, LogItem};

/// The reports of the dice, as far as the eyes saw them fall.
pub(super) fn reports(session: &Session, description: &Description) -> Vec<Report> {
    let statistics = DiceStatistics::of(session.in_force());
    if statistics.all.is_empty() {
        return Vec::new();
    }
    // Whose they were by the seats' names, and all together first.
    let seats = statistics.seats.iter().map(|(seat, counts)| {
        let side = session.side_of(*seat).map(str::to_owned);
        (side, counts.as_slice())
    });
    let all: Vec<(Option<String>, &[DieCount])> =
        std::iter::once((None, statistics.all.as_slice())).chain(seats).collect();
    let mut reports = vec![rolls(session, description), faces(&all, description)];
    reports.extend(statistics.all.iter().map(|kind| falls(kind.sides, &all, description)));
    reports
}

fn report(id: &str, title: &str, note: &str, body: ReportBody) -> Report {
    // No module's report has such an id.
    let id = format!("the table's {id}");
    Report { id, title: title.to_owned(), note: note.to_owned(), citation: None, body }
}

fn table<T: Into<String>>(columns: Vec<(T, &str)>, rows: Vec<TableRow>) -> ReportBody {
    let column = |(title, note): (T, &str)| TableColumn { title: title.into(), note: note.to_owned() };
    ReportBody::Table(Table { columns: columns.into_iter().map(column).collect(), rows })
}

fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

fn number(number: impl TryInto<i32>) -> Value {
    Value::Number(number.try_into().unwrap_or(i32::MAX))
}

/// Every roll with its moment.
fn rolls(session: &Session, description: &Description) -> Report {
    let mut rows = Vec::new();
    let (mut turn, mut phase) = (String::new(), String::new());
    for item in session.in_force() {
        for event in &item.events {
            match &event.kind {
                EventKind::Phase(id) => {
                    turn.clone_from(&event.text);
                    let known = description.phases.iter().find(|known| known.id == *id);
                    known.map_or(id, |known| &known.title).clone_into(&mut phase);
                }
                EventKind::Rolled(roll) => {
                    let side = item.seat.and_then(|seat| session.side_of(seat));
                    let whose = side.map_or("", |side| side_name(description, side));
                    let mut cells = vec![number(rows.len() + 1), text(&turn), text(&phase), text(whose)];
                    cells.extend(fallen(roll, event));
                    rows.push(TableRow { target: target(event, item), side: side.map(str::to_owned), cells });
                }
                _ => {}
            }
        }
    }
    let columns = vec![
        ("Roll", ""),
        ("Turn", ""),
        ("Phase", ""),
        ("Side", "whose choice"),
        ("What for", ""),
        ("Fell", ""),
        ("Sum", ""),
        ("Good", "dice"),
    ];
    report("rolls", "Dice", "", table(columns, rows))
}

/// What a roll was for, how it fell, and what that is together.
fn fallen(roll: &Roll, event: &Event) -> [Value; 4] {
    let why = if event.text.is_empty() { &roll.reason } else { &event.text };
    let faces: Vec<String> = roll.dice.iter().map(|die| die.face.to_string()).collect();
    let sum: u32 = roll.dice.iter().map(|die| u32::from(die.face)).sum();
    let good = roll.dice.iter().filter(|die| die.counts).count();
    [text(crate::panel::with_capital(why)), text(faces.join(", ")), number(sum), number(good)]
}

/// Where a roll leads to: its place or unit, or else that of what happened with it.
fn target(event: &Event, item: &LogItem) -> Option<Target> {
    let of = |event: &Event| {
        let place = event.place.as_ref().map(|place| Target::Space(place.space.clone()));
        place.or_else(|| event.units.first().map(|unit| Target::Unit(unit.clone())))
    };
    of(event).or_else(|| item.events.iter().find_map(of))
}

fn whose(side: Option<&String>, description: &Description) -> String {
    side.map_or_else(|| "All".to_owned(), |side| side_name(description, side).to_owned())
}

/// A number with one digit after the point, or with two.
fn rounded(number: f64, digits: usize) -> Value {
    text(format!("{number:.digits$}"))
}

/// How often each face fell, for whom, against what is expected.
fn faces(all: &[(Option<String>, &[DieCount])], description: &Description) -> Report {
    let most = all.iter().flat_map(|(_, kinds)| *kinds).map(|kind| kind.sides).max().unwrap_or(6);
    let row = |side: &Option<String>, kind: &DieCount| {
        let thrown = kind.thrown();
        let mut cells = vec![
            text(whose(side.as_ref(), description)),
            number(kind.sides),
            number(thrown),
            kind.mean().map_or(text(""), |mean| rounded(mean, 2)),
            rounded((f64::from(kind.sides) + 1.0) / 2.0, 1),
            rounded(thrown as f64 / f64::from(kind.sides), 1),
        ];
        let fell = |face: usize| kind.faces.get(face).map_or(text(""), |times| number(*times));
        cells.extend((0..usize::from(most)).map(fell));
        TableRow { target: None, side: side.clone(), cells }
    };
    let rows = all.iter().flat_map(|(side, kinds)| kinds.iter().map(move |kind| row(side, kind)));
    let first = [
        ("Side", ""),
        ("Sides", "of the die"),
        ("Dice", "thrown"),
        ("Mean", ""),
        ("Expected", "mean"),
        ("Expected", "each face"),
    ];
    let mut columns: Vec<(String, &str)> = first.map(|(title, note)| (title.to_owned(), note)).to_vec();
    columns.extend((1..=most).map(|face| (face.to_string(), "fell")));
    let note = "How often each face fell, by whose choice it was rolled.";
    report("faces", "How the dice fell", note, table(columns, rows.collect()))
}

/// How often each face of one kind of die fell in a hundred.
fn falls(sides: u8, all: &[(Option<String>, &[DieCount])], description: &Description) -> Report {
    let in_hundred = |times: f64| (times * 100.0).round() as i32;
    let mut series: Vec<Series> = all
        .iter()
        .filter_map(|(side, kinds)| {
            let kind = kinds.iter().find(|kind| kind.sides == sides && kind.thrown() > 0)?;
            let part = |times: &u64| in_hundred(*times as f64 / kind.thrown() as f64);
            let values = kind.faces.iter().map(part).collect();
            Some(Series { title: whose(side.as_ref(), description), side: side.clone(), values })
        })
        .collect();
    let even = vec![in_hundred(1.0 / f64::from(sides)); usize::from(sides)];
    series.push(Series { title: "Expected".to_owned(), side: None, values: even });
    let labels = (1..=sides).map(|face| face.to_string()).collect();
    let chart = Chart { axis: "of a hundred dice, by face".to_owned(), labels, series };
    let (id, title) = (format!("falls of {sides}"), format!("Faces of a d{sides}"));
    report(&id, &title, "", ReportBody::Chart(chart))
}
