//! §7.2 to §7.6, §8: who commands.

use us_civil_war::Side::{Cs, Us};

use crate::rules::battlefield::Field;

#[test]
fn s7_2_1_s8_4_rank_goes_by_stars_and_cavalry_is_below_all() {
    let field = Field::of(&[
        "us-grant 4* 4/3 @0303",
        "us-meade 3* 1/2 @0303",
        "us-couch 2* 1/0 @0303",
        "us-carter 1* 0/0 @0303",
        "us-pleasonton 2* 1/1 @0303 cavalry",
        "us-grierson 1* 1/1 @0303 cavalry",
        "us-sheridan 2* 2/2 @0303 intrinsic-cavalry",
    ]);
    let rank = |id: &str| field.game.rank(field.general(id));
    assert!(rank("us-grant") > rank("us-meade") && rank("us-meade") > rank("us-couch"));
    assert!(rank("us-couch") > rank("us-carter") && rank("us-carter") > rank("us-pleasonton"));
    assert!(rank("us-pleasonton") > rank("us-grierson"));
    assert_eq!(rank("us-sheridan"), rank("us-couch"), "8.6");
}

#[test]
fn s7_2_2_the_highest_commands_and_between_equals_whom_the_owner_has_chosen() {
    let mut field = Field::of(&[
        "cs 6 @0303",
        "cs-hood 2* 3/1 @0303",
        "cs-hill 2* 1/1 @0303",
        "cs-stuart 1* 2/2 @0303 cavalry",
    ]);
    let at = field.space("0303");
    let [hood, hill, stuart] = ["cs-hood", "cs-hill", "cs-stuart"].map(|id| field.general(id));
    assert_eq!(field.game.commander_in(Cs, at), Some(hood));
    assert_eq!(field.game.commanders_to_choose(Cs, at), [hood, hill]);
    field.game.put_in_command(hill);
    assert_eq!(field.game.commander_in(Cs, at), Some(hill));
    field.game.put_in_command(stuart);
    assert_ne!(field.game.commander_in(Cs, at), Some(stuart), "8.4");
    assert_eq!(field.game.commander_in(Us, at), None);
}

#[test]
fn s7_3_p6_command_limits() {
    let field = Field::of(&[
        "us-grant 4* 4/3 @0303",
        "us-meade 3* 1/2 @0303",
        "us-couch 2* 1/0 @0303",
        "us-carter 1* 0/0 @0303",
        "us-grierson 1* 1/1 @0303 cavalry",
        "us-sheridan 2* 2/2 @0303 intrinsic-cavalry",
    ]);
    let limit = |id: &str| field.game.command_limit(Some(field.general(id)));
    let ids = ["us-grant", "us-meade", "us-couch", "us-carter", "us-grierson", "us-sheridan"];
    assert_eq!(ids.map(limit), [18, 18, 6, 3, 1, 6]);
    assert_eq!(field.game.command_limit(None), 3, "5.10");
}

#[test]
fn s7_5_1_subordinates_are_of_equal_or_lower_rank_and_s5_10_an_intrinsic_general_has_none() {
    let field = Field::of(&[
        "us-meade 3* 1/2 @0303",
        "us-hooker 3* 1/1 @0303",
        "us-couch 2* 1/0 @0303",
        "us-sykes 2* 1/0 @0303",
        "us-grant 4* 4/3 @0303",
        "us-grierson 1* 1/1 @0303 cavalry",
    ]);
    let may = |leader: &str, general: &str| {
        field.game.may_follow(Some(field.general(leader)), field.general(general)).map_err(|why| why.citation)
    };
    assert_eq!(may("us-couch", "us-sykes"), Ok(()));
    assert_eq!(may("us-couch", "us-meade"), Err("7.5.1"));
    assert_eq!(may("us-meade", "us-hooker"), Err("7.4.1"));
    assert_eq!(may("us-grant", "us-hooker"), Ok(()));
    assert_eq!(may("us-grierson", "us-couch"), Err("7.5.1"));
    assert_eq!(may("us-couch", "us-grierson"), Ok(()));
    assert_eq!(field.game.may_follow(None, field.general("us-couch")).unwrap_err().citation, "5.10");
    let [couch, sykes, meade] = ["us-couch", "us-sykes", "us-meade"].map(|id| field.general(id));
    assert!(field.game.takes_command(Some(couch), meade) && !field.game.takes_command(Some(couch), sykes));
    assert!(field.game.takes_command(None, couch), "7.5.2");
}

#[test]
fn s7_5_3_generals_who_stay_keep_an_sp_and_militia_is_none() {
    let field = Field::of(&[
        "0303 resource",
        "cs 3 @0303",
        "cs-hood 2* 3/1 @0303",
        "cs-hill 2* 1/1 @0303",
        "cs militia VA @0303",
    ]);
    let at = field.space("0303");
    assert!(field.game.may_leave(Cs, at, 2, 1).is_ok() && field.game.may_leave(Cs, at, 3, 2).is_ok());
    assert_eq!(field.game.may_leave(Cs, at, 3, 1).unwrap_err().citation, "7.5.3");
    assert_eq!(field.game.may_leave(Cs, at, 4, 2).unwrap_err().citation, "7.5.1");
}

#[test]
fn s7_6_lone_generals_are_displaced_where_an_enemy_moves_in() {
    let mut field =
        Field::of(&["us 3 @0303", "cs-hood 2* 3/1 @0304", "cs-hill 2* 1/1 @0305", "cs fort 1 @0305"]);
    let [alone, fort] = ["0304", "0305"].map(|id| field.space(id));
    assert!(field.game.is_lone(Cs, alone) && !field.game.is_lone(Cs, fort));
    field.march(Us, "0303", 3, &[], "0304");
    field.run(|game, resolution| game.move_in(resolution));
    assert!(matches!(field.post("cs-hood"), us_civil_war::state::Post::Displaced(..)));
    assert_eq!(field.game.march.as_ref().map(|march| march.at), Some(alone));
}
