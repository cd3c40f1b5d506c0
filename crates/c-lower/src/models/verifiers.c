/* Frama-C's functions that return any value of an interval, as its header describes them. */

_Bool __VERIFIER_nondet_bool(void);
short __VERIFIER_nondet_short(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned int __VERIFIER_nondet_uint(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

int Frama_C_nondet(int a, int b)
{
    return __VERIFIER_nondet_bool() ? a : b;
}

void *Frama_C_nondet_ptr(void *a, void *b)
{
    return __VERIFIER_nondet_bool() ? a : b;
}

int Frama_C_interval(int least, int most)
{
    int value = __VERIFIER_nondet_int();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}

char Frama_C_char_interval(char least, char most)
{
    char value = __VERIFIER_nondet_char();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}

unsigned char Frama_C_unsigned_char_interval(unsigned char least, unsigned char most)
{
    unsigned char value = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}

short Frama_C_short_interval(short least, short most)
{
    short value = __VERIFIER_nondet_short();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}

unsigned short Frama_C_unsigned_short_interval(unsigned short least, unsigned short most)
{
    unsigned short value = __VERIFIER_nondet_ushort();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}

unsigned int Frama_C_unsigned_int_interval(unsigned int least, unsigned int most)
{
    unsigned int value = __VERIFIER_nondet_uint();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}

int Frama_C_int_interval(int least, int most)
{
    return Frama_C_interval(least, most);
}

long Frama_C_long_interval(long least, long most)
{
    long value = __VERIFIER_nondet_long();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}

unsigned long Frama_C_unsigned_long_interval(unsigned long least, unsigned long most)
{
    unsigned long value = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}

long long Frama_C_long_long_interval(long long least, long long most)
{
    long long value = __VERIFIER_nondet_longlong();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}

unsigned long long Frama_C_unsigned_long_long_interval(unsigned long long least, unsigned long long most)
{
    unsigned long long value = __VERIFIER_nondet_ulonglong();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}

float Frama_C_float_interval(float least, float most)
{
    float value = __VERIFIER_nondet_float();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}

double Frama_C_double_interval(double least, double most)
{
    double value = __VERIFIER_nondet_double();
    __VERIFIER_assume(least <= value && value <= most);
    return value;
}
