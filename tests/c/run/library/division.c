// div and its relatives return quotient and remainder in a record.
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);

int main(void) {
    div_t d = div(-7, 2);
    if (d.quot != -3 || d.rem != -1) return 1;
    if (ldiv(7, -2).quot != -3 || ldiv(7, -2).rem != 1) return 2;
    lldiv_t l = lldiv(1LL << 40, 3);
    if (l.quot * 3 + l.rem != 1LL << 40) return 3;
    return 0;
}
