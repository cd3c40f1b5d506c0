// Floats through calls, arrays, structs and pointers.
struct point { float x; double y; };
float half(float x) { return x / 2; }
double norm(struct point p) { return p.x * p.x + p.y * p.y; }
void scale(double *a, int n, double by) {
    for (int i = 0; i < n; i++) a[i] *= by;
}

int main(void) {
    if (half(3) != 1.5f || half(0.1) != 0.05f) return 1;
    struct point p = {3, 4};
    if (norm(p) != 25) return 2;
    double a[3] = {1, 2, 3};
    scale(a, 3, 0.5);
    if (a[0] != 0.5 || a[2] != 1.5) return 3;
    float *f = &p.x;
    *f += 0.5f;
    if (p.x != 3.5f) return 4;
    double (*g)(struct point) = norm;
    p.x = 0;
    if (g(p) != 16) return 5;
    return 0;
}
