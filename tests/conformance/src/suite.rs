//! The suite as tests.

/// Puts a module under every check: a test for each, in a module of this name.
///
/// `suite!(name, module, position, hidden facts);`, at the scale of the environment, or
/// `suite!(name, module, position, hidden facts, scale);`
#[macro_export]
macro_rules! suite {
    ($name:ident, $module:expr, $position:expr, $hidden:expr) => {
        $crate::suite!($name, $module, $position, $hidden, $crate::Scale::from_environment());
    };
    ($name:ident, $module:expr, $position:expr, $hidden:expr, $scale:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "the expressions may need some of it and not the rest")]
            use super::*;

            fn passes(name: &str) {
                let module = $crate::Guarded($module);
                let position = $position;
                let subject =
                    $crate::Subject { module: &module, position: &position, hidden: &$hidden, scale: $scale };
                if let Err(finding) = $crate::check(name).run(&subject) {
                    panic!("{finding}");
                }
            }

            #[test]
            fn play_ends() {
                passes("play-ends");
            }

            #[test]
            fn playouts_end() {
                passes("playouts-end");
            }

            #[test]
            fn decisions_are_well_formed() {
                passes("decisions-are-well-formed");
            }

            #[test]
            fn odds_add_up() {
                passes("odds-add-up");
            }

            #[test]
            fn explanations_follow_the_list() {
                passes("explanations-follow-the-list");
            }

            #[test]
            fn listed_choices_apply() {
                passes("listed-choices-apply");
            }

            #[test]
            fn unlisted_choices_change_nothing() {
                passes("unlisted-choices-change-nothing");
            }

            #[test]
            fn asking_changes_nothing() {
                passes("asking-changes-nothing");
            }

            #[test]
            fn saves_hold_everything() {
                passes("saves-hold-everything");
            }

            #[test]
            fn damaged_saves_are_refused() {
                passes("damaged-saves-are-refused");
            }

            #[test]
            fn replay_agrees() {
                passes("replay-agrees");
            }

            #[test]
            fn forks_stand_alone() {
                passes("forks-stand-alone");
            }

            #[test]
            fn nothing_leaks() {
                passes("nothing-leaks");
            }

            #[test]
            fn secret_choices_stay_secret() {
                passes("secret-choices-stay-secret");
            }

            #[test]
            fn order_says_nothing() {
                passes("order-says-nothing");
            }

            #[test]
            fn samples_cover() {
                passes("samples-cover");
            }

            #[test]
            fn luck_bars_undo() {
                passes("luck-bars-undo");
            }

            #[test]
            fn drafts_are_secret() {
                passes("drafts-are-secret");
            }

            #[test]
            fn events_name_what_is_seen() {
                passes("events-name-what-is-seen");
            }
        }
    };
}
