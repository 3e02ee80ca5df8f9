/* What the bindings and the compiler need of the C library; src/heap.c has it. */
#ifndef STRING_H
#define STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *one, const void *two, size_t count);
size_t strlen(const char *text);

#endif
