// __func__ and its GNU names.
int check(void) {
    return __func__[0] == 'c' && sizeof(__func__) == 6 && __FUNCTION__[4] == 'k' && __PRETTY_FUNCTION__[1] == 'h';
}

int main(void) {
    if (!check()) return 1;
    if (__func__[3] != 'n') return 2;
    return 0;
}
