//! Two tables that differ only in what one seat decides in secret tell everybody else the same, whatever is asked.
//!
//! The checks look at what a module answers; this looks at what a table makes of it: every request of the protocol, and
//! every update.

use std::sync::Arc;

use muster_contract::{Module, Position, Seat, Target};
use muster_sdk::Random;
use muster_table::messages::{
    Budget, DraftStanding, FromTable, Holder, Peer, Reach, Reply, Request, Standing, Update,
};
use muster_table::{Build, Client, SeatAssignment, Table, TableConfig, TableHandle};

use crate::{Evidence, saw};

/// Choices after which a draft counts as endless.
const LONGEST: usize = 500;
/// So many of a seat's choices, and of the units and spaces that it sees, are asked about.
const ASKED: usize = 12;

/// Plays so many choices on two tables at once. Whenever a seat decides in secret beside others, it decides differently at
/// each, and what the peers that `watch` gives get of it must be the same: guests see for one of the other seats, or none.
/// Gives the number of secrets that were compared.
pub fn tables_tell_no_secrets(
    module: &Arc<dyn Module>,
    position: &Position,
    seed: u64,
    choices: usize,
    watch: impl Fn(Option<Seat>) -> Peer,
) -> Result<usize, Evidence> {
    let seats = position.setup.seats.len() as Seat;
    let mut one = Watched::new(module, position, seed, seats, &watch)?;
    let mut two = Watched::new(module, position, seed, seats, &watch)?;
    let mut random = Random::new(!seed);
    let mut compared = 0;
    let mut made: Vec<(Seat, String)> = Vec::new();
    while made.len() < choices {
        let standing = one.standing()?;
        let open = |seat: &Seat| standing.seats[usize::from(*seat)].draft == Some(DraftStanding::Open);
        let drafting: Vec<Seat> = (0..seats).filter(open).collect();
        if drafting.len() > 1 {
            let seat = drafting[random.below(drafting.len() as u32) as usize];
            let first = one.draft(seat, &mut random)?;
            let second = two.draft(seat, &mut random)?;
            let what =
                format!("seat {seat} chose {first:?} in secret at one table and {second:?} at the other");
            one.compare(&mut two, seat, module, position).map_err(|why| saw(format!("{what}: {why}")))?;
            compared += usize::from(first != second);
            made.extend(first.into_iter().map(|choice| (seat, choice)));
            // On at both tables with what was chosen at the first. A draft that was taken back would have left its mark on
            // the seat's revision.
            two = Watched::new(module, position, seed, seats, &watch)?;
            for (seat, choice) in &made {
                two.act(*seat, choice)?;
            }
        } else {
            let Some((seat, choice)) = one.any_choice(&standing, &mut random)? else { break };
            one.act(seat, &choice)?;
            two.act(seat, &choice)?;
            made.push((seat, choice));
        }
        one.forget_updates();
        two.forget_updates();
    }
    Ok(compared)
}

/// A table, a client that plays all its seats, and those who watch.
struct Watched {
    // The handle closes the table when it is dropped.
    _table: TableHandle,
    player: Client,
    /// One for each seat, and one for none.
    watchers: Vec<(Option<Seat>, Client)>,
}

impl Watched {
    fn new(
        module: &Arc<dyn Module>,
        position: &Position,
        seed: u64,
        seats: Seat,
        watch: &impl Fn(Option<Seat>) -> Peer,
    ) -> Result<Self, Evidence> {
        let sitting = |seat| SeatAssignment { holder: Holder::Human, name: format!("seat {seat}") };
        let build = Build { module: module.id().to_owned(), version: "0".into(), component: String::new() };
        let setting = TableConfig {
            seed: seed.into(),
            seats: (0..seats).map(sitting).collect(),
            build,
            ..TableConfig::default()
        };
        let table = Table::start(Arc::clone(module), position.clone(), setting);
        let table = TableHandle::start(table.map_err(|why| saw(why.to_string()))?);
        let table = table.map_err(|why| saw(why.to_string()))?;
        let player = table.connect(Peer::host(0..seats), None);
        let whose = std::iter::once(None).chain((0..seats).map(Some));
        let watchers = whose.map(|seat| (seat, table.connect(watch(seat), None))).collect();
        Ok(Self { _table: table, player, watchers })
    }

    fn standing(&mut self) -> Result<Standing, Evidence> {
        match self.player.ask(Request::Standing) {
            Reply::Standing(standing) => Ok(standing),
            other => Err(saw(format!("how the table stands was asked for, and it said {other:?}"))),
        }
    }

    fn choices(&mut self, seat: Seat) -> Result<Vec<String>, Evidence> {
        match self.player.ask(Request::Decisions { seat }) {
            Reply::Decisions { decisions, .. } => {
                Ok(decisions.into_iter().flat_map(|one| one.choices).map(|choice| choice.id).collect())
            }
            other => Err(saw(format!("the decisions of seat {seat} were asked for, and it said {other:?}"))),
        }
    }

    fn any_choice(
        &mut self,
        standing: &Standing,
        random: &mut Random,
    ) -> Result<Option<(Seat, String)>, Evidence> {
        let Some(waited) = standing.seats.iter().find(|one| one.waited_for) else { return Ok(None) };
        let mut choices = self.choices(waited.seat)?;
        let at = random.below(choices.len() as u32) as usize;
        Ok(Some((waited.seat, choices.swap_remove(at))))
    }

    fn act(&mut self, seat: Seat, choice: &str) -> Result<(), Evidence> {
        let revision = self.standing()?.seats[usize::from(seat)].revision.unwrap_or_default();
        match self.player.ask(Request::Act { seat, revision, choice: choice.to_owned(), target: None }) {
            Reply::Done { .. } => Ok(()),
            other => Err(saw(format!("“{choice}” of seat {seat} was listed, and it said {other:?}"))),
        }
    }

    /// Makes a draft at random, to its end.
    fn draft(&mut self, seat: Seat, random: &mut Random) -> Result<Vec<String>, Evidence> {
        let mut made = Vec::new();
        while self.standing()?.seats[usize::from(seat)].draft == Some(DraftStanding::Open) {
            let choices = self.choices(seat)?;
            if choices.is_empty() || made.len() > LONGEST {
                return Err(saw(format!("the draft of seat {seat} does not end")));
            }
            let choice = choices[random.below(choices.len() as u32) as usize].clone();
            self.act(seat, &choice)?;
            made.push(choice);
        }
        Ok(made)
    }

    fn forget_updates(&mut self) {
        for (_, client) in self.watchers.iter_mut() {
            // What comes before the answer came of what was done before.
            client.ask(Request::Standing);
            while client.try_next().is_some() {}
        }
        while self.player.try_next().is_some() {}
    }

    /// Asks everything at both tables, for everybody but the seat that chose.
    fn compare(
        &mut self,
        other: &mut Self,
        chose: Seat,
        module: &Arc<dyn Module>,
        position: &Position,
    ) -> Result<(), String> {
        for ((whose, one), (_, two)) in self.watchers.iter_mut().zip(&mut other.watchers) {
            if *whose == Some(chose) {
                continue;
            }
            let who = whose.map_or_else(|| "a spectator".to_owned(), |seat| format!("seat {seat}"));
            for request in requests(one, *whose, module, position) {
                let (told, again) = (one.ask(request.clone()), two.ask(request.clone()));
                if told != again {
                    return Err(format!("{who} asks {request:?} and is told {told:?} against {again:?}"));
                }
            }
            let (news, again) = (updates(one), updates(two));
            if news != again {
                return Err(format!("{who} hears {news:?} against {again:?}"));
            }
        }
        Ok(())
    }
}

fn updates(client: &mut Client) -> Vec<Update> {
    let all = std::iter::from_fn(|| client.try_next());
    all.filter_map(|message| match message {
        FromTable::Update(update) => Some(update),
        FromTable::Reply { .. } => None,
    })
    .collect()
}

/// Every request that changes nothing, about what the seat sees; and those that it may not make.
fn requests(
    client: &mut Client,
    whose: Option<Seat>,
    module: &Arc<dyn Module>,
    position: &Position,
) -> Vec<Request> {
    let eyes = whose;
    let nowhere = std::path::PathBuf::from("/nowhere/at/all");
    let mut all = vec![
        Request::Standing,
        Request::View { eyes },
        Request::View { eyes: None },
        Request::Log { eyes, from: 0 },
        Request::Chronicle { eyes },
        Request::DiceStatistics { eyes },
        Request::Replay { eyes, step: 1 },
        Request::Workbench,
        Request::Save { path: nowhere.clone() },
        Request::PlayOn { step: 1, path: nowhere.clone(), seed: None },
        Request::BeginAgain { path: nowhere, replay: true },
        Request::Think { budget: Budget::Playouts(1) },
        Request::SwapBack,
    ];
    let units = match client.ask(Request::View { eyes }) {
        Reply::View { view, .. } => view.units,
        _ => Vec::new(),
    };
    let spaces = position.boards.iter().flat_map(|board| &board.spaces).map(|space| space.id.clone());
    let units = units.into_iter().map(|unit| unit.id);
    let targets = spaces.map(Target::Space).step_by(7).take(ASKED);
    let targets: Vec<Target> = targets.chain(units.map(Target::Unit).take(ASKED)).collect();
    for overlay in &module.describe().overlays {
        let focus = targets.first().filter(|_| overlay.needs_focus).cloned();
        all.push(Request::Overlay { eyes, name: overlay.id.clone(), focus });
    }
    // Anybody may try to ask for another seat.
    let (seat, own) = (whose.unwrap_or_default(), whose.is_some());
    all.extend([
        Request::Decisions { seat },
        Request::Details { seat, choices: Vec::new() },
        Request::UndoOffer { seat },
        Request::SinceMine { seat },
        Request::Undo { seat, revision: u64::MAX, reach: Reach::Choice, beyond: true },
    ]);
    all.extend(targets.into_iter().map(|target| Request::Explain { seat, target }));
    if own && let Reply::Decisions { decisions, .. } = client.ask(Request::Decisions { seat }) {
        let choices = decisions.into_iter().flat_map(|decision| decision.choices);
        all.extend(choices.take(ASKED).map(|choice| Request::Odds { seat, choice: choice.id }));
    }
    all
}
