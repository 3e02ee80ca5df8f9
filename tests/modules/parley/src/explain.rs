//! Explanations and chances.

use muster_contract::{Line, OddsRows, OddsTable, Seat, Target};
use muster_sdk::{Explanations, Names as _, Odds, line, odds, uncited};

use crate::{Fault, Parley, Stage, Unit, cards, choice::Choice, march};

impl Explanations for Parley {
    /// Why the target can't be chosen now, or what it is.
    fn explain(&self, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        let mut lines = match target {
            Target::Unit(id) => match self.find_unit(Some(seat), id) {
                Some(unit) => of_unit(self, seat, unit, choosable),
                None => vec![uncited(format!("You see no block called {id}."))],
            },
            Target::Edge(id) => match (0u8..).zip(&self.world.links).find(|(_, link)| link.id == *id) {
                Some((link, _)) => of_link(self, seat, link, choosable),
                None => vec![uncited(format!("There is no road called {id}."))],
            },
            Target::Card(id) => match cards::CARDS.iter().find(|card| card.id == id) {
                Some(card) => vec![line(card.text, "P7")],
                None => vec![uncited("You can't read this card.")],
            },
            Target::Space(id) => match self.world.spaces.iter().find(|space| space.id == *id) {
                Some(space) if space.town => {
                    vec![line("Who alone holds the town scores a point each turn.", "P9")]
                }
                Some(space) => vec![uncited(format!("{}.", space.title))],
                None => vec![line("A line of the field of battle.", "P6.2")],
            },
            _ => vec![uncited(if choosable { "You may do this now." } else { "This can't be done now." })],
        };
        if choosable && self.world.broken(Fault::ExplainContradicts) {
            lines.push(uncited("It can't be chosen now."));
        }
        if !choosable && self.world.broken(Fault::ExplainSilent) {
            lines.clear();
        }
        lines
    }
}

fn of_unit(game: &Parley, seat: Seat, unit: Unit, choosable: bool) -> Vec<Line> {
    let mut lines = vec![uncited(format!("This is {}.", game.unit_name(Some(seat), unit)))];
    if game.world.broken(Fault::ExplainTells) || game.knows(Some(seat), unit) {
        lines.push(line(format!("Its strength is {}.", game.strength(unit)), "P6.3"));
    }
    if choosable || game.world.broken(Fault::ExplainNoReason) {
        return lines;
    }
    let own = Parley::owner(unit) == game.side_of(seat);
    lines.push(match game.stage {
        Stage::March { side } if own && side == game.side_of(seat) => line("It has marched this turn.", "P5"),
        _ if own => uncited("It can't be chosen now: it isn't the time for it."),
        _ => line("It can't be chosen now: it is the enemy's.", "P4"),
    });
    lines
}

fn of_link(game: &Parley, seat: Seat, link: u8, choosable: bool) -> Vec<Line> {
    let road = game.world.link(link);
    let mut lines = vec![line(
        format!(
            "From {} to {} it costs {} steps, back {}.",
            game.world.space(road.a).title,
            game.world.space(road.b).title,
            road.price[0],
            road.price[1]
        ),
        "P5.1",
    )];
    if road.ford && !game.ford_known {
        lines.push(line("Nobody knows how deep the ford is.", "P5.3"));
    }
    if choosable {
        return lines;
    }
    let why = match game.stage {
        Stage::Step { unit, left, .. } => game
            .world
            .links_from(game.block(unit).space)
            .find(|&(leaving, _)| leaving == link)
            // The enemy isn't told which block it is that prepares to march.
            .filter(|_| Parley::owner(unit) == game.side_of(seat))
            .and_then(|(_, to)| march::barred(game, unit, link, to, left)),
        _ => None,
    };
    lines.push(match why {
        Some((why, citation)) => line(format!("It can't be taken: {why}."), citation),
        None => line("It can't be taken now: no block of yours that marches is at it.", "P5.1"),
    });
    lines
}

impl Odds for Parley {
    /// P6.3: the chances that so many dice of one's own hit; of the enemy's only if its block is known.
    fn odds(&self, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        let fighter = match (choice, self.stage) {
            (Choice::Stand { foe, .. }, _) => foe,
            (Choice::Line(_), Stage::Line { unit, .. }) => unit,
            (Choice::Line(_), Stage::Meet { foe, .. }) => foe,
            (Choice::Look(unit), _) if self.world.broken(Fault::OddsTell) => unit,
            _ => return Vec::new(),
        };
        let dice = u32::from(self.strength(fighter));
        let out_of = 3u64.pow(dice);
        let misses = 2u64.pow(dice);
        vec![OddsTable {
            title: format!("{} strikes", self.unit_name(Some(seat), fighter)),
            note: format!("{dice} dice, before lines and cards"),
            citation: Some("P6.3".to_owned()),
            rows: match odds::exact([("at least one hit", out_of - misses), ("none", misses)]) {
                OddsRows::Exact(mut rows) if self.world.broken(Fault::OddsFallShort) => {
                    rows.truncate(1);
                    OddsRows::Exact(rows)
                }
                rows => rows,
            },
        }]
    }
}
