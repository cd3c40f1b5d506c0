// %n stores how much was printed, which is not modelled.
int printf(const char *, ...);

int main(void) {
    int count = 0, other = 5;
    printf("%% n %d\n", other);
    printf("abc%n\n", &count);
    if (count != 3) return 1;
    return 0;
}
