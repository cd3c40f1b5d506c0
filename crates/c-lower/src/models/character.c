/* Characters of the C locale. Questions are answered by 0 and 1. */

int isdigit(int c)
{
    return c >= '0' && c <= '9';
}

int islower(int c)
{
    return c >= 'a' && c <= 'z';
}

int isupper(int c)
{
    return c >= 'A' && c <= 'Z';
}

int isalpha(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int isalnum(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int isxdigit(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int isblank(int c)
{
    return c == ' ' || c == '\t';
}

int isspace(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int isprint(int c)
{
    return c >= ' ' && c <= '~';
}

int isgraph(int c)
{
    return c > ' ' && c <= '~';
}

int iscntrl(int c)
{
    return (c >= 0 && c < ' ') || c == 127;
}

int ispunct(int c)
{
    return (c > ' ' && c < '0') || (c > '9' && c < 'A') || (c > 'Z' && c < 'a') || (c > 'z' && c <= '~');
}

int isascii(int c)
{
    return c >= 0 && c <= 127;
}

int toascii(int c)
{
    return c & 127;
}

int tolower(int c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 'a';
    if (c >= -128 && c < -1)
        return c + 256;
    return c;
}

int toupper(int c)
{
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 'A';
    if (c >= -128 && c < -1)
        return c + 256;
    return c;
}
