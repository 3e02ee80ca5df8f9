//! What a rule's functions can call, for messages and for the reference; what each does is in [`act`](super::act).

use crate::function::Function;

/// The functions that a rule's own functions can call in a game.
pub const FUNCTIONS: &[Function] = &[
    Function { name: "get", usage: "get(\"rain\")", text: "The value of a variable." },
    Function { name: "set", usage: "set(\"rain\", true)", text: "Gives a variable a value of its own type." },
    Function { name: "setting", usage: "setting(\"chance\")", text: "The value of a setting." },
    Function {
        name: "modify",
        usage: "modify(\"dice\", -1)",
        text: "Changes one of the hook's numbers by so much.",
    },
    Function {
        name: "forbid",
        usage: "forbid(\"bombard *\", \"The powder is wet.\")",
        text: "Takes choices out of the decision that the hook is about, by their ids; `*` stands for any letters. What ends, cancels or takes back stays, and so does the last choice of a decision that the game waits for.",
    },
    Function {
        name: "add",
        usage: "add(#{ id: \"rally\", label: \"Rally\", unit: \"us-grant\", text: \"…\", then: \"rallied\" })",
        text: "Adds a choice to that decision; the hook is called for each decision that is open, so say for which (`facts.kind`, `facts.side`). It points at a `unit`, `space`, `edge` or `card`, or is a button; `then` is told the `seat`, the `side` and its `choice`.",
    },
    Function {
        name: "edit",
        usage: "edit([#{ place: \"us-grant\", at: \"0302\", facing: \"N\" }, #{ set: \"us-grant\", attribute: \"spent\", value: true }])",
        text: "Changes the position: all of these changes, or none if the module refuses one, which the log tells. A change places a unit, sets an attribute of it, takes it off (`remove: \"us-grant\"`) or changes a fact (`fact: \"turn\", value: 3`).",
    },
    Function { name: "note", usage: "note(\"It rains.\")", text: "Writes a line into everyone's log." },
    Function {
        name: "note",
        usage: "note(\"us\", \"You hear wheels.\")",
        text: "Writes it into the log of one side, or of a list of sides.",
    },
    Function {
        name: "roll",
        usage: "roll(1, 6, \"weather\", \"rolled\")",
        text: "Rolls so many dice of so many sides for a reason, in the open, and goes on with a function that is told the `faces` and their `total`.",
    },
    Function {
        name: "roll",
        usage: "roll(#{ count: 2, sides: 6, reason: \"rally\", hit: 5, then: \"rolled\", data: #{ unit: \"us-grant\" } })",
        text: "Rolls with all that can be said: `hit` is the least face that is hoped for, and what stands in `data` is told again.",
    },
    Function {
        name: "ask",
        usage: "ask(\"units-in\", #{ hex: \"0302\" }, \"counted\")",
        text: "Asks one of the module's questions about the position and goes on with a function that is told the `answer`. A fourth argument is a map to be told again.",
    },
    Function {
        name: "seat",
        usage: "seat(0, \"cs\")",
        text: "Lets a seat play a side from now on; whoever played it takes the other's. Only before the set-up.",
    },
    Function {
        name: "offer",
        usage: "offer(\"us\", #{ prompt: \"Fall back?\", choices: [#{ id: \"yes\", label: \"Fall back\" }, \"no\"], then: \"answered\" })",
        text: "Asks a side for a decision before the game goes on; `then` is told the `seat`, the `side` and its `choice`. A choice is a map as in `add`, with a `weight` for bots, or just a word. `hand: \"deck\"` adds the cards that the side holds, each once and by its id; the one that is chosen is played. All these have ids of their own, also those of two offers that one side has `together`. Offers of the same `together` are decided in secret at once; then the function of the first is told the `sides` and their `choices`. What stands in `data` is told again.",
    },
    Function {
        name: "draw",
        usage: "draw(\"chances\", \"us\")",
        text: "Lets a side draw a card of a deck of this rule; a third argument says how many. Cards that were played don't come back, and of an empty deck nothing is drawn.",
    },
    Function {
        name: "custom",
        usage: "custom(\"name\", #{ })",
        text: "What else the module lets rules do; see its changes.",
    },
    Function { name: "print", usage: "print(value)", text: "Writes a line into the workbench." },
];
