// Constant expressions of every operator, as array sizes, case labels and initialisers.
enum { TEN = 5 * 2, MINUS = -TEN, SHIFTED = 1 << 4, CHOSEN = TEN > 5 ? 3 : 4, NOT = !TEN, BITS = (0xff ^ 0xf) & ~3 };
int cells[TEN % 7 + CHOSEN];
int global = (TEN + MINUS) * 100 + SHIFTED / 3;
char byte = (char)(TEN * 30);

int main(void) {
    if (sizeof cells != 24) return 1;
    if (global != 5 || byte != 44) return 2;
    if (NOT != 0 || BITS != 0xf0) return 3;
    switch (TEN) {
    case sizeof(int) + 6: break;
    case 3 && 0 ? 1 : 12: return 4;
    default: return 5;
    }
    return 0;
}
