//! The scripts: dates, money and the other facts of the start, and what is told to players.

use crate::board::map::{MAIN, OTHER, SCENARIOS, cities, file_of, text_of};

/// Whether the script gives this fact.
fn gives(scenario: &str, fact: &str, value: &str) -> bool {
    text_of(scenario, "scenario.rhai").contains(&format!("\nfact(\"{fact}\", {value});\n"))
}

/// 1.11, 1.12, 2.5, 2.7, 7.2, 13: what the sheet says, scenario by scenario.
#[test]
fn facts_are_as_the_sheet_has_them() {
    let main = [
        ("year", "1861"),
        ("month", "3"),
        ("end-year", "1865"),
        ("end-month", "3"),
        ("cash-us", "300"),
        ("cash-cs", "50"),
        ("attack-factor", "11"),
        ("defence-factor", "9"),
        ("ceiling", "20"),
        ("capital-us", "\"washington\""),
        ("capital-cs", "\"richmond\""),
        ("cities-percent", "80"),
        ("income-percent", "80"),
        ("ratio", "3"),
        ("capital-ends", "true"),
        ("rail-us", "600"),
        ("rail-cs", "300"),
    ];
    // 17.6
    let other = [
        ("month", "4"),
        ("end-month", "10"),
        ("cash-us", "50"),
        ("attack-factor", "13"),
        ("defence-factor", "11"),
        ("ceiling", "25"),
        ("capital-cs", "\"montgomery\""),
        ("cities-percent", "70"),
        ("income-percent", "60"),
        ("ratio", "4"),
    ];
    for (fact, value) in main {
        for scenario in &MAIN[..2] {
            assert!(gives(scenario, fact, value), "{scenario}: {fact}");
        }
        let value = other.iter().find(|(name, _)| *name == fact).map_or(value, |(_, other)| other);
        assert!(gives(OTHER, fact, value), "{OTHER}: {fact}");
    }
}

/// 3.5: the lesson is the first year, and ends before it with 57 % of all income.
#[test]
fn the_lesson_is_one_year() {
    for (fact, value) in [("year", "1861"), ("month", "3"), ("end-year", "1862"), ("end-month", "3")] {
        assert!(gives("cw-strategy-lesson", fact, value), "{fact}");
    }
    assert!(gives("cw-strategy-lesson", "income-percent", "57"));
    assert!(gives("cw-strategy-lesson", "income-from", "3"));
}

/// Every decision of a first game has its note, every turn something new for each side, all with a paragraph.
#[test]
fn the_lesson_explains_each_decision_and_each_turn() {
    let text = text_of("cw-strategy-lesson", "scenario.rhai");
    let notes: Vec<&str> = text.split("note(#{").skip(1).collect();
    for kind in ["sheet", "order", "standing"] {
        assert!(notes.iter().any(|note| note.contains(&format!("decision: \"{kind}\""))), "{kind}");
    }
    for turn in 1..=6 {
        for side in ["us", "cs"] {
            let told = notes.iter().filter(|note| {
                note.contains(&format!("turn: {turn},"))
                    && (note.contains(&format!("side: \"{side}\"")) || !note.contains("side: "))
            });
            assert_eq!(told.count(), 1, "turn {turn}, {side}");
        }
    }
    assert!(notes.iter().all(|note| note.contains("cite: \"") && note.contains("title: \"")));
}

/// 13.1: time is looked at before incomes, so that the sheet before the last one is the last that can win for the Union.
#[test]
fn the_lesson_says_which_sheet_counts() {
    let text = text_of("cw-strategy-lesson", "scenario.rhai");
    let note = |turn: u8, side: &str| {
        let of = |note: &&str| {
            note.contains(&format!("turn: {turn},")) && note.contains(&format!("side: \"{side}\""))
        };
        text.split("note(#{").skip(1).find(of).unwrap().to_owned()
    };
    assert!(note(5, "us").contains("57 % after this turn and you have won"));
    assert!(note(5, "cs").contains("for the last time"));
    for side in ["us", "cs"] {
        let last = note(6, side);
        assert!(last.contains("looked at before cities, incomes") && !last.contains("57 %"), "{last}");
    }
}

/// 2.12 is for one scenario.
#[test]
fn one_start_is_varied() {
    for scenario in SCENARIOS {
        let varied = text_of(scenario, "scenario.rhai").contains("option(\"vary\", true);");
        assert_eq!(varied, scenario == "cw-strategy-varied", "{scenario}");
    }
}

/// 2.7: what is in the treasuries before the lots: base and cities, 490 to 540 and 291 to 341.
#[test]
fn treasuries_begin_as_the_sheet_has_them() {
    let cities = cities(&file_of(MAIN[0]).board);
    let worth =
        |side: &str| cities.iter().filter(|city| city.owner == side).map(|city| city.worth).sum::<i32>();
    assert_eq!([300 + worth("us"), 50 + worth("cs")], [490, 291]);
}

#[test]
fn scripts_say_what_they_are() {
    for scenario in SCENARIOS {
        let text = text_of(scenario, "scenario.rhai");
        assert!(text.contains("module: \"cw-strategy\""), "{scenario}");
        for side in ["us", "cs"] {
            assert!(text.contains(&format!("brief(\"{side}\", ")), "{scenario}");
        }
        for word in ["Hutsell", "Mackey", "MIT"] {
            assert!(text.contains(word), "{scenario} gives credit");
        }
        assert!(text.lines().all(|line| line.chars().count() <= 160), "{scenario}");
    }
}
