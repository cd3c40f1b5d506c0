// property: valid-memsafety
// verdict: FALSE(valid-deref)
// Behind the last argument is a null pointer.
int main(int argc, char **argv) {
    return argv[1][0];
}
