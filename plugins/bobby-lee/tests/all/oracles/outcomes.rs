//! What becomes of a fire (6.6) and of morale (6.4).

use bobby_lee::Unit;
use bobby_lee::state::Line;

use crate::oracles::ground::unit;
use crate::oracles::table::{Fight, Table};
use crate::oracles::walk::Taken;

/// How a fire was rolled: its dice, and what is said of it ("with F2").
fn fire_of(taken: &Taken<'_>) -> Option<(Vec<u8>, u8)> {
    let fires = |roll: &&(String, u8, Vec<u8>)| roll.0.contains(" with F");
    let (why, _, faces) = taken.rolled.iter().find(fires)?;
    let firepower = why.rsplit('F').next()?.parse().ok()?;
    Some((faces.clone(), firepower))
}

/// 6.6: the dice of a fire, and what it leaves.
pub fn fire(
    table: &Table<'_>,
    now: &Table<'_>,
    fight: &mut Fight,
    shooter: Unit,
    id: &str,
    taken: &Taken<'_>,
) {
    let shots = table.shots(fight, shooter);
    let (_, dice, firepower) = shots.iter().find(|shot| shot.0 == id).unwrap();
    let (faces, rolled) = fire_of(taken).unwrap();
    assert_eq!(
        (faces.len(), rolled),
        (usize::from(*dice), *firepower),
        "dice and F of {}: {id}",
        table.id(shooter)
    );
    let hits = faces.iter().filter(|face| *face <= firepower).count();
    let side = table.world.unit(shooter).side;
    let (foe, place) = (side.other(), table.place(shooter).unwrap());
    let engaged = table.engaged(shooter);
    fight.acted.insert(shooter);
    fight.striking = false;
    if engaged {
        fight.spent.insert(shooter);
    }
    let routed = now.game.battle.as_ref().is_none_or(|battle| battle.victor.is_some());
    if id == "melee" && !routed {
        let sixes = faces.iter().filter(|face| **face == 6).count() as u8;
        assert_eq!(now.steps(shooter), table.steps(shooter).saturating_sub(sixes), "6.64: a step for each 6");
    }
    let at = if engaged { place } else { (foe, place.1) };
    if let Some(target) = id.strip_prefix("counter ") {
        let target = unit(table.world, target);
        if !routed {
            let steps = usize::from(table.steps(target));
            let (least, walls) = (usize::from(!engaged), table.ground.at(fight.hex).is("fortress"));
            if !walls || foe == fight.attacker {
                assert_eq!(usize::from(now.steps(target)), steps.saturating_sub(hits).max(least), "6.62");
            }
        }
        return;
    }
    let left = table.after_hits(fight, foe, at, hits);
    fight.left = Some((foe, at, left));
}

/// 6.4, 6.65, 6.9: who is tested when a battle turn begins, and what becomes of him.
pub fn morale(table: &Table<'_>, now: &Table<'_>, fight: &mut Fight, taken: &Taken<'_>) {
    let tested =
        |roll: &(String, u8, Vec<u8>)| Some((roll.0.strip_prefix("the morale of ")?.to_owned(), roll.2[0]));
    let rolls: Vec<(String, u8)> = taken.rolled.iter().filter_map(tested).collect();
    let goes_on = now.game.battle.as_ref().is_some_and(|battle| battle.victor.is_none());
    if taken.words == ["end-retreat"] && goes_on {
        let shaken = |one: &Unit| table.steps(*one) == 1 && table.engaged(*one);
        let names = table.fighting(fight.hour.3).filter(shaken).map(|one| table.world.unit(one).name.clone());
        let rolled: Vec<String> = rolls.iter().map(|roll| roll.0.clone()).collect();
        assert_eq!(rolled, names.collect::<Vec<_>>(), "6.4: the last steps that are engaged are tested");
    }
    for (name, face) in rolls {
        let unit = table.world.units.iter().find(|(_, info)| info.name == name).unwrap().0;
        let side = table.world.unit(unit).side;
        assert!(table.steps(unit) == 1 && table.engaged(unit), "6.4: {name}");
        let (whose, column) = table.place(unit).unwrap();
        let works = whose == side && fight.works[side as usize][usize::from(column)];
        let walls = whose == side && side != fight.attacker && table.ground.at(fight.hex).is("fortress");
        let stands = face > 3 - u8::from(works) - u8::from(walls);
        if !stands {
            fight.ran.insert(unit);
        }
        if goes_on {
            let line = table.game.unit(unit).line;
            let right = match line {
                _ if stands => line,
                Line::Foe(column) => Line::Own(column),
                _ => Line::Reserve,
            };
            assert_eq!(now.game.unit(unit).line, right, "6.4: {name} rolls {face}");
        }
    }
}
