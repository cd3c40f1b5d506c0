// Members of unnamed structs and unions are members of the outer one.
struct value {
    int kind;
    union {
        int number;
        struct { char low, high; };
    };
};

int main(void) {
    struct value v = {1, {0x0102}};
    if (v.number != 0x0102) return 1;
    if (v.low != 2 || v.high != 1) return 2;
    v.high = 5;
    if (v.number != 0x0502) return 3;
    if (sizeof v != 8 || __builtin_offsetof(struct value, high) != 5) return 4;
    struct value w = {.kind = 2, .low = 7};
    if (w.low != 7 || w.high != 0) return 5;
    return 0;
}
