// What the macros of ctype.h expand to: tables from -128 to 255.
const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);
enum { UPPER = 256, LOWER = 512, ALPHA = 1024, DIGIT = 2048, XDIGIT = 4096, SPACE = 8192 };
static int is(int c, int class) { return ((*__ctype_b_loc())[c] & (unsigned short)class) != 0; }

int main(void) {
    if (!is('0', DIGIT) || !is('9', DIGIT) || is('a', DIGIT) || is('/', DIGIT) || is(':', DIGIT)) return 1;
    if (!is(' ', SPACE) || !is('\t', SPACE) || !is('\r', SPACE) || is('_', SPACE) || is(0, SPACE)) return 2;
    if (!is('A', UPPER) || is('a', UPPER) || !is('z', LOWER) || is('[', ALPHA) || is('@', ALPHA)) return 3;
    if (!is('f', XDIGIT) || is('g', XDIGIT) || !is('F', XDIGIT) || is('G', XDIGIT)) return 4;
    if (is(-1, ALPHA) || is(-128, ALPHA) || is(255, ALPHA)) return 5;
    if ((*__ctype_tolower_loc())['Q'] != 'q' || (*__ctype_tolower_loc())['['] != '[') return 6;
    if ((*__ctype_toupper_loc())['q'] != 'Q' || (*__ctype_toupper_loc())[-1] != -1) return 7;
    return 0;
}
