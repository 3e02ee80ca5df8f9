#include "race.h"

/* What orders burn (A3). */
static const uint8_t BURNS[ORDERS] = { [HALF_STEAM] = 1, [FULL_STEAM] = 2 };

static uint8_t last(const struct river *river) {
    return river->landings - 1;
}

bool is_over(const struct race *race, const struct river *river) {
    bool arrived = race->boats[BLUE].at == last(river) || race->boats[GRAY].at == last(river);
    return race->begun && race->order == NO_ORDER && (arrived || race->turn > race->turns);
}

int deciding(const struct race *race) {
    return race->order == NO_ORDER ? BLUE : GRAY;
}

const char *why_not(const struct race *race, const struct river *river, int side, enum order order) {
    const struct boat *boat = &race->boats[side];
    if (!race->begun) {
        return "Not now: the race has not begun.";
    }
    if (is_over(race, river)) {
        return "Not now: the race is over.";
    }
    if (deciding(race) != side) {
        return "Not now: the other captain gives his order.";
    }
    if (boat->wood < BURNS[order]) {
        return "It can't be chosen: there isn't wood enough on board.";
    }
    if (order == TAKE_WOOD && !river->has_wood[boat->at]) {
        return "It can't be chosen: there is no woodyard at this landing.";
    }
    if (order == TAKE_WOOD && boat->wood == ROOM) {
        return "It can't be chosen: there is no room for more wood.";
    }
    return NULL;
}

int list_orders(const struct race *race, const struct river *river, int side, enum order orders[ORDERS]) {
    int count = 0;
    for (enum order order = DRIFT; order < ORDERS; order++) {
        if (!why_not(race, river, side, order)) {
            orders[count++] = order;
        }
    }
    return count;
}

static uint8_t landings_of(const struct voyage *voyage) {
    switch (voyage->order) {
    case DRIFT:
        return 1;
    case HALF_STEAM:
        return voyage->faces[0];
    case FULL_STEAM:
        return voyage->faces[0] == voyage->faces[1] ? 0 : voyage->faces[0] + voyage->faces[1];
    default:
        return 0;
    }
}

struct voyage carry_out(struct race *race, const struct river *river, int side, enum order order,
                        roll_fn *roll, void *dice) {
    struct boat *boat = &race->boats[side];
    struct voyage voyage = { .order = order, .from = boat->at, .dice = BURNS[order] };
    if (voyage.dice) {
        roll(dice, voyage.dice, voyage.faces);
    }
    if (order == TAKE_WOOD) {
        uint8_t room = ROOM - boat->wood;
        voyage.wood = room < WOODYARD ? room : WOODYARD;
    }
    uint8_t goes = landings_of(&voyage), left = last(river) - boat->at;
    boat->at += goes < left ? goes : left;
    boat->wood += voyage.wood - BURNS[order];
    voyage.to = boat->at;
    return voyage;
}

int leading(const struct race *race) {
    const struct boat *blue = &race->boats[BLUE], *gray = &race->boats[GRAY];
    if (blue->at != gray->at) {
        return blue->at > gray->at ? BLUE : GRAY;
    }
    if (blue->wood != gray->wood) {
        return blue->wood > gray->wood ? BLUE : GRAY;
    }
    return SIDES;
}

uint32_t prospects(const struct race *race, const struct river *river) {
    static const uint32_t CERTAIN[] = { [BLUE] = 10000, [GRAY] = 0, [SIDES] = 5000 };
    if (is_over(race, river)) {
        return CERTAIN[leading(race)];
    }
    const struct boat *blue = &race->boats[BLUE], *gray = &race->boats[GRAY];
    int ahead = 400 * (blue->at - gray->at) + 200 * (blue->wood - gray->wood);
    int likely = 5000 + ahead;
    return likely < 500 ? 500 : likely > 9500 ? 9500 : likely;
}

uint32_t weight(const struct race *race, const struct river *river, int side, enum order order) {
    const struct boat *boat = &race->boats[side];
    bool near_the_end = last(river) - boat->at <= 6 || race->turn + 2 > race->turns;
    switch (order) {
    case HALF_STEAM:
        return 8;
    case FULL_STEAM:
        return near_the_end ? 12 : 4;
    case TAKE_WOOD:
        return near_the_end ? 1 : 4 * (ROOM - boat->wood);
    default:
        return 1;
    }
}

void save_race(const struct race *race, uint8_t bytes[SAVED]) {
    const struct boat *blue = &race->boats[BLUE], *gray = &race->boats[GRAY];
    const uint8_t saved[SAVED] = {
        race->begun, race->turn, race->turns, race->seat_of[BLUE], blue->at,
        blue->wood,  gray->at,   gray->wood,  race->order,
    };
    for (int at = 0; at < SAVED; at++) {
        bytes[at] = saved[at];
    }
}

const char *load_race(struct race *race, const struct river *river, const uint8_t *bytes, size_t count) {
    if (count != SAVED) {
        return "the save is torn: it is longer or shorter than a save is";
    }
    if (bytes[0] > 1 || bytes[3] > 1) {
        return "the save is torn: it holds a yes or no that is neither";
    }
    *race = (struct race){
        .begun = bytes[0],
        .turn = bytes[1],
        .turns = bytes[2],
        .seat_of = { bytes[3], 1 - bytes[3] },
        .boats = { { bytes[4], bytes[5] }, { bytes[6], bytes[7] } },
        .order = bytes[8],
    };
    return misfit(race, river);
}

const char *misfit(const struct race *race, const struct river *river) {
    if (race->turns < 1 || race->turns > MOST_TURNS || race->turn < 1 || race->turn > race->turns + 1) {
        return "there is no such turn";
    }
    for (int side = 0; side < SIDES; side++) {
        if (race->boats[side].at > last(river)) {
            return "a boat is at a landing that the river doesn't have";
        }
        if (race->boats[side].wood > ROOM) {
            return "a boat has more wood than it holds";
        }
        if (!race->begun && (race->turn != 1 || race->boats[side].at == last(river))) {
            return "the race has not begun, and yet it is over";
        }
    }
    if (race->order != NO_ORDER) {
        /* An order was given when it was to be chosen. */
        struct race before = *race;
        before.order = NO_ORDER;
        if (race->order >= ORDERS || why_not(&before, river, BLUE, race->order)) {
            return "Blue has an order that can't have been given";
        }
    }
    return NULL;
}

uint32_t random_below(uint64_t *seed, uint32_t bound) {
    /* SplitMix64. */
    uint64_t mixed = *seed += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    mixed ^= mixed >> 31;
    return (uint32_t)(((mixed >> 32) * bound) >> 32);
}
