/* Messages that end the program, unless the status is 0. */

void exit(int status);

void error(int status, int number, const char *format, ...)
{
    if (status != 0)
        exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
    if (status != 0)
        exit(status);
}
