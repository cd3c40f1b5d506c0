// Character classes, as far as every locale agrees.
int isdigit(int c);
int isalpha(int c);
int isspace(int c);
int isupper(int c);
int tolower(int c);
int toupper(int c);

int main(void) {
    if (!isdigit('5') || isdigit('a')) return 1;
    if (!isalpha('q') || isalpha('1')) return 2;
    if (!isspace(' ') || !isspace('\n') || isspace('x')) return 3;
    if (!isupper('A') || isupper('a')) return 4;
    if (tolower('Q') != 'q' || tolower('q') != 'q' || toupper('z') != 'Z' || toupper('1') != '1') return 5;
    return 0;
}
