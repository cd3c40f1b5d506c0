// The value of a statement expression is that of its last statement.
int main(void) {
    int x = ({ int y = 3; y *= 2; y + 1; });
    if (x != 7) return 1;
    int a = 5, b = 9;
    int larger = ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; });
    if (larger != 9) return 2;
    int sum = 0;
    for (int i = 0; i < ({ int n = 2; n + 2; }); i++) sum += ({ if (i == 2) continue; i; });
    if (sum != 4) return 3;
    ({ x = 1; (void)0; });
    if (x != 1) return 4;
    if (({ struct { int a, b; } s = {4, 5}; s; }).b != 5) return 5;
    return 0;
}
