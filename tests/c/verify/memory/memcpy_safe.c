// property: valid-memsafety
// verdict: TRUE
// memcpy of exactly the whole block.
typedef __typeof__(sizeof 0) size_t;
extern void *memcpy(void *, const void *, size_t);

int main(void) {
    char from[4] = "abc", to[4];
    memcpy(to, from, sizeof from);
    return to[3];
}
