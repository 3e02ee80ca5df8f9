/* What the contract asks of a game, but for what is told of it (view.c) and what the module says of itself (describe.c).
 *
 * What a function is handed is its own: it frees it. What it answers is taken from the heap, and freed by the bindings once the host
 * has read it. */
#include <stdlib.h>

#include "game.h"

static exports_rules_own_game_t new_game(const struct race *race, bool is_fork, uint64_t luck) {
    exports_rules_game_t *game = malloc(sizeof *game);
    *game = (exports_rules_game_t){ .race = *race, .is_fork = is_fork, .luck = luck };
    return exports_rules_game_new(game);
}

void exports_rules_game_destructor(exports_rules_game_t *game) {
    free(game);
}

/* Beginning, saves. */

bool exports_rules_static_game_create(exports_rules_setup_t *setup, exports_rules_own_game_t *game,
                                      exports_rules_refusal_t *why) {
    struct race race;
    bool fits = read_ground(why) && read_setup(setup, &race, why);
    if (fits) {
        *game = new_game(&race, false, 0);
    }
    exports_rules_setup_free(setup);
    return fits;
}

bool exports_rules_static_game_load(uint32_t schema, muster_list_u8_t *bytes, exports_rules_own_game_t *game,
                                    exports_rules_refusal_t *why) {
    struct race race;
    bool fits = read_ground(why);
    if (fits && schema != STATE_SCHEMA) {
        fits = refuse(why, NULL, "the save is of schema %d, and only %d is known", (int)schema, STATE_SCHEMA);
    }
    if (fits) {
        const char *fault = load_race(&race, &ground.river, bytes->ptr, bytes->len);
        fits = !fault || refuse(why, NULL, "%s", fault);
    }
    if (fits) {
        *game = new_game(&race, false, 0);
    }
    muster_list_u8_free(bytes);
    return fits;
}

void exports_rules_method_game_save(exports_rules_borrow_game_t game, muster_list_u8_t *bytes) {
    *bytes = (muster_list_u8_t){ .ptr = malloc(SAVED), .len = SAVED };
    save_race(&game->race, bytes->ptr);
}

/* Choices. */

/* The choices of a seat by their numbers: `begin` is the host's, and everything else an order. */
static uint32_t count_choices(const struct race *race, uint8_t seat) {
    enum order orders[ORDERS];
    int side = side_of(race, seat);
    if (side == SIDES) {
        return 0;
    }
    return race->begun ? (uint32_t)list_orders(race, &ground.river, side, orders) : seat == 0;
}

static void list_begin(const struct race *race, types_decision_t *decision) {
    decision->side = text(SIDE_IDS[side_of(race, 0)]);
    decision->kind = text("begin");
    decision->prompt = text("Begin the race.");
    decision->citation = text("set-up");
    *MORE(&decision->frame) = text("Set-up");
    types_choice_t *choice = MORE(&decision->choices);
    choice->id = text("begin");
    choice->target.tag = TYPES_TARGET_BUTTON;
    choice->target.val.button = text("begin");
}

static void list_decision(const struct race *race, types_decision_t *decision) {
    int side = deciding(race);
    decision->seat = race->seat_of[side];
    decision->side = text(SIDE_IDS[side]);
    decision->kind = text("order");
    say(&decision->prompt, "What are your orders for the %q?", &ground.names[side]);
    decision->citation = text("A2");
    say(MORE(&decision->frame), "Turn %d", race->turn);
    say(MORE(&decision->frame), "%s's order", SIDE_NAMES[side]);
    decision->focus.is_some = true;
    decision->focus.val.tag = TYPES_TARGET_UNIT;
    decision->focus.val.val.unit = copy(&ground.boats[side]);
    enum order orders[ORDERS];
    int count = list_orders(race, &ground.river, side, orders);
    for (int at = 0; at < count; at++) {
        types_choice_t *choice = MORE(&decision->choices);
        choice->id = text(ORDER_IDS[orders[at]]);
        choice->target.tag = TYPES_TARGET_BUTTON;
        choice->target.val.button = text(ORDER_IDS[orders[at]]);
        choice->role = TYPES_CHOICE_ROLE_ACT;
    }
}

void exports_rules_method_game_decisions(exports_rules_borrow_game_t game, exports_rules_list_decision_t *decisions) {
    const struct race *race = &game->race;
    *decisions = (exports_rules_list_decision_t){ 0 };
    if (is_over(race, &ground.river)) {
        return;
    }
    types_decision_t *decision = MORE(decisions);
    decision->waits = true;
    if (race->begun) {
        list_decision(race, decision);
    } else {
        list_begin(race, decision);
    }
}

uint32_t exports_rules_method_game_choice_count(exports_rules_borrow_game_t game, exports_rules_seat_t seat) {
    return count_choices(&game->race, seat);
}

/* All policies but "random" are "regular". */
static uint32_t weigh(const struct race *race, int side, enum order order, bool at_random) {
    return at_random ? 1 : weight(race, &ground.river, side, order);
}

void exports_rules_method_game_weights(exports_rules_borrow_game_t game, exports_rules_seat_t seat,
                                       muster_string_t *policy, muster_list_u32_t *weights) {
    const struct race *race = &game->race;
    *weights = (muster_list_u32_t){ 0 };
    bool at_random = is(policy, "random");
    muster_string_free(policy);
    if (!race->begun) {
        if (count_choices(race, seat)) {
            *MORE(weights) = 1;
        }
        return;
    }
    enum order orders[ORDERS];
    int count = count_choices(race, seat) ? list_orders(race, &ground.river, side_of(race, seat), orders) : 0;
    for (int at = 0; at < count; at++) {
        *MORE(weights) = weigh(race, side_of(race, seat), orders[at], at_random);
    }
}

/* Takes the choice of that number of a seat that has it. */
static void take(exports_rules_game_t *game, uint8_t seat, uint32_t index, exports_rules_list_event_t *events) {
    if (!game->race.begun) {
        begin(game, events);
        return;
    }
    enum order orders[ORDERS];
    list_orders(&game->race, &ground.river, side_of(&game->race, seat), orders);
    give_order(game, orders[index], events);
}

bool exports_rules_method_game_apply_index(exports_rules_borrow_game_t game, exports_rules_seat_t *maybe_seat,
                                           uint32_t index, uint32_t *left) {
    const struct race *race = &game->race;
    uint8_t seat = maybe_seat ? *maybe_seat : 0;
    uint32_t first = count_choices(race, 0);
    if (!maybe_seat && index >= first) {
        seat = 1;
        index -= first;
    }
    if (index >= count_choices(race, seat)) {
        return false;
    }
    exports_rules_list_event_t unread = { 0 };
    take(game, seat, index, &unread);
    exports_rules_list_event_free(&unread);
    *left = count_choices(race, 0) + count_choices(race, 1);
    return true;
}

/* The number of the seat's choice of this name; how many it has if there is none. */
static uint32_t index_of(const struct race *race, uint8_t seat, const muster_string_t *choice) {
    uint32_t count = count_choices(race, seat);
    if (!race->begun) {
        return is(choice, "begin") ? 0 : count;
    }
    enum order orders[ORDERS];
    uint32_t index = 0;
    if (count) {
        list_orders(race, &ground.river, side_of(race, seat), orders);
    }
    while (index < count && !is(choice, ORDER_IDS[orders[index]])) {
        index++;
    }
    return index;
}

bool exports_rules_method_game_apply(exports_rules_borrow_game_t game, exports_rules_seat_t seat,
                                     muster_string_t *choice, exports_rules_list_event_t *events,
                                     exports_rules_refusal_t *why) {
    uint32_t index = index_of(&game->race, seat, choice);
    bool is_listed = index < count_choices(&game->race, seat);
    if (is_listed) {
        *events = (exports_rules_list_event_t){ 0 };
        take(game, seat, index, events);
    } else {
        refuse(why, NULL, "\"%q\" is not among the choices of seat %d now", choice, seat);
    }
    muster_string_free(choice);
    return is_listed;
}

bool exports_rules_method_game_edit(exports_rules_borrow_game_t game, exports_rules_list_change_t *changes,
                                    exports_rules_refusal_t *why) {
    struct race changed = game->race;
    changed.order = NO_ORDER;
    bool fits = true;
    for (size_t at = 0; fits && at < changes->len; at++) {
        fits = change(&changed, &changes->ptr[at], why);
    }
    if (fits) {
        const char *fault = misfit(&changed, &ground.river);
        fits = !fault || refuse(why, NULL, "%s", fault);
    }
    if (fits) {
        game->race = changed;
    }
    exports_rules_list_change_free(changes);
    return fits;
}

void exports_rules_method_game_seats(exports_rules_borrow_game_t game, muster_list_string_t *sides) {
    *sides = (muster_list_string_t){ 0 };
    for (uint8_t seat = 0; seat < SIDES; seat++) {
        *MORE(sides) = text(SIDE_IDS[side_of(&game->race, seat)]);
    }
}

/* What bots play on. */

exports_rules_own_game_t exports_rules_method_game_fork(exports_rules_borrow_game_t game, uint64_t seed) {
    return new_game(&game->race, true, seed);
}

exports_rules_own_game_t exports_rules_method_game_sample(exports_rules_borrow_game_t game, exports_rules_seat_t seat,
                                                          uint64_t seed) {
    struct race race = game->race;
    if (race.order != NO_ORDER && side_of(&race, seat) != BLUE) {
        /* What Blue could have ordered. */
        enum order orders[ORDERS];
        race.order = NO_ORDER;
        int count = list_orders(&race, &ground.river, BLUE, orders);
        race.order = orders[random_below(&seed, count)];
    }
    return new_game(&race, true, seed);
}

/* The number of an order by its weight. */
static uint32_t draw(const struct race *race, int side, bool at_random, uint64_t *seed) {
    enum order orders[ORDERS];
    int count = list_orders(race, &ground.river, side, orders);
    uint32_t total = 0, index = 0;
    for (int at = 0; at < count; at++) {
        total += weigh(race, side, orders[at], at_random);
    }
    uint32_t left = random_below(seed, total);
    while (left >= weigh(race, side, orders[index], at_random)) {
        left -= weigh(race, side, orders[index++], at_random);
    }
    return index;
}

void exports_rules_method_game_playout(exports_rules_borrow_game_t game, muster_string_t *policy, uint64_t seed,
                                       uint32_t limit, exports_rules_playout_result_t *result) {
    const struct race *race = &game->race;
    bool at_random = is(policy, "random");
    muster_string_free(policy);
    *result = (exports_rules_playout_result_t){ 0 };
    exports_rules_list_event_t unread = { 0 };
    game->is_fork = true;
    game->luck = seed ^ 1;
    if (!race->begun) {
        begin(game, &unread);
    }
    while (result->choices < limit && !is_over(race, &ground.river)) {
        int side = deciding(race);
        take(game, race->seat_of[side], draw(race, side, at_random, &seed), &unread);
        result->choices++;
        exports_rules_list_event_free(&unread);
        unread = (exports_rules_list_event_t){ 0 };
    }
    exports_rules_list_event_free(&unread);
    result->ended = is_over(race, &ground.river);
    uint32_t blue = prospects(race, &ground.river);
    *MORE(&result->prospects) = blue;
    *MORE(&result->prospects) = 10000 - blue;
}
