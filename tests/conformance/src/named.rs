//! What a game names and a sample of it names are the same things to the seat that the sample is for.

use muster_contract::Position;
use muster_sdk::walk::{Found, walk};
use muster_sdk::{Game, Hosted, Index, Names, Random};

use crate::Evidence;
use crate::at_random::play_at_random;

/// Plays games of random choices, `positions` in all, and takes samples of them. Wherever the state names a unit, its sample must name
/// one that the seat calls by the same id: the block that marches is the same block, though another unit may be in it. So no
/// field that names units is forgotten when hidden ones are dealt again. `secret` are the state's fields that the seat knows nothing
/// of; rows of tables aren't looked at. Gives how many names were compared.
pub fn samples_name_the_same<G: Game>(
    position: &Position,
    seed: u64,
    positions: usize,
    secret: &[&str],
) -> Result<usize, Evidence>
where
    <G as Names>::Unit: Index,
{
    let mut compared = 0;
    let seats = position.setup.seats.len() as u8;
    let at_each = |game: &mut Hosted<G>, random: &mut Random| {
        for seat in 0..seats {
            let sample = game.sample(seat, random.seed());
            compared += compare(game, &sample, seat, secret).map_err(|why| format!("seat {seat}: {why}"))?;
        }
        Ok(())
    };
    play_at_random::<G>(position, seed, positions, at_each)?;
    Ok(compared)
}

fn compare<G: Game>(game: &Hosted<G>, sample: &Hosted<G>, seat: u8, secret: &[&str]) -> Result<usize, String>
where
    <G as Names>::Unit: Index,
{
    let (real, dealt) = (names(game, seat, secret), names(sample, seat, secret));
    for ((path, real), (other, dealt)) in real.iter().zip(&dealt) {
        if path == other && real != dealt {
            return Err(format!("\"{path}\" names {real} in the game, and {dealt} in a sample"));
        }
    }
    if real.len() != dealt.len() {
        return Err(format!("the game names {} units, and a sample {}", real.len(), dealt.len()));
    }
    Ok(real.len())
}

/// The paths at which the state names units, with what the seat calls them.
fn names<G: Game>(game: &Hosted<G>, seat: u8, secret: &[&str]) -> Vec<(String, String)>
where
    <G as Names>::Unit: Index,
{
    let mut names = Vec::new();
    walk(game.state(), |path, seen| {
        if let Found::Number(name, number) = seen
            && name == <G as Names>::Unit::NAME
            && !path.is_in_row()
            && !secret.contains(&path.field())
        {
            let unit = <G as Names>::Unit::nth(number as usize);
            let id = game.state().unit_id(Some(seat), unit).to_string();
            names.push((path.to_string(), id));
        }
    });
    names
}
