//! A tiny game with everything that a table has to deal with: a hidden number for each seat, a secret group, dice, commands of small choices, revelations to one seat, and a module that fails on demand.
//! Each round both seats bid in secret (`bid 0..3`, at most the number of rounds, then `seal`); the dice and bids give one of them the lead, which
//! marches (`march`, `step 1..3`), scouts (`scout`: learns the other's number; `shout`: tells its own), and ends with `halt` or `attack`. After the last round the higher score wins.

mod counted;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use muster_contract::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Default)]
pub struct Faults {
    /// `apply` of "halt" traps.
    pub halt_traps: AtomicBool,
    /// From the second round on the seats play each other's side.
    pub sides_change: AtomicBool,
    /// A house rule fails at the same.
    pub rule_traps: AtomicBool,
    /// `load` traps.
    pub load_traps: AtomicBool,
    /// Playouts take their time.
    pub slow_playouts: AtomicBool,
    /// After "march" it asks something that the module doesn't describe.
    pub asks_strangely: AtomicBool,
    /// `view` traps.
    pub view_traps: AtomicBool,
    /// `weights` traps, which only bots ask for.
    pub weights_trap: AtomicBool,
    pub bids_are_open: AtomicBool,
    pub view_panics: AtomicBool,
    /// Bids roll dice, which a secret decision must not.
    pub bids_roll: AtomicBool,
    /// "halt" is worth one point more: another build with other rules.
    pub other_rules: AtomicBool,
}

/// How far a side can march in a round.
const STEPS: i32 = 60;

pub struct Toy {
    pub faults: Arc<Faults>,
    description: Description,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Phase {
    Before,
    Bids,
    Lead { seat: u8, marching: bool, steps: i32 },
    Over,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    rounds: i32,
    round: i32,
    phase: Phase,
    numbers: [u8; 2],
    /// Whether a seat knows the other's number.
    knows: [bool; 2],
    bids: [Option<u8>; 2],
    sealed: [bool; 2],
    score: [i32; 2],
}

pub struct ToyGame {
    state: State,
    luck: Option<u64>,
    faults: Arc<Faults>,
}

impl Toy {
    pub fn new() -> Arc<Self> {
        let side = |id: &str, title: &str| Side {
            id: id.into(),
            name: title.into(),
            livery: "us".into(),
            aim: "Score.".into(),
        };
        let overlay =
            OverlayInfo { id: "zone".into(), title: "Zone".into(), key: "z".into(), needs_focus: false };
        let description = Description {
            title: "Toy".into(),
            summary: "A game for the table's tests.".into(),
            sides: vec![side("red", "Red"), side("blue", "Blue")],
            overlays: vec![overlay],
            decisions: vec![DecisionKind { id: "toy".into(), title: "Toy".into(), text: "Anything.".into() }],
            ..Description::blank()
        };
        Arc::new(Self { faults: Arc::default(), description })
    }
}

pub fn position(rounds: i32) -> Position {
    let facts = vec![Attribute { name: "rounds".into(), value: Value::Number(rounds) }];
    let setup = Setup { options: vec![], facts, seats: vec!["red".into(), "blue".into()], rules: vec![] };
    Position { boards: vec![], roster: vec![], setup, in_force: Default::default() }
}

fn trap(call: &str) -> Trouble {
    let backtrace = vec!["toy::apply".into()];
    Trouble { module: "toy".into(), call: call.into(), message: "arranged failure".into(), backtrace }
}

fn refusal(reason: &str) -> Refusal {
    Refusal { reason: reason.into(), citation: Some("T1".into()) }
}

impl Module for Toy {
    fn id(&self) -> &str {
        "toy"
    }
    fn describe(&self) -> &Description {
        &self.description
    }
    fn create(&self, position: &Position) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        let Some(Value::Number(rounds)) = position.setup.facts.first().map(|fact| fact.value.clone()) else {
            return Ok(Err(refusal("the scenario says no number of rounds")));
        };
        let state = State {
            rounds,
            round: 0,
            phase: Phase::Before,
            numbers: [0; 2],
            knows: [false; 2],
            bids: [None; 2],
            sealed: [false; 2],
            score: [0; 2],
        };
        Ok(Ok(Box::new(ToyGame { state, luck: None, faults: self.faults.clone() })))
    }
    fn load(
        &self,
        _: &Position,
        schema: u32,
        bytes: &[u8],
    ) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        if self.faults.load_traps.load(Ordering::Relaxed) {
            return Err(trap("load"));
        }
        assert_eq!(schema, 1);
        match serde_json::from_slice(bytes) {
            Ok(state) => Ok(Ok(Box::new(ToyGame { state, luck: None, faults: self.faults.clone() }))),
            Err(error) => Ok(Err(refusal(&error.to_string()))),
        }
    }
}

struct Lucky<'a> {
    own: &'a mut Option<u64>,
    dice: &'a mut dyn Dice,
}

impl Lucky<'_> {
    fn roll(&mut self, reason: &str) -> u8 {
        match self.own {
            Some(seed) => {
                *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (*seed >> 33) as u8 % 6 + 1
            }
            None => self.dice.roll(1, 6, reason)[0],
        }
    }
}

fn event(kind: EventKind, audience: Audience, text: &str) -> Event {
    Event { kind, audience, place: None, units: vec![], text: text.into(), citation: None }
}

fn rolled(reason: &str, face: u8) -> EventKind {
    EventKind::Rolled(Roll { reason: reason.into(), dice: vec![Die { sides: 6, face, counts: face > 4 }] })
}

impl ToyGame {
    fn ids(&self, seat: Seat) -> Vec<String> {
        let at = usize::from(seat);
        match &self.state.phase {
            Phase::Before if seat == 0 => vec!["begin".into()],
            Phase::Bids if self.state.sealed[at] => vec![],
            Phase::Bids if self.state.bids[at].is_some() => vec!["seal".into()],
            Phase::Bids => (0..=self.state.rounds.min(3)).map(|bid| format!("bid {bid}")).collect(),
            Phase::Lead { seat: lead, marching: false, steps } if *lead == seat => {
                let march = (*steps < STEPS).then_some("march");
                march.into_iter().chain(["scout", "shout", "attack", "halt"]).map(String::from).collect()
            }
            Phase::Lead { seat: lead, marching: true, steps } if *lead == seat => {
                let steps = (1..=3).filter(|step| steps + step <= STEPS).map(|step| format!("step {step}"));
                steps.chain(["stop".to_owned()]).collect()
            }
            _ => vec![],
        }
    }

    fn take(&mut self, seat: Seat, choice: &str, dice: &mut dyn Dice) -> Result<Vec<Event>, Trouble> {
        let mut events = Vec::new();
        let at = usize::from(seat);
        let all = Audience::Everyone;
        let mut luck = Lucky { own: &mut self.luck, dice };
        let state = &mut self.state;
        match choice {
            "begin" => {
                for seat in 0..2u8 {
                    let face = luck.roll("a number");
                    state.numbers[usize::from(seat)] = face;
                    events.push(event(rolled("a number", face), Audience::Seats(vec![seat]), "your number"));
                }
                state.round = 1;
                state.phase = Phase::Bids;
                events.push(state.began());
            }
            "seal" => {
                state.sealed[at] = true;
                if state.sealed == [true; 2] {
                    let total = |at: usize, face: u8| state.bids[at].unwrap_or(0) + face;
                    let (red, blue) = (luck.roll("red leads"), luck.roll("blue leads"));
                    events.push(event(rolled("red leads", red), all.clone(), "red rolls"));
                    events.push(event(rolled("blue leads", blue), all, "blue rolls"));
                    let lead = u8::from(total(1, blue) > total(0, red));
                    state.phase = Phase::Lead { seat: lead, marching: false, steps: 0 };
                    state.bids = [None; 2];
                    state.sealed = [false; 2];
                }
            }
            "march" => {
                events.push(event(EventKind::Command, all, "a march"));
                if let Phase::Lead { marching, .. } = &mut state.phase {
                    *marching = true;
                }
            }
            "scout" => {
                state.knows[at] = true;
                events.push(event(EventKind::Command, all.clone(), "scouting"));
                events.push(event(EventKind::Revealed, Audience::Seats(vec![seat]), "the other's number"));
            }
            "shout" => {
                state.knows[1 - at] = true;
                events.push(event(EventKind::Command, all.clone(), "shouting"));
                events.push(event(
                    EventKind::Revealed,
                    Audience::Seats(vec![1 - seat]),
                    "the other's number",
                ));
            }
            "stop" => {
                events.push(event(EventKind::Text, all, "stopped"));
                if let Phase::Lead { marching, .. } = &mut state.phase {
                    *marching = false;
                }
            }
            "attack" | "halt" => {
                if choice == "attack" {
                    let face = luck.roll("attack");
                    events.push(event(rolled("attack", face), all, "an attack"));
                    state.score[at] += i32::from(face) - 3;
                } else {
                    if self.faults.rule_traps.load(Ordering::Relaxed) {
                        return Err(Trouble { module: "house rule two".into(), ..trap("chose_x") });
                    }
                    if self.faults.halt_traps.load(Ordering::Relaxed) {
                        return Err(trap("apply"));
                    }
                    events.push(event(EventKind::Text, all, "halted"));
                    state.score[at] += i32::from(self.faults.other_rules.load(Ordering::Relaxed));
                }
                state.round += 1;
                state.phase = if state.round > state.rounds { Phase::Over } else { Phase::Bids };
                if matches!(state.phase, Phase::Bids) {
                    events.push(state.began());
                }
            }
            _ => {
                if let Some(bid) = choice.strip_prefix("bid ").and_then(|bid| bid.parse().ok()) {
                    state.bids[at] = Some(bid);
                    if self.faults.bids_roll.load(Ordering::Relaxed) {
                        let face = luck.roll("a bid");
                        events.push(event(rolled("a bid", face), Audience::Seats(vec![seat]), "rolled"));
                    }
                } else if let Some(step) =
                    choice.strip_prefix("step ").and_then(|step| step.parse::<i32>().ok())
                {
                    if let Phase::Lead { steps, .. } = &mut state.phase {
                        *steps += step;
                    }
                    state.score[at] += step;
                    events.push(event(EventKind::Moved(vec![]), all, "a step"));
                }
            }
        }
        Ok(events)
    }
}

impl Game for ToyGame {
    fn decisions(&mut self) -> Result<Vec<Decision>, Trouble> {
        let strange = self.faults.asks_strangely.load(Ordering::Relaxed)
            && matches!(self.state.phase, Phase::Lead { marching: true, .. });
        let open = self.faults.bids_are_open.load(Ordering::Relaxed);
        let decision = |seat: Seat, ids: Vec<String>| Decision {
            seat,
            side: if seat == 0 { "red".into() } else { "blue".into() },
            kind: if strange { "strange".into() } else { "toy".into() },
            prompt: "Choose.".into(),
            citation: "T1".into(),
            frame: vec![],
            focus: None,
            picked: Vec::new(),
            waits: true,
            secret: (matches!(self.state.phase, Phase::Bids) && !open)
                .then(|| SecretGroup { name: "bids".into(), order: vec![1, 0] }),
            choices: ids
                .into_iter()
                .map(|id| Choice { target: Target::Button(id.clone()), id, role: ChoiceRole::Act })
                .collect(),
        };
        let all = (0..2).map(|seat| decision(seat, self.ids(seat)));
        Ok(all.filter(|decision| !decision.choices.is_empty()).collect())
    }
    fn choice_count(&mut self, seat: Seat) -> Result<u32, Trouble> {
        Ok(self.ids(seat).len() as u32)
    }
    fn weights(&mut self, seat: Seat, _policy: &str) -> Result<Vec<u32>, Trouble> {
        if self.faults.weights_trap.load(Ordering::Relaxed) {
            return Err(trap("weights"));
        }
        let weigh = |id: &String| match id.as_str() {
            "scout" | "shout" => 0,
            _ => 10,
        };
        Ok(self.ids(seat).iter().map(weigh).collect())
    }
    fn apply_index(&mut self, seat: Option<Seat>, index: u32) -> Result<Option<u32>, Trouble> {
        let mut all = (0..2).flat_map(|seat| self.ids(seat).into_iter().map(move |id| (seat, id)));
        let Some((seat, id)) =
            all.by_ref().filter(|(of, _)| seat.is_none_or(|seat| seat == *of)).nth(index as usize)
        else {
            return Ok(None);
        };
        drop(all);
        self.take(seat, &id, &mut muster_table::drafts::NoDice)?;
        Ok(Some((self.ids(0).len() + self.ids(1).len()) as u32))
    }
    fn apply(
        &mut self,
        seat: Seat,
        choice: &str,
        dice: &mut dyn Dice,
    ) -> Result<Result<Vec<Event>, Refusal>, Trouble> {
        if !self.ids(seat).iter().any(|id| id == choice) {
            return Ok(Err(refusal("not listed")));
        }
        self.take(seat, choice, dice).map(Ok)
    }
    fn details(&mut self, _: Seat, choices: &[String]) -> Result<Vec<ChoiceDetails>, Trouble> {
        let details = |id: &String| ChoiceDetails {
            id: id.clone(),
            label: format!("to {id}"),
            cost: String::new(),
            consequences: vec![],
            path: vec![],
            warning: None,
        };
        Ok(choices.iter().map(details).collect())
    }
    fn explain(&mut self, _: Seat, target: &Target) -> Result<Vec<Line>, Trouble> {
        Ok(vec![Line { text: format!("{target:?} can't be chosen now"), citation: Some("T9".into()) }])
    }
    fn view(&mut self, seat: Option<Seat>) -> Result<View, Trouble> {
        if self.faults.view_traps.load(Ordering::Relaxed) {
            return Err(trap("view"));
        }
        assert!(!self.faults.view_panics.load(Ordering::Relaxed), "arranged panic");
        let state = &self.state;
        let mut status = vec![format!("score {} {}", state.score[0], state.score[1])];
        for own in 0..2 {
            let sees = seat.is_some_and(|seat| usize::from(seat) == own || state.knows[usize::from(seat)]);
            if sees {
                status.push(format!("number of {own}: {}", state.numbers[own]));
            }
            if seat.is_some_and(|seat| usize::from(seat) == own)
                && let Some(bid) = state.bids[own]
            {
                status.push(format!("you bid {bid}"));
            }
        }
        let turn = TurnStatus {
            number: state.round.unsigned_abs(),
            of: state.rounds.unsigned_abs(),
            title: format!("Round {}", state.round),
            clock: String::new(),
            phase: "round".into(),
            active: None,
        };
        let status = status.into_iter().map(|text| Line { text, citation: None }).collect();
        Ok(View {
            turn,
            units: vec![],
            markers: vec![],
            tracks: vec![],
            cards: vec![],
            panels: vec![],
            reports: vec![state.counted(seat)],
            arrows: Vec::new(),
            status,
            phases: vec![],
            open_board: None,
        })
    }
    fn odds(&mut self, _: Seat, choice: &str) -> Result<Vec<OddsTable>, Trouble> {
        let rows = vec![Chance { label: "hit".into(), of: 1, out_of: 3 }];
        Ok(vec![OddsTable {
            title: choice.into(),
            note: String::new(),
            citation: None,
            rows: OddsRows::Exact(rows),
        }])
    }
    fn overlay(&mut self, _: Option<Seat>, _: &str, _: Option<&Target>) -> Result<Vec<OverlayItem>, Trouble> {
        Ok(vec![])
    }
    fn seats(&mut self) -> Result<Vec<String>, Trouble> {
        let changed = self.faults.sides_change.load(Ordering::Relaxed) && self.state.round > 1;
        let sides = if changed { ["blue", "red"] } else { ["red", "blue"] };
        Ok(sides.map(str::to_owned).to_vec())
    }
    fn outcome(&mut self) -> Result<Option<Outcome>, Trouble> {
        let [red, blue] = self.state.score;
        let winner = match red.cmp(&blue) {
            std::cmp::Ordering::Greater => Some("red".into()),
            std::cmp::Ordering::Less => Some("blue".into()),
            std::cmp::Ordering::Equal => None,
        };
        let over = matches!(self.state.phase, Phase::Over);
        Ok(over.then(|| Outcome { winner, degree: String::new(), reasons: vec![] }))
    }
    fn save(&mut self) -> Result<Vec<u8>, Trouble> {
        Ok(serde_json::to_vec(&self.state).unwrap())
    }
    fn load(&mut self, _schema: u32, bytes: &[u8]) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        let state = serde_json::from_slice(bytes).unwrap();
        Ok(Ok(Box::new(ToyGame { state, luck: None, faults: self.faults.clone() })))
    }
    fn fork(&mut self, seed: u64) -> Result<Box<dyn Game>, Trouble> {
        Ok(Box::new(ToyGame { state: self.state.clone(), luck: Some(seed), faults: self.faults.clone() }))
    }
    fn sample(&mut self, seat: Seat, seed: u64) -> Result<Box<dyn Game>, Trouble> {
        let mut state = self.state.clone();
        let other = usize::from(1 - seat);
        if !state.knows[usize::from(seat)] {
            state.numbers[other] = (seed % 6) as u8 + 1;
        }
        if matches!(state.phase, Phase::Bids) && state.bids[other].is_some() {
            state.bids[other] = Some((seed / 7 % (self.state.rounds.clamp(0, 3) as u64 + 1)) as u8);
        }
        Ok(Box::new(ToyGame { state, luck: Some(seed), faults: self.faults.clone() }))
    }
    fn playout(&mut self, policy: &str, seed: u64, limit: u32) -> Result<PlayoutResult, Trouble> {
        self.luck = Some(seed);
        if self.faults.slow_playouts.load(Ordering::Relaxed) {
            std::thread::sleep(std::time::Duration::from_millis(300));
        }
        let mut choices = 0;
        while choices < limit && self.outcome()?.is_none() {
            let seat = if self.ids(0).is_empty() { 1 } else { 0 };
            let weights = match policy {
                "regular" => self.weights(seat, policy)?,
                _ => vec![1; self.ids(seat).len()],
            };
            let listed: Vec<u32> =
                (0..weights.len() as u32).filter(|index| weights[*index as usize] > 0).collect();
            let roll = Lucky { own: &mut self.luck, dice: &mut muster_table::drafts::NoDice }.roll("");
            let index = listed[(usize::from(roll) + choices as usize) % listed.len()];
            assert!(self.apply_index(Some(seat), index)?.is_some());
            choices += 1;
        }
        let [red, blue] = self.state.score;
        let ahead = (5_000 + (red - blue) * 100).clamp(0, 10_000).unsigned_abs();
        let ended = self.outcome()?.is_some();
        Ok(PlayoutResult { prospects: vec![ahead, 10_000 - ahead], choices, ended })
    }
    fn edit(&mut self, changes: &[Change]) -> Result<Result<(), Refusal>, Trouble> {
        for change in changes {
            match change {
                Change::Fact(Attribute { name, value: Value::Number(score) }) if name == "score" => {
                    self.state.score[0] = *score;
                }
                _ => return Ok(Err(refusal("no such fact"))),
            }
        }
        Ok(Ok(()))
    }
}
