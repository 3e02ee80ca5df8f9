//! The map (§1.1), read from the board file.

use muster_board::{Atlas, EdgeId, SpaceId};
use muster_contract::{Position, Refusal, Space, SpaceKind};
use muster_sdk::{Index as _, Table, ensure, refuse, require};

use super::{City, CityInfo, MOST_CITIES, MOST_LINKS, RAIDING_ZONE, Side, outward, settings};

/// Reads and checks the cities and the links between them.
pub(super) fn read(position: &Position) -> Result<(Atlas, Table<City, CityInfo>), Refusal> {
    let atlas = Atlas::new(&position.boards).map_err(|problem| refuse(problem.to_string(), "1.1"))?;
    let mut numbered: Vec<(i32, SpaceId)> = Vec::new();
    for space in atlas.spaces() {
        let name = atlas.name(space);
        match (atlas.kind(space), name == RAIDING_ZONE) {
            (SpaceKind::Box, true) => continue,
            (SpaceKind::Point, false) => {}
            (_, true) => {
                return Err(refuse(format!("{name} must be a box: fleets that raid lie in it"), "1.7"));
            }
            (_, false) => return Err(refuse(format!("{name} is no point, which every city is"), "1.1")),
        }
        let number = atlas
            .number(space, atlas.key("number"))
            .ok_or_else(|| refuse(format!("{name} has no \"number\"; cities are numbered from 1"), "1.1"))?;
        numbered.push((number, space));
    }
    let count = numbered.len();
    let text = || format!("the map has {count} cities; it needs 2 to {MOST_CITIES}");
    require((2..=MOST_CITIES).contains(&count), "1.1", text)?;
    numbered.sort_unstable();
    for [one, other] in numbered.array_windows() {
        let [name, twin] = [one, other].map(|(_, space)| atlas.name(*space));
        require(one.0 != other.0, "1.1", || format!("{name} and {twin} both have the number {}", one.0))?;
    }
    for (wanted, &(number, space)) in (1..).zip(&numbered) {
        require(wanted == number, "1.1", || {
            let name = atlas.name(space);
            format!(
                "{name} has the number {number}, but no city has {wanted}: they are numbered from 1 without a gap"
            )
        })?;
    }
    let spaces: Vec<SpaceId> = numbered.into_iter().map(|(_, space)| space).collect();
    let given: Vec<&Space> = position.boards.iter().flat_map(|board| &board.spaces).collect();
    let cities = spaces.iter().map(|&space| city_of(&atlas, space, given[space.place()]));
    let mut cities = cities.collect::<Result<Vec<_>, _>>()?;
    let mut links: Vec<Vec<(i32, City)>> = vec![Vec::new(); cities.len()];
    for edge in atlas.edges() {
        link(&atlas, edge, &spaces, &mut links)?;
    }
    for (city, mut ordered) in cities.iter_mut().zip(links) {
        ordered.sort_unstable();
        let (title, count) = (&city.title, ordered.len());
        let text = || format!("{title} has {count} links; a city has 1 to {MOST_LINKS}");
        require((1..=MOST_LINKS).contains(&count), "1.1", text)?;
        for [(one, _), (next, _)] in ordered.array_windows() {
            require(one != next, "0.7", || format!("two links of {title} have the order {one}"))?;
        }
        city.links = ordered.into_iter().map(|(_, to)| to).collect();
    }
    let mut cities = Table::new(cities);
    connected(&cities)?;
    for city in cities.all() {
        let near = &cities[city].links;
        let beside = |far: &City| near.iter().any(|&next| cities[next].links.contains(far));
        let beyond = cities.all().filter(|far| *far != city && !near.contains(far) && beside(far));
        cities[city].beyond = beyond.collect();
    }
    Ok((atlas, cities))
}

fn city_of(atlas: &Atlas, space: SpaceId, given: &Space) -> Result<CityInfo, Refusal> {
    let values = &given.values;
    let read = || {
        let owner = settings::OWNER.given(values)?.and_then(|owner| Side::ALL.get(owner).copied());
        let state = settings::STATE.given(values)?.unwrap_or_default().to_owned();
        ensure(!state.trim().is_empty(), "\"state\" is empty; every city lies in one", "1.1")?;
        Ok(CityInfo {
            id: given.id.clone(),
            title: given.title.clone(),
            port: atlas.has(space, atlas.feature("port")),
            owner,
            worth: settings::WORTH.read(values)?,
            fort: settings::FORT.read(values)? as u8,
            y: settings::Y.read(values)?,
            state,
            links: Vec::new(),
            beyond: Vec::new(),
        })
    };
    read().map_err(|refusal: Refusal| Refusal {
        reason: format!("{}: {}", given.id, refusal.reason),
        ..refusal
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
    let names = || format!("{} and {}", atlas.name(ends[0]), atlas.name(ends[1]));
    let (Some(a), Some(b)) = (a, b) else {
        return Err(refuse(format!("the link between {} joins something that is no city", names()), "0.7"));
    };
    require(a != b, "0.7", || format!("{} is linked with itself", atlas.name(ends[0])))?;
    for (from, to, end) in [(a, b, ends[0]), (b, a, ends[1])] {
        let order = atlas.edge_number(edge, end, atlas.key("order"));
        let Some(order) = order.filter(|order| (1..=MOST_LINKS as i32).contains(order)) else {
            let (given, end) = (order.map_or("no".to_owned(), |order| order.to_string()), atlas.name(end));
            let why = format!(
                "the link between {} has {given} \"order\" for {end}; it goes from 1 to {MOST_LINKS}",
                names()
            );
            return Err(refuse(why, "0.7"));
        };
        let first = links[from].iter().all(|&(_, other)| other.place() != to);
        require(first, "0.7", || format!("there are two links between {}", names()))?;
        links[from].push((order, City::nth(to)));
    }
    Ok(())
}

/// §17.1: from each city one comes to every other.
fn connected(cities: &Table<City, CityInfo>) -> Result<(), Refusal> {
    let first = City::nth(0);
    let reached = outward(cities, first, |_| true);
    cities.iter().try_for_each(|(city, info)| {
        let text = || format!("no way leads from {} to {}", cities[first].title, info.title);
        require(reached.contains(&city), "17.1", text)
    })
}
