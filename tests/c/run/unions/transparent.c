// A transparent union as a parameter takes any of its members.
typedef union { int *as_int; char *as_char; } any_pointer __attribute__((transparent_union));
int first_byte(any_pointer p) { return *p.as_char; }

int main(void) {
    int i = 65;
    char c = 'z';
    if (first_byte(&i) != 65) return 1;
    if (first_byte(&c) != 'z') return 2;
    return 0;
}
