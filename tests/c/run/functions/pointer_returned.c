// A function that returns a function.
int add(int a, int b) { return a + b; }
int mul(int a, int b) { return a * b; }
int (*choose(char op))(int, int) { return op == '+' ? add : mul; }
typedef int (*operation)(int, int);
operation again(char op) { return choose(op); }

int main(void) {
    if (choose('+')(3, 4) != 7) return 1;
    if (again('*')(3, 4) != 12) return 2;
    int (*(*c)(char))(int, int) = choose;
    if (c('*')(5, 6) != 30) return 3;
    return 0;
}
