// Statement expressions inside of each other, in conditions and arguments.
int add(int a, int b) { return a + b; }

int main(void) {
    int n = 0;
    if (add(({ n++; 10; }), ({ int m = ({ int k = 4; k * k; }); m + 1; })) != 27) return 1;
    if (n != 1) return 2;
    if (n && ({ n = 5; n; }) == 5 && !({ n = 0; n; })) n = 7;
    if (n != 7) return 3;
    while (({ n--; n > 3; })) ;
    if (n != 3) return 4;
    int r = n == 0 ? ({ return 5; 1; }) : ({ goto out; 2; });
    return 6 + r;
out:
    return 0;
}
