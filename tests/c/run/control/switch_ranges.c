// Case ranges, a GNU extension.
int kind(int c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'z':
    case 'A' ... 'Z': return 2;
    case -5 ... -1: return 3;
    case 1000 ... 1000: return 4;
    }
    return 0;
}

int main(void) {
    if (kind('0') != 1 || kind('9') != 1 || kind('9' + 1) != 0) return 1;
    if (kind('m') != 2 || kind('Z') != 2) return 2;
    if (kind(-1) != 3 || kind(-5) != 3 || kind(-6) != 0) return 3;
    if (kind(1000) != 4 || kind(999) != 0) return 4;
    return 0;
}
