// An else belongs to the nearest if.
int classify(int x) {
    if (x > 0)
        if (x > 10) return 2;
        else return 1;
    else if (x == 0) return 0;
    return -1;
}

int main(void) {
    if (classify(20) != 2) return 1;
    if (classify(5) != 1) return 2;
    if (classify(0) != 0) return 3;
    if (classify(-3) != -1) return 4;
    if (0) ; else goto end;
    return 5;
end:
    return 0;
}
