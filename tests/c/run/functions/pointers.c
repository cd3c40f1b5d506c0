// Function pointers in every notation.
int twice(int x) { return 2 * x; }
int square(int x) { return x * x; }
int apply(int (*f)(int), int x) { return f(x); }
int apply_decayed(int f(int), int x) { return (*f)(x); }

int main(void) {
    int (*f)(int) = twice;
    if (f(3) != 6) return 1;
    f = &square;
    if ((*f)(3) != 9 || (**f)(3) != 9 || (***f)(4) != 16) return 2;
    if (apply(twice, 5) != 10 || apply(&square, 5) != 25 || apply_decayed(twice, 4) != 8) return 3;
    if (f == twice || f != square || !f) return 4;
    f = 0;
    if (f) return 5;
    if ((1 ? twice : square)(7) != 14) return 6;
    return 0;
}
