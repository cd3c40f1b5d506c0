/* The sign of comparisons that are kept, and of those that are asked for. */
int strcmp(const char *, const char *);
int memcmp(const void *, const void *, __typeof__(sizeof 0));
int isdigit(int);

int main(void)
{
    int order = strcmp("ab", "ad"), back = memcmp("ad", "ab", 2), question = isdigit('7');
    if (order >= 0 || back <= 0 || question == 0)
        return 1;
    if (strcmp("a", "a") || !isdigit('0') || isdigit('x') != 0)
        return 2;
    return 0;
}
