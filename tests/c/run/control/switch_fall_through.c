// Cases fall through to the next one.
int days(int month) {
    int d = 0;
    switch (month) {
    case 4:
    case 6:
    case 9:
    case 11:
        d = 30;
        break;
    case 2:
        d -= 2;
        // falls through
    default:
        d += 30;
        d++;
    case 99:
        d--;
    }
    return d;
}

int main(void) {
    if (days(4) != 30 || days(11) != 30) return 1;
    if (days(2) != 28) return 2;
    if (days(1) != 30) return 3;
    if (days(99) != -1) return 4;
    return 0;
}
