/* Orders are given and carried out, and what happens is told. */
#include <stdlib.h>

#include "game.h"

int side_of(const struct race *race, uint8_t seat) {
    int side = BLUE;
    while (side < SIDES && race->seat_of[side] != seat) {
        side++;
    }
    return side;
}

void say_landing(muster_string_t *string, int landing) {
    if (ground.titles[landing].len) {
        say(string, "%q", &ground.titles[landing]);
    } else {
        say(string, "landing %d", landing);
    }
}

types_place_t place_of(int landing) {
    return (types_place_t){ .space = copy(&ground.landings[landing]) };
}

types_turn_status_t status_of(const struct race *race) {
    int turn = race->turn < race->turns ? race->turn : race->turns;
    types_turn_status_t status = { .of = race->turns, .phase = text("orders") };
    if (race->begun) {
        status.number = turn;
        say(&status.title, "Turn %d", turn);
        if (!is_over(race, &ground.river)) {
            status.active = some(SIDE_IDS[deciding(race)]);
        }
    } else {
        say(&status.title, "Before the race");
    }
    return status;
}

/* Without a list, what happens is written where nobody reads it. */
static types_event_t *more_events(exports_rules_list_event_t *events) {
    types_event_t *event = MORE(events);
    event->kind.tag = TYPES_EVENT_KIND_TEXT;
    event->audience.tag = TYPES_AUDIENCE_EVERYONE;
    return event;
}

types_event_t *tell(exports_rules_list_event_t *events, const char *section, const char *format, ...) {
    types_event_t *event = more_events(events);
    va_list values;
    va_start(values, format);
    say_with(&event->text, format, values);
    va_end(values);
    event->citation = some(section);
    return event;
}

static void begin_turn(exports_rules_game_t *game, exports_rules_list_event_t *events) {
    types_event_t *event =
        tell(events, "A2", "Turn %d of %d", game->race.turn, game->race.turns);
    event->kind.tag = TYPES_EVENT_KIND_PHASE;
    event->kind.val.phase = text("orders");
    if (!game->is_fork) {
        types_turn_status_t status = status_of(&game->race);
        phases_enter(&status);
        types_turn_status_free(&status);
    }
}

void begin(exports_rules_game_t *game, exports_rules_list_event_t *events) {
    game->race.begun = true;
    begin_turn(game, events);
}

/* A fork's dice, or those of the table, in whose journal the reason stands. */
struct cup {
    exports_rules_game_t *game;
    muster_string_t reason;
};

static void roll_cup(void *dice, uint8_t count, uint8_t faces[2]) {
    struct cup *cup = dice;
    if (cup->game->is_fork) {
        for (uint8_t at = 0; at < count; at++) {
            faces[at] = 1 + random_below(&cup->game->luck, 6);
        }
        return;
    }
    muster_list_u8_t rolled;
    dice_roll(count, 6, &cup->reason, &rolled);
    for (uint8_t at = 0; at < count && at < rolled.len; at++) {
        faces[at] = rolled.ptr[at];
    }
    muster_list_u8_free(&rolled);
}

static void tell_dice(exports_rules_list_event_t *events, int side, const struct voyage *voyage,
                      const muster_string_t *reason) {
    types_event_t *event = tell(events, "B2", "%q", reason);
    event->kind.tag = TYPES_EVENT_KIND_ROLLED;
    event->kind.val.rolled.reason = copy(reason);
    for (uint8_t at = 0; at < voyage->dice; at++) {
        types_die_t *die = MORE(&event->kind.val.rolled.dice);
        *die = (types_die_t){ .sides = 6, .face = voyage->faces[at], .counts = voyage->from != voyage->to };
    }
    *MORE(&event->units) = copy(&ground.boats[side]);
}

static void tell_voyage(exports_rules_list_event_t *events, int side, const struct voyage *voyage) {
    const muster_string_t *name = &ground.names[side];
    types_event_t *event;
    if (voyage->from != voyage->to) {
        event = tell(events, "B2", "The %q goes from ", name);
        say_landing(&event->text, voyage->from);
        say(&event->text, " to ");
        say_landing(&event->text, voyage->to);
        say(&event->text, ".");
        event->kind.tag = TYPES_EVENT_KIND_MOVED;
        for (int landing = voyage->from; landing <= voyage->to; landing++) {
            *MORE(&event->kind.val.moved) = place_of(landing);
        }
    } else if (voyage->order == TAKE_WOOD) {
        event = tell(events, "B3", "The %q takes on wood: %d.", name, voyage->wood);
    } else if (voyage->order == FULL_STEAM) {
        event = tell(events, "B2", "A flue of the %q bursts. She stays where she is.", name);
    } else {
        event = tell(events, "B2", "The %q stays where she is.", name);
    }
    event->place.is_some = true;
    event->place.val = place_of(voyage->to);
    *MORE(&event->units) = copy(&ground.boats[side]);
}

static void sail(exports_rules_game_t *game, int side, enum order order, exports_rules_list_event_t *events) {
    struct cup cup = { .game = game };
    say(&cup.reason, "%q: %s", &ground.names[side], ORDER_NAMES[order]);
    struct voyage voyage = carry_out(&game->race, &ground.river, side, order, roll_cup, &cup);
    if (voyage.dice) {
        tell_dice(events, side, &voyage, &cup.reason);
    }
    tell_voyage(events, side, &voyage);
    muster_string_free(&cup.reason);
}

/* Blue's order is kept; that it was given, everybody is told, and what it is, Blue. */
static void keep_order(struct race *race, enum order order, exports_rules_list_event_t *events) {
    race->order = order;
    tell(events, "A2", "Blue's captain has given his order.");
    types_event_t *event = tell(events, "A2", "Blue's order is: %s.", ORDER_NAMES[order]);
    event->audience.tag = TYPES_AUDIENCE_SEATS;
    *MORE(&event->audience.val.seats) = race->seat_of[BLUE];
}

void give_order(exports_rules_game_t *game, enum order order, exports_rules_list_event_t *events) {
    struct race *race = &game->race;
    if (deciding(race) == BLUE) {
        keep_order(race, order, events);
        return;
    }
    enum order blues = race->order;
    tell(events, "B1", "Blue's order is: %s. Gray's is: %s.", ORDER_NAMES[blues], ORDER_NAMES[order])->kind.tag =
        TYPES_EVENT_KIND_REVEALED;
    sail(game, BLUE, blues, events);
    sail(game, GRAY, order, events);
    race->order = NO_ORDER;
    race->turn += !is_over(race, &ground.river);
    if (is_over(race, &ground.river)) {
        tell(events, "V1", "The race is over.");
    } else {
        begin_turn(game, events);
    }
}
