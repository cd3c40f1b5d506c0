// A character array that is initialised by a literal can be written.
int main(void) {
    char s[] = "word";
    if (sizeof s != 5) return 1;
    s[0] = 'l';
    s[2] = s[2] == 'r' ? 'a' : 'b';
    if (s[0] != 'l' || s[1] != 'o' || s[2] != 'a' || s[3] != 'd' || s[4]) return 2;
    char fixed[3] = "xyz";
    if (fixed[2] != 'z' || sizeof fixed != 3) return 3;
    char padded[6] = "ab";
    if (padded[2] || padded[5]) return 4;
    char braces[] = {"in"};
    if (sizeof braces != 3) return 5;
    return 0;
}
