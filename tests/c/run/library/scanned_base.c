// `%i` reads numbers as C writes them: decimal, octal and hexadecimal.
int sscanf(const char *, const char *, ...);

static int value_of(const char *text) {
    int value = -77;
    return sscanf(text, "%i", &value) == 1 ? value : -99;
}

int main(void) {
    if (value_of("12") != 12) return 1;
    if (value_of(" -12x") != -12) return 2;
    if (value_of("017") != 15) return 3;
    if (value_of("-0x1F") != -31) return 4;
    if (value_of("0") != 0) return 5;
    if (value_of("09") != 0) return 6;
    if (value_of("x1") != -99) return 7;
    if (value_of("+0X7fffffff") != 2147483647) return 8;
    return 0;
}
