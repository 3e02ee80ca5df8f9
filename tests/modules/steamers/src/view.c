/* What a seat sees of the game, and what it is told of what it points at. A seat here is a pointer: NULL is the public. */
#include "game.h"

static types_line_t *say_line(types_list_line_t *lines, const char *section) {
    types_line_t *line = MORE(lines);
    line->citation = some(section);
    return line;
}

/* The boats. */

static types_attribute_t wood_of(const struct race *race, int side) {
    return (types_attribute_t){
        .name = text("wood"),
        .value = { .tag = TYPES_VALUE_NUMBER, .val = { .number = race->boats[side].wood } },
    };
}

static void show_boat(types_view_t *view, const struct race *race, int side) {
    types_unit_view_t *unit = MORE(&view->units);
    unit->id = copy(&ground.boats[side]);
    unit->side = some(SIDE_IDS[side]);
    unit->place = place_of(race->boats[side].at);
    unit->face.is_some = true;
    types_unit_face_t *face = &unit->face.val;
    face->name = copy(&ground.names[side]);
    face->label = copy(&ground.names[side]);
    face->symbol = text("steamer");
    face->spent = side == BLUE && race->order != NO_ORDER;
    *MORE(&face->attributes) = wood_of(race, side);
}

static void show_wood(types_view_t *view, const struct race *race) {
    types_panel_t *panel = MORE(&view->panels);
    panel->id = text("order");
    panel->title = text("Wood");
    panel->citation = some("A1");
    for (int side = 0; side < SIDES; side++) {
        types_panel_row_t *row = MORE(&panel->rows);
        row->title = copy(&ground.names[side]);
        row->unit = (muster_option_string_t){ .is_some = true, .val = copy(&ground.boats[side]) };
        row->side = some(SIDE_IDS[side]);
        row->points = ROOM;
        row->left = race->boats[side].wood;
        row->current = race->begun && !is_over(race, &ground.river) && deciding(race) == side;
    }
}

static void show_woodyards(types_view_t *view) {
    for (int landing = 0; landing < ground.river.landings; landing++) {
        if (ground.river.has_wood[landing]) {
            *MORE(&view->markers) =
                (types_marker_t){ .kind = text("woodyard"), .place = place_of(landing), .label = text("wood") };
        }
    }
}

static void show_turns(types_view_t *view, const struct race *race) {
    types_track_t *track = MORE(&view->tracks);
    track->id = text("turns");
    track->title = text("Turns");
    track->first = 1;
    track->last = race->turns;
    track->citation = some("V1");
    types_track_mark_t *mark = MORE(&track->marks);
    mark->value = race->turn < race->turns ? race->turn : race->turns;
    mark->label = text("This turn");
}

/* That Blue has given his order, everybody knows; what it is, only his seat. */
static void show_order(types_view_t *view, const struct race *race, const uint8_t *seat) {
    if (race->order == NO_ORDER) {
        return;
    }
    say(&say_line(&view->status, "A2")->text, "Blue's captain has given his order.");
    if (seat && side_of(race, *seat) == BLUE) {
        say(&say_line(&view->status, "A2")->text, "Your order is: %s.", ORDER_NAMES[race->order]);
    }
}

void exports_rules_method_game_view(exports_rules_borrow_game_t game, exports_rules_seat_t *seat,
                                    exports_rules_view_t *view) {
    const struct race *race = &game->race;
    *view = (types_view_t){ .turn = status_of(race) };
    show_boat(view, race, BLUE);
    show_boat(view, race, GRAY);
    show_woodyards(view);
    show_turns(view, race);
    show_wood(view, race);
    show_order(view, race, seat);
}

bool exports_rules_method_game_outcome(exports_rules_borrow_game_t game, exports_rules_outcome_t *outcome) {
    const struct race *race = &game->race;
    if (!is_over(race, &ground.river)) {
        return false;
    }
    *outcome = (types_outcome_t){ 0 };
    int winner = leading(race);
    types_line_t *reason = say_line(&outcome->reasons, "V2");
    if (winner == SIDES) {
        say(&reason->text, "Both boats are at one landing with as much wood.");
    } else {
        outcome->winner = some(SIDE_IDS[winner]);
        bool farther = race->boats[BLUE].at != race->boats[GRAY].at;
        say(&reason->text, farther ? "The %q is farther up the river." : "At one landing, the %q has more wood left.",
            &ground.names[winner]);
    }
    return true;
}

/* Choices. */

static enum order order_named(const muster_string_t *id) {
    enum order order = DRIFT;
    while (order < ORDERS && !is(id, ORDER_IDS[order])) {
        order++;
    }
    return order;
}

/* The order of this name that the seat may give now, or none. */
static enum order listed(const struct race *race, uint8_t seat, const muster_string_t *id) {
    int side = side_of(race, seat);
    enum order order = order_named(id);
    bool is_listed = side < SIDES && order < ORDERS && !why_not(race, &ground.river, side, order);
    return is_listed ? order : NO_ORDER;
}

void exports_rules_method_game_details(exports_rules_borrow_game_t game, exports_rules_seat_t seat,
                                       muster_list_string_t *choices, exports_rules_list_choice_details_t *details) {
    static const char *const COSTS[ORDERS] = { [DRIFT] = "no wood", [HALF_STEAM] = "1 cord", [FULL_STEAM] = "2 cords", [TAKE_WOOD] = "no headway" };
    *details = (exports_rules_list_choice_details_t){ 0 };
    for (size_t at = 0; at < choices->len; at++) {
        enum order order = listed(&game->race, seat, &choices->ptr[at]);
        if (order == NO_ORDER) {
            continue;
        }
        types_choice_details_t *detail = MORE(details);
        detail->id = text(ORDER_IDS[order]);
        detail->label = text(ORDER_NAMES[order]);
        /* A label begins with a capital, and in a sentence the order doesn't. */
        detail->label.ptr[0] -= 'a' - 'A';
        detail->cost = text(COSTS[order]);
        say(&say_line(&detail->consequences, order == TAKE_WOOD ? "B3" : "B2")->text, "%s", ORDER_TEXTS[order]);
    }
    muster_list_string_free(choices);
}

static types_chance_t *more_chances(types_odds_table_t *table, uint64_t of, uint64_t out_of) {
    types_chance_t *chance = MORE(&table->rows.val.exact);
    chance->of = of;
    chance->out_of = out_of;
    return chance;
}

void exports_rules_method_game_odds(exports_rules_borrow_game_t game, exports_rules_seat_t seat,
                                    muster_string_t *choice, exports_rules_list_odds_table_t *tables) {
    *tables = (exports_rules_list_odds_table_t){ 0 };
    enum order order = listed(&game->race, seat, choice);
    muster_string_free(choice);
    if (order != HALF_STEAM && order != FULL_STEAM) {
        return;
    }
    types_odds_table_t *table = MORE(tables);
    say(&table->title, "How far the %q goes", &ground.names[side_of(&game->race, seat)]);
    table->note = text(order == HALF_STEAM ? "half steam, a die" : "full steam, two dice");
    table->citation = some("B2");
    table->rows.tag = TYPES_ODDS_ROWS_EXACT;
    if (order == HALF_STEAM) {
        for (int face = 1; face <= 6; face++) {
            say(&more_chances(table, 1, 6)->label, face == 1 ? "%d landing" : "%d landings", face);
        }
        return;
    }
    for (int sum = 3; sum <= 11; sum++) {
        int ways = sum <= 7 ? sum - 1 : 13 - sum;
        /* Of an even sum, one way is with two dice alike. */
        say(&more_chances(table, ways - (sum % 2 == 0), 36)->label, "%d landings", sum);
    }
    say(&more_chances(table, 6, 36)->label, "a flue bursts");
}

/* Explanations. */

static void explain_landing(types_list_line_t *lines, int landing) {
    if (landing == ground.river.landings) {
        say(&say_line(lines, "A1")->text, "There is no such landing.");
        return;
    }
    types_line_t *line = say_line(lines, "A1");
    say_landing(&line->text, landing);
    line->text.ptr[0] -= line->text.ptr[0] >= 'a' && line->text.ptr[0] <= 'z' ? 'a' - 'A' : 0;
    say(&line->text, ": %d of %d landings from the mouth.", landing, ground.river.landings - 1);
    if (ground.river.has_wood[landing]) {
        say(&say_line(lines, "A3")->text, "There is a woodyard.");
    }
    if (landing == ground.river.landings - 1) {
        say(&say_line(lines, "V1")->text, "Here the race ends.");
    }
}

static void explain_boat(types_list_line_t *lines, const struct race *race, int side) {
    if (side == SIDES) {
        say(&say_line(lines, "A1")->text, "There is no such boat.");
        return;
    }
    types_line_t *line = say_line(lines, "A1");
    say(&line->text, "The %q of %s is at ", &ground.names[side], SIDE_NAMES[side]);
    say_landing(&line->text, race->boats[side].at);
    say(&line->text, " with %d of %d cords of wood.", race->boats[side].wood, ROOM);
}

static void explain_order(types_list_line_t *lines, const struct race *race, uint8_t seat, enum order order) {
    if (order == ORDERS) {
        say(&say_line(lines, "A3")->text, "There is no such order.");
        return;
    }
    say(&say_line(lines, order == TAKE_WOOD ? "B3" : "B2")->text, "%s", ORDER_TEXTS[order]);
    int side = side_of(race, seat);
    const char *reason = side == SIDES ? "Whoever looks on gives no orders." : why_not(race, &ground.river, side, order);
    if (reason) {
        say(&say_line(lines, "A3")->text, "%s", reason);
    }
}

void exports_rules_method_game_explain(exports_rules_borrow_game_t game, exports_rules_seat_t seat,
                                       exports_rules_target_t *target, exports_rules_list_line_t *explained) {
    types_list_line_t lines = { 0 };
    switch (target->tag) {
    case TYPES_TARGET_SPACE:
        explain_landing(&lines, landing_named(&target->val.space));
        break;
    case TYPES_TARGET_UNIT:
        explain_boat(&lines, &game->race, boat_named(&target->val.unit));
        break;
    case TYPES_TARGET_BUTTON:
        explain_order(&lines, &game->race, seat, order_named(&target->val.button));
        break;
    case TYPES_TARGET_EDGE:
        say(&say_line(&lines, "A1")->text, "Boats go from landing to landing.");
        break;
    default:
        say(&say_line(&lines, "A1")->text, "There is nothing of that kind in a race.");
    }
    types_target_free(target);
    *explained = (exports_rules_list_line_t){ .ptr = lines.ptr, .len = lines.len };
}

/* Where half steam can bring the seat's own boat. */
void exports_rules_method_game_overlay(exports_rules_borrow_game_t game, exports_rules_seat_t *seat,
                                       muster_string_t *name, exports_rules_target_t *focus,
                                       exports_rules_list_overlay_item_t *items) {
    const struct race *race = &game->race;
    *items = (exports_rules_list_overlay_item_t){ 0 };
    int side = seat ? side_of(race, *seat) : SIDES;
    if (is(name, "reach") && side < SIDES && race->boats[side].wood) {
        int at = race->boats[side].at;
        for (int goes = 1; goes <= 6 && at + goes < ground.river.landings; goes++) {
            types_overlay_item_t *item = MORE(items);
            item->shape.tag = TYPES_OVERLAY_SHAPE_SPACE;
            item->shape.val.space = copy(&ground.landings[at + goes]);
            item->style = text("range");
            say(&item->label, "%d", goes);
        }
    }
    muster_string_free(name);
    if (focus) {
        types_target_free(focus);
    }
}
