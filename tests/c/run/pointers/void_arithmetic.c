// Arithmetic on void pointers counts bytes in gcc.
int main(void) {
    int a[3] = {1, 2, 3};
    void *p = a;
    p = p + 4;
    if (*(int *)p != 2) return 1;
    p += sizeof(int);
    if (*(int *)p != 3) return 2;
    if (p - (void *)a != 8) return 3;
    return 0;
}
