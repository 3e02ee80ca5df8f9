//! What a seat sees and can't choose has a reason of its own.

use muster_contract::{Line, Position, Target};
use muster_sdk::Game;

use crate::Evidence;
use crate::at_random::play_at_random;

/// Plays games of random choices, `positions` in all. Of each unit that the seat which decides sees and can't choose, the explanation says
/// something that it wouldn't say if the unit could be chosen: why it can't. The same of the spaces of the boards where spaces are what
/// is chosen from, if `spaces` says so. Gives how many reasons were looked at.
pub fn refusals_have_reasons<G: Game>(
    position: &Position,
    seed: u64,
    positions: usize,
    spaces: bool,
) -> Result<usize, Evidence> {
    let on_boards: Vec<Target> = position
        .boards
        .iter()
        .flat_map(|board| board.spaces.iter().map(|space| Target::Space(space.id.clone())))
        .collect();
    let mut looked_at = 0;
    play_at_random::<G>(position, seed, positions, |game, _| {
        for decision in game.decisions() {
            let seat = decision.seat;
            let view = game.view(Some(seat));
            let units = view.units.iter().map(|unit| Target::Unit(unit.id.clone()));
            let mut targets: Vec<Target> = units.collect();
            let of_spaces = |target: &Target| matches!(target, Target::Space(_));
            if spaces && decision.choices.iter().any(|choice| of_spaces(&choice.target)) {
                targets.extend(on_boards.iter().cloned());
            }
            let chosen_from: Vec<&Target> = decision.choices.iter().map(|choice| &choice.target).collect();
            for target in targets.iter().filter(|target| !chosen_from.contains(target)) {
                let said = |choosable: bool| game.state().explain(seat, target, choosable);
                if !has_reason(&said(false), &said(true)) {
                    return Err(format!(
                        "seat {seat}: at \"{}\", it isn't said why {target:?} can't be chosen: {:?}",
                        decision.kind,
                        said(false)
                    ));
                }
                looked_at += 1;
            }
        }
        Ok(())
    })?;
    Ok(looked_at)
}

/// Whether more is said of what can't be chosen than if it could be.
fn has_reason(refused: &[Line], choosable: &[Line]) -> bool {
    let count = |lines: &[Line], line: &Line| lines.iter().filter(|said| *said == line).count();
    refused.iter().any(|line| !line.text.trim().is_empty() && count(refused, line) > count(choosable, line))
}
