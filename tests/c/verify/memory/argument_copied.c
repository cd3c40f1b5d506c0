// property: valid-memsafety
// verdict: FALSE(valid-deref)
// An argument may be longer than an array.
char *strcpy(char *, const char *);

int main(int argc, char **argv) {
    char name[4];
    if (argc > 1) strcpy(name, argv[1]);
    return 0;
}
