// A va_list in a record, behind a pointer, and copied in the middle.
typedef __builtin_va_list va_list;
struct source {
    int left;
    va_list *list;
};
int next(struct source *s) {
    if (s->left == 0) return -1;
    s->left--;
    return __builtin_va_arg(*s->list, int);
}
int mix(int count, ...) {
    va_list ap, again;
    __builtin_va_start(ap, count);
    struct source s = {count, &ap};
    int r = next(&s);
    __builtin_va_copy(again, ap);
    r = r * 10 + next(&s);
    r = r * 10 + next(&s);
    r = r * 10 + __builtin_va_arg(again, int);
    __builtin_va_end(again);
    __builtin_va_end(ap);
    return r * 10 + (next(&s) == -1);
}

int main(void) {
    if (mix(3, 1, 2, 3) != 12321) return 1;
    return 0;
}
