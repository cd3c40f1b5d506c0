// A float parameter of an old-style definition arrives as a double.
int check(f, c)
float f;
char c;
{
    return f == 0.5f && c == 'c';
}

int main(void) {
    if (!check(0.5, 'c')) return 1;
    if (!check(0.5f, 'c' + 256)) return 2;
    return 0;
}
