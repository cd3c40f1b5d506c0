// property: unreach-call
// verdict: FALSE(unreach-call)
// A pointer that is passed through `...` can be read as a number.
extern void reach_error(void);

static unsigned long get(int count, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, count);
    unsigned long value = __builtin_va_arg(list, unsigned long);
    __builtin_va_end(list);
    return value;
}

int main(void) {
    int number;
    unsigned long five = get(1, 5ul), address = get(1, &number);
    if (address != five) reach_error();
    return 0;
}
