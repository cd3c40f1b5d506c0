// The labels are converted to the promoted type of the value.
int of_unsigned(unsigned x) {
    switch (x) {
    case -1: return 1;
    case 2: return 2;
    }
    return 0;
}
int of_char(char c) {
    switch (c) {
    case -1: return 1;
    case 255: return 2;
    }
    return 0;
}
int of_long(long long x) {
    switch (x) {
    case 0x100000000ll: return 1;
    case 0: return 2;
    }
    return 0;
}

int main(void) {
    if (of_unsigned(4294967295u) != 1) return 1;
    if (of_char((char)255) != 1) return 2;
    if (of_long(0x100000000ll) != 1 || of_long(0) != 2 || of_long(1) != 0) return 3;
    _Bool b = 1;
    switch (b) {
    case 0: return 4;
    case 1: break;
    }
    return 0;
}
