//! The cities and their links against the data files' figures (§1.1, §1.2, §2.5).

use crate::map::{Map, is_port, number, other, war, word};

/// A city a line, in the order of the data: id, worth, fort, owner, y of the original screen, whether it is a seaport, and
/// its neighbours in their order.
const WAR: &str = "\
atlanta 25 0 cs 290 land : chattanooga columbia montgomery savannah
baltimore 40 0 none 80 port : harpers-ferry harrisburg philadelphia washington
baton-rouge 5 0 cs 392 land : new-orleans vicksburg
chattanooga 5 0 cs 240 land : atlanta knoxville montgomery nashville tullahoma
charleston-sc 10 2 cs 310 port : columbia savannah wilmington
charleston-wv 5 0 us 110 land : cincinnati front-royal
cincinnati 15 0 us 81 land : charleston-wv columbus indianapolis lexington louisville
columbia 5 0 cs 280 land : atlanta charleston-sc raleigh wilmington
columbus 15 0 us 36 land : cincinnati indianapolis pittsburgh
fort-donelson 5 1 cs 200 land : nashville paducah tullahoma
fredericksburg 5 0 cs 125 land : front-royal manassas richmond washington
front-royal 5 0 cs 100 land : charleston-wv fredericksburg harpers-ferry manassas richmond
harpers-ferry 10 1 us 74 land : baltimore front-royal harrisburg manassas washington
harrisburg 5 0 us 36 land : baltimore harpers-ferry philadelphia pittsburgh
indianapolis 5 0 us 60 land : cincinnati columbus louisville springfield
jacksonville 5 0 cs 412 port : savannah
jackson 5 0 cs 343 land : mobile memphis montgomery new-orleans vicksburg
jefferson-city 5 0 none 97 land : st-louis
knoxville 4 0 none 205 land : chattanooga
lexington 5 0 none 140 land : cincinnati louisville nashville
louisville 5 0 none 130 land : cincinnati indianapolis lexington nashville paducah
manassas 10 0 cs 110 land : fredericksburg front-royal harpers-ferry richmond washington
memphis 10 1 cs 241 land : jackson paducah tullahoma vicksburg
mobile 15 2 cs 396 port : jackson montgomery new-orleans
montgomery 15 0 cs 353 land : atlanta chattanooga jackson mobile
nashville 10 0 cs 205 land : chattanooga fort-donelson lexington louisville tullahoma
new-orleans 25 2 cs 413 port : baton-rouge jackson mobile
norfolk 15 1 cs 175 port : raleigh richmond
paducah 5 0 none 175 land : fort-donelson louisville memphis st-louis
philadelphia 50 0 us 45 port : baltimore harrisburg
pittsburgh 30 0 us 36 land : columbus harrisburg
raleigh 5 0 cs 210 land : columbia norfolk richmond wilmington
richmond 25 1 cs 145 land : fredericksburg front-royal manassas norfolk raleigh
savannah 10 0 cs 340 port : atlanta charleston-sc jacksonville
springfield 5 0 us 82 land : indianapolis st-louis
st-louis 25 0 us 101 land : jefferson-city paducah springfield
tullahoma 1 0 cs 235 land : chattanooga fort-donelson memphis nashville
vicksburg 15 2 cs 338 land : baton-rouge jackson memphis
washington 25 1 us 104 land : baltimore fredericksburg harpers-ferry manassas
wilmington 10 2 cs 270 port : charleston-sc columbia raleigh";

/// The same of the other map.
const OTHER: &str = "\
atlanta 20 1 cs 303 land : chattanooga charleston-sc columbia montgomery savannah
baltimore 40 0 none 80 port : harpers-ferry harrisburg philadelphia washington
baton-rouge 5 0 cs 392 land : new-orleans vicksburg
chattanooga 5 2 cs 237 land : atlanta decatur knoxville nashville
charleston-sc 10 2 cs 310 port : atlanta columbia savannah wilmington
charleston-wv 5 0 none 110 land : cincinnati strasburg
cincinnati 20 0 us 81 land : charleston-wv columbus harpers-ferry indianapolis lexington louisville
columbia 5 0 cs 280 land : atlanta charleston-sc raleigh wilmington
columbus 20 0 us 36 land : cincinnati indianapolis pittsburgh
decatur 5 0 cs 255 land : chattanooga fort-donelson memphis mobile nashville
fredericksburg 10 0 none 125 land : manassas richmond washington
fort-donelson 5 0 none 200 land : decatur louisville memphis nashville paducah
harpers-ferry 10 0 us 70 land : baltimore cincinnati strasburg harrisburg manassas washington
harrisburg 25 0 us 36 land : baltimore harpers-ferry philadelphia pittsburgh
indianapolis 25 0 us 60 land : cincinnati columbus louisville springfield
jacksonville 5 0 cs 412 port : savannah mobile
jackson 5 0 cs 348 land : memphis mobile new-orleans vicksburg
jefferson-city 5 0 cs 97 land : st-louis
knoxville 5 0 cs 205 land : chattanooga lexington strasburg
lexington 5 0 none 140 land : cincinnati knoxville louisville nashville
louisville 5 0 none 130 land : cincinnati fort-donelson indianapolis lexington nashville paducah
manassas 5 0 none 110 land : fredericksburg harpers-ferry richmond strasburg washington
memphis 10 0 cs 237 land : decatur fort-donelson jackson paducah vicksburg
mobile 15 2 cs 396 port : decatur jacksonville jackson montgomery
montgomery 15 0 cs 353 land : atlanta mobile savannah
nashville 20 2 cs 210 land : chattanooga decatur fort-donelson lexington louisville
new-orleans 35 2 cs 413 port : baton-rouge jackson
norfolk 10 0 cs 172 port : raleigh richmond
paducah 5 0 none 175 land : fort-donelson louisville memphis springfield st-louis
philadelphia 80 0 us 45 port : baltimore harrisburg
pittsburgh 30 0 us 36 land : columbus harrisburg
raleigh 5 0 cs 210 land : columbia norfolk richmond wilmington
richmond 30 2 cs 146 land : fredericksburg manassas norfolk raleigh strasburg
savannah 10 2 cs 340 port : atlanta charleston-sc jacksonville montgomery
springfield 5 0 us 80 land : indianapolis paducah st-louis
st-louis 25 0 us 101 land : jefferson-city paducah springfield
strasburg 5 0 cs 100 land : charleston-wv harpers-ferry knoxville manassas richmond
vicksburg 10 0 cs 338 land : baton-rouge jackson memphis
washington 25 1 us 99 land : baltimore fredericksburg harpers-ferry manassas
wilmington 10 1 cs 270 port : charleston-sc columbia raleigh";

/// What a city is called and where it lies, of both maps.
const NAMES: &str = "\
atlanta = Atlanta = Georgia
baltimore = Baltimore = Maryland
baton-rouge = Baton Rouge = Louisiana
charleston-sc = Charleston, South Carolina = South Carolina
charleston-wv = Charleston, West Virginia = West Virginia
chattanooga = Chattanooga = Tennessee
cincinnati = Cincinnati = Ohio
columbia = Columbia = South Carolina
columbus = Columbus = Ohio
decatur = Decatur = Alabama
fort-donelson = Fort Donelson = Tennessee
fredericksburg = Fredericksburg = Virginia
front-royal = Front Royal = Virginia
harpers-ferry = Harpers Ferry = West Virginia
harrisburg = Harrisburg = Pennsylvania
indianapolis = Indianapolis = Indiana
jackson = Jackson = Mississippi
jacksonville = Jacksonville = Florida
jefferson-city = Jefferson City = Missouri
knoxville = Knoxville = Tennessee
lexington = Lexington = Kentucky
louisville = Louisville = Kentucky
manassas = Manassas = Virginia
memphis = Memphis = Tennessee
mobile = Mobile = Alabama
montgomery = Montgomery = Alabama
nashville = Nashville = Tennessee
new-orleans = New Orleans = Louisiana
norfolk = Norfolk = Virginia
paducah = Paducah = Kentucky
philadelphia = Philadelphia = Pennsylvania
pittsburgh = Pittsburgh = Pennsylvania
raleigh = Raleigh = North Carolina
richmond = Richmond = Virginia
savannah = Savannah = Georgia
springfield = Springfield = Illinois
st-louis = St. Louis = Missouri
strasburg = Strasburg = Virginia
tullahoma = Tullahoma = Tennessee
vicksburg = Vicksburg = Mississippi
washington = Washington = District of Columbia
wilmington = Wilmington = North Carolina";

/// A map in the form of the tables above.
fn told(map: &Map) -> String {
    let line = |city: &muster_contract::Space| {
        let values = &city.values;
        format!(
            "{} {} {} {} {} {} : {}",
            city.id,
            number(values, "worth"),
            number(values, "fort"),
            word(values, "owner"),
            number(values, "y"),
            if is_port(city) { "port" } else { "land" },
            map.neighbours[&city.id].join(" ")
        )
    };
    map.cities.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Every city of a map that differs is shown in both forms.
fn same(map: &Map, table: &str) {
    let told = told(map);
    for (found, wanted) in told.lines().zip(table.lines()) {
        assert_eq!(found, wanted);
    }
    assert_eq!(told.lines().count(), table.lines().count());
}

#[test]
fn the_war_has_the_cities_and_links_of_the_data() {
    same(war(), WAR);
}

#[test]
fn the_other_map_has_the_cities_and_links_of_the_data() {
    same(other(), OTHER);
}

#[test]
fn cities_are_numbered_in_the_order_of_the_file() {
    for map in [war(), other()] {
        assert_eq!(map.cities.len(), 40);
        for (city, wanted) in map.cities.iter().zip(1..) {
            assert_eq!(number(&city.values, "number"), wanted, "{}", city.id);
        }
    }
}

#[test]
fn names_stand_in_full_with_their_states() {
    for map in [war(), other()] {
        for city in &map.cities {
            let named = format!("{} = {} = {}", city.id, city.title, word(&city.values, "state"));
            assert!(NAMES.lines().any(|line| line == named), "{named}");
        }
    }
}

/// The owners at the start and what their cities are worth.
fn total(map: &Map, owner: &str) -> (usize, i32) {
    let own = map.cities.iter().filter(|city| word(&city.values, "owner") == owner);
    own.fold((0, 0), |(count, worth), city| (count + 1, worth + number(&city.values, "worth")))
}

/// §2.5, and the incomes of §2.10, which have the capital's hundred on top.
#[test]
fn sides_begin_with_what_the_rules_say() {
    assert_eq!(total(war(), "us"), (11, 190));
    assert_eq!(total(war(), "cs"), (23, 241));
    assert_eq!(total(war(), "none"), (6, 64));
    assert_eq!(total(other(), "us"), (10, 265));
    assert_eq!(total(other(), "cs"), (22, 245));
    assert_eq!(total(other(), "none"), (8, 80));
}

/// §2.5: which six are nobody's.
#[test]
fn the_border_is_nobodys() {
    let neutral = war().cities.iter().filter(|city| word(&city.values, "owner") == "none");
    let told: Vec<String> =
        neutral.map(|city| format!("{} {}", city.id, number(&city.values, "worth"))).collect();
    assert_eq!(
        told,
        ["baltimore 40", "jefferson-city 5", "knoxville 4", "lexington 5", "louisville 5", "paducah 5"]
    );
}

/// §1.2: the nine ports, the same on both maps.
#[test]
fn nine_cities_are_seaports() {
    for map in [war(), other()] {
        let ports: Vec<&str> =
            map.cities.iter().filter(|city| is_port(city)).map(|city| city.id.as_str()).collect();
        assert_eq!(
            ports,
            [
                "baltimore",
                "charleston-sc",
                "jacksonville",
                "mobile",
                "new-orleans",
                "norfolk",
                "philadelphia",
                "savannah",
                "wilmington"
            ]
        );
    }
}
