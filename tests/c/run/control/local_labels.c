// Labels that belong to a block.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        __label__ out;
        for (int j = 0; j < 5; j++) {
            if (j == i) goto out;
            sum++;
        }
    out:;
    }
    {
        __label__ out;
        goto out;
        sum = 0;
    out:
        sum += 10;
    }
    if (sum != 13) return 1;
    return 0;
}
