// Enumerators count on from the last value; they are ints.
enum color { RED, GREEN = 5, BLUE, BLACK = -3, WHITE };
enum big { HUGE_ONE = 3000000000u };

int main(void) {
    if (RED != 0 || GREEN != 5 || BLUE != 6 || BLACK != -3 || WHITE != -2) return 1;
    enum color c = BLUE;
    c++;
    if (c != 7) return 2;
    if (sizeof(enum color) != 4 || sizeof(RED) != 4) return 3;
    if (HUGE_ONE != 3000000000u) return 4;
    if (BLACK > 0) return 5;
    return 0;
}
