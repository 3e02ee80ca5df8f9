//! The rules, paragraph by paragraph, a file a chapter.

mod basics;
mod bombardment;
mod columns;
mod combat;
mod command;
mod edits;
mod explanations;
mod generals;
mod movement;
mod night;
mod odds;
mod position;
mod set_up;
mod shown;
mod victory;
mod whole;

/// A commander of the first Union corps.
const US: &str = "us-gen general 0405 N I";
/// A brigade of his, with him.
const A: &str = "us-a infantry 0405 N I";
/// A commander of a Confederate corps, in a far corner.
const CS: &str = "cs-gen general 0701 S II";
/// A road from left to right.
const ROAD: &str = "[[line]]\nfeature = \"road\"\nthrough = \"0105 0205 0305 0405 0505 0605 0705\"\n";
