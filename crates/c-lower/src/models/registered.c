/* Functions that run when the program ends by `return` or `exit`, the last one first. */

void _Exit(int status);
int __builtin_atexit(void (*function)(void));

static void (*registered[32])(void);
static int registered_count;

/* As many as every library takes; of more, what happens is not known. */
int atexit(void (*function)(void))
{
    if (registered_count == 32)
        return __builtin_atexit(function);
    registered[registered_count] = function;
    registered_count++;
    return 0;
}

/* They may register others, which run next, and a call of `exit` in one of them runs the rest. */
void principia_call_registered(void)
{
    while (registered_count > 0) {
        registered_count--;
        registered[registered_count]();
    }
}

void exit(int status)
{
    principia_call_registered();
    _Exit(status);
}
