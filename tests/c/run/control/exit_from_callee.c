// exit leaves the whole program with its argument as the status.
void exit(int status) __attribute__((noreturn));
void leave(int x) {
    if (x == 3) exit(0);
}

int main(void) {
    for (int i = 0; i < 5; i++) leave(i);
    return 1;
}
