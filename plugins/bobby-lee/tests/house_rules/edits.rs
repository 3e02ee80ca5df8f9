//! What rules change in a position.

use crate::play::Play;

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
