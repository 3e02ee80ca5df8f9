//! What rules change in a position.

use muster_contract::Change;

use crate::house_rules::play::Play;

/// A rule that moves the marker as the supply turn begins.
const RECKONING: &str = "rule(#{ title: \"A reckoning\", modules: [\"bobby-lee\"], citation: \"9\",
    text: \"The marker goes to the Union's 4 as the supply turn begins.\" });
on(\"supply-turn\", \"reckon\");
fn reckon(facts) { edit(#{ fact: \"victory\", value: 4 }); }
";

#[test]
fn a_rule_changes_the_position_in_a_supply_turn_that_two_bids_of_nothing_began() {
    let mut play = Play::in_quarter(RECKONING, 2, &[], &[]);
    play.over();
    assert_eq!(play.marker(), 3, "less one for time");
}

/// Where the marker comes to if a rule, one that asks for hidden facts or not, sets it together with the strength of a hidden block,
/// which stands on the map or waits in the pool.
fn marker_after(hidden: bool, waits: bool) -> i8 {
    let rule = format!(
        "rule(#{{ title: \"A draft\", modules: [\"bobby-lee\"], text: \"Sets both.\", hidden: {hidden} }});
        on(\"supply-turn\", \"reckon\");
        fn reckon(facts) {{ edit([#{{ set: \"cs-06\", attribute: \"strength\", value: 1 }}, #{{ fact: \"victory\", value: 4 }}]); }}"
    );
    let mut play = Play::in_quarter(&rule, 2, &[], &[]);
    let sees = |seat| play.game.view(seat).units.iter().any(|unit| unit.id == "cs-06");
    assert_eq!([sees(None), sees(Some(0)), sees(Some(1))], [false, false, true], "a hidden block");
    if waits {
        play.game.edit(&[Change::Remove("cs-06".to_owned())]).unwrap();
    }
    play.over();
    play.marker()
}

/// Whether a block stands on the map or waits in the pool is hidden: what else the rule changes at the same time must not hang on it.
#[test]
fn a_rule_that_is_not_told_what_is_hidden_changes_no_hidden_unit() {
    let [stands, waits] = [false, true].map(|waits| marker_after(true, waits));
    assert_eq!((stands, waits), (3, -1), "who waits has no strength to be set");
    assert_eq!([false, true].map(|waits| marker_after(false, waits)), [waits; 2]);
}
