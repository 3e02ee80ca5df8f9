/* A heap, and the few functions of the C library that are needed.
 *
 * Blocks have sizes that are powers of two. A block that is freed goes on the list of its size and is given out again from there;
 * memory grows only where that list is empty. So a game that answers as many questions as it likes needs no more memory than
 * the longest answer. Where there is no more memory, the call ends with a trap, which the host takes for what it is. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST = 4, MOST = 28, PAGE = 1 << 16 };

/* What stands before each block. It is eight bytes long, so that all that follows it is aligned. */
struct head {
    uint32_t class;
    struct head *next;
};

_Static_assert(sizeof(struct head) == 8, "blocks are aligned to eight bytes");

extern unsigned char __heap_base;

static struct head *unused[MOST + 1];
static uintptr_t end_of_blocks, end_of_memory;

_Noreturn void abort(void) {
    __builtin_trap();
}

/* A new block at the end of all others. */
static struct head *new_block(uint32_t class) {
    if (!end_of_blocks) {
        end_of_blocks = ((uintptr_t)&__heap_base + 7) & ~(uintptr_t)7;
        end_of_memory = __builtin_wasm_memory_size(0) * PAGE;
    }
    uintptr_t needed = sizeof(struct head) + ((uintptr_t)1 << class);
    if (end_of_memory - end_of_blocks < needed) {
        size_t pages = (needed + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) {
            abort();
        }
        end_of_memory += pages * PAGE;
    }
    struct head *block = (struct head *)end_of_blocks;
    end_of_blocks += needed;
    return block;
}

void *malloc(size_t size) {
    uint32_t class = LEAST;
    while (((size_t)1 << class) < size) {
        if (++class > MOST) {
            abort();
        }
    }
    struct head *block = unused[class];
    if (block) {
        unused[class] = block->next;
    } else {
        block = new_block(class);
    }
    *block = (struct head){ .class = class };
    return block + 1;
}

void free(void *memory) {
    if (memory) {
        struct head *block = (struct head *)memory - 1;
        block->next = unused[block->class];
        unused[block->class] = block;
    }
}

void *realloc(void *memory, size_t size) {
    if (!memory) {
        return malloc(size);
    }
    size_t has = (size_t)1 << ((struct head *)memory - 1)->class;
    if (size <= has) {
        return memory;
    }
    void *larger = malloc(size);
    memcpy(larger, memory, has);
    free(memory);
    return larger;
}

void *memcpy(void *to, const void *from, size_t count) {
    unsigned char *into = to;
    const unsigned char *of = from;
    while (count--) {
        *into++ = *of++;
    }
    return to;
}

void *memset(void *to, int byte, size_t count) {
    unsigned char *into = to;
    while (count--) {
        *into++ = (unsigned char)byte;
    }
    return to;
}

int memcmp(const void *one, const void *two, size_t count) {
    const unsigned char *a = one, *b = two;
    for (; count--; a++, b++) {
        if (*a != *b) {
            return *a < *b ? -1 : 1;
        }
    }
    return 0;
}

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length]) {
        length++;
    }
    return length;
}
