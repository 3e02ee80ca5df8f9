/* Strings and lists as the bindings have them: a pointer and a length, from malloc, given away with the answer. */
#ifndef TEXT_H
#define TEXT_H

#include <stdarg.h>

#include "muster.h"

/* Adds to a string. In the format, %s stands for a text, %q for a string of the bindings (by its address), %d for a number. */
void say(muster_string_t *string, const char *format, ...);
void say_with(muster_string_t *string, const char *format, va_list values);

/* A new string of this text, and of another string. */
muster_string_t text(const char *text);
muster_string_t copy(const muster_string_t *string);

/* Whether a string is this text, and whether two are the same. */
bool is(const muster_string_t *string, const char *text);
bool same(const muster_string_t *one, const muster_string_t *two);

/* An option that has this text. */
muster_option_string_t some(const char *text);

/* Makes a list longer by an item and gives it; all its fields are 0, so that its strings and lists are empty and its options none. */
#define MORE(list) (lengthen((void **)&(list)->ptr, &(list)->len, sizeof *(list)->ptr), &(list)->ptr[(list)->len - 1])
void lengthen(void **items, size_t *count, size_t size);

#endif
