// Names for types of functions, arrays and pointers.
typedef int binary(int, int);
typedef binary *binary_pointer;
typedef int row[3];
typedef row matrix[2];
typedef const char *text;
binary add;
int add(int a, int b) { return a + b; }

int main(void) {
    binary_pointer p = add;
    if (p(1, 2) != 3) return 1;
    matrix m = {{1, 2, 3}, {4, 5, 6}};
    row *r = m;
    if (r[1][2] != 6 || sizeof(matrix) != 24) return 2;
    text t = "t";
    if (*t != 't') return 3;
    typedef int number;
    {
        number number = 4;
        if (number != 4) return 4;
    }
    number n = 5;
    if (n != 5) return 5;
    return 0;
}
