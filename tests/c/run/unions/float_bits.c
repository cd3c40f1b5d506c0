// The bits of floats.
union single { float f; unsigned u; };
union twice { double d; unsigned long long u; };

int main(void) {
    union single s;
    s.f = 1.0f;
    if (s.u != 0x3f800000u) return 1;
    s.u = 0xc0490fdbu;
    if (!(s.f < -3.14159f && s.f > -3.1416f)) return 2;
    union twice t;
    t.d = -2.0;
    if (t.u != 0xc000000000000000ull) return 3;
    t.u = 0x3fe0000000000000ull;
    if (t.d != 0.5) return 4;
    s.f = -0.0f;
    if (s.u != 0x80000000u) return 5;
    return 0;
}
