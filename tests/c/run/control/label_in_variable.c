// The address of a label in a variable.
int main(void) {
    void *next = &&first;
    int n = 0;
    goto *next;
second:
    n += 10;
    next = &&third;
    goto *next;
first:
    n += 1;
    next = n == 1 ? &&second : &&third;
    goto *next;
third:
    n += 100;
    if (n != 111) return 1;
    return 0;
}
