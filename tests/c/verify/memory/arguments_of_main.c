// property: valid-deref
// verdict: UNKNOWN
// What the arguments of a program point to is not known.
int main(int argc, char **argv) {
    if (argc < 1) return 0;
    return argv[0][0] == 'x';
}
