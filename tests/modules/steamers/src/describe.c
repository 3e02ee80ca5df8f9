/* What the module says of itself. */
#include "game.h"

const char *const SIDE_IDS[SIDES] = { "blue", "gray" };
const char *const SIDE_NAMES[SIDES] = { "Blue", "Gray" };
const char *const ORDER_IDS[ORDERS] = { "", "drift", "half", "full", "wood" };
const char *const ORDER_NAMES[ORDERS] = { "", "drift", "half steam", "full steam", "take on wood" };
const char *const ORDER_TEXTS[ORDERS] = {
    "",
    "She goes one landing.",
    "She burns a cord of wood and goes as many landings as a die shows.",
    "She burns two cords and goes as many landings as two dice show. If they show the same, a flue bursts and she stays.",
    "She stays, and takes three cords of wood on board, if there is room.",
};

static void describe_side(exports_rules_description_t *it, int side, const char *livery) {
    *MORE(&it->sides) = (exports_rules_side_t){
        .id = text(SIDE_IDS[side]),
        .name = text(SIDE_NAMES[side]),
        .livery = text(livery),
        .aim = text("Be the first at the last landing, or the farther up the river."),
    };
}

static exports_rules_attribute_info_t number(const char *name, const char *meaning, int least, int most) {
    return (exports_rules_attribute_info_t){
        .name = text(name),
        .type_of = EXPORTS_RULES_VALUE_TYPE_NUMBER,
        .span = { .is_some = true, .val = { .least = least, .most = most } },
        .text = text(meaning),
    };
}

static void describe_schema(exports_rules_description_t *it) {
    exports_rules_attribute_info_t *wood = MORE(&it->schema);
    *wood = number("wood", "cords of wood on board", 0, ROOM);
    wood->required = true;
    *MORE(&wood->kinds) = text("steamer");
    *MORE(&it->schema) = number("turns", "turns of the race; 12 unless the scenario says", 1, MOST_TURNS);
}

static void describe_change(exports_rules_description_t *it, const char *usage, const char *meaning) {
    *MORE(&it->changes) = (exports_rules_change_info_t){ .usage = text(usage), .text = text(meaning) };
}

void exports_rules_describe(exports_rules_description_t *it) {
    *it = (exports_rules_description_t){ 0 };
    it->title = text("Steamers");
    it->summary = text("Two steamboats race up a river. Both captains give their orders before either knows the other's.");
    describe_side(it, BLUE, "us");
    describe_side(it, GRAY, "cs");
    *MORE(&it->phases) =
        (exports_rules_phase_t){ .id = text("orders"), .title = text("Orders"), .citation = text("A2") };
    *MORE(&it->kinds) = (exports_rules_unit_kind_t){
        .id = text("steamer"),
        .title = text("steamboat"),
        .symbol = text("steamer"),
    };
    describe_schema(it);
    *MORE(&it->overlays) =
        (exports_rules_overlay_info_t){ .id = text("reach"), .title = text("Half steam"), .key = text("H") };
    it->pieces = EXPORTS_RULES_PIECE_FORM_COUNTERS;
    it->state_schema = STATE_SCHEMA;
    *MORE(&it->features) = text("woodyard");
    *MORE(&it->features) = text("river");
    *MORE(&it->decisions) = (exports_rules_decision_kind_t){
        .id = text("order"),
        .title = text("Order"),
        .text = text("How hard the boat is driven, or whether she takes on wood."),
    };
    describe_change(it, "place(unit, landing)", "A boat is moved to a landing. An order that was given is withdrawn.");
    describe_change(it, "set(unit, \"wood\", cords)", "A boat has so many cords of wood.");
    describe_change(it, "fact(\"turn\", number)", "It is another turn.");
}
