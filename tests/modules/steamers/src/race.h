/* The rules: where a race stands, and what becomes of it. Nothing here knows of the contract. */
#ifndef RACE_H
#define RACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BLUE, GRAY, SIDES };

enum {
    /* Cords of wood that a boat holds (A1), and those that it gets at a woodyard (B3). */
    ROOM = 6,
    WOODYARD = 3,
    /* Turns of a scenario that doesn't say, and the most that one may have. */
    USUAL_TURNS = 12,
    MOST_TURNS = 50,
    MOST_LANDINGS = 100,
};

/* What may be ordered (A3). Saves hold these numbers. */
enum order { NO_ORDER, DRIFT, HALF_STEAM, FULL_STEAM, TAKE_WOOD, ORDERS };

/* The river of this game, which never changes: how many landings it has, and where there is wood. */
struct river {
    uint8_t landings;
    bool has_wood[MOST_LANDINGS];
};

/* A boat: at which landing, from 0, and with how many cords of wood. */
struct boat {
    uint8_t at, wood;
};

/* Where a race stands. All of it is in its save. */
struct race {
    bool begun;
    /* From 1; one more than `turns` after the last. */
    uint8_t turn, turns;
    /* The seat of each side. */
    uint8_t seat_of[SIDES];
    struct boat boats[SIDES];
    /* Blue's order while Gray's captain decides, which is hidden from Gray; else none. */
    uint8_t order;
};

/* The bytes of a save. */
enum { SAVED = 9, STATE_SCHEMA = 1 };

/* Where dice come from: the table's, or a fork's own. */
typedef void roll_fn(void *dice, uint8_t count, uint8_t faces[2]);

/* What became of an order. */
struct voyage {
    uint8_t order, from, to;
    /* The dice that were rolled, none for some orders. */
    uint8_t dice, faces[2];
    /* How many cords came on board; burnt ones aren't counted. */
    uint8_t wood;
};

/* Whether the race is over (V1). */
bool is_over(const struct race *race, const struct river *river);

/* The side whose captain has to give his order (A2). */
int deciding(const struct race *race);

/* Why a boat may not be given an order now (A3), as a sentence; NULL if it may. */
const char *why_not(const struct race *race, const struct river *river, int side, enum order order);

/* The orders that may be given to a boat; gives how many. */
int list_orders(const struct race *race, const struct river *river, int side, enum order orders[ORDERS]);

/* Carries a boat's order out (B2, B3). */
struct voyage carry_out(struct race *race, const struct river *river, int side, enum order order,
                        roll_fn *roll, void *dice);

/* The winner by V2, or SIDES if it is a draw so far. */
int leading(const struct race *race);

/* What Blue's prospects look like while the race goes on, in ten-thousandths. */
uint32_t prospects(const struct race *race, const struct river *river);

/* How well an order looks at first sight; 0 is never. */
uint32_t weight(const struct race *race, const struct river *river, int side, enum order order);

void save_race(const struct race *race, uint8_t bytes[SAVED]);

/* Reads a save, which may be anybody's file. NULL, or what is wrong with it. */
const char *load_race(struct race *race, const struct river *river, const uint8_t *bytes, size_t count);

/* Whether a position is one that a game can be in: NULL, or what is wrong with it. */
const char *misfit(const struct race *race, const struct river *river);

/* Chance inside forks, samples and playouts: a number below the bound, which isn't 0. It follows from the seed alone. */
uint32_t random_below(uint64_t *seed, uint32_t bound);

#endif
