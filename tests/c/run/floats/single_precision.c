// Float arithmetic rounds to 24 bits.
int main(void) {
    float big = 16777216.0f;
    if (big + 1.0f != big) return 1;
    if (big + 2.0f != 16777218.0f) return 2;
    float tenth = 0.1f;
    if (tenth == 0.1) return 3;
    if ((double)tenth != 0.100000001490116119384765625) return 4;
    float x = 0.1;
    if (x != tenth) return 5;
    if (sizeof(tenth * tenth) != 4 || sizeof(tenth * 1.0) != 8) return 6;
    float third = 1.0f / 3.0f;
    if ((double)third != 0.3333333432674407958984375) return 7;
    return 0;
}
