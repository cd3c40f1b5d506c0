// An unsigned int that meets a long long keeps its value; the result is signed.
int main(void) {
    unsigned int u = 4294967295u;
    long long minus = -1;
    if (!(minus < u)) return 1;
    if (u + minus != 4294967294ll) return 2;
    if (u * 2ll != 8589934590ll) return 3;
    if (-(long long)u != -4294967295ll) return 4;
    if (0 - u != 1) return 5;
    return 0;
}
