// property: valid-memsafety
// verdict: FALSE(valid-free)
// Nobody allocated the arguments.
void free(void *);

int main(int argc, char **argv) {
    if (argc > 1) free(argv[1]);
    return 0;
}
