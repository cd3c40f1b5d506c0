// property: valid-memsafety
// verdict: TRUE
// The arguments of a program are strings, and the first one is there.
int main(int argc, char **argv) {
    int options = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-') options++;
    return argv[0][0] == 'x' && options;
}
