//! Recorded stories of the naval game (§21): what its choices were and what was told of them, in games by chance that sail whenever they
//! can, every third from a position that is dense in ships. After a change of the rules on purpose `MUSTER_RECORD=1` writes them anew, and the difference shows what it means.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use us_civil_war::state::UsCivilWar;

use crate::rules::flotsam::strewn;
use crate::rules::navy::navies;
use crate::rules::playouts::{Numbers, afloat};
use crate::rules::strewn_fleets::lively;

/// Games that are tried when stories are recorded.
const TRIED: u64 = 300;
/// Choices after which a story breaks off.
const LONGEST: u32 = 700;

/// Sections that come up in the stories.
const SECTIONS: [&str; 21] = [
    "21.2.4", "21.2.6", "21.2.7", "21.2.8", "21.4.2", "21.4.3", "21.4.4", "21.5", "21.6.2", "21.6.6",
    "21.6.7", "21.6.8", "21.7.2", "21.9", "21.10.2", "21.10.3", "21.10.4", "21.11", "21.12", "21.13.1",
    "21.14",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stories")
}

/// A game by its seed: naval choices, and whatever is told with a section of the naval game.
fn story(seed: u64) -> String {
    let mut numbers = Numbers(seed * 5 + 1);
    let dense = seed % 3 == 2;
    let (name, position) = match seed {
        _ if dense => ("ships strewn about", strewn(&mut |end| numbers.below(end))),
        seed if seed.is_multiple_of(2) => ("us-civil-war-1862", navies("us-civil-war-1862")),
        _ => ("us-civil-war-1863", navies("us-civil-war-1863")),
    };
    let mut play: muster_sdk::play::Play<UsCivilWar, Numbers> =
        muster_sdk::play::Play::begin(&position, Numbers(seed + 100));
    let mut text = format!("# {name}, seed {seed}\n");
    let mut date = (0, 0);
    for _ in 0..LONGEST {
        if play.outcome().is_some() {
            break;
        }
        let (seat, kind) = play.next_decision();
        let ids = play.ids(seat);
        let id = match dense {
            true => lively(play.game.state(), &ids, &mut numbers),
            false => afloat(&ids, &mut numbers).clone(),
        };
        play.take(seat, &id);
        let naval: Vec<String> = play
            .events
            .iter()
            .filter_map(|event| Some((&event.text, event.citation.as_deref()?)))
            .filter(|(_, section)| section.starts_with("21."))
            .map(|(text, section)| format!("    {text} ({section})\n"))
            .collect();
        if naval.is_empty() {
            continue;
        }
        let state = play.game.state();
        if date != (state.turn, state.cycle) {
            date = (state.turn, state.cycle);
            text += &format!("= turn {}, Action Phase {}\n", state.turn, state.cycle);
        }
        text += &format!("> {} {kind}: {id}\n{}", ["us", "cs"][usize::from(seat)], naval.concat());
    }
    text
}

/// The sections that a story tells of.
fn sections(story: &str) -> BTreeSet<&str> {
    let cited =
        story.lines().filter_map(|line| line.strip_suffix(')')?.rsplit_once('(').map(|(_, cited)| cited));
    cited.collect()
}

/// Few stories that tell of all that many do: always the one next that tells of most that is new.
fn record() {
    let stories: Vec<String> = (0..TRIED).map(story).collect();
    let mut told = BTreeSet::new();
    std::fs::create_dir_all(folder()).unwrap();
    for old in std::fs::read_dir(folder()).unwrap() {
        std::fs::remove_file(old.unwrap().path()).unwrap();
    }
    for number in 1.. {
        let new = |story: &&String| (sections(story).difference(&told).count(), usize::MAX - story.len());
        let best = stories.iter().max_by_key(new).unwrap();
        if sections(best).is_subset(&told) {
            return;
        }
        told.extend(sections(best));
        std::fs::write(folder().join(format!("fleets-{number}.txt")), best).unwrap();
    }
}

#[test]
fn recorded_stories_of_fleets_agree() {
    if std::env::var("MUSTER_RECORD").is_ok_and(|record| record == "1") {
        record();
    }
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut told = BTreeSet::new();
    for file in files {
        let recorded = std::fs::read_to_string(&file).unwrap();
        let seed = recorded.lines().next().and_then(|line| line.rsplit(' ').next()).unwrap().parse().unwrap();
        let now = story(seed);
        for (number, (was, is)) in recorded.lines().zip(now.lines()).enumerate() {
            assert_eq!(was, is, "{}:{}", file.display(), number + 1);
        }
        assert_eq!(recorded.len(), now.len(), "{}", file.display());
        told.extend(sections(&recorded).into_iter().map(str::to_owned));
    }
    let missing: Vec<&str> = SECTIONS.into_iter().filter(|&section| !told.contains(section)).collect();
    assert!(missing.is_empty(), "no story tells of {missing:?}");
}
