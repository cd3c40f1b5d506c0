// A character constant with several characters packs them as gcc does.
int main(void) {
    if ('ab' != 0x6162) return 1;
    if ('abcd' != 0x61626364) return 2;
    if ('\1\2' != 0x0102) return 3;
    return 0;
}
