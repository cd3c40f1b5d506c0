// A function that does not return ends the paths through it.
void exit(int);
_Noreturn void stop(int x) {
    exit(x == 4 ? 0 : 2);
}
int pick(int x) {
    if (x < 10) return x;
    stop(x - 10);
}

int main(void) {
    if (pick(5) != 5) return 1;
    pick(14);
    return 3;
}
