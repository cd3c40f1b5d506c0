// Character constants are ints; escapes in every form.
int main(void) {
    if ('A' != 65 || 'z' != 122 || '0' != 48 || ' ' != 32) return 1;
    if ('\n' != 10 || '\t' != 9 || '\r' != 13 || '\0' != 0 || '\\' != 92) return 2;
    if ('\'' != 39 || '"' != 34 || '\"' != 34 || '\?' != 63) return 3;
    if ('\a' != 7 || '\b' != 8 || '\f' != 12 || '\v' != 11 || '\e' != 27) return 4;
    if ('\x41' != 65 || '\101' != 65 || '\7' != 7) return 5;
    if ('\xff' != -1 || '\377' != -1) return 6;
    if (sizeof('a') != sizeof(int)) return 7;
    return 0;
}
