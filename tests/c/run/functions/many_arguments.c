// Many arguments of many types.
int check(char a, short b, int c, long d, long long e, unsigned char f, float g, double h, int *i, char j[2], _Bool k, unsigned l) {
    return a == -1 && b == -2 && c == -3 && d == -4 && e == -5 && f == 255 && g == 0.5f && h == 0.25 && *i == 7
        && j[1] == 'y' && k == 1 && l == 4294967295u;
}

int main(void) {
    int x = 7;
    char text[] = "xy";
    if (!check(-1, -2, -3, -4, -5, -1, 0.5, 0.25f, &x, text, 8, -1)) return 1;
    return 0;
}
