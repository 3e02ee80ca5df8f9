//! Brigade: figures on 400-yard hexes, a brigade a unit.
