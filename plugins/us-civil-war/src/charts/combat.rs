//! §11.2, §21.6: the Combat Results Table.

/// What goes with the number of a result and breaks ties between equal numbers (§11.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// The bare number.
    None,
    /// A diamond; it beats the bare number.
    Diamond,
    /// An asterisk; it beats the diamond.
    Asterisk,
}

/// A result of the Combat Results Table. The greater one wins the battle, equal ones are a tie (§11.2.2).
///
/// That a diamond or an asterisk without a number is more than no effect and less than 1 is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Result {
    /// SPs that the other side loses, 0 to 5.
    pub losses: u8,
    /// What breaks a tie.
    pub sign: Sign,
}

/// The head of a column of the Combat Results Table.
struct Head {
    label: &'static str,
    /// The fewest SPs that use it.
    least: u8,
    dice: u8,
    generals: u8,
    /// Its first and last row.
    rolls: (i8, i8),
}

/// §11.2.1, §11.3: one die up to 6 SPs, two up to 12, then three; as many Generals add their ratings.
///
/// Sure: the columns up to 9-12, from examples that name them (§13.2.1, §20.5.2, §21.6, P4, M7), and how many dice the forces up to
/// 13 SPs roll (the same and §22.5.1). That 13 SPs and more are two columns is ours.
#[rustfmt::skip]
const HEADS: [Head; 10] = [
    Head { label: "0",     least: 0,  dice: 1, generals: 1, rolls: (-1, 12) },
    Head { label: "1",     least: 1,  dice: 1, generals: 1, rolls: (-1, 12) },
    Head { label: "2",     least: 2,  dice: 1, generals: 1, rolls: (-1, 12) },
    Head { label: "3",     least: 3,  dice: 1, generals: 1, rolls: (-1, 12) },
    Head { label: "4",     least: 4,  dice: 1, generals: 1, rolls: (-1, 12) },
    Head { label: "5-6",   least: 5,  dice: 1, generals: 1, rolls: (-1, 12) },
    Head { label: "7-8",   least: 7,  dice: 2, generals: 2, rolls: (0, 22) },
    Head { label: "9-12",  least: 9,  dice: 2, generals: 2, rolls: (0, 22) },
    Head { label: "13-16", least: 13, dice: 3, generals: 3, rolls: (0, 27) },
    Head { label: "17+",   least: 17, dice: 3, generals: 3, rolls: (0, 27) },
];

macro_rules! cells {
    ($($cell:ident = $losses:literal $sign:ident,)*) => {
        $(const $cell: Option<Result> = Some(Result { losses: $losses, sign: Sign::$sign });)*
    };
}

// A number of losses alone, with a diamond, with an asterisk.
#[rustfmt::skip]
cells! {
    N0 = 0 None, D0 = 0 Diamond, A0 = 0 Asterisk,
    N1 = 1 None, D1 = 1 Diamond, A1 = 1 Asterisk,
    N2 = 2 None, D2 = 2 Diamond, A2 = 2 Asterisk,
    N3 = 3 None, D3 = 3 Diamond, A3 = 3 Asterisk,
    N4 = 4 None, D4 = 4 Diamond, A4 = 4 Asterisk,
    N5 = 5 None, D5 = 5 Diamond, A5 = 5 Asterisk,
}
/// A column has no such row.
const __: Option<Result> = None;

/// The row of the roll -1.
const FIRST_ROLL: i8 = -1;

/// §11.2.1: a row for each modified roll.
///
/// Ten of the 186 cells are stated by examples, five of them without doubt about a diamond, which the text doesn't show: where it
/// has "1" there may be a diamond here. Twenty-eight more follow from the chances that M2 and M7 give, all of which hold exactly.
/// The rest is ours: no column falls as the roll rises, more SPs never do worse, and no column at equal strength has more than
/// two ties in five.
#[rustfmt::skip]
const COMBAT: [[Option<Result>; 10]; 29] = [
//    0   1   2   3   4  5-6 7-8 9-12 13-16 17+
    [N0, N0, N0, N0, D0, A0, __, __,  __,  __], // -1
    [N0, N0, N0, D0, A0, A0, A0, A0,  A0,  N1], // 0
    [N0, N0, D0, A0, A0, N1, A0, A0,  N1,  N1], // 1
    [N0, N0, A0, N1, N1, N1, N1, N1,  N1,  N1], // 2
    [N0, D0, A0, N1, N1, N1, N1, N1,  N1,  N1], // 3
    [D0, D0, N1, N1, N1, D1, N1, N1,  N1,  D1], // 4
    [A0, A0, N1, D1, D1, A1, N1, N1,  N1,  D1], // 5
    [A0, N1, D1, D1, D1, A1, D1, D1,  D1,  A1], // 6
    [D1, D1, D1, A1, A1, A1, D1, D1,  D1,  A1], // 7
    [D1, D1, A1, A1, A1, N2, A1, A1,  A1,  N2], // 8
    [D1, D1, A1, A1, A1, N2, A1, N2,  A1,  N2], // 9
    [D1, D1, A1, A1, A1, N2, N2, N2,  N2,  D2], // 10
    [D1, D1, A1, A1, A1, N2, N2, D2,  N2,  A2], // 11
    [D1, D1, A1, A1, N2, D2, D2, A2,  D2,  N3], // 12
    [__, __, __, __, __, __, D2, N3,  A2,  N3], // 13
    [__, __, __, __, __, __, A2, N3,  N3,  D3], // 14
    [__, __, __, __, __, __, A2, D3,  N3,  A3], // 15
    [__, __, __, __, __, __, N3, A3,  D3,  N4], // 16
    [__, __, __, __, __, __, N3, A3,  A3,  N4], // 17
    [__, __, __, __, __, __, D3, N4,  N4,  D4], // 18
    [__, __, __, __, __, __, D3, N4,  N4,  A4], // 19
    [__, __, __, __, __, __, A3, D4,  D4,  N5], // 20
    [__, __, __, __, __, __, A3, A4,  A4,  N5], // 21
    [__, __, __, __, __, __, N4, A4,  N5,  D5], // 22
    [__, __, __, __, __, __, __, __,  N5,  D5], // 23
    [__, __, __, __, __, __, __, __,  D5,  A5], // 24
    [__, __, __, __, __, __, __, __,  D5,  A5], // 25
    [__, __, __, __, __, __, __, __,  A5,  A5], // 26
    [__, __, __, __, __, __, __, __,  A5,  A5], // 27
];

/// A column of the Combat Results Table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Column(u8);

impl Column {
    /// All of them, from the weakest.
    pub const ALL: [Self; 10] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8), Self(9)];

    /// §11.2.1: the column of a force of so many SPs; 0 is that of a Fort, Militia or garrison without SPs.
    pub fn of(sps: u8) -> Self {
        let column = HEADS.iter().rposition(|head| head.least <= sps).unwrap_or(0);
        Self(column as u8)
    }

    /// §13.2.1: the column of a foraging defender, one to the left. That 1 SP goes to the column 0 and that column stays is
    /// ours.
    pub fn shifted_left(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// What stands over it: the SPs that use it.
    pub fn label(self) -> &'static str {
        self.head().label
    }

    /// §11.2.1: how many dice are rolled, 1 to 3.
    pub fn dice(self) -> u8 {
        self.head().dice
    }

    /// §11.3: how many Generals add their ratings, the Commanding General among them, 1 to 3.
    pub fn generals(self) -> u8 {
        self.head().generals
    }

    /// The first and the last modified roll that have a row of their own.
    pub fn rolls(self) -> (i8, i8) {
        self.head().rolls
    }

    /// §11.2.1: the result of a modified roll. That the end rows serve all lower and higher rolls is ours.
    pub fn result(self, roll: i8) -> Result {
        let (first, last) = self.rolls();
        let row = roll.clamp(first, last) - FIRST_ROLL;
        COMBAT[row as usize][usize::from(self.0)].expect("a column has a cell for each of its rolls")
    }

    fn head(self) -> &'static Head {
        &HEADS[usize::from(self.0)]
    }
}
