// property: valid-memsafety
// verdict: FALSE(valid-deref)
// A string without an end.
typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);

int main(void) {
    char s[3] = {'a', 'b', 'c'};
    return strlen(s) == 3;
}
