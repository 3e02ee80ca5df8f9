//! Where what lies over the board goes: into the corner where it covers the least of what can be chosen, or to the middle of an edge
//! where that covers less, and it stays there while it covers nothing.

use egui::{Pos2, Rect, Vec2, pos2};

/// The order in which the corners of a room are tried, before its edges: from the left at the top, or from the left at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// From the top.
    Top,
    /// From the bottom.
    Bottom,
}

/// The corner, or the edge, that something lies at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Corner(Option<usize>);

/// How much lies under a rectangle: first what is asked, which it goes elsewhere for, then whatever else is looked at, which counts
/// only while it chooses where to lie.
pub type Crowd = [usize; 2];

impl Corner {
    /// Where something of this size lies in a room; `under` is how much lies under a rectangle.
    pub fn place(&mut self, from: From, room: Rect, size: Vec2, under: impl Fn(Rect) -> Crowd) -> Rect {
        let (right, low) =
            ((room.right() - size.x).max(room.left()), (room.bottom() - size.y).max(room.top()));
        let (top, bottom) = ([room.min, pos2(right, room.top())], [pos2(room.left(), low), pos2(right, low)]);
        let (middle, halfway) = ((room.left() + right) / 2.0, (room.top() + low) / 2.0);
        let beside = [pos2(room.left(), halfway), pos2(right, halfway)];
        let across = [pos2(middle, room.top()), pos2(middle, low)];
        let (first, then) = match from {
            From::Top => (top, bottom),
            From::Bottom => (bottom, top),
        };
        let places = [first, then, beside, across].concat();
        let rect = |at: Pos2| Rect::from_min_size(at, size);
        let crowd: Vec<Crowd> = places.iter().map(|at| under(rect(*at).expand(10.0))).collect();
        let least = (0..crowd.len()).min_by_key(|place| crowd[*place]).unwrap_or_default();
        // It doesn't jump about between places that are as good.
        let stays = self.0.filter(|here| crowd[*here][0] <= crowd[least][0]);
        rect(places[*self.0.insert(stays.unwrap_or(least))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    #[test]
    fn it_goes_where_it_covers_the_least_and_stays_there() {
        let room = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0));
        let lit = |at: Pos2| move |rect: Rect| [usize::from(rect.contains(at)), 0];
        let mut corner = Corner::default();
        let mut place = |at: Pos2| corner.place(From::Top, room, vec2(100.0, 80.0), lit(at)).min;
        assert_eq!(place(pos2(200.0, 150.0)), pos2(0.0, 0.0));
        assert_eq!(place(pos2(50.0, 50.0)), pos2(300.0, 0.0));
        assert_eq!(place(pos2(200.0, 150.0)), pos2(300.0, 0.0));
        assert_eq!(place(pos2(350.0, 50.0)), pos2(0.0, 0.0));
        // What else is looked at counts when it comes, and not for going on to another place.
        let seen = |at: Pos2| move |rect: Rect| [0, usize::from(rect.contains(at))];
        let mut corner = Corner::default();
        let mut place = |at: Pos2| corner.place(From::Top, room, vec2(100.0, 80.0), seen(at)).min;
        assert_eq!(place(pos2(50.0, 50.0)), pos2(300.0, 0.0));
        assert_eq!(place(pos2(350.0, 50.0)), pos2(300.0, 0.0));
    }
}
