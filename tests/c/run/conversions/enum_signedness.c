// An enumeration without negative values is unsigned in gcc, with one it is signed.
enum positive { A, B };
enum negative { C = -1, D };

int main(void) {
    enum positive p = (enum positive)-1;
    enum negative n = (enum negative)-1;
    if (p < A) return 1;
    if ((long long)p != 4294967295ll) return 2;
    if (!(n < D)) return 3;
    if ((long long)n != -1) return 4;
    return 0;
}
