//! What house rules may ask and do beyond what they may in every game: nothing.

use muster_sdk::Scripts;

use crate::Outpost;

impl Scripts for Outpost {}
