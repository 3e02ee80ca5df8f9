//! Features and values of the board file, looked up once.

use muster_board::{Atlas, Features, Key};

macro_rules! names {
    ($(#[$doc:meta])* $Name:ident { $($feature:ident = $id:literal,)* } values { $($value:ident = $key:literal,)* }) => {
        $(#[$doc])*
        pub(super) struct $Name {
            $(pub(super) $feature: Features,)*
            $(pub(super) $value: Key,)*
        }

        impl $Name {
            /// As the board numbers them.
            pub(super) fn of(atlas: &Atlas) -> Self {
                Self { $($feature: atlas.feature($id),)* $($value: atlas.key($key),)* }
            }

            /// Their features, for the description.
            pub(crate) const FEATURES: &'static [&'static str] = &[$($id),*];
        }
    };
}

names! {
    /// Of spaces.
    SpaceNames {
        woods = "woods",
        marsh = "marsh",
        swamp = "swamp",
        mountain = "mountain",
        water = "water",
        coast = "coast",
        town = "town",
        city = "city",
        port = "port",
        ocean_port = "ocean-port",
        objective = "objective",
        resource = "resource",
        capital = "capital",
        salt = "salt",
        north_exit = "north-exit",
        kentucky = "kentucky",
        river = "river",
        great_river = "great-river",
        two_shores = "two-shores",
        island = "island",
        coastal_fort = "coastal-fort",
        port_box = "port-box",
        off_map = "off-map",
    } values {
        states = "states",
        theater = "theater",
        bp = "bp",
        waters = "waters",
        port_of_fort = "port",
        start = "start",
        river_name = "river",
        sea = "sea",
        tidal_solid = "tidal-solid",
        tidal_dotted = "tidal-dotted",
        bay = "bay",
        open_bays = "open-bays",
    }
}

names! {
    /// Of hexsides and links.
    EdgeNames {
        minor_river = "minor-river",
        river = "river",
        great_river = "great-river",
        railroad = "railroad",
        railroad_later = "railroad-1864",
        bridge = "bridge",
        ferry = "ferry",
        road = "road",
        ridge = "ridge",
        pass = "pass",
        gap = "gap",
        impassable = "impassable",
        prohibited = "prohibited",
        lake = "lake",
        land_link = "land-link",
        water_link = "water-link",
        navigable = "navigable",
        delta = "delta",
    } values {
        river_name = "river",
        cost = "cost",
        mouth = "mouth",
        no_contact = "no-contact",
        no_port = "no-port",
    }
}

names! {
    /// What supply asks of spaces besides.
    NetNames {
        great_river = "great-river",
    } values {
        touches = "touches",
        rail = "rail",
    }
}

/// Every feature that the board may have, for the description.
pub(crate) fn features() -> Vec<String> {
    let plain = ["clear", "shipyard", "heartland", "west-virginia", "theater-line", "shoals"];
    let mut all: Vec<&str> =
        SpaceNames::FEATURES.iter().chain(EdgeNames::FEATURES).chain(NetNames::FEATURES).copied().collect();
    all.extend(plain);
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(str::to_owned).collect()
}
