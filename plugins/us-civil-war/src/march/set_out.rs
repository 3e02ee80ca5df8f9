//! §4.3, §5.10: how a stack sets out, also where that is only imagined to say what it could do.

use super::VOYAGE;
use crate::choice::Pay;
use crate::state::{Cargo, Escort, Ferried, March, Means, Post, UsCivilWar};
use crate::units::Piece;
use crate::world::{General, Rating, Side, Space};

impl UsCivilWar {
    /// The stack is parted from what stays, and stands where it was, about to go.
    pub(crate) fn set_out(&mut self, side: Side, piece: Piece, means: Means, pay: Pay) {
        let Some(at) = self.space_of(piece) else { return };
        let commander = piece.general();
        self.march = Some(Box::new(self.march_of(side, at, commander, (means, pay))));
        if let Some(general) = commander {
            self.officers[general].post = Post::March;
            let followers: Vec<General> =
                self.generals_in(side, at).filter(|&one| self.may_join(one).is_ok()).collect();
            for general in followers {
                self.officers[general].post = Post::March;
            }
        }
        let most = self.most_to_take();
        self.take_sps(most);
    }

    /// §21.7.3: those whom ships carry leave their port as a stack that is about to land.
    pub(crate) fn set_out_aboard(&mut self, side: Side, at: Space, cargo: &Cargo) {
        let march = self.march_of(side, at, cargo.commander, (cargo.means, cargo.pay));
        self.march = Some(Box::new(March { escort: Escort::Ships, ..march }));
        for &general in &cargo.generals {
            self.officers[general].post = Post::March;
        }
        self.take_sps(cargo.sps);
    }

    /// The march of a stack that has taken up nothing yet.
    pub(crate) fn march_of(
        &self,
        side: Side,
        at: Space,
        commander: Option<General>,
        (means, pay): (Means, Pay),
    ) -> March {
        let rating = commander.map_or(Rating::INTRINSIC, |general| self.rating(general));
        let force = self.spot(at).force.filter(|force| force.side == side);
        let foraging = force.is_some_and(|force| force.foraging);
        let allowance = if means.is_by_land() { rating.moves - u8::from(foraging) } else { VOYAGE };
        March {
            side,
            at,
            from: None,
            origin: at,
            commander,
            activated: commander,
            forced: false,
            fetched: false,
            lone: self.sps(side, at) == 0,
            sps: 0,
            demoralized: false,
            foraging,
            surrender: 0,
            allowance,
            moves: allowance,
            means,
            paid: pay.points(),
            card: match pay {
                Pay::Card(card) => Some(card),
                _ => None,
            },
            bold: !rating.cautious || pay != Pay::Point,
            assisted: false,
            escort: Escort::default(),
            ferried: Ferried::Nobody,
            entering: None,
            maneuvers: false,
            named: Vec::new(),
            foreseen: Vec::new(),
            arrived: Vec::new(),
            leaving: Vec::new(),
            retreated: Vec::new(),
        }
    }

    /// A side's SP is thought to enter a space, to see who could react: from one that is its side's anyway, so that nothing falls to it.
    pub(crate) fn imagine_entry(&mut self, side: Side, to: Space) {
        let own = self.world.spaces.all().find(|&at| self.controls(side, at));
        let march = self.march_of(side, own.unwrap_or(to), None, (Means::Land, Pay::Point));
        self.march = Some(Box::new(March { entering: Some(to), sps: 1, ..march }));
    }
}
