// Flags: behind void, in a record; and pointers, which atomic builtins move by bytes.
typedef struct { unsigned char value; } flag;

int main(void) {
    flag f = {0};
    unsigned char byte = 0;
    void *behind = &byte;
    if (__atomic_test_and_set(&f, 5) || !__atomic_test_and_set(&f, 5)) return 1;
    __atomic_clear(&f, 5);
    if (f.value != 0 || __atomic_test_and_set(behind, 5) || byte == 0) return 2;
    __atomic_clear(behind, 5);
    if (byte != 0 || __sync_lock_test_and_set(&byte, 1) != 0) return 3;
    __sync_lock_release(&byte);
    if (byte != 0) return 4;
    int numbers[3] = {1, 2, 3}, *p = numbers;
    if (__sync_fetch_and_add(&p, sizeof(int)) != numbers || *p != 2) return 5;
    if (__atomic_sub_fetch(&p, sizeof(int), 5) != numbers || p != numbers) return 6;
    if (!__sync_bool_compare_and_swap(&p, numbers, numbers + 2) || *p != 3) return 7;
    return 0;
}
