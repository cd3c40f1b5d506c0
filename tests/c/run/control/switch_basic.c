// A switch with breaks, a default, and no match.
int name(int x) {
    switch (x) {
    case 1: return 10;
    case -1: return 20;
    case 'a': return 30;
    default: return 40;
    }
}

int main(void) {
    if (name(1) != 10 || name(-1) != 20 || name(97) != 30 || name(5) != 40) return 1;
    int x = 0;
    switch (7) {
    case 1: x = 1;
    case 2: x = 2;
    }
    if (x) return 2;
    switch (x) case 0: x = 9;
    if (x != 9) return 3;
    switch (x) { }
    return 0;
}
