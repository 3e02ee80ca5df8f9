//! What a board file has for the eye alone: shapes, houses, labels and the extent that is shown.

use super::builder::BoardBuilder;
use super::reading::Entry;
use crate::picture::{HousePicture, LabelPicture, ShapePicture, Spot};

/// The most shapes of a board (hills, woods): each may cover all of it, and is kept as it was drawn.
pub const MOST_SHAPES: usize = 500;
/// The most labels of a board: all of them are written anew in each frame.
pub const MOST_LABELS: usize = 2_000;
/// How small and how large a label's letters may be, in pixels at zoom 1.
pub const LABEL_SIZES: std::ops::RangeInclusive<f32> = 4.0..=100.0;
/// How far outside the board what is drawn may lie at least, in units of the board; at most as far as the board is long.
const AROUND: f32 = 10.0;

impl BoardBuilder<'_, '_> {
    /// Reads the `[[shape]]`s, `[[house]]`s and `[[label]]`s.
    pub(super) fn add_drawings(&mut self, file: &Entry<'_, '_>) {
        for entry in file.tables("shape", "[[shape]]") {
            self.add_shape(&entry);
        }
        for entry in file.tables("house", "[[house]]") {
            self.add_house(&entry);
        }
        for entry in file.tables("label", "[[label]]") {
            self.add_label(&entry);
        }
    }

    fn add_shape(&mut self, entry: &Entry<'_, '_>) {
        entry.refuse_other_keys(&["kind", "title", "outline"]);
        if !entry.has("outline") {
            entry.report("outline", "[[shape]] has no outline", "Add outline = [[x, y], [x, y], [x, y]].");
        }
        let kinds = ["hill", "woods", "field", "marsh", "water", "orchard"];
        if !entry.has("kind") {
            entry.report("kind", "[[shape]] has no kind", "Add kind = \"hill\", say.");
        }
        let kind = one_of(entry, "kind", "a shape", &kinds);
        let outline = self.spots(entry, "outline", 3);
        if self.picture.shapes.len() == MOST_SHAPES {
            let what = format!("the board has more than {MOST_SHAPES} shapes");
            return entry.report(
                "kind",
                what,
                "Draw woods and fields as features of hexes where there are many.",
            );
        }
        if let (Some(kind), Some(outline)) = (kind, outline) {
            self.picture.shapes.push(ShapePicture { kind, title: entry.text("title"), outline });
        }
    }

    fn add_house(&mut self, entry: &Entry<'_, '_>) {
        entry.refuse_other_keys(&["kind", "at"]);
        let kind = one_of(entry, "kind", "a house", &["house", "church"]);
        if let (Some(kind), Some(at)) = (kind, self.required_spot(entry)) {
            self.picture.houses.push(HousePicture { kind, at });
        }
    }

    fn add_label(&mut self, entry: &Entry<'_, '_>) {
        entry.refuse_other_keys(&["text", "style", "at", "angle", "along", "size"]);
        entry.required_text("text", "\"the words\"");
        let along = match (entry.has("along"), entry.has("at")) {
            (true, false) => self.spots(entry, "along", 2),
            (false, true) => self.required_spot(entry).map(|spot| vec![spot]),
            _ => {
                entry.report(
                    "along",
                    "[[label]] needs one of at and along",
                    "Add at = [x, y], or along = [[x, y], [x, y]].",
                );
                None
            }
        };
        let style = one_of(entry, "style", "a label", &["place", "town", "water", "road", "region"]);
        if self.picture.labels.len() == MOST_LABELS {
            let what = format!("the board has more than {MOST_LABELS} labels");
            return entry.report("text", what, "Leave out those that nobody needs.");
        }
        if let (Some(style), Some(along)) = (style, along) {
            let angle = entry.number("angle", -360.0..=360.0).unwrap_or(0.0);
            self.picture.labels.push(LabelPicture {
                text: entry.text("text"),
                style,
                along,
                angle,
                size: entry.number("size", LABEL_SIZES),
            });
        }
    }

    /// What is to be shown: what the file says, else all spaces and some room around them. What comes after must lie there, or
    /// not far outside.
    pub(super) fn set_extent(&mut self, file: &Entry<'_, '_>) {
        let spaces = self.ground_of_spaces();
        self.read_extent(file, spaces);
        let [[left, top], [right, bottom]] = spaces;
        let [from, to] = self.picture.extent;
        let from = [from[0].min(left), from[1].min(top)];
        let to = [to[0].max(right), to[1].max(bottom)];
        let around = (to[0] - from[0]).max(to[1] - from[1]).max(AROUND);
        // Whole numbers read better where a mistake names them.
        let bounds = [from.map(|low| (low - around).floor()), to.map(|high| (high + around).ceil())];
        self.bounds = Some(bounds);
    }

    /// The corners of what the spaces cover.
    fn ground_of_spaces(&self) -> [Spot; 2] {
        let all = || self.picture.spaces.iter().flat_map(|space| space.outline.iter().chain([&space.at]));
        let least = |axis: usize| all().map(|spot| spot[axis]).reduce(f32::min).unwrap_or(0.0);
        let most = |axis: usize| all().map(|spot| spot[axis]).reduce(f32::max).unwrap_or(0.0);
        [[least(0), least(1)], [most(0), most(1)]]
    }

    fn read_extent(&mut self, file: &Entry<'_, '_>, [least, most]: [Spot; 2]) {
        self.picture.extent = [least, most];
        if let Some(corners) = self.spots(file, "extent", 2) {
            match corners[..] {
                [from, to] if from[0] < to[0] && from[1] < to[1] => self.picture.extent = [from, to],
                _ => file.report(
                    "extent",
                    "extent has no inside",
                    "Write the upper left and the lower right corner.",
                ),
            }
            return;
        }
        let room = if self.grid.is_some() {
            0.0
        } else {
            ((most[0] - least[0]).max(most[1] - least[1]) / 20.0).max(0.5)
        };
        self.picture.extent = [least.map(|low| low - room), most.map(|high| high + room)];
    }
}

/// Returns the word that `key` has, if it is one of the known ones; the first of them if the key is missing.
fn one_of(entry: &Entry<'_, '_>, key: &str, thing: &str, known: &[&str]) -> Option<String> {
    if !entry.has(key) {
        return known.first().map(|word| (*word).to_owned());
    }
    let word = entry.lower_case_name(key, &format!("{:?}", known[0]))?;
    if known.contains(&word.as_str()) {
        return Some(word);
    }
    entry.report(key, format!("{thing} has no {key} {word:?}"), format!("It can be: {}.", known.join(", ")));
    None
}
