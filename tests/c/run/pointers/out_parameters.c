// Results through pointers, and swapping.
void divide(int a, int b, int *quotient, int *remainder) {
    *quotient = a / b;
    *remainder = a % b;
}
void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
void redirect(int **p, int *target) { *p = target; }

int main(void) {
    int q, r;
    divide(17, 5, &q, &r);
    if (q != 3 || r != 2) return 1;
    swap(&q, &r);
    if (q != 2 || r != 3) return 2;
    swap(&q, &q);
    if (q != 2) return 3;
    int *p = &q;
    redirect(&p, &r);
    if (*p != 3) return 4;
    return 0;
}
