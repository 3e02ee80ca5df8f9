//! What the twelve facings of pieces are called.

/// A facing in words.
pub fn facing_name(facing: u8) -> &'static str {
    [
        "north",
        "north-north-east",
        "east-north-east",
        "east",
        "east-south-east",
        "south-south-east",
        "south",
        "south-south-west",
        "west-south-west",
        "west",
        "west-north-west",
        "north-north-west",
    ][usize::from(facing % 12)]
}

/// A facing in the letters of the rose.
pub fn facing_letters(facing: u8) -> &'static str {
    ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"][usize::from(facing % 12)]
}
