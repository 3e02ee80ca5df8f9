/* A game of the contract: a race, the river that it is on, and what sides and orders are called. */
#ifndef GAME_H
#define GAME_H

#include "race.h"
#include "text.h"

/* A game, or a fork of one. */
struct exports_rules_game_t {
    struct race race;
    /* A fork rolls dice of its own; the table's game has the table's. */
    bool is_fork;
    uint64_t luck;
};

/* What never changes, since a component is made for one table: its board and its roster. */
struct ground {
    bool is_read;
    struct river river;
    muster_string_t landings[MOST_LANDINGS], titles[MOST_LANDINGS];
    /* The boats, their names, and where they start. */
    muster_string_t boats[SIDES], names[SIDES];
    struct boat starts[SIDES];
};

extern struct ground ground;

extern const char *const SIDE_IDS[SIDES], *const SIDE_NAMES[SIDES];
extern const char *const ORDER_IDS[ORDERS], *const ORDER_NAMES[ORDERS], *const ORDER_TEXTS[ORDERS];

/* Reads the board and the roster, once. If they make no river and two boats: false, and why. */
bool read_ground(types_refusal_t *why);

/* Reads who plays what, and the facts of the scenario, into a race that has not begun. */
bool read_setup(const exports_rules_setup_t *setup, struct race *race, types_refusal_t *why);

/* Changes a race as somebody wants it: false, and why, if it would be none. */
bool change(struct race *race, const exports_rules_change_t *change, types_refusal_t *why);

/* Says why something is refused, by which section of the rules, if by any; always false. */
bool refuse(types_refusal_t *why, const char *section, const char *format, ...);

/* The landing of this name; `landings` if there is none. And the side of this boat; SIDES if it is no boat. */
int landing_named(const muster_string_t *name);
int boat_named(const muster_string_t *name);

/* The side that a seat plays, or SIDES. */
int side_of(const struct race *race, uint8_t seat);

/* What a landing is called. */
void say_landing(muster_string_t *string, int landing);

/* A place on the board. */
types_place_t place_of(int landing);

/* The turn as the table shows it. */
types_turn_status_t status_of(const struct race *race);

/* Tells what happens: an event that is added to a list, for everybody. */
types_event_t *tell(exports_rules_list_event_t *events, const char *section, const char *format, ...);

/* Gives an order for the side that decides, and carries both out if it was the second. No events are made without a list. */
void give_order(exports_rules_game_t *game, enum order order, exports_rules_list_event_t *events);

/* Begins the race. */
void begin(exports_rules_game_t *game, exports_rules_list_event_t *events);

#endif
