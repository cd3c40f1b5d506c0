// property: valid-memsafety
// verdict: FALSE(valid-deref)
// Nothing of an argument is behind its end.
int main(int argc, char **argv) {
    char *at = argv[0];
    while (*at) at++;
    return at[1];
}
