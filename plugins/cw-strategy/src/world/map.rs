//! The map (§1.1), read from the board file.

use muster_board::{Atlas, EdgeId, SpaceId};
use muster_contract::{Position, Refusal, SpaceKind};
use muster_sdk::refuse;

use super::{City, CityInfo, MOST_CITIES, MOST_LINKS, RAIDING_ZONE, Side};

/// Reads and checks the cities and the links between them.
pub(super) fn read(position: &Position) -> Result<(Atlas, Vec<CityInfo>), Refusal> {
    let atlas = Atlas::new(&position.boards).map_err(|problem| refuse(problem.to_string(), "1.1"))?;
    let mut numbered: Vec<(i32, SpaceId)> = Vec::new();
    for space in atlas.spaces().filter(|&space| atlas.kind(space) == SpaceKind::Point) {
        let number = atlas.number(space, atlas.key("number")).ok_or_else(|| {
            refuse(format!("{} has no \"number\"; cities are numbered from 1", atlas.name(space)), "1.1")
        })?;
        numbered.push((number, space));
    }
    if numbered.len() < 2 || numbered.len() > MOST_CITIES {
        let why = format!("the map has {} cities; it needs 2 to {MOST_CITIES}", numbered.len());
        return Err(refuse(why, "1.1"));
    }
    if let Some(zone) = atlas.space(RAIDING_ZONE)
        && atlas.kind(zone) != SpaceKind::Box
    {
        return Err(refuse(format!("{RAIDING_ZONE} must be a box: fleets that raid lie in it"), "1.7"));
    }
    numbered.sort_unstable();
    for (wanted, &(number, space)) in (1..).zip(&numbered) {
        if number != wanted {
            let why = format!(
                "{} has the number {number} where {wanted} comes next: each is given once, from 1 on",
                atlas.name(space)
            );
            return Err(refuse(why, "1.1"));
        }
    }
    let spaces: Vec<SpaceId> = numbered.into_iter().map(|(_, space)| space).collect();
    let mut cities = Vec::with_capacity(spaces.len());
    for &space in &spaces {
        cities.push(city_of(&atlas, space)?);
    }
    let mut links: Vec<Vec<(i32, City)>> = vec![Vec::new(); cities.len()];
    for edge in atlas.edges() {
        link(&atlas, edge, &spaces, &mut links)?;
    }
    for (city, mut ordered) in cities.iter_mut().zip(links) {
        ordered.sort_unstable();
        if ordered.is_empty() || ordered.len() > MOST_LINKS {
            let why = format!("{} has {} links; a city has 1 to {MOST_LINKS}", city.title, ordered.len());
            return Err(refuse(why, "1.1"));
        }
        if let Some(twice) = ordered.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let why = format!("two links of {} have the order {}", city.title, twice[0].0);
            return Err(refuse(why, "0.7"));
        }
        city.links = ordered.into_iter().map(|(_, to)| to).collect();
    }
    connected(&cities)?;
    Ok((atlas, cities))
}

fn city_of(atlas: &Atlas, space: SpaceId) -> Result<CityInfo, Refusal> {
    let id = atlas.name(space).to_owned();
    let given = |name: &str, least: i32, most: i32| match atlas.number(space, atlas.key(name)) {
        Some(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(refuse(format!("{id} needs \"{name}\" from {least} to {most}"), "1.1")),
    };
    let owner = match atlas.text(space, atlas.key("owner")) {
        Some("none") => None,
        Some(side) if Side::named(side).is_some() => Side::named(side),
        _ => return Err(refuse(format!("{id} needs \"owner\": us, cs or none"), "1.1")),
    };
    let (worth, fort, y) = (given("worth", 0, 100)?, given("fort", 0, 2)?, given("y", 0, 10_000)?);
    Ok(CityInfo {
        title: atlas.title(space).to_owned(),
        state: atlas.text(space, atlas.key("state")).unwrap_or_default().to_owned(),
        port: atlas.has(space, atlas.feature("port")),
        owner,
        worth,
        fort: fort as u8,
        y,
        links: Vec::new(),
        id,
    })
}

/// §0.7: a link, and its place in the lists of both cities.
fn link(
    atlas: &Atlas,
    edge: EdgeId,
    spaces: &[SpaceId],
    links: &mut [Vec<(i32, City)>],
) -> Result<(), Refusal> {
    let ends = atlas.ends(edge);
    let [a, b] = ends.map(|end| spaces.iter().position(|&space| space == end));
    let words = || format!("{} and {}", atlas.name(ends[0]), atlas.name(ends[1]));
    let (Some(a), Some(b)) = (a, b) else {
        return Err(refuse(format!("the link between {} joins something that is no city", words()), "0.7"));
    };
    if a == b {
        return Err(refuse(format!("{} is linked with itself", atlas.name(ends[0])), "0.7"));
    }
    for (from, to, end) in [(a, b, ends[0]), (b, a, ends[1])] {
        let Some(order) = atlas.edge_number(edge, end, atlas.key("order")).filter(|&order| order >= 1) else {
            let why = format!(
                "the link between {} has no \"order\" for {}, which is 1 or more",
                words(),
                atlas.name(end)
            );
            return Err(refuse(why, "0.7"));
        };
        if links[from].iter().any(|&(_, other)| usize::from(other) == to) {
            return Err(refuse(format!("there are two links between {}", words()), "0.7"));
        }
        links[from].push((order, to as City));
    }
    Ok(())
}

/// §17.1: from each city one comes to every other.
fn connected(cities: &[CityInfo]) -> Result<(), Refusal> {
    let mut seen = vec![false; cities.len()];
    let mut left = vec![0];
    while let Some(city) = left.pop() {
        if !std::mem::replace(&mut seen[city], true) {
            left.extend(cities[city].links.iter().map(|&to| usize::from(to)));
        }
    }
    match cities.iter().zip(seen).find(|(_, seen)| !seen) {
        None => Ok(()),
        Some((city, _)) => {
            let why = format!("no way leads from {} to {}", cities[0].title, city.title);
            Err(refuse(why, "17.1"))
        }
    }
}
