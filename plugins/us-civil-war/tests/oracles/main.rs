//! Second models of rules that work together: deliberately simple, by another way than the module's, and compared with it over random
//! positions of the map.

mod naval;
#[path = "../rules/shores.rs"]
mod shores;
