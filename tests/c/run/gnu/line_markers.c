# 1 "original.c"
// Markers of lines, pragmas, and identifiers of the preprocessor are no statements.
# 10 "header.h" 1 3 4
typedef int number;
# 20 "original.c" 2
#pragma GCC diagnostic ignored "-Wall"
int main(void) {
# 7 "else.c"
    number n = 3;
    return n - 3;
}
