// Labels and jumps in both directions.
int main(void) {
    int i = 0, sum = 0;
again:
    if (i >= 5) goto done;
    sum += i;
    i++;
    goto again;
done:
    if (sum != 10) return 1;
    goto skip;
    return 2;
skip:;
    return 0;
}
