// property: unreach-call
// verdict: TRUE
// The list of arguments ends with a null pointer.
void reach_error(void);

int main(int argc, char **argv) {
    if (argc < 1) reach_error();
    if (argv[argc]) reach_error();
    return 0;
}
