// Break leaves the switch, continue the round of the loop.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        switch (i % 4) {
        case 0: continue;
        case 1: break;
        case 2: sum += 10;
        default: sum += 1; break;
        }
        sum += 100;
    }
    if (sum != 724) return 1;
    return 0;
}
