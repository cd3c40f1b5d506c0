// Addresses of labels in a table.
int run(const char *code) {
    static void *table[] = {&&halt, &&increment, &&twice, &&jump};
    int value = 0, i = 0;
    goto *table[code[i++] - '0'];
increment:
    value++;
    goto *table[code[i++] - '0'];
twice:
    value *= 2;
    goto *table[code[i++] - '0'];
jump:
    i++;
    goto *table[code[i++] - '0'];
halt:
    return value;
}

int main(void) {
    if (run("1120") != 4) return 1;
    if (run("13210") != 2) return 2;
    if (run("0") != 0) return 3;
    return 0;
}
