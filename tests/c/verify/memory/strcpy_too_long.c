// property: valid-memsafety
// verdict: FALSE(valid-deref)
// The zero at the end has no place.
extern char *strcpy(char *, const char *);

int main(void) {
    char to[3];
    strcpy(to, "abc");
    return 0;
}
