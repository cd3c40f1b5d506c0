// A union with a tag, copied and passed.
struct value { enum { NUMBER, FRACTION, NOTHING } kind; union { int number; double fraction; } u; };
int rounded(struct value v) {
    switch (v.kind) {
    case NUMBER: return v.u.number;
    case FRACTION: return (int)(v.u.fraction + 0.5);
    default: return -1;
    }
}

int main(void) {
    struct value a = {NUMBER, {5}}, b = {.kind = FRACTION, .u.fraction = 7.75}, c = {NOTHING};
    if (rounded(a) != 5) return 1;
    if (rounded(b) != 8) return 2;
    if (rounded(c) != -1) return 3;
    a = b;
    if (a.u.fraction != 7.75) return 4;
    return 0;
}
