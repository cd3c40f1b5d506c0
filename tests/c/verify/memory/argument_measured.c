// property: valid-memsafety
// verdict: TRUE
// Every argument has an end.
unsigned long strlen(const char *);

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    return strlen(argv[1]) > 3;
}
