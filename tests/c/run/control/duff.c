// Duff's device: case labels inside of a loop.
void copy(char *to, const char *from, int count) {
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void) {
    char to[12] = {0};
    const char *from = "0123456789";
    copy(to, from, 10);
    for (int i = 0; i < 10; i++)
        if (to[i] != from[i]) return 1;
    if (to[10]) return 2;
    copy(to, "xyz", 3);
    if (to[0] != 'x' || to[2] != 'z' || to[3] != '3') return 3;
    copy(to, "abcd", 4);
    if (to[3] != 'd' || to[4] != '4') return 4;
    return 0;
}
