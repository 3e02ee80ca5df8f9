#include "text.h"

#include <stdlib.h>
#include <string.h>

static void add(muster_string_t *string, const void *bytes, size_t count) {
    if (count) {
        string->ptr = realloc(string->len ? string->ptr : NULL, string->len + count);
        memcpy(string->ptr + string->len, bytes, count);
        string->len += count;
    }
}

static void add_number(muster_string_t *string, int number) {
    char digits[12];
    size_t at = sizeof digits;
    unsigned left = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (number < 0) {
        digits[--at] = '-';
    }
    add(string, digits + at, sizeof digits - at);
}

void say_with(muster_string_t *string, const char *format, va_list values) {
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            add(string, at, 1);
            continue;
        }
        switch (*++at) {
        case 's': {
            const char *word = va_arg(values, const char *);
            add(string, word, strlen(word));
            break;
        }
        case 'q': {
            const muster_string_t *other = va_arg(values, const muster_string_t *);
            add(string, other->ptr, other->len);
            break;
        }
        case 'd':
            add_number(string, va_arg(values, int));
            break;
        default:
            abort();
        }
    }
}

void say(muster_string_t *string, const char *format, ...) {
    va_list values;
    va_start(values, format);
    say_with(string, format, values);
    va_end(values);
}

muster_string_t text(const char *text) {
    muster_string_t string = { 0 };
    add(&string, text, strlen(text));
    return string;
}

muster_string_t copy(const muster_string_t *string) {
    muster_string_t another = { 0 };
    add(&another, string->ptr, string->len);
    return another;
}

bool is(const muster_string_t *string, const char *text) {
    return string->len == strlen(text) && memcmp(string->ptr, text, string->len) == 0;
}

bool same(const muster_string_t *one, const muster_string_t *two) {
    return one->len == two->len && memcmp(one->ptr, two->ptr, one->len) == 0;
}

muster_option_string_t some(const char *words) {
    return (muster_option_string_t){ .is_some = true, .val = text(words) };
}

void lengthen(void **items, size_t *count, size_t size) {
    *items = realloc(*count ? *items : NULL, (*count + 1) * size);
    memset((char *)*items + *count * size, 0, size);
    *count += 1;
}
