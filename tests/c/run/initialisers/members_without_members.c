// A value for a member that has no members is lost.
struct nothing {};
struct first { struct nothing none; int x; } a = {1};
struct second { int none[0]; int x; } b = {2, 3};
struct nothing many[4000000000u] = {4};

int main(void) {
    if (a.x != 0) return 1;
    if (b.x != 3) return 2;
    return 0;
}
