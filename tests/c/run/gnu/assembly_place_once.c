// The place that assembly reads and writes is evaluated once.
int calls;
int value = 3;
int *place(void) {
    calls++;
    return &value;
}

int main(void) {
    __asm__("" : "+r"(*place()));
    if (calls != 1) return 1;
    __asm__ volatile("nop" : : "r"(place()) : "memory");
    if (calls != 2) return 2;
    return 0;
}
