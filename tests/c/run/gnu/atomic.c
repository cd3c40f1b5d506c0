// Atomic builtins do what they say.
int main(void) {
    int x = 0, y = 1, r, expected;
    if (__sync_fetch_and_add(&x, 2) != 0 || __sync_sub_and_fetch(&x, 1) != 1) return 1;
    __atomic_store_n(&x, 7, 5);
    __atomic_load(&x, &r, 5);
    if (r != 7 || __atomic_load_n(&x, 5) != 7) return 2;
    __atomic_store(&x, &y, 5);
    if (x != 1 || __atomic_exchange_n(&x, 4, 5) != 1) return 3;
    __atomic_exchange(&x, &y, &r, 5);
    if (r != 4 || x != 1) return 4;
    expected = 1;
    if (!__atomic_compare_exchange_n(&x, &expected, 9, 0, 5, 5) || x != 9 || expected != 1) return 5;
    if (__atomic_compare_exchange_n(&x, &expected, 3, 0, 5, 5) || x != 9 || expected != 9) return 6;
    if (!__atomic_compare_exchange(&x, &expected, &y, 0, 5, 5) || x != 1) return 7;
    if (__sync_val_compare_and_swap(&x, 1, 2) != 1 || __sync_bool_compare_and_swap(&x, 1, 3)) return 8;
    unsigned char small = 250;
    if (__atomic_add_fetch(&small, 10, 5) != 4 || __atomic_fetch_nand(&small, 6, 5) != 4) return 9;
    if (small != 251) return 10;
    return 0;
}
