// Numbers below the smallest normal one lose precision step by step.
int main(void) {
    double least = 0x1p-1074;
    if (least == 0 || least / 2 != 0) return 1;
    if (least * 0.75 != least || least * 0.5 != 0) return 2;
    double normal = 0x1p-1022;
    if (normal - least == normal || normal / 2 * 2 != normal) return 3;
    if ((normal + least) / 2 * 2 != normal) return 4;
    float f = 0x1p-126f;
    if (f / 8388608 != 0x1p-149f || f / 8388608 / 2 != 0) return 5;
    return 0;
}
