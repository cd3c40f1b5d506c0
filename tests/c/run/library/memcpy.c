// memcpy copies bytes and returns its first argument.
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *to, const void *from, size_t count);

int main(void) {
    int a[4] = {1, 2, 3, 4}, b[4] = {0};
    if (memcpy(b, a, sizeof a) != b) return 1;
    if (b[0] != 1 || b[3] != 4) return 2;
    memcpy(&b[2], a, sizeof(int));
    if (b[2] != 1 || b[3] != 4) return 3;
    memcpy(b, a + 3, 0);
    if (b[0] != 1) return 4;
    float f = 1.0f;
    unsigned u;
    memcpy(&u, &f, sizeof u);
    if (u != 0x3f800000u) return 5;
    memcpy((char *)b + 1, "\x7f", 1);
    if (b[0] != 0x7f01) return 6;
    return 0;
}
