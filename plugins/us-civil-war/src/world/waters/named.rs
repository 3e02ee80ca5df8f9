//! Places that the rules of waters name. A board without them has nothing of the kind.

/// §20.1.4: spaces that block enemy Naval Control even if vacant: Galveston, Hatteras Inlet, Roanoke Island.
pub(super) const GATES: [&str; 3] = ["5101", "hatteras-inlet", "roanoke-island"];
/// §20.1.3: where the Union always has Naval Control.
pub(super) const ALWAYS_UNION: [&str; 2] = ["atchafalaya-bay", "ship-island"];
/// §20.1.3: the one port of a Border State at which Union Naval Control originates: St. Louis.
pub(super) const SAINT_LOUIS: &str = "1712";
/// §20.1.3: Decatur and Stevenson.
pub(super) const SHOALS: [&str; 2] = ["3221", "3125"];
/// §S1.3, §H20.
pub(super) const NEW_MADRID: &str = "2515";
/// §S1.3: the hexside that the Union doesn't pass before 1862.
pub(super) const NARROWS: &str = "2415/2516";
/// §20.1.3, §H26: a Fort in Simmesport has nothing to say on the Mississippi.
pub(super) const SIMMESPORT: &str = "4509";
/// §M6: what stands in Vicksburg has nothing to say on the Yazoo, which its port isn't on.
pub(super) const VICKSBURG: &str = "4011";
/// §21.2.5: where ships stop on their way between the Gulf and the upper Mississippi.
pub(super) const NEW_ORLEANS: &str = "4814";
/// §H19: where the Tennessee is navigable again above its shoals.
pub(super) const ABOVE_SHOALS: &str = "3121/3221";
/// §19.3.1
pub(super) const MISSISSIPPI: &str = "Mississippi";
/// Where the mouths of the Mississippi open to: the arms below Fort St. Philip/Jackson (§20.3.5).
pub(super) const GULF: &str = "gulf";
/// §20.3.5: the other sea.
pub(super) const ATLANTIC: &str = "atlantic";

/// §18.1: what leaves the Mississippi and flows into nothing but the sea, and so is no river that flows into it.
pub(super) const DISTRIBUTARIES: [&str; 4] =
    ["Atchafalaya", "Bayou Lafourche", "Bayou Plaquemine", "Bayou Teche"];

/// §M3, A14: Mobile Bay reaches into the Swamp hex 4520, so that Blakeley has a way of its own to the river there, past whatever
/// stands in Mobile: the hexside that the arm lies along, the port that it is for, and the hexside of the river that it reaches.
pub(super) const BAY_ARM: (&str, &str, &str) = ("4520/4620", "4620", "4519/4520");
