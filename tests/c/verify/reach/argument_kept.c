// property: unreach-call
// verdict: TRUE
// Arguments hold what the program writes, and otherwise what they held before.
void reach_error(void);

int main(int argc, char **argv) {
    char first = argv[0][0];
    if (argc < 2 || !argv[1][0]) return 0;
    argv[1][0] = 'x';
    if (argv[1][0] != 'x') reach_error();
    if (argv[0][0] != first) reach_error();
    return 0;
}
