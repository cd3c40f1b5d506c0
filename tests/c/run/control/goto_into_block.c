// Jumps into loops and blocks.
int main(void) {
    int i = 3, n = 0;
    goto inside;
    while (i > 0) {
        n += 100;
    inside:
        n += 1;
        i--;
    }
    if (n != 203 || i != 0) return 1;
    if (n == 0) {
    branch:
        n++;
        goto end;
    }
    goto branch;
end:
    if (n != 204) return 2;
    return 0;
}
