/* The board, the roster and the set-up: what of them makes a race, and what is refused. */
#include "game.h"

struct ground ground;

bool refuse(types_refusal_t *why, const char *section, const char *format, ...) {
    *why = (types_refusal_t){ 0 };
    va_list values;
    va_start(values, format);
    say_with(&why->reason, format, values);
    va_end(values);
    if (section) {
        why->citation = some(section);
    }
    return false;
}

int landing_named(const muster_string_t *name) {
    int landing = 0;
    while (landing < ground.river.landings && !same(&ground.landings[landing], name)) {
        landing++;
    }
    return landing;
}

int boat_named(const muster_string_t *name) {
    int side = BLUE;
    while (side < SIDES && !same(&ground.boats[side], name)) {
        side++;
    }
    return side;
}

static int side_named(const muster_string_t *name) {
    int side = BLUE;
    while (side < SIDES && !is(name, SIDE_IDS[side])) {
        side++;
    }
    return side;
}

static bool read_river(const map_list_board_t *boards, types_refusal_t *why) {
    if (boards->len != 1) {
        return refuse(why, "A1", "a race has one board, and here are %d", (int)boards->len);
    }
    const map_list_space_t *spaces = &boards->ptr[0].spaces;
    if (spaces->len < 2 || spaces->len > MOST_LANDINGS) {
        return refuse(why, "A1", "a river has 2 to %d landings, and here are %d", MOST_LANDINGS, (int)spaces->len);
    }
    ground.river = (struct river){ .landings = spaces->len };
    for (size_t at = 0; at < spaces->len; at++) {
        const map_space_t *space = &spaces->ptr[at];
        if (space->kind != MAP_SPACE_KIND_POINT) {
            return refuse(why, "A1", "%q isn't a point, as the landings of a river are", &space->id);
        }
        ground.landings[at] = copy(&space->id);
        ground.titles[at] = copy(&space->title);
        for (size_t feature = 0; feature < space->features.len; feature++) {
            ground.river.has_wood[at] |= is(&space->features.ptr[feature], "woodyard");
        }
    }
    return true;
}

/* Reads cords of wood from an attribute. */
static bool read_wood(const types_attribute_t *attribute, struct boat *boat, types_refusal_t *why) {
    if (!is(&attribute->name, "wood") || attribute->value.tag != TYPES_VALUE_NUMBER) {
        return refuse(why, "A1", "a boat has a number of cords, `wood`, and no `%q`", &attribute->name);
    }
    int cords = attribute->value.val.number;
    if (cords < 0 || cords > ROOM) {
        return refuse(why, "A1", "a boat holds up to %d cords of wood, not %d", ROOM, cords);
    }
    boat->wood = cords;
    return true;
}

static bool read_boat(const units_unit_t *unit, types_refusal_t *why) {
    int side = side_named(&unit->side);
    if (side == SIDES || ground.boats[side].len) {
        return refuse(why, "A1", "%q is of the side %q: there is one boat of blue's and one of gray's", &unit->id, &unit->side);
    }
    if (!unit->place.is_some || landing_named(&unit->place.val.space) == ground.river.landings) {
        return refuse(why, "A1", "%q doesn't start at a landing", &unit->id);
    }
    struct boat boat = { .at = landing_named(&unit->place.val.space) };
    if (boat.at == ground.river.landings - 1) {
        return refuse(why, "V1", "%q starts where the race ends", &unit->id);
    }
    if (unit->attributes.len != 1) {
        return refuse(why, "A1", "%q must have its `wood`, and nothing else", &unit->id);
    }
    ground.boats[side] = copy(&unit->id);
    ground.names[side] = copy(&unit->name);
    return read_wood(&unit->attributes.ptr[0], &boat, why) && (ground.starts[side] = boat, true);
}

static bool read_boats(const units_list_unit_t *roster, types_refusal_t *why) {
    if (roster->len != SIDES) {
        return refuse(why, "A1", "two boats race, and here are %d", (int)roster->len);
    }
    return read_boat(&roster->ptr[0], why) && read_boat(&roster->ptr[1], why);
}

bool read_ground(types_refusal_t *why) {
    if (ground.is_read) {
        return true;
    }
    ground = (struct ground){ 0 };
    map_list_board_t boards;
    units_list_unit_t roster;
    map_boards(&boards);
    units_roster(&roster);
    ground.is_read = read_river(&boards, why) && read_boats(&roster, why);
    map_list_board_free(&boards);
    units_list_unit_free(&roster);
    return ground.is_read;
}

bool read_setup(const exports_rules_setup_t *setup, struct race *race, types_refusal_t *why) {
    *race = (struct race){ .turn = 1, .turns = USUAL_TURNS };
    if (setup->rules.len || setup->options.len) {
        return refuse(why, NULL, "a race has no options and knows no house rules");
    }
    if (setup->seats.len != SIDES || side_named(&setup->seats.ptr[0]) == SIDES ||
        side_named(&setup->seats.ptr[0]) + side_named(&setup->seats.ptr[1]) != BLUE + GRAY) {
        return refuse(why, "A1", "it is a game for two, one seat for blue and one for gray");
    }
    for (uint8_t seat = 0; seat < SIDES; seat++) {
        race->seat_of[side_named(&setup->seats.ptr[seat])] = seat;
    }
    for (size_t at = 0; at < setup->facts.len; at++) {
        const types_attribute_t *fact = &setup->facts.ptr[at];
        if (!is(&fact->name, "turns") || fact->value.tag != TYPES_VALUE_NUMBER) {
            return refuse(why, "V1", "a scenario says how many `turns` there are, and no `%q`", &fact->name);
        }
        int turns = fact->value.val.number;
        if (turns < 1 || turns > MOST_TURNS) {
            return refuse(why, "V1", "a race has 1 to %d turns, not %d", MOST_TURNS, turns);
        }
        race->turns = turns;
    }
    for (int side = 0; side < SIDES; side++) {
        race->boats[side] = ground.starts[side];
    }
    return true;
}

static bool change_turn(struct race *race, const types_attribute_t *fact, types_refusal_t *why) {
    if (!is(&fact->name, "turn") || fact->value.tag != TYPES_VALUE_NUMBER) {
        return refuse(why, NULL, "no fact but `turn` can be changed");
    }
    int turn = fact->value.val.number;
    if (turn < 1 || turn > race->turns) {
        return refuse(why, "V1", "the turns are 1 to %d", race->turns);
    }
    race->turn = turn;
    return true;
}

bool change(struct race *race, const exports_rules_change_t *change, types_refusal_t *why) {
    switch (change->tag) {
    case TYPES_CHANGE_PLACE: {
        int side = boat_named(&change->val.place.f0), landing = landing_named(&change->val.place.f1.space);
        if (side == SIDES || landing == ground.river.landings) {
            return refuse(why, "A1", "there is no such boat, or no such landing");
        }
        race->boats[side].at = landing;
        return true;
    }
    case TYPES_CHANGE_SET: {
        int side = boat_named(&change->val.set.f0);
        if (side == SIDES) {
            return refuse(why, "A1", "there is no boat `%q`", &change->val.set.f0);
        }
        return read_wood(&change->val.set.f1, &race->boats[side], why);
    }
    case TYPES_CHANGE_FACT:
        return change_turn(race, &change->val.fact, why);
    default:
        return refuse(why, NULL, "boats can be moved and given wood, and the turn can be changed, nothing else");
    }
}
