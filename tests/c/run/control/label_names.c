// Labels have a name space of their own, in each function.
int f(int x) {
x:
    if (x > 3) return x;
    x++;
    goto x;
}

int main(void) {
    int f_result = f(0);
    goto f;
f:
    if (f_result != 4) return 1;
    struct x { int x; } x = {5};
    goto x;
x:
    return x.x - 5;
}
