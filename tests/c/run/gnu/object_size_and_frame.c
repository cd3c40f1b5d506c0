// Builtins about the place in the program that must only be accepted.
int main(void) {
    void *p = __builtin_frame_address(0);
    void *r = __builtin_return_address(0);
    (void)p;
    (void)r;
    char buffer[10];
    if (__builtin_object_size(buffer, 0) != 10 && __builtin_object_size(buffer, 0) != (unsigned long)-1) return 1;
    return 0;
}
