//! How far it is from one space to another, and what lies between them.

use super::HEX;
use super::chart::{Cell, Chart};
use egui::Pos2;
use muster_contract::SpaceKind;
use std::collections::{HashMap, VecDeque};

impl Chart {
    /// How many hexes apart two spaces of a hex board are.
    pub fn hexes_apart(&self, a: &Cell, b: &Cell) -> Option<u32> {
        let hex = self.hex.as_ref().filter(|_| a.kind == SpaceKind::Hex && b.kind == SpaceKind::Hex)?;
        // On two of the steps to neighbours that lie beside each other.
        let ([s, t], way) = ([hex.steps[0], hex.steps[1]], b.at - a.at);
        let area = s.x * t.y - s.y * t.x;
        let along = |x: f32| (x / area).round() as i32;
        let (q, r) = (along(way.x * t.y - way.y * t.x), along(s.x * way.y - s.y * way.x));
        let far = if (q < 0) == (r < 0) { (q + r).abs() } else { q.abs().max(r.abs()) };
        Some(far.unsigned_abs())
    }

    /// Over how many edges the shortest way leads from a space to another, whoever may go there.
    pub fn edges_apart(&self, a: &Cell, b: &Cell) -> Option<u32> {
        let of = |cell: &Cell| self.cells.iter().position(|one| one.id == cell.id);
        let (from, to) = (of(a)?, of(b)?);
        let mut beside: HashMap<usize, Vec<usize>> = HashMap::new();
        for [a, b] in self.sides.iter().map(|side| side.cells) {
            beside.entry(a).or_default().push(b);
            beside.entry(b).or_default().push(a);
        }
        let mut far = HashMap::from([(from, 0)]);
        let mut next = VecDeque::from([from]);
        while let Some(at) = next.pop_front() {
            let steps = far[&at];
            if at == to {
                return Some(steps);
            }
            for &other in beside.get(&at).into_iter().flatten() {
                far.entry(other).or_insert_with(|| {
                    next.push_back(other);
                    steps + 1
                });
            }
        }
        None
    }

    /// The hexes from one to another on the straight line between their middles, both with them.
    pub fn hexes_between(&self, a: &Cell, b: &Cell) -> Vec<&Cell> {
        let Some(far) = self.hexes_apart(a, b) else { return Vec::new() };
        let at = |i: u32| -> Pos2 { a.at.lerp(b.at, i as f32 / far.max(1) as f32) };
        let mut line: Vec<&Cell> = (0..=far).filter_map(|i| self.cell_at(at(i))).collect();
        line.dedup_by(|one, other| one.id == other.id);
        line
    }

    /// How far it is in words: "4 hexes, 800 yards".
    pub fn distance(&self, a: &Cell, b: &Cell) -> String {
        let counted =
            |n: u32, one: &str, several: &str| format!("{n} {}", if n == 1 { one } else { several });
        if let Some(hexes) = self.hexes_apart(a, b) {
            let yards = self.scale.filter(|(_, unit)| *unit == "yards");
            let yards = yards.map(|(yards, _)| format!(", {} yards", hexes * yards.unsigned_abs()));
            return counted(hexes, "hex", "hexes") + &yards.unwrap_or_default();
        }
        let metres = self.scale.filter(|(_, unit)| *unit == "metres");
        let metres = metres.map(|(metres, _)| {
            let far = a.at.distance(b.at) / HEX * metres as f32;
            format!("{} metres", (far / 10.0).round() as u32 * 10)
        });
        let edges = self.edges_apart(a, b).map(|edges| match a.kind {
            SpaceKind::Area => counted(edges, "area", "areas"),
            _ => counted(edges, "step", "steps"),
        });
        let words: Vec<String> = edges.into_iter().chain(metres).collect();
        if words.is_empty() { "No way leads there".to_owned() } else { words.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_board::file::BoardFile;

    #[test]
    fn hexes_are_counted_whichever_way_they_lie() {
        let rows = ". . . . . . . .\n".repeat(8);
        for grid in ["pointy", "flat"] {
            let text = format!(
                "id = \"plain\"\ntitle = \"Plain\"\nsource = \"Invented.\"\nvalues = {{ yards-per-hex = 200 }}\n\
                 [hexes]\ngrid = \"{grid}\"\nshifted = \"odd\"\nterrain = \"\"\"\n{rows}\"\"\"\n"
            );
            let file = BoardFile::parse(&text, "plain.toml").expect("it is a board");
            let chart = Chart::of(&file.board, &file.picture);
            for a in &chart.cells {
                for b in &chart.cells {
                    assert_eq!(chart.hexes_apart(a, b), chart.edges_apart(a, b), "{grid}: {} {}", a.id, b.id);
                }
            }
            let cell = |id: &str| chart.cell(id).expect("it is on the board");
            assert_eq!(chart.distance(cell("0101"), cell("0101")), "0 hexes, 0 yards");
            assert_eq!(chart.distance(cell("0101"), cell("0102")), "1 hex, 200 yards");
            let line = chart.hexes_between(cell("0103"), cell("0803"));
            assert_eq!(line.first().map(|cell| cell.id.as_str()), Some("0103"));
            assert_eq!(line.last().map(|cell| cell.id.as_str()), Some("0803"));
            assert!(line.len() >= 7, "{}", line.len());
        }
    }
}
