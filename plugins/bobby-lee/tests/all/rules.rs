//! The rules, section by section, a file a chapter.

mod battle;
mod examples;
mod fire;
mod fortress;
mod hindered;
mod initiative;
mod leaders;
mod movement;
mod night;
mod policy;
mod position;
mod refused;
mod replacements;
mod retreat;
mod scenarios;
mod seen_battle;
mod shown;
mod supply;
mod terrain;
mod told;
mod victory;
