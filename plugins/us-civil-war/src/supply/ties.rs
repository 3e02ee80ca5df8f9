//! Railroads and bodies of water, which carry supply as far as they go, numbered one after the other as lines.

use muster_sdk::Table;

use super::lay::View;
use crate::world::Space;

/// No line.
pub(crate) const NONE: u16 = u16::MAX;

/// Which rail hexes hang together without entering what the enemy bars (§6.5.1), and how many lines there are, the bodies of water
/// counted after them.
#[derive(Clone, Debug)]
pub(crate) struct Ties {
    /// By space: the number of its railroad, or [`NONE`].
    pub(crate) rail: Table<Space, u16>,
    /// How many railroads.
    pub(crate) rails: u16,
    /// How many lines in all.
    pub(crate) lines: u16,
}

impl Ties {
    /// Railroads that the side could control; none of the hexes that `taken` says of.
    pub(crate) fn find(view: &View, taken: impl Fn(Space) -> bool) -> Self {
        let net = view.net;
        let mut ties = Self { rail: view.all_with(NONE), rails: 0, lines: 0 };
        let mut reached: Vec<Space> = Vec::new();
        let open = |at: Space| !view.bars_path(at) && !taken(at);
        for &start in net.railways() {
            if ties.rail[start] != NONE || !open(start) {
                continue;
            }
            let number = ties.rails;
            ties.rails += 1;
            ties.rail[start] = number;
            reached.clear();
            reached.push(start);
            while let Some(at) = reached.pop() {
                for link in net.rail_links(at) {
                    let goes_on = ties.rail[link.to] == NONE && net.has_rail(link.to) && open(link.to);
                    if goes_on && view.crosses(at, link) {
                        ties.rail[link.to] = number;
                        reached.push(link.to);
                    }
                }
            }
        }
        ties.lines = ties.rails + view.bodies();
        ties
    }

    /// The railroad that a space is on; of a port that has none of its own the one that it is joined to, if the side holds both (§H29).
    pub(crate) fn railroad(&self, view: &View, space: Space) -> Option<u16> {
        if !view.has_railhead(space) {
            return None;
        }
        let head = view.net.railhead(space)?;
        let number = self.rail[head];
        let joined = head == space || view.holds(space) && view.holds(head) && !view.bars_path(space);
        (number != NONE && joined).then_some(number)
    }

    /// The waters that a port of the side opens onto, as lines.
    pub(crate) fn at_port(&self, view: &View, space: Space) -> impl Iterator<Item = u16> {
        let rails = self.rails;
        let open = view.is_port(space) && view.holds(space);
        view.port(space).filter(move |_| open).map(move |body| rails + body)
    }

    /// The waters along a space, as lines.
    pub(crate) fn along_shore(&self, view: &View, space: Space) -> impl Iterator<Item = u16> {
        let rails = self.rails;
        let touches = view.has_shore(space);
        view.shore(space).filter(move |_| touches).map(move |body| rails + body)
    }
}
