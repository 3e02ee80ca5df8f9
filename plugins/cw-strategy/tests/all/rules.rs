//! The rules, section by section, a file a chapter.

mod cited;
mod classic;
mod combat;
mod economy;
mod ending;
mod events;
mod march;
mod naval_battle;
mod orders;
mod position;
mod recruiting;
mod refusals;
mod sheets;
mod ships;
mod start;
mod told;
