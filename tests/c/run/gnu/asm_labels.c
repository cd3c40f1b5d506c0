// Alternative keywords, and assembler names of objects.
extern __inline__ __attribute__((__gnu_inline__)) int one(void) { return 1; }
int one(void) { return 1; }
static __const__ int c = 3;
__volatile__ int v = 4;
int *__restrict__ p;
int renamed __asm__("other_name") = 6;
__extension__ typedef struct { __signed__ char c; } s;

int main(void) {
    __extension__ long long l = 5;
    s x = {-1};
    p = &renamed;
    if (one() != 1 || c != 3 || v != 4 || l != 5 || x.c != -1 || *p != 6) return 1;
    return 0;
}
