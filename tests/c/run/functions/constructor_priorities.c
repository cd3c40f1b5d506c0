// Constructors run by their priority, and then as they are written.
int order[7], count;
__attribute__((constructor)) void a(void) { order[count++] = 1; }
__attribute__((constructor(200))) void b(void) { order[count++] = 2; }
static __attribute__((constructor(101))) void c(void) { order[count++] = 3; }
void d(void) __attribute__((constructor));
__attribute__((constructor(200))) void e(void) { order[count++] = 4; }
__attribute__((constructor)) static void f(void) { order[count++] = 5; }
void d(void) { order[count++] = 6; }
void g(void) __attribute__((constructor(150)));
void g(void) { order[count++] = 7; }

int main(void) {
    int expected[7] = {3, 7, 2, 4, 1, 5, 6};
    for (int i = 0; i < 7; i++)
        if (order[i] != expected[i]) return i + 1;
    return count != 7;
}
