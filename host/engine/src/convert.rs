//! Turns the types of the boundary into those of the contract, and back.
//!
//! Both are made from the same WIT, so each conversion takes a value apart and puts it together again, field by
//! field. Strings are moved, and lists of numbers keep their memory; a list of records is walked once. A field that
//! is added to the WIT and not here doesn't compile. What comes from a module is bounded, field by field as well.

use crate::{bindings, bounds::bounded};

/// Turns a value into its counterpart on the other side of the boundary.
pub(crate) trait Convert<To> {
    fn convert(self) -> To;
}

macro_rules! same {
    ($($type:ty)*) => { $(
        impl Convert<$type> for $type {
            fn convert(self) -> $type {
                self
            }
        }
    )* };
}

same! { bool u8 u32 u64 i32 String }

impl<A: Convert<B>, B> Convert<Vec<B>> for Vec<A> {
    fn convert(self) -> Vec<B> {
        self.into_iter().map(Convert::convert).collect()
    }
}

impl<A: Convert<B>, B> Convert<Option<B>> for Option<A> {
    fn convert(self) -> Option<B> {
        self.map(Convert::convert)
    }
}

impl<A: Convert<C>, B: Convert<D>, C, D> Convert<(C, D)> for (A, B) {
    fn convert(self) -> (C, D) {
        (self.0.convert(), self.1.convert())
    }
}

/// One direction, for records (every field named) and for enums and variants (every case, with `it` for what a
/// case carries).
macro_rules! one_way {
    ($from:path => $to:path, record { $($field:ident),* }) => {
        impl Convert<$to> for $from {
            fn convert(self) -> $to {
                let Self { $($field),* } = self;
                type To = $to;
                To { $($field: $field.convert()),* }
            }
        }
    };
    ($from:path => $to:path, choice { $($case:ident $(($it:ident))?),* }) => {
        impl Convert<$to> for $from {
            fn convert(self) -> $to {
                type To = $to;
                match self {
                    $(Self::$case $(($it))? => To::$case $(($it.convert()))?),*
                }
            }
        }
    };
}

macro_rules! from_guest {
    ($wit:tt; $($kind:ident $name:ident $body:tt)*) => { $(
        from_guest!(@ $wit $kind $name $body);
    )* };
    (@ ($($wit:ident)::+) $kind:ident $name:ident $body:tt) => {
        one_way!($($wit)::+::$name => muster_contract::$name, $kind $body);
        bounded!($($wit)::+::$name, $kind $body);
    };
}

macro_rules! to_guest {
    ($wit:tt; $($kind:ident $name:ident $body:tt)*) => { $(
        to_guest!(@ $wit $kind $name $body);
    )* };
    (@ ($($wit:ident)::+) $kind:ident $name:ident $body:tt) => {
        one_way!(muster_contract::$name => $($wit)::+::$name, $kind $body);
    };
}

macro_rules! both_ways {
    ($($all:tt)*) => {
        from_guest! { $($all)* }
        to_guest! { $($all)* }
    };
}

both_ways! { (bindings::muster::game::types);
    choice Value { Number(it), Text(it), Flag(it) }
    record Attribute { name, value }
    record Place { space, edge, facing, slot, carrier }
    record Custom { name, json }
    record Line { text, citation }
    choice Target {
        Space(it), Edge(it), Unit(it), Card(it), Button(it), Amount(it), Facing(it), Custom(it)
    }
}

to_guest! { (bindings::muster::game::types);
    record Point { x, y }
    choice Change { Place(it), Set(it), Remove(it), Fact(it), Custom(it) }
}

/// What rules and games tell each other.
macro_rules! hooks {
    ($($kind:ident $name:ident $body:tt)*) => { $(
        one_way!(muster_contract::hooks::$name => bindings::muster::game::hooks::$name, $kind $body);
    )* };
}

hooks! {
    choice Datum { Number(it), Text(it), Flag(it), Numbers(it), Texts(it) }
    record Fact { name, value }
    record Subscription { hook, function }
    record Variable { name, title, initial }
    record Card { id, title, text, count }
    record Deck { name, title, cards }
    record Rule { id, title, citation, subscriptions, functions, variables, decks, sees_hidden }
    record Modification { name, by }
    record Prohibition { choices, line }
    record RuleChoice { id, label, target, cost, text, weight }
    record Addition { choice, then, data }
    record Note { sides, text }
    record Roll { count, sides, reason, hit, then, data }
    record Question { name, facts, then, data }
    record Seating { seat, side }
    record Offer { side, prompt, options, hand, together, then, data }
    record Draw { deck, side, count }
    record Action { name, facts }
    choice Effect {
        Set(it), Modify(it), Forbid(it), Add(it), Edit(it), Note(it), Roll(it), Ask(it), Seat(it), Offer(it),
        Draw(it), Custom(it)
    }
}

/// What a game tells a rule.
macro_rules! told {
    ($($kind:ident $name:ident $body:tt)*) => { $(
        one_way!(bindings::muster::game::hooks::$name => muster_contract::hooks::$name, $kind $body);
    )* };
}

told! {
    choice Datum { Number(it), Text(it), Flag(it), Numbers(it), Texts(it) }
    record Fact { name, value }
}

to_guest! { (bindings::muster::game::map);
    choice SpaceKind { Hex, Area, Point, Box }
    record Space { id, title, kind, at, features, values }
    record Edge { id, a, b, direction, features, values, forward, backward }
    choice Grid { PointyHexes, FlatHexes, Free }
    record Board { id, title, grid, spaces, edges, values }
}

to_guest! { (bindings::muster::game::units);
    record Unit { id, name, side, kind, formation, attributes, place }
}

to_guest! { (bindings::exports::muster::game::rules);
    record Setup { options, facts, seats, rules }
}

from_guest! { (bindings::muster::game::types);
    choice Audience { Everyone, Seats(it) }
    choice ChoiceRole { Act, Finish, Cancel, Standing }
    record Choice { id, target, role }
    record ChoiceDetails { id, label, cost, consequences, path, warning }
    record SecretGroup { name, order }
    record Decision { seat, side, kind, prompt, citation, frame, focus, picked, waits, secret, choices }
    record Refusal { reason, citation }
    record Die { sides, face, counts }
    record Roll { reason, dice }
    record Score { side, points }
    choice EventKind {
        Command, Phase(it), Moved(it), Rolled(it), Drawn(it), Revealed, Concealed, Lost, Scored(it),
        Reckoned(it), Taken(it), UnitChanged(it), MarkerChanged(it), Text, Custom(it)
    }
    choice UnitChange { Gone, Looks(it) }
    record UnitLooks { label, attributes }
    record MarkerChange { kind, label }
    record Chance { label, of, out_of }
    record ReckoningRow { title, figures, citation }
    record Reckoning { title, columns, rows, chances, came }
    record Event { kind, audience, place, units, text, citation }
    record UnitFace {
        name, label, symbol, formation, strength, spent, marks, attributes, concealed_to_others
    }
    record UnitView { id, side, place, face }
    record Marker { kind, place, side, label }
    record TrackMark { side, value, label }
    record Track { id, title, first, last, labels, marks, citation }
    record CardView { id, pile, side, face, figure }
    record TableColumn { title, note }
    record TableRow { target, side, cells }
    record Table { columns, rows }
    record Series { title, side, values }
    record Chart { axis, labels, series }
    choice ReportBody { Table(it), Chart(it) }
    record Report { id, title, note, citation, body }
    record Arrow { path, unit, side, style, label }
    record PanelRow { title, note, unit, side, die, points, left, figure, current }
    record Panel { id, title, citation, rows }
    record TurnStatus { number, of, title, clock, phase, active }
    record ClockHour { title, side, dark }
    record Clock { title, note, citation, hours, now }
    record SpaceNote { space, text }
    record OpenBoard { board, title, note, at, clock, notes, panels }
    record View { turn, phases, units, markers, tracks, cards, panels, reports, arrows, status, open_board }
    record ChanceRange { label, least, most, out_of }
    choice OddsRows { Exact(it), Simulated(it), Range(it) }
    record OddsTable { title, note, citation, rows }
    choice OverlayShape { Space(it), Edge(it), Line(it) }
    record OverlayItem { shape, style, label }
    record Outcome { winner, degree, reasons }
    record PlayoutResult { prospects, choices, ended }
}

from_guest! { (bindings::exports::muster::game::rules);
    record Side { id, name, livery, aim }
    record RuleOption { id, title, text, citation, default, values }
    record Phase { id, title, citation, depth }
    choice PieceForm { Counters, LongBlocks, StepBlocks, Flags }
    record Policy { id, title, note, told }
    record OverlayInfo { id, title, key, needs_focus }
    choice ValueType { Number, Text, Flag }
    record NumberSpan { least, most }
    record AttributeInfo { name, type_of, kinds, required, span, words, text }
    record UnitKind { id, title, symbol }
    record DecisionKind { id, title, text }
    record Description {
        title, summary, sides, options, phases, kinds, schema, overlays, pieces, policies, state_schema,
        features, values, decisions, hooks, queries, changes
    }
    choice DatumType { Number, Text, Flag, Numbers, Texts }
    choice EffectKind { Set, Note, Roll, Ask, Offer, Draw, Modify, Forbid, Add, Edit, Seat, Custom }
    record FactInfo { name, type_of, hidden, text }
    record HookInfo { id, text, citation, facts, numbers, effects, example }
    record QueryInfo { id, text, facts, answer, hidden, example }
    record ChangeInfo { usage, text }
}
