//! The honest game: two climbers take turns on a ladder, by a die or by a safe step.

use muster_contract::bindings::exports::muster::game::rules::{
    DecisionKind, Description, OverlayInfo, PieceForm, RuleOption, Side, UnitKind,
};
use muster_contract::bindings::muster::game::types::{
    Audience, Choice, ChoiceRole, Decision, Die, Event, EventKind, Line, Place, Roll, Target, TurnStatus,
    UnitFace, UnitView, Value, View,
};

/// The sides, which are those of the seats.
pub const SIDES: [&str; 2] = ["red", "blue"];
/// The last rung.
pub const TOP: i32 = 60;
/// The last turn.
const TURNS: u32 = 40;

/// Where the game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The turn, from 1; 0 before `begin`.
    pub turn: u32,
    /// The climbers' rungs.
    pub rungs: [i32; 2],
}

impl Ladder {
    pub const START: Self = Self { turn: 0, rungs: [0, 0] };

    /// Whose turn it is; `begin` is seat 0's.
    pub fn seat(&self) -> u8 {
        if self.turn == 0 || self.turn % 2 == 1 { 0 } else { 1 }
    }

    pub fn is_over(&self) -> bool {
        self.turn > TURNS || self.rungs.iter().any(|&rung| rung >= TOP)
    }

    pub fn ids(&self) -> Vec<&'static str> {
        match self {
            Self { turn: 0, .. } => vec!["begin"],
            over if over.is_over() => vec![],
            _ => vec!["climb", "rest"],
        }
    }

    /// Takes a choice; `roll` gives the face of a die.
    pub fn take(&mut self, choice: &str, roll: impl FnOnce(&str) -> u8) -> Vec<Event> {
        let seat = usize::from(self.seat());
        let mut events = Vec::new();
        if self.turn > 0 {
            let steps = if choice == "climb" {
                let reason = "how far it climbs";
                let face = roll(reason);
                let dice = vec![Die { sides: 6, face, counts: false }];
                events.push(event(EventKind::Rolled(Roll { reason: reason.to_owned(), dice }), reason));
                i32::from(face)
            } else {
                1
            };
            self.rungs[seat] = (self.rungs[seat] + steps).min(TOP);
            events.push(event(EventKind::Moved(vec![rung(self.rungs[seat])]), "a climber climbs"));
        }
        self.turn += 1;
        events
    }

    pub fn decisions(&self) -> Vec<Decision> {
        let ids = self.ids();
        if ids.is_empty() {
            return Vec::new();
        }
        let seat = self.seat();
        let choice = |id: &&str| Choice {
            id: (*id).to_owned(),
            target: Target::Button((*id).to_owned()),
            role: ChoiceRole::Act,
        };
        vec![Decision {
            seat,
            side: SIDES[usize::from(seat)].to_owned(),
            kind: "climb".to_owned(),
            prompt: "Climb, or rest.".to_owned(),
            citation: "L1".to_owned(),
            frame: vec![format!("Turn {}", self.turn)],
            focus: None,
            picked: Vec::new(),
            waits: true,
            secret: None,
            choices: ids.iter().map(choice).collect(),
        }]
    }

    pub fn view(&self) -> View {
        let unit = |at: usize| UnitView {
            id: format!("{}-climber", SIDES[at]),
            side: Some(SIDES[at].to_owned()),
            place: rung(self.rungs[at]),
            face: Some(UnitFace {
                name: "Climber".to_owned(),
                label: "C".to_owned(),
                symbol: "infantry".to_owned(),
                formation: String::new(),
                strength: None,
                spent: false,
                marks: Vec::new(),
                attributes: Vec::new(),
                concealed_to_others: false,
            }),
        };
        let [red, blue] = self.rungs;
        View {
            turn: TurnStatus {
                number: self.turn,
                of: TURNS,
                title: format!("Turn {}", self.turn),
                clock: String::new(),
                phase: String::new(),
                active: None,
            },
            phases: Vec::new(),
            units: vec![unit(0), unit(1)],
            markers: Vec::new(),
            tracks: Vec::new(),
            cards: Vec::new(),
            panels: Vec::new(),
            reports: Vec::new(),
            arrows: Vec::new(),
            status: vec![line(&format!("red is on {red}, blue on {blue}"))],
            open_board: None,
        }
    }

    pub fn save(&self) -> Vec<u8> {
        let mut bytes = self.turn.to_le_bytes().to_vec();
        self.rungs.iter().for_each(|rung| bytes.extend(rung.to_le_bytes()));
        bytes
    }

    /// What comes after a state in the bytes is nothing to it.
    pub fn load(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| Some(bytes.get(at..at + 4)?.try_into().ok().map(i32::from_le_bytes)?);
        Some(Self { turn: number(0)?.unsigned_abs(), rungs: [number(4)?, number(8)?] })
    }
}

/// A rung of the ladder.
pub fn rung(number: i32) -> Place {
    Place { space: format!("r{number}"), edge: None, facing: None, slot: None, carrier: None }
}

/// A sentence.
pub fn line(text: &str) -> Line {
    Line { text: text.to_owned(), citation: None }
}

/// Something that happened, for everybody.
pub fn event(kind: EventKind, text: &str) -> Event {
    Event {
        kind,
        audience: Audience::Everyone,
        place: None,
        units: Vec::new(),
        text: text.to_owned(),
        citation: None,
    }
}

/// What the module is. Each of its options is a mischief that it knows.
pub fn description(mischief: &[&str]) -> Description {
    let side = |id: &&str| Side {
        id: (*id).to_owned(),
        name: (*id).to_owned(),
        livery: "us".to_owned(),
        aim: "Reach the top.".to_owned(),
    };
    let option = |id: &&str| RuleOption {
        id: (*id).to_owned(),
        title: (*id).to_owned(),
        text: String::new(),
        citation: String::new(),
        default: Value::Flag(false),
        values: Vec::new(),
    };
    Description {
        title: "Hostile".to_owned(),
        summary: "A race up a ladder.".to_owned(),
        sides: SIDES.iter().map(side).collect(),
        options: mischief.iter().map(option).collect(),
        phases: Vec::new(),
        kinds: vec![UnitKind {
            id: "climber".to_owned(),
            title: "climber".to_owned(),
            symbol: "infantry".to_owned(),
        }],
        schema: Vec::new(),
        overlays: vec![OverlayInfo {
            id: "reach".to_owned(),
            title: "Reach".to_owned(),
            key: "r".to_owned(),
            needs_focus: false,
        }],
        pieces: PieceForm::Counters,
        policies: Vec::new(),
        state_schema: 1,
        features: Vec::new(),
        values: Vec::new(),
        decisions: vec![DecisionKind {
            id: "climb".to_owned(),
            title: "Climb".to_owned(),
            text: "How to go on.".to_owned(),
        }],
        hooks: Vec::new(),
        queries: Vec::new(),
        changes: Vec::new(),
    }
}
