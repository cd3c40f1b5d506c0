// Functions return structs by value.
struct pair { int first; long long second; };
struct pair make(int a, long long b) {
    struct pair p = {a, b};
    return p;
}
struct pair swap(struct pair p) { return make((int)p.second, p.first); }

int main(void) {
    struct pair p = make(3, 4);
    if (p.first != 3 || p.second != 4) return 1;
    if (make(5, 6).second != 6) return 2;
    p = swap(swap(make(1, -2)));
    if (p.first != 1 || p.second != -2) return 3;
    return 0;
}
