// Members and array elements of a struct that a function returns.
struct row { int cells[3]; char tag; };
struct row make(int start) {
    struct row r = {{start, start + 1, start + 2}, 'r'};
    return r;
}

int main(void) {
    if (make(5).cells[2] != 7) return 1;
    if (make(1).tag != 'r') return 2;
    int i = 1;
    if (make(10).cells[i] != 11) return 3;
    return 0;
}
